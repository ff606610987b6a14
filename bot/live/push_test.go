package live_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"doublecorner/game"
	"doublecorner/store"
)

var (
	pushGames    = flag.Int("push.games", 5, "so many games are played in chat meanwhile, each with a move every ten seconds")
	pushWatchers = flag.Int("push.watchers", 20, "so many people watch one game")
	pushMoves    = flag.Int("push.moves", 10, "so many moves are made in it")
)

// times are how long something took, again and again.
type times struct {
	mu  sync.Mutex
	all []time.Duration
}

func (t *times) add(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all = append(t.all, d)
}

// String says the median, the 99th percentile and the longest, and starts anew.
func (t *times) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	slices.Sort(t.all)
	n := len(t.all)
	if n == 0 {
		return "nothing"
	}
	text := fmt.Sprintf("%.1f ms at the median, 99 %% within %.1f ms, at most %.1f ms (%d)",
		milliseconds(t.all[n/2]), milliseconds(t.all[n*99/100]), milliseconds(t.all[n-1]), n)
	t.all = nil
	return text
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// playOn has people who have no page play games until it is stopped, and notes how long their moves take.
func (f *fixture) playOn(games int, took *times) (stop func()) {
	f.Helper()
	end := make(chan struct{})
	var playing sync.WaitGroup
	for i := range games {
		black, white := game.PersonID(1_000_000+2*i), game.PersonID(1_000_001+2*i)
		g := f.beginBetween(black, white, club)
		playing.Go(func() {
			for pause := rand.N(10 * time.Second); ; pause = 10 * time.Second {
				select {
				case <-end:
					return
				case <-time.After(pause):
				}
				began := time.Now()
				next, err := f.referee.Move(background, game.MoveRequest{Text: f.anyMove(g), GameRequest: game.GameRequest{
					Game: g.ID, Ply: g.Ply(), Request: game.Request{
						ID: game.RequestID(strconv.FormatUint(rand.Uint64(), 36)), By: game.Actor{Person: g.Player(g.Turn())}, Place: club,
					}}})
				if err != nil || next.Game.IsOver() {
					return
				}
				took.add(time.Since(began))
				g = next.Game
			}
		})
	}
	return func() { close(end); playing.Wait() }
}

// anyMove returns a move of a game.
func (f *fixture) anyMove(g *game.Game) string {
	h, err := g.History()
	if err != nil {
		f.Error(err)
		return ""
	}
	p := h.Position()
	return p.Text(p.Moves()[rand.N(len(p.Moves()))])
}

// heard is when a page heard of a move.
type heard struct {
	plays bool
	at    time.Time
}

// listen opens the page of a person, and tells when it hears of each move.
func (f *fixture) listen(p game.PersonID, heards chan<- heard) {
	f.Helper()
	f.from = fmt.Sprint("client ", p)
	f.tellMoves(f.open(p).watch(), p == anna || p == ben, heards)
}

// tellMoves tells when a page hears of each move.
func (f *fixture) tellMoves(conn *websocket.Conn, plays bool, heards chan<- heard) {
	go func() {
		for ply := 0; ; {
			_, text, err := conn.ReadMessage()
			if err != nil {
				return
			}
			if bytes.Contains(text, fmt.Appendf(nil, `"ply":%d,`, ply)) {
				heards <- heard{plays, time.Now()}
				ply++
			}
		}
	}()
}

// Everybody who watches a game is shown each move, half of them without an account, while others play in chat. With
// -push.games 500 -push.watchers 500 -push.moves 40 it
// says what docs/PERFORMANCE.md has.
func TestPush(t *testing.T) {
	f := newFixtureWith(t, store.Options{})
	var chat, players, watchers times
	stop := f.playOn(*pushGames, &chat)
	if *pushGames >= 100 {
		time.Sleep(20 * time.Second)
	}
	t.Logf("a move in chat, before anybody watches: %v", &chat)
	before := memory()
	heards := make(chan heard, *pushWatchers+2)
	path := f.shared()
	for i := range *pushWatchers {
		if i%2 == 0 {
			f.listen(game.PersonID(2_000_000+i), heards)
			continue
		}
		f.from = fmt.Sprint("visitor ", i)
		conn, _, err := f.dialPublic(path)
		f.must(err)
		f.tellMoves(conn, false, heards)
	}
	f.listen(anna, heards)
	f.listen(ben, heards)
	all := *pushWatchers + 2
	for range all {
		<-heards
	}
	t.Logf("%.0f KB a page, with what reads it here", float64(memory()-before)/1024/float64(all))
	pages := map[game.PersonID]*page{anna: f.open(anna), ben: f.open(ben)}
	g := f.game
	for ply := range *pushMoves {
		began := time.Now()
		status, _ := pages[g.Player(g.Turn())].act(fmt.Sprintf("request-%d", ply), map[string]any{"ply": g.Ply(), "move": f.anyMove(g)})
		if status != http.StatusOK {
			t.Fatalf("move %d: %d", ply, status)
		}
		for range all {
			h := <-heards
			if h.plays {
				players.add(h.at.Sub(began))
			} else {
				watchers.add(h.at.Sub(began))
			}
		}
		var err error
		if g, err = f.referee.UnrestrictedGame(background, g.ID); err != nil || g.IsOver() {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	stop()
	t.Logf("from the touch to both boards: %v", &players)
	t.Logf("and to those of %d others: %v", *pushWatchers, &watchers)
	t.Logf("a move in chat meanwhile: %v", &chat)
}

// memory returns how much memory is in use.
func memory() uint64 {
	runtime.GC()
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	return now.HeapInuse + now.StackInuse
}
