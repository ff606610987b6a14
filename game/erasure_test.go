package game_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/tournament"
)

// A person who is erased during a game loses it, and the opponent's rating changes as for any win.
func TestErasureIsNoShield(t *testing.T) {
	h := newFixture(t)
	g := h.underway(ann, bob, american(t)) // Ann has Black
	early := h.play(h.begin(ann, cid, american(t)), "11-15", "22-18", "15x22")
	h.erase(ann)

	g = h.game(g.ID)
	result, _ := g.Result()
	if result.Cause != game.Abandoned || result.Outcome != game.WhiteWon || result.Weight != 1 || !g.Player(draughts.Black).IsPseudonym() {
		t.Errorf("the game that was underway is between %v: %+v", g.Players, result)
	}
	for _, place := range []game.PlaceID{club, game.Everywhere} {
		row, _, err := h.Rank(background, bob, game.Leaderboard{Pool: "american", Place: place})
		if h.must(err); row.Wins != 1 || row.Games() != 1 || row.Rating.Points <= 1500 {
			t.Errorf("%v: who was left stands at %+v", place, row.LeaderboardEntry)
		}
	}
	early = h.game(early.ID)
	if result, _ := early.Result(); result.Cause != game.Abandoned || result.Outcome != game.NoOutcome || early.Player(draughts.Black) != game.FormerPlayer {
		t.Errorf("the game that was not underway is between %v: %+v", early.Players, result)
	}
	h.unrated(ann, cid)
	pending := h.pending()
	for _, a := range pending[len(pending)-2:] {
		if a.Kind != game.GameChanged || a.Requested {
			t.Errorf("the end of a game by an erasure is announced as %+v", a)
		}
	}
	h.inOrder()
}

// The weight of a pair's games counts games before the erasure of one of them or both.
func TestErasureMakesNoNewPair(t *testing.T) {
	for _, erased := range [][]game.PersonID{{ann}, {bob}, {ann, bob}, {bob, ann, bob, ann}} {
		h := newFixture(t)
		for range 5 {
			h.win(ann, bob, american(t))
		}
		for _, p := range erased {
			h.erase(p)
		}
		for _, want := range []float64{0.5, 0.25} {
			h.leap(time.Minute)
			if result, _ := h.win(ann, bob, american(t)).Result(); result.Weight != want {
				t.Errorf("with %v erased, the game weighs %v, want %v", erased, result.Weight, want)
			}
			h.erase(erased[0])
		}
		h.leap(25 * time.Hour)
		if result, _ := h.win(ann, bob, american(t)).Result(); result.Weight != 1 {
			t.Errorf("with %v erased, the game of the next day weighs %v", erased, result.Weight)
		}
		h.inOrder()
	}
}

// Opponents who erase themselves do not lower the weight of a person's games with others.
func TestErasureIsNoWeapon(t *testing.T) {
	h := newFixture(t)
	for stranger := game.PersonID(301); stranger < 321; stranger++ {
		h.win(ann, stranger, american(t))
		h.erase(stranger)
		h.leap(time.Minute)
	}
	for _, other := range []game.PersonID{bob, cid, 301} {
		if result, _ := h.win(ann, other, american(t)).Result(); result.Weight != 1 {
			t.Errorf("a game with %v weighs %v", other, result.Weight)
		}
	}
	h.inOrder()
}

// remains returns how many games each former player has, and the number of erasures that are due
// within a year, a pending purge included.
func (h *fixture) remains() (former map[game.PersonID]int, due int) {
	h.t.Helper()
	former = map[game.PersonID]int{}
	h.must(h.store.View(background, func(tx game.Reader) error {
		page, err := tx.Games(game.AllGames(), "", 1000)
		if err != nil {
			return err
		}
		for _, g := range page.Items {
			for _, p := range g.Players {
				if p.IsFormer() {
					former[p]++
				}
			}
		}
		erasures, err := tx.Erasures(h.now().AddDate(1, 0, 0))
		due = len(erasures)
		return err
	}))
	if h.purgePending() {
		due++
	}
	return former, due
}

