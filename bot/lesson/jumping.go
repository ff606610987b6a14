package lesson

import "doublecorner/game/draughts"

// These functions make the points about jumps.

const backward = draughts.DiagonalBackward | draughts.StraightBackward

// forwardCapture returns the first direction in which men capture.
func (f *finder) forwardCapture() vec { return f.dirs(f.rules.Man.Captures)[0] }

func jump(f *finder) *Diagram {
	d := f.forwardCapture()
	return f.find(pattern{
		pieces: white(draughts.WhiteMan, d),
		legal:  [][]vec{{{}, d.times(2)}},
	})
}

func manCaptures(f *finder) []any {
	return []any{"how", directions(f.rules.Man.Captures), "back", f.rules.Man.Captures&backward != 0}
}

// manCapturing shows a man among pieces of the opponent.
func manCapturing(f *finder) *Diagram {
	takes := f.rules.Man.Captures
	if straightOnDark(f) {
		takes &= draughts.Diagonals // straight jumps have a diagram of their own
	}
	all, ahead := f.among(takes), pattern{}
	for _, d := range f.dirs(takes) {
		if d.y > 0 {
			ahead = f.among(takes &^ backward)
		}
	}
	return f.find(all, ahead)
}

// among describes a man that can capture in some directions, and cannot in their opposites.
func (f *finder) among(takes draughts.Directions) pattern {
	k := pattern{pieces: white(draughts.WhiteMan)}
	can := map[vec]bool{}
	for _, d := range f.dirs(takes) {
		can[d] = true
		k.pieces = append(k.pieces, piece{d, draughts.BlackMan})
		k.legal = append(k.legal, []vec{{}, d.times(2)})
	}
	for _, d := range f.dirs(takes) {
		d = d.times(-1)
		if can[d] || f.rules.Man.Captures&backward != 0 {
			continue
		}
		k.pieces = append(k.pieces, piece{d, draughts.BlackMan})
		k.refused = append(k.refused, forbidJump([]vec{{}, d.times(2)}, draughts.NoManJumpBackward))
	}
	return k
}

func straightOnDark(f *finder) bool {
	return onDark(f) && f.rules.Man.Captures&draughts.Straights != 0
}

func straightJump(f *finder) *Diagram {
	return f.find(f.among(f.rules.Man.Captures&draughts.Straights), f.among(f.rules.Man.Captures&draughts.StraightForward))
}

func manOverKing(f *finder) []any { return []any{"may", f.rules.Man.CapturesKings} }

func jumpedKing(f *finder) *Diagram {
	d := f.forwardCapture()
	k := pattern{pieces: []piece{{vec{}, draughts.WhiteMan}, {d, draughts.BlackKing}}}
	path := []vec{{}, d.times(2)}
	if f.rules.Man.CapturesKings {
		k.legal = [][]vec{path}
	} else {
		k.refused = []forbidden{forbidJump(path, draughts.NoManTakesKing)}
	}
	return f.find(k)
}

func kingCaptures(f *finder) []any {
	king := f.rules.King
	return []any{"reach", king.Reach, "landing", king.Landing, "how", directions(king.Captures)}
}

// kingCapturing shows how far a king reaches, and where it lands.
func kingCapturing(f *finder) *Diagram {
	king := f.rules.King
	d, e, _ := turn(f.dirs(king.Captures))
	if king.Reach == draughts.Adjacent {
		return f.find(f.nextTo(d, e.times(-1), e), f.nextTo(d, d.times(-1), e), f.nextTo(d, d.times(-1), d.times(-1)))
	}
	k := pattern{pieces: white(draughts.WhiteKing, d.times(2))}
	if king.Landing == draughts.Anywhere {
		near := k
		near.legal, near.dots = [][]vec{{{}, d.times(4)}}, [][]vec{{{}, d.times(3)}}
		far := near
		far.legal = [][]vec{{{}, d.times(5)}}
		far.dots = [][]vec{{{}, d.times(3)}, {{}, d.times(4)}}
		return f.find(far, near)
	}
	k.legal = [][]vec{{{}, d.times(3)}}
	k.refused = []forbidden{forbidJump([]vec{{}, d.times(4)}, draughts.KingLandsJustBehind)}
	return f.find(k)
}

// nextTo describes a king that can capture the pieces next to it in two directions, and not
// a piece two squares away in a third.
func (f *finder) nextTo(d, e, away vec) pattern {
	k := pattern{pieces: white(draughts.WhiteKing, away.times(2))}
	for _, d := range []vec{d, e} {
		if d == away || d == (vec{}) {
			continue
		}
		k.pieces = append(k.pieces, piece{d, draughts.BlackMan})
		k.legal = append(k.legal, []vec{{}, d.times(2)})
		if f.rules.King.Landing == draughts.Anywhere {
			k.dots = append(k.dots, []vec{{}, d.times(3)})
		}
	}
	k.refused = []forbidden{forbidJump([]vec{{}, away.times(3)}, draughts.KingTakesAdjacent, draughts.TooFar)}
	return k
}

func twoInLine(f *finder) *Diagram {
	d := f.forwardCapture()
	return f.find(pattern{
		pieces:  white(draughts.WhiteMan, d, d.times(2)),
		refused: []forbidden{forbidJump([]vec{{}, d.times(2)}, draughts.TargetOccupied)},
	})
}

func ownPiece(f *finder) *Diagram {
	d := f.forwardCapture()
	return f.find(pattern{
		pieces:  []piece{{vec{}, draughts.WhiteMan}, {d, draughts.WhiteMan}},
		refused: []forbidden{forbidJump([]vec{{}, d.times(2)}, draughts.OwnPieceJumped)},
	})
}
