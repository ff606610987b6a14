package lesson

import (
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// addBoard adds the points about the board.
func (c *Chapter) addBoard() {
	b := c.rules.Board
	c.add("lesson.board.size", c.allPlayable, "size", b.Size, "playable", b.Playable, "n", c.v.Squares())
	if c.onDark() {
		c.add("lesson.board.corner", c.corners, "corner", b.Corner)
		c.addElsewhere("lesson.board.elsewhere", draughts.OtherCorner, "corner", b.Corner)
		c.add("lesson.board.diagonal", c.longDiagonal, "corner", b.Corner)
	}
	if c.likeAmerican() {
		c.add("lesson.board.colors", nil)
	}
}

// likeAmerican reports whether the board is that of American checkers, about whose look there is more
// to say.
func (f *finder) likeAmerican() bool {
	b := f.rules.Board
	return b.Size == 8 && f.onDark() && b.Corner == draughts.Left && b.Notation == draughts.Numbers
}

func (f *finder) allPlayable() *Diagram { return f.find(pattern{}) }

// corners marks the single corner and the double corner that White has.
func (f *finder) corners() *Diagram {
	diagram := f.allPlayable()
	if diagram == nil {
		return nil
	}
	last := f.rules.Board.Size - 1
	for _, at := range [][2]int{{0, last}, {1, last}, {0, last - 1}, {last, last}, {last - 1, last}, {last, last - 1}} {
		if q := f.v.SquareAt(at[0], at[1]); q != 0 {
			diagram.addMark(q, render.Goal)
		}
	}
	return diagram
}

// longDiagonal marks the long diagonal.
func (f *finder) longDiagonal() *Diagram {
	diagram := f.allPlayable()
	for q := range f.v.LongDiagonal().All() {
		diagram.addMark(q, render.Goal)
	}
	return diagram
}

// addSetup adds the points about the pieces, and how they stand at the beginning.
func (c *Chapter) addSetup() {
	b, start := c.rules.Board, c.v.Start()
	diagram := func() *Diagram { return &Diagram{View: render.View{Position: start}} }
	c.add("lesson.setup.men", diagram, "n", start.Pieces(draughts.White).Len(), "rows", b.Rows, "gap", b.Gap)
	c.add("lesson.setup.pieces", c.bothColors)
	if c.likeAmerican() {
		c.add("lesson.setup.books", nil)
	}
}

// bothColors shows a man of each side.
func (f *finder) bothColors() *Diagram {
	return f.find(pattern{pieces: []piece{{0, draughts.WhiteMan}, {4, draughts.BlackMan}}})
}

// addStart adds the points about who begins, with the pieces marked that can move first.
func (c *Chapter) addStart() {
	diagram := func() *Diagram { return &Diagram{View: render.View{Position: c.v.Start(), Hints: true}} }
	c.add("lesson.start.side", diagram, "side", c.rules.Starts)
	c.addElsewhere("lesson.start.elsewhere", draughts.OtherStarts)
	c.add("lesson.start.lot", nil)
}

// addNotation adds the points about how moves are written.
func (c *Chapter) addNotation() {
	n := c.rules.Board.Notation
	c.add("lesson.notation.squares", c.allPlayable, "notation", n, "n", c.v.Squares())
	c.addExample("lesson.notation.move", c.firstMove())
	c.addExample("lesson.notation.capture", c.longCapture())
	c.addTyped()
	c.add("lesson.notation.ways", nil)
	c.add("lesson.notation.illegal", nil)
}

// addTyped adds the point about how else moves can be typed: in the other notation, and without the first
// digit. Its example is a first move.
func (c *Chapter) addTyped() {
	p, n := c.v.Start(), c.rules.Board.Notation
	moves := p.Moves()
	if len(moves) == 0 {
		return
	}
	m := moves[len(moves)/2]
	typed := p.Short(m, draughts.Letters)
	if n == draughts.Letters {
		typed = typed[:1] + c.v.Name(m.To())
	}
	c.points = append(c.points, Point{
		key: "lesson.notation.typed", values: []any{"notation", n}, example: []any{"move", p.Short(m, n), "typed", typed},
	})
}

// addExample adds a point whose sentence writes the first move of its diagram, if it has one.
func (c *Chapter) addExample(key string, d *Diagram) {
	if d == nil {
		return
	}
	p, m, n := d.View.Position, d.legal[0], c.rules.Board.Notation
	c.points = append(c.points, Point{
		key: key, Diagram: d, example: []any{"move", p.Full(m, n), "short", p.Short(m, n)},
	})
}

func (f *finder) firstMove() *Diagram {
	p := f.v.Start()
	moves := p.Moves()
	if len(moves) == 0 {
		return nil
	}
	m := moves[len(moves)/2]
	diagram := &Diagram{View: render.View{Position: p}, legal: []draughts.Move{m}}
	diagram.addArrow(render.Proposed, p.Path(m)...)
	return diagram
}

// longCapture shows a capture of two pieces, or of one if two are not possible.
func (f *finder) longCapture() *Diagram {
	k, _ := f.twoJumps()
	if diagram := f.find(k); diagram != nil {
		return diagram
	}
	return f.jump()
}
