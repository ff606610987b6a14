package game_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/store"
	"doublecorner/store/storetest"
)

// The people and places of the tests.
const (
	ann   game.PersonID = 101
	bob   game.PersonID = 102
	cid   game.PersonID = 103
	mod   game.PersonID = 190
	club  game.PlaceID  = 1001
	other game.PlaceID  = 1002
	table game.RoomID   = 2001
)

// fixture is a referee with a store and a clock that the test sets.
type fixture struct {
	*game.Referee
	t     testing.TB
	store *store.Store
	path  string
	mu    sync.Mutex
	clock time.Time
	dice  *rand.Rand
	asked int
}

// grace is how long after a deadline a tick ends a game.
const grace = 5 * time.Second

var noon = time.Date(2026, time.March, 14, 12, 0, 0, 0, time.UTC)

func newFixture(t testing.TB, limits ...game.Quotas) *fixture {
	t.Helper()
	return openFixture(t, filepath.Join(t.TempDir(), "games.db"), noon, limits...)
}

func openFixture(t testing.TB, path string, at time.Time, limits ...game.Quotas) *fixture {
	t.Helper()
	s, err := store.Open(path, store.Options{Volatile: true})
	must(t, err)
	t.Cleanup(func() { s.Close() })
	h := &fixture{t: t, store: s, path: path, clock: at, dice: rand.New(rand.NewPCG(1, 2))}
	config := game.Config{Store: s, Now: h.now, Random: h.random}
	if len(limits) > 0 {
		config.Quotas = limits[0]
	}
	h.Referee = game.New(config)
	h.must(h.Resume(context.Background()))
	return h
}

func (h *fixture) now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.clock
}

func (h *fixture) random() uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.dice.Uint64()
}

// pass lets time pass while the referee runs.
func (h *fixture) pass(d time.Duration) {
	h.t.Helper()
	const step = 10 * time.Second // shorter than an absence
	for d > 0 {
		h.mu.Lock()
		h.clock = h.clock.Add(min(d, step))
		h.mu.Unlock()
		h.must(h.Tick(context.Background()))
		d -= step
	}
}

// nap lets time pass without a tick.
func (h *fixture) nap(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.clock = h.clock.Add(d)
}

// leap lets time pass at once, as if the referee had run without anything to do.
func (h *fixture) leap(d time.Duration) {
	h.t.Helper()
	h.sleep(d)
	h.must(h.Tick(context.Background()))
}

// sleep lets time pass as leap does, before the tick that ends it.
func (h *fixture) sleep(d time.Duration) {
	h.t.Helper()
	h.nap(d)
	now := h.now()
	h.must(h.store.Update(context.Background(), func(tx game.Tx) error {
		s, err := tx.Service()
		if err != nil {
			return err
		}
		s.LastAlive = now
		return tx.PutService(s)
	}))
}

func (h *fixture) must(err error) {
	h.t.Helper()
	must(h.t, err)
}

// by returns a request of a person in the club, with a new id.
func (h *fixture) by(p game.PersonID) game.Request {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked++
	return game.Request{ID: game.RequestID(fmt.Sprint("request ", h.asked)), By: game.Actor{Person: p}, Place: club}
}

// at returns a request about a game as it stands.
func (h *fixture) at(g *game.Game, p game.PersonID) game.GameRequest {
	return game.GameRequest{Request: h.by(p), Game: g.ID, Ply: g.Ply()}
}

// game reads a game regardless of viewers.
func (h *fixture) game(id game.GameID) *game.Game {
	h.t.Helper()
	g, err := h.UnrestrictedGame(background, id)
	h.must(err)
	return g
}

// service returns the service as it is now.
func (h *fixture) service() game.Service {
	h.t.Helper()
	s, err := h.Service(background)
	h.must(err)
	return s
}

// pending returns the announcements that have not been delivered.
func (h *fixture) pending() []game.Announcement {
	h.t.Helper()
	pending, err := h.PendingAnnouncements(background, 0, 10000)
	h.must(err)
	return pending
}

