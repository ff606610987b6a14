package lesson

import (
	"cmp"
	"slices"

	"doublecorner/game/draughts"
	"doublecorner/render"
)

// These functions make the points about how a game is won.

func firstKing(f *finder) bool { return f.rules.Object == draughts.Breakthrough }

// loserWins says whether a player without a move wins.
func loserWins(f *finder) []any {
	return []any{"wins", f.rules.Object == draughts.Misere}
}

func hasUnwinnable(f *finder) []any {
	return []any{"unwinnable", len(f.rules.Draws.Unwinnable) > 0}
}

// endsBy returns a function that reports whether the first move ends the game by a rule.
func endsBy(rule draughts.EndRule) func(draughts.Position, []draughts.Move) bool {
	return func(p draughts.Position, legal []draughts.Move) bool {
		end, over := p.Play(legal[0]).Over()
		return over && end.Rule == rule
	}
}

func kingMade(f *finder) *Diagram {
	var patterns []pattern
	for _, d := range f.dirs(f.rules.Man.Moves) {
		patterns = append(patterns, pattern{
			pieces: white(draughts.WhiteMan, d.times(-3)),
			legal:  [][]vec{{{}, d}}, holds: endsBy(draughts.KingMade),
		})
	}
	return f.find(patterns...)
}

func lastPiece(f *finder) *Diagram {
	d := f.forwardCapture()
	return f.find(pattern{
		pieces: white(draughts.WhiteMan, d),
		legal:  [][]vec{{{}, d.times(2)}}, holds: endsBy(draughts.NoPieces),
	})
}

// blocked shows a man of Black, who is to move, shut in by as few men as possible.
func blocked(f *finder) *Diagram {
	var positions []draughts.Position
	for _, q := range f.anchors {
		p, err := f.v.Position(f.shutIn(q))
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
	diagram := &Diagram{View: render.View{Position: best}}
	for from := range best.Pieces(draughts.Black).All() {
		for to := range best.Pieces(draughts.White).All() {
			if refused := best.WhyNot(from, to); refused.Reason == draughts.TargetOccupied && f.near(from, to) {
				path := []draughts.Square{from, to}
				diagram.refused = append(diagram.refused, attempt{path: path, reason: refused.Reason})
				diagram.addArrow(path, render.Refused)
			}
		}
	}
	return diagram
}

// near reports whether a man of Black could move from one square to the other if that were
// empty.
func (f *finder) near(from, to draughts.Square) bool {
	x, y := f.v.XY(from)
	for _, d := range f.dirs(f.rules.Man.Moves) {
		if f.v.SquareAt(x-d.x, y+d.y) == to {
			return true
		}
	}
	return false
}

// shutIn puts a man of Black on a square, and white men on every square that it could move
// or jump to.
func (f *finder) shutIn(q draughts.Square) draughts.Setup {
	x, y := f.v.XY(q)
	white := map[draughts.Square]bool{}
	square := func(d vec, n int) draughts.Square { return f.v.SquareAt(x-n*d.x, y+n*d.y) } // Black moves down
	for _, d := range f.dirs(f.rules.Man.Moves) {
		if at := square(d, 1); at != 0 {
			white[at] = true
		}
	}
	for _, d := range f.dirs(f.rules.Man.Captures) {
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
