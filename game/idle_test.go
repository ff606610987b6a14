package game_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

const day = 24 * time.Hour

// tenMoves are the first ten moves of a game.
var tenMoves = []string{"11-15", "22-18", "15x22", "25x18", "8-11", "29-25", "4-8", "25-22", "12-16", "24-20"}

// A game without a clock in which nobody moves goes through reminders to its end.
func TestIdleness(t *testing.T) {
	for _, test := range []struct {
		moves  int
		events []string // what happens on which day
		want   game.Outcome
	}{
		{0, []string{"13: reminded", "14: ended"}, game.NoOutcome},
		{9, []string{"6: reminded", "7: reminded", "13: reminded", "14: ended"}, game.NoOutcome},
		{10, []string{"6: reminded", "7: reminded", "13: reminded", "14: ended"}, game.WhiteWon},
	} {
		h := newFixture(t)
		g := h.play(h.begin(ann, bob, american(t)), tenMoves[:test.moves]...)
		var events []string
		for days := range 16 {
			now := h.game(g.ID)
			for i := g.Seq(); i < now.Seq(); i++ {
				events = append(events, fmt.Sprintf("%d: %v", days, now.Event(i).Kind))
			}
			g = now
			h.leap(day)
			h.leap(grace)
		}
		if !slices.Equal(events, test.events) {
			t.Errorf("after %d moves: %q, want %q", test.moves, events, test.events)
		}
		if result, over := g.Result(); !over || result.Cause != game.ByInactivity || result.Outcome != test.want {
			t.Errorf("after %d moves, the result is %+v", test.moves, result)
		}
		h.inOrder()
	}
}

// After a week without a move, the player who waits may claim the win, until the other moves.
func TestClaimWin(t *testing.T) {
	h := newFixture(t)
	g := h.play(h.begin(ann, bob, american(t)), tenMoves[:5]...)
	idle := func(d time.Duration, want game.Idleness) {
		t.Helper()
		h.leap(d)
		g = h.game(g.ID)
		if got := g.Idleness(); got != want {
			t.Fatalf("the idleness is %d, want %d", got, want)
		}
	}
	claim := func(p game.PersonID) (*game.Game, error) {
		a, err := h.ClaimWin(background, h.at(g, p))
		return a.Game, err
	}
	idle(6*day-time.Millisecond, game.NotIdle)
	idle(time.Millisecond, game.ClaimSoon)
	h.leap(day - time.Millisecond)
	_, err := claim(ann)
	refused(t, err, game.NothingToClaim)
	idle(time.Millisecond, game.ClaimOpen)
	_, err = claim(bob) // whose turn it is
	refused(t, err, game.NothingToClaim)
	g = h.play(g, "29-25")
	_, err = claim(bob)
	refused(t, err, game.NothingToClaim)

	h.leap(6 * day)
	idle(day, game.ClaimOpen)
	g, err = claim(bob)
	h.must(err)
	if result, _ := g.Result(); result.Cause != game.ByInactivity || result.Outcome != game.WhiteWon || result.Weight != 1 {
		t.Errorf("the result is %+v", result)
	}
	if last := g.Event(g.Seq() - 1); last.Side != draughts.White {
		t.Errorf("%v ended the game", last.Side)
	}
	h.inOrder()
}

// With a clock there is no win to claim, and without one the time while the referee is away counts for
// nobody.
func TestNothingToClaim(t *testing.T) {
	h := newFixture(t)
	g := h.play(h.begin(ann, bob, days(t, 30)), tenMoves[:4]...)
	for range 8 {
		h.leap(day)
	}
	_, err := h.ClaimWin(background, h.at(g, bob))
	refused(t, err, game.NothingToClaim)

	path := filepath.Join(t.TempDir(), "games.db")
	h = openFixture(t, path, noon)
	g = h.play(h.begin(ann, bob, american(t)), tenMoves...)
	h.must(h.store.Close())
	h = openFixture(t, path, noon.Add(30*day))
	h.must(h.Tick(background))
	if g = h.game(g.ID); g.IsOver() || g.Idleness() != game.NotIdle {
		t.Errorf("after an absence the game is over: %v, its idleness %d", g.IsOver(), g.Idleness())
	}
}

// A position that players have made up does not close the rules of their place.
