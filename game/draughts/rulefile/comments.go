package rulefile

import "github.com/goccy/go-yaml"

// comments says beside each line of a written file what it can be.
var comments = func() yaml.CommentMap {
	m := yaml.CommentMap{}
	for path, text := range map[string]string{
		"key":                       "what commands call it",
		"name":                      "what people call it",
		"board.size":                "8, 10 or 12",
		"board.playable":            "dark: every second square; all: every square",
		"board.corner":              "on which hand each player has a playable corner: left or right",
		"board.rows":                "rows of men each side starts with",
		"board.gap":                 "empty rows behind them",
		"board.notation":            "numbers: 11-15; letters: c3-d4",
		"man.moves":                 "diagonals, straights, or any of diagonal-forward, straight-forward, sideways",
		"man.takes":                 "the same, and diagonal-backward, straight-backward",
		"man.takes-kings":           "false: a man may jump men only",
		"man.crowning":              "on the last row in a capture: ends-move, passes (not crowned if it jumps on), goes-on (as a king)",
		"king.moves":                "diagonals, straights, or any of diagonal-forward, diagonal-backward, straight-forward, straight-backward, sideways",
		"king.takes":                "the same",
		"king.range":                "a move without capture: adjacent or far",
		"king.reach":                "the piece it takes may stand: adjacent or far",
		"king.landing":              "behind it, the king comes down: just-behind or anywhere",
		"king.turns-back":           "true: it may take its next piece straight back the way it came",
		"king.run-limit":            "moves without capture one king may make running while its side has men",
		"capture.obligatory":        "false: nobody has to take, and a jump begun may stop",
		"capture.prefer":            "first rule first: most-pieces, most-kings, most-value, with-king, kings-soonest",
		"capture.removal":           "taken pieces leave: at-end of the move, or at-once as they are jumped",
		"starts":                    "white or black",
		"object":                    "normal; misere: who cannot move wins; breakthrough: the first king wins",
		"draws.repetition":          "times the same position must come up for a draw",
		"draws.repetition-claimed":  "true: a player must claim it",
		"draws.counters":            "draws by moves in which nothing happens; those with a balance run while the pieces are such",
		"draws.counters[0].moves":   "how many, since the last capture (unless it lasts) or since the balance came to be",
		"draws.counters[0].by":      "whose moves: each-side, either-side (every move is one), or stronger-side",
		"draws.counters[0].quiet":   "true: a man's move starts it anew",
		"draws.counters[0].exact":   "true: so does a crowning",
		"draws.counters[0].lasts":   "true: once it runs, captures neither start it anew nor end it",
		"draws.counters[0].claimed": "true: a player must claim it",
		"draws.dead":                "pieces with which the game is a draw at once",
		"draws.unwinnable":          "pieces with which the strong side does not win on time",
		"game-type":                 "the number of the game in PDN",
	} {
		m["$."+path] = []*yaml.Comment{yaml.LineComment(" " + text)}
	}
	return m
}()
