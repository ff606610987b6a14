//go:build browser

package page_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"doublecorner/game/mind"
	"doublecorner/internal/sandbox"
)

// archived is a game that a club has in a file.
const archived = `[Event "Club championship, last round"]
[Site "Leeds"]
[Date "1950.04.15"]
[White "W. Hart"]
[Black "J. Miller"]
[Result "0-1"]
[GameType "21,B,8,8,N1,0"]

1. 10-15 22-17 2. 6-10 17-14 3. 10x17 21x14 4. 9x18 23x14 5. 1-6 24-20 6. 15-19
25-22 7. 11-15 27-24 8. 6-9 22-18 9. 15x22 26x17 10. 9x18 24x15 11. 2-6 32-27
12. 7-10 27-24 13. 10x19 24x15 14. 8-11 15x8 15. 4x11 30-26 16. 3-7 28-24 17.
11-15 29-25 18. 7-10 25-21 19. 18-22 17-14 20. 10x17 21x14 21. 6-9 26x17 22.
9x18 17-14 23. 18-23 14-10 24. 23-27 10-6 25. 27-32 6-1 26. 32-28 1-6 27. 28x19
6-10 28. 5-9 20-16 29. 9-13 31-27 30. 13-17 10-14 31. 15-18 14x21 32. 19-15
16-11 33. 15x8 21-17 34. 8-11 17-14 35. 11-15 14x23 36. 15-19 23x16 37. 12x19
27-23 38. 19x26 {no pieces} 0-1
`

// attaches puts a file beside the message.
func (p *window) attaches(file string) {
	p.t.Helper()
	p.do(chromedp.SetUploadFiles(`#composer input[type=file]`, []string{file}))
	p.until("the file is beside the message", `document.querySelector('.attached').innerText.includes(`+quoted(filepath.Base(file))+`)`)
}

// Anna attaches a game of 1950 to a message. Ben reads it on his phone, reviews it, and plays on.
func TestReadGame(t *testing.T) {
	browser := chromium(t)
	m := mind.New(mind.Options{Cores: 1, Hash: 4})
	t.Cleanup(m.Close)
	w := settleWith(t, sandbox.Options{}, m)
	file := filepath.Join(t.TempDir(), "hart-miller.pdn")
	must(t, os.WriteFile(file, []byte(archived), 0o600))

	anna, ben := open(t, browser, w, "Anna", wide), open(t, browser, w, "Ben", looks{width: 390, height: 844, touch: true})
	anna.attaches(file)
	anna.shoot("attached")
	anna.types("My grandfather’s best game. What would you play at move 12?")
	anna.presses(kb.Enter)

	ben.sees("hart-miller.pdn")
	ben.do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('.post-body')].at(-1).dispatchEvent(
		new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))`))
	ben.until("the menu is open", named(".popup", "Read this game"))
	ben.shoot("menu")
	ben.clicks(".popup", "Read this game")
	ben.sees("W. Hart (White) vs. J. Miller (Black)")
	ben.settled()
	ben.shoot("page")
	ben.clicks(".post", "⏭")
	ben.sees("J. Miller wins.")
	ben.settled()
	ben.shoot("end")
	ben.clicks(".post", "Review")
	ben.sees("Accuracy, out of 100")
	ben.settled()
	ben.shoot("review")
	if ben.has(".post", "Turning points") {
		ben.clicks(".post", "Turning points")
		ben.sees("Turning point 1")
		ben.settled()
		ben.shoot("turn")
	}
	ben.clicks(".post", "⏮")
	ben.until("there is a menu of the first moves", named(".post", "Go to a move"))
	ben.clicks(".post", "Go to a move")
	ben.until("the moves are there", `document.querySelector('.popup .choice')`)
	ben.shoot("moves")
	ben.clicks(".popup", "12. 7-10 27-24")
	ben.sees("12… 27")
	ben.settled()
	ben.shoot("move-12")
	ben.clicks(".post", "Export")
	ben.sees("PDN file")
	ben.settled()
	ben.shoot("export")
	ben.clicks(".post", "Play on from here")
	ben.sees("Who will you play?")
	ben.settled()
	ben.shoot("play-on")
	ben.clicks(".post", "Challenge someone")
	ben.until("Anna is in the menu", named(".popup", "Anna"))
	ben.shoot("whom")
	ben.clicks(".popup", "Anna")
	anna.sees("@Ben challenges @Anna!")
	anna.settled()
	anna.shoot("challenged")

	// A file can be read without a message, too.
	ben.attaches(file)
	ben.commands("review")
	ben.types("file:")
	ben.until("the file is suggested", named(".suggest", "hart-miller.pdn"))
	ben.shoot("option")
	ben.presses(kb.Enter, kb.Enter)
	ben.sees("Before the first move")
}
