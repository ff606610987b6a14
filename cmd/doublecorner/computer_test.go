package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"doublecorner/game/draughts"
	"doublecorner/internal/discordtest"
	"doublecorner/internal/sandbox"
)

var computerAll = flag.Bool("computer.all", false, "play the bot by each of the fifteen games, not by three rule sets")

// playedAtOnce is how many of these games go on at the same time, so that the bot responds in time on a slow machine.
const playedAtOnce = 8

// TestComputer has people play the bot by many rule sets, each game to its end, while the bot is killed again
// and again just when it begins to think. It moves when it is back, every move is made and announced once, and so is
// the end.
func TestComputer(t *testing.T) {
	if testing.Short() {
		t.Skip("the bot is a process of its own")
	}
	t.Parallel()
	rules := []string{"american", "frisian", "turkish-misere"}
	if *computerAll {
		rules = nil
		for _, r := range draughts.Families() {
			rules = append(rules, r.Key)
		}
	}
	see := newWitness()
	k := &killedThinking{}
	f := newUncheckedFixture(t, sandbox.Options{Observe: both(see.see, k.observe)})
	k.process = newProcess(f)
	k.isHurried = true
	k.begin()

	var players []*pair
	for n, key := range rules {
		anna := f.joins(f.channel, fmt.Sprintf("Player %d", n))
		channel, err := f.Channel(f.channel, key)
		must(t, err)
		p := &pair{
			fixture: f.in(channel), see: see, channel: channel, players: [2]*discordtest.Person{anna, anna},
			dice: rand.New(rand.NewPCG(uint64(n), 8)),
		}
		p.types(anna, "challenge", "level", "1", "rules", key)
		players = append(players, p)
	}
	k.every.Store(int64(20 + len(rules)))
	over, tables := make(chan struct{}), make(chan bool, playedAtOnce)
	var playing, restarting sync.WaitGroup
	for _, p := range players {
		playing.Go(func() {
			tables <- true
			p.playBot()
			<-tables
		})
	}
	restarting.Go(func() { k.restart(over) })
	playing.Wait()
	k.every.Store(0)
	close(over)
	restarting.Wait()
	k.deliverAll(see)
	see.check(f, nil)
	f.finished(len(rules))
	t.Logf("the bot was killed %d times while it thought", k.kills)
	if k.kills < 2 {
		t.Error("that is too seldom")
	}
}

// killedThinking is a bot that is killed when it begins to think.
type killedThinking struct {
	*process
	every    atomic.Int64 // how many of its moves come before a kill; 0: no kill
	thoughts atomic.Int64 // since it was killed
	kills    int
}

// observe kills the bot when it has told that it thinks.
func (k *killedThinking) observe(e sandbox.Exchange) {
	every := k.every.Load()
	if every > 0 && strings.Contains(e.Response, " is thinking…") && k.thoughts.Add(1) == every {
		k.kill()
	}
}

// restart starts the bot whenever it was killed, until the games are over.
func (k *killedThinking) restart(over chan struct{}) {
	for {
		select {
		case <-over:
			return
		case <-k.over:
			k.kills++
			k.start()
			k.thoughts.Store(0)
		}
	}
}

// playBot has one person play the bot to the end of a game, with random moves. What seems to have failed is repeated.
func (p *pair) playBot() {
	var m sight
	for deadline := time.Now().Add(5 * time.Minute); time.Now().Before(deadline); {
		switch m, _ = p.see.newest(p.players); {
		case has("Rematch")(m.MessageView):
			return
		case asksForMove(m.MessageView):
			press, _ := choose(p.dice, m.MessageView)
			press.Channel = p.channel
			p.players[0].Press(p.t.Context(), press)
		default:
			time.Sleep(20 * time.Millisecond)
		}
	}
	p.t.Errorf("a game does not end: %s", said(m.MessageView))
}

// finished checks that a number of games were played, all to the end.
func (w *fixture) finished(games int) {
	kept := w.stored()
	defer kept.Close()
	all := allGames(w.t, kept)
	if len(all) != games {
		w.t.Errorf("%d games are stored, want %d", len(all), games)
	}
	for _, g := range all {
		if !g.IsOver() {
			w.t.Errorf("game %s is not over", g.ID)
		}
	}
}
