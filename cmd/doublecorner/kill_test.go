package main

import (
	"flag"
	"fmt"
	"sync"
	"testing"
	"time"

	"doublecorner/bot/sandbox"
)

// killPoints is how many of the bot's requests it is killed at. A game has some twenty.
var killPoints = flag.Int("kill.points", 4, "kill the bot at so many of the requests it makes during a game, spread evenly; 0: at each")

// requestsInAGame is at least how many requests the bot makes in the game that is played.
const requestsInAGame = 15

// The bot is killed with SIGKILL at one request after another of those it makes during a
// game: while Discord has not done it yet, and when it has but the bot does not know. It
// is started again; the game stands, and everything is told once.
func TestKill(t *testing.T) {
	if testing.Short() {
		t.Skip("the soak kills it as well")
	}
	step := 1
	if *killPoints > 0 {
		step = max(1, requestsInAGame / *killPoints)
	}
	for _, mode := range []string{"before", "after"} {
		for at := step / 2; at < requestsInAGame; at += step {
			t.Run(fmt.Sprintf("%s request %d", mode, at), func(t *testing.T) {
				t.Parallel()
				k := &killed{at: at}
				w := newTown(t, sandbox.Options{Observe: k.observe})
				k.process = newProcess(w)
				if mode == "before" {
					k.at = -1
					_, err := w.Misbehave(sandbox.Fault{Do: sandbox.Hang, Skip: at, Times: 1})
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

// observe counts the requests, and kills the bot when it has made enough.
func (k *killed) observe(e sandbox.Exchange) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.requests == k.at && !k.dead {
		k.dead = true
		k.kill()
	}
	k.requests++
}

// tend kills the bot if it hangs, and starts it again when it is dead.
func (k *killed) tend() {
	for _, f := range k.Faults() {
		k.mu.Lock()
		if f.Do == sandbox.Hang && f.Happened > 0 && !k.dead {
			k.dead = true
			k.kill()
		}
		k.mu.Unlock()
	}
	if k.isOver() {
		k.start()
	}
}

// end stops the bot, and shows its log if something went wrong.
func (k *killed) end() {
	k.stop()
	if !k.dead {
		k.t.Errorf("the bot made %d requests and was never killed", k.requests)
	}
	k.read()
}

// play plays the little game, and sees that everything is told once.
func (k *killed) play() {
	k.littleGame(k.tend)
	for k.stop(); k.waiting() > 0; k.stop() { // whoever starts next tells what was not known to be told
		k.start()
		k.eventually("the gateway", func() bool { return k.Sessions() == 1 })
		time.Sleep(settled)
	}
	k.toldOnce()
}
