package endgame

import (
	"math/bits"
	"slices"

	"doublecorner/game/draughts"
)

// board is what the databases of a rule set need to know about it.
type board struct {
	variant  *draughts.Variant
	id       RulesID
	squares  draughts.Bits
	men      [2]draughts.Bits // the squares of the men of the side to move, and of the other
	duty     bool             // a capture that is due must be made
	misere   bool
	kingWins bool // the first king wins
	runLimit int
	near     int // up to how many pieces distances are known
}

// All positions are looked at with this side to move; the others are turned.
const mover = draughts.White

func newBoard(v *draughts.Variant) *board {
	rules := v.Rules()
	b := &board{
		variant: v, id: IdentifyRules(rules), duty: rules.Capture.Obligatory, runLimit: rules.King.RunLimit, near: distancePieces,
		misere: rules.Object == draughts.Misere, kingWins: rules.Object == draughts.Breakthrough,
	}
	for q := draughts.Square(1); v.Has(q); q++ {
		at := draughts.BitsOf(v.Bit(q))
		_, y := v.XY(q)
		b.squares = b.squares.Or(at)
		if y > 0 {
			b.men[0] = b.men[0].Or(at)
		}
		if y < rules.Board.Size-1 {
			b.men[1] = b.men[1].Or(at)
		}
	}
	return b
}

// layout numbers the positions of one material without gaps: by the squares of our men, then of
// theirs, of our kings, of theirs; and by the runs of kings where the rules limit them.
type layout struct {
	*board
	material Material
	offsets  []uint64 // by the rank of our men: how many placements of men come before
	kings    uint64   // placements of our kings, the men being placed
	theirs   uint64   // placements of their kings, all else being placed
	runs     uint64   // runs of both sides
	theirRun uint64   // runs of the other side
	size     uint64
}

func newLayout(b *board, m Material) *layout {
	l := &layout{board: b, material: m}
	free := b.squares.Len() - int(m.Men) - int(m.TheirMen)
	l.kings = choose[m.Kings][free]
	l.theirs = choose[m.TheirKings][free-int(m.Kings)]
	l.theirRun = b.runsOf(m.TheirMen, m.TheirKings)
	l.runs = b.runsOf(m.Men, m.Kings) * l.theirRun
	ours := b.men[0].Len()
	placements, squares := uint64(0), squaresOf(b.men[0])
	l.offsets = make([]uint64, choose[m.Men][ours]+1)
	for rank := range choose[m.Men][ours] {
		l.offsets[rank] = placements
		free := b.men[1].Without(placed(rank, int(m.Men), squares)).Len()
		placements += choose[m.TheirMen][free]
	}
	l.offsets[len(l.offsets)-1] = placements
	l.size = placements * l.kings * l.theirs * l.runs
	return l
}

// positions returns how many positions of a material there are.
func (b *board) positions(m Material) uint64 {
	ours, theirs, both := b.men[0].Len(), b.men[1].Len(), b.men[0].And(b.men[1]).Len()
	men := uint64(0)
	for shared := range m.Men + 1 { // of our men stand where theirs can
		men += choose[shared][both] * choose[m.Men-shared][ours-both] * choose[m.TheirMen][theirs-int(shared)]
	}
	free := b.squares.Len() - int(m.Men) - int(m.TheirMen)
	kings := choose[m.Kings][free] * choose[m.TheirKings][free-int(m.Kings)]
	return men * kings * b.runsOf(m.Men, m.Kings) * b.runsOf(m.TheirMen, m.TheirKings)
}

// Positions returns how many positions of a number of pieces there are under a rule set, with
// both sides on the board. Runs of kings, where the rules limit them, make several of one.
func Positions(v *draughts.Variant, pieces int) uint64 {
	b, all := newBoard(v), uint64(0)
	for _, m := range Materials(pieces) {
		all += b.positions(m)
	}
	return all
}

// runsOf returns how many runs a side can have: none, or one of each king and length. They mean
// something only while the side has men.
func (b *board) runsOf(men, kings uint8) uint64 {
	if men == 0 {
		return 1
	}
	return 1 + uint64(kings)*uint64(b.runLimit)
}

// index returns the number of a position of this material, with the mover to move.
func (l *layout) index(n *draughts.Node) uint64 {
	men, theirMen := n.Us.Without(n.Kings), n.Them.Without(n.Kings)
	kings, theirKings := n.Us.And(n.Kings), n.Them.And(n.Kings)
	i := l.offsets[rank(men, l.men[0])] + rank(theirMen, l.men[1].Without(men))
	free := l.squares.Without(men.Or(theirMen))
	i = i*l.kings + rank(kings, free)
	i = i*l.theirs + rank(theirKings, free.Without(kings))
	if l.runs == 1 {
		return i
	}
	at, moves := n.Runs.Us()
	theirAt, theirMoves := n.Runs.Them()
	if l.runs != l.theirRun {
		i = i*(l.runs/l.theirRun) + l.runRank(at, moves, kings)
	}
	if l.theirRun != 1 {
		i = i*l.theirRun + l.runRank(theirAt, theirMoves, theirKings)
	}
	return i
}

