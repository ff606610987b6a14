package lesson

import "doublecorner/game/draughts"

// What is said and shown of captures of several pieces.

func obligatory(s *stage) []any { return []any{"must", s.rules.Capture.Obligatory} }

// twoJumps sketches a man that jumps twice and turns between, where stop is.
func (s *stage) twoJumps() (k sketch, stop vec) {
	ways := s.dirs(s.rules.Man.Takes)
	d := ways[0]
	e, ok := turn(d, ways)
	if !ok {
		e = d
	}
	stop = d.times(2)
	k.pieces = []piece{{vec{}, draughts.WhiteMan}, {d, draughts.BlackMan}, {stop.plus(e), draughts.BlackMan}}
	k.legal = [][]vec{{{}, stop, stop.plus(e.times(2))}}
	return k, stop
}

func jumpOn(s *stage) *Scene {
	k, stop := s.twoJumps()
	if s.rules.Capture.Obligatory {
		k.refused = []refusal{{way: []vec{{}, stop}, jumps: true, reasons: []draughts.Reason{draughts.MustGoOn}}}
	} else {
		k.dots = [][]vec{{{}, stop}}
	}
	return s.show(k)
}

func removal(s *stage) []any { return []any{"removal", s.rules.Capture.Removal} }

// roundAbout has a piece that comes back to where it has taken.
func roundAbout(s *stage) *Scene {
	mover, ways := draughts.WhiteKing, s.dirs(s.rules.King.Takes)
	if !s.kings() {
		mover, ways = draughts.WhiteMan, s.dirs(s.rules.Man.Takes)
	}
	d := ways[0]
	e, ok := turn(d, ways)
	if !ok {
		return nil
	}
	taken := func(squares ...vec) []piece {
		pieces := []piece{{vec{}, mover}}
		for _, v := range squares {
			pieces = append(pieces, piece{v, draughts.BlackMan})
		}
		return pieces
	}
	if s.rules.Capture.Removal == draughts.AtEnd {
		round := []vec{{}, d.times(2), d.times(2).plus(e.times(2)), e.times(2), {}}
		return s.show(sketch{
			pieces: taken(d, d.times(2).plus(e), d.plus(e.times(2)), e),
			legal:  [][]vec{round},
			refused: []refusal{{
				way: append(round[:5:5], d.times(2)), jumps: true, reasons: []draughts.Reason{draughts.JumpedTwice},
			}},
		})
	}
	back := sketch{pieces: taken(d, d.times(-1)), legal: [][]vec{{{}, d.times(2), d.times(-2)}}}
	crossing := sketch{
		pieces: taken(d.times(2), d.times(4).plus(e), d.times(3).plus(e.times(2)), d.times(2).plus(e.times(-1))),
		legal: [][]vec{{
			{}, d.times(4), d.times(4).plus(e.times(2)), d.times(2).plus(e.times(2)), d.times(2).plus(e.times(-2)),
		}},
	}
	return s.show(crossing, back)
}

func choosesLanding(s *stage) bool {
	return s.kings() && s.rules.Capture.Obligatory && s.rules.King.Landing == draughts.Anywhere
}

// landing has a king that can go on from one of two squares behind what it takes.
func landing(s *stage) *Scene {
	ways := s.dirs(s.rules.King.Takes)
	d := ways[0]
	e, ok := turn(d, ways)
	if !ok {
		return nil
	}
	// The second piece stands where only the farther square leads to, next to it or not.
	var sketches []sketch
	for _, n := range []int{2, 1} {
		sketches = append(sketches, sketch{
			pieces: []piece{{vec{}, draughts.WhiteKing}, {d, draughts.BlackMan}, {d.times(3).plus(e.times(n)), draughts.BlackMan}},
			legal:  [][]vec{{{}, d.times(3), d.times(3).plus(e.times(n + 1))}},
			refused: []refusal{{
				way: []vec{{}, d.times(2)}, jumps: true, reasons: []draughts.Reason{draughts.MustLandWhereGoesOn},
			}},
		})
	}
	return s.show(sketches...)
}

// mightTurnBack: where taken pieces stay, they bar the way back anyhow.
func mightTurnBack(s *stage) bool {
	return s.kings() && s.rules.Capture.Removal == draughts.AtOnce
}

func turnsBack(s *stage) []any { return []any{"may", s.rules.King.TurnsBack} }

func straightBack(s *stage) *Scene {
	d := s.dirs(s.rules.King.Takes)[0]
	k := sketch{pieces: []piece{{vec{}, draughts.WhiteKing}, {d, draughts.BlackMan}, {d.times(-1), draughts.BlackMan}}}
	way := []vec{{}, d.times(2), d.times(-2)}
	if s.rules.King.TurnsBack {
		k.legal = [][]vec{way}
	} else {
		k.legal = [][]vec{way[:2]}
		k.refused = []refusal{{way: way, jumps: true, reasons: []draughts.Reason{draughts.NoTurningBack}}}
	}
	return s.show(k)
}
