//go:build browser

package page_test

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"doublecorner/game/mind"
	"doublecorner/internal/sandbox"
)

// opensBoard opens the live board by the newest Board button that a user sees, in the same window.
func (p *window) opensBoard() {
	p.t.Helper()
	p.clicks(".post", "Board")
	p.until("there is a link", named(".post", "Open the board"))
	address := value[string](p, named(".post", "Open the board")+".href")
	p.do(chromedp.Navigate(address))
	p.until("the board is there", `document.querySelectorAll('.man').length > 0`)
}

// spot returns where a square of the live board is.
func (p *window) spot(square string) (x, y float64) {
	p.t.Helper()
	at := value[struct{ X, Y float64 }](p, `(() => {
		const cell = [...document.querySelectorAll('[role=gridcell]')].find(
			(c) => c.offsetParent && (c.ariaLabel ?? '').match(/^(?:(?:Man|King) on )?(\w+)/)?.[1] === `+quoted(square)+`)
		const b = cell.getBoundingClientRect()
		return {X: b.x + b.width / 2, Y: b.y + b.height / 2}
	})()`)
	return at.X, at.Y
}

// drags drags a piece of the live board from square to square.
func (p *window) drags(from, to string) {
	p.t.Helper()
	x, y := p.spot(from)
	toX, toY := p.spot(to)
	for _, e := range []input.DispatchMouseEventParams{
		{Type: chromedp.MousePressed, X: x, Y: y, Button: input.MouseButtonLeft, ClickCount: 1},
		{Type: "mouseMoved", X: (x + toX) / 2, Y: (y + toY) / 2, Button: input.MouseButtonLeft},
		{Type: "mouseMoved", X: toX, Y: toY, Button: input.MouseButtonLeft},
		{Type: chromedp.MouseReleased, X: toX, Y: toY, Button: input.MouseButtonLeft, ClickCount: 1},
	} {
		call(p, input.DispatchMouseEvent, e)
	}
}

// taps taps squares of the live board.
func (p *window) taps(squares ...string) {
	p.t.Helper()
	for _, square := range squares {
		p.do(chromedp.MouseClickXY(p.spot(square)))
	}
}

// reads waits for a text on the live board.
func (p *window) reads(text string) {
	p.t.Helper()
	p.until("reads "+text, `document.body.innerText.replace(/\s+/g, ' ').includes(`+quoted(text)+`)`)
}

// begun has Anna, who plays Black, and Ben begin a game in the channel.
func begun(t *testing.T, browser context.Context, a, b looks) (w *testWorld, anna, ben *window) {
	t.Helper()
	w = settle(t, sandbox.Options{})
	anna, ben = open(t, browser, w, "Anna", a), open(t, browser, w, "Ben", b)
	begins(anna, ben)
	return w, anna, ben
}

// begins has Anna, who plays Black, and Ben begin a game in the channel.
func begins(anna, ben *window) {
	anna.t.Helper()
	anna.commands("challenge")
	anna.types("opponent:ben")
	anna.until("Ben is suggested", named(".suggest", "Ben"))
	anna.presses(kb.Enter)
	anna.types("color:black")
	anna.presses(kb.Enter, kb.Enter)
	ben.clicks(".post", "Accept")
	anna.sees("Game on!")
}

// Two play on their boards, by drag on a phone and by taps, and a third watches; then one goes on in the channel.
func TestLiveBoard(t *testing.T) {
	browser := chromium(t)
	w, anna, ben := begun(t, browser, phone, wide)
	cleo := open(t, browser, w, "Cleo", wide)
	for _, p := range []*window{anna, ben, cleo} {
		p.opensBoard()
		p.reads("You play as " + p.name)
	}
	anna.reads("Anna, your move")
	anna.shoot("phone")
	ben.shoot("desk")
	anna.drags("11", "15")
	for _, p := range []*window{anna, ben, cleo} {
		p.reads("Ben, your move")
	}
	cleo.reads("Anna played 11-15")
	ben.taps("24")
	ben.shoot("chosen")
	ben.taps("20")
	anna.reads("Ben played 24-20")
	// A try that is none is explained, and leaves the board as it is.
	anna.taps("9", "18")
	anna.reads("There’s nothing to jump between 9 and 18.")
	anna.shoot("refused")
}

