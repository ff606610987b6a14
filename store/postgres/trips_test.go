package postgres

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/tournament"
)

// TestTrips checks how often each request waits for the server.
func TestTrips(t *testing.T) {
	s := open(t, database(t))
	now := time.Date(2026, time.January, 2, 3, 4, 5, 0, time.UTC)
	r := game.New(game.Config{Store: s, Now: func() time.Time { return now }, Random: rand.Uint64})
	must(t, r.Resume(background))
	v, err := draughts.Builtin("american")
	must(t, err)
	requests := 0
	request := func(p game.PersonID) game.Request {
		requests++
		return game.Request{ID: game.RequestID(fmt.Sprint("request ", requests)), By: game.Actor{Person: p}, Place: 5}
	}
	counted := func(what string, most int64, f func()) {
		t.Helper()
		before := s.Counts().Trips
		f()
		if n := s.Counts().Trips - before; n > most {
			t.Errorf("%s: %d round trips, want at most %d", what, n, most)
		} else {
			t.Logf("%s: %d round trips", what, n)
		}
	}
	counted("reading the settings of a place and a person", 1, func() {
		_, err = r.Settings(background, game.PlaceSettings(5), game.PersonSettings(11))
		must(t, err)
	})
	var made game.Answer
	draft := game.TournamentDraft{
		Request: request(11), Room: 6, Terms: game.Terms{Variant: v},
		Declaration: tournament.Declaration{Name: "Cup", Format: tournament.Knockout},
	}
	counted("checking a tournament", 1, func() { must(t, r.CheckTournament(background, draft)) })
	for range 3 {
		draft.Request = request(11)
		counted("making a tournament", 5, func() {
			made, err = r.CreateTournament(background, draft)
			must(t, err)
		})
	}
	counted("reading the tournaments that are not over", 2, func() {
		open, err := r.OpenTournaments(background)
		if must(t, err); len(open) != 3 {
			t.Errorf("there are %d", len(open))
		}
	})
	counted("reading a tournament", 1, func() {
		_, err = r.Tournament(background, made.Tournament.ID, game.Viewer{Place: 5})
		must(t, err)
	})
	counted("entering a tournament", 4, func() {
		_, err = r.ActInTournament(background,
			game.TournamentRequest{Request: request(11), Tournament: made.Tournament.ID, Act: tournament.Entered})
		must(t, err)
	})
	var c, g game.Answer
	for n := range game.PostID(2) {
		counted("a challenge", 4, func() {
			c, err = r.Challenge(background,
				game.ChallengeRequest{Request: request(11), Room: 6, To: 12, Terms: game.Terms{Variant: v, Rated: true}})
			must(t, err)
		})
		counted("accepting it", 5, func() {
			g, err = r.Accept(background, game.ReplyRequest{Request: request(12), Challenge: c.Challenge.ID})
			must(t, err)
		})
		for ply := range 4 {
			history, err := g.Game.History()
			must(t, err)
			position := history.Position()
			side, text := position.Turn(), position.Text(position.Moves()[0])
			counted("a move", 3, func() {
				of := game.GameRequest{Request: request(g.Game.Player(side)), Game: g.Game.ID, Ply: game.Ply(ply)}
				g, err = r.Move(background, game.MoveRequest{GameRequest: of, Text: text})
				must(t, err)
			})
			counted("recording what was shown", 2, func() {
				_, err = r.RecordShown(background, g.Game.ID,
					game.ShownPost{Room: 6, Post: 100*n + game.PostID(ply+1), Seq: g.Game.Seq()}, g.Announced...)
				must(t, err)
			})
		}
		counted("resigning", 5, func() {
			_, err = r.Resign(background, game.GameRequest{Request: request(11), Game: g.Game.ID, Ply: 4})
			must(t, err)
		})
	}
}
