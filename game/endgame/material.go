package endgame

import (
	"cmp"
	"slices"
	"strings"

	"doublecorner/game/draughts"
)

// Material is how many pieces of each kind are on the board.
type Material struct {
	Men, Kings           uint8 // of the side to move
	TheirMen, TheirKings uint8 // of the other side
}

// MostPieces is how many pieces a database can have.
const MostPieces = 6

// MaterialOf returns the material of a position.
func MaterialOf(n *draughts.Node) Material {
	us, them := n.Us.Len(), n.Them.Len()
	kings, theirKings := n.Us.And(n.Kings).Len(), n.Them.And(n.Kings).Len()
	return Material{
		Men: uint8(us - kings), Kings: uint8(kings),
		TheirMen: uint8(them - theirKings), TheirKings: uint8(theirKings),
	}
}

// Pieces returns how many pieces there are.
func (m Material) Pieces() int { return int(m.Men + m.Kings + m.TheirMen + m.TheirKings) }

// Mirrored returns the material as the other side sees it.
func (m Material) Mirrored() Material { return Material{m.TheirMen, m.TheirKings, m.Men, m.Kings} }

// String returns the pieces of the side to move and of the other, as in MMK-K.
func (m Material) String() string {
	side := func(men, kings uint8) string {
		return strings.Repeat("M", int(men)) + strings.Repeat("K", int(kings))
	}
	return side(m.Men, m.Kings) + "-" + side(m.TheirMen, m.TheirKings)
}

// materials is more than any number of a material.
const materials = 1 << 12

// number returns a number for each material of up to MostPieces.
func (m Material) number() int {
	return int(m.Men)<<9 | int(m.Kings)<<6 | int(m.TheirMen)<<3 | int(m.TheirKings)
}

func (m Material) compare(n Material) int {
	return cmp.Or(
		cmp.Compare(m.Pieces(), n.Pieces()), cmp.Compare(m.Men+m.TheirMen, n.Men+n.TheirMen),
		-cmp.Compare(m.number(), n.number()),
	)
}

// Materials lists all materials of a number of pieces with both sides on the board. Those with
// more men come after those into which a crowning leads.
func Materials(pieces int) []Material {
	var all []Material
	for ours := 1; ours < pieces; ours++ {
		for men := 0; men <= ours; men++ {
			for theirMen := 0; theirMen <= pieces-ours; theirMen++ {
				all = append(all, Material{
					Men: uint8(men), Kings: uint8(ours - men),
					TheirMen: uint8(theirMen), TheirKings: uint8(pieces - ours - theirMen),
				})
			}
		}
	}
	slices.SortFunc(all, Material.compare)
	return all
}

// crowned lists the materials into which one crowning leads, as each side sees them.
func (m Material) crowned() []Material {
	var next []Material
	if m.Men > 0 {
		after := m
		after.Men, after.Kings = m.Men-1, m.Kings+1
		next = append(next, after, after.Mirrored())
	}
	if m.TheirMen > 0 {
		after := m
		after.TheirMen, after.TheirKings = m.TheirMen-1, m.TheirKings+1
		next = append(next, after, after.Mirrored())
	}
	return next
}
