package lesson

import "doublecorner/game/draughts"

// What is said and shown of jumps.

const backward = draughts.DiagonalBackward | draughts.StraightBackward

// forwardTake is the direction in which men take that is shown first.
func (s *stage) forwardTake() vec { return s.dirs(s.rules.Man.Takes)[0] }

func jump(s *stage) *Scene {
	d := s.forwardTake()
	return s.show(sketch{
		pieces: []piece{{vec{}, draughts.WhiteMan}, {d, draughts.BlackMan}},
		legal:  [][]vec{{{}, d.times(2)}},
	})
}

func manTakes(s *stage) []any {
	return []any{"how", how(s.rules.Man.Takes), "back", s.rules.Man.Takes&backward != 0}
}

// manTaking has a man among pieces of the other side.
func manTaking(s *stage) *Scene {
	takes := s.rules.Man.Takes
	if straightOnDark(s) {
		takes &= draughts.Diagonals // the others have a scene of their own
	}
	all, ahead := s.among(takes), sketch{}
	for _, d := range s.dirs(takes) {
		if d.y > 0 {
			ahead = s.among(takes &^ backward)
		}
	}
	return s.show(all, ahead)
}

// among sketches a man that can take in some directions, and cannot in their opposites.
func (s *stage) among(takes draughts.Directions) sketch {
	k := sketch{pieces: []piece{{vec{}, draughts.WhiteMan}}}
	can := map[vec]bool{}
	for _, d := range s.dirs(takes) {
		can[d] = true
		k.pieces = append(k.pieces, piece{d, draughts.BlackMan})
		k.legal = append(k.legal, []vec{{}, d.times(2)})
	}
	for _, d := range s.dirs(takes) {
		d = d.times(-1)
		if can[d] || s.rules.Man.Takes&backward != 0 {
			continue
		}
		k.pieces = append(k.pieces, piece{d, draughts.BlackMan})
		k.refused = append(k.refused, refusal{way: []vec{{}, d.times(2)}, jumps: true, reasons: []draughts.Reason{draughts.NoManJumpBackward}})
	}
	return k
}

func straightOnDark(s *stage) bool {
	return onDark(s) && s.rules.Man.Takes&draughts.Straights != 0
}

func straightJump(s *stage) *Scene {
	return s.show(s.among(s.rules.Man.Takes&draughts.Straights), s.among(s.rules.Man.Takes&draughts.StraightForward))
}

func manOverKing(s *stage) []any { return []any{"may", s.rules.Man.TakesKings} }

func jumpedKing(s *stage) *Scene {
	d := s.forwardTake()
	k := sketch{pieces: []piece{{vec{}, draughts.WhiteMan}, {d, draughts.BlackKing}}}
	way := []vec{{}, d.times(2)}
	if s.rules.Man.TakesKings {
		k.legal = [][]vec{way}
	} else {
		k.refused = []refusal{{way: way, jumps: true, reasons: []draughts.Reason{draughts.NoManTakesKing}}}
	}
	return s.show(k)
}

func kingTakes(s *stage) []any {
	king := s.rules.King
	return []any{"reach", king.Reach, "landing", king.Landing, "how", how(king.Takes)}
}

// kingTaking shows how far a king reaches, and where it comes down.
func kingTaking(s *stage) *Scene {
	king := s.rules.King
	ways := s.dirs(king.Takes)
	d := ways[0]
	e, _ := turn(d, ways)
	if king.Reach == draughts.Adjacent {
		return s.show(s.nextTo(d, e.times(-1), e), s.nextTo(d, d.times(-1), e), s.nextTo(d, d.times(-1), d.times(-1)))
	}
	k := sketch{pieces: []piece{{vec{}, draughts.WhiteKing}, {d.times(2), draughts.BlackMan}}}
	if king.Landing == draughts.Anywhere {
		near := k
		near.legal, near.dots = [][]vec{{{}, d.times(4)}}, [][]vec{{{}, d.times(3)}}
		far := near
		far.legal = [][]vec{{{}, d.times(5)}}
		far.dots = [][]vec{{{}, d.times(3)}, {{}, d.times(4)}}
		return s.show(far, near)
	}
	k.legal = [][]vec{{{}, d.times(3)}}
	k.refused = []refusal{{way: []vec{{}, d.times(4)}, jumps: true, reasons: []draughts.Reason{draughts.KingLandsJustBehind}}}
	return s.show(k)
}

// nextTo sketches a king that takes what stands next to it in two directions, and not
// what stands a little farther away in a third.
func (s *stage) nextTo(d, e, away vec) sketch {
	k := sketch{pieces: []piece{{vec{}, draughts.WhiteKing}, {away.times(2), draughts.BlackMan}}}
	for _, d := range []vec{d, e} {
		if d == away || d == (vec{}) {
			continue
		}
		k.pieces = append(k.pieces, piece{d, draughts.BlackMan})
		k.legal = append(k.legal, []vec{{}, d.times(2)})
		if s.rules.King.Landing == draughts.Anywhere {
			k.dots = append(k.dots, []vec{{}, d.times(3)})
		}
	}
	k.refused = []refusal{{
		way: []vec{{}, away.times(3)}, jumps: true,
		reasons: []draughts.Reason{draughts.KingTakesAdjacent, draughts.TooFar},
	}}
	return k
}

func twoInLine(s *stage) *Scene {
	d := s.forwardTake()
	return s.show(sketch{
		pieces:  []piece{{vec{}, draughts.WhiteMan}, {d, draughts.BlackMan}, {d.times(2), draughts.BlackMan}},
		refused: []refusal{{way: []vec{{}, d.times(2)}, jumps: true, reasons: []draughts.Reason{draughts.TargetOccupied}}},
	})
}

func ownPiece(s *stage) *Scene {
	d := s.forwardTake()
	return s.show(sketch{
		pieces:  []piece{{vec{}, draughts.WhiteMan}, {d, draughts.WhiteMan}},
		refused: []refusal{{way: []vec{{}, d.times(2)}, jumps: true, reasons: []draughts.Reason{draughts.OwnPieceJumped}}},
	})
}
