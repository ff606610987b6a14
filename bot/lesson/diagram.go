package lesson

import (
	"slices"
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// Diagram is a position that shows a point, with moves that are legal in it and moves that
// are not.
type Diagram struct {
	View    render.View // without size, theme and side
	legal   []draughts.Move
	refused []attempt
	image   string // the path of its file on the pages of docs/rules

	caption string // the key of the sentence that says what the moves do; empty: they are only named
	reply   string // the opponent's move that this sentence names, if any
	back    string // the move after the reply that it names, too, if any
}

// Theme returns the theme of diagrams for a user who has chosen a theme: that one if it is literal, because
// the sentences speak of dark squares and black pieces, else the first one.
func Theme(chosen string) string {
	literal := func(t render.Theme) bool { return t.Key == chosen && t.Literal }
	if slices.ContainsFunc(render.Themes(), literal) {
		return chosen
	}
	return ""
}

// attempt is a move that is not legal.
type attempt struct {
	path   []draughts.Square
	quiet  bool // it is not meant as a capture
	reason draughts.Reason
}

// captioned returns the diagram, if there is one, with a caption.
func (d *Diagram) captioned(key string) *Diagram {
	if d != nil {
		d.caption = key
	}
	return d
}

// allowed returns the moves that the diagram shows as allowed, as people write them.
func (d *Diagram) allowed() (moves []string) {
	p := d.View.Position
	for _, m := range d.legal {
		moves = append(moves, p.Full(m, p.Variant().Rules().Board.Notation))
	}
	return moves
}

// captions say what the moves in the diagram do, or name those that it shows as allowed, and those
// it shows as not allowed.
func (d *Diagram) captions(l *lang.Language) []string {
	legal := d.allowed()
	var refused, captions []string
	for _, a := range d.refused {
		refused = append(refused, a.text(d.View.Position.Variant()))
	}
	if d.caption != "" {
		return []string{l.Say(d.caption, "move", l.And(append(legal, refused...)), "reply", d.reply, "back", d.back)}
	}
	if len(legal) > 0 {
		captions = append(captions, l.Say("lesson.allowed", "moves", l.And(legal)))
	}
	if len(refused) > 0 {
		captions = append(captions, l.Say("lesson.refused", "moves", l.And(refused)))
	}
	return captions
}

// text writes the attempt as people write moves.
func (a *attempt) text(v *draughts.Variant) string {
	names := make([]string, len(a.path))
	for i, q := range a.path {
		names[i] = v.Name(q)
	}
	if a.quiet {
		return strings.Join(names, "-")
	}
	return strings.Join(names, "x")
}

func (d *Diagram) addArrow(kind render.ArrowKind, squares ...draughts.Square) {
	d.View.Arrows = append(d.View.Arrows, render.Arrow{Squares: squares, Kind: kind})
}

func (d *Diagram) addMark(q draughts.Square, kind render.MarkKind) {
	if m := (render.Mark{Square: q, Kind: kind}); !slices.Contains(d.View.Marks, m) {
		d.View.Marks = append(d.View.Marks, m)
	}
}

// placement is where a pattern is put on a board.
type placement struct {
	v    *draughts.Variant
	x, y int // of the first square of the pattern
	side int // 1, or -1 if the pattern is mirrored
}

// square returns a square of the pattern; 0 if it is beside the board.
func (at placement) square(v vec) draughts.Square {
	return at.v.SquareAt(at.x+at.side*int(real(v)), at.y-int(imag(v)))
}

// squares returns a path of the pattern.
func (at placement) squares(p path) []draughts.Square {
	squares := make([]draughts.Square, len(p))
	for i, v := range p {
		squares[i] = at.square(v)
	}
	return squares
}

// place puts a pattern on the board. It returns nil unless everything in the pattern holds
// there.
func (f *finder) place(k *pattern, anchor draughts.Square, side int) *Diagram {
	x, y := f.v.XY(anchor)
	at := placement{f.v, x, y, side}
	setup := draughts.Setup{Turn: k.turn}
	for _, p := range k.pieces {
		setup.Pieces = append(setup.Pieces, draughts.Placed{Square: at.square(p.at), Piece: p.kind})
	}
	run := at.squares(k.run)
	if len(run) > 1 {
		setup.Runs[draughts.White] = draughts.Run{King: anchor, Moves: len(run) - 1}
	}
	p, err := f.v.Position(setup)
	if err != nil || slices.Contains(run, 0) {
		return nil
	}
	d := &Diagram{View: render.View{Position: p}}
	for i := range len(run) - 1 {
		d.addArrow(render.Played, run[i:i+2]...)
	}
	if !d.allow(k, at) || !d.refuse(k, at) || k.holds != nil && !k.holds(p, d.legal) {
		return nil
	}
	for _, m := range d.legal {
		for q := range m.Captured().All() {
			d.addMark(q, render.Target)
		}
	}
	return d
}

// allow shows the legal moves of a pattern and reports whether all of them are legal.
func (d *Diagram) allow(k *pattern, at placement) bool {
	for _, p := range k.legal {
		for step := p[1]; k.far && at.square(p[1]+step) != 0; {
			if _, ok := d.dot(at.squares(p)); !ok {
				return false
			}
			p = path{0, p[1] + step}
		}
		m, ok := legalAlong(d.View.Position, at.squares(p))
		if !ok {
			return false
		}
		d.legal = append(d.legal, m)
		d.addArrow(render.Proposed, at.squares(p)...)
	}
	for _, p := range k.dots {
		m, ok := d.dot(at.squares(p))
		if !ok {
			return false
		}
		d.legal = append(d.legal, m)
	}
	return true
}

// dot shows a move by a dot at its end and reports whether it is legal.
func (d *Diagram) dot(squares []draughts.Square) (draughts.Move, bool) {
	m, ok := legalAlong(d.View.Position, squares)
	if ok {
		d.addMark(m.To(), render.Goal)
	}
	return m, ok
}

// refuse shows the refused moves of a pattern and reports whether the engine refuses each
// for the right reason. An arrow begins where the move leaves a legal one; if it ends along
// a legal one, with its last jump. It lies below the others, whose dashes leave it to be seen.
func (d *Diagram) refuse(k *pattern, at placement) bool {
	for _, p := range k.refused {
		squares := at.squares(p)
		refused := d.View.Position.WhyNot(squares...)
		if refused == nil || !slices.Contains(k.reasons, refused.Reason) {
			return false
		}
		d.refused = append(d.refused, attempt{squares, k.quiet, refused.Reason})
		start := 0
		for _, legal := range k.legal {
			for i := range min(len(p)-1, len(legal)) {
				if p[i] != legal[i] {
					break
				}
				start = max(start, i)
			}
		}
		d.View.Arrows = slices.Insert(d.View.Arrows, 0, render.Arrow{Squares: squares[start:], Kind: render.Refused})
	}
	return true
}

// legalAlong returns the legal move along a path; false if there is none.
func legalAlong(p draughts.Position, squares []draughts.Square) (draughts.Move, bool) {
	m, err := p.Along(squares)
	return m, err == nil && slices.Contains(p.Moves(), m)
}
