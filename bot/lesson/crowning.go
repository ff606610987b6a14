package lesson

import "doublecorner/game/draughts"

// What is said and shown of crowning.

func kingWins(s *stage) []any { return []any{"wins", !s.kings()} }

func crowned(s *stage) *Scene {
	var sketches []sketch
	for _, d := range s.dirs(s.rules.Man.Moves) {
		if d.y > 0 {
			sketches = append(sketches, sketch{
				pieces: []piece{{vec{}, draughts.WhiteMan}}, legal: [][]vec{{{}, d}}, holds: crowns,
			})
		}
	}
	return s.show(sketches...)
}

func crowns(_ draughts.Position, legal []draughts.Move) bool { return legal[0].Crowns() }

// goesOnAfterCrowning: where the first king ends the game, it matters only whether a man
// that jumps on becomes one.
func goesOnAfterCrowning(s *stage) bool { return s.kings() || s.rules.Man.Crowning == draughts.Passes }

func crowning(s *stage) []any { return []any{"crowning", s.rules.Man.Crowning} }

// crownedJumping has a man that reaches the last row by a jump, from where a king at
// least could go on.
func crownedJumping(s *stage) *Scene {
	ways := s.rules.King.Takes
	if s.rules.Man.Crowning == draughts.Passes {
		ways = s.rules.Man.Takes
	}
	var sketches []sketch
	for _, d := range s.dirs(s.rules.Man.Takes) {
		if d.y <= 0 {
			continue
		}
		for _, e := range s.dirs(ways) {
			if e.y > 0 || e.isAlong(d) {
				continue
			}
			row := d.times(2)
			for _, n := range []int{2, 1} { // far away, where only a king reaches
				k := sketch{pieces: []piece{{vec{}, draughts.WhiteMan}, {d, draughts.BlackMan}, {row.plus(e.times(n)), draughts.BlackMan}}}
				way := []vec{{}, row, row.plus(e.times(n + 1))}
				switch s.rules.Man.Crowning {
				case draughts.EndsMove:
					k.legal, k.holds = [][]vec{way[:2]}, crowns
					k.refused = []refusal{{way: way, jumps: true, reasons: []draughts.Reason{draughts.CrownedSoEnded}}}
				case draughts.GoesOn:
					k.legal, k.holds = [][]vec{way}, crowns
				case draughts.Passes: // it may still end on that row, going sideways
					k.legal = [][]vec{way}
					k.holds = func(p draughts.Position, legal []draughts.Move) bool {
						_, y := p.Variant().XY(p.Way(legal[0])[1])
						return y == 0
					}
				}
				sketches = append(sketches, k)
			}
		}
	}
	// Where nothing could go on from there, crowning ends a capture in any case.
	for _, d := range s.dirs(s.rules.Man.Takes) {
		sketches = append(sketches, sketch{
			pieces: []piece{{vec{}, draughts.WhiteMan}, {d, draughts.BlackMan}}, legal: [][]vec{{{}, d.times(2)}}, holds: crowns,
		})
	}
	return s.show(sketches...)
}
