package hub

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// pieces are the characters for what stands on a square, by draughts.Piece.
const pieces = "ewWbB"

// turns are the characters for the side to move, by draughts.Side.
const turns = "WB"

// PositionText returns a position as the protocol writes it: the side to move, and a character
// for each square in the order of their numbers.
func PositionText(p draughts.Position) string {
	b := []byte{turns[p.Turn()]}
	for n := range p.Variant().Squares() {
		b = append(b, pieces[p.At(draughts.Square(n+1))])
	}
	return string(b)
}

// ParsePosition reads a position.
func ParsePosition(v *draughts.Variant, text string) (draughts.Position, error) {
	if len(text) != 1+v.Squares() {
		return draughts.Position{}, fmt.Errorf("a position of %s has %d characters, the side to move and each square, and not %d",
			v.Rules().Name, 1+v.Squares(), len(text))
	}
	turn := strings.IndexByte(turns, text[0])
	if turn < 0 {
		return draughts.Position{}, errors.New("a position starts with W or B, the side to move")
	}
	s := draughts.Setup{Turn: draughts.Side(turn)}
	for i, c := range []byte(text[1:]) {
		switch piece := strings.IndexByte(pieces, c); piece {
		case -1:
			return draughts.Position{}, fmt.Errorf("square %d of the position is %q, and none of e, w, b, W and B", i+1, c)
		case int(draughts.NoPiece):
		default:
			placed := draughts.Placed{Square: draughts.Square(i + 1), Piece: draughts.Piece(piece)}
			s.Pieces = append(s.Pieces, placed)
		}
	}
	return v.Position(s)
}

// crowned stands behind a capture that crowns, where another captures the same pieces and does not.
const crowned = "k"

// MoveText returns a legal move of p as the protocol writes it: 32-28, or 28x19x23 with the
// squares of all captured pieces behind its end.
func MoveText(p draughts.Position, m draughts.Move) string {
	if !m.IsCapture() {
		return fmt.Sprintf("%d-%d", m.From(), m.To())
	}
	text := fmt.Sprintf("%dx%d", m.From(), m.To())
	for q := range m.Captured().All() {
		text += "x" + strconv.Itoa(int(q))
	}
	if m.Crowns() {
		for _, other := range p.Moves() {
			if !other.Crowns() && sameButCrowning(m, other) {
				return text + crowned
			}
		}
	}
	return text
}

func sameButCrowning(m, n draughts.Move) bool {
	return m.From() == n.From() && m.To() == n.To() && m.Captured() == n.Captured()
}

// ParseMove finds the legal move of p that a text names. Squares may be numbers, or files with
// ranks. The captured pieces may be left out if only one capture goes from there to there.
func ParseMove(p draughts.Position, text string) (draughts.Move, error) {
	rest, crowns := strings.CutSuffix(text, crowned)
	separator := "-"
	if strings.Contains(rest, "x") {
		separator = "x"
	}
	names := strings.Split(rest, separator)
	squares := make([]draughts.Square, len(names))
	for i, name := range names {
		squares[i] = p.Variant().Named(name)
	}
	if len(squares) < 2 || separator == "-" && len(squares) > 2 || slices.Contains(squares, 0) {
		return draughts.Move{}, fmt.Errorf("%q is not a move as 32-28 and 28x19x23 are", pdn.Excerpt(text))
	}
	var captured draughts.Squares
	for _, q := range squares[2:] {
		captured = captured.With(q)
	}
	legal := slices.DeleteFunc(p.Moves(), func(m draughts.Move) bool {
		return m.From() != squares[0] || m.To() != squares[1] || m.IsCapture() != (separator == "x") ||
			!captured.Empty() && m.Captured() != captured
	})
	if len(legal) == 2 && sameButCrowning(legal[0], legal[1]) {
		legal = slices.DeleteFunc(legal, func(m draughts.Move) bool { return m.Crowns() != crowns })
	}
	switch len(legal) {
	case 0:
		return draughts.Move{}, fmt.Errorf("%s is not legal in %s", pdn.Excerpt(text), PositionText(p))
	case 1:
		return legal[0], nil
	}
	return draughts.Move{}, fmt.Errorf("%s can be one of %d captures: name the captured squares behind it",
		pdn.Excerpt(text), len(legal))
}
