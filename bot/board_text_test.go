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
		ends = append(ends, game.Result{Cause: cause, Outcome: game.WhiteWon})
	}
	ends = append(ends, game.Result{Cause: game.ByResignation})
	for _, l := range languages() {
		said := map[string]game.Result{}
		for _, end := range ends {
			if end.Cause == game.ByRuling {
				end.Moderator, end.Reason = 7, "Nobody came."
			}
			text := causeText(l, end)
			if other, ok := said[text]; ok || text == "" || strings.Contains(text, "result.") || strings.Contains(text, "{") {
				t.Errorf("%s: %+v, as %+v, is said thus: %s", l.Code, end, other, text)
			}
			said[text] = end
		}
		for part, end := range map[string]game.Result{
			"Nobody came.": {Cause: game.ByRuling, Moderator: 7, Reason: "Nobody came."},
			"1000":         {Cause: game.ByLength},
		} {
			if text := causeText(l, end); !strings.Contains(text, part) {
				t.Errorf("%s: %+v does not say %q: %s", l.Code, end, part, text)
			}
		}
	}
}

// The text of a game that ended too early to count says so, unless the players aborted it.
func TestTooEarlyIsSaid(t *testing.T) {
	v, err := draughts.Builtin("american")
	if err != nil {
		t.Fatal(err)
	}
	events := make([]game.Event, 4) // Moved
	none, underway := game.Restore(game.Header{Terms: game.Terms{Variant: v}}, nil), game.Restore(game.Header{Terms: game.Terms{Variant: v}}, events)
	for _, l := range languages() {
		early := l.Say("result.early")
		for cause := game.ByClaim; cause <= game.ByLength; cause++ {
			r := game.Result{Cause: cause}
			if cause == game.ByRuling {
				r.Moderator = 7
			}
			if says := strings.Contains(endText(l, none, r), early); says != (cause != game.Aborted) {
				t.Errorf("%s: %v before both have made two moves: %s", l.Code, cause, endText(l, none, r))
			}
			if text := endText(l, underway, r); strings.Contains(text, early) {
				t.Errorf("%s: %v in a game that is underway: %s", l.Code, cause, text)
			}
		}
	}
}
