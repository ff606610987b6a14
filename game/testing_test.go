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
	"doublecorner/game/draughts"
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

// hall is a referee with a clock that only moves when it is told to.
type hall struct {
	*game.Referee
	t     testing.TB
	store *store.Store
	mu    sync.Mutex
	clock time.Time
	dice  *rand.Rand
	asked int
}

var noon = time.Date(2026, time.March, 14, 12, 0, 0, 0, time.UTC)

func newHall(t testing.TB, limits ...game.Limits) *hall {
	t.Helper()
	return openHall(t, filepath.Join(t.TempDir(), "games.db"), noon, limits...)
}

func openHall(t testing.TB, path string, at time.Time, limits ...game.Limits) *hall {
	t.Helper()
	s, err := store.Open(path, store.Options{Volatile: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	h := &hall{t: t, store: s, clock: at, dice: rand.New(rand.NewPCG(1, 2))}
	config := game.Config{Store: s, Now: h.now, Random: h.random}
	if len(limits) > 0 {
		config.Limits = limits[0]
	}
	h.Referee = game.New(config)
	h.must(h.Resume(context.Background()))
	return h
}

func (h *hall) now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.clock
}

func (h *hall) random() uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.dice.Uint64()
}

// pass lets time pass while the referee is there.
func (h *hall) pass(d time.Duration) {
	h.t.Helper()
	const step = 20 * time.Second // the referee must be seen to be there
	for d > 0 {
		h.mu.Lock()
		h.clock = h.clock.Add(min(d, step))
		h.mu.Unlock()
		h.must(h.Tick(context.Background()))
		d -= step
	}
}

// nap lets time pass without the referee noticing.
func (h *hall) nap(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.clock = h.clock.Add(d)
}

// leap lets time pass in one go: nothing happens in it, and the referee is there.
func (h *hall) leap(d time.Duration) {
	h.t.Helper()
	h.sleep(d)
	h.must(h.Tick(context.Background()))
}

// sleep lets time pass as leap does, before the tick that ends it.
func (h *hall) sleep(d time.Duration) {
	h.t.Helper()
	h.nap(d)
	now := h.now()
	h.must(h.store.Update(context.Background(), func(tx game.Tx) error {
		s, err := tx.Service()
		if err != nil {
			return err
		}
		s.Alive = now
		return tx.PutService(s)
	}))
}

func (h *hall) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// by returns a request of somebody in the club, with an id of its own.
func (h *hall) by(p game.PersonID) game.Request {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked++
	return game.Request{ID: game.RequestID(fmt.Sprint("request ", h.asked)), By: game.Actor{Person: p}, Place: club}
}

// at returns a request about a game as it stands.
func (h *hall) at(g *game.Game, p game.PersonID) game.GameRequest {
	return game.GameRequest{Request: h.by(p), Game: g.ID, Ply: g.Ply()}
}

// Game returns a game whoever may see it. Tests of who sees what ask the Referee.
func (h *hall) Game(ctx context.Context, id game.GameID) (*game.Game, error) {
	return h.UnrestrictedGame(ctx, id)
}

// Games lists games whoever may see them.
func (h *hall) Games(ctx context.Context, list game.GameList, from game.Cursor, most int) (page game.Page[*game.Game], err error) {
	err = h.store.View(ctx, func(tx game.Reader) error {
		page, err = tx.Games(list, from, most)
		return err
	})
	return page, err
}

// ChallengeOf returns a challenge whoever may see it.
func (h *hall) ChallengeOf(ctx context.Context, id game.ChallengeID) (*game.Challenge, error) {
	return h.UnrestrictedChallenge(ctx, id)
}

// Challenges lists challenges whoever may see them.
func (h *hall) Challenges(ctx context.Context, list game.ChallengeList, from game.Cursor, most int) (page game.Page[*game.Challenge], err error) {
	err = h.store.View(ctx, func(tx game.Reader) error {
		page, err = tx.Challenges(list, from, most)
		return err
	})
	return page, err
}

func rules(t testing.TB, key string) *draughts.Variant {
	t.Helper()
	v, err := draughts.Builtin(key)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// american are terms under which Ann, who challenges, has Black and begins.
func american(t testing.TB) game.Terms {
	return game.Terms{Variant: rules(t, "american"), Rated: true, Colour: game.PlayBlack}
}

// begin begins a game between two people.
func (h *hall) begin(from, to game.PersonID, terms game.Terms) *game.Game {
	h.t.Helper()
	a, err := h.Challenge(context.Background(), game.ChallengeRequest{Request: h.by(from), Room: table, To: to, Terms: terms})
	h.must(err)
	a, err = h.Accept(context.Background(), game.ReplyRequest{Request: h.by(to), Challenge: a.Challenge.ID})
	h.must(err)
	return a.Game
}

// offer returns a request about an offer in a game as it stands.
func (h *hall) offer(g *game.Game, p game.PersonID, o game.Offer) game.OfferRequest {
	return game.OfferRequest{GameRequest: h.at(g, p), Offer: o}
}

// propose has people propose the same, one after another.
func (h *hall) propose(g *game.Game, o game.Offer, people ...game.PersonID) *game.Game {
	h.t.Helper()
	for _, p := range people {
		a, err := h.Propose(background, h.offer(g, p, o))
		h.must(err)
		g = a.Game
	}
	return g
}

// play makes moves for whoever's turn it is.
func (h *hall) play(g *game.Game, moves ...string) *game.Game {
	h.t.Helper()
	for _, text := range moves {
		a, err := h.Move(context.Background(), game.MoveRequest{GameRequest: h.at(g, g.Player(g.Turn())), Text: text})
		h.must(err)
		g = a.Game
	}
	return g
}

// used returns how long each move that stands took.
func used(g *game.Game) []time.Duration {
	var took []time.Duration
	began := game.Service{Away: g.Away}.Instant(g.Started)
	for _, e := range g.Events() {
		at := game.Service{Away: e.Away}.Instant(e.At)
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

// refused wants an error to be a refusal with a code.
func refused(t testing.TB, err error, code game.Code) *game.Refusal {
	t.Helper()
	var r *game.Refusal
	if !errors.As(err, &r) {
		t.Fatalf("got error %v, want a refusal: %v", err, code)
	}
	if r.Code != code {
		t.Fatalf("refused because %v, want %v", r, code)
	}
	return r
}

// erase erases everything about somebody.
func (h *hall) erase(p game.PersonID) {
	h.t.Helper()
	_, err := h.Erase(background, p)
	h.must(err)
}

// inOrder wants every index to be what the records say, and every standing what the
// games say.
func (h *hall) inOrder() {
	h.t.Helper()
	h.must(h.store.Check())
	storetest.Tally(h.t, h.store)
}

// listed returns moves that are known to be few enough to be listed.
func listed(moves []draughts.Move, err error) []draughts.Move {
	if err != nil {
		panic(err)
	}
	return moves
}
