package draughts

import "slices"

// Position is the pieces on a board and the side to move, under a rule set. It is a value:
// playing a move returns another. Positions are comparable; two are equal if the same can be
// played in both.
type Position struct {
	variant *Variant
	// The sets are sparse, as the generator wants them; a narrow board uses their low words.
	us, them, kings set128
	mover
}

// Start returns the position in which the game begins.
func (v *Variant) Start() Position { return v.start }

// Variant returns the rule set the position is played under.
func (p Position) Variant() *Variant { return p.variant }

// Turn returns the side to move.
func (p Position) Turn() Side { return p.turn }

// Run returns how long a side's king has been moving without capture, where the
// rules limit that.
func (p Position) Run(s Side) Run {
	r := p.runs
	if s != p.turn {
		r >>= 16
	}
	if r.length() == 0 {
		return Run{}
	}
	return Run{King: p.variant.grid.ofBit[r.at()], Moves: int(r.length())}
}

// At returns what stands on a square.
func (p Position) At(q Square) Piece {
	if p.variant == nil || !p.variant.Has(q) {
		return NoPiece
	}
	at := bit128(p.variant.grid.squares[q].bit)
	side := p.turn
	switch {
	case at.and(p.us).some():
	case at.and(p.them).some():
		side = side.Opponent()
	default:
		return NoPiece
	}
	if at.and(p.kings).some() {
		return side.King()
	}
	return side.Man()
}

// Pieces returns the squares of a side's pieces.
func (p Position) Pieces(s Side) Squares {
	if s == p.turn {
		return p.variant.grid.toSquares(p.us)
	}
	return p.variant.grid.toSquares(p.them)
}

// Kings returns the squares of a side's kings.
func (p Position) Kings(s Side) Squares {
	return p.Pieces(s).And(p.variant.grid.toSquares(p.kings))
}

// Men returns the squares of a side's men.
func (p Position) Men(s Side) Squares {
	return p.Pieces(s).Without(p.Kings(s))
}

// Occupied returns the squares on which a piece stands.
func (p Position) Occupied() Squares { return p.Pieces(White).Or(p.Pieces(Black)) }

// AppendMoves appends the legal moves to buf and returns it. It allocates only
// when buf has too little room. In a game of breakthrough that is over there are
// none. The error, if any, is a TooManyCapturesError; then buf is as it was.
func (p Position) AppendMoves(buf []Move) ([]Move, error) {
	if known := recentMoves.find(&p); known != nil {
		return append(buf, known.moves...), p.limited(known.landings)
	}
	before := len(buf)
	buf, landings := p.variant.engine.appendMoves(p, buf)
	err := p.limited(landings)
	if err != nil {
		buf = buf[:before]
	}
	if landings >= cachedFrom {
		recentMoves.add(&cachedMoves{position: p, moves: slices.Clone(buf[before:]), landings: landings})
	}
	return buf, err
}

// limited returns a TooManyCapturesError if there were too many landings.
func (p *Position) limited(landings int) error {
	if landings > mostLandings {
		return &TooManyCapturesError{p.variant.rules.Key}
	}
	return nil
}

// Moves returns the legal moves by origin and end. The error, if any, is a
// TooManyCapturesError.
func (p Position) Moves() ([]Move, error) {
	moves, err := p.AppendMoves(make([]Move, 0, 24))
	slices.SortFunc(moves, Move.compare)
	return moves, err
}

// Play returns the position after a legal move of p.
func (p Position) Play(m Move) Position { return p.variant.engine.after(p, m) }

// Perft counts the sequences of depth moves from p, by which generators are compared. The
// error, if any, is a TooManyCapturesError.
func (p Position) Perft(depth int) (uint64, error) {
	if depth <= 0 {
		return 1, nil
	}
	if known := recentMoves.find(&p); known != nil && depth == 1 {
		return uint64(len(known.moves)), p.limited(known.landings)
	}
	n, landings := p.variant.engine.perft(p, depth)
	if err := p.limited(landings); err != nil {
		return 0, err
	}
	return n, nil
}

// runs counts, for each side, the moves without capture that one king has made in a row. The
// low half holds where the king of the side to move stands and how many moves it made, the
// high half the same for the other side.
type runs uint32

func (r runs) at() uint8     { return uint8(r) }
func (r runs) length() uint8 { return uint8(r >> 8) }

// after returns the runs after a move of the side to move, as the other side sees them. A run
// longer than the limit, which a side without men can have, counts as long as the limit.
func (r runs) after(from, to uint8, counts bool, limit uint8) runs {
	ours := runs(0)
	if counts {
		length := uint8(1)
		if r.length() > 0 && r.at() == from {
			length = min(r.length()+1, limit)
		}
		ours = runOf(to, length, false)
	}
	return r>>16 | ours<<16
}

// ended returns the runs after the end of that of the side to move.
func (r runs) ended() runs { return r &^ 0xffff }

// mover is the side to move, with the kings' runs.
type mover struct {
	turn Side
	runs runs // only kept where the rules limit a king's run
}

// runOf returns the run of one side.
func runOf(at, length uint8, otherSide bool) runs {
	r := runs(at) | runs(length)<<8
	if otherSide {
		r <<= 16
	}
	return r
}
