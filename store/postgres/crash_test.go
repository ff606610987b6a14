//go:build unix

package postgres

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"doublecorner/game"
	"doublecorner/store/postgres/postgrestest"
	"doublecorner/store/storetest"
)

var (
	historyRounds  = flag.Int("histories.rounds", 1, "how many rounds of eight games TestHistories judges")
	crashRounds    = flag.Int("crash.rounds", 2, "how often TestKill kills the referee or the database")
	failoverRounds = flag.Int("failover.rounds", 1, "how often TestFailover kills the primary")
)

// twoReferees are referees of two stores of one database.
type twoReferees [2]storetest.InProcess

func (two twoReferees) Do(o storetest.Operation) (storetest.Observation, int64, bool) {
	return two[rand.IntN(len(two))].Do(o)
}

// TestHistories judges what many clients of one game saw, who ask the referees of two processes.
func TestHistories(t *testing.T) {
	t.Parallel()
	counts := map[string]int{}
	for round := range *historyRounds {
		address, began, two := database(t), storetest.Clock(time.Now()), twoReferees{}
		stores := [3]*Store{open(t, address), open(t, address), open(t, address)}
		for i := range two {
			two[i] = storetest.InProcess{Referee: storetest.NewReferee(stores[i]), Clock: began}
			must(t, two[i].Resume(background))
		}
		s := stores[2]
		histories := storetest.BeginHistories(t, two[0].Referee, began)
		storetest.PlayHistories(histories, func() storetest.Server { return two }, uint64(round))
		for _, h := range histories {
			h.Judge(t, counts)
		}
		must(t, s.Check())
		storetest.CheckRatings(t, s)
		for _, s := range stores {
			must(t, s.Close())
		}
	}
	t.Logf("%d histories: %v", *historyRounds*storetest.HistoryGames, counts)
}

// addressVariable is set in a process that plays on the database of its value.
const addressVariable = "DOUBLECORNER_TEST_ADDRESS"

// playForever plays random games, and prints what was acknowledged. What fails is requested again, as people do who are
// told so.
func playForever(address string) error {
	s, err := Open(background, address, Options{})
	if err != nil {
		return err
	}
	r := storetest.NewReferee(s)
	if err := r.Resume(background); err != nil {
		return err
	}
	return storetest.PlayForever(r, 8, func(err error) bool {
		if _, refused := errors.AsType[*game.RequestError](err); refused {
			return false
		}
		time.Sleep(20 * time.Millisecond)
		return true
	})
}

// player is a process that plays until it is killed.
type player struct {
	process *exec.Cmd
	read    chan struct{} // closed when all it printed is read

	mu           sync.Mutex
	acknowledged map[string]string // game and events, by request
}

// startPlayer starts a process that plays. What it acknowledges is added to what was acknowledged before.
func startPlayer(t *testing.T, address string, acknowledged map[string]string) *player {
	t.Helper()
	program, err := os.Executable()
	must(t, err)
	p := &player{process: exec.Command(program), read: make(chan struct{}), acknowledged: acknowledged}
	p.process.Env = append(os.Environ(), addressVariable+"="+address)
	p.process.Stderr = os.Stderr
	out, err := p.process.StdoutPipe()
	must(t, err)
	must(t, p.process.Start())
	go func() {
		defer close(p.read)
		for lines := bufio.NewReader(out); ; {
			line, err := lines.ReadString('\n')
			if err != nil { // the last line may be cut off
				return
			}
			request, answer, _ := strings.Cut(strings.TrimSpace(line), " ")
			p.mu.Lock()
			if before, ok := acknowledged[request]; ok && before != answer {
				t.Errorf("request %s was answered %s, and then %s", request, before, answer)
			}
			acknowledged[request] = answer
			p.mu.Unlock()
		}
	}()
	return p
}

func (p *player) kill() {
	p.process.Process.Kill()
	<-p.read
	p.process.Wait()
}

