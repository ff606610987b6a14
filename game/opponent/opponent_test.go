package opponent

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/mind"
	"doublecorner/game/search"
	"doublecorner/store"
)

const (
	ann  game.PersonID = 101
	club game.PlaceID  = 1001
)

// engines are a Mind that thinks at once.
type engines struct {
	mu  sync.Mutex
	all map[*draughts.Variant]*search.Engine
}

func (e *engines) Think(ctx context.Context, t mind.Task) (search.Thought, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	v := t.History.Position().Variant()
	if e.all[v] == nil {
		e.all[v] = search.New(v, search.Options{Hash: 1})
	}
	e.all[v].Forget()
	return e.all[v].Think(ctx, t.History, t.Limit)
}

func newEngines() *engines { return &engines{all: map[*draughts.Variant]*search.Engine{}} }

// fixture is a referee whose Computer is played by opponents.
type fixture struct {
	*game.Referee
	t         *testing.T
	opponents []*Opponent
	requests  int
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	s, err := store.Open(filepath.Join(t.TempDir(), "games.db"), store.Options{Volatile: true})
	must(t, err)
	t.Cleanup(func() { s.Close() })
	f := &fixture{t: t}
	f.Referee = game.New(game.Config{Store: s, Now: time.Now, Random: rand.Uint64,
		Quotas: game.Quotas{GamesPerPerson: 100}, Changed: func(g *game.Game) {
			for _, o := range f.opponents {
				o.Changed(g)
			}
		}})
	must(t, f.Resume(t.Context()))
	return f
}

