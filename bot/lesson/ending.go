package lesson

import (
	"cmp"
	"slices"

	"doublecorner/game/draughts"
	"doublecorner/render"
)

// What is said and shown of how a game is won.

func firstKing(s *stage) bool { return s.rules.Object == draughts.Breakthrough }

// loserWins says what it means to have no move left.
func loserWins(s *stage) []any {
	return []any{"wins", s.rules.Object == draughts.Misere}
}

func hasUnwinnable(s *stage) []any {
	return []any{"unwinnable", len(s.rules.Draws.Unwinnable) > 0}
}

// endsBy tells whether the first move of a scene ends the game by a rule.
func endsBy(rule draughts.EndRule) func(draughts.Position, []draughts.Move) bool {
	return func(p draughts.Position, legal []draughts.Move) bool {
		end, over := p.Play(legal[0]).Over()
		return over && end.Rule == rule
	}
}

func kingMade(s *stage) *Scene {
	var sketches []sketch
	for _, d := range s.dirs(s.rules.Man.Moves) {
		sketches = append(sketches, sketch{
			pieces: []piece{{vec{}, draughts.WhiteMan}, {d.times(-3), draughts.BlackMan}},
			legal:  [][]vec{{{}, d}}, holds: endsBy(draughts.KingMade),
		})
	}
	return s.show(sketches...)
}

func lastPiece(s *stage) *Scene {
	d := s.forwardTake()
	return s.show(sketch{
		pieces: []piece{{vec{}, draughts.WhiteMan}, {d, draughts.BlackMan}},
		legal:  [][]vec{{{}, d.times(2)}}, holds: endsBy(draughts.NoPieces),
	})
}

// blocked has a man of Black's, who is to move, shut in by as few men as will do.
func blocked(s *stage) *Scene {
	if s.blind {
		return nil
	}
	var positions []draughts.Position
	for _, q := range s.anchors {
		p, err := s.v.Position(s.shutIn(q))
		if err != nil {
			continue
		}
		if end, over := p.Over(); over && end.Rule == draughts.NoMoves {
			positions = append(positions, p)
		}
	}
	if len(positions) == 0 {
		return nil
	}
	best := slices.MinFunc(positions, func(a, b draughts.Position) int {
		return cmp.Compare(a.Occupied().Len(), b.Occupied().Len())
	})
	scene := &Scene{View: render.View{Position: best}}
	for from := range best.Pieces(draughts.Black).All() {
		for to := range best.Pieces(draughts.White).All() {
			if refused := best.WhyNot(from, to); refused.Reason == draughts.TargetOccupied && s.near(from, to) {
				way := []draughts.Square{from, to}
				scene.Refused = append(scene.Refused, Attempt{Way: way, Reason: refused.Reason})
				scene.point(way, render.Refused)
			}
		}
	}
	return scene
}

// near tells whether a man of Black's could go from one square to the other if that
// were empty.
func (s *stage) near(from, to draughts.Square) bool {
	x, y := s.v.XY(from)
	for _, d := range s.dirs(s.rules.Man.Moves) {
		if s.v.SquareAt(x-d.x, y+d.y) == to {
			return true
		}
	}
	return false
}

// shutIn puts a man of Black's on a square, and white men on every square it could go
// to, and behind them.
func (s *stage) shutIn(q draughts.Square) draughts.Setup {
	x, y := s.v.XY(q)
	white := map[draughts.Square]bool{}
	square := func(d vec, n int) draughts.Square { return s.v.SquareAt(x-n*d.x, y+n*d.y) } // Black moves down
	for _, d := range s.dirs(s.rules.Man.Moves) {
		if at := square(d, 1); at != 0 {
			white[at] = true
		}
	}
	for _, d := range s.dirs(s.rules.Man.Takes) {
		if at := square(d, 2); at != 0 && white[square(d, 1)] {
			white[at] = true
		}
	}
	setup := draughts.Setup{Turn: draughts.Black, Pieces: []draughts.Placed{{Square: q, Piece: draughts.BlackMan}}}
	for at := range white {
		setup.Pieces = append(setup.Pieces, draughts.Placed{Square: at, Piece: draughts.WhiteMan})
	}
	return setup
}