// runRank returns the number of a run of one of some kings.
func (l *layout) runRank(at, moves uint8, kings draughts.Bits) uint64 {
	if moves == 0 {
		return 0
	}
	return 1 + rank(draughts.BitsOf(at), kings)*uint64(l.runLimit) + uint64(moves-1)
}

// runAt returns the run of a number.
func (l *layout) runAt(i uint64, kings draughts.Bits) (at, moves uint8) {
	if i == 0 {
		return 0, 0
	}
	i--
	return squaresOf(kings)[i/uint64(l.runLimit)], uint8(i%uint64(l.runLimit)) + 1
}

// cursor returns the positions of a layout by their numbers, fastest in their order.
type cursor struct {
	*layout
	node    draughts.Node
	placing uint64 // of all but their kings, plus 1
	menAt   uint64 // of the men, plus 1
	free    []uint8
	theirs  []uint8 // free without our kings
}

// seek returns the position of a number. The next call overwrites it.
func (c *cursor) seek(i uint64) *draughts.Node {
	run := uint64(0)
	if c.runs > 1 {
		i, run = i/c.runs, i%c.runs
	}
	placing := i / c.layout.theirs
	theirKings := i - placing*c.layout.theirs
	if placing+1 != c.placing {
		c.placing = placing + 1
		c.place(placing)
	}
	if c.material.TheirKings > 0 {
		outer := c.node.Kings.And(c.node.Us)
		kings := placed(theirKings, int(c.material.TheirKings), c.theirs)
		c.node.Them = c.node.Them.Without(c.node.Kings).Or(kings)
		c.node.Kings = outer.Or(kings)
	}
	if c.runs > 1 {
		at, moves := c.runAt(run/c.theirRun, c.node.Us.And(c.node.Kings))
		theirAt, theirMoves := c.runAt(run%c.theirRun, c.node.Them.And(c.node.Kings))
		c.node.Runs = draughts.NewRuns(at, moves, theirAt, theirMoves)
	}
	return &c.node
}

// place places all but their kings.
func (c *cursor) place(i uint64) {
	m := &c.material
	menAt, kings := i/c.kings, i%c.kings
	if menAt+1 != c.menAt {
		c.menAt = menAt + 1
		ours, exact := slices.BinarySearch(c.offsets, menAt)
		if !exact {
			ours--
		}
		for c.offsets[ours+1] == menAt { // no placements of theirs with the men of ours
			ours++
		}
		men := placed(uint64(ours), int(m.Men), squaresOf(c.men[0]))
		theirs := placed(menAt-c.offsets[ours], int(m.TheirMen), squaresOf(c.men[1].Without(men)))
		c.node.Us, c.node.Them, c.node.Kings = men, theirs, draughts.Bits{}
		c.free = appendSquares(c.free[:0], c.squares.Without(men.Or(theirs)))
	} else {
		c.node.Us = c.node.Us.Without(c.node.Kings)
	}
	c.node.Them = c.node.Them.Without(c.node.Kings)
	c.node.Kings = placed(kings, int(m.Kings), c.free)
	c.node.Us = c.node.Us.Or(c.node.Kings)
	c.theirs = c.theirs[:0]
	for _, at := range c.free {
		if !c.node.Kings.Has(at) {
			c.theirs = append(c.theirs, at)
		}
	}
}

// choose[k][n] is in how many ways k of n squares can be chosen.
var choose = func() (c [MostPieces + 1][130]uint64) {
	for n := range c[0] {
		c[0][n] = 1
		for k := 1; k <= MostPieces && n > 0; k++ {
			c[k][n] = c[k][n-1] + c[k-1][n-1]
		}
	}
	return c
}()

// rank numbers the ways to choose as many squares as a set has from those allowed.
func rank(set, allowed draughts.Bits) uint64 {
	k, r := 0, uint64(0)
	for s := set.Lo; s != 0; s &= s - 1 {
		k++
		r += choose[k][bits.OnesCount64(allowed.Lo&((s&-s)-1))]
	}
	if set.Hi != 0 {
		low := bits.OnesCount64(allowed.Lo)
		for s := set.Hi; s != 0; s &= s - 1 {
			k++
			r += choose[k][low+bits.OnesCount64(allowed.Hi&((s&-s)-1))]
		}
	}
	return r
}

// placed returns the choice of k squares that has a rank among those allowed.
func placed(rank uint64, k int, allowed []uint8) (set draughts.Bits) {
	n := len(allowed)
	for ; k > 1; k-- {
		ways := &choose[k]
		for n--; ways[n] > rank; n-- {
		}
		rank -= ways[n]
		set = set.Or(draughts.BitsOf(allowed[n]))
	}
	if k == 1 {
		set = set.Or(draughts.BitsOf(allowed[rank]))
	}
	return set
}

// squaresOf lists the bits of a set.
func squaresOf(set draughts.Bits) []uint8 { return appendSquares(make([]uint8, 0, 72), set) }

// appendSquares appends the bits of a set to a list.
func appendSquares(list []uint8, set draughts.Bits) []uint8 {
	for s := set.Lo; s != 0; s &= s - 1 {
		list = append(list, uint8(bits.TrailingZeros64(s)))
	}
	for s := set.Hi; s != 0; s &= s - 1 {
		list = append(list, uint8(64+bits.TrailingZeros64(s)))
	}
	return list
}
