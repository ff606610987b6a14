package main

import (
	"context"
	"flag"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"doublecorner/internal/sandbox"
	"doublecorner/store/postgres"
	"doublecorner/store/postgres/postgrestest"
)

var patroniKills = flag.Int("patroni.kills", 0, "how often TestPatroni kills the leader of three servers; 0: not even once")

// TestPatroni has people play while three processes of the bot share a database that Patroni keeps on three machines, as
// docs/deploy/patroni sets them up. Everything on the machine of the leader is killed again and again. The bot finds the next
// leader by itself, the machine that was killed follows that one, and in the end every game is in order and every announcement was
// delivered once.
func TestPatroni(t *testing.T) {
	if *patroniKills == 0 {
		t.Skip("it takes a minute for each kill (make patroni)")
	}
	cluster := postgrestest.StartCluster(t, "../../docs/deploy")
	games, err := postgres.Open(t.Context(), cluster.Address("games_owner"), postgres.Options{}) // which makes the tables
	must(t, err)
	must(t, games.Close())

	w := newWitness()
	fixture := newUncheckedFixture(t, sandbox.Options{Observe: w.see, Shards: 3})
	fixture.settings.Data = cluster.Address("doublecorner")
	var bots []*process
	for range 3 {
		p := newProcess(fixture)
		bots = append(bots, p)
		p.start()
		t.Cleanup(func() { p.kill(); p.read() })
	}
	fixture.eventually("all shards", func() bool { return fixture.Sessions() == 3 })

	pairs := fixture.gather(w, rand.Uint64())
	over, end := context.WithCancel(t.Context())
	defer end()
	var playing sync.WaitGroup
	for _, p := range pairs {
		playing.Go(func() { p.play(over) })
	}
	for n := range *patroniKills {
		time.Sleep(10*time.Second + rand.N(5*time.Second))
		leader, kill, what := cluster.Leader(), (*postgrestest.Node).Kill, "all of"
		if n%2 == 1 {
			kill, what = (*postgrestest.Node).KillPatroni, "Patroni on"
		}
		killed := time.Now()
		kill(leader)
		for next := leader; next == nil || next == leader; next = cluster.Leader() {
			time.Sleep(50 * time.Millisecond)
		}
		promoted, before := time.Since(killed), w.announced()
		fixture.within(2*time.Minute, "the next move", func() bool { return w.announced() > before })
		t.Logf("%s %v is killed: another leads after %v, and the next move is announced after %v",
			what, leader, promoted.Round(time.Second/10), time.Since(killed).Round(time.Second/10))
		time.Sleep(rand.N(5 * time.Second))
		leader.Kill()
		leader.Run()
		cluster.WaitUntilWhole()
	}
	end()
	playing.Wait()
	for _, p := range bots {
		if p.isOver() {
			t.Error("a process has ended by itself")
		}
	}
	fixture.within(2*time.Minute, "silence", func() bool { return fixture.pending() == 0 && time.Since(w.lastRequest()) > silence })
	for _, p := range bots {
		p.stop()
	}
	w.check(fixture, pairs)
}

// announced returns how many announcements were delivered.
func (w *witness) announced() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.shown)
}
