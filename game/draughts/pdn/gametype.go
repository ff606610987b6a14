package pdn

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"doublecorner/game/draughts"
)

// gameType is a GameType tag: the number of the game and, where it says so, how
// the squares are counted.
type gameType struct {
	number int
	corner int  // where square 1 is, as White sees it
	says   bool // the tag tells the corner, rather than the standard
}

// Where square 1 can be.
const (
	bottomLeft = iota
	bottomRight
	topLeft
	topRight
)

// numbered holds, for the games whose squares the standard does not count as we
// do, where White sees square 1. The standard tells it as the side that starts
// sees it.
var numbered = map[int]int{
	24: bottomRight, // Spanish: 24,W,8,8,N1,1
	31: bottomRight, // Thai: 31,B,8,8,N2,0
}

// parseGameType reads the value of a GameType tag, such as 21 or 21,B,8,8,N1,0.
func parseGameType(value string) (gameType, bool) {
	fields := strings.SplitN(strings.ReplaceAll(value, " ", ""), ",", 6)
	number, err := strconv.Atoi(fields[0])
	if err != nil {
		return gameType{}, false
	}
	t := gameType{number: number, corner: topLeft}
	if corner, ok := numbered[number]; ok {
		t.corner = corner
	}
	if len(fields) > 4 && len(fields[4]) == 2 && fields[4][0] == 'N' {
		corner := int(fields[4][1] - '0')
		if fields[1] == "B" {
			corner = topRight - corner // the other side sees it turned round
		}
		if corner >= bottomLeft && corner <= topRight {
			t.corner, t.says = corner, true
		}
	}
	return t, true
}

// counting returns how a game counts squares when it is played by a rule set. What the
// standard says of the game of a number holds for that game only: a Variant tag, or who
// reads it, may know better which it is.
func (g *Game) counting(v *draughts.Variant) gameType {
	t, ok := parseGameType(g.Tag("GameType"))
	if !ok || !t.says && byGameType[t.number] != v.Rules().Key {
		return gameType{corner: topLeft}
	}
	return t
}

// gameTypeOf returns the GameType tag of a rule set, with squares counted as we
// do, or "" if the game has none.
func gameTypeOf(v *draughts.Variant) string {
	r := v.Rules()
	if known := byGameType[r.GameType]; r.GameType == 0 || !isBuiltin(known, r) {
		return "" // it has none, or is not the game of that number
	}
	starts, notation, invert := "W", "N2", 0
	if r.Starts == draughts.Black {
		starts, notation = "B", "N1"
	}
	if r.Board.Notation == draughts.Letters {
		notation = "A0"
	}
	if r.Board.Corner == draughts.Right {
		invert = 1
	}
	return fmt.Sprintf("%d,%s,%d,%d,%s,%d", r.GameType, starts, r.Board.Size, r.Board.Size, notation, invert)
}

// isBuiltin tells whether rules are those of a built-in key.
func isBuiltin(key string, r draughts.Rules) bool {
	known, err := draughts.Find(key)
	return err == nil && reflect.DeepEqual(known, r)
}

// square returns our number of the square that is n where square 1 is in another corner.
func (t gameType) square(v *draughts.Variant, n draughts.Square) draughts.Square {
	if !v.Has(n) {
		return 0
	}
	if t.corner == topRight || t.corner == bottomLeft {
		// The rows count the other way.
		first, last := n, n
		for sameRow(v, first-1, n) {
			first--
		}
		for sameRow(v, last+1, n) {
			last++
		}
		n = first + last - n
	}
	if t.corner == bottomLeft || t.corner == bottomRight {
		n = draughts.Square(v.Squares()) + 1 - n
	}
	return n
}

func sameRow(v *draughts.Variant, a, b draughts.Square) bool {
	_, ya := v.XY(a)
	_, yb := v.XY(b)
	return v.Has(a) && ya == yb
}
