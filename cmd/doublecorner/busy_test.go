package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"doublecorner/game/draughts"
	"doublecorner/internal/discordtest"
	"doublecorner/internal/sandbox"
)

var (
	busyTime = flag.Duration("busy.time", 0, "play for so long in a channel that is busy")
	busyPace = flag.Duration("busy.pace", 400*time.Millisecond, "move so often in each of the games there")
)

// Many games in one channel, where everybody types and moves faster than Discord lets
// messages be changed there: every move is confirmed, Discord is asked for hardly anything
// that is too much, and in the end each game shows its newest board, and no other board has
// buttons.
func TestBusyChannel(t *testing.T) {
	if *busyTime == 0 {
		t.Skip("it takes long: -busy.time 10m")
	}
	for _, boards := range []string{"new", "in-place"} {
		for games, most := range map[int]int{6: 10, 12: 100} {
			t.Run(fmt.Sprintf("%d games, %s", games, boards), func(t *testing.T) {
				t.Parallel()
				w := newFixture(t, sandbox.Options{Limits: sandbox.Limits{Global: 50}})
				w.serve()
				w.types(w.mod, "settings", "boards", boards)
				type played struct {
					last string
					err  error
				}
				ends := make(chan played, games)
				for n := range games {
					var pair [2]*discordtest.Person
					for i := range pair {
						pair[i] = w.joins(w.channel, fmt.Sprintf("Player %d", 2*n+i))
					}
					w.types(pair[0], "challenge", "opponent", pair[1].ID, "colour", "black")
					accept := sandbox.Press{}
					w.eventually("a challenge", func() bool {
						for _, m := range w.messages(pair[1]) {
							if press, ok := find(m, "Accept"); ok && m.PingsYou {
								accept = press
							}
						}
						return accept.Message != 0
					})
					accept.Channel = w.channel
					_, err := pair[1].Press(t.Context(), accept)
					must(t, err)
					go func() {
						last, err := w.hurries(pair, rand.New(rand.NewPCG(1, uint64(n))))
						ends <- played{last, err}
					}()
				}
				var last []string
				for range games {
					end := <-ends
					must(t, end.err)
					from, capture, ok := strings.Cut(end.last, "x")
					if ok {
						capture = "x" // the board says where it goes on the way
					}
					last = append(last, "played **"+from+capture)
				}
				slices.Sort(last)
				w.eventually("the newest board of each game, and no other with buttons", func() bool {
					var shown []string
					for _, m := range w.messages(w.anna) {
						if _, ok := find(m, "Resign"); ok {
							i := slices.IndexFunc(last, func(text string) bool { return strings.Contains(said(m), text) })
							if i >= 0 {
								shown = append(shown, last[i])
							}
						}
					}
					slices.Sort(shown)
					return slices.Equal(shown, last)
				})
				tooMany := 0
				for _, e := range w.Exchanges() {
					if e.Status == http.StatusTooManyRequests {
						tooMany++
					}
				}
				if tooMany > most {
					t.Errorf("%d requests are too many for Discord, want %d at most", tooMany, most)
				}
			})
		}
	}
}

// hurries plays by typing, at its pace, whatever the board shows by then, and begins a rematch
// after a game. It returns the last move.
func (w *fixture) hurries(players [2]*discordtest.Person, dice *rand.Rand) (last string, err error) {
	v, err := draughts.Builtin("american")
	if err != nil {
		return "", err
	}
	types := func(who *discordtest.Person, command string, options map[string]any) error {
		out, err := who.Command(w.t.Context(), sandbox.CommandRequest{Channel: w.channel, Command: command, Options: options})
		if err != nil || out.Kind != "thinking" && out.Kind != "message" {
			return fmt.Errorf("/%s %v is followed by %+v, %v", command, options, out, err)
		}
		return nil
	}
	h := draughts.NewHistory(v.Start())
	tick := time.NewTicker(*busyPace)
	defer tick.Stop()
	for end := time.Now().Add(*busyTime); ; <-tick.C {
		_, over := h.Ending()
		if last != "" && !over && time.Now().After(end) {
			return last, nil
		}
		if over {
			for _, p := range players {
				if err := types(p, "rematch", nil); err != nil {
					return "", err
				}
			}
			players[0], players[1] = players[1], players[0]
			h, last = draughts.NewHistory(v.Start()), ""
			continue
		}
		moves := h.Position().Moves()
		m := moves[dice.IntN(len(moves))]
		text := h.Position().Text(m)
		if err := types(players[h.Len()%2], "move", map[string]any{"move": text}); err != nil {
			return "", err
		}
		if err := h.Play(m); err != nil {
			return "", err
		}
		last = text
	}
}
