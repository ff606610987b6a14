package draughts

// Variant is a rule set that has been checked and made ready to play by. It is
// safe for use by many goroutines.
type Variant struct {
	rules   Rules
	remarks Remarks
	grid    *grid
	engine  engine
	start   Position

	longDiagonal Squares
	diagonal     Bits  // the same as bits
	crowded      []int // by counter, how many pieces are too many for its balance
}

// engine is the generator for boards of one word, or for those of two.
type engine interface {
	appendMoves(n Node, buf []Move) (moves []Move, landings int)
	perft(n Node, depth int) uint64
	canCapture(n Node) bool
	after(n Node, m NodeMove) Node
	generator() Generator
}

// Compile checks a rule set without remarks and makes it ready to play by. The error, if any,
// is a [RulesError] that names everything wrong with it.
func Compile(r Rules) (*Variant, error) { return CompileWith(r, Remarks{}) }

// CompileWith is [Compile] of a rule set with remarks.
func CompileWith(r Rules, remarks Remarks) (*Variant, error) {
	if err := r.check(remarks); err != nil {
		return nil, err
	}
	r = r.clone()
	v := &Variant{rules: r, remarks: remarks.clone()}
	v.grid = newGrid(r.Board, r.King.Moves|r.King.Captures) // a king goes wherever a man does
	if v.grid.narrow() {
		v.engine = newEngine64(&v.rules, v.grid)
	} else {
		v.engine = newEngine128(&v.rules, v.grid)
	}
	for y := range r.Board.Size {
		// From the playable corner at White's left, or on the mirrored board at its right.
		x := r.Board.Size - 1 - y
		if r.Board.Corner == Right {
			x = y
		}
		v.longDiagonal = v.longDiagonal.With(v.SquareAt(x, y))
	}
	v.diagonal = v.grid.fromSquares(v.longDiagonal)
	for i := range r.Draws.Counters {
		v.crowded = append(v.crowded, r.Draws.Counters[i].Balance.crowd())
	}
	var err error
	v.start, err = v.Position(v.startSetup())
	return v, err
}

// Rules returns the rule set as it was declared.
func (v *Variant) Rules() Rules { return v.rules.clone() }

// Remarks returns the remarks on the rule set.
func (v *Variant) Remarks() Remarks { return v.remarks.clone() }

// Squares returns how many playable squares the board has; they are numbered from 1.
func (v *Variant) Squares() int { return len(v.grid.squares) - 1 }

// Has reports whether q is a square of the board.
func (v *Variant) Has(q Square) bool { return q > 0 && int(q) < len(v.grid.squares) }

// XY returns a square's column and row, counted from 0 at the top left corner as
// White sees the board.
func (v *Variant) XY(q Square) (x, y int) {
	if !v.Has(q) {
		return -1, -1
	}
	c := v.grid.squares[q]
	return int(c.x), int(c.y)
}

// SquareAt returns the playable square in a column and row, counted as XY does,
// or 0 if there is none.
func (v *Variant) SquareAt(x, y int) Square { return v.grid.at(x, y) }

// LongDiagonal returns the squares of the long diagonal, from one player's playable corner to
// the other's.
func (v *Variant) LongDiagonal() Squares { return v.longDiagonal }

// isLastRow reports whether a man of side s is crowned on q.
func (v *Variant) isLastRow(q Square, s Side) bool {
	_, y := v.XY(q)
	if s == White {
		return y == 0
	}
	return y == v.rules.Board.Size-1
}

func (v *Variant) startSetup() Setup {
	b := v.rules.Board
	s := Setup{Turn: v.rules.Starts}
	for q := Square(1); v.Has(q); q++ {
		_, y := v.XY(q)
		switch fromTop, fromBottom := y, b.Size-1-y; {
		case fromTop >= b.Gap && fromTop < b.Gap+b.Rows:
			s.Pieces = append(s.Pieces, Placed{q, BlackMan})
		case fromBottom >= b.Gap && fromBottom < b.Gap+b.Rows:
			s.Pieces = append(s.Pieces, Placed{q, WhiteMan})
		}
	}
	return s
}

// maxPieces returns how many pieces a side can have: as many as fill its half of the board
// except one row, or as it starts with, if these are more.
func (b Board) maxPieces() int {
	if b.Playable == All {
		return b.Rows * b.Size
	}
	return max(b.Rows, b.Size/2-1) * b.Size / 2
}
