package game_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// playOut plays random moves to the end of a game; after many moves a player resigns.
func (h *fixture) playOut(g *game.Game, dice *rand.Rand) *game.Game {
	h.t.Helper()
	for ply := 0; !g.IsOver(); ply++ {
		history, err := g.History()
		h.must(err)
		mover := g.Player(g.Turn())
		if ply > 150 {
			return h.resign(g, mover)
		}
		p := history.Position()
		moves := p.Moves()
		m := moves[dice.IntN(len(moves))]
		a, err := h.Move(background, game.MoveRequest{GameRequest: h.at(g, mover), Text: p.Full(m, draughts.Numbers)})
		h.must(err)
		g = a.Game
	}
	return g
}

// Whole games of every family of rule sets, from the challenge to the leaderboard. The stored games agree with
// the rules, and every index with the records.
func TestWholeGamesOfEveryFamily(t *testing.T) {
	h := newFixture(t)
	dice := rand.New(rand.NewPCG(3, 4))
	for i, family := range draughts.Families() {
		key := family.Key + []string{"", "-misere", "-breakthrough", "-free-jump"}[i%4]
		terms := game.Terms{Variant: rules(t, key), Rated: true}
		if i%2 == 0 {
			terms.Clock, _ = game.Live(time.Hour, time.Second)
		}
		g := h.playOut(h.begin(ann, bob, terms), dice)
		kept := h.game(g.ID)
		history, err := kept.History()
		h.must(err)
		result, _ := kept.Result()
		if end, over := history.Ending(); over != (result.Cause == game.ByRules) ||
			over && (end.Rule != result.Rule || end.Drawn != (result.Outcome == game.Drawn)) {
			t.Errorf("%s: the rules say %+v, the referee %+v", key, end, result)
		}
		if len(result.Changes[0]) != 2 {
			t.Errorf("%s: the game was not rated: %+v", key, result)
		}
		p, err := game.PDN(kept, nil)
		h.must(err)
		if again, err := p.Replay(kept.Variant); err != nil || again.Position() != history.Position() {
			t.Errorf("%s: as PDN the game is another: %v", key, err)
		}
		h.leap(time.Minute)
	}
	h.inOrder()
}

// The PDN of a game with a live clock has its times.
func TestClocksInArchives(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, live(t, 5*time.Minute, 3*time.Second))
	h.leap(10 * time.Second)
	g = h.play(g, "11-15")
	h.leap(20 * time.Second)
	g = h.play(g, "22-18", "15x22")
	g = h.propose(g, game.OfferTakeBack, ann, bob)
	p, err := game.PDN(g, func(p game.PersonID) string { return map[game.PersonID]string{ann: "Ann", bob: "Bob"}[p] })
	h.must(err)
	var out strings.Builder
	h.must(pdn.Write(&out, p))
	for _, want := range []string{
		`[Black "Ann"]`, `[TimeControl "300+3"]`, "1. 11-15 {[%clock W0:05:00 b0:04:53]}", "22-18 {[%clock w0:04:43 B0:04:53]} *",
	} {
		if !strings.Contains(strings.ReplaceAll(out.String(), "\n", " "), want) {
			t.Errorf("the archive does not say %q:\n%s", want, out.String())
		}
	}
}

// The PDN of a game has its result, and no times without a clock.
func TestResultsInArchives(t *testing.T) {
	h := newFixture(t)
	for want, g := range map[string]*game.Game{
		"0-1":     h.win(ann, bob, american(t)), // Ann has Black
		"1/2-1/2": h.propose(h.underway(ann, bob, american(t)), game.OfferDraw, ann, bob),
		"*":       h.propose(h.begin(ann, bob, days(t, 1)), game.OfferAbort, ann),
	} {
		p, err := game.PDN(g, nil)
		h.must(err)
		var out strings.Builder
		h.must(pdn.Write(&out, p))
		if text := out.String(); !strings.Contains(text, `[Result "`+want+`"]`) || strings.Contains(text, "%clock") {
			t.Errorf("the archive does not say %q, or tells of a clock:\n%s", want, text)
		}
	}
}
