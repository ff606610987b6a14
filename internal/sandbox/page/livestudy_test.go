//go:build browser

package page_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/mind"
	"doublecorner/internal/sandbox"
)

// Somebody without an account watches a public game on a phone, steps through it, and sees no more of it once it is withdrawn.
func TestLiveWatch(t *testing.T) {
	browser := chromium(t)
	h := newHall(t)
	public := true
	h.boards.IsPublic = func(context.Context, *game.Game) (bool, error) { return public, nil }
	v, err := draughts.Builtin("american")
	must(t, err)
	who := h.couple()
	g := h.begins(t, who, v, v.Start())
	pair := [2]*window{empty(t, browser, "first", wide), empty(t, browser, "second", wide)}
	h.seats(pair, who, g)
	viewer := game.Viewer{Person: g.Player(draughts.White), Place: hallPlace}
	g, err = h.referee.ShareGame(t.Context(), g.ID, viewer)
	must(t, err)

	visitor, stream := empty(t, browser, "visitor", phone), empty(t, browser, "stream", wide)
	visitor.do(chromedp.Navigate(h.boards.PublicAddress(g)))
	stream.do(chromedp.Navigate(h.boards.PublicAddress(g) + "?overlay"))
	at := pair[0].squares()
	pair[0].slides(at[11], at[15])
	visitor.reads("played 11-15")
	visitor.shoot("watched")
	stream.until("the stream has the board alone", `document.querySelectorAll('.man').length === 24 && !document.querySelector('.side')`)
	stream.shoot("overlay")
	visitor.clicks(".below", "Previous")
	visitor.until("it shows the start", `document.querySelector('[data-square="11"]').ariaLabel.startsWith('Man')`)
	visitor.until("nothing can be done", `!document.querySelector('.buttons button')`)

	_, err = h.referee.WithdrawGame(t.Context(), g.ID, viewer)
	must(t, err)
	h.boards.Withdrawn(g.ID)
	visitor.reads("The link no longer works.")
	stream.do(chromedp.Reload())
	stream.reads("The link no longer works.")
	stream.forgive("404")
}

// A beginner learns on the page why a game was lost: from the review to a turning point, to a better move, to lines of their own;
// and solves a puzzle.
func TestLiveStudy(t *testing.T) {
	browser := chromium(t)
	m := mind.New(mind.Options{Cores: 1, Hash: 1})
	t.Cleanup(m.Close)
	w := settleWith(t, sandbox.Options{}, m)
	anna, ben := open(t, browser, w, "Anna", phone), open(t, browser, w, "Ben", wide)
	begins(anna, ben)
	w.loses()
	for _, p := range []*window{anna, ben} {
		p.reads("Anna resigned") // until then the board is replaced
		p.opensBoard()
		p.reads("Anna resigned")
		p.clicks(".below", "Review")
		p.clicks(".study", "Review")
		p.clicks(".study", "Turning points")
		p.until("arrows show what was better", `document.querySelectorAll('.arrow').length === 2`)
		p.shoot("turn-" + p.name)
		p.clicks(".study", "Try it")
		p.reads("Find a better move than")
		p.clicks(".study", "Show the best move")
		p.reads("Best is")
		p.shoot("best-" + p.name)
		p.clicks(".study", "Back to the game")
		p.reads("Anna resigned")
	}

	ben.clicks(".below", "Best moves")
	ben.until("three moves are shown", `document.querySelectorAll('.arrow').length === 3`)
	ben.taps("8", "11")
	ben.reads("19x3 8-11")
	ben.shoot("line")
	ben.until("the position is reached", `document.querySelectorAll('.arrow').length === 3`)
	ben.taps("24")
	ben.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('.table:not([hidden]) [role=gridcell][tabindex="0"]').focus()`))
	ben.presses(kb.ArrowUp, kb.Enter)
	ben.until("the keyboard goes on with the line", `document.querySelector('.line').textContent.split(' ').length === 12`)
	ben.clicks(".study", "Previous")
	ben.until("one move is taken back", `document.querySelector('.line').textContent.split(' ').length === 11`)
	ben.clicks(".study", "Previous")
	ben.until("the line is taken back", `!document.querySelector('.line').textContent.includes('8-11')`)
	ben.clicks(".study", "Set up a position")
	ben.taps("1")
	ben.shoot("set-up")

	anna.clicks("header", "Learn")
	anna.clicks(".study", "Solve a puzzle")
	anna.reads("Puzzle")
	anna.shoot("puzzle")
}

// loses has the player who moves first lose the only game.
func (w *testWorld) loses() {
	w.t.Helper()
	page, err := w.referee.Games(w.ctx, game.RunningGamesIn(w.place()), game.Viewer{Place: w.place()}, "", 1)
	must(w.t, err)
	g := page.Items[0]
	ask := func(side draughts.Side, ply int) game.GameRequest {
		return game.GameRequest{Game: g.ID, Ply: game.Ply(ply), Request: game.Request{
			ID: game.RequestID(fmt.Sprint("loses ", ply)), By: game.Actor{Person: g.Player(side)}, Place: g.Place, Unanswered: true,
		}}
	}
	moves := strings.Fields("10-15 21-17 7-10 17-13 3-7 23-19 11-16 26-23 10-14 19x3")
	for i, move := range moves {
		side := g.Turn()
		if i%2 == 1 {
			side = side.Opponent()
		}
		_, err := w.referee.Move(w.ctx, game.MoveRequest{GameRequest: ask(side, i), Text: move})
		must(w.t, err)
	}
	_, err = w.referee.Resign(w.ctx, ask(g.Turn(), len(moves)))
	must(w.t, err)
}
