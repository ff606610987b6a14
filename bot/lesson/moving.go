package lesson

import "doublecorner/game/draughts"

// What is said and shown of moves without capture.

func manMoves(s *stage) []any { return []any{"how", how(s.rules.Man.Moves)} }

func manMoving(s *stage) *Scene {
	k := sketch{pieces: []piece{{vec{}, draughts.WhiteMan}}}
	for _, d := range s.dirs(s.rules.Man.Moves) {
		k.rays = append(k.rays, ray{towards: d})
	}
	return s.show(k)
}

// manGoesBack: what moves forward only may still jump backward.
func manGoesBack(s *stage) []any {
	return []any{"jumps", s.rules.Man.Takes&backward != 0}
}

func manBackward(s *stage) *Scene {
	k := sketch{pieces: []piece{{vec{}, draughts.WhiteMan}}}
	for _, d := range s.dirs(s.rules.Man.Moves) {
		if d.y > 0 {
			k.refused = append(k.refused, refusal{way: []vec{{}, d.times(-1)}, reasons: []draughts.Reason{draughts.NoManBackward}})
		}
	}
	return s.show(k)
}

func kingMoves(s *stage) []any {
	return []any{"range", s.rules.King.Range, "how", how(s.rules.King.Moves)}
}

func kingMoving(s *stage) *Scene {
	k := sketch{pieces: []piece{{vec{}, draughts.WhiteKing}}}
	for _, d := range s.dirs(s.rules.King.Moves) {
		k.rays = append(k.rays, ray{towards: d, far: s.rules.King.Range == draughts.Far})
	}
	return s.show(k)
}

func occupied(s *stage) *Scene {
	var sketches []sketch
	for _, d := range s.dirs(s.rules.Man.Moves) {
		sketches = append(sketches, sketch{
			pieces:  []piece{{vec{}, draughts.WhiteMan}, {d, draughts.WhiteMan}},
			refused: []refusal{{way: []vec{{}, d}, reasons: []draughts.Reason{draughts.TargetOccupied}}},
		})
	}
	return s.show(sketches...)
}

func limitedRun(s *stage) bool { return s.kings() && s.rules.King.RunLimit > 0 }

func runLimit(s *stage) []any { return []any{"n", s.rules.King.RunLimit} }

// tiredKing has made its run: it stands still, and another piece moves.
func tiredKing(s *stage) *Scene {
	d := s.dirs(s.rules.King.Moves)[0]
	forward := s.dirs(s.rules.Man.Moves)[0]
	man := vec{-4, 0}
	return s.show(sketch{
		pieces: []piece{{vec{}, draughts.WhiteKing}, {man, draughts.WhiteMan}}, run: s.rules.King.RunLimit,
		legal:   [][]vec{{man, man.plus(forward)}},
		refused: []refusal{{way: []vec{{}, d}, reasons: []draughts.Reason{draughts.KingRunOver}}},
	})
}
