package lesson

import "doublecorner/game/draughts"

// addSeveral adds the points about captures of several pieces.
func (c *Chapter) addSeveral() {
	capture, king := c.rules.Capture, c.rules.King
	c.add("lesson.several.on", c.jumpOn, "must", capture.Obligatory)
	c.add("lesson.several.once", c.roundAbout, "removal", capture.Removal)
	if c.kings() {
		c.add("lesson.several.kings", c.twoKings, "man", c.rules.Man.CapturesKings)
	}
	if c.kings() && capture.Obligatory && king.Landing == draughts.Anywhere {
		c.add("lesson.several.land", c.landing)
	}
	// If captured pieces stay on the board until the end, they bar the path back.
	if c.kings() && capture.Removal == draughts.AtOnce {
		c.add("lesson.several.back", c.straightBack, "may", king.TurnsBack)
	}
}

// twoJumps describes a man that jumps twice, and turns on the square stop.
func (f *finder) twoJumps() (k pattern, stop vec) {
	d, e, _ := turn(f.dirs(f.rules.Man.Captures))
	stop = 2 * d
	k.pieces = white(draughts.WhiteMan, d, stop+e)
	k.legal = []path{{0, stop, stop + 2*e}}
	return k, stop
}

// twoKings shows a capture of two kings, by a man if men capture kings.
func (f *finder) twoKings() *Diagram {
	mover, captures := draughts.WhiteMan, f.rules.Man.Captures
	if !f.rules.Man.CapturesKings {
		mover, captures = draughts.WhiteKing, f.rules.King.Captures
	}
	d, e, _ := turn(f.dirs(captures))
	return f.find(pattern{
		pieces: []piece{{0, mover}, {d, draughts.BlackKing}, {2*d + e, draughts.BlackKing}},
		legal:  []path{{0, 2 * d, 2*d + 2*e}},
	})
}

func (f *finder) jumpOn() *Diagram {
	k, stop := f.twoJumps()
	if f.rules.Capture.Obligatory {
		return f.find(k.refuse(path{0, stop}, draughts.MustGoOn))
	}
	k.dots = []path{{0, stop}}
	return f.find(k)
}

// roundAbout shows a piece that comes back to a square it has captured on.
func (f *finder) roundAbout() *Diagram {
	mover, dirs := draughts.WhiteKing, f.dirs(f.rules.King.Captures)
	if !f.kings() {
		mover, dirs = draughts.WhiteMan, f.dirs(f.rules.Man.Captures)
	}
	d, e, ok := turn(dirs)
	if !ok {
		return nil
	}
	if f.rules.Capture.Removal == draughts.AtEnd {
		k := pattern{
			pieces: white(mover, d, 2*d+e, d+2*e, e),
			legal:  []path{{0, 2 * d, 2*d + 2*e, 2 * e, 0}},
		}
		return f.find(k.refuse(path{0, 2 * d, 2*d + 2*e, 2 * e, 0, 2 * d}, draughts.JumpedTwice))
	}
	back := pattern{pieces: white(mover, d, -d), legal: []path{{0, 2 * d, -2 * d}}}
	crossing := pattern{
		pieces: white(mover, 2*d, 4*d+e, 3*d+2*e, 2*d-e),
		legal:  []path{{0, 4 * d, 4*d + 2*e, 2*d + 2*e, 2*d - 2*e}},
	}
	return f.find(crossing, back)
}

// landing shows a king that can jump on from only one of the squares where it can land. The
// second piece can be captured only from the farther square, next to it or not.
func (f *finder) landing() *Diagram {
	d, e, ok := turn(f.dirs(f.rules.King.Captures))
	if !ok {
		return nil
	}
	var patterns []pattern
	for _, n := range []vec{2, 1} {
		k := pattern{
			pieces: white(draughts.WhiteKing, d, 3*d+n*e),
			legal:  []path{{0, 3 * d, 3*d + (n+1)*e}},
		}
		patterns = append(patterns, k.refuse(path{0, 2 * d}, draughts.MustLandWhereGoesOn))
	}
	return f.find(patterns...)
}

func (f *finder) straightBack() *Diagram {
	d := f.dirs(f.rules.King.Captures)[0]
	k := pattern{pieces: white(draughts.WhiteKing, d, -d)}
	if f.rules.King.TurnsBack {
		k.legal = []path{{0, 2 * d, -2 * d}}
		return f.find(k)
	}
	k.legal = []path{{0, 2 * d}}
	return f.find(k.refuse(path{0, 2 * d, -2 * d}, draughts.NoTurningBack))
}
