package game_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"os"
	"slices"
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
	if result.Cause != game.Abandoned || result.Outcome != game.WhiteWon ||
		result.Weight != 1 || g.Player(draughts.Black) != game.FormerPlayer {
		t.Errorf("the game that was underway is between %v: %+v", g.Players, result)
	}
	for _, place := range []game.PlaceID{club, game.Everywhere} {
		row, _, err := h.Rank(background, bob, game.Leaderboard{Pool: "american", Place: place})
		if h.must(err); row.Wins != 1 || row.Games() != 1 || row.Rating.Points <= 1500 {
			t.Errorf("%v: who was left stands at %+v", place, row.LeaderboardEntry)
		}
	}
	early = h.game(early.ID)
	if result, _ := early.Result(); result.Cause != game.Abandoned ||
		result.Outcome != game.NoOutcome || early.Player(draughts.Black) != game.FormerPlayer {
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

// For 24 hours after an erasure the person begins nothing rated, so that a pair's games of the day before never count as those
// of others. What is not rated goes on at once.
func TestNothingRatedAfterErasure(t *testing.T) {
	h := newFixture(t)
	for range 5 {
		h.win(ann, bob, american(t))
	}
	friendly := american(t)
	friendly.Rated = false
	rated := h.create(tournament.Declaration{Format: tournament.Swiss, Rounds: 3}, american(t))
	unrated := h.create(tournament.Declaration{Format: tournament.Swiss, Rounds: 3}, friendly)
	until, err := h.Erase(background, ann)
	if h.must(err); !until.Equal(h.now().Add(24 * time.Hour)) {
		t.Errorf("nothing is rated until %v", until)
	}
	open := h.challenged(bob, game.Anyone, american(t))
	asked := h.challenged(cid, ann, american(t))
	accept := func(c *game.Challenge) error {
		_, err := h.Accept(background, game.ReplyRequest{Request: h.by(ann), Challenge: c.ID})
		return err
	}
	enter := func(by, player game.PersonID, into *game.Tournament) error {
		return h.act(into, by, game.TournamentRequest{Act: tournament.Entered, Player: player})
	}
	for name, ask := range map[string]func() error{
		"a challenge":           func() error { _, err := h.challenge(ann, bob, american(t)); return err },
		"a counter-challenge":   func() error { _, err := h.challenge(ann, cid, american(t)); return err },
		"accepting an open one": func() error { return accept(open) },
		"accepting another":     func() error { return accept(asked) },
		"entering":              func() error { return enter(ann, ann, rated) },
		"being entered":         func() error { return enter(mod, ann, rated) },
	} {
		if err := ask(); !refused(t, err, game.ErasedLately).Until.Equal(until) {
			t.Errorf("%s is refused: %+v", name, err)
		}
	}
	h.must(enter(ann, ann, unrated))
	h.win(ann, bob, friendly)

	h.leap(24*time.Hour - time.Millisecond)
	refused(t, accept(open), game.ErasedLately)
	h.nap(time.Millisecond)
	h.must(accept(open))
	h.must(enter(ann, ann, rated))
	if result, _ := h.win(ann, bob, american(t)).Result(); result.Weight != 1 {
		t.Errorf("the game of the next day weighs %v", result.Weight)
	}
	h.inOrder()
}

// Opponents who erase themselves do not lower the weight of a person's games with others.
func TestErasureIsNoWeapon(t *testing.T) {
	h := newFixture(t)
	for stranger := game.PersonID(301); stranger < 321; stranger++ {
		h.win(ann, stranger, american(t))
		h.erase(stranger)
		h.leap(time.Minute)
	}
	for _, other := range []game.PersonID{bob, cid} {
		if result, _ := h.win(ann, other, american(t)).Result(); result.Weight != 1 {
			t.Errorf("a game with %v weighs %v", other, result.Weight)
		}
	}
	h.inOrder()
}

// After an erasure, what is stored names the person nowhere except in the record that keeps them from what is rated, which an
// export shows and which goes after 24 hours. At the next start each time, nothing of that is left in the file either.
func TestFileAfterErasure(t *testing.T) {
	const eve, name = game.PersonID(0x0123456789ABCDEF), "Eve of the Double Corner"
	forms := map[string][]byte{
		"the name": []byte(name), "the id as text": []byte(eve.String()), "the id as a number": binary.AppendUvarint(nil, uint64(eve)),
		"the id in a key": binary.BigEndian.AppendUint64(nil, uint64(eve)),
	}
	h := newFixture(t)
	life(h, eve)
	h.must(h.ChangeSettings(background, game.PersonSettings(eve), func([]byte) ([]byte, error) { return []byte(name), nil }))
	tour := h.create(tournament.Declaration{Format: tournament.Swiss, Rounds: 3}, days(t, 3))
	h.enter(tour, eve, bob, cid)
	h.must(h.act(tour, mod, game.TournamentRequest{Act: start}))
	_, err := h.follow(eve, h.begin(bob, cid, american(t)), game.FollowsMoves)
	h.must(err)
	inFile := func(when string, want ...string) {
		t.Helper()
		b, err := os.ReadFile(h.path)
		h.must(err)
		for form, text := range forms {
			if is := bytes.Contains(b, text); is != slices.Contains(want, form) {
				t.Errorf("%s, %s is in the file: %t", when, form, is)
			}
		}
	}
	restart := func() {
		h.must(h.store.Close())
		h = openFixture(t, h.path, h.now())
	}
	inFile("before the erasure", slices.Collect(maps.Keys(forms))...)
	h.erase(eve)
	restart()
	inFile("after the next start", "the id in a key")
	var out bytes.Buffer
	h.must(h.Export(background, eve, "", &out))
	wantExport(t, "export-erased.json", out.Bytes())

	h.leap(24*time.Hour - time.Millisecond)
	restart()
	inFile("a moment before 24 hours are over", "the id in a key")
	h.leap(time.Millisecond)
	restart()
	inFile("after them")
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