// A player with only a keyboard walks over the board with the arrows, chooses with Enter, and hears what stands where; or types
// squares.
func TestLiveKeyboard(t *testing.T) {
	browser := chromium(t)
	_, anna, ben := begun(t, browser, wide, wide)
	anna.opensBoard()
	anna.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('[role=gridcell][tabindex="0"]').focus()`))
	label := func() string { return value[string](anna, `document.activeElement.ariaLabel`) }
	if got := label(); got != "Man on 1, Black" {
		t.Errorf("the walk begins on %q", got)
	}
	for n := 0; n < 8 && label() != "Man on 10, Black" && label() != "Man on 9, Black"; n++ {
		anna.presses(kb.ArrowUp)
	}
	anna.presses(kb.Enter)
	anna.until("the piece is chosen", `document.activeElement.ariaSelected === 'true'`)
	anna.presses(kb.Escape)
	anna.until("no piece is chosen", `!document.querySelector('[aria-selected=true]')`)
	anna.presses(kb.Enter, kb.ArrowUp)
	to := label()
	anna.presses(kb.Enter)
	ben.sees("-" + to)

	ben.opensBoard()
	ben.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('.type input').focus()`))
	ben.types("24")
	ben.presses(kb.Enter)
	ben.until("a piece is chosen", `document.querySelector('[aria-selected=true]')`)
	ben.types("20")
	ben.presses(kb.Enter)
	anna.reads("Ben played 24-20")
}

// A page whose connection is lost says so, goes on by itself, and then shows what it missed; a reload keeps the session.
func TestLiveReturns(t *testing.T) {
	browser := chromium(t)
	w, anna, ben := begun(t, browser, wide, wide)
	anna.opensBoard()
	anna.taps("11", "15")
	anna.reads("Anna played 11-15")
	w.line.cut()
	anna.reads("Connection lost")
	anna.shoot("lost")
	ben.commands("move")
	ben.types("24-20")
	ben.until("the move is suggested", named(".suggest", "24-20"))
	ben.presses(kb.Enter, kb.Enter)
	ben.sees("played 24-20")
	w.line.mend()
	anna.reads("Ben played 24-20")
	anna.do(chromedp.Reload())
	anna.reads("Ben played 24-20")
	anna.until("it says nothing more", `document.querySelector('.banner').hidden`)
	anna.forgive("WebSocket", "502")
}

// From a board one accepts a challenge, begins a game against the bot, and has a rematch, to which both boards go; and one
// chooses how it looks.
func TestLiveLobby(t *testing.T) {
	browser := chromium(t)
	m := mind.New(mind.Options{Cores: 1, Hash: 1})
	t.Cleanup(m.Close)
	w := settleWith(t, sandbox.Options{}, m)
	anna, ben, cleo := open(t, browser, w, "Anna", phone), open(t, browser, w, "Ben", wide), open(t, browser, w, "Cleo", wide)
	challenges := func(p *window) {
		t.Helper()
		p.commands("challenge")
		p.presses(kb.Enter)
		p.sees(p.name + " is looking for an opponent!")
	}
	challenges(cleo)
	ben.clicks(".post", "Accept")
	challenges(anna)
	cleo.opensBoard()
	ben.opensBoard()
	cleo.clicks(".lists", "Accept")
	anna.until("the second game is there", `document.getElementById('timeline').innerText.split('Game on!').length === 3`)
	cleo.reads("Game on!")
	cleo.shoot("accepted")
	anna.opensBoard()
	cleo.reads("Anna is here")

	anna.clicks(".below", "Resign")
	anna.clicks("dialog", "Yes, resign")
	cleo.reads("Anna resigned")
	cleo.clicks(".below", "Rematch")
	cleo.reads("Rematch offered in Discord")
	anna.reads("Cleo challenges Anna")
	anna.shoot("rematch")
	anna.clicks(".lists", "Accept")
	for _, p := range []*window{anna, cleo} {
		p.reads("Game on!")
	}

	anna.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('summary').click()`))
	anna.shoot("set-up")
	anna.clicks(".set-up", "Start")
	anna.reads("Double Corner · level 2")
	anna.shoot("bot")

	anna.do(chromedp.Evaluate[chromedp.Void](`(() => {
		const themes = document.querySelector('.theme select')
		themes.value = 'slate'
		themes.dispatchEvent(new Event('change'))
	})()`))
	anna.clicks("header", "Sound")
	looks := `document.documentElement.dataset.theme === 'slate' && document.querySelector('.sound').ariaPressed === 'false'`
	anna.until("it looks so", looks)
	anna.shoot("slate")
	anna.until("both are stored", `performance.getEntriesByType('resource').filter((e) => e.name.endsWith('/api/me')).length === 3`)
	anna.do(chromedp.Reload())
	anna.until("it still looks so", looks)
}
