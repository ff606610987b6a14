package lesson

import "doublecorner/game/draughts"

// These functions make the points about captures of several pieces.

func obligatory(f *finder) []any { return []any{"must", f.rules.Capture.Obligatory} }

// twoJumps describes a man that jumps twice, and turns on the square stop.
func (f *finder) twoJumps() (k pattern, stop vec) {
	d, e, ok := turn(f.dirs(f.rules.Man.Captures))
	if !ok {
		e = d
	}
	stop = d.times(2)
	k.pieces = white(draughts.WhiteMan, d, stop.plus(e))
	k.legal = [][]vec{{{}, stop, stop.plus(e.times(2))}}
	return k, stop
}

func jumpOn(f *finder) *Diagram {
	k, stop := f.twoJumps()
	if f.rules.Capture.Obligatory {
		k.refused = []forbidden{forbidJump([]vec{{}, stop}, draughts.MustGoOn)}
	} else {
		k.dots = [][]vec{{{}, stop}}
	}
	return f.find(k)
}

func removal(f *finder) []any { return []any{"removal", f.rules.Capture.Removal} }

// roundAbout shows a piece that comes back to a square it has captured on.
func roundAbout(f *finder) *Diagram {
	mover, steps := draughts.WhiteKing, f.dirs(f.rules.King.Captures)
	if !f.kings() {
		mover, steps = draughts.WhiteMan, f.dirs(f.rules.Man.Captures)
	}
	d, e, ok := turn(steps)
	if !ok {
		return nil
	}
	if f.rules.Capture.Removal == draughts.AtEnd {
		round := []vec{{}, d.times(2), d.times(2).plus(e.times(2)), e.times(2), {}}
		return f.find(pattern{
			pieces:  white(mover, d, d.times(2).plus(e), d.plus(e.times(2)), e),
			legal:   [][]vec{round},
			refused: []forbidden{forbidJump(append(round[:5:5], d.times(2)), draughts.JumpedTwice)},
		})
	}
	back := pattern{pieces: white(mover, d, d.times(-1)), legal: [][]vec{{{}, d.times(2), d.times(-2)}}}
	crossing := pattern{
		pieces: white(mover, d.times(2), d.times(4).plus(e), d.times(3).plus(e.times(2)), d.times(2).plus(e.times(-1))),
		legal: [][]vec{{
			{}, d.times(4), d.times(4).plus(e.times(2)), d.times(2).plus(e.times(2)), d.times(2).plus(e.times(-2)),
		}},
	}
	return f.find(crossing, back)
}

func choosesLanding(f *finder) bool {
	return f.kings() && f.rules.Capture.Obligatory && f.rules.King.Landing == draughts.Anywhere
}

// landing shows a king that can jump on from only one of the squares where it can land.
func landing(f *finder) *Diagram {
	d, e, ok := turn(f.dirs(f.rules.King.Captures))
	if !ok {
		return nil
	}
	// The second piece can be captured only from the farther square, next to it or not.
	var patterns []pattern
	for _, n := range []int{2, 1} {
		patterns = append(patterns, pattern{
			pieces:  white(draughts.WhiteKing, d, d.times(3).plus(e.times(n))),
			legal:   [][]vec{{{}, d.times(3), d.times(3).plus(e.times(n + 1))}},
			refused: []forbidden{forbidJump([]vec{{}, d.times(2)}, draughts.MustLandWhereGoesOn)},
		})
	}
	return f.find(patterns...)
}

// mightTurnBack reports whether kings could turn back in a capture. If captured pieces stay
// on the board until its end, they bar the path back.
func mightTurnBack(f *finder) bool {
	return f.kings() && f.rules.Capture.Removal == draughts.AtOnce
}

func turnsBack(f *finder) []any { return []any{"may", f.rules.King.TurnsBack} }

func straightBack(f *finder) *Diagram {
	d := f.dirs(f.rules.King.Captures)[0]
	k := pattern{pieces: white(draughts.WhiteKing, d, d.times(-1))}
	path := []vec{{}, d.times(2), d.times(-2)}
	if f.rules.King.TurnsBack {
		k.legal = [][]vec{path}
	} else {
		k.legal = [][]vec{path[:2]}
		k.refused = []forbidden{forbidJump(path, draughts.NoTurningBack)}
	}
	return f.find(k)
}
