package draughts

import "slices"

// Position is a board with the side to move, under a rule set. It is a value:
// playing a move returns another. Positions are comparable; two are equal when
// nothing that decides what may be played differs.
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

// count returns how many kings and men a side has.
func (p Position) count(s Side) (kings, men int) {
	pieces := p.us
	if s != p.turn {
		pieces = p.them
	}
	kings = pieces.and(p.kings).count()
	return kings, pieces.count() - kings
}

// Occupied returns the squares on which a piece stands.
func (p Position) Occupied() Squares { return p.Pieces(White).Or(p.Pieces(Black)) }

// AppendMoves appends the legal moves to buf and returns it. It allocates only
// when buf has too little room. In a game of breakthrough that is over there are
// none. The error, if any, is a TooManyCapturesError; then buf is as it was.
func (p Position) AppendMoves(buf []Move) ([]Move, error) {
	if known := recent.find(&p); known != nil {
		return append(buf, known.moves...), p.limited(known.landings)
	}
	before := len(buf)
	buf, landings := p.variant.engine.appendMoves(p, buf)
	err := p.limited(landings)
	if err != nil {
		buf = buf[:before]
	}
	if landings >= crowdedFrom {
		recent.remember(&crowded{position: p, moves: slices.Clone(buf[before:]), landings: landings})
	}
	return buf, err
}

// limited returns a TooManyCapturesError if there were too many landings.
func (p *Position) limited(landings int) error {
	if landings > MostLandings {
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

// Perft counts the ways a game can go on from p for a number of moves. It is
// what generators are compared by. The error, if any, is a TooManyCapturesError.
func (p Position) Perft(depth int) (uint64, error) {
	if depth <= 0 {
		return 1, nil
	}
	if known := recent.find(&p); known != nil && depth == 1 {
		return uint64(len(known.moves)), p.limited(known.landings)
	}
	n, landings := p.variant.engine.paths(p, depth)
	if err := p.limited(landings); err != nil {
		return 0, err
	}
	return n, nil
}
