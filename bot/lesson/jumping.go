package lesson

import (
	"slices"

	"doublecorner/game/draughts"
)

// addJumping adds the points about jumps.
func (c *Chapter) addJumping() {
	man, king := c.rules.Man, c.rules.King
	c.add("lesson.jumping.how", c.jump)
	c.add("lesson.jumping.man", c.manCapturing, "how", directions(man.Captures), "back", man.Captures&backward != 0)
	if c.straightOnDark() {
		c.add("lesson.jumping.straight", c.straightJump)
	}
	if c.kings() {
		c.add("lesson.jumping.man-over-king", c.jumpedKing, "may", man.CapturesKings)
		c.add("lesson.jumping.king", c.kingCapturing,
			"reach", king.Reach, "landing", king.Landing, "how", directions(king.Captures))
		c.addReading("lesson.jumping.next-to", draughts.KingsNextTo)
	}
	c.add("lesson.jumping.behind", c.twoInLine)
	c.add("lesson.jumping.own", c.ownPiece)
	if c.kings() && king.Captures&backward != 0 {
		c.add("lesson.jumping.guard", c.guarded)
	}
}

// forwardCapture returns the first direction in which men capture.
func (f *finder) forwardCapture() vec { return f.dirs(f.rules.Man.Captures)[0] }

func (f *finder) jump() *Diagram {
	d := f.forwardCapture()
	return f.find(pattern{pieces: white(draughts.WhiteMan, d), legal: []path{{0, 2 * d}}})
}

// manCapturing shows a man among pieces of the opponent.
func (f *finder) manCapturing() *Diagram {
	captures := f.rules.Man.Captures
	if f.straightOnDark() {
		captures &= draughts.Diagonals // straight jumps have a diagram of their own
	}
	all, ahead := f.among(captures), pattern{}
	if captures&^(backward|draughts.Sideways) != 0 {
		ahead = f.among(captures &^ backward)
	}
	return f.find(all, ahead)
}

// among describes a man that can capture in some directions, and cannot in their opposites.
func (f *finder) among(captures draughts.Directions) pattern {
	dirs := f.dirs(captures)
	k := pattern{pieces: white(draughts.WhiteMan, dirs...)}
	for _, d := range dirs {
		k.legal = append(k.legal, path{0, 2 * d})
	}
	for _, d := range dirs {
		if !slices.Contains(dirs, -d) && f.rules.Man.Captures&backward == 0 {
			k.pieces = append(k.pieces, piece{-d, draughts.BlackMan})
			k = k.refuse(path{0, -2 * d}, draughts.NoManJumpBackward)
		}
	}
	return k
}

// straightOnDark reports whether men jump from dark square to dark square along rows or columns.
func (f *finder) straightOnDark() bool {
	return f.onDark() && f.rules.Man.Captures&draughts.Straights != 0
}

func (f *finder) straightJump() *Diagram {
	captures := f.rules.Man.Captures
	return f.find(f.among(captures&draughts.Straights), f.among(captures&draughts.StraightForward))
}

func (f *finder) jumpedKing() *Diagram {
	d := f.forwardCapture()
	k := pattern{pieces: []piece{{0, draughts.WhiteMan}, {d, draughts.BlackKing}}}
	if f.rules.Man.CapturesKings {
		k.legal = []path{{0, 2 * d}}
		return f.find(k)
	}
	return f.find(k.refuse(path{0, 2 * d}, draughts.NoManCapturesKing))
}

// kingCapturing shows how far a king reaches, and where it lands.
func (f *finder) kingCapturing() *Diagram {
	king := f.rules.King
	d, e, _ := turn(f.dirs(king.Captures))
	if king.Reach == draughts.Adjacent {
		return f.find(f.nextTo(d, -e, e), f.nextTo(d, -d, e), f.nextTo(d, -d, -d))
	}
	k := pattern{pieces: white(draughts.WhiteKing, 2*d)}
	if king.Landing == draughts.JustBehind {
		k.legal = []path{{0, 3 * d}}
		return f.find(k.refuse(path{0, 4 * d}, draughts.KingLandsJustBehind))
	}
	near, far := k, k
	near.legal, near.dots = []path{{0, 4 * d}}, []path{{0, 3 * d}}
	far.legal, far.dots = []path{{0, 5 * d}}, []path{{0, 3 * d}, {0, 4 * d}}
	return f.find(far, near)
}

// nextTo describes a king that can capture the pieces next to it in two directions, and not
// a piece two squares away in a third.
func (f *finder) nextTo(d, e, away vec) pattern {
	k := pattern{pieces: white(draughts.WhiteKing, 2*away)}
	for _, d := range []vec{d, e} {
		if d == away {
			continue
		}
		k.pieces = append(k.pieces, piece{d, draughts.BlackMan})
		k.legal = append(k.legal, path{0, 2 * d})
		if f.rules.King.Landing == draughts.Anywhere {
			k.dots = append(k.dots, path{0, 3 * d})
		}
	}
	return k.refuse(path{0, 3 * away}, draughts.KingCapturesAdjacent, draughts.TooFar)
}

func (f *finder) twoInLine() *Diagram {
	d := f.forwardCapture()
	return f.find(pattern{pieces: white(draughts.WhiteMan, d, 2*d)}.refuse(path{0, 2 * d}, draughts.TargetOccupied))
}

// ownPiece shows a man that could jump twice if one of its own side did not stand before it.
func (f *finder) ownPiece() *Diagram {
	k, stop := f.twoJumps()
	k.pieces[1].kind = draughts.WhiteMan
	twice := k.legal[0]
	k.legal = nil
	once := pattern{pieces: k.pieces[:2]}.refuse(path{0, stop}, draughts.OwnPieceJumped)
	return f.find(k.refuse(twice, draughts.OwnPieceJumped), once)
}

// guarded shows a man of White with a king of Black behind it, and a piece before it.
func (f *finder) guarded() *Diagram {
	d := f.dirs(f.rules.King.Captures & backward)[0] // down the board, where White's pieces come from
	k := pattern{
		pieces: []piece{{0, draughts.WhiteMan}, {d, draughts.BlackKing}, {-d, draughts.WhiteMan}},
		turn:   draughts.Black,
	}
	return f.find(k.refuse(path{d, -d}, draughts.TargetOccupied))
}
