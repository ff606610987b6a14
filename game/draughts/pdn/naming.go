package pdn

import (
	"slices"
	"strings"

	"doublecorner/game/draughts"
)

// naming says how a game names the squares of a board.
type naming struct {
	variant *draughts.Variant
	corner  corner // where square 1 is
	turned  bool   // Black sees a1 at the bottom left, and not White
}

// naming returns how a game names squares when it is played by a rule set. The corner that
// the standard gives for a GameType holds only if the rule set is the game of that number,
// which a Variant tag or the caller may know better.
func (g *Record) naming(v *draughts.Variant) naming {
	t, ok := parseGameType(g.Tag("GameType"))
	if !ok || !t.says && byGameType[t.number] != v.Rules().Key {
		return naming{variant: v, corner: topLeft}
	}
	return naming{variant: v, corner: t.corner}
}

// others returns how else a game can name squares, if a move is illegal otherwise.
func (n naming) others() (others []naming) {
	if n.corner != topLeft {
		others = append(others, naming{variant: n.variant, corner: topLeft})
	}
	if n.variant.Rules().Board.Notation == draughts.Numbers {
		n.turned = true
		others = append(others, n)
	}
	return others
}

// square returns the square of a name, or 0.
func (n naming) square(name string) draughts.Square {
	v := n.variant
	q := v.Named(name)
	if q == 0 {
		return 0
	}
	turned, mirrored := n.turned, false
	if isNumber(name) {
		turned = n.corner == bottomLeft || n.corner == bottomRight
		mirrored = n.corner == bottomLeft || n.corner == topRight
	}
	if mirrored { // the rows count the other way
		inRow := draughts.Square(v.Squares() / v.Rules().Board.Size)
		before := (q - 1) % inRow
		q += inRow - 1 - 2*before
	}
	if turned {
		q = draughts.Square(v.Squares()) + 1 - q
	}
	return q
}

// move returns the text of a move with squares named as the rule set names them, if the game
// names them in another way; else the text itself, also if the first is only a file.
func (n naming) move(text string) string {
	names, ok := draughts.SquareNames(text)
	if !ok || n.square(names[0]) == 0 {
		return text
	}
	ours := slices.Clone(names)
	for i, name := range names {
		if q := n.square(name); q != 0 {
			ours[i] = n.variant.Name(q)
		}
	}
	if slices.Equal(ours, names) {
		return text
	}
	return strings.Join(ours, "-")
}
