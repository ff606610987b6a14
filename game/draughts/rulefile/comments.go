package rulefile

import (
	"encoding"
	"fmt"
	"reflect"

	"github.com/goccy/go-yaml"

	"doublecorner/game/draughts"
)

// comments holds a remark on each field of a file.
var comments = map[string]string{
	"key":                        "what commands call it",
	"name":                       "what people call it",
	"board.size":                 "8, 10 or 12",
	"board.playable":             "dark: every second square; all: every square",
	"board.corner":               "on which hand each player has a playable corner: left or right",
	"board.rows":                 "rows of men each side starts with",
	"board.gap":                  "empty rows behind them",
	"board.notation":             "numbers: 11-15; letters: c3-d4",
	"man.moves":                  "diagonal-forward, straight-forward, sideways, or several of them",
	"man.takes":                  "the same, and diagonal-backward, straight-backward; diagonals, straights: all such",
	"man.takes-kings":            "false: a man may jump men only",
	"man.crowning":               "on the last row in a capture: ends-move, passes (not crowned if it jumps on), goes-on (as a king)",
	"king.moves":                 "diagonals, straights, or any of diagonal-forward, diagonal-backward, straight-forward, straight-backward, sideways",
	"king.takes":                 "the same",
	"king.range":                 "a move without capture: adjacent or far",
	"king.reach":                 "the piece it takes may stand: adjacent or far",
	"king.landing":               "behind it, the king comes down: just-behind or anywhere",
	"king.turns-back":            "true: it may take its next piece straight back the way it came",
	"king.run-limit":             "moves without capture one king may make running while its side has men",
	"capture.obligatory":         "false: nobody has to take, and a jump begun may stop",
	"capture.prefer":             "first rule first: most-pieces, most-kings, most-value, with-king, kings-soonest",
	"capture.removal":            "taken pieces leave: at-end of the move, or at-once as they are jumped",
	"starts":                     "white or black",
	"object":                     "normal; misere: a side that cannot move wins; breakthrough: the first king wins",
	"draws.repetition":           "times the same position must come up for a draw",
	"draws.repetition-claimed":   "true: a player must claim it",
	"draws.counters":             "draws by moves in which nothing happens; those with a balance run while the pieces are such",
	"draws.counters.moves":       "how many, since the last capture or since the balance came to be",
	"draws.counters.by":          "whose moves: each-side, either-side (every move is one), stronger-side or weaker-side",
	"draws.counters.quiet":       "true: a man's move starts it anew",
	"draws.counters.exact":       "true: a crowning starts it anew",
	"draws.counters.lasts":       "true: once it runs, captures neither start it anew nor end it",
	"draws.counters.claimed":     "true: a player must claim it",
	"elsewhere":                  "what others who play this game do differently: corner, starts, dead",
	"own-draws":                  "draws that no published rules of the game have: repetition, quiet (a counter without a balance)",
	"readings":                   "not said so in published rules: claim (of draws), each-side (counted by quiet), three-kings (quiet counts against one, too), king-takes (its reach)",
	"draws.dead":                 "pieces with which the game is a draw at once",
	"draws.unwinnable":           "pieces with which the strong side does not win on time",
	"balance.strong":             "what one side has: kings and men, as in 2+ kings, 1 man; or pieces, some of them kings, as in 3 pieces, 1+ kings",
	"balance.weak":               "what the other has",
	"balance.total":              "pieces on the board, as in 4-5",
	"balance.long-diagonal":      "true: all of the weak side's pieces stand on it",
	"balance.off-long-diagonal":  "true: not all of the weak side's pieces stand on it",
	"balance.strong-on-diagonal": "true: a piece of the strong side stands on it",
	"game-type":                  "the number of the game in PDN",
}

// commentsOn returns the remarks for the lines of a written rule set, each where its field
// comes first.
func commentsOn(said content) yaml.CommentMap {
	lines, seen := yaml.CommentMap{}, map[string]bool{}
	// path locates the fields of a struct in YAML, and prefix in comments.
	var explain func(path, prefix string, v reflect.Value)
	explain = func(path, prefix string, v reflect.Value) {
		if _, ok := v.Interface().(draughts.Balance); ok {
			prefix = "balance."
		}
		for _, f := range fieldsOf(v.Type()) {
			value := v.FieldByIndex(f.Index)
			if f.optional && value.IsZero() {
				continue // not written
			}
			at, name := path+f.name, prefix+f.name
			if text, ok := comments[name]; ok && !seen[name] {
				seen[name] = true
				lines[at] = []*yaml.Comment{yaml.LineComment(" " + text)}
			}
			switch _, word := value.Interface().(encoding.TextMarshaler); {
			case word:
			case value.Kind() == reflect.Struct:
				explain(at+".", name+".", value)
			case value.Kind() == reflect.Slice && value.Type().Elem().Kind() == reflect.Struct:
				for i := range value.Len() {
					explain(fmt.Sprintf("%s[%d].", at, i), name+".", value.Index(i))
				}
			}
		}
	}
	explain("$.", "", reflect.ValueOf(said))
	return lines
}
