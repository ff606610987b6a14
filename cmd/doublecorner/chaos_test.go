package main

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"doublecorner/internal/sandbox"
)

// chaos makes the sandbox misbehave while people play.
type chaos struct {
	*process
	dice     *rand.Rand
	faults   []int // those that were announced and not withdrawn
	happened map[string]int
}

// The paths of requests by which the bot delivers messages.
const (
	callbackPath = "/interactions/*/*/callback"
	followPath   = "/webhooks/*/*"
	originalPath = "/webhooks/*/*/messages/*"
	postPath     = "/channels/*/messages"
	messagePath  = "/channels/*/messages/*"
)

// messageRequests are the requests that a fault may refuse for good: those that send messages, and not
// those that list or read them. If messages cannot be read, nobody knows what was delivered.
var messageRequests = []sandbox.Fault{
	{Path: callbackPath}, {Path: followPath}, {Path: originalPath, Method: "PATCH"},
	{Path: postPath, Method: "POST"}, {Path: messagePath, Method: "PATCH"},
}

// calledPaths are all requests that the bot makes while people play.
var calledPaths = []sandbox.Fault{
	{Path: callbackPath}, {Path: followPath}, {Path: originalPath}, {Path: postPath, Method: "POST"},
	{Path: postPath, Method: "GET"}, {Path: messagePath}, {Path: "/users/@me/channels"}, {Path: "/channels/*/threads"}, {},
}

// run makes one thing after another go wrong.
func (w *chaos) run(over context.Context) {
	began := time.Now()
	end, _ := over.Deadline()
	kill := began.Add(end.Sub(began) / 3) // also in a short while, once
	for over.Err() == nil {
		if w.isOver() { // killed, or it could not start
			w.start()
		}
		if time.Now().After(kill) {
			w.count("kill")
			w.kill()
			kill = time.Now().Add(time.Duration(2+w.dice.IntN(20)) * time.Second)
		}
		w.change()
		select {
		case <-over.Done():
		case <-time.After(time.Duration(100+w.dice.IntN(700)) * time.Millisecond):
		}
	}
}

func (w *chaos) count(what string) { w.happened[what]++ }

// change adds a fault and withdraws another.
func (w *chaos) change() {
	for len(w.faults) > w.dice.IntN(8) {
		w.withdraw()
	}
	switch n := w.dice.IntN(40); n {
	case 0, 1:
		w.count("hang up")
		w.Hangup([]int{0, 4000, 4009}[w.dice.IntN(3)])
	case 2:
		w.count("ask to reconnect")
		w.AskReconnect()
	case 3, 4:
		resumable := n == 3
		w.count(fmt.Sprintf("invalidate, to be resumed %t", resumable))
		w.Invalidate(resumable)
	default:
		id, err := w.AddFault(w.fault())
		must(w.t, err)
		w.faults = append(w.faults, id)
	}
}

// fault returns a random fault that happens a few times.
func (w *chaos) fault() sandbox.Fault {
	f := sandbox.Fault{}
	if n := w.dice.IntN(20); n < 8 {
		f = sandbox.Fault{Event: "INTERACTION_CREATE"}
		switch n {
		case 0, 1:
			f.Do, f.Millis = sandbox.Delay, 1+w.dice.IntN(1500)
		case 2, 3:
			f.Do = sandbox.Drop
		case 4, 5:
			f.Do = sandbox.Duplicate
		case 6:
			f.Do, f.Close = sandbox.Disconnect, []int{0, 4000}[w.dice.IntN(2)]
		case 7:
			f = sandbox.Fault{Do: sandbox.Deaf}
		}
	} else if n < 14 {
		f = calledPaths[w.dice.IntN(len(calledPaths))]
		switch n {
		case 8:
			f.Do, f.Millis = sandbox.Delay, 1+w.dice.IntN(4000)
			if f.Path == "" {
				f.Path = callbackPath
			}
		case 9:
			f.Do = sandbox.Hang
		case 10, 11:
			f.Do = sandbox.Lose
		case 12:
			f.Do, f.Status = sandbox.Fail, []int{500, 502, 503}[w.dice.IntN(3)]
		case 13:
			f.Do, f.Status, f.RetryAfter, f.Global = sandbox.Fail, 429, 0.1+3*w.dice.Float64(), w.dice.IntN(3) == 0
		}
	} else if n < 18 {
		f = messageRequests[w.dice.IntN(len(messageRequests))]
		f.Do, f.Code = sandbox.Fail, []sandbox.Code{sandbox.CodeMissingPermissions, sandbox.CodeUnknownChannel}[w.dice.IntN(2)]
	} else {
		f = sandbox.Fault{Do: sandbox.Fail, Code: sandbox.CodeUnknownInteraction, Path: callbackPath}
	}
	f.Times, f.Skip = 1+w.dice.IntN(4), w.dice.IntN(4)
	return f
}

// withdraw withdraws the oldest fault.
func (w *chaos) withdraw() {
	id := w.faults[0]
	w.faults = w.faults[1:]
	for _, f := range w.Faults() {
		if f.ID == id {
			what := string(f.Do)
			if f.Do == sandbox.Fail {
				what = fmt.Sprintf("fail with %d/%d", f.Status, f.Code)
			} else if f.Do == sandbox.Delay && f.Event == "" {
				what = "delay of a request"
			}
			w.happened[what] += f.Happened
		}
	}
	w.RemoveFault(id)
}

// clear withdraws all faults.
func (w *chaos) clear() {
	for len(w.faults) > 0 {
		w.withdraw()
	}
	if w.isOver() {
		w.start()
	}
}

// report logs how often each fault happened.
func (w *chaos) report() {
	var all []string
	for _, what := range slices.Sorted(maps.Keys(w.happened)) {
		all = append(all, fmt.Sprintf("%s %d", what, w.happened[what]))
	}
	w.t.Logf("what went wrong: %s", strings.Join(all, "; "))
}
