package draughts

// grid maps the squares of a board to bits; see set.go.
type grid struct {
	size    int
	squares []cell      // by square number, from 1; the first is no square
	ofBit   [128]Square // by bit; 0 for bits between the rows
	byXY    []Square    // by row and column; 0 for squares not used
	steps   [8]dir
	next    [][8]Square // by square and compass, the square one step on, or 0
	longest int         // the longest step in use, in bits
}

// cell is one square: its bit, and its column and row counted from the top left corner.
type cell struct{ bit, x, y uint8 }

// newGrid maps a board on which pieces go in the given directions.
func newGrid(b Board, used Directions) *grid {
	roomy := used&Straights != 0 || b.Playable == All
	g := &grid{size: b.Size, squares: make([]cell, 1), byXY: make([]Square, b.Size*b.Size)}
	bit := 0
	for y := range b.Size {
		for x := range b.Size {
			if !b.uses(x, y) {
				continue
			}
			q := Square(len(g.squares))
			g.byXY[y*b.Size+x], g.ofBit[bit] = q, q
			g.squares = append(g.squares, cell{uint8(bit), uint8(x), uint8(y)})
			bit++
		}
		// Bits that are no squares keep a step from running over the edge. One behind every
		// second row makes a diagonal step on dark squares the same shift from odd and even
		// rows; straight steps need one behind each row.
		if b.Playable == Dark && b.uses(0, y) {
			bit++
		}
		if roomy {
			bit++
		}
	}
	down, across := b.Size+1, 1
	right, left := down+across, down-across
	if b.Playable == Dark {
		left, right = b.Size/2, b.Size/2+1
		if roomy {
			left, right = left+1, right+1
		}
		down = left + right
	}
	for compass, shift := range [8]int{-down, -left, across, right, down, left, -across, -right} {
		g.steps[compass] = dir{shift: int8(shift), compass: uint8(compass)}
	}
	for _, d := range g.dirs(used, White) {
		g.longest = max(g.longest, int(d.shift), -int(d.shift))
	}
	g.next = make([][8]Square, len(g.squares))
	for n, c := range g.squares[1:] {
		for compass, d := range deltas {
			if b.Playable == Dark && compass%2 == 0 {
				d.x, d.y = 2*d.x, 2*d.y
			}
			g.next[n+1][compass] = g.at(int(c.x)+d.x, int(c.y)+d.y)
		}
	}
	return g
}

// uses reports whether the square in column x and row y, from the top left, is playable.
func (b Board) uses(x, y int) bool {
	// The bottom left square is at x=0, y=Size-1, and Size is even.
	asTheLeftCorner := (x+y)%2 == 1
	return b.Playable == All || asTheLeftCorner == (b.Corner == Left)
}

// dirs returns the steps of a set of directions for a side.
func (g *grid) dirs(d Directions, s Side) []dir {
	var steps []dir
	for _, c := range d.compasses(s) {
		steps = append(steps, g.steps[c])
	}
	return steps
}

// narrow reports whether the bits fit one word, with as many to spare as the
// longest step: set64 steps by rotating.
func (g *grid) narrow() bool {
	last := g.squares[len(g.squares)-1].bit
	return int(last)+g.longest < 64
}

// at returns the square in column x and row y, or 0.
func (g *grid) at(x, y int) Square {
	if x < 0 || y < 0 || x >= g.size || y >= g.size {
		return 0
	}
	return g.byXY[y*g.size+x]
}

func (g *grid) toSquares(b Bits) Squares {
	var squares Squares
	for ; b.some(); b = b.Without(b.first()) {
		squares = squares.With(g.ofBit[b.index()])
	}
	return squares
}

func (g *grid) fromSquares(squares Squares) Bits {
	var b Bits
	for q := range squares.All() {
		b = b.Or(BitsOf(g.squares[q].bit))
	}
	return b
}

// The eight directions a piece can step in, as White sees the board.
const (
	north uint8 = iota
	northEast
	east
	southEast
	south
	southWest
	west
	northWest

	noCompass uint8 = 255
)

// deltas are the steps in columns and rows, by compass.
var deltas = [8]struct{ x, y int }{{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}}

// forward holds the compass directions of each direction for White.
var forward = []struct {
	direction Directions
	compasses []uint8
}{
	{DiagonalForward, []uint8{northWest, northEast}},
	{DiagonalBackward, []uint8{southWest, southEast}},
	{StraightForward, []uint8{north}},
	{StraightBackward, []uint8{south}},
	{Sideways, []uint8{west, east}},
}

// compasses holds the compass directions of every set of directions, by side.
var compasses = func() (all [Diagonals | Straights + 1][len(Sides)][]uint8) {
	for set := range all {
		for _, f := range forward {
			if Directions(set)&f.direction == 0 {
				continue
			}
			for _, c := range f.compasses {
				all[set][White] = append(all[set][White], c)
				all[set][Black] = append(all[set][Black], opposite(c))
			}
		}
	}
	return all
}()

// compasses returns the compass directions for a side. The list is shared and must not be changed.
func (d Directions) compasses(s Side) []uint8 { return compasses[d&(Diagonals|Straights)][s] }

// opposite turns a direction round.
func opposite(compass uint8) uint8 { return compass ^ 4 }
