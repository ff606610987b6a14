//go:build browser

package page_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"doublecorner/internal/sandbox"
)

// A game by the rule that the first crown wins, to its end.
var shortGame = []string{"9-13", "22-17", "13x22", "25x18", "10-15", "29-25", "15x29"}

// menuLabels are what the menu says of those that are chosen there.
var menuLabels = map[string]string{"9-13": "↗ 9 → 13", "10-15": "↖ 10 → 15"}

// Two people play to the end in two windows, by clicking and by typing.
func TestTwoPlay(t *testing.T) {
	browser := chromium(t)
	w := settle(t, sandbox.Options{})
	anna, ben := open(t, browser, w, "Anna", wide), open(t, browser, w, "Ben", wide)
	anna.sees("Play a game")
	anna.shoot("welcome")
	anna.types("/")
	anna.shoot("commands")
	anna.presses(kb.Backspace)

	anna.commands("challenge")
	anna.types("opp")
	anna.presses(kb.Enter)
	anna.types("be")
	anna.shoot("opponent")
	anna.clicks(".suggest", "Ben")
	anna.types("col")
	anna.presses(kb.Enter)
	anna.types("bl")
	anna.presses(kb.Tab)
	anna.types("house")
	anna.presses(kb.Tab)
	anna.clicks(".suggest", "Breakthrough")
	anna.shoot("challenge")
	anna.presses(kb.Enter)
	ben.sees("challenges @Ben!")
	ben.until("Ben is called", `document.querySelector('.post[data-ping]')`)
	ben.shoot("challenged")
	ben.clicks(".post", "Accept")
	anna.sees("Game on!")
	anna.settled()
	anna.shoot("board")

	players := []*window{anna, ben}
	for ply, move := range shortGame {
		p := players[ply%2]
		p.sees("your move")
		switch {
		case p.has(".post", "Play "+move):
			p.plays("Play " + move)
		case ply%4 == 0:
			p.clicks(".post", "Choose your move")
			p.until("the moves are there", `document.querySelector('.popup .choice')`)
			p.settled()
			p.shoot(fmt.Sprintf("menu-%d", ply))
			p.clicks(".popup", menuLabels[move])
		default:
			p.commands("move")
			p.types(move)
			p.until("the move is suggested", named(".suggest", move))
			p.shoot(fmt.Sprintf("move-%d", ply))
			p.presses(kb.Enter, kb.Enter)
		}
		// A whole capture is shown with its way, so only its origin is sure.
		players[1-ply%2].sees("played " + move[:strings.IndexAny(move, "-x")+1])
	}
	for _, p := range players {
		p.sees("Rematch")
		p.settled()
		p.shoot("end")
	}
	// After a reload everything is as it was.
	anna.do(chromedp.Reload())
	anna.sees("Rematch")
}

