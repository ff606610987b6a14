package pdn

import (
	"slices"
	"strconv"
	"strings"

	"doublecorner/game/draughts"
)

// Result is how a game ended, as it is written: 1-0, 2-0, 1/2-1/2 and so on. The
// first number is White's.
type Result string

// Unfinished is the result of a game that is not over, or whose end is not known.
const Unfinished Result = "*"

// The ways to write who won, with one point for a win and with two.
var (
	wins  = [2][]Result{draughts.White: {"1-0", "2-0"}, draughts.Black: {"0-1", "0-2"}}
	draws = []Result{"1/2-1/2", "1-1", "½-½", "1/2", "½"}
)

// points returns the points of White and of Black, as in 12-0 and 4-6; false if the result is not written so.
func (r Result) points() (white, black int, ok bool) {
	first, second, found := strings.Cut(string(r), "-")
	if !found || !isPoints(first) || !isPoints(second) {
		return 0, 0, false
	}
	white, _ = strconv.Atoi(first)
	black, _ = strconv.Atoi(second)
	return white, black, true
}

func isPoints(text string) bool { return len(text) <= 2 && isNumber(text) }

// Winner returns the side that won, if one did.
func (r Result) Winner() (draughts.Side, bool) {
	white, black, _ := r.points()
	if white < black {
		return draughts.Black, true
	}
	return draughts.White, white > black
}

// Drawn reports whether the game was drawn.
func (r Result) Drawn() bool {
	white, black, _ := r.points()
	return slices.Contains(draws, r) || white == black && white > 0
}

// dashes are what books and web pages have for a hyphen.
const dashes = "\u2010\u2011\u2012–—−"

// readResult reads a result, with whatever dash or a colon. Points of both sides, except 1-1, could be a move and are none.
func readResult(text string) (r Result, ok bool) {
	r = resultOf(text)
	if slices.Contains(draws, r) || r == Unfinished {
		return r, true
	}
	white, black, ok := r.points()
	most := max(white, black)
	return r, ok && min(white, black) == 0 && slices.Contains(wholePoints, most) // 0-0: both have lost
}

// wholePoints are what the winner can have if the loser has nothing.
var wholePoints = []int{0, 1, 2, 3, 4, 6, 10, 12}

// resultOf returns a text as a result, with a hyphen for whatever dash or a colon.
func resultOf(text string) Result {
	return Result(strings.Map(func(c rune) rune {
		if strings.ContainsRune(":"+dashes, c) {
			return '-'
		}
		return c
	}, text))
}

// sharedPoints are what both sides have together in other point systems.
var sharedPoints = []int{10, 12}

// isShared reports whether a text is points of both sides: 4-6.
func isShared(text string) bool {
	white, black, ok := resultOf(text).points()
	return ok && slices.Contains(sharedPoints, white+black)
}

// ResultOf returns how the end of a game is written under a rule set: two points
// for a win on the larger boards, as in the international game, one on the small.
func ResultOf(v *draughts.Variant, end draughts.Ending) Result {
	style := 0
	if v.Rules().Board.Size > 8 {
		style = 1
	}
	if end.Drawn {
		return draws[style]
	}
	return wins[end.Winner][style]
}
