package game_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/tournament"
)

// life gives a person games, challenges and rulings of every kind.
func life(h *fixture, p game.PersonID) (running, finished, ruledIn *game.Game) {
	finished = h.win(p, bob, american(h.t))
	h.must(h.KeepReview(background, finished.ID, []byte(`{"Version":1}`)))
	running = h.play(h.begin(p, cid, american(h.t)), "11-15", "22-18")
	h.challenged(p, mod, american(h.t))
	_, err := h.challenge(bob, p, american(h.t))
	h.must(err)

	g := h.play(h.begin(p, cid, american(h.t)), "11-15")
	q := game.RulingRequest{GameRequest: h.at(g, mod), Outcome: game.BlackWon, Reason: "Ann was insulted"}
	q.By.Moderator = true
	_, err = h.Adjudicate(background, q)
	h.must(err)

	g = h.begin(bob, cid, american(h.t))
	q = game.RulingRequest{GameRequest: h.at(g, p), Outcome: game.Drawn, Reason: "I saw it"}
	q.By.Moderator = true
	a, err := h.Adjudicate(background, q)
	h.must(err)
	h.must(h.ChangeSettings(background, game.PersonSettings(p), func([]byte) ([]byte, error) { return []byte(`{"theme":"slate"}`), nil }))
	return running, finished, a.Game
}

func TestErase(t *testing.T) {
	h := newFixture(t)
	running, finished, ruledIn := life(h, ann)
	before, _, err := h.Rank(background, bob, game.Leaderboard{Pool: "american", Place: club})
	h.must(err)
	_, err = h.follow(ann, h.begin(bob, cid, american(t)), game.FollowsMoves)
	h.must(err)

	h.erase(ann)

	g := h.game(finished.ID)
	if g.Player(draughts.Black) != game.FormerPlayer || g.Player(draughts.White) != bob || g.Len() != finished.Len() {
		t.Errorf("the finished game is between %v", g.Players)
	}
	if result, _ := g.Result(); result.Outcome != game.BlackWon || len(result.Changes[draughts.White]) != 2 {
		t.Errorf("its result is %+v", result)
	}
	g = h.game(running.ID)
	if result, over := g.Result(); !over || result.Cause != game.Abandoned || result.Weight != 0 {
		t.Errorf("the running game's result is %+v", result)
	}
	g = h.game(ruledIn.ID)
	if result, _ := g.Result(); result.Moderator != game.FormerPlayer || result.Reason != "" {
		t.Errorf("the ruling is %+v", result)
	}

	after, _, err := h.Rank(background, bob, game.Leaderboard{Pool: "american", Place: club})
	h.must(err)
	if after.Rank == 0 || after.Rating != before.Rating || after.Games() != before.Games() {
		t.Errorf("the opponent stands at %+v, stood at %+v", after, before)
	}
	if row, _, _ := h.Rank(background, ann, game.Leaderboard{Pool: "american", Place: club}); row.Rank > 0 {
		t.Error("the erased person is on the leaderboard")
	}
	var out bytes.Buffer
	h.must(h.Export(background, ann, "", &out))
	if !strings.Contains(out.String(), `"finished games": [],`) || strings.Count(out.String(), "101") != 1 {
		t.Errorf("what is kept of the erased person:\n%s", out.String())
	}
	if settings, err := h.Settings(background, game.PersonSettings(ann)); err != nil || settings[0] != nil {
		t.Errorf("the settings of the erased person: %q, %v", settings, err)
	}
	h.erase(ann)
	h.inOrder()

	// The person may come back as a new one.
	h.leap(24 * time.Hour)
	h.win(ann, bob, american(t))
	row, _, err := h.Rank(background, ann, game.Leaderboard{Pool: "american", Place: club})
	h.must(err)
	if row.Rank == 0 || row.Games() != 1 {
		t.Errorf("who came back stands at %+v", row)
	}
}

// The next tick completes an interrupted erasure. Until then the person's requests are refused.
func TestErasureCutShort(t *testing.T) {
	h := newFixture(t)
	_, finished, _ := life(h, ann)
	h.must(h.store.Update(background, func(tx game.Tx) error { return tx.PutErasure(ann, time.Time{}) }))
	_, err := h.challenge(ann, bob, american(t))
	refused(t, err, game.BeingErased)
	_, err = h.challenge(cid, ann, american(t))
	refused(t, err, game.BeingErased)
	theirs := h.challengesBy(ann)[0]
	_, err = h.Accept(background, game.ReplyRequest{Request: h.by(theirs.To), Challenge: theirs.ID})
	refused(t, err, game.BeingErased)
	err = h.ChangeSettings(background, game.PersonSettings(ann), func([]byte) ([]byte, error) { return []byte("new"), nil })
	refused(t, err, game.BeingErased)
	h.must(h.Tick(background))
	g := h.game(finished.ID)
	if g.Player(draughts.Black) != game.FormerPlayer {
		t.Errorf("the finished game is between %v", g.Players)
	}
	h.challenged(bob, ann, american(t))
	h.inOrder()
}

