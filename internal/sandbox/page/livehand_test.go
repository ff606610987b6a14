//go:build browser

package page_test

import (
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// american opens the boards of a game of American checkers from a position.
func (h *hall) american(t *testing.T, pair [2]*window, fen string) {
	t.Helper()
	v, err := draughts.Builtin("american")
	must(t, err)
	start := v.Start()
	if fen != "" {
		start, err = pdn.ParseFEN(v, fen)
		must(t, err)
	}
	who := h.couple()
	h.seats(pair, who, h.begins(t, who, v, start))
}

// On a phone a piece that a finger only brushed over is not moved before the player says so, and two fingers move none.
func TestLiveFinger(t *testing.T) {
	browser := chromium(t)
	h := newHall(t)
	pair := [2]*window{empty(t, browser, "first", phone), empty(t, browser, "second", phone)}
	h.american(t, pair, "")
	p, other := pair[0], pair[1]
	at := p.squares()
	flick := func() { p.draws(at[11], at[15], 60*time.Millisecond) }

	flick()
	p.until("it asks", named(".below", "Play 11-15"))
	p.shoot("asks")
	p.clicks(".below", "Go back")
	p.until("it asks no more", `!`+named(".below", "Play 11-15"))
	flick()
	p.until("it asks again", named(".below", "Play 11-15"))
	touches := func(kind input.DispatchTouchEventType, points ...point) {
		e := input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{}}
		for i, at := range points {
			e.TouchPoints = append(e.TouchPoints, &input.TouchPoint{X: at.X, Y: at.Y, ID: new(float64(i))})
		}
		call(p, input.DispatchTouchEvent, e)
	}
	touches("touchStart", at[15]) // its square once more plays it
	touches("touchEnd")
	other.reads("played 11-15")

	second := other.squares()
	other.draws(second[24], second[20], time.Second)
	p.reads("played 24-20")
	touches("touchStart", at[8])
	touches("touchStart", at[8], at[1])
	touches("touchMove", at[11], at[1])
	touches("touchEnd")
	p.until("no move was made", `document.querySelectorAll('.list li').length === 2 && document.title.startsWith('●')`)
}

// A half capture is taken back by Escape, by a button, and by the square from which it came.
func TestLiveHalf(t *testing.T) {
	browser := chromium(t)
	h := newHall(t)
	pair := [2]*window{empty(t, browser, "first", wide), empty(t, browser, "second", phone)}
	h.american(t, pair, "B:W10,18,19,26,27:B7,1") // 7x14, then to 23 and on to 30, or to 32
	p := pair[0]
	at := p.squares()
	isHalf := func(is bool) {
		t.Helper()
		p.until("the capture is half done", named(".below", "Go back")+map[bool]string{true: ``, false: ` === undefined`}[is])
	}
	jumps := func() {
		t.Helper()
		p.slides(at[7], at[14])
		isHalf(true)
	}
	jumps()
	p.shoot("half")
	p.presses(kb.Escape)
	isHalf(false)
	jumps()
	p.clicks(".below", "Go back")
	isHalf(false)
	jumps()
	p.do(chromedp.MouseClickXY(at[7].X, at[7].Y))
	isHalf(false)
	jumps()
	p.slides(at[14], at[23])
	p.slides(at[23], at[30])
	pair[1].reads("played 7x14x23x30")
	pair[1].shoot("captured")
	pair[1].until("the captured pieces are shown", `[...document.querySelectorAll('.taken')].some((one) => one.children.length === 3)`)
}

// While the opponent is to move, a move of theirs and the answer to it make a conditional move, which only the player sees.
func TestLiveGuess(t *testing.T) {
	browser := chromium(t)
	h := newHall(t)
	pair := [2]*window{empty(t, browser, "first", wide), empty(t, browser, "second", phone)}
	h.american(t, pair, "")
	mover, p := pair[0], pair[1]
	at := p.squares()
	guess := func() {
		t.Helper()
		p.draws(at[11], at[15], time.Second)
		p.reads("Your answer to 11-15")
		p.draws(at[24], at[20], time.Second)
		p.reads("If 11-15, then 24-20")
	}
	guess()
	p.shoot("guess")
	p.clicks(".plans", "Withdraw one")
	p.until("it is withdrawn", `!document.querySelector('.plans li')`)
	guess()
	p.clicks(".below", "Conditional moves")
	p.reads("If your opponent plays")
	p.clicks(".below", "Go back")
	if mover.text(); value[bool](mover, `document.querySelector('.plans li') !== null`) {
		t.Error("the opponent sees the conditional move")
	}
	first := mover.squares()
	mover.slides(first[11], first[15])
	mover.reads("played 24-20")
	mover.until("it is lit what can move", `document.querySelector('.may')`)
	p.reads("played 11-15")
}
