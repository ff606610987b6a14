package evaluation

import (
	"fmt"
	"hash/crc32"

	"doublecorner/game/draughts"
)

const (
	windowSquares = 8    // squares of a window
	windowStates  = 6561 // 3 to the power of windowSquares: each square is empty, or has a man of either side
	windowPairs   = 8    // windows that have weights of their own; each is looked through from both ends of the board
	windowCases   = 4    // a pattern has a weight for each: no side has kings, one, the other, or both

	// patterns is how many weights of patterns there are. They have the first ids, case after case
	// and window after window.
	patterns = windowCases * windowPairs * windowStates

	// partPatterns is how many patterns the parts of a window have. Their weights follow.
	partPatterns = windowStates + 3*halfStates
	halfStates   = 81 // 3 to the power of half of windowSquares

	firstTerm = patterns + windowPairs*partPatterns

	// Wide windows see more. Their patterns have weights for positions without kings, which have the last ids.
	wideSquares  = 12
	wideStates   = 531441
	widePairs    = 6
	widePatterns = widePairs * wideStates
)

// part is squares of a window, whose patterns have weights whichever side has kings. So what is common to
// many patterns is learned from all of them, and the weights of the whole window only say what is special.
type part struct{ divisor, states int }

// parts are the parts of every window: all of it, and some four squares.
var parts = [...]part{{1, windowStates}, {1, halfStates}, {9, halfStates}, {81, halfStates}}

// pattern returns the pattern of a part, in a pattern of its window.
func (p part) pattern(whole int) int { return whole / p.divisor % p.states }

// window is the squares of a window in the order of their digits, the least first.
type window []draughts.Square

// blocks declares windows: blocks of squares in adjacent rows, at every combination of a first row
// and a first column. A column is a playable square of a row.
type blocks struct {
	rows, columns           int
	firstRows, firstColumns []int
}

// geometry is what the windows depend on.
type geometry struct {
	size     int
	playable draughts.Playable
}

// layout is the windows of a kind of board that have weights of their own. Each has another one, which it
// becomes when the board is turned by 180 degrees. Each window is part of a wide one.
type layout struct{ windows, wide []blocks }

// layouts declares the windows of every kind of board.
var layouts = map[geometry]layout{
	{8, draughts.Dark}: {
		windows: []blocks{
			{rows: 4, columns: 2, firstRows: []int{0, 1}, firstColumns: []int{0, 1, 2}},
			{rows: 4, columns: 2, firstRows: []int{2}, firstColumns: []int{0}},
			{rows: 2, columns: 4, firstRows: []int{0}, firstColumns: []int{0}},
		},
		wide: []blocks{
			{rows: 6, columns: 2, firstRows: []int{0}, firstColumns: []int{0, 1, 2}},
			{rows: 3, columns: 4, firstRows: []int{0, 1, 2}, firstColumns: []int{0}},
		},
	},
	{10, draughts.Dark}: {
		windows: []blocks{{rows: 4, columns: 2, firstRows: []int{0, 2}, firstColumns: []int{0, 1, 2, 3}}},
		wide:    []blocks{{rows: 4, columns: 3, firstRows: []int{0, 2}, firstColumns: []int{0, 1, 2}}},
	},
	{12, draughts.Dark}: {
		windows: []blocks{{rows: 4, columns: 2, firstRows: []int{0, 3}, firstColumns: []int{0, 1, 3, 4}}},
		wide:    []blocks{{rows: 4, columns: 3, firstRows: []int{0, 3}, firstColumns: []int{0, 1, 3}}},
	},
	{8, draughts.All}: {
		windows: []blocks{
			{rows: 2, columns: 4, firstRows: []int{0, 1, 2}, firstColumns: []int{0, 4}},
			{rows: 2, columns: 4, firstRows: []int{3}, firstColumns: []int{0}},
			{rows: 2, columns: 4, firstRows: []int{2}, firstColumns: []int{2}},
		},
		wide: []blocks{
			{rows: 3, columns: 4, firstRows: []int{0, 2}, firstColumns: []int{0}},
			{rows: 3, columns: 4, firstRows: []int{0, 1}, firstColumns: []int{4}},
			{rows: 3, columns: 4, firstRows: []int{1, 2}, firstColumns: []int{2}},
		},
	},
}

// board is a board as the windows see it: its corner is at the left whatever side it really is
// on, so that rule sets which differ in nothing else share their weights.
type board struct {
	variant *draughts.Variant
	rows    [][]draughts.Square // from White's last row, each from the left
	turned  []draughts.Square   // by square, the square it becomes when the board is turned by 180 degrees
}

func newBoard(v *draughts.Variant) board {
	b := board{variant: v, turned: make([]draughts.Square, v.Squares()+1)}
	declared := v.Rules().Board
	last := declared.Size - 1
	for y := range declared.Size {
		var row []draughts.Square
		for x := range declared.Size {
			seen := x
			if declared.Corner == draughts.Right {
				seen = last - x
			}
			if q := v.SquareAt(seen, y); q != 0 {
				row = append(row, q)
				b.turned[q] = v.SquareAt(last-seen, last-y)
			}
		}
		b.rows = append(b.rows, row)
	}
	return b
}

// squares returns the squares in the order of the rows, the same for mirrored boards.
func (b board) squares() []draughts.Square {
	var all []draughts.Square
	for _, row := range b.rows {
		all = append(all, row...)
	}
	return all
}

// row returns how many rows from White's last row a square is.
func (b board) row(q draughts.Square) int {
	_, y := b.variant.XY(q)
	return y
}

// layout returns the layout of the board.
func (b board) layout() layout {
	declared := b.variant.Rules().Board
	return layouts[geometry{declared.Size, declared.Playable}]
}

// windows returns the windows that are declared, and what becomes of each when the board is turned, with
// the squares in the same order.
func (b board) windows(declared []blocks) (own, turned []window) {
	for _, s := range declared {
		for _, row := range s.firstRows {
			for _, column := range s.firstColumns {
				var w, other window
				for i := range s.rows * s.columns {
					q := b.rows[row+i/s.columns][column+i%s.columns]
					w, other = append(w, q), append(other, b.turned[q])
				}
				own, turned = append(own, w), append(turned, other)
			}
		}
	}
	return own, turned
}

// checksum returns a checksum of what the features of the board are.
func (b board) checksum() uint32 {
	sum := crc32.NewIEEE()
	fmt.Fprint(sum, windowSquares, windowStates, windowPairs, windowCases, parts, kingSquares, armyKings, b.variant.Squares(), Unit)
	declared := b.variant.Rules().Board
	own, _ := b.windows(b.layout().windows)
	wide, _ := b.windows(b.layout().wide)
	for _, w := range append(own, wide...) {
		for _, q := range w {
			x, y := b.variant.XY(q)
			if declared.Corner == draughts.Right {
				x = declared.Size - 1 - x
			}
			fmt.Fprint(sum, x, y, ",")
		}
	}
	return sum.Sum32()
}
