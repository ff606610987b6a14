package render

import (
	"cmp"
	"context"
	"io"
	"slices"
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
	pauseDelay   = 500
)

// After returns the view of a game after a number of its moves. It looks like another view, whose Position,
// Last, Marks and Arrows are ignored. The result is shown at the end, captured pieces are counted,
// and the number of the move is added to the note. All views of a game have the same size.
func After(h *draughts.History, ply int, like View) View {
	v := like
	v.Position, v.Last, v.Marks, v.Arrows = h.At(ply), Step{}, nil, nil
	if ply > 0 {
		v.Last = Step{h.At(ply - 1), h.Moves()[ply-1]}
	}
	v.Bars = barsAfter(like.Bars, h, ply)
	return v
}

// Pause is where a replay pauses, and what it shows there.
type Pause struct {
	Ply    int // moves before it
	Arrows []Arrow
}

// Replay writes a whole game as an animated GIF picture: one frame for the start and one for
// each move, as [After] has them. Before some moves it pauses on a frame with arrows. Progress is called
// after every move unless it is nil. The error is a [ViewError], or comes from w or the context.
func Replay(ctx context.Context, w io.Writer, h *draughts.History, like View, pauses []Pause, progress func(done, total int)) error {
	like.Position = h.Start()
	like.Size = cmp.Or(like.Size, defaultReplaySize)
	if err := like.check(); err != nil {
		return err
	}
	out := gifWriter{to: w}
	for ply := range h.Len() + 1 {
		if err := ctx.Err(); err != nil {
			return err
		}
		v := After(h, ply, like)
		delay := firstDelay
		if m := v.Last.Move; !m.IsZero() {
			delay = moveDelay
			if m.IsCapture() {
				delay = captureDelay + 20*m.Captured().Len()
			}
		}
		if ply == h.Len() {
			delay = lastDelay
		}
		if err := out.frame(v.draw(), delay); err != nil {
			return err
		}
		if i := slices.IndexFunc(pauses, func(p Pause) bool { return p.Ply == ply }); i >= 0 {
			v.Last, v.Arrows = Step{}, pauses[i].Arrows
			if err := out.frame(v.draw(), pauseDelay); err != nil {
				return err
			}
		}
		if progress != nil {
			progress(ply+1, h.Len()+1)
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
		b.Players[s].Clock, b.Players[s].Low = "", false
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
