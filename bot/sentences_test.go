package bot

import (
	"strings"
	"testing"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// Whatever ends a game has a sentence of its own, which says all that is in it.
func TestEveryEndingIsSaid(t *testing.T) {
	var ends []game.Result
	for rule := draughts.NoPieces; rule <= draughts.TooManyCaptures; rule++ {
		ends = append(ends, game.Result{Cause: game.ByRules, Rule: rule})
	}
	for cause := game.ByAgreement; cause <= game.ByLength; cause++ {
		ends = append(ends, game.Result{Cause: cause})
	}
	for _, l := range languages() {
		said := map[string]game.Result{}
		for _, end := range ends {
			if end.Cause == game.ByRuling {
				end.Moderator, end.Reason = 7, "Nobody came."
			}
			text := why(l, end)
			if other, ok := said[text]; ok || text == "" || strings.Contains(text, "result.") || strings.Contains(text, "{") {
				t.Errorf("%s: %+v, as %+v, is said thus: %s", l.Code, end, other, text)
			}
			said[text] = end
		}
		for part, end := range map[string]game.Result{
			"Nobody came.": {Cause: game.ByRuling, Moderator: 7, Reason: "Nobody came."},
			"1000":         {Cause: game.ByLength},
		} {
			if text := why(l, end); !strings.Contains(text, part) {
				t.Errorf("%s: %+v does not say %q: %s", l.Code, end, part, text)
			}
		}
	}
}
