//go:build unix

package main

import (
	"context"
	"flag"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/internal/sandbox"
)

var loadBots = flag.Int("load.bots", 0, "play so many games against the bot at once, in TestThinking")

// TestThinking has people play each other at their pace beside many who play the bot: first at a level that hardly
// thinks, and then as often at the highest one, where more games wait for the bot than it can think about. The
// responses to the others take at most twice as long.
func TestThinking(t *testing.T) {
	if *loadBots == 0 {
		t.Skip("it measures times: -load.bots 200")
	}
	t.Parallel()
	f := newFlood(t)
	people := max(4, *loadBots/4)
	f.settle(people + 2**loadBots)
	against := f.order[people:]
	f.order = f.order[:people]
	f.stop = f.serve()
	f.phase("begun", func() error { return f.quickly(1, f.begin) })
	f.moveAtPace("moves of people alone")
	weak := f.beside("beside the weakest", against[:*loadBots], opponents{level: 1, pause: 2 * time.Second}) // as many moves a second
	strong := f.beside("beside the strongest", against[*loadBots:], opponents{level: game.Levels, pause: time.Second})
	if *loadBots >= 100 && strong > 2*weak {
		t.Errorf("99 of 100 responses take %v while the bot thinks, and %v while it does not", strong, weak)
	}
	f.stop()
}

// moveAtPace has people move at their pace, and returns how long 99 of 100 wait until they see that.
func (f *flood) moveAtPace(name string) time.Duration {
	const aSecond = 20
	moves := 4
	if *loadBots >= 100 {
		moves = max(4, 20*aSecond/len(f.order)) // 20 seconds
	}
	f.phase(name, func() error { return f.atPace(moves, aSecond, f.move) })
	f.mu.Lock()
	defer f.mu.Unlock()
	slices.Sort(f.people)
	return f.people[int(0.99*float64(len(f.people)-1))].Round(100 * time.Microsecond)
}

// opponents are how people play the bot.
type opponents struct {
	level int
	pause time.Duration // before each of their moves, on average
}

// beside has people move beside others who play the bot, and returns how long 99 of 100 wait.
func (f *flood) beside(name string, tables []*table, o opponents) time.Duration {
	ctx, cancel := context.WithCancel(f.t.Context())
	var playing sync.WaitGroup
	var begun atomic.Int64
	var mu sync.Mutex
	var answers []time.Duration // how long the bot's took
	for _, at := range tables {
		at.isUntimed = true
		playing.Go(func() {
			err := at.at(func(t *table) error { return f.beginAgainstBot(t, o.level) })
			begun.Add(1)
			for err == nil && ctx.Err() == nil {
				select {
				case <-ctx.Done():
				case <-time.After(time.Duration(at.dice.ExpFloat64() * float64(o.pause))):
					asked := time.Now()
					err = at.at(func(t *table) error { return f.answerBot(t, o.level) })
					mu.Lock()
					answers = append(answers, time.Since(asked))
					mu.Unlock()
				}
			}
			if err != nil {
				f.trouble("against the bot: %v", err)
			}
		})
	}
	f.eventually("all games", func() bool { return begun.Load() >= int64(len(tables)) })
	mu.Lock()
	answers = nil
	mu.Unlock()
	begin := time.Now()
	worst := f.moveAtPace(name)
	cancel()
	took := time.Since(begin)
	playing.Wait()
	slices.Sort(answers)
	within := func(share float64) time.Duration {
		return answers[int(share*float64(len(answers)-1))].Round(10 * time.Millisecond)
	}
	f.t.Logf("%s the bot moved %.0f times a second, half of the times within %v, 99 of 100 within %v; "+
		"99 of 100 others saw what they did within %v", name, float64(len(answers))/took.Seconds(), within(.5), within(.99), worst)
	return worst
}

// beginAgainstBot begins a game against the bot, and waits until its player is to move.
func (f *flood) beginAgainstBot(t *table, level int) error {
	use := sandbox.CommandRequest{
		Channel: t.channel, Command: "challenge", Options: map[string]any{"level": strconv.Itoa(level)}, NoWait: true,
	}
	var err error
	t.board, err = f.act(t, func() error {
		_, err := t.players[0].Command(f.t.Context(), use)
		return err
	}, asksForMove)
	return err
}

// answerBot makes a move against the bot, and waits until its player is to move again.
func (f *flood) answerBot(t *table, level int) error {
	if has("Rematch")(t.board) {
		return f.beginAgainstBot(t, level)
	}
	press, _ := choose(t.dice, t.board)
	press.Channel, press.NoWait = t.channel, true
	var err error
	t.board, err = f.act(t, func() error {
		_, err := t.players[0].Press(f.t.Context(), press)
		return err
	}, asksForMove)
	return err
}

// asksForMove reports whether a board asks a person to move, or shows how the game ended.
func asksForMove(m sandbox.MessageView) bool {
	for _, c := range flat(m.Components) {
		if strings.Contains(c.CustomID, ":move:") || strings.Contains(c.CustomID, ":piece:") {
			return true
		}
	}
	return has("Rematch")(m)
}
