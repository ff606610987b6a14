package record

import (
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// The bits of the byte after the clock.
const (
	termsRated   = 0x01
	termsStart   = 0x02 // a start follows
	termsColours = 4    // the lowest bit of the colour
)

func (w *writer) terms(t *game.Terms) {
	w.text(t.Clock.String())
	flags := byte(t.Colour) << termsColours
	if t.Rated {
		flags |= termsRated
	}
	regular := t.Start == draughts.Position{}
	if !regular {
		flags |= termsStart
	}
	w.byte(flags)
	if regular {
		return
	}
	s := t.Start.Setup()
	w.byte(byte(s.Turn))
	w.uint(uint64(len(s.Pieces)))
	for _, p := range s.Pieces {
		w.byte(byte(p.Square))
		w.byte(byte(p.Piece))
	}
	for _, run := range s.Runs {
		w.byte(byte(run.King))
		w.uint(uint64(run.Moves))
	}
}

func (r *reader) terms(v *draughts.Variant) game.Terms {
	t := game.Terms{Variant: v}
	var err error
	if t.Clock, err = game.ParseClock(r.text()); err != nil {
		r.fail()
	}
	flags := r.byte()
	t.Rated = flags&termsRated != 0
	t.Colour = game.Colour(flags >> termsColours)
	if flags&termsStart == 0 || r.err != nil {
		return t
	}
	s := draughts.Setup{Turn: draughts.Side(r.byte() & 1), Pieces: make([]draughts.Placed, r.count())}
	for i := range s.Pieces {
		s.Pieces[i] = draughts.Placed{Square: draughts.Square(r.byte()), Piece: draughts.Piece(r.byte())}
	}
	for i := range s.Runs {
		s.Runs[i] = draughts.Run{King: draughts.Square(r.byte()), Moves: int(r.uint() & 0xffff)}
	}
	if t.Start, err = v.Position(s); err != nil {
		r.fail()
	}
	return t
}
