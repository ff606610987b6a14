package say

import (
	"strings"
	"testing"

	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
)

// Whatever ends a game has a sentence of its own, which says all that is in it.
func TestEveryEnding(t *testing.T) {
	var ends []game.Result
	for rule := draughts.NoPieces; rule <= draughts.DeadBalance; rule++ {
		ends = append(ends, game.Result{Cause: game.ByRules, Rule: rule})
	}
	for cause := game.ByAgreement; cause <= game.ByLength; cause++ {
		ends = append(ends, game.Result{Cause: cause, Outcome: game.WhiteWon})
	}
	for _, code := range lang.Codes() {
		l := lang.For(code)
		said := map[string]game.Result{}
		for _, end := range ends {
			if end.Cause == game.ByRuling {
				end.Moderator, end.Reason = 7, "Nobody came."
			}
			text := Cause(l, &game.Game{}, end, "Anna")
			if other, ok := said[text]; ok || text == "" || strings.Contains(text, "result.") || strings.Contains(text, "{") {
				t.Errorf("%s: %+v, as %+v, is said thus: %s", l.Code, end, other, text)
			}
			said[text] = end
		}
		for part, end := range map[string]game.Result{
			"Nobody came.": {Cause: game.ByRuling, Moderator: 7, Reason: "Nobody came."},
			"1000":         {Cause: game.ByLength},
		} {
			if text := Cause(l, &game.Game{}, end, "Anna"); !strings.Contains(text, part) {
				t.Errorf("%s: %+v does not say %q: %s", l.Code, end, part, text)
			}
		}
	}
}

// The reason for the end of a game names the player it is about.
func TestEndNamesThePlayer(t *testing.T) {
	v := draughtstest.Variant(t, "american") // Black, who is Ben, begins
	for want, end := range map[string]game.Event{
		"Anna has no pieces left.": {Result: &game.Result{Rule: draughts.NoPieces}},
		"Anna can’t move.":         {Result: &game.Result{Rule: draughts.NoMoves}},
		"Ben made the first king.": {Result: &game.Result{Rule: draughts.KingMade}, Side: draughts.Black},
		"Anna resigned.":           {Result: &game.Result{Cause: game.ByResignation}, Side: draughts.White},
		"Ben resigned.":            {Result: &game.Result{Cause: game.ByResignation}, Side: draughts.Black},
		"Anna ran out of time.":    {Result: &game.Result{Cause: game.ByTime}, Side: draughts.White},
	} {
		end.Kind = game.Ended
		moved := game.Event{Kind: game.Moved}
		g := game.Restore(game.Header{Terms: game.Terms{Variant: v}}, []game.Event{moved, moved, moved, moved, moved, end})
		if text := endText(lang.English(), g, *end.Result, [...]string{draughts.White: "Anna", draughts.Black: "Ben"}); text != want {
			t.Errorf("it says %q, want %q", text, want)
		}
	}
}

// The text of a game that ended too early to count says so, unless the players aborted it.
func TestTooEarly(t *testing.T) {
	v := draughtstest.Variant(t, "american")
	ended := game.Event{Kind: game.Ended}
	header := game.Header{Terms: game.Terms{Variant: v}}
	none := game.Restore(header, []game.Event{ended})
	underway := game.Restore(header, append(make([]game.Event, 4), ended)) // Moved
	var names [len(draughts.Sides)]string
	for _, code := range lang.Codes() {
		l := lang.For(code)
		early := l.Say("result.early")
		for cause := game.ByClaim; cause <= game.ByLength; cause++ {
			r := game.Result{Cause: cause}
			if cause == game.ByRuling {
				r.Moderator = 7
			}
			if says := strings.Contains(endText(l, none, r, names), early); says != (cause != game.Aborted) {
				t.Errorf("%s: %v before both have made two moves: %s", l.Code, cause, endText(l, none, r, names))
			}
			if text := endText(l, underway, r, names); strings.Contains(text, early) {
				t.Errorf("%s: %v in a game that is underway: %s", l.Code, cause, text)
			}
		}
	}
}

// What happens to ratings is said in words, also that nothing does, and why.
func TestRatings(t *testing.T) {
	change := func(before, after float64) []game.RatingChange {
		return []game.RatingChange{{Place: 77, Before: game.Rating{Points: before}, After: game.Rating{Points: after, Deviation: 80}}}
	}
	l := lang.English()
	header := game.Header{Place: 77, Pool: "american", Players: [2]game.PersonID{1001, 1002}, Terms: game.Terms{Rated: true}}
	won := game.Result{Outcome: game.WhiteWon, Weight: 1, Changes: [2][]game.RatingChange{change(1500, 1512), change(1500, 1488)}}
	half, drawn, ruled, first := won, won, won, won
	ruled.Cause = game.ByRuling
	half.Weight = 0.5
	drawn.Outcome, drawn.Changes = game.Drawn, [2][]game.RatingChange{change(1500, 1500), nil}
	first.Changes[0] = []game.RatingChange{{Place: 77, Before: game.InitialRating, After: game.Rating{Points: 1662, Deviation: 290}}}
	for want, r := range map[string]game.Result{
		"<@1001> 1500 → **1512** (+12)\n<@1002> 1500 → **1488** (−12)":      won,
		"<@1001>: about 12 more rated games until a rating\n<@1002> 1500 →": first,
		l.Say("result.weight"):         half,
		"<@1001> 1500 → **1500** (±0)": drawn,
		"**1488** (−12)\nA moderator’s decision only counts on this server.": ruled,
		"Ratings don’t change.": {Cause: game.Aborted},
	} {
		if text := RatingChange(l, game.Restore(header, nil), r); !strings.Contains(text, want) {
			t.Errorf("it says %q, want %q", text, want)
		}
	}
	header.Pool = "ours~12345678"
	if text := RatingChange(l, game.Restore(header, nil), ruled); strings.Contains(text, "only counts") {
		t.Errorf("of a server's own rules it says %q", text)
	}
	header.Rated = false
	if text := RatingChange(l, game.Restore(header, nil), won); text != "Unrated – ratings don’t change." {
		t.Errorf("it says %q", text)
	}
}
