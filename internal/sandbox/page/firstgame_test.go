//go:build browser

package page_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"doublecorner/game/mind"
	"doublecorner/internal/sandbox"
)

// A newcomer on a phone comes from /help to the first move against the bot.
func TestFirstGame(t *testing.T) {
	browser := chromium(t)
	m := mind.New(mind.Options{Cores: 1, Hash: 1})
	t.Cleanup(m.Close)
	w := settleWith(t, sandbox.Options{}, m)
	p := open(t, browser, w, "Anna", phone)
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
	p.sees("Game on!")
	p.settled()
	p.shoot("game")
	p.clicks(".post", "Choose your move")
	p.clicks(".popup", "↗ 11 → 15")
	p.sees("Double Corner · level 2 is thinking")
	p.settled()
	p.shoot("first-move")
}

// On a phone a newcomer comes by the buttons of /help to a game against a member, whom they find by name.
func TestFirstOpponent(t *testing.T) {
	browser := chromium(t)
	w := settle(t, sandbox.Options{})
	anna := open(t, browser, w, "Anna", phone)
	anna.commands("help")
	anna.presses(kb.Enter)
	anna.clicks(".post", "Challenge someone")
	anna.sees("Who do you want to play?")
	anna.settled()
	anna.shoot("whom")
	anna.clicks(".post", "Pick a member")
	anna.shoot("members")
	anna.types("be")
	anna.until("only Ben is found", `document.querySelectorAll('.popup .choice').length === 1`)
	anna.shoot("found")
	anna.clicks(".popup", "Ben")
	anna.sees("@Anna challenges @Ben!")
	anna.settled()
	anna.shoot("challenge")
	ben := open(t, browser, w, "Ben", phone)
	ben.clicks(".post", "Accept")
	ben.sees("Game on!")
	mover := ben
	if !ben.shows("@Ben, your move") {
		mover = anna
	}
	mover.clicks(".post", "Choose your move")
	mover.clicks(".popup", "↗ 11 → 15")
	for _, p := range []*window{anna, ben} {
		p.sees("played 11-15")
	}
	mover.settled()
	mover.shoot("first-move")
}
