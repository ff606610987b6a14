package draughts

// Node is a position as a program sees it that looks at millions of them: the bit sets of the
// generator, without a rule set. Nodes are comparable.
type Node struct {
	Us, Them, Kings Bits // of the side to move, of the other, of both
	Turn            Side
	Runs            Runs
}

// Bits is a set of squares in the generator's order. Some bits between the rows are no squares.
type Bits struct{ Lo, Hi uint64 }

// Runs is how often one king of each side has moved in a row, where the rules limit that. 0 is
// that none has.
type Runs uint32

// NodeMove is a legal move of a Node. Its squares are bits.
type NodeMove struct {
	From, To uint8
	Crowns   bool
	Captured Bits
}

// IsCapture tells whether the move captures.
func (m NodeMove) IsCapture() bool { return m.Captured != Bits{} }

// Generator lists and plays moves of Nodes, as fast as can be. It keeps buffers, so it is not
// safe for use by several goroutines at once.
type Generator interface {
	// AppendMoves appends the legal moves. It returns false if there are too many captures to
	// list; see TooManyCapturesError.
	AppendMoves(n *Node, buf []NodeMove) ([]NodeMove, bool)
	// AppendCaptures appends those of them that capture.
	AppendCaptures(n *Node, buf []NodeMove) ([]NodeMove, bool)
	// CanCapture tells whether there is a capture.
	CanCapture(n *Node) bool
	// Play returns the Node after a legal move.
	Play(n *Node, m NodeMove) Node
}

// Generator returns a new Generator.
func (v *Variant) Generator() Generator { return v.engine.generator() }

// Node returns the position as a Node.
func (p Position) Node() Node {
	return Node{Us: Bits(p.us), Them: Bits(p.them), Kings: Bits(p.kings), Turn: p.turn, Runs: Runs(p.runs)}
}

// OfNode returns a Node as a position.
func (v *Variant) OfNode(n Node) Position {
	return Position{
		variant: v, us: set128(n.Us), them: set128(n.Them), kings: set128(n.Kings),
		mover: mover{turn: n.Turn, runs: runs(n.Runs)},
	}
}

// OfNodeMove returns a move of a Node as a move of its position.
func (v *Variant) OfNodeMove(m NodeMove) Move {
	return Move{
		from: v.grid.ofBit[m.From], to: v.grid.ofBit[m.To],
		crowns: m.Crowns, captured: v.grid.toSquares(set128(m.Captured)),
	}
}

// NodeMove returns a move of a position as a move of its Node.
func (v *Variant) NodeMove(m Move) NodeMove {
	return NodeMove{
		From: v.grid.squares[m.from].bit, To: v.grid.squares[m.to].bit,
		Crowns: m.crowns, Captured: Bits(v.grid.fromSquares(m.captured)),
	}
}

// Bit returns the bit of a square in the sets of a Node.
func (v *Variant) Bit(q Square) uint8 { return v.grid.squares[q].bit }

// Steps returns by how many bits a step in each of the directions moves a piece of a side.
func (v *Variant) Steps(d Directions, s Side) []int {
	var shifts []int
	for _, step := range v.grid.dirs(d, s) {
		shifts = append(shifts, int(step.shift))
	}
	return shifts
}
