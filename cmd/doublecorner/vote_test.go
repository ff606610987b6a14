package main

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/internal/discordtest"
	"doublecorner/internal/sandbox"
)

// TestVotesSurviveKills has fifty people of a channel vote while the bot is killed and started again. Every vote that a
// voter read about is counted.
func TestVotesSurviveKills(t *testing.T) {
	if testing.Short() {
		t.Skip("people wait for the bot to come back")
	}
	t.Parallel()
	w := newUncheckedFixture(t, sandbox.Options{})
	p := newProcess(w)
	p.isHurried = true
	p.begin()
	w.types(w.anna, "challenge", "opponent", w.anna.ID, "colour", "white", "vote", "1 day")

	const voters, kills = 50, 4
	moves := []string{"11-15", "9-14", "12-16"}
	people := make([]*discordtest.Person, voters)
	for i := range people {
		people[i] = w.joins(w.channel, fmt.Sprint("Voter ", i))
	}
	var voting sync.WaitGroup
	for i, voter := range people {
		voting.Go(func() {
			time.Sleep(time.Duration(i) * 100 * time.Millisecond)
			w.votes(voter, moves[i%len(moves)])
		})
	}
	for range kills {
		time.Sleep(time.Second)
		p.kill()
		w.eventually("its end", p.isOver)
		p.start()
		w.connected()
	}
	voting.Wait()
	p.stop()

	kept := w.stored()
	defer kept.Close()
	games := allGames(t, kept)
	if len(games) != 1 || len(games[0].Votes) != voters {
		t.Fatalf("of %d votes, %d are stored", voters, len(games[0].Votes))
	}
	h, err := games[0].History()
	must(t, err)
	for i, voter := range people {
		m, err := h.Position().Along(games[0].VoteOf(game.PersonID(voter.ID)))
		must(t, err)
		if got := h.Position().Text(m); got != moves[i%len(moves)] {
			t.Errorf("the vote of person %d is for %s, and was for %s", i, got, moves[i%len(moves)])
		}
	}
}

// votes has a person vote until they read that they have.
func (w *fixture) votes(p *discordtest.Person, move string) {
	for w.t.Context().Err() == nil {
		w.uses("/move")
		p.Command(w.t.Context(), sandbox.CommandRequest{
			Channel: w.channel, Command: "move", Options: map[string]any{"move": move}, NoWait: true,
		})
		for range 20 {
			time.Sleep(150 * time.Millisecond)
			all, err := p.Messages(w.t.Context(), w.channel, 0)
			if err != nil {
				continue
			}
			for _, m := range all {
				if m.Flags&sandbox.Ephemeral != 0 && strings.Contains(said(m), "Your vote: **"+move+"**") {
					return
				}
			}
		}
	}
}
