package pdn

import "doublecorner/game/draughts"

// Result is how a game ended, as it is written: 1-0, 2-0, 1/2-1/2 and so on. The
// first number is White's.
type Result string

// Unfinished is the result of a game that is not over, or whose end is not known.
const Unfinished Result = "*"

// results are the ways to write who won, of all three styles in use.
var results = map[Result]struct {
	decided, drawn bool
	winner         draughts.Side
}{
	"1-0": {decided: true, winner: draughts.White},
	"2-0": {decided: true, winner: draughts.White},
	"0-1": {decided: true, winner: draughts.Black},
	"0-2": {decided: true, winner: draughts.Black},

	"1/2-1/2": {drawn: true},
	"1-1":     {drawn: true},
	"½-½":     {drawn: true},
	"1/2":     {drawn: true},

	"0-0":      {}, // both have lost
	Unfinished: {},
}

// Winner returns the side that won, if one did.
func (r Result) Winner() (draughts.Side, bool) {
	known := results[r]
	return known.winner, known.decided
}

// Drawn tells whether the game was drawn.
func (r Result) Drawn() bool { return results[r].drawn }

func isResult(text string) bool {
	_, ok := results[Result(text)]
	return ok
}

// ResultOf returns how the end of a game is written under a rule set: two points
// for a win on the larger boards, as in the international game, one on the small.
func ResultOf(v *draughts.Variant, end draughts.Ending) Result {
	wins, drawn := [2]Result{draughts.White: "1-0", draughts.Black: "0-1"}, Result("1/2-1/2")
	if v.Rules().Board.Size > 8 {
		wins, drawn = [2]Result{draughts.White: "2-0", draughts.Black: "0-2"}, "1-1"
	}
	if end.Drawn {
		return drawn
	}
	return wins[end.Winner]
}