func (h *fixture) purgePending() (is bool) {
	h.t.Helper()
	h.must(h.store.View(background, func(tx game.Reader) (err error) {
		is, err = tx.PurgePending()
		return err
	}))
	return is
}

// due returns the erasures that are due.
func (h *fixture) due() []game.PersonID {
	h.t.Helper()
	var list []game.PersonID
	h.must(h.store.View(background, func(tx game.Reader) (err error) {
		list, err = tx.Erasures(h.now())
		return err
	}))
	return list
}

// For 24 hours a pseudonym replaces an erased person in the games that matter for the next one
// of the pair, and FormerPlayer does in all others. Then the file contains nothing of the person.
func TestPseudonymsGo(t *testing.T) {
	h := newFixture(t)
	h.win(ann, bob, american(t))
	h.leap(25 * time.Hour)
	friendly := american(t)
	friendly.Rated = false
	h.win(ann, bob, friendly)
	h.win(ann, bob, american(t))
	h.win(ann, cid, american(t))
	h.must(h.ChangeSettings(background, game.PersonSettings(ann), func([]byte) ([]byte, error) { return []byte("Ann of the Double Corner"), nil }))
	tour := h.create(tournament.Declaration{Format: tournament.Swiss, Rounds: 3}, friendly)
	h.enter(tour, ann, bob, cid)
	h.must(h.act(tour, mod, game.TournamentRequest{Act: start}))
	h.leap(10 * time.Hour)
	until, err := h.Erase(background, ann)
	h.must(err)
	if want := h.now().Add(24 * time.Hour); !until.Equal(want) {
		t.Errorf("it is done at %v, want %v", until, want)
	}
	if tour = h.tournament(tour); strings.Contains(fmt.Sprint(tour.Events()), "{101") || tour.Entrant("former-1").Status != tournament.Withdrawn {
		t.Errorf("the tournament has the events %v", tour.Events())
	}
	former, due := h.remains()
	if len(former) != 2 || former[game.FormerPlayer] != 3 || due != 1 {
		t.Errorf("former players are %v, and %d erasures are to be done", former, due)
	}
	var out bytes.Buffer
	h.must(h.Export(background, ann, "", &out))
	wantExport(t, "export-erased.json", out.Bytes())
	if n := strings.Count(out.String(), `"white": "102"`); n != 1 {
		t.Errorf("what is kept under the pseudonym is %d games of two:\n%s", n, out.String())
	}
	in := func(text string) bool {
		b, err := os.ReadFile(h.path)
		h.must(err)
		return bytes.Contains(b, []byte(text))
	}
	if !in("Ann of the Double Corner") {
		t.Error("the note is not in the file any more: what is to be overwritten?")
	}

	h.leap(24*time.Hour - time.Millisecond)
	if former, _ := h.remains(); len(former) != 2 {
		t.Errorf("just before, former players are %v", former)
	}
	h.leap(time.Millisecond)
	for range 10 {
		h.must(h.Tick(background))
	}
	former, due = h.remains()
	if len(former) != 1 || former[game.FormerPlayer] != 5 || due != 0 {
		t.Errorf("after 24 hours former players are %v, and %d erasures are to be done", former, due)
	}
	if in("Ann of the Double Corner") {
		t.Error("after 24 hours the note is in the file")
	}
	out.Reset()
	h.must(h.Export(background, ann, "", &out))
	if text := out.String(); strings.Contains(text, `"id"`) || strings.Contains(text, "102") {
		t.Errorf("after 24 hours this is kept of the erased person:\n%s", text)
	}
	h.inOrder()
}

