package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"doublecorner/bot/sandbox"
)

// killPoints is how many of the bot's requests it is killed at. A game has some twenty.
var killPoints = flag.Int("kill.points", 4, "kill the bot at so many of the requests it makes during a game, spread evenly; 0: at each")

// childVariable makes the test's program the bot.
const childVariable = "TEST_AS_THE_BOT"

// requestsInAGame is at least how many requests the bot makes in the game that is played.
const requestsInAGame = 18

// The bot is killed with SIGKILL at one request after another of those it makes during a
// game: while Discord has not done it yet, and when it has but the bot does not know. It
// is started again; the game stands, and everything is told once.
func TestKill(t *testing.T) {
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
				k.town = w
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
	*town
	at int // the request after which that happens, counted from 0; below 0: the sandbox says when

	mu       sync.Mutex
	requests int
	dead     bool // it was killed
	child    *exec.Cmd
	over     chan struct{} // closed when the child has ended
	log      strings.Builder
}

func (k *killed) start() {
	k.t.Helper()
	k.mu.Lock()
	defer k.mu.Unlock()
	program, err := os.Executable()
	must(k.t, err)
	child := exec.CommandContext(context.Background(), program)
	child.Env = append(os.Environ(), childVariable+"=1",
		"DOUBLECORNER_DATA="+k.settings.Data, "DOUBLECORNER_DISCORD_API="+k.settings.Discord.API,
		"DOUBLECORNER_DISCORD_TOKEN="+string(k.settings.Discord.Token))
	child.Dir = k.t.TempDir()
	child.Stderr = &k.log
	must(k.t, child.Start())
	k.child, k.over = child, make(chan struct{})
	go func(over chan struct{}) {
		child.Wait()
		close(over)
	}(k.over)
}

// observe counts the requests, and kills the bot when it has made enough.
func (k *killed) observe(e sandbox.Exchange) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.requests == k.at && !k.dead && k.child != nil {
		k.dead = true
		k.child.Process.Kill()
	}
	k.requests++
}

// tend kills the bot if it hangs, and starts it again when it is dead.
func (k *killed) tend() {
	for _, f := range k.Faults() {
		k.mu.Lock()
		if f.Do == sandbox.Hang && f.Happened > 0 && !k.dead {
			k.dead = true
			k.child.Process.Kill()
		}
		k.mu.Unlock()
	}
	select {
	case <-k.over:
		k.start()
	default:
	}
}

func (k *killed) stop() {
	k.mu.Lock()
	k.child.Process.Signal(os.Interrupt)
	over := k.over
	k.mu.Unlock()
	select {
	case <-over:
	case <-time.After(15 * time.Second):
		k.t.Error("the bot does not stop")
		k.child.Process.Kill()
	}
}

// end stops the bot, and shows its log if something went wrong.
func (k *killed) end() {
	k.stop()
	if !k.dead {
		k.t.Errorf("the bot made %d requests and was never killed", k.requests)
	}
	if log := k.log.String(); strings.Contains(log, "panic") || k.t.Failed() {
		k.t.Errorf("the bot's log:\n%s", log)
	}
}

// play plays the little game, and sees that everything is told once.
func (k *killed) play() {
	k.littleGame(k.tend)
	for k.stop(); k.waiting() > 0; k.stop() { // whoever starts next tells what was not known to be told
		k.start()
		k.eventually("the gateway", func() bool { return k.Sessions() == 1 })
	}
	k.toldOnce()
}
