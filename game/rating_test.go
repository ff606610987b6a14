package game_test

import (
	"fmt"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// american4 are four moves, after which both players have made two.
var american4 = []string{"11-15", "22-18", "15x22", "25x18"}

// unrated fails unless two people have no ratings and no scores against each other.
func (h *fixture) unrated(people ...game.PersonID) {
	h.t.Helper()
	for _, p := range people {
		for _, place := range []game.PlaceID{club, game.Everywhere} {
			profile, err := h.Profile(background, p, place)
			h.must(err)
			if len(profile.Entries) > 0 {
				h.t.Errorf("%v stands at %+v", p, profile.Entries)
			}
		}
		for _, other := range people {
			scores, err := h.HeadToHead(background, p, other, club)
			h.must(err)
			if len(scores) > 0 {
				h.t.Errorf("%v against %v: %+v", p, other, scores)
			}
		}
	}
}

// Before both have made two moves, only a rule of the game gives a game an outcome.
func TestEndsThatCountForNothing(t *testing.T) {
	h := newFixture(t)
	ruled := func(g *game.Game) (game.Answer, error) {
		q := game.RulingRequest{GameRequest: h.at(g, mod), Outcome: game.BlackWon, Reason: "no show"}
		q.By.Moderator = true
		return h.Adjudicate(background, q)
	}
	for cause, end := range map[game.Cause]func(g *game.Game) (game.Answer, error){
		game.ByResignation: func(g *game.Game) (game.Answer, error) { return h.Resign(background, h.at(g, bob)) },
		game.ByRuling:      ruled,
		game.ByAgreement: func(g *game.Game) (game.Answer, error) {
			return game.Answer{Game: h.propose(g, game.OfferDraw, ann, bob)}, nil
		},
		game.ByTime: func(g *game.Game) (game.Answer, error) {
			h.leap(time.Hour + grace)
			return game.Answer{Game: h.game(g.ID)}, nil
		},
	} {
		for n := range 5 {
			g := h.play(h.begin(ann, bob, live(t, time.Hour, 0)), american4[:n]...)
			a, err := end(g)
			h.must(err)
			result, over := a.Game.Result()
			if counts := result.Outcome != game.NoOutcome; !over || result.Cause != cause || counts != (n == 4) || (result.Weight > 0) != counts {
				t.Errorf("%v after %d moves: %+v", cause, n, result)
			}
			if n < 4 {
				h.unrated(ann, bob)
			} else {
				h.leap(25 * time.Hour)
				h.erase(ann)
				h.erase(bob)
				h.leap(25 * time.Hour)
			}
		}
	}

	// A rule of the game gives an outcome at any time.
	g := h.play(h.begin(ann, bob, position(t, "american", "B:WK14:BK10")), "10x17")
	if result, _ := g.Result(); result.Cause != game.ByRules || result.Outcome != game.BlackWon {
		t.Errorf("who has lost all pieces: %+v", result)
	}
	h.inOrder()
}

// A moderator's ruling counts in the place of the game only.
func TestRulingsStayLocal(t *testing.T) {
	h := newFixture(t)
	q := game.RulingRequest{GameRequest: h.at(h.underway(ann, bob, american(t)), mod), Outcome: game.BlackWon, Reason: "no show"}
	q.By.Moderator = true
	a, err := h.Adjudicate(background, q)
	h.must(err)
	result, _ := a.Game.Result()
	for _, side := range draughts.Sides {
		if changes := result.Changes[side]; len(changes) != 1 || changes[0].Place != club {
			t.Errorf("the ruling changes %+v", changes)
		}
	}
	for _, p := range []game.PersonID{ann, bob} {
		for place, want := range map[game.PlaceID]bool{club: true, game.Everywhere: false} {
			row, _, err := h.Rank(background, p, game.Leaderboard{Pool: "american", Place: place})
			if on := row.Games() > 0; on != want || err != nil {
				t.Errorf("%v stands %v: %v, %v", p, place, on, err)
			}
		}
	}
	h.inOrder()
}

// cancels has a moderator end a game that could count, without an outcome.
func (h *fixture) cancels(g *game.Game) {
	h.t.Helper()
	q := game.RulingRequest{GameRequest: h.at(g, mod), Reason: "a favor"}
	q.By.Moderator, q.Place = true, g.Place
	_, err := h.Annul(background, q)
	h.must(err)
}

// When moderators have cancelled more than two games of Bob within 30 days, those that he loses in the next 30 days count
// for his opponents everywhere and for him only in the club: so no friend saves his rating.
func TestCancelledLosses(t *testing.T) {
	const day = 24 * time.Hour
	for name, test := range map[string]struct {
		cancelled []time.Duration // when a game of Bob's is cancelled
		loses     time.Duration   // when he loses one
		local     bool
	}{
		"none":                          {nil, 0, false},
		"two":                           {[]time.Duration{0, day}, 2 * day, false},
		"three":                         {[]time.Duration{0, day, 30 * day}, 40 * day, true},
		"three, and 29 days":            {[]time.Duration{0, 0, 0}, 29 * day, true},
		"three, and 30 days":            {[]time.Duration{0, 0, 0}, 30 * day, false},
		"three in more than 30 days":    {[]time.Duration{0, day, 31 * day}, 32 * day, false},
		"three, and a fourth one later": {[]time.Duration{0, day, 30 * day, 55 * day}, 58 * day, true},
	} {
		h := newFixture(t)
		begun := h.now()
		at := func(d time.Duration) { h.leap(begun.Add(d).Sub(h.now())) }
		for _, d := range test.cancelled {
			at(d)
			h.cancels(h.underway(ann, bob, american(t)))
		}
		at(test.loses)
		g := h.win(cid, bob, american(t))
		result, _ := g.Result()
		for p, local := range map[game.PersonID]bool{bob: test.local, cid: false} {
			side, _ := g.Side(p)
			want := 2
			if local {
				want = 1
			}
			if changes := result.Changes[side]; len(changes) != want || changes[0].Place != club {
				t.Errorf("%s: the ratings of %v change by %+v", name, p, changes)
			}
			profile, err := h.Profile(background, p, club)
			h.must(err)
			if !profile.LocalUntil.IsZero() != local {
				t.Errorf("%s: games of %v count here only until %v", name, p, profile.LocalUntil)
			}
		}
		h.inOrder()
	}
}

// What moderators decide elsewhere, before both have made two moves or in a game that is not rated has no such effect.
func TestHarmlessCancellations(t *testing.T) {
	h := newFixture(t)
	friendly := american(t)
	friendly.Rated = false
	for range 3 {
		h.cancels(h.begin(ann, bob, american(t)))
		h.cancels(h.underway(ann, bob, friendly))
	}
	profile, err := h.Profile(background, bob, club)
	h.must(err)
	for range 3 {
		h.cancels(h.underway(ann, bob, american(t)))
	}
	elsewhere, err := h.Profile(background, bob, other)
	h.must(err)
	if !profile.LocalUntil.IsZero() || !elsewhere.LocalUntil.IsZero() {
		t.Errorf("Bob's games count here only until %v, and elsewhere until %v", profile.LocalUntil, elsewhere.LocalUntil)
	}
}

// The leaderboard of Everywhere lists no provisional ratings, page by page; that of a place lists
// them last.
func TestOverallBoardWithoutProvisionalPlayers(t *testing.T) {
	h := newFixture(t)
	people := []game.PersonID{201, 202, 203, 204}
	for round := range 12 {
		for i := range people {
			for j := range i {
				winner, loser := people[i], people[j]
				if round%3 == 2 {
					winner, loser = loser, winner
				}
				h.win(winner, loser, american(t))
				h.leap(25 * time.Hour)
			}
		}
	}
	h.win(ann, bob, american(t))
	for _, month := range []game.Month{game.AllTime, game.MonthOf(h.now())} {
		overall, local := game.Leaderboard{Pool: "american", Month: month}, game.Leaderboard{Pool: "american", Place: club, Month: month}
		here, err := h.Leaderboard(background, local, "", 10)
		h.must(err)
		established := 0
		for _, row := range here.Items {
			if !row.Rating.IsProvisional() {
				established++
			}
		}
		if month == game.AllTime && (established != len(people) || len(here.Items) != len(people)+2 || here.Total != len(here.Items)) {
			t.Fatalf("the board of the place has %d of %d lines, %d of them established", len(here.Items), here.Total, established)
		}
		for most := 1; most <= 6; most++ {
			var seen []string
			for from := game.Cursor(""); ; {
				rows, err := h.Leaderboard(background, overall, from, most)
				h.must(err)
				if rows.Total != established || len(rows.Items) == 0 {
					t.Errorf("%v, by %d: a page has %d of %d lines, want %d in all", month, most, len(rows.Items), rows.Total, established)
				}
				for _, row := range rows.Items {
					seen = append(seen, fmt.Sprint(row.Rank, row.Person))
				}
				if from = rows.Next; from == "" {
					break
				}
			}
			if want := established; len(seen) != want {
				t.Errorf("%v, by %d: the lines are %v", month, most, seen)
			}
		}
		row, total, err := h.Rank(background, people[3], overall)
		if row.Rank != 1 || total != established || err != nil {
			t.Errorf("the best is at %d of %d: %v", row.Rank, total, err)
		}
		row, total, err = h.Rank(background, ann, overall)
		if row.Rank != 0 || row.Games() != 1 || total != established || err != nil {
			t.Errorf("a provisional player is at %d of %d, after %d games: %v", row.Rank, total, row.Games(), err)
		}
		if row, _, err := h.Rank(background, ann, local); row.Rank == 0 || err != nil {
			t.Errorf("a provisional player is not on the board of the place: %v", err)
		}
	}
}
