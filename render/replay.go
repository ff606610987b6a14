package render

import (
	"io"
	"strconv"

	"doublecorner/game/draughts"
)

// defaultReplaySize is the width of a replay whose view has no size.
const defaultReplaySize = 480

// How long the pictures of a replay are shown, in hundredths of a second.
const (
	firstDelay   = 150
	moveDelay    = 100
	captureDelay = 140 // and a little longer for each captured piece
	lastDelay    = 600
)

// Replay writes a whole game as an animated GIF picture: one frame for the start and one for
// each move. It looks like the view, whose Position, Last, Preview, Marks and Arrows are
// ignored. The result is shown at the end, captured pieces are counted, and the number of
// the move is added to the note. Progress is called after every frame unless it is nil. The
// error is a ViewError or comes from w.
func Replay(w io.Writer, h *draughts.History, like View, progress func(done, total int)) error {
	if h == nil {
		return &ViewError{"game", "is missing"}
	}
	v := like
	v.Last, v.Preview, v.Marks, v.Arrows = Step{}, draughts.Move{}, nil, nil
	v.Position = h.Start()
	v.footerKept = like.Bars != nil && like.Bars.Result != nil
	if v.Size == 0 {
		v.Size = defaultReplaySize
	}
	if err := v.check(); err != nil {
		return err
	}
	out := gifWriter{to: w}
	moves := h.Moves()
	for ply := range len(moves) + 1 {
		v.Position = h.At(ply)
		delay := firstDelay
		if ply > 0 {
			m := moves[ply-1]
			v.Last = Step{h.At(ply - 1), m}
			delay = moveDelay
			if m.IsCapture() {
				delay = captureDelay + 20*m.Captured().Len()
			}
		}
		if ply == len(moves) {
			delay = lastDelay
		}
		v.Bars = barsAfter(like.Bars, h, ply)
		if err := out.frame(v.draw(), delay); err != nil {
			return err
		}
		if progress != nil {
			progress(ply+1, len(moves)+1)
		}
	}
	return out.close()
}

// barsAfter returns the bars of a game after a number of plies.
func barsAfter(like *Bars, h *draughts.History, ply int) *Bars {
	if like == nil {
		return nil
	}
	b := *like
	if ply < h.Len() {
		b.Result = nil
	}
	for _, s := range draughts.Sides {
		b.Players[s].Clock = ""
		b.Players[s].Captured = h.Start().Pieces(s.Opponent()).Len() - h.At(ply).Pieces(s.Opponent()).Len()
	}
	if ply > 0 {
		if b.Note != "" {
			b.Note += " · "
		}
		b.Note += strconv.Itoa((ply + 1) / 2)
	}
	return &b
}