// plays waits until more is acknowledged than before.
func (p *player) plays(t *testing.T) {
	t.Helper()
	count := func() int {
		p.mu.Lock()
		defer p.mu.Unlock()
		return len(p.acknowledged)
	}
	before := count()
	for begun := time.Now(); count() < before+20; time.Sleep(5 * time.Millisecond) {
		select {
		case <-p.read:
			t.Fatal("the player ended by itself")
		default:
		}
		if time.Since(begun) > 2*time.Minute {
			t.Fatal("nothing is acknowledged any more")
		}
	}
}

// checkKept checks that everything acknowledged is stored once.
func checkKept(t *testing.T, address string, acknowledged map[string]string) {
	t.Helper()
	s, err := Open(background, address, Options{})
	must(t, err)
	defer s.Close()
	must(t, s.Check())
	storetest.CheckRatings(t, s)
	must(t, storetest.Kept(s, acknowledged, func(tx game.Reader) ([]game.RequestID, error) {
		return query(tx.(*transaction), pgx.RowTo[game.RequestID], "SELECT request FROM answers")
	}))
}

// TestKill kills the referee or the database at random instants, and checks each time that everything
// acknowledged is stored once.
func TestKill(t *testing.T) {
	t.Parallel()
	server := postgrestest.Start(t, postgrestest.Options{Durable: true})
	address, acknowledged := server.Database(t), map[string]string{}
	for round := range *crashRounds {
		p := startPlayer(t, address, acknowledged)
		p.plays(t)
		time.Sleep(rand.N(200 * time.Millisecond))
		if round%2 == 0 {
			server.Kill()
			time.Sleep(rand.N(200 * time.Millisecond))
			must(t, server.Run())
			p.plays(t) // by itself
		}
		p.kill()
		checkKept(t, address, acknowledged)
		if t.Failed() {
			t.Fatalf("that was after round %d", round+1)
		}
	}
	t.Logf("%d requests were acknowledged in %d rounds", len(acknowledged), *crashRounds)
}

// TestFailover kills the primary of two servers that replicate synchronously, promotes the standby, and gives
// it a new standby. The referee goes on by itself, and nothing acknowledged is lost.
func TestFailover(t *testing.T) {
	t.Parallel()
	settings := []string{"synchronous_commit = on", "wal_level = replica", "max_wal_senders = 5", "hot_standby = on", "max_connections = 50"}
	primary := postgrestest.Start(t, postgrestest.Options{Settings: settings})
	address, acknowledged := "", map[string]string{}
	for round := range *failoverRounds {
		standby := postgrestest.Start(t, postgrestest.Options{Settings: settings, Of: primary})
		must(t, primary.Configure("synchronous_standby_names = '*'"))
		must(t, primary.Reload())
		waitForStandby(t, primary)
		if round == 0 {
			primary.Exec(t, "postgres", "CREATE DATABASE games")
		}
		address = "postgres://" + primary.Owner() + "@/games?host=" + primary.Dir() +
			"," + standby.Dir() + "&port=5432,5432&target_session_attrs=read-write"
		p := startPlayer(t, address, acknowledged)
		p.plays(t)
		time.Sleep(rand.N(200 * time.Millisecond))
		primary.Kill()
		// It commits without a standby until it has a new one.
		must(t, standby.Configure("synchronous_standby_names = ''"))
		must(t, standby.Promote())
		p.plays(t) // by itself
		p.kill()
		checkKept(t, address, acknowledged)
		if t.Failed() {
			t.Fatalf("that was after round %d", round+1)
		}
		primary = standby
	}
	t.Logf("%d requests were acknowledged in %d rounds", len(acknowledged), *failoverRounds)
}

// waitForStandby waits until commits of a primary wait for a standby.
func waitForStandby(t *testing.T, primary *postgrestest.Server) {
	t.Helper()
	s, err := Open(background, primary.Address("postgres"), Options{})
	must(t, err)
	defer s.Close()
	for begun := time.Now(); time.Since(begun) < time.Minute; time.Sleep(50 * time.Millisecond) {
		var n int
		err := s.pool.QueryRow(context.Background(),
			"SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum') AND state = 'streaming'").Scan(&n)
		must(t, err)
		if n > 0 {
			return
		}
	}
	t.Fatal("there is no synchronous standby")
}
