package draughts

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

// forward is what each direction means to White.
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

// compasses is what every set of directions means to a side.
var compasses = func() (all [Diagonals | Straights + 1][len(Sides)][]uint8) {
	for set := range all {
		for _, s := range Sides {
			for _, f := range forward {
				for _, c := range f.compasses {
					if s == Black {
						c = opposite(c)
					}
					if Directions(set)&f.direction != 0 {
						all[set][s] = append(all[set][s], c)
					}
				}
			}
		}
	}
	return all
}()

// compasses returns what the directions mean to a side. The list is everybody's.
func (d Directions) compasses(s Side) []uint8 { return compasses[d&(Diagonals|Straights)][s] }

// opposite turns a direction round.
func opposite(compass uint8) uint8 { return compass ^ 4 }
