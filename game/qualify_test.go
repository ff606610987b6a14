package game_test

import (
	"slices"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/tournament"
)

// When the last of two groups is final, their best enter a knockout by themselves, which has waited for them beyond its start,
// and is announced once. Who has erased their data makes room for the next one.
func TestGroupsThenKnockout(t *testing.T) {
	h := newFixture(t)
	robin := tournament.Declaration{Format: tournament.RoundRobin}
	groups := []*game.Tournament{h.create(robin, days(t, 3)), h.create(robin, days(t, 3)), h.create(robin, days(t, 3))}
	d := tournament.Declaration{Format: tournament.Knockout, Starts: noon.Add(2 * time.Hour), Best: 1}
	for _, group := range groups {
		d.From = append(d.From, string(group.ID))
	}
	final := h.create(d, days(t, 3))
	err := h.act(final, ann, game.TournamentRequest{Act: tournament.Entered})
	if refused(t, err, game.TournamentRefused).Refusal != tournament.NotQualified {
		t.Errorf("who enters by herself: %v", err)
	}
	for i, people := range [][]game.PersonID{{ann, bob}, {cid, 104}} {
		h.enter(groups[i], people...)
		h.must(h.act(groups[i], mod, game.TournamentRequest{Act: start}))
		g := h.running(groups[i])[0]
		loser, _ := g.Side(people[1])
		h.finish(g, loser)
	}
	h.erase(cid)
	ends := tournament.Ended
	h.must(h.act(groups[0], mod, game.TournamentRequest{Act: ends}))
	h.must(h.act(groups[2], mod, game.TournamentRequest{Act: tournament.Cancelled, Reason: "nobody came"}))
	h.leap(5 * time.Hour) // while the second group is provisional
	if final = h.tournament(final); len(final.Entrants()) != 0 || final.Phase() != tournament.SignUp {
		t.Errorf("before the last group is final, there are %d players, and it is %v", len(final.Entrants()), final.Phase())
	}
	h.must(h.act(groups[1], mod, game.TournamentRequest{Act: ends}))
	final = h.tournament(final)
	in := func(p game.PersonID) bool { return final.Entrant(game.PlayerOf(p)) != nil }
	if len(final.Entrants()) != 2 || !in(ann) || !in(104) || !final.PlannedStart().Equal(d.Starts.AddDate(0, 0, 1)) {
		t.Errorf("there are %d players, and it begins %v", len(final.Entrants()), final.PlannedStart())
	}
	told := slices.DeleteFunc(h.pending(), func(a game.Announcement) bool {
		return a.Kind != game.TournamentChanged || a.Tournament != final.ID
	})
	if len(told) != 1 || final.Event(told[0].Seq-1).Kind != tournament.Qualified {
		t.Errorf("it is told by %+v", told)
	}
	h.leap(24 * time.Hour)
	if games := h.running(final); len(games) != 1 {
		t.Errorf("%d games are played", len(games))
	}
	h.inOrder()
}

// A tournament takes its players from others of its own club, in which players have places; from those that are over, at once.
func TestSourcesOfPlayers(t *testing.T) {
	h := newFixture(t)
	over := h.create(tournament.Declaration{Format: tournament.Knockout}, days(t, 3))
	h.enter(over, ann, bob)
	h.must(h.act(over, mod, game.TournamentRequest{Act: start}))
	h.finish(h.running(over)[0], draughts.White)
	h.must(h.act(over, mod, game.TournamentRequest{Act: tournament.Ended}))
	ladder := h.create(tournament.Declaration{Format: tournament.Ladder, Reach: 1, Reply: time.Hour}, days(t, 3))
	draft := func(id game.TournamentID) game.TournamentDraft {
		d := tournament.Declaration{Name: "Final", Format: tournament.Knockout, From: []string{string(id)}, Best: 2}
		return game.TournamentDraft{Request: h.by(mod), Room: table, Terms: days(t, 3), Declaration: d}
	}
	_, err := h.CreateTournament(background, draft(ladder.ID))
	if refused(t, err, game.BadTournament).Fault != tournament.BadSources {
		t.Errorf("from a ladder: %v", err)
	}
	elsewhere := draft(over.ID)
	elsewhere.Place++
	_, err = h.CreateTournament(background, elsewhere)
	refused(t, err, game.NoSuchTournament)
	a, err := h.CreateTournament(background, draft(over.ID))
	h.must(err)
	if len(a.Tournament.Entrants()) != 2 || a.Tournament.Awaits() {
		t.Errorf("from one that is over, %d players enter", len(a.Tournament.Entrants()))
	}
}
