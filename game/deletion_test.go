package game_test

import (
	"errors"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/tournament"
)

// A game that ended before it was underway is deleted with its review after a week, unless it counts, or a tournament or
// a ruling names it.
func TestUncountedGamesAreDeleted(t *testing.T) {
	h := newFixture(t)
	abort := func(g *game.Game) *game.Game { return h.propose(g, game.OfferAbort, ann, bob) }
	capture := position(t, "american", "W:WK14:BK10")
	tour := h.create(tournament.Declaration{Format: tournament.RoundRobin}, days(t, 3))
	h.enter(tour, ann, bob)
	h.must(h.act(tour, mod, game.TournamentRequest{Act: start}))
	ruled := h.begin(ann, bob, american(t))
	ruling := game.RulingRequest{GameRequest: h.at(ruled, mod), Reason: "they were testing"}
	ruling.By.Moderator = true
	_, err := h.Annul(background, ruling)
	h.must(err)
	games := []struct {
		what string
		game *game.Game
		kept bool
	}{
		{"aborted before the first move", h.propose(h.begin(ann, bob, american(t)), game.OfferAbort, ann), false},
		{"resigned after three moves", h.resign(h.play(h.begin(ann, bob, american(t)), "11-15", "22-18", "15x22"), ann), false},
		{"aborted after four moves", abort(h.play(h.begin(ann, bob, american(t)), "11-15", "22-18", "15x22", "25x18")), true},
		{"resigned after four moves", h.resign(h.play(h.begin(ann, bob, american(t)), "11-15", "22-18", "15x22", "25x18"), ann), true},
		{"won with the first move", h.play(h.begin(ann, bob, capture), "14x7"), true},
		{"canceled by a moderator", h.game(ruled.ID), true},
		{"resigned in a tournament", h.resign(h.running(tour)[0], ann), true},
	}
	for _, g := range games {
		if !g.game.IsOver() {
			t.Fatalf("a game that was %s is not over", g.what)
		}
		h.must(h.KeepReview(background, g.game.ID, []byte("{}")))
	}
	h.leap(7*24*time.Hour - time.Minute)
	for _, g := range games {
		h.game(g.game.ID)
	}
	h.leap(2 * time.Minute)
	for _, g := range games {
		h.must(h.store.View(background, func(tx game.Reader) error {
			_, err := tx.Game(g.game.ID)
			_, reviewErr := tx.Review(g.game.ID)
			if gone := game.ErrNotFound; errors.Is(err, gone) == g.kept || errors.Is(reviewErr, gone) == g.kept {
				t.Errorf("a game that was %s: %v; its review: %v", g.what, err, reviewErr)
			}
			return nil
		}))
	}
	h.inOrder()
}

// A rematch of a game begins also if that game was deleted since it was asked for.
func TestRematchOfADeletedGame(t *testing.T) {
	h := newFixture(t)
	terms := american(t)
	terms.Ballot = true
	g := h.propose(h.begin(ann, bob, terms), game.OfferAbort, ann)
	h.leap(6*24*time.Hour + 23*time.Hour)
	a, err := h.Rematch(background, game.RematchRequest{Request: h.by(ann), Room: table, Game: g.ID})
	h.must(err)
	h.leap(2 * time.Hour)
	_, err = h.UnrestrictedGame(background, g.ID)
	refused(t, err, game.NoSuchGame)
	a, err = h.Accept(background, game.ReplyRequest{Request: h.by(bob), Challenge: a.Challenge.ID})
	h.must(err)
	if a.Game.Player(draughts.Black) != ann {
		t.Error("a game that did not count is played again with other sides")
	}
	h.inOrder()
}

// After an absence, boards are brought up to date of the games whose deadlines come next, however many games wait for
// their deletion.
func TestNextDeadlinesBesideDeletedGames(t *testing.T) {
	h := newFixture(t)
	for range 5 {
		h.propose(h.begin(ann, bob, days(t, 3)), game.OfferAbort, ann)
	}
	g := h.begin(ann, bob, days(t, 14))
	next, err := h.NextDeadlines(background, 2)
	h.must(err)
	if len(next) != 1 || next[0].ID != g.ID {
		t.Errorf("the deadlines of %d games come next", len(next))
	}
}
