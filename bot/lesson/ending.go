package lesson

import (
	"slices"

	"doublecorner/game/draughts"
	"doublecorner/render"
)

// addEnding adds the points about how a game is won.
func (c *Chapter) addEnding() {
	if !c.kings() {
		c.add("lesson.ending.king", c.kingMade)
	}
	loserWins := c.rules.Object == draughts.Misere
	c.add("lesson.ending.pieces", c.lastPiece, "wins", loserWins)
	c.add("lesson.ending.blocked", c.blocked, "wins", loserWins)
	c.add("lesson.ending.resign", nil)
	c.add("lesson.ending.time", nil, "unwinnable", len(c.rules.Draws.Unwinnable) > 0)
}

// endsBy returns a function that reports whether the first move ends the game by a rule.
func endsBy(rule draughts.EndRule) func(draughts.Position, []draughts.Move) bool {
	return func(p draughts.Position, legal []draughts.Move) bool {
		end, over := p.Play(legal[0]).Over()
		return over && end.Rule == rule
	}
}

func (f *finder) kingMade() *Diagram {
	var patterns []pattern
	for _, d := range f.dirs(f.rules.Man.Moves) {
		patterns = append(patterns, pattern{
			pieces: white(draughts.WhiteMan, -3*d),
			legal:  []path{{0, d}}, holds: endsBy(draughts.KingMade),
		})
	}
	return f.find(patterns...).captioned("lesson.caption.king")
}

func (f *finder) lastPiece() *Diagram {
	d := f.forwardCapture()
	return f.find(pattern{
		pieces: white(draughts.WhiteMan, d),
		legal:  []path{{0, 2 * d}}, holds: endsBy(draughts.NoPieces),
	}).captioned("lesson.caption.last")
}

// blocked shows a man of Black, who is to move, shut in by as few men as possible.
func (f *finder) blocked() *Diagram {
	var best draughts.Position
	for _, q := range f.anchors {
		p, err := f.v.Position(f.shutIn(q))
		if err != nil || best.Variant() != nil && p.Occupied().Len() >= best.Occupied().Len() {
			continue
		}
		if end, over := p.Over(); over && end.Rule == draughts.NoMoves {
			best = p
		}
	}
	if best.Variant() == nil {
		return nil
	}
	diagram := &Diagram{View: render.View{Position: best}, caption: "lesson.caption.blocked"}
	from := best.Pieces(draughts.Black).List()[0]
	for to := range best.Pieces(draughts.White).All() {
		near := slices.Contains(f.downFrom(from, f.rules.Man.Moves, 1), to)
		if refused := best.WhyNot(from, to); near && refused.Reason == draughts.TargetOccupied {
			squares := []draughts.Square{from, to}
			diagram.refused = append(diagram.refused, attempt{squares, true, refused.Reason})
			diagram.addArrow(render.Refused, squares...)
		}
	}
	return diagram
}

// downFrom returns the squares at a number of steps from a square, as Black sees directions;
// 0 for each that is beside the board.
func (f *finder) downFrom(q draughts.Square, d draughts.Directions, n int) []draughts.Square {
	x, y := f.v.XY(q)
	var squares []draughts.Square
	for _, d := range f.dirs(d) {
		squares = append(squares, f.v.SquareAt(x-n*int(real(d)), y+n*int(imag(d))))
	}
	return squares
}

// shutIn puts a man of Black on a square, and white men on every square that it could move
// or jump to.
func (f *finder) shutIn(q draughts.Square) draughts.Setup {
	white := f.downFrom(q, f.rules.Man.Moves, 1)
	beyond := f.downFrom(q, f.rules.Man.Captures, 2)
	for i, over := range f.downFrom(q, f.rules.Man.Captures, 1) {
		if over != 0 && slices.Contains(white, over) {
			white = append(white, beyond[i])
		}
	}
	slices.Sort(white)
	setup := draughts.Setup{Turn: draughts.Black, Pieces: []draughts.Placed{{Square: q, Piece: draughts.BlackMan}}}
	for _, at := range slices.Compact(white) {
		if at != 0 {
			setup.Pieces = append(setup.Pieces, draughts.Placed{Square: at, Piece: draughts.WhiteMan})
		}
	}
	return setup
}