// A person who comes back at once is not erased again by a tick that was to complete the erasure.
func TestErasedByTwo(t *testing.T) {
	h := newFixture(t)
	life(h, ann)
	slow := &late{overtaken: overtaken{Store: h.store}}
	second := game.New(game.Config{Store: slow, Now: h.now, Random: h.random})
	h.must(h.store.Update(background, func(tx game.Tx) error { return tx.PutErasure(ann, time.Time{}) }))
	slow.afterErasures = func() {
		h.erase(ann)
		h.must(h.ChangeSettings(background, game.PersonSettings(ann), func([]byte) ([]byte, error) { return []byte("new"), nil }))
	}
	h.must(second.Tick(background))
	if settings, err := h.Settings(background, game.PersonSettings(ann)); err != nil || string(settings[0]) != "new" {
		t.Errorf("who came back has the settings %q, %v", settings, err)
	}
	_, err := h.challenge(ann, bob, american(t))
	refused(t, err, game.ErasedLately)
	h.inOrder()
}

// An erased opponent cannot be asked for a rematch.
func TestRematchWithNobody(t *testing.T) {
	h := newFixture(t)
	g := h.win(ann, bob, american(t))
	h.erase(ann)
	_, err := h.Rematch(background, game.RematchRequest{Request: h.by(bob), Game: g.ID, Room: table})
	refused(t, err, game.OpponentGone)
	scores, err := h.HeadToHead(background, ann, bob, club)
	h.must(err)
	if len(scores) != 0 {
		t.Errorf("the score with nobody is %+v", scores)
	}
}

// An export is written a game at a time, so that it needs no memory for all of them.
func TestExportInPieces(t *testing.T) {
	h := newFixture(t)
	for range 30 {
		h.win(ann, bob, american(t))
	}
	var out pieces
	h.must(h.Export(background, ann, "", &out))
	if out.largest > out.written/20 {
		t.Errorf("of %d bytes, %d are written at once", out.written, out.largest)
	}
	out = pieces{fails: out.written / 2}
	if err := h.Export(background, ann, "", &out); err != errFull || out.written > 2*out.fails {
		t.Errorf("an export to a full disk goes on for %d bytes, with %v", out.written, err)
	}
}

// pieces counts what is written, and fails from a number of bytes on unless that is 0.
type pieces struct{ written, largest, fails int }

var errFull = errors.New("full")

func (p *pieces) Write(b []byte) (int, error) {
	p.written += len(b)
	p.largest = max(p.largest, len(b))
	if p.fails > 0 && p.written > p.fails {
		return 0, errFull
	}
	return len(b), nil
}

var update = flag.Bool("update", false, "write the golden exports anew")

// wantExport fails unless an export equals a golden file except for white space.
func wantExport(t *testing.T, name string, export []byte) {
	t.Helper()
	name = filepath.Join("testdata", name)
	if *update {
		must(t, os.WriteFile(name, export, 0o666))
	}
	golden, err := os.ReadFile(name)
	must(t, err)
	var got, want bytes.Buffer
	must(t, errors.Join(json.Compact(&got, export), json.Compact(&want, golden)))
	if !bytes.Equal(got.Bytes(), want.Bytes()) {
		t.Errorf("the export is not %s:\n%s", name, export)
	}
}

