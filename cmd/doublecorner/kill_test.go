package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"doublecorner/internal/sandbox"
)

// killPoints is at how many of its requests the bot is killed. A game has about twenty.
var killPoints = flag.Int("kill.points", 1, "kill the bot at so many of the requests it makes during a game, spread evenly; 0: at each")

// faultsAt returns when the bot is killed at the nth kind of request: before Discord has done it, or after, or in both cases
// with -kill.points 0.
func faultsAt(n int) []sandbox.FaultKind {
	faults := []sandbox.FaultKind{sandbox.Hang, sandbox.Lose}
	if *killPoints > 0 {
		return faults[n%2 : n%2+1]
	}
	return faults
}

// requestsInAGame is the least number of requests that the bot makes in the little game.
const requestsInAGame = 15

// TestKill kills the bot with SIGKILL at one after another of the requests that it makes during
// a game: before Discord has done the request, and after, when the bot does not know it yet.
// After a restart the game is as it was, and each announcement has been delivered once.
func TestKill(t *testing.T) {
	if testing.Short() {
		t.Skip("the soak kills it as well")
	}
	t.Parallel()
	step := 1
	if *killPoints > 0 {
		step = max(1, requestsInAGame / *killPoints)
	}
	for _, mode := range []string{"before", "after"} {
		for at := step / 2; at < requestsInAGame; at += step {
			t.Run(fmt.Sprintf("%s request %d", mode, at), func(t *testing.T) {
				t.Parallel()
				k := &killed{at: at}
				w := newFixture(t, sandbox.Options{Observe: k.observe})
				k.process = newProcess(w)
				if mode == "before" {
					k.at = -1
					_, err := w.AddFault(sandbox.Fault{Do: sandbox.Hang, Skip: at, Times: 1})
					must(t, err)
				}
				k.start()
				t.Cleanup(k.end)
				k.play()
			})
		}
	}
}

// killed is a bot that is killed once.
type killed struct {
	*process
	at int // the request after which that happens, counted from 0; below 0: the sandbox says when

	mu       sync.Mutex
	requests int
	dead     bool // it was killed
}

// observe counts requests, and kills the bot at the right one.
func (k *killed) observe(e sandbox.Exchange) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.requests == k.at && !k.dead {
		k.dead = true
		k.kill()
	}
	k.requests++
}

// tend kills the bot once a fault has happened, and restarts it if it is dead.
func (k *killed) tend() {
	for _, f := range k.Faults() {
		k.mu.Lock()
		if f.Happened > 0 && !k.dead {
			k.dead = true
			k.kill()
		}
		k.mu.Unlock()
	}
	if k.isOver() {
		k.start()
	}
}

// end stops the bot, and shows its log if the test has failed.
func (k *killed) end() {
	k.stop()
	if !k.dead {
		k.t.Errorf("the bot made %d requests and was never killed", k.requests)
	}
	k.read()
}

// play plays the little game and checks that each announcement was delivered once.
func (k *killed) play() {
	k.littleGame(func(since time.Time) (lost bool) {
		k.tend()
		return time.Since(since) > time.Second
	})
	k.deliveredAll()
	k.deliveredOnce()
}

// A bot that is killed while it thinks makes its move after a restart, in the message that shows the game. If it
// is killed before it records which message that is, it posts another.
func TestKillWhileThinking(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	t.Parallel()
	for moves, most := range map[int]int{0: 2, 1: 1} {
		t.Run(fmt.Sprintf("after %d moves", moves), func(t *testing.T) {
			t.Parallel()
			w := newFixture(t, sandbox.Options{})
			p := newProcess(w)
			p.begin()
			w.types(w.anna, "challenge", "level", "8", "colour", "white") // the bot begins
			newest := func() (m sandbox.MessageView) {
				if seen := w.messages(w.mod); len(seen) > 0 {
					m = seen[len(seen)-1]
				}
				return m
			}
			answered := func() {
				w.eventually("a move of the bot", func() bool { return strings.Contains(said(newest()), "your move") })
			}
			for range moves {
				answered()
				press, _ := choose(rand.New(rand.NewPCG(1, 1)), newest())
				press.Channel = w.channel
				_, err := w.anna.Press(t.Context(), press)
				must(t, err)
			}
			p.kill()
			<-p.over
			p.start()
			answered()
			if seen := w.messages(w.mod); len(seen) > most {
				t.Errorf("the game is in %d messages", len(seen))
			}
		})
	}
}
