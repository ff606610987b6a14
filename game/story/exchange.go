package story

import (
	"doublecorner/game/draughts"
)

// gain returns how many pieces the side to move wins by the beginning of a line, in which captures follow each other until
// there are no more. It does so whatever the other side captures, and has them still at the end of the line.
func gain(p draughts.Position, line []draughts.Move) (Fact, bool) {
	if !p.Variant().Rules().Capture.Obligatory {
		return Fact{}, false
	}
	shown := exchange(line)
	won, lost := captured(p, shown)
	f := Fact{N: won.pieces - lost.pieces, Line: shown, Of: draughts.NoPiece}
	if f.N < 1 || won.kings < lost.kings || balance(p, line) < f.N {
		return Fact{}, false
	}
	switch won.kings {
	case 0:
		f.Of = draughts.WhiteMan
	case won.pieces:
		f.Of = draughts.WhiteKing
	}
	e := exchanges{of: p.Turn(), left: mostPositions}
	least := e.play(p, line[0], line)
	return f, least >= f.N && e.left > 0
}

// exchange returns the beginning of a line up to the end of its captures: all that follow each other, and those that a
// piece offered by the side that begins leads to.
func exchange(line []draughts.Move) []draughts.Move {
	n := 0
	for n < len(line) && (line[n].IsCapture() || n%2 == 0 && n+1 < len(line) && line[n+1].IsCapture()) {
		n++
	}
	return line[:n]
}

// force is a number of pieces, and of kings among them.
type force struct{ pieces, kings int }

// captured returns what the side to move captures in a line, and what the other side does.
func captured(p draughts.Position, line []draughts.Move) (us, them force) {
	for i, m := range line {
		into := [...]*force{&us, &them}[i%2]
		into.pieces += m.Captured().Len()
		for q := range m.Captured().All() {
			if p.At(q).IsKing() {
				into.kings++
			}
		}
		p = p.Play(m)
	}
	return us, them
}

// balance returns how many pieces more the side to move captures in a line than the other side.
func balance(p draughts.Position, line []draughts.Move) int {
	us, them := captured(p, line)
	return us.pieces - them.pieces
}

// mostPositions are looked at to be certain of an exchange.
const mostPositions = 5000

// exchanges counts what a side wins at least until nothing can be captured, if captures are obligatory.
type exchanges struct {
	of   draughts.Side
	left int // positions; nothing is certain if none is left
}

// play returns what a side wins by a move, and then along a line as long as the other side follows it.
func (e *exchanges) play(p draughts.Position, m draughts.Move, line []draughts.Move) int {
	n := m.Captured().Len()
	if p.Turn() != e.of {
		n = -n
	}
	var rest []draughts.Move
	if len(line) > 0 && line[0] == m {
		rest = line[1:]
	}
	return n + e.settle(p.Play(m), rest)
}

// settle returns what a side wins in a position until nothing can be captured. Where it cannot capture, it can go along the
// line if the other side must capture then.
func (e *exchanges) settle(p draughts.Position, line []draughts.Move) int {
	if e.left--; e.left < 0 {
		return 0
	}
	ours := p.Turn() == e.of
	if !p.CanCapture() {
		if ours && len(line) > 0 && p.Play(line[0]).CanCapture() {
			return max(0, e.play(p, line[0], line))
		}
		return 0
	}
	best, known := 0, false
	for _, m := range p.Moves() {
		n := e.play(p, m, line)
		if !known || ours && n > best || !ours && n < best {
			best, known = n, true
		}
	}
	return best
}

// saved returns the square of the one piece that the opponent would win by captures if it were to move, and wins none of
// after the first move of a line, nor in it.
func saved(p draughts.Position, line []draughts.Move) (draughts.Square, bool) {
	rules := p.Variant().Rules()
	after := p.Play(line[0])
	if !rules.Capture.Obligatory || p.CanCapture() || balance(p, line) < 0 {
		return 0, false
	}
	setup := p.Setup()
	setup.Turn = after.Turn()
	passed, err := p.Variant().Position(setup)
	if err != nil {
		return 0, false
	}
	e := exchanges{of: after.Turn(), left: mostPositions}
	var attacked draughts.Squares
	for _, m := range passed.Moves() {
		if !m.IsCapture() || e.play(passed, m, nil) < 1 {
			continue
		}
		if m.Captured().Len() > 1 || !attacked.Empty() && attacked != m.Captured() {
			return 0, false
		}
		attacked = m.Captured()
	}
	safe := !after.CanCapture() || e.settle(after, nil) < 1
	for q := range attacked.All() {
		return q, safe && e.left > 0
	}
	return 0, false
}
