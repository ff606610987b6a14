//go:build unix

package store

import (
	"encoding/json"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/store/storetest"
)

var historyRounds = flag.Int("histories.rounds", 10,
	"how many rounds of eight games TestHistories judges; TestHistoriesAcrossKills judges a tenth")

// failUpdates makes updates that write and fail, so that those with which they share a commit
// are done anew, until it is told to stop.
func failUpdates(s *Store) (stop func()) {
	ended := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			select {
			case <-ended:
				return
			case <-time.After(time.Millisecond):
			}
			s.Update(background, func(tx game.Tx) error {
				return errors.Join(tx.PutErasure(1, time.Time{}), errors.New("spoilt"))
			})
		}
	})
	return func() { close(ended); wg.Wait() }
}

func TestHistories(t *testing.T) {
	t.Parallel()
	counts := map[string]int{}
	for round := range *historyRounds {
		s := open(t, filepath.Join(t.TempDir(), "games.db"), Options{Volatile: true})
		r := storetest.NewReferee(s)
		must(t, r.Resume(background))
		began := storetest.Clock(time.Now())
		histories := storetest.BeginHistories(t, r, began)
		stop := failUpdates(s)
		storetest.PlayHistories(histories, func() storetest.Server { return storetest.InProcess{Referee: r, Clock: began} }, uint64(round))
		stop()
		for _, h := range histories {
			h.Judge(t, counts)
		}
		must(t, s.Check())
		must(t, s.Close())
	}
	t.Logf("%d histories: %v", *historyRounds*storetest.HistoryGames, counts)
	for _, what := range []string{
		storetest.ReadVerb, "move", "move, again", "move, stale", "move, over", "move, not your turn", "move, illegal move", "move, not a player",
		"propose", "propose, again", "propose, offered before", "dismiss", "dismiss, not offered", "resign", "move, request reused",
		"took back by", "rules", "agreement",
	} {
		if counts[what] == 0 {
			t.Errorf("no client has seen %q", what)
		}
	}
}

// serve reads operations from standard input, does all of them at the same time, and writes the
// responses to standard output.
func serve(path string) error {
	s, r, err := resumed(path)
	if err != nil {
		return err
	}
	failUpdates(s)
	var mu sync.Mutex
	out := json.NewEncoder(os.Stdout)
	in := json.NewDecoder(os.Stdin)
	for {
		var q envelope
		if err := in.Decode(&q); err != nil {
			return err
		}
		go func() {
			seen := storetest.Perform(r, q.Operation)
			mu.Lock()
			defer mu.Unlock()
			out.Encode(envelope{Number: q.Number, Seen: seen})
		}()
	}
}

// envelope is an operation or its response, with a number.
type envelope struct {
	Number    int
	Operation storetest.Operation
	Seen      storetest.Observation
}

// serverProcess is a server in a process of its own.
type serverProcess struct {
	process *exec.Cmd
	round   storetest.Clock
	in      io.Writer
	died    chan struct{} // closed once it is dead and all its responses are read
	at      int64         // when it died
	err     error         // how

	mu      sync.Mutex
	waiting []chan storetest.Observation // by number
}

// startServer starts a server that is killed a moment after a number of responses.
func startServer(t *testing.T, path string, round storetest.Clock, responses int, after time.Duration) *serverProcess {
	t.Helper()
	m := &serverProcess{process: child(t, "server", path), round: round, died: make(chan struct{})}
	in, err := m.process.StdinPipe()
	must(t, err)
	m.in = in
	out, err := m.process.StdoutPipe()
	must(t, err)
	m.process.Stderr = os.Stderr
	must(t, m.process.Start())
	go func() {
		defer close(m.died)
		read := json.NewDecoder(out)
		for n := 0; ; n++ {
			if n == responses {
				time.AfterFunc(after, func() { m.process.Process.Kill() })
			}
			var response envelope
			if read.Decode(&response) != nil { // the last one may be cut off
				break
			}
			m.mu.Lock()
			m.waiting[response.Number] <- response.Seen
			m.mu.Unlock()
		}
		m.err = m.process.Wait()
		m.at = round.Now()
	}()
	return m
}

func (m *serverProcess) Do(o storetest.Operation) (storetest.Observation, int64, bool) {
	response := make(chan storetest.Observation, 1)
	m.mu.Lock()
	text, err := json.Marshal(envelope{Number: len(m.waiting), Operation: o})
	if err == nil {
		m.in.Write(text) // an error says that it is dying
	}
	m.waiting = append(m.waiting, response)
	m.mu.Unlock()
	select {
	case seen := <-response:
		return seen, m.round.Now(), true
	case <-m.died:
	}
	select {
	case seen := <-response:
		return seen, m.round.Now(), true
	default:
		return storetest.Observation{}, m.at, false
	}
}

// supervisor has another server take the place of one that dies.
type supervisor struct {
	mu      sync.Mutex
	changed sync.Cond
	current *serverProcess
}

// running returns the server, and waits for another if it is dead.
func (w *supervisor) running() storetest.Server {
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		select {
		case <-w.current.died:
			w.changed.Wait()
		default:
			return w.current
		}
	}
}

func (w *supervisor) replace(m *serverProcess) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.current = m
	w.changed.Broadcast()
}

// TestHistoriesAcrossKills kills the process of the referee and its store again and again, and
// repeats requests without a response.
func TestHistoriesAcrossKills(t *testing.T) {
	t.Parallel()
	counts, kills := map[string]int{}, 0
	rounds := max(1, *historyRounds/10)
	for round := range rounds {
		path := filepath.Join(t.TempDir(), "games.db")
		s := open(t, path, Options{})
		r := storetest.NewReferee(s)
		must(t, r.Resume(background))
		began := storetest.Clock(time.Now())
		histories := storetest.BeginHistories(t, r, began)
		must(t, s.Close())

		dice := rand.New(rand.NewPCG(uint64(round), 1))
		start := func() *serverProcess {
			return startServer(t, path, began, dice.IntN(150), time.Duration(dice.IntN(5000))*time.Microsecond)
		}
		// waitForKill waits until a server was killed.
		waitForKill := func(m *serverProcess) {
			<-m.died
			var exit *exec.ExitError
			if !errors.As(m.err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
				t.Fatalf("the server ended by itself: %v", m.err)
			}
		}
		w := &supervisor{current: start()}
		w.changed.L = &w.mu
		done := make(chan struct{})
		go func() {
			defer close(done)
			storetest.PlayHistories(histories, w.running, uint64(round))
		}()
		for playing := true; playing; {
			select {
			case <-done:
				playing = false
				w.current.process.Process.Kill()
				waitForKill(w.current)
			case <-w.current.died:
				waitForKill(w.current)
				w.replace(start())
				kills++
			}
		}

		s = open(t, path, Options{})
		must(t, s.Check())
		storetest.CheckRatings(t, s)
		last := storetest.InProcess{Referee: storetest.NewReferee(s), Clock: began}
		for _, h := range histories {
			h.Ask(0, func() storetest.Server { return last },
				storetest.Operation{By: storetest.HistoryBlack, Verb: storetest.ReadVerb, Game: h.Game.ID})
			h.Judge(t, counts)
		}
		must(t, s.Close())
	}
	t.Logf("%d histories, %d kills: %v", rounds*storetest.HistoryGames, kills, counts)
	for _, what := range []string{"move, lost", "move, again"} {
		if counts[what] == 0 {
			t.Errorf("no client has seen %q", what)
		}
	}
}
