package pdn

import (
	"slices"
	"strings"

	"doublecorner/game/draughts"
)

// Result is how a game ended, as it is written: 1-0, 2-0, 1/2-1/2 and so on. The
// first number is White's.
type Result string

// Unfinished is the result of a game that is not over, or whose end is not known.
const Unfinished Result = "*"

// The ways to write who won, of all styles in use: with one point for a win, with two, and others.
var (
	wins  = [2][]Result{draughts.White: {"1-0", "2-0"}, draughts.Black: {"0-1", "0-2"}}
	draws = []Result{"1/2-1/2", "1-1", "½-½", "1/2", "½"}
)

// Winner returns the side that won, if one did.
func (r Result) Winner() (draughts.Side, bool) {
	for _, side := range draughts.Sides {
		if slices.Contains(wins[side], r) {
			return side, true
		}
	}
	return 0, false
}

// Drawn reports whether the game was drawn.
func (r Result) Drawn() bool { return slices.Contains(draws, r) }

// dashes are what books and web pages have for a hyphen.
const dashes = "\u2010\u2011\u2012–—−"

// readResult reads a result, with whatever dash or a colon.
func readResult(text string) (r Result, ok bool) {
	r = Result(strings.Map(func(c rune) rune {
		if strings.ContainsRune(":"+dashes, c) {
			return '-'
		}
		return c
	}, text))
	_, won := r.Winner()
	return r, won || r.Drawn() || r == Unfinished || r == "0-0" // which both have lost
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