// listed returns the games of a list regardless of viewers.
func (h *fixture) listed(list game.GameList) (games []*game.Game) {
	h.t.Helper()
	h.must(h.store.View(background, func(tx game.Reader) error {
		page, err := tx.Games(list, "", 10)
		games = page.Items
		return err
	}))
	return games
}

// ChallengeByID returns a challenge regardless of viewers.
func (h *fixture) ChallengeByID(ctx context.Context, id game.ChallengeID) (*game.Challenge, error) {
	return h.UnrestrictedChallenge(ctx, id)
}

// challengesBy lists the open challenges by a person.
func (h *fixture) challengesBy(p game.PersonID) []*game.Challenge {
	h.t.Helper()
	open, err := h.Challenges(background, game.OpenChallengesBy(p), game.Viewer{Person: p}, 10)
	h.must(err)
	return open
}

var rules = draughtstest.Variant

// american returns terms under which the challenger has Black and begins.
func american(t testing.TB) game.Terms {
	return game.Terms{Variant: rules(t, "american"), Rated: true, Colour: game.PlayBlack}
}

// begin begins a game between two people.
func (h *fixture) begin(from, to game.PersonID, terms game.Terms) *game.Game {
	h.t.Helper()
	a, err := h.Challenge(context.Background(), game.ChallengeRequest{Request: h.by(from), Room: table, To: to, Terms: terms})
	h.must(err)
	a, err = h.Accept(context.Background(), game.ReplyRequest{Request: h.by(to), Challenge: a.Challenge.ID})
	h.must(err)
	return a.Game
}

// offer returns a request about an offer in a game as it stands.
func (h *fixture) offer(g *game.Game, p game.PersonID, o game.Offer) game.OfferRequest {
	return game.OfferRequest{GameRequest: h.at(g, p), Offer: o}
}

// propose makes the same proposal for several people, one after another.
func (h *fixture) propose(g *game.Game, o game.Offer, people ...game.PersonID) *game.Game {
	h.t.Helper()
	for _, p := range people {
		a, err := h.Propose(background, h.offer(g, p, o))
		h.must(err)
		g = a.Game
	}
	return g
}

// resign has a player resign.
func (h *fixture) resign(g *game.Game, p game.PersonID) *game.Game {
	h.t.Helper()
	a, err := h.Resign(background, h.at(g, p))
	h.must(err)
	return a.Game
}

// play makes moves for the side to move.
func (h *fixture) play(g *game.Game, moves ...string) *game.Game {
	h.t.Helper()
	for _, text := range moves {
		a, err := h.Move(context.Background(), game.MoveRequest{GameRequest: h.at(g, g.Player(g.Turn())), Text: text})
		h.must(err)
		g = a.Game
	}
	return g
}

// used returns the time of each move that stands.
func used(g *game.Game) []time.Duration {
	var took []time.Duration
	began := game.Service{Downtime: g.Downtime}.Instant(g.Started)
	for _, e := range g.Events() {
		at := game.Service{Downtime: e.Downtime}.Instant(e.At)
		switch e.Kind {
		case game.Moved:
			took = append(took, max(0, at.Sub(began)))
		case game.TookBack:
			took = took[:len(took)-e.Plies]
		default:
			continue
		}
		began = max(began, at)
	}
	return took
}

// refused fails unless an error is a RequestError with a code.
func refused(t testing.TB, err error, code game.Code) *game.RequestError {
	t.Helper()
	var r *game.RequestError
	if !errors.As(err, &r) {
		t.Fatalf("got error %v, want a refusal: %v", err, code)
	}
	if r.Code != code {
		t.Fatalf("refused because %v, want %v", r, code)
	}
	return r
}

// erase erases a person.
func (h *fixture) erase(p game.PersonID) {
	h.t.Helper()
	_, err := h.Erase(background, p)
	h.must(err)
}

// inOrder fails unless every index agrees with the records, and every leaderboard entry with the
// games.
func (h *fixture) inOrder() {
	h.t.Helper()
	h.must(h.store.Check())
	storetest.CheckRatings(h.t, h.store)
}

func must(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
