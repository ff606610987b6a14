package draughts

import "math/bits"

// Node is a position without its rule set, as the generator sees it and as programs do that look at millions of
// them. Nodes are comparable.
type Node struct {
	Us, Them, Kings Bits // of the side to move, of the other, of both
	Turn            Side
	Runs            Runs
}

// Repeats reports whether two Nodes are the same position for the rule of repetition, which ignores
// kings' runs.
func (n *Node) Repeats(m *Node) bool {
	return n.Us == m.Us && n.Them == m.Them && n.Kings == m.Kings && n.Turn == m.Turn
}

// Runs counts, for each side, the moves without capture that one king has made in a row, where the rules limit
// that. The low half holds where the king of the side to move stands and how many moves it made, the high half
// the same for the other side. 0: no king has.
type Runs uint32

// NewRuns returns the runs of the side to move and of the other: the bit of the king and how
// often it has moved. 0 moves are no run.
func NewRuns(usAt, usMoves, themAt, themMoves uint8) Runs {
	return runOf(usAt, usMoves) | runOf(themAt, themMoves)<<16
}

// runOf returns the run of the side to move.
func runOf(at, moves uint8) Runs {
	if moves == 0 {
		return 0
	}
	return Runs(at) | Runs(moves)<<8
}

// Us returns the bit of the king of the side to move that has moved in a row, and how often.
func (r Runs) Us() (at, moves uint8) { return uint8(r), uint8(r >> 8) }

// Them returns the same of the other side.
func (r Runs) Them() (at, moves uint8) { return (r >> 16).Us() }

// after returns the runs after a move of the side to move, as the other side sees them. A run
// longer than the limit, which a side without men can have, counts as long as the limit.
func (r Runs) after(from, to uint8, counts bool, limit uint8) Runs {
	var ours Runs
	if counts {
		at, moves := r.Us()
		if at != from {
			moves = 0
		}
		ours = runOf(to, min(moves+1, limit))
	}
	return r>>16 | ours<<16
}

// ended returns the runs after the end of that of the side to move.
func (r Runs) ended() Runs { return r &^ 0xffff }

// mover is the side to move, with the kings' runs.
type mover struct {
	turn Side
	runs Runs
}

// NodeMove is a legal move of a [Node], with bits as squares.
type NodeMove struct {
	From, To uint8
	Crowns   bool
	Captured Bits
}

// IsCapture reports whether the move captures.
func (m NodeMove) IsCapture() bool { return m.Captured != Bits{} }

// Generator lists and plays moves of Nodes, as fast as can be. It keeps buffers, so it is not
// safe for use by several goroutines at once.
type Generator interface {
	// AppendMoves appends the legal moves.
	AppendMoves(n *Node, buf []NodeMove) []NodeMove
	// Landings returns how often pieces came down in the captures of the last list of moves: how long
	// the list took depends on that.
	Landings() int
	// AppendCaptures appends the legal moves that capture.
	AppendCaptures(n *Node, buf []NodeMove) []NodeMove
	// CanCapture reports whether there is a capture.
	CanCapture(n *Node) bool
	// HasQuietMove reports whether there is a move that captures nothing, whether or not a capture is due.
	HasQuietMove(n *Node) bool
	// Play returns the Node after a legal move.
	Play(n *Node, m NodeMove) Node
	// AppendRetractions appends the Nodes from which a move leads to n that neither captures nor
	// crowns, whether or not a capture is due there. The run of a side without men means
	// nothing; n stands for any, and so do the Nodes appended.
	AppendRetractions(n *Node, buf []Node) []Node
}

// Generator returns a new Generator.
func (v *Variant) Generator() Generator { return v.engine.generator() }

// Node returns the position as a Node.
func (p Position) Node() Node { return p.node }

// OfNode returns a [Node] as a position.
func (v *Variant) OfNode(n Node) Position { return Position{v, n} }

// OfNodeMove returns a move of a [Node] as a move of its position.
func (v *Variant) OfNodeMove(m NodeMove) Move {
	return Move{
		from: v.grid.ofBit[m.From], to: v.grid.ofBit[m.To],
		crowns: m.Crowns, captured: v.grid.toSquares(m.Captured),
	}
}

// NodeMove returns a move of a position as a move of its Node.
func (v *Variant) NodeMove(m Move) NodeMove {
	return NodeMove{
		From: v.grid.squares[m.from].bit, To: v.grid.squares[m.to].bit,
		Crowns: m.crowns, Captured: v.grid.fromSquares(m.captured),
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

// Turned returns a [Node] as the other side sees it: with the board turned by half, and the sides
// exchanged. The same moves can be played from there.
func (v *Variant) Turned(n Node) Node {
	last := v.grid.squares[v.Squares()].bit
	n.Us, n.Them, n.Kings = n.Us.turned(last), n.Them.turned(last), n.Kings.turned(last)
	n.Turn = n.Turn.Opponent()
	if n.Runs != 0 {
		usAt, usMoves := n.Runs.Us()
		themAt, themMoves := n.Runs.Them()
		n.Runs = NewRuns(last-usAt, usMoves, last-themAt, themMoves)
	}
	return n
}

// turned returns the squares after half a turn of a board whose highest bit is last.
func (b Bits) turned(last uint8) Bits {
	if last < 64 {
		return Bits{Lo: bits.Reverse64(b.Lo) >> (63 - last)}
	}
	return Bits{Lo: bits.Reverse64(b.Hi), Hi: bits.Reverse64(b.Lo)}.Shift(int(last) - 127)
}
