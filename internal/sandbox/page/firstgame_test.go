//go:build browser

package page_test

import (
	"testing"

	"doublecorner/game/mind"
	"doublecorner/internal/sandbox"
)

// A newcomer on a phone comes from /help to the first move against the bot.
func TestFirstGame(t *testing.T) {
	browser := chromium(t)
	m := mind.New(mind.Options{Cores: 1, Hash: 1})
	t.Cleanup(m.Close)
	w := settleWith(t, sandbox.Options{}, m)
	p := open(t, browser, w, "Anna", looks{width: 390, height: 844, touch: true})
	p.settled()
	p.clicks("#composer", "Commands")
	p.clicks(".suggest", "/help")
	p.clicks("#composer", "Send")
	p.sees("What shall we start with?")
	p.settled()
	p.shoot("help")
	p.clicks(".post", "Play the bot")
	p.sees("Choose a level, your side and the rules.")
	p.settled()
	p.shoot("set-up")
	p.clicks(".post", "Random color")
	p.clicks(".popup", "I play Black")
	p.until("Black is chosen", `[...document.querySelectorAll('.post .menu')].some((n) => n.innerText.includes('I play Black'))`)
	p.clicks(".post", "Start")
	p.sees("The game begins!")
	p.settled()
	p.shoot("game")
	p.clicks(".post", "Choose your move")
	p.clicks(".popup", "↗ 11 → 15")
	p.sees("Double Corner · level 2 is thinking")
	p.settled()
	p.shoot("first-move")
}
