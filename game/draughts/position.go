package draughts

import "slices"

// Position is the pieces on a board and the side to move, under a rule set. It is a value:
// playing a move returns another. Positions are comparable; two are equal if the same can be
// played in both.
type Position struct {
	variant *Variant
	node    Node
}

// Start returns the position in which the game begins.
func (v *Variant) Start() Position { return v.start }

// Variant returns the rule set the position is played under.
func (p Position) Variant() *Variant { return p.variant }

// Turn returns the side to move.
func (p Position) Turn() Side { return p.node.Turn }

// Run returns how long a side's king has been moving without capture, where the
// rules limit that.
func (p Position) Run(s Side) Run {
	at, moves := p.node.Runs.Us()
	if s != p.Turn() {
		at, moves = p.node.Runs.Them()
	}
	if moves == 0 {
		return Run{}
	}
	return Run{King: p.variant.grid.ofBit[at], Moves: int(moves)}
}

// At returns what stands on a square.
func (p Position) At(q Square) Piece {
	if p.variant == nil || !p.variant.Has(q) {
		return NoPiece
	}
	bit, side := p.variant.Bit(q), p.Turn()
	switch {
	case p.node.Us.Has(bit):
	case p.node.Them.Has(bit):
		side = side.Opponent()
	default:
		return NoPiece
	}
	if p.node.Kings.Has(bit) {
		return side.King()
	}
	return side.Man()
}

// Pieces returns the squares of a side's pieces.
func (p Position) Pieces(s Side) Squares {
	if s == p.Turn() {
		return p.variant.grid.toSquares(p.node.Us)
	}
	return p.variant.grid.toSquares(p.node.Them)
}

// Kings returns the squares of a side's kings.
func (p Position) Kings(s Side) Squares {
	return p.Pieces(s).And(p.variant.grid.toSquares(p.node.Kings))
}

// Men returns the squares of a side's men.
func (p Position) Men(s Side) Squares {
	return p.Pieces(s).Without(p.Kings(s))
}

// Occupied returns the squares on which a piece stands.
func (p Position) Occupied() Squares { return p.Pieces(White).Or(p.Pieces(Black)) }

// AppendMoves appends the legal moves to buf and returns it. It allocates only
// when buf has too little room. In a game of breakthrough that is over there are
// none. Where captures are too many to follow, only those found first are legal, which are
// always the same.
func (p Position) AppendMoves(buf []Move) []Move {
	if known := recentMoves.find(&p); known != nil {
		return append(buf, known.moves...)
	}
	before := len(buf)
	buf, landings := p.variant.engine.appendMoves(p.node, buf)
	if landings >= cachedFrom {
		recentMoves.add(&cachedMoves{position: p, moves: slices.Clone(buf[before:])})
	}
	return buf
}

// Moves returns the legal moves by origin and end.
func (p Position) Moves() []Move {
	moves := p.AppendMoves(make([]Move, 0, 24))
	slices.SortFunc(moves, Move.compare)
	return moves
}

// Play returns the position after a legal move of p.
func (p Position) Play(m Move) Position {
	return Position{p.variant, p.variant.engine.after(p.node, p.variant.NodeMove(m))}
}

// Perft counts the sequences of depth moves from p, by which generators are compared.
func (p Position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	if known := recentMoves.find(&p); known != nil && depth == 1 {
		return uint64(len(known.moves))
	}
	return p.variant.engine.perft(p.node, depth)
}

// CanCapture reports whether the side to move has a capture.
func (p Position) CanCapture() bool { return p.variant.engine.canCapture(p.node) }
