package render

import (
	"io"
	"strconv"

	"doublecorner/game/draughts"
)

// DefaultReplaySize is how wide a replay is if nothing is said.
const DefaultReplaySize = 480

// How long the pictures of a replay stand, in hundredths of a second.
const (
	firstStands   = 150
	moveStands    = 100
	captureStands = 140 // for each square a capture comes down on, a little more
	lastStands    = 600
)

// Replay writes a whole game as an animated GIF picture: one frame for the start and
// one for each move. The look is that of a view, of which Position, Last, Preview,
// Marks and Arrows do not matter; its result is shown at the end, its players' taken
// pieces are counted, and the number of the move is added to its note. Progress, if
// there is one, is called after every frame. The error is a ViewError or comes from w.
func Replay(w io.Writer, h *draughts.History, like View, progress func(done, total int)) error {
	if h == nil {
		return &ViewError{"game", "is missing"}
	}
	v := like
	v.Last, v.Preview, v.Marks, v.Arrows = Step{}, draughts.Move{}, nil, nil
	v.Position = h.Start()
	v.strip = like.Bars != nil && like.Bars.Result != nil
	if v.Size == 0 {
		v.Size = DefaultReplaySize
	}
	if err := v.check(); err != nil {
		return err
	}
	now, before := takeScratch(), takeScratch()
	defer func() {
		now.giveBack()
		before.giveBack()
	}()
	var out *gifWriter
	moves := h.Moves()
	for ply := range len(moves) + 1 {
		v.Position = h.At(ply)
		stands := firstStands
		if ply > 0 {
			m := moves[ply-1]
			v.Last = Step{h.At(ply - 1), m}
			stands = moveStands
			if m.IsCapture() {
				stands = captureStands + 20*m.Taken().Len()
			}
		}
		if ply == len(moves) {
			stands = lastStands
		}
		v.Bars = tell(like.Bars, h, ply)
		layout := v.draw(now)
		if ply == 0 {
			out = newGIFWriter(w, layout.width, layout.height, now.c.palette)
			before.canvas(layout.width, layout.height, layout.cell, now.c.palette)
			for i := range before.c.pix {
				before.c.pix[i] = asBefore
			}
		}
		out.frame(&now.c, &before.c, stands)
		if out.err != nil {
			return out.err
		}
		now, before = before, now
		if progress != nil {
			progress(ply+1, len(moves)+1)
		}
	}
	return out.close()
}

// tell returns what is told about a game after a number of moves.
func tell(like *Bars, h *draughts.History, ply int) *Bars {
	if like == nil {
		return nil
	}
	b := *like
	if ply < h.Len() {
		b.Result = nil
	}
	for _, s := range draughts.Sides {
		b.Players[s].Clock = ""
		b.Players[s].Taken = h.Start().Pieces(s.Opponent()).Len() - h.At(ply).Pieces(s.Opponent()).Len()
	}
	if ply > 0 {
		if b.Note != "" {
			b.Note += " · "
		}
		b.Note += strconv.Itoa((ply + 1) / 2)
	}
	return &b
}
