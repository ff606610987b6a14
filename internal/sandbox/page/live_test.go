//go:build browser

package page_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/internal/discordtest"
	"doublecorner/internal/sandbox"
)

var everyRules = flag.Bool("every-rules", false, "play all rule sets on the live board, instead of one of each family")

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
			(c) => (c.ariaLabel ?? '').match(/^(?:(?:Man|King) on )?(\w+)/)?.[1] === `+quoted(square)+`)
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
	anna.commands("challenge")
	anna.types("opponent:ben")
	anna.until("Ben is suggested", named(".suggest", "Ben"))
	anna.presses(kb.Enter)
	anna.types("color:black")
	anna.presses(kb.Enter, kb.Enter)
	ben.clicks(".post", "Accept")
	anna.sees("Game on!")
	return w, anna, ben
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

// personOf returns a user as the referee knows them.
func personOf(p *discordtest.Person) game.Actor { return game.Actor{Person: game.PersonID(p.ID)} }

// starts begins a game of Anna, who moves first, with Ben.
func (w *testWorld) starts(n int, v *draughts.Variant) *game.Game {
	w.t.Helper()
	place := game.PlaceID(w.world.Guilds[0].ID)
	request := func(what string, name string) game.Request {
		return game.Request{ID: game.RequestID(fmt.Sprint(what, n)), By: personOf(w.person(name)), Place: place}
	}
	color := game.PlayWhite
	if v.Start().Turn() == draughts.Black {
		color = game.PlayBlack
	}
	a, err := w.referee.Challenge(w.ctx, game.ChallengeRequest{
		Request: request("challenge", "Anna"), Room: game.RoomID(w.room()), To: personOf(w.person("Ben")).Person,
		Terms: game.Terms{Variant: v, Colour: color},
	})
	must(w.t, err)
	a, err = w.referee.Accept(w.ctx, game.ReplyRequest{Request: request("accept", "Ben"), Challenge: a.Challenge.ID})
	must(w.t, err)
	return a.Game
}

// Ten plies of each rule set are played square by square, and each board shows what the referee has.
func TestLiveRules(t *testing.T) {
	browser := chromium(t)
	w, anna, ben := begun(t, browser, wide, phone)
	anna.opensBoard()
	ben.opensBoard()
	players := []*window{anna, ben}
	who := personOf(w.person("Anna")).Person
	running, err := w.referee.Games(w.ctx, game.RunningGamesOf(who), game.Viewer{Person: who}, "", 1)
	must(t, err)
	w.resigns(running.Items[0].ID)
	noneListed := func() {
		for _, p := range players {
			p.until("no game is listed", `document.querySelector('.lists p') && !document.querySelector('.lists button')`)
		}
	}
	noneListed()
	dice := rand.New(rand.NewPCG(1, 2))
	var keys []string
	for _, r := range draughts.Families() {
		keys = append(keys, r.Key)
	}
	if *everyRules {
		keys = draughts.Keys()
	}
	for n, key := range keys {
		v, err := draughts.Builtin(key)
		must(t, err)
		g := w.starts(n, v)
		for _, p := range players {
			p.clicks(".lists", "") // the only one
			p.until("it shows "+key, `document.querySelector('.title').textContent.includes(`+quoted(string(g.ID))+`)`)
		}
		for ply := range 10 {
			g, err = w.referee.UnrestrictedGame(t.Context(), g.ID)
			must(t, err)
			h, err := g.History()
			must(t, err)
			moves := h.Position().Moves()
			if g.IsOver() || len(moves) == 0 {
				break
			}
			m := moves[dice.IntN(len(moves))]
			var way []string
			for _, q := range h.Position().Path(m) {
				way = append(way, v.Name(q))
			}
			mover := players[ply%2]
			mover.until("it is their turn in "+key, `document.title.startsWith('●')`)
			if mover.taps(way...); value[bool](mover, `document.querySelector('[aria-selected=true]') !== null`) {
				mover.taps(way[len(way)-1]) // it could go on
			}
			for _, p := range players {
				p.until(fmt.Sprintf("%s shows move %d, %v", key, ply+1, way), fmt.Sprintf(`document.querySelectorAll('.list li').length === %d`, ply+1))
				p.until("the pieces stand right", `document.querySelectorAll('.man').length === `+fmt.Sprint(h.Position().Play(m).Occupied().Len()))
			}
		}
		w.resigns(g.ID)
		noneListed()
	}
}

// resigns has Anna resign a game, unless it is over.
func (w *testWorld) resigns(id game.GameID) {
	w.t.Helper()
	g, err := w.referee.UnrestrictedGame(w.ctx, id)
	must(w.t, err)
	if g.IsOver() {
		return
	}
	_, err = w.referee.Resign(w.ctx, game.GameRequest{
		Request: game.Request{ID: game.RequestID("resign " + string(id)), By: personOf(w.person("Anna")), Place: g.Place},
		Game:    g.ID, Ply: g.Ply(),
	})
	must(w.t, err)
}