// runs has an opponent with a mind play until the test ends, or until stop is called.
func (f *fixture) runs(m Mind) (stop func()) {
	o := New(m, time.Now, slog.New(slog.DiscardHandler), func(game.PlaceID) bool { return true })
	f.opponents = append(f.opponents, o)
	ctx, cancel := context.WithCancel(f.t.Context())
	var running sync.WaitGroup
	running.Go(func() { o.Run(ctx, f.Referee) })
	stop = func() { cancel(); running.Wait() }
	f.t.Cleanup(stop)
	return stop
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (f *fixture) by(p game.PersonID) game.Request {
	f.requests++
	return game.Request{ID: game.RequestID(fmt.Sprint("request ", f.requests)), By: game.Actor{Person: p}, Place: club}
}

func (f *fixture) at(g *game.Game) game.GameRequest {
	return game.GameRequest{Request: f.by(ann), Game: g.ID, Ply: g.Ply()}
}

var variant = draughtstest.Variant

// begins returns a game in which Ann has White.
func (f *fixture) begins(terms game.Terms) *game.Game {
	f.t.Helper()
	terms.Colour = game.PlayWhite
	a, err := f.Challenge(f.t.Context(), game.ChallengeRequest{Request: f.by(ann), Room: 7, To: game.Computer, Terms: terms})
	must(f.t, err)
	return a.Game
}

// waits waits until a game waits for Ann, or is over.
func (f *fixture) waits(id game.GameID) *game.Game {
	f.t.Helper()
	for range 6000 {
		g, err := f.UnrestrictedGame(f.t.Context(), id)
		must(f.t, err)
		if !isAwaited(g) {
			return g
		}
		time.Sleep(5 * time.Millisecond)
	}
	f.t.Fatalf("game %s still waits for the computer", id)
	return nil
}

// moves makes a move for Ann: the one that dice choose.
func (f *fixture) moves(g *game.Game, dice *rand.Rand) {
	f.t.Helper()
	h, err := g.History()
	must(f.t, err)
	p := h.Position()
	moves := p.Moves()
	_, err = f.Move(f.t.Context(), game.MoveRequest{GameRequest: f.at(g), Text: p.Full(moves[dice.IntN(len(moves))], draughts.Numbers)})
	must(f.t, err)
}

// Whole games in every built-in rule set, all at once, against someone who moves by chance.
func TestGames(t *testing.T) {
	f := newFixture(t)
	f.runs(newEngines())
	f.runs(newEngines()) // what two do is done once
	var running []*game.Game
	for i, key := range draughts.Keys() {
		if strings.Contains(key, "-") { // a house rule changes a game: there would be four times as many
			continue
		}
		running = append(running, f.begins(game.Terms{Variant: variant(t, key), Level: 1 + i%2}))
	}
	dice, lost := rand.New(rand.NewPCG(3, 4)), 0
	for len(running) > 0 {
		var still []*game.Game
		for _, g := range running {
			g = f.waits(g.ID)
			if result, over := g.Result(); !over {
				f.moves(g, dice)
				still = append(still, g)
			} else {
				must(t, g.Verify())
				if winner, won := result.Outcome.Winner(); won && g.Player(winner) == ann {
					lost++
				}
				t.Logf("%s: %v by %v after %d moves", g.Pool, result.Outcome, result.Cause, g.Len())
			}
		}
		running = still
	}
	if lost > 1 {
		t.Errorf("the computer lost %d games against someone who moves by chance", lost)
	}
}

// stuck is a mind that thinks until it is interrupted.
type stuck struct{ begun, interrupted chan bool }

func (s stuck) Think(ctx context.Context, _ mind.Task) (search.Thought, error) {
	select {
	case s.begun <- true:
	case <-ctx.Done(): // the first scan of the games found this one, too, and had it thought about again
	}
	<-ctx.Done()
	select {
	case s.interrupted <- true:
	default:
	}
	return search.Thought{}, context.Cause(ctx)
}

// A process that ends while it thinks loses nothing: the next one moves.
func TestRestart(t *testing.T) {
	f := newFixture(t)
	s := stuck{make(chan bool), make(chan bool, 1)}
	stop := f.runs(s)
	g := f.begins(game.Terms{Variant: variant(t, "american"), Level: 2}) // the computer has Black, and begins
	<-s.begun
	stop()
	f.runs(newEngines())
	if g = f.waits(g.ID); g.Len() != 1 {
		t.Errorf("there are %d moves", g.Len())
	}
}

// A player who takes a move back interrupts the thinking, and gets the move back.
func TestTakeBack(t *testing.T) {
	f := newFixture(t)
	s := stuck{make(chan bool), make(chan bool, 1)}
	f.runs(s)
	g := f.begins(game.Terms{Variant: variant(t, "international"), Level: 8}) // Ann begins
	f.moves(g, rand.New(rand.NewPCG(1, 1)))
	<-s.begun
	g, err := f.UnrestrictedGame(t.Context(), g.ID)
	must(t, err)
	_, err = f.Propose(t.Context(), game.OfferRequest{GameRequest: f.at(g), Offer: game.OfferTakeBack})
	must(t, err)
	<-s.interrupted
	if g = f.waits(g.ID); g.Len() != 0 || g.Ply() != 2 {
		t.Errorf("there are %d moves at ply %d", g.Len(), g.Ply())
	}
}

// club9 is another place in which Ann plays, too.
const club9 game.PlaceID = 1009

var opening = strings.Fields("11-15 22-18 15x22 25x18 8-11 29-25 4-8 25-22")

// plays returns a game in a place between Ann, who has Black and begins, and Ben after some moves of an opening.
func (f *fixture) plays(place game.PlaceID, plies int) *game.Game {
	f.t.Helper()
	const ben game.PersonID = 102
	by := func(p game.PersonID) game.Request {
		q := f.by(p)
		q.Place = place
		return q
	}
	a, err := f.Challenge(f.t.Context(), game.ChallengeRequest{
		Request: by(ann), Room: 8, To: ben, Terms: game.Terms{Variant: variant(f.t, "american"), Colour: game.PlayBlack},
	})
	must(f.t, err)
	a, err = f.Accept(f.t.Context(), game.ReplyRequest{Request: by(ben), Challenge: a.Challenge.ID})
	must(f.t, err)
	g := a.Game
	for _, text := range opening[:plies] {
		a, err := f.Move(f.t.Context(), game.MoveRequest{
			GameRequest: game.GameRequest{Request: by(g.Player(g.Turn())), Game: g.ID, Ply: g.Ply()}, Text: text,
		})
		must(f.t, err)
		g = a.Game
	}
	return g
}

// copies begins a game in which Ann makes Ben's last move, after which the computer is to move as she is against Ben.
func (f *fixture) copies(plies int) *game.Game {
	f.t.Helper()
	start := draughtstest.Game(f.t, "american", "B:W21-32:B1-12", opening[:plies-1]...).Position()
	g := f.begins(game.Terms{Variant: start.Variant(), Start: start, Level: 1})
	a, err := f.Move(f.t.Context(), game.MoveRequest{GameRequest: f.at(g), Text: opening[plies-1]})
	must(f.t, err)
	return a.Game
}

// pauses waits until the computer says that it waits, and returns for which game.
func (f *fixture) pauses(id game.GameID) game.GameID {
	f.t.Helper()
	for range 6000 {
		g, err := f.UnrestrictedGame(f.t.Context(), id)
		must(f.t, err)
		if other, paused := g.Paused(); paused {
			return other
		}
		time.Sleep(5 * time.Millisecond)
	}
	f.t.Fatal("the computer does not pause")
	return ""
}

// Ann plays Ben's moves against the computer. The computer says once that it waits for her, and goes on once she has moved
// against Ben, or that game is over; also if the process ended meanwhile, or before.
func TestPause(t *testing.T) {
	for what, step := range map[string]func(*fixture, *game.Game) error{
		"she moves": func(f *fixture, g *game.Game) error {
			_, err := f.Move(f.t.Context(), game.MoveRequest{GameRequest: f.at(g), Text: "9-14"})
			return err
		},
		"she resigns": func(f *fixture, g *game.Game) error {
			_, err := f.Resign(f.t.Context(), f.at(g))
			return err
		},
	} {
		for _, restarts := range []bool{false, true} {
			f := newFixture(t)
			g := f.plays(club, 8)
			copied := f.copies(8)
			stop := f.runs(newEngines())
			if other := f.pauses(copied.ID); other != g.ID {
				t.Errorf("it waits for a move in game %q, not %s", other, g.ID)
			}
			if restarts {
				stop()
				f.runs(newEngines())() // it is still paused
			}
			must(t, step(f, g))
			if restarts {
				f.runs(newEngines())
			}
			copied = f.waits(copied.ID)
			said := 0
			for _, e := range copied.Events() {
				if e.Kind == game.Paused {
					said++
				}
			}
			if copied.Len() != 2 || said != 1 {
				t.Errorf("%s, restarted %v: %d moves, and %d times it says that it waits", what, restarts, copied.Len(), said)
			}
		}
	}
}

// Who takes the move back, or cancels the game, waits for nothing.
func TestTakeBackOfPaused(t *testing.T) {
	for _, offer := range []game.Offer{game.OfferTakeBack, game.OfferAbort} {
		f := newFixture(t)
		f.plays(club9, 8)
		g := f.copies(8)
		f.runs(newEngines())
		if other := f.pauses(g.ID); other != "" {
			t.Errorf("it names game %s of another place", other)
		}
		_, err := f.Propose(t.Context(), game.OfferRequest{GameRequest: f.at(g), Offer: offer})
		must(t, err)
		if g = f.waits(g.ID); g.Len() != 0 && !g.IsOver() {
			t.Errorf("%v: there are %d moves", offer, g.Len())
		}
	}
}

// An opening is everybody's: before its eighth ply a game makes nobody wait.
func TestNoPause(t *testing.T) {
	f := newFixture(t)
	f.plays(club, 6)
	g := f.copies(6)
	f.runs(newEngines())
	if g = f.waits(g.ID); g.Len() != 2 {
		t.Errorf("there are %d moves", g.Len())
	}
}

// off is a mind that is switched off.
type off struct{}

func (off) Think(context.Context, mind.Task) (search.Thought, error) {
	return search.Thought{}, mind.ErrOff
}

func TestDecide(t *testing.T) {
	american := variant(t, "american")
	game12 := "9-13 24-20 11-15 20-16 12x19 23x16 8-11 22-18 15x22 25x18"
	tests := []struct {
		name, fen, moves string // Ann has White
		offer            string // of Ann
		level            int
		want             decision
	}{
		{"a draw that is even, at the beginning", "", "11-15 23-19", "draw", 3, decision{kind: decline, offer: game.OfferDraw}},
		{"an even ending", "W:WK1,K32:BK5,K28", "", "draw", 3, decision{kind: agree, offer: game.OfferDraw}},
		{"a won ending", "W:WK28:BK10,K14,K18,K1", "", "draw", 3, decision{kind: decline, offer: game.OfferDraw}},
		{"a lost one", "W:WK10,K14,K18,K1:BK28", "", "draw", 8, decision{kind: agree, offer: game.OfferDraw}},
		{"a cancellation", "", game12, "abort", 3, decision{kind: agree, offer: game.OfferAbort}},
	}
	for _, test := range tests {
		f := newFixture(t)
		terms := game.Terms{Variant: american, Level: test.level}
		if test.fen != "" {
			terms.Start = draughtstest.Position(t, "american", test.fen)
		}
		g := f.begins(terms)
		h, err := g.History()
		must(t, err)
		p := h.Position()
		var events []game.Event
		for _, text := range strings.Fields(test.moves) {
			m, err := p.Read(text)
			must(t, err)
			events = append(events, game.Event{Kind: game.Moved, Side: p.Turn(), Path: p.Path(m)})
			p = p.Play(m)
		}
		for _, o := range game.Offers {
			if o.String() == test.offer {
				events = append(events, game.Event{Kind: game.Offered, Side: draughts.White, Offer: o})
			}
		}
		d, err := decide(t.Context(), newEngines(), game.Restore(g.Header, events), 0)
		if err != nil || d != test.want {
			t.Errorf("%s: %+v, %v, want %+v", test.name, d, err, test.want)
		}
	}
	g := newFixture(t).begins(game.Terms{Variant: american, Level: 1})
	if _, err := decide(t.Context(), off{}, g, 0); !errors.Is(err, mind.ErrOff) {
		t.Errorf("without a mind: %v", err)
	}
}

// A low level gives up a game that has been lost for a while, and a high one plays on.
func TestResign(t *testing.T) {
	think := newEngines()
	var events []game.Event
	h := draughtstest.Game(t, "american", "W:W21-32:B1-8")
	for h.Len() <= minResignPlies || h.Position().Turn() == draughts.White {
		thought, err := think.Think(t.Context(), mind.Task{History: h, Limit: search.Limit{Nodes: 3000}})
		must(t, err)
		at, m := h.Position(), thought.Lines[0].Moves[0]
		events = append(events, game.Event{Kind: game.Moved, Side: at.Turn(), Path: at.Path(m)})
		must(t, h.Play(m))
	}
	for _, test := range []struct{ level, plies int }{{2, h.Len()}, {2, minResignPlies - 1}, {6, h.Len()}} {
		g := newFixture(t).begins(game.Terms{Variant: h.Start().Variant(), Start: h.Start(), Level: test.level})
		d, err := decide(t.Context(), think, game.Restore(g.Header, events[:test.plies]), 0)
		resigns := test.level == 2 && test.plies == h.Len()
		if err != nil || (d.kind == resign) != resigns {
			t.Errorf("level %d after %d plies, in %s: %+v, %v", test.level, test.plies, pdn.FEN(h.Position()), d, err)
		}
	}
}

func TestTimeFor(t *testing.T) {
	clock, err := game.Live(time.Minute, 2*time.Second)
	must(t, err)
	g := game.Restore(game.Header{Terms: game.Terms{Variant: variant(t, "american"), Clock: clock}}, nil)
	for left, want := range map[time.Duration]time.Duration{
		time.Minute: 3 * time.Second, 3 * time.Second: 1100 * time.Millisecond, time.Second: 500 * time.Millisecond,
	} {
		if got := timeFor(g, left); got != want {
			t.Errorf("with %v left it thinks %v, want %v", left, got, want)
		}
	}
}