func TestExport(t *testing.T) {
	h := newFixture(t)
	_, finished, _ := life(h, ann)
	_, err := h.Rematch(background, game.RematchRequest{Request: h.by(ann), Game: finished.ID, Room: table})
	h.must(err)
	drawn := h.begin(ann, bob, position(t, "american", "W:WK31,K32:BK1,K2"))
	drawn = h.play(drawn, "31-27", "1-6", "27-31", "6-1", "31-27", "1-6", "27-31", "6-1")
	h.propose(drawn, game.OfferDraw, ann)
	h.must(h.ChangeSettings(background, game.PersonSettings(ann), func([]byte) ([]byte, error) { return []byte(`{"language": "<de>"}`), nil }))
	_, err = h.follow(ann, h.begin(bob, cid, american(t)), game.FollowsMoves)
	h.must(err)
	tour := h.create(tournament.Declaration{Format: tournament.Swiss, Rounds: 3}, days(t, 3))
	h.enter(tour, ann, bob)
	h.must(h.act(tour, mod, game.TournamentRequest{Act: tournament.Removed, Player: ann, Reason: "had help"}))
	var out bytes.Buffer
	h.must(h.Export(background, ann, "", &out))
	wantExport(t, "export.json", out.Bytes())
	var kept map[string]json.RawMessage
	if err := json.Unmarshal(out.Bytes(), &kept); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	count := func(name string) int {
		var list []any
		h.must(json.Unmarshal(kept[name], &list))
		return len(list)
	}
	for name, want := range map[string]int{"running games": 1, "finished games": 3,
		"games ruled in": 1, "followed games": 1, "leaderboard entries": 4} {
		if got := count(name); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
	// Four challenges became games, and three are open.
	if got := count("challenges"); got != 7 {
		t.Errorf("challenges: %d", got)
	}
	for _, word := range []string{`"move": "11-15"`, `"room": "2001"`,
		"Ann was insulted", "I saw it", `"ratings"`, `"weight": 1`, `"rule": "repeated"`,
		`"rematch of"`, `"follows": "moves"`, `"reason": "had help"`} {
		if !strings.Contains(out.String(), word) {
			t.Errorf("the export does not say %q:\n%s", word, out.String())
		}
	}
	if n := strings.Count(out.String(), `"rule":`); n != 1 {
		t.Errorf("%d games are said to have ended by a rule of draughts:\n%s", n, out.String())
	}
	for _, nobody := range []game.PersonID{game.Anyone, game.FormerPlayer} {
		_, err := h.Erase(background, nobody)
		refused(t, err, game.NoPerson)
		refused(t, h.Export(background, nobody, "", &out), game.NoPerson)
	}
}

func TestAnnouncements(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, days(t, 1))
	h.play(g, "11-15")
	h.leap(19 * time.Hour)
	h.leap(6 * time.Hour)
	waiting := h.pending()
	var kinds []string
	for i, a := range waiting {
		kind := a.Kind.String()
		if a.Kind == game.GameChanged {
			g := h.game(a.Game)
			kind = g.Events()[a.Seq-1].Kind.String()
		}
		kinds = append(kinds, kind)
		if byTime := kind == "reminded" || kind == "ended"; a.Requested == byTime {
			t.Errorf("%q is announced as requested: %t", kind, a.Requested)
		}
		if i > 0 && a.ID <= waiting[i-1].ID {
			t.Errorf("announcement %d comes after %d", a.ID, waiting[i-1].ID)
		}
		if a.Place != club || a.Room != table {
			t.Errorf("announcement %d is for %v, %v", a.ID, a.Place, a.Room)
		}
	}
	if got, want := strings.Join(kinds, ", "), "challenge made, game begun, moved, reminded, ended"; got != want {
		t.Errorf("waiting are %s, want %s", got, want)
	}
	h.must(h.Delivered(background, waiting[0].ID, waiting[2].ID))
	h.must(h.Delivered(background, waiting[0].ID))
	rest, err := h.PendingAnnouncements(background, 0, 1)
	h.must(err)
	if len(rest) != 1 || rest[0].ID != waiting[1].ID {
		t.Errorf("waiting are %+v", rest)
	}
	rest, err = h.PendingAnnouncements(background, rest[0].ID, 10)
	h.must(err)
	if len(rest) != 2 || rest[0].ID != waiting[3].ID {
		t.Errorf("waiting are %+v", rest)
	}
}

// Every change of a challenge is announced.
func TestAnnouncedChallenges(t *testing.T) {
	h := newFixture(t)
	var want []string
	made := func(kinds ...string) game.ReplyRequest {
		c := h.challenged(ann, bob, american(t))
		want = append(want, "challenge made")
		want = append(want, kinds...)
		return game.ReplyRequest{Request: h.by(bob), Challenge: c.ID}
	}
	_, err := h.Decline(background, made("challenge declined"))
	h.must(err)
	q := made("challenge withdrawn")
	q.By.Person = ann
	_, err = h.Withdraw(background, q)
	h.must(err)
	made("challenge made", "challenge countered")
	h.challenged(bob, ann, american(t))
	want = append(want, "challenge expired")
	h.leap(49 * time.Hour)
	waiting := h.pending()
	var kinds []string
	for _, a := range waiting {
		kinds = append(kinds, a.Kind.String())
		if a.Place != club || a.Room != table || a.Challenge == "" || a.Game != "" || a.At.IsZero() {
			t.Errorf("an announcement is %+v", a)
		}
	}
	if got, want := strings.Join(kinds, ", "), strings.Join(want, ", "); got != want {
		t.Errorf("waiting are %s, want %s", got, want)
	}
}

func TestRun(t *testing.T) {
	h := newFixture(t)
	ctx, cancel := context.WithCancel(background)
	wake, done := make(chan time.Time), make(chan struct{})
	go func() {
		h.Run(ctx, wake, func(err error) { t.Error(err) })
		close(done)
	}()
	wake <- time.Time{}
	wake <- time.Time{}
	cancel()
	<-done
	if _, err := h.UnrestrictedGame(ctx, "ZZZZ"); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end the error is %v", err)
	}
}