// People come and change who they are, and others see it.
func TestPersons(t *testing.T) {
	browser := chromium(t)
	w := seeded(t, sandbox.Options{})
	p, ben := open(t, browser, w, "Anna", wide), open(t, browser, w, "Ben", wide)
	p.sees("Play a game")
	p.until("nobody answers here", `document.querySelector('.offline').checkVisibility()`)
	for _, want := range []bool{true, false, true} { // each click opens or closes it
		p.clicks("#sidebar", "You are Anna")
		p.until("the panel is open or not", `(document.querySelector('.persons') !== null) === `+strconv.FormatBool(want))
	}
	p.shoot("panel")
	p.do(chromedp.Evaluate[chromedp.Void](`(() => {
		const languages = document.querySelector('.setting select')
		languages.value = 'tr'
		languages.dispatchEvent(new Event('change'))
	})()`))
	p.until("dates are in Turkish",
		`/Ocak|Şubat|Mart|Nisan|Mayıs|Haziran|Temmuz|Ağustos|Eylül|Ekim|Kasım|Aralık/.test(document.querySelector('.when').title)`)
	for _, r := range w.World().People {
		if (r.Username == "anna") != (r.Locale == "tr") {
			t.Errorf("%s speaks %s", r.Username, r.Locale)
		}
	}
	for _, holders := range []int{1, 0} {
		p.do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('.setting')]
			.find((l) => l.textContent === 'Hold the role Champion').querySelector('input').click()`))
		p.until("the role is held or not", `(() => {
			const asked = new XMLHttpRequest()
			asked.open('GET', '/sandbox/world', false)
			asked.send()
			return JSON.parse(asked.responseText).guilds[0].roles.find((r) => r.name === 'Champion').members.length === `+strconv.Itoa(holders)+`
		})()`)
	}
	p.clicks(".popup", "The name of the new user") // the panel stays
	p.types("ben")
	p.presses(kb.Enter)
	p.until("there is a Ben already", `document.querySelector('.persons .form-problem').checkVisibility()`)
	p.types(" Ali")
	p.presses(kb.Enter)
	p.until("this is their window", `document.title.endsWith('ben Ali')`)
	ben.until("Ben sees them", `document.getElementById('people').innerText.includes('ben Ali')`)
	p.forgive("status of 400")
}

// A user plays with only a keyboard, and sees at every step where they are.
func TestKeyboardAlone(t *testing.T) {
	browser := chromium(t)
	w := settle(t, sandbox.Options{})
	anna, ben := open(t, browser, w, "Anna", wide), open(t, browser, w, "Ben", wide)
	anna.commands("challenge")
	anna.types("opponent:ben")
	anna.until("Ben is suggested", named(".suggest", "Ben"))
	anna.presses(kb.Enter)
	anna.types("color:black")
	anna.presses(kb.Enter, kb.Enter)
	ben.sees("challenges @Ben")
	ben.tabsTo("Accept", true)
	ben.presses(kb.Enter)
	anna.sees("Game on!")
	anna.tabsTo("Choose your move", true)
	anna.presses(kb.Enter)
	anna.until("the moves are there", `document.querySelector('.popup .choice')`)
	anna.presses(kb.ArrowDown)
	anna.shoot("menu")
	anna.presses(kb.Enter)
	ben.sees("played 11-16")
	// A move that is wrong is explained to Ben alone, and the note can be dismissed.
	ben.commands("move")
	ben.types("22-30")
	ben.until("nothing is suggested",
		`/^(There is nothing|Loading options failed)/.test(document.querySelector('.suggest-state').textContent)`)
	ben.presses(kb.Enter)
	ben.sees("Only you can see this")
	ben.shoot("refused")
	if anna.shows("Only you can see this") {
		t.Error("what is for Ben alone is shown to Anna")
	}
	ben.tabsTo("Dismiss message", true)
	ben.presses(kb.Enter)
	ben.until("the note is gone", `!document.querySelector('.post[data-only]')`)
	ben.commands("resign")
	ben.presses(kb.Enter)
	ben.sees("Yes, resign")
	ben.tabsTo("Yes, resign", true)
	ben.presses(kb.Enter)
	anna.sees("resigned.")
	ben.sees("resigned.")
	// The channels and the panel for persons work without a pointer too.
	ben.tabsTo("You are Ben", true)
	ben.presses(kb.Enter)
	ben.until("the panel is open", `document.querySelector('.persons')?.checkVisibility()`)
	ben.tabsTo("Cleo", false)
	ben.presses(kb.Escape)
	ben.until("the panel is closed", `!document.querySelector('.persons')`)
	if got := ben.focused(); !strings.Contains(got, "You are Ben") {
		t.Errorf("after the panel %s has the focus", got)
	}
	ben.tabsTo("Double Corner", true)
	ben.presses(kb.Enter)
	ben.until("these are direct messages", `document.querySelector('#head h1').textContent === 'Double Corner'`)
}

// On a phone everything is within reach of a thumb, and nothing is cut off.
func TestOnAPhone(t *testing.T) {
	browser := chromium(t)
	w := settle(t, sandbox.Options{})
	anna := open(t, browser, w, "Anna", narrow)
	fits := func(p *window, what string) {
		t.Helper()
		over := value[[]string](p, `[...document.querySelectorAll('body *')]
			.filter((n) => n.checkVisibility() && !n.closest('.menu-keys, pre'))
			.filter((n) => n.getBoundingClientRect().right > innerWidth + 1 && n.getBoundingClientRect().width > 0)
			.map((n) => n.tagName + '.' + n.className)`)
		if len(over) > 0 {
			p.shoot("too-wide")
			t.Errorf("%s does not fit into the width: %v", what, over)
		}
	}
	anna.settled()
	anna.shoot("welcome")
	fits(anna, "the welcome")
	anna.clicks("#composer", "Commands")
	anna.shoot("commands")
	fits(anna, "the list of commands")
	anna.clicks(".suggest", "/challenge")
	anna.shoot("challenge")
	fits(anna, "a command")
	anna.clicks("#composer", "Send")
	anna.sees("is looking for an opponent!")
	// A user who is alone becomes another.
	anna.clicks("#head", "You are Anna")
	anna.shoot("persons")
	fits(anna, "the panel for persons")
	anna.clicks(".popup", "Ben")
	ben := anna
	ben.name = "Ben"
	ben.until("this is Ben's window", `document.title.endsWith('Ben')`)
	ben.clicks(".post", "Accept")
	ben.sees("your move")
	ben.settled()
	ben.shoot("board")
	fits(ben, "a board")
	mover, other := "Ben", "Anna"
	if ben.shows("@Anna, your move") {
		mover, other = other, mover
		ben.do(chromedp.Navigate(w.URL() + "/?as=Anna"))
		ben.name = "Anna"
		ben.until("this is Anna's window", `document.title.endsWith('Anna') && document.querySelector('.post .menu')`)
	}
	ben.clicks(".post", "Choose your move")
	ben.shoot("menu")
	fits(ben, "a menu")
	ben.clicks(".popup", "↗ 11 → 15")
	ben.sees("@" + mover + " played 11-15")
	ben.sees("@" + other + ", your move")
	ben.clicks("#head", "Channels")
	ben.shoot("channels")
	ben.clicks("#sidebar", "Double Corner")
	ben.until("the DM is open", `document.title.startsWith('@Double Corner')`)
	ben.shoot("dm")
	fits(ben, "a DM")
}

// secondClick is how long the button of a move does nothing.
const secondClick = 700 * time.Millisecond

// plays makes a move by its button, once that is no second click.
func (p *window) plays(label string) {
	p.t.Helper()
	p.until("there is "+label, named(".post", label))
	time.Sleep(secondClick)
	p.clicks(".post", label)
}

// has says whether a control is there that can be used.
func (p *window) has(within, text string) bool {
	p.t.Helper()
	return value[bool](p, "Boolean("+named(within, text)+")")
}

// shows says whether a text is among the messages.
func (p *window) shows(text string) bool {
	p.t.Helper()
	return value[bool](p, `document.getElementById('timeline').innerText.replace(/\s+/g, ' ').includes(`+quoted(text)+`)`)
}

// On a phone a few moves are buttons with arrows, and who taps one twice makes one move.
func TestMoveButtons(t *testing.T) {
	browser := chromium(t)
	w := settle(t, sandbox.Options{})
	anna, ben := open(t, browser, w, "Anna", looks{width: 390, height: 844, touch: true}), open(t, browser, w, "Ben", wide)
	anna.commands("challenge")
	anna.types("opponent:ben")
	anna.until("Ben is suggested", named(".suggest", "Ben"))
	anna.presses(kb.Enter)
	anna.types("color:white")
	anna.presses(kb.Enter)
	anna.types("opening:W:W22,K30:BK4")
	anna.presses(kb.Enter, kb.Enter)
	ben.clicks(".post", "Accept")
	for _, label := range []string{"↖ 22 → 17", "↗ 22 → 18", "↖ 30 → 25", "↗ 30 → 26"} {
		anna.until("there is a button "+label, named(".post", label))
	}
	anna.settled()
	anna.shoot("move-buttons")
	time.Sleep(secondClick)
	anna.do(chromedp.Evaluate[chromedp.Void](`(() => {
		const button = ` + named(".post", "↗ 22 → 18") + `
		button.click()
		button.click()
	})()`))
	ben.sees("played 22-18")
	ben.plays("Play 4-8")
	anna.sees("played 4-8")
}
