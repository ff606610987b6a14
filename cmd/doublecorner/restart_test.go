package main

import (
	"math"
	"testing"
	"time"

	"doublecorner/bot/discord"
	"doublecorner/game"
	"doublecorner/internal/discordtest"
	"doublecorner/internal/sandbox"
	"doublecorner/store"
)

// TestRestart checks that a bot that was killed or stopped has all its shards at once when it starts again, and that
// nobody pays with their clock for a start, even if Discord has forgotten the sessions.
func TestRestart(t *testing.T) {
	if testing.Short() {
		t.Skip("each shard waits five seconds to identify")
	}
	t.Parallel()
	const shards = 3
	w := newUncheckedFixture(t, sandbox.Options{Shards: shards, IdentifyEvery: 5 * time.Second})
	w.onLastShard(shards)
	p := newProcess(w)
	p.start()
	t.Cleanup(func() { p.stop(); p.read() })
	connected := func() bool { return w.Sessions() == shards }
	gone := func() bool { return w.Sessions() == 0 } // else the shards of before are taken for those after
	w.within(2*time.Minute, "all shards", connected)
	time.Sleep(6 * time.Second) // until the sessions are kept
	for _, test := range []struct {
		name string
		end  func()
		most time.Duration // until all shards are connected
	}{
		{"a kill", func() { p.kill(); <-p.over }, 10 * time.Second},
		{"a stop", p.stop, 10 * time.Second},
		{"a stop after which the sessions are gone", func() { p.stop(); w.forgets() }, time.Minute},
	} {
		began := time.Now()
		w.begins(w.anna, w.ben, "1m", "11-15", "22-18", "15x22", "25x18")
		played := time.Since(began)
		test.end()
		w.within(time.Minute, "the end of all shards", gone)
		began = time.Now()
		p.start()
		w.within(time.Minute, "all shards", connected)
		if took := time.Since(began); took > test.most {
			t.Errorf("after %s all shards are connected in %v", test.name, took)
		}
		began = time.Now()
		w.types(w.anna, "move", "move", "8-11")
		played += time.Since(began)
		p.stop()
		if charged := time.Minute - w.left(w.anna); charged > played+6*time.Second {
			t.Errorf("after %s a player is charged %v for %v", test.name, charged, played)
		}
		w.within(time.Minute, "the end of all shards", gone)
		p.start()
		w.within(time.Minute, "all shards", connected)
		w.types(w.anna, "resign")
		w.presses(w.anna, "Yes, resign")
	}
}

// forgets makes the file lose the sessions of the gateway.
func (w *fixture) forgets() {
	w.t.Helper()
	file, err := store.Open(w.settings.Data, store.Options{})
	must(w.t, err)
	must(w.t, file.KeepSessions(w.t.Context(), ""))
	must(w.t, file.Close())
}

// onLastShard makes a server on the last of so many shards, where people play from now on.
func (w *fixture) onLastShard(shards int) {
	w.t.Helper()
	for discord.ShardOf(uint64(w.channel), shards) != shards-1 {
		var err error
		w.channel, err = w.Guild("Club", w.mod.ID)
		must(w.t, err)
	}
	for _, who := range []sandbox.ID{w.anna.ID, w.ben.ID, w.AppID()} {
		must(w.t, w.Join(w.channel, who))
	}
	must(w.t, w.Overwrite(w.channel, w.AppID(), sandbox.Overwrite{Deny: sandbox.CreatePublicThread}))
}

// left returns what is left on the clock of a player in their running game after the last event.
func (w *fixture) left(of *discordtest.Person) (left time.Duration) {
	w.t.Helper()
	kept := w.stored()
	defer kept.Close()
	must(w.t, kept.View(w.t.Context(), func(tx game.Reader) error {
		ids, err := tx.Alarms(math.MaxInt64, 10)
		must(w.t, err)
		for _, id := range ids {
			g, err := tx.Game(id)
			must(w.t, err)
			if side, plays := g.Side(game.PersonID(of.ID)); plays && !g.IsOver() {
				left = g.Left(side, time.Time{}, game.Service{})
			}
		}
		return nil
	}))
	return left
}