// Repeated erasures do not keep the pseudonym in the first games longer.
func TestPseudonymsGoInTime(t *testing.T) {
	h := newFixture(t)
	var ended []time.Time
	for range 12 {
		g := h.win(ann, bob, american(t))
		ended = append(ended, g.Ended())
		_, err := h.Erase(background, ann)
		h.must(err)
		h.leap(7 * time.Hour)
		h.leap(time.Second)
		former, _ := h.remains()
		delete(former, game.FormerPlayer)
		if due := h.due(); len(due) > 0 {
			t.Errorf("after %d games there is still to be done at once: %v", len(ended), due)
		}
		want := 0
		for _, at := range ended {
			if h.now().Before(at.Add(24 * time.Hour)) {
				want++
			}
		}
		for p, n := range former {
			if n != want {
				t.Errorf("after %d games %v is in %d, want %d", len(ended), uint64(p), n, want)
			}
		}
	}
	h.leap(25 * time.Hour)
	h.leap(time.Second)
	if former, due := h.remains(); len(former) != 1 || due != 0 {
		t.Errorf("in the end former players are %v, and %d erasures are to be done", former, due)
	}
	h.inOrder()
}

// The reasons that directors gave for what they decided about a player are exported, and go with an erasure, also those for a pairing.
func TestReasonsOfErased(t *testing.T) {
	h := newFixture(t)
	tour := h.create(tournament.Declaration{Format: tournament.Swiss, Rounds: 2}, days(t, 3))
	h.enter(tour, ann, bob, cid, 104)
	h.must(h.act(tour, mod, game.TournamentRequest{Act: start}))
	for _, p := range h.tournament(tour).Pairings(1) {
		h.must(h.act(tour, mod, game.TournamentRequest{
			Act: tournament.Adjudicated, Pairing: p.Number, Score: tournament.WhiteWins, Reason: fmt.Sprint(p.White, " and ", p.Black),
		}))
	}
	var exported strings.Builder
	if h.must(h.Export(background, ann, "", &exported)); strings.Count(exported.String(), `"reason"`) != 2 { // of the game, and of the pairing
		t.Errorf("the reason about the player is not what is exported:\n%s", &exported)
	}
	h.erase(ann)
	reasons := ""
	for _, e := range h.tournament(tour).Events() {
		reasons += e.Reason
	}
	if strings.Contains(reasons, ann.String()) || reasons == "" {
		t.Errorf("what is left of the reasons of two pairings is %q", reasons)
	}
	h.inOrder()
}

// reluctant is a store whose Purge returns false a number of times.
type reluctant struct {
	game.Store
	calls, times int
}

func (s *reluctant) Purge(ctx context.Context) (bool, error) {
	s.calls++
	if s.times--; s.times >= 0 {
		return false, nil
	}
	return s.Store.Purge(ctx)
}

// Ticks continue a purge until it is done, also those of another referee. What is deleted in
// the meantime needs another purge.
func TestPurgeIsGoneOnWith(t *testing.T) {
	h := newFixture(t)
	slow := &reluctant{Store: h.store, times: 3}
	h.Referee = game.New(game.Config{Store: slow, Now: h.now, Random: h.random})
	h.win(ann, bob, american(t))
	h.erase(ann)
	h.leap(24 * time.Hour)
	h.win(cid, bob, american(t))
	h.erase(cid)
	pending := h.purgePending
	for want := 1; want <= 2; want++ {
		if slow.calls != want || !pending() || len(h.due()) > 0 {
			t.Errorf("the store was asked %d times, want %d; a purge is pending: %t; due are %v", slow.calls, want, pending(), h.due())
		}
		h.must(h.Tick(background))
	}
	h.Referee = game.New(game.Config{Store: slow, Now: h.now, Random: h.random})
	slow.times = 1
	h.leap(24 * time.Hour) // now the other is due, too
	if former, _ := h.remains(); len(former) != 2 || !pending() || len(h.due()) != 1 {
		t.Errorf("while a purge is going on, former players are %v, due %v", former, h.due())
	}
	h.must(h.Tick(background))
	if former, n := h.remains(); len(former) != 1 || n != 0 || pending() || slow.calls != 6 {
		t.Errorf("in the end former players are %v, due %v, and the store was asked %d times", former, h.due(), slow.calls)
	}
	h.inOrder()
}
