package game_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/tournament"
)

// create makes a tournament of American games in the club, directed by mod.
func (h *fixture) create(d tournament.Declaration, terms game.Terms) *game.Tournament {
	h.t.Helper()
	d.Name = "Spring"
	a, err := h.CreateTournament(background, game.TournamentDraft{Request: h.by(mod), Room: table, Terms: terms, Declaration: d})
	h.must(err)
	return a.Tournament
}

// act asks for something to happen in a tournament.
func (h *fixture) act(t *game.Tournament, by game.PersonID, q game.TournamentRequest) error {
	q.Request, q.Tournament = h.by(by), t.ID
	_, err := h.ActInTournament(background, q)
	return err
}

// enter has people enter a tournament.
func (h *fixture) enter(t *game.Tournament, people ...game.PersonID) {
	h.t.Helper()
	for _, p := range people {
		h.must(h.act(t, p, game.TournamentRequest{Act: tournament.Entered}))
	}
}

// tournament reads a tournament again.
func (h *fixture) tournament(t *game.Tournament) *game.Tournament {
	h.t.Helper()
	t, err := h.UnrestrictedTournament(background, t.ID)
	h.must(err)
	return t
}

// games returns the games of a tournament, in the order of its pairings.
func (h *fixture) games(t *game.Tournament) (all []*game.Game) {
	h.t.Helper()
	for _, p := range h.tournament(t).Pairings(0) {
		for _, played := range p.Games {
			g := h.game(game.GameID(played.ID))
			all = append(all, g)
		}
	}
	return all
}

// running returns the games of a tournament that are being played.
func (h *fixture) running(t *game.Tournament) []*game.Game {
	h.t.Helper()
	return slices.DeleteFunc(h.games(t), (*game.Game).IsOver)
}

// finish plays a game of four moves in which a side loses.
func (h *fixture) finish(g *game.Game, loser draughts.Side) {
	h.t.Helper()
	g = h.play(g, "11-15", "22-18", "15x22", "25x18")
	h.resign(g, g.Player(loser))
}

// ranks returns the standings as ranks and points.
func ranks(t *game.Tournament) string {
	text := ""
	for _, line := range t.Standings() {
		text += fmt.Sprintf("%d. %v %v, ", line.Rank, line.Player, line.Points)
	}
	return text
}

var start = tournament.Started

// Two people can be erased from a tournament, though the first of them left it before it began.
func TestErasingTwoFromTournament(t *testing.T) {
	h := newFixture(t)
	tour := h.create(tournament.Declaration{Format: tournament.Swiss, Rounds: 3}, days(t, 3))
	h.enter(tour, ann, bob, cid, 104)
	erase := func(p game.PersonID) {
		_, err := h.Erase(background, p)
		h.must(err)
	}
	erase(ann)
	h.must(h.act(tour, mod, game.TournamentRequest{Act: start}))
	erase(bob)
	if tour = h.tournament(tour); len(tour.Entrants()) != 3 || tour.Entrant("former-2").Status != tournament.Withdrawn {
		t.Errorf("after the erasures it has the players %v", tour.Standings())
	}
}

// A player who leaves a tournament in the middle of a game has played and lost it, and forfeits the rest of the pairing; a game
// that has hardly begun is forfeited, too.
func TestLeavingInTheMiddle(t *testing.T) {
	for _, test := range []struct {
		games  int
		moves  []string
		erased bool
		cause  game.Cause
		want   tournament.Score
	}{
		{1, []string{"11-15", "22-18", "15x22", "25x18"}, false, game.Abandoned, tournament.BlackWins},
		{1, []string{"11-15", "22-18", "15x22", "25x18"}, true, game.Abandoned, tournament.BlackWins},
		{2, []string{"11-15", "22-18", "15x22", "25x18"}, true, game.Abandoned, tournament.Score{Black: tournament.Whole(2)}},
		{1, []string{"11-15"}, true, game.Abandoned, tournament.WhiteForfeits},
	} {
		h := newFixture(t)
		tour := h.create(tournament.Declaration{Format: tournament.Swiss, Rounds: 1, Games: test.games}, days(t, 3))
		h.enter(tour, ann, bob)
		h.must(h.act(tour, mod, game.TournamentRequest{Act: start}))
		g := h.play(h.running(tour)[0], test.moves...)
		leaver := g.Player(draughts.White)
		if test.erased {
			_, err := h.Erase(background, leaver)
			h.must(err)
		} else {
			h.must(h.act(tour, leaver, game.TournamentRequest{Act: tournament.Withdrew}))
		}
		g = h.game(g.ID)
		result, over := g.Result()
		if p := h.tournament(tour).Pairing(1); !over || result.Cause != test.cause || !p.Over || p.Score != test.want {
			t.Errorf("%+v: the game ended as %+v, and the pairing with %+v", test, result, p.Score)
		}
		h.inOrder()
	}
}

// A player who is out of a knockout and then leaves does not come back when the director corrects the result.
func TestLeavingAfterDefeat(t *testing.T) {
	for _, erased := range []bool{false, true} {
		h := newFixture(t)
		tour := h.create(tournament.Declaration{Format: tournament.Knockout}, days(t, 3))
		h.enter(tour, ann, bob, cid, 104)
		h.must(h.act(tour, mod, game.TournamentRequest{Act: start}))
		g := h.running(tour)[0]
		h.finish(g, draughts.White)
		if loser := g.Player(draughts.White); erased {
			h.erase(loser)
		} else {
			h.must(h.act(tour, loser, game.TournamentRequest{Act: tournament.Withdrew}))
		}
		h.must(h.act(tour, mod,
			game.TournamentRequest{Act: tournament.Adjudicated, Pairing: 1, Score: tournament.WhiteWins, Reason: "an engine"}))
		h.finish(h.running(tour)[0], draughts.White)
		h.pass(6 * time.Minute) // in which that could be decided anew
		if tour = h.tournament(tour); tour.Phase() != tournament.Provisional || len(h.running(tour)) > 0 {
			t.Errorf("erased: %t: it is %v, and the final is %+v", erased, tour.Phase(), tour.Pairing(3))
		}
		h.inOrder()
	}
}

// The host of a simul has as many games as there are players, whatever the quota is, and nobody wins a title.
func TestSimulTournament(t *testing.T) {
	h := newFixture(t)
	tour := h.create(tournament.Declaration{Format: tournament.Simul, Colours: tournament.HostBlack}, days(t, 3))
	for p := range game.PersonID(40) {
		h.enter(tour, 1001+p)
	}
	err := h.act(tour, 2000, game.TournamentRequest{Act: tournament.Entered})
	if refused(t, err, game.TournamentRefused).Refusal != tournament.IsFull {
		t.Errorf("one more than there are boards: %v", err)
	}
	h.must(h.act(tour, mod, game.TournamentRequest{Act: start}))
	running := h.running(tour)
	if len(running) != 40 {
		t.Fatalf("the host has %d games", len(running))
	}
	for _, g := range running {
		if g.Player(draughts.Black) != mod {
			t.Errorf("in %s the host is not Black", g.ID)
		}
		h.finish(g, draughts.White)
	}
	if tour = h.tournament(tour); tour.Phase() != tournament.Provisional || len(tour.Leaders()) != 0 {
		t.Errorf("it is %v, and %v have won it", tour.Phase(), tour.Leaders())
	}
	h.inOrder()
}

// When the games of a tournament that repeats are over, the next one is open, in the same room with the same director, and is
// announced once, also when the first becomes final.
func TestTournamentRepeats(t *testing.T) {
	h := newFixture(t)
	tour := h.create(tournament.Declaration{
		Format: tournament.Simul, Starts: noon.Add(time.Hour), Repetition: tournament.Weekly, Zone: "Europe/Berlin",
	}, days(t, 3))
	h.enter(tour, ann)
	next := func() *game.Tournament {
		t.Helper()
		open, err := h.OpenTournaments(background)
		h.must(err)
		open = slices.DeleteFunc(open, func(o *game.Tournament) bool { return o.ID == tour.ID })
		if len(open) != 1 {
			t.Fatalf("%d tournaments follow", len(open))
		}
		return open[0]
	}
	h.pass(time.Hour + time.Minute)
	h.finish(h.running(tour)[0], draughts.White)
	second := next()
	h.pass(25 * time.Hour) // in which it is provisional
	if again := next(); again.ID != second.ID {
		t.Errorf("%s is followed by %s", second.ID, again.ID)
	}
	if second.Room != tour.Room || second.Director != mod || second.Host() != game.PlayerOf(mod) || second.Post != 0 ||
		!second.Starts.Equal(tour.Starts.AddDate(0, 0, 7)) {
		t.Errorf("it is followed by %+v, %+v", second.TournamentHeader, second.Declaration)
	}
	placed := 0
	for _, a := range h.pending() {
		if a.Kind == game.TournamentPlaced && a.Tournament == second.ID {
			placed++
		}
	}
	if placed != 1 {
		t.Errorf("it is announced %d times", placed)
	}
	// After a downtime over its start it waits for the next week, with those who have entered.
	h.enter(second, bob)
	h.nap(8 * 24 * time.Hour)
	h.must(h.Resume(background))
	if second = h.tournament(second); second.Phase() != tournament.SignUp || !second.PlannedStart().Equal(tour.Starts.AddDate(0, 0, 14)) ||
		second.Entrant(game.PlayerOf(bob)) == nil {
		t.Errorf("after the downtime it is %v, and begins %v", second.Phase(), second.PlannedStart())
	}
	// Without its host, no simul follows.
	h.must(h.act(second, mod, game.TournamentRequest{Act: start}))
	h.erase(mod)
	h.pass(25 * time.Hour)
	if open, err := h.OpenTournaments(background); err != nil || len(open) > 0 {
		t.Errorf("%d tournaments are open, %v", len(open), err)
	}
	h.inOrder()
}

func TestRoundRobinTournament(t *testing.T) {
	h := newFixture(t)
	tour := h.create(tournament.Declaration{Format: tournament.RoundRobin, Cycles: 2, Starts: noon.Add(time.Hour)}, days(t, 3))
	h.enter(tour, ann, bob, cid)
	err := h.act(tour, ann, game.TournamentRequest{Act: tournament.Entered})
	if refused(t, err, game.TournamentRefused).Refusal != tournament.EnteredBefore {
		t.Errorf("who enters twice: %v", err)
	}
	err = h.act(tour, bob, game.TournamentRequest{Act: tournament.Removed, Player: ann, Reason: "is too good"})
	if refused(t, err, game.TournamentRefused).Refusal != tournament.NotDirector {
		t.Errorf("a player who removes another: %v", err)
	}
	h.pass(time.Hour - 20*time.Second)
	if h.tournament(tour).Phase() != tournament.SignUp {
		t.Error("it began too early")
	}
	h.pass(40 * time.Second)
	for round := 1; round <= 6; round++ {
		tour = h.tournament(tour)
		games := h.running(tour)
		if tour.Round() != round || len(games) != 1 || games[0].Tournament != tour.ID || !games[0].Rated {
			t.Fatalf("in round %d there are %d games", tour.Round(), len(games))
		}
		loser, _ := games[0].Side(max(games[0].Players[0], games[0].Players[1])) // the first of the alphabet wins
		h.finish(games[0], loser)
	}
	if tour = h.tournament(tour); tour.Phase() != tournament.Provisional || len(tour.Winners()) > 0 || len(tour.Leaders()) != 1 {
		t.Errorf("after the last game it is %v, led by %v", tour.Phase(), tour.Leaders())
	}
	h.leap(24 * time.Hour)
	tour = h.tournament(tour)
	if got := ranks(tour); tour.Phase() != tournament.Finished || got != "1. 101 4, 2. 102 2, 3. 103 0, " {
		t.Errorf("the tournament is %v, with %s", tour.Phase(), got)
	}
	titles, err := h.Tournaments(background, game.TitlesOf(ann, club), game.Viewer{Person: bob, Place: club}, "", 10)
	h.must(err)
	if len(titles.Items) != 1 || titles.Items[0].ID != tour.ID {
		t.Errorf("the winner has %d titles", len(titles.Items))
	}
	if rank, _, err := h.Rank(background, ann, game.Leaderboard{Pool: "american", Place: club}); err != nil || rank.Games() != 4 {
		t.Errorf("%d of the winner's games were rated, %v", rank.Games(), err)
	}
	told := map[int]int{}
	pending := h.pending()
	for _, a := range pending {
		if a.Kind == game.TournamentChanged {
			told[a.Seq]++
			if kind := tour.Event(a.Seq - 1).Kind; kind == tournament.GameEnded {
				t.Errorf("%v is announced", kind)
			}
		}
	}
	if len(told) != 9 { // it began, six rounds, all games were over, and it ended
		t.Errorf("%d events are announced", len(told))
	}
	h.inOrder()
}

// No game begins in a pause, so that nobody forfeits one by their absence.
func TestNoGameBeginsInAPause(t *testing.T) {
	h := newFixture(t)
	tour := h.create(tournament.Declaration{Format: tournament.Knockout, Games: 2, NoShow: 10 * time.Minute}, days(t, 3))
	h.enter(tour, ann, bob)
	for _, act := range []tournament.EventKind{start, tournament.Paused} {
		h.must(h.act(tour, mod, game.TournamentRequest{Act: act}))
	}
	h.finish(h.running(tour)[0], draughts.White)
	h.pass(time.Hour)
	if n := len(h.games(tour)); n != 1 {
		t.Errorf("in the pause there are %d games", n)
	}
	h.must(h.act(tour, mod, game.TournamentRequest{Act: tournament.Resumed}))
	if n := len(h.running(tour)); n != 1 {
		t.Errorf("after the pause %d games go on", n)
	}
	h.inOrder()
}

// A tournament is made only if it can be played, and seen in its place and by those whom it names.
func TestTournamentsThatAreRefused(t *testing.T) {
	h := newFixture(t, game.Quotas{TournamentsPerPlace: 2})
	knockout := tournament.Declaration{Name: "Spring", Format: tournament.Knockout}
	unnamed, past, drawn := knockout, knockout, knockout
	unnamed.Name, past.Starts, drawn.Openings = " ", noon.Add(-time.Minute), true
	russian := game.Terms{Variant: rules(t, "russian-breakthrough")}
	create := func(d tournament.Declaration, terms game.Terms) (game.Answer, error) {
		return h.CreateTournament(background, game.TournamentDraft{Request: h.by(mod), Room: table, Terms: terms, Declaration: d})
	}
	for _, test := range []struct {
		d     tournament.Declaration
		terms game.Terms
		want  game.Code
	}{
		{knockout, game.Terms{}, game.BadTerms},
		{drawn, russian, game.BadTerms}, // it has no ballots
		{tournament.Declaration{Name: "Spring", Format: tournament.Swiss}, russian, game.BadTournament},
		{past, russian, game.BadTournament},
		{unnamed, russian, game.BadTournamentName},
	} {
		_, err := create(test.d, test.terms)
		refused(t, err, test.want)
	}
	tour := h.create(knockout, russian)
	h.enter(tour, ann)
	h.create(knockout, russian)
	_, err := create(knockout, russian)
	refused(t, err, game.TooManyTournaments)

	for viewer, sees := range map[game.Viewer]bool{
		{Person: bob, Place: club}: true, {Person: ann, Place: other}: true, {Person: bob, Place: other}: false,
	} {
		if _, err := h.Tournament(background, tour.ID, viewer); sees != (err == nil) {
			t.Errorf("%+v: %v", viewer, err)
		}
		if _, err := h.Tournaments(background, game.OpenTournamentsIn(club), viewer, "", 10); (viewer.Place == club) != (err == nil) {
			t.Errorf("the list for %+v: %v", viewer, err)
		}
	}
	far := game.TournamentRequest{Request: h.by(bob), Tournament: tour.ID, Act: tournament.Entered}
	far.Place = other
	_, err = h.ActInTournament(background, far)
	refused(t, err, game.NoSuchTournament)
	far = game.TournamentRequest{Request: h.by(ann), Tournament: tour.ID, Act: tournament.Cancelled} // a moderator elsewhere
	far.Place, far.By.Moderator = other, true
	_, err = h.ActInTournament(background, far)
	refused(t, err, game.TournamentRefused)
	h.inOrder()
}

// A player who does not come forfeits the game, and the next one has the colours exchanged.
func TestNoShow(t *testing.T) {
	h := newFixture(t)
	tour := h.create(tournament.Declaration{Format: tournament.Knockout, NoShow: 10 * time.Minute}, days(t, 3))
	h.enter(tour, ann, bob)
	h.must(h.act(tour, mod, game.TournamentRequest{Act: start}))
	g := h.running(tour)[0]
	g = h.play(g, "11-15") // Black begins
	h.pass(9 * time.Minute)
	if left := g.Left(draughts.White, h.now(), game.Service{}); left.Round(time.Minute) != time.Minute {
		t.Errorf("White has %v left", left)
	}
	if len(h.running(tour)) != 1 {
		t.Fatal("the game ended too early")
	}
	h.pass(time.Minute + grace)
	tour = h.tournament(tour)
	got, want := game.PersonOf(tour.Standings()[0].Player), g.Player(draughts.Black)
	if tour.Phase() != tournament.Provisional || got != want {
		t.Errorf("the winner is %v, want %v", got, want)
	}
	if p := tour.Pairing(1); !p.Score.Forfeit {
		t.Errorf("the pairing has the score %v", p.Score)
	}
	h.inOrder()
}

// A game that both abort is played again; the director's ruling ends the game of its pairing.
func TestAbortedAndAdjudicated(t *testing.T) {
	h := newFixture(t)
	tour := h.create(tournament.Declaration{Format: tournament.Knockout, Replays: 1}, days(t, 3))
	h.enter(tour, ann, bob)
	h.must(h.act(tour, mod, game.TournamentRequest{Act: start}))
	first := h.play(h.running(tour)[0], "11-15", "22-18", "15x22", "25x18")
	h.propose(first, game.OfferAbort, ann, bob)
	again := h.running(tour)
	if len(again) != 1 || again[0].ID == first.ID || again[0].Players != first.Players {
		t.Fatalf("after an aborted game, %d are played", len(again))
	}
	h.propose(h.play(again[0], "11-15", "22-18", "15x22", "25x18"), game.OfferDraw, ann, bob)
	replay := h.running(tour)
	if len(replay) != 1 || replay[0].Players[0] != first.Players[1] {
		t.Fatalf("after a draw, %d are played", len(replay))
	}
	h.must(h.act(tour, mod, game.TournamentRequest{Act: tournament.Adjudicated, Pairing: 1, Score: tournament.WhiteWins, Reason: "ill"}))
	h.pass(6 * time.Minute) // in which that could be decided anew
	tour = h.tournament(tour)
	if len(h.running(tour)) != 0 || tour.Phase() != tournament.Provisional || tour.Pairing(1).Winner != tour.Pairing(1).White {
		t.Errorf("after the ruling it is %v, won by %v", tour.Phase(), tour.Pairing(1).Winner)
	}
	ruled := h.game(replay[0].ID)
	result, _ := ruled.Result()
	if result.Cause != game.Aborted || result.Outcome != game.NoOutcome || result.Moderator != mod || result.Reason != "ill" {
		t.Errorf("the game that was being played ended with %+v", result)
	}
	if p := tour.Pairing(1); p.Score != tournament.WhiteWins {
		t.Errorf("after its game, the pairing has the score %v", p.Score)
	}
	pending := h.pending()
	for _, a := range pending {
		if a.Game == ruled.ID && a.Seq == ruled.Seq() && a.Requested {
			t.Errorf("the announcement that the game ended waits for a response: %+v", a)
		}
	}
	h.inOrder()
}

// The replays of a drawn pairing of a knockout have the clock that was chosen for them.
func TestReplayClock(t *testing.T) {
	h := newFixture(t)
	day, err := game.Correspondence(1)
	h.must(err)
	live, err := game.Live(time.Minute, 0)
	h.must(err)
	draft := game.TournamentDraft{
		Request: h.by(mod), Room: table, Terms: days(t, 3), ReplayClock: day,
		Declaration: tournament.Declaration{Name: "Cup", Format: tournament.Knockout, Replays: 1},
	}
	a, err := h.CreateTournament(background, draft)
	h.must(err)
	tour := a.Tournament
	h.enter(tour, ann, bob)
	h.must(h.act(tour, mod, game.TournamentRequest{Act: start}))
	first := h.running(tour)[0]
	h.propose(h.play(first, "11-15", "22-18", "15x22", "25x18"), game.OfferDraw, ann, bob)
	if replay := h.running(tour)[0]; first.Clock != draft.Terms.Clock || replay.Clock != day {
		t.Errorf("the clocks are %v and %v", first.Clock, replay.Clock)
	}
	draft.ReplayClock = live // which would begin at any hour
	refused(t, h.CheckTournament(background, draft), game.BadTournament)
	draft.ReplayClock, draft.Declaration.Format, draft.Declaration.Replays = day, tournament.RoundRobin, 0
	refused(t, h.CheckTournament(background, draft), game.BadTournament)
}

// Players cannot have a game played again without end: at last both forfeit it.
func TestAbortedTooOften(t *testing.T) {
	h := newFixture(t)
	tour := h.create(tournament.Declaration{Format: tournament.Knockout}, days(t, 3))
	h.enter(tour, ann, bob)
	h.must(h.act(tour, mod, game.TournamentRequest{Act: start}))
	aborted := 0
	for ; aborted < 100 && h.tournament(tour).Phase() == tournament.Running; aborted++ {
		h.propose(h.play(h.running(tour)[0], "11-15", "22-18", "15x22", "25x18"), game.OfferAbort, ann, bob)
	}
	if p := h.tournament(tour).Pairing(1); aborted > 20 || p.Score != tournament.BothForfeit {
		t.Errorf("after %d games the score is %v", aborted, p.Score)
	}
	h.inOrder()
}

// A player who is there already can say so again, which changes nothing.
func TestCheckInAgain(t *testing.T) {
	h := newFixture(t)
	tour := h.create(tournament.Declaration{Format: tournament.Knockout, Starts: noon.Add(time.Hour), CheckIn: time.Hour}, days(t, 3))
	h.enter(tour, ann)
	before := h.tournament(tour).Seq()
	h.must(h.act(tour, ann, game.TournamentRequest{Act: tournament.CheckedIn}))
	if now := h.tournament(tour); now.Seq() != before || !now.Entrant(game.PlayerOf(ann)).CheckedIn {
		t.Errorf("there are %d events, and were %d", now.Seq(), before)
	}
}

// What a director decides once more changes nothing, and is not told again. Of a game that has hardly begun, it is a forfeit.
func TestDecidedAgain(t *testing.T) {
	for _, test := range []struct {
		moves   []string
		forfeit bool
	}{
		{nil, true},
		{[]string{"11-15", "22-18", "15x22"}, true},
		{[]string{"11-15", "22-18", "15x22", "25x18"}, false},
	} {
		h := newFixture(t)
		tour := h.create(tournament.Declaration{Format: tournament.Knockout}, days(t, 3))
		h.enter(tour, ann, bob)
		h.must(h.act(tour, mod, game.TournamentRequest{Act: start}))
		h.play(h.running(tour)[0], test.moves...)
		for n, score := range []tournament.Score{tournament.WhiteWins, tournament.WhiteWins, tournament.BlackWins, {}} {
			before := h.tournament(tour).Seq()
			h.must(h.act(tour, mod, game.TournamentRequest{Act: tournament.Adjudicated, Pairing: 1, Score: score, Reason: "ill"}))
			score.Forfeit = test.forfeit
			if now := h.tournament(tour); (now.Seq() == before) != (n == 1) || now.Pairing(1).Score != score {
				t.Errorf("%v, decision %d: there are %d events, and were %d; the score is %v", test, n, now.Seq(), before, now.Pairing(1).Score)
			}
		}
	}
}

// A tournament whose check-in or start falls into a downtime begins later, with as much time to come back as the service was
// away, up to the check-in or ten minutes.
func TestDowntimeBeforeTournaments(t *testing.T) {
	for _, test := range []struct {
		checkIn, at, away, late time.Duration
	}{
		{0, 0, 30 * time.Minute, 0},
		{0, 30 * time.Minute, 3 * time.Hour, 150*time.Minute + 10*time.Minute},
		{0, time.Hour - time.Minute, time.Minute, time.Minute},
		{30 * time.Minute, 30 * time.Minute, 10 * time.Minute, 0},
		{30 * time.Minute, 31 * time.Minute, 28 * time.Minute, 27 * time.Minute},
		{30 * time.Minute, 45 * time.Minute, time.Hour, 75 * time.Minute},
		{0, 0, 400 * 24 * time.Hour, 0}, // no longer than it can be extended
	} {
		h := newFixture(t)
		starts := noon.Add(time.Hour)
		tour := h.create(tournament.Declaration{Format: tournament.Knockout, Starts: starts, CheckIn: test.checkIn},
			game.Terms{Variant: rules(t, "american")})
		h.enter(tour, ann, bob)
		h.pass(test.at)
		h.nap(test.away)
		h.must(h.Tick(background))
		waits := starts.Add(test.late).After(h.now())
		if tour = h.tournament(tour); (tour.Phase() == tournament.SignUp) != waits || tour.PlannedStart() != starts.Add(test.late) {
			t.Errorf("%+v: it is %v, and begins %v", test, tour.Phase(), tour.PlannedStart())
		}
		h.inOrder()
	}
}

// A tournament begins when it was announced to begin if the service was down long before; other times wait.
func TestDowntimeInTournaments(t *testing.T) {
	h := newFixture(t)
	tour := h.create(tournament.Declaration{
		Format: tournament.Arena, Starts: noon.Add(time.Hour), Length: time.Hour,
	}, game.Terms{Variant: rules(t, "american")})
	h.enter(tour, ann, bob)
	h.nap(30 * time.Minute) // nobody ticks
	h.pass(30 * time.Minute)
	if h.tournament(tour).Phase() != tournament.Running {
		t.Error("it did not begin in time")
	}
	h.pass(30 * time.Minute)
	h.nap(30 * time.Minute)
	h.pass(29 * time.Minute)
	if h.tournament(tour).Phase() != tournament.Running {
		t.Error("it ended before its time")
	}
	h.pass(2 * time.Minute)
	if tour = h.tournament(tour); tour.Phase() != tournament.Provisional || len(h.running(tour)) == 0 {
		t.Error("it did not end, or its games did")
	}
	h.inOrder()
}

func TestLadderTournament(t *testing.T) {
	h := newFixture(t)
	tour := h.create(tournament.Declaration{Format: tournament.Ladder, Reach: 2, Reply: time.Hour}, days(t, 3))
	h.enter(tour, ann, bob, cid)
	h.must(h.act(tour, cid, game.TournamentRequest{Act: tournament.Challenged, Player: cid, Opponent: ann}))
	h.must(h.act(tour, ann, game.TournamentRequest{Act: tournament.Accepted, Player: ann, Opponent: cid}))
	g := h.running(tour)[0]
	side, _ := g.Side(ann)
	h.finish(g, side)
	h.must(h.act(tour, bob, game.TournamentRequest{Act: tournament.Challenged, Player: bob, Opponent: cid}))
	h.pass(time.Hour + time.Minute) // the time to answer is up
	if got := ranks(h.tournament(tour)); got != "1. 102 1, 2. 103 1, 3. 101 0, " {
		t.Errorf("the ladder is %s", got)
	}
	h.inOrder()
}

// The time to answer a challenge on a ladder stands still in pauses and downtimes, also in one that goes on.
func TestAnswerBy(t *testing.T) {
	h := newFixture(t)
	tour := h.create(tournament.Declaration{Format: tournament.Ladder, Reach: 2, Reply: 3 * time.Hour}, days(t, 3))
	h.enter(tour, ann, bob)
	h.must(h.act(tour, bob, game.TournamentRequest{Act: tournament.Challenged, Opponent: ann}))
	h.pass(time.Minute)
	for _, test := range []struct {
		act  tournament.EventKind
		then func(time.Duration)
		left time.Duration // after that
	}{
		{tournament.Paused, h.pass, 179 * time.Minute},
		{tournament.Resumed, h.pass, 119 * time.Minute},
		{tournament.Paused, h.nap, 119 * time.Minute},
		{tournament.Resumed, h.nap, 119 * time.Minute},
	} {
		h.must(h.act(tour, mod, game.TournamentRequest{Act: test.act}))
		test.then(time.Hour)
		h.must(h.Tick(background))
		tour = h.tournament(tour)
		if left := tour.AnswerBy(tour.Challenges()[0], h.now()).Sub(h.now()); left.Round(time.Minute) != test.left {
			t.Errorf("an hour after %v there are %v to answer, want %v", test.act, left, test.left)
		}
	}
	h.inOrder()
}

// The end of a month is announced once for each of its leaderboards in places, also if the process is killed before it.
func TestMonthsOfLeaderboards(t *testing.T) {
	h := newFixture(t)
	ended := func() string {
		pending := h.pending()
		var months []string
		for _, a := range pending {
			if a.Kind == game.SeasonEnded {
				months = append(months, fmt.Sprint(a.Month, " ", a.Pool, " ", a.Place))
			}
		}
		return strings.Join(months, ", ")
	}
	h.win(ann, bob, american(t))
	untilMay := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC).Sub(h.now())
	end := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC).Sub(h.now())
	h.leap(end - time.Minute)
	if months := ended(); months != "" {
		t.Errorf("before the end of March, %s ended", months)
	}
	h.pass(2 * time.Minute)
	march := fmt.Sprint("2026-03 american ", club)
	if months := ended(); months != march {
		t.Errorf("after March, %s ended", months)
	}
	h.win(ann, bob, american(t))
	h.win(ann, bob, game.Terms{Variant: rules(t, "russian"), Rated: true})
	h.nap(untilMay - end + time.Hour)
	for range 2 { // the process was killed in April, and again in May
		h.must(h.Resume(background))
	}
	h.pass(time.Minute)
	if months := ended(); months != march+", 2026-04 american "+club.String()+", 2026-04 russian "+club.String() {
		t.Errorf("after April, %s ended", months)
	}
}

// TestWholeTournaments plays tournaments of every format. Players lose, do not come, withdraw, are removed and erased,
// and between any two steps the process may be killed.
func TestWholeTournaments(t *testing.T) {
	formats := []tournament.Declaration{
		{Format: tournament.RoundRobin, Cycles: 2, Parallel: 3, Openings: true, Games: 2, MatchPoints: true},
		{Format: tournament.Swiss, Rounds: 4, LateRounds: 2, NoShow: time.Hour, Byes: 1},
		{Format: tournament.Knockout, ThirdPlace: true, Replays: 1, Openings: true},
		{Format: tournament.Arena, Length: 3 * time.Hour},
		{Format: tournament.Ladder, Reach: 2, Reply: time.Hour, Rest: time.Hour, Idle: 24 * time.Hour},
		{Format: tournament.TeamMatch, Games: 2},
		{Format: tournament.Simul, Colours: tournament.HostAlternates},
	}
	for seed, d := range slices.Repeat(formats, 2) {
		t.Run(fmt.Sprint(d.Format, seed), func(t *testing.T) {
			h := newFixture(t)
			rng := rand.New(rand.NewPCG(uint64(seed), 9))
			terms := days(t, 1)
			tour := h.create(d, terms)
			for i := range 6 {
				q := game.TournamentRequest{Act: tournament.Entered}
				if d.Format == tournament.TeamMatch {
					q.Team = 1 + i%2
				}
				h.must(h.act(tour, ann+game.PersonID(i), q))
			}
			if d.Format != tournament.Ladder {
				h.must(h.act(tour, mod, game.TournamentRequest{Act: start}))
			}
			for step := 0; !h.tournament(tour).IsOver(); step++ {
				if step > 2000 {
					t.Fatalf("it does not end: %s", ranks(h.tournament(tour)))
				}
				if rng.IntN(3) == 0 { // the process is killed
					h.must(h.store.Close())
					h.store = openFixture(t, h.path, h.now()).store
					h.Referee = game.New(game.Config{Store: h.store, Now: h.now, Random: h.random})
					h.must(h.Resume(background))
				}
				h.disturb(h.tournament(tour), rng)
				if d.Format == tournament.Ladder && step == 200 { // it has no end of its own
					h.must(h.act(tour, mod, game.TournamentRequest{Act: tournament.Ended}))
				}
			}
			tour = h.tournament(tour)
			told := map[string]int{}
			pending := h.pending()
			for _, a := range pending {
				told[fmt.Sprint(a.Kind, a.Tournament, a.Game, a.Seq, a.Challenge)]++
			}
			for what, n := range told {
				if n > 1 {
					t.Errorf("%s is announced %d times", what, n)
				}
			}
			untold := []tournament.EventKind{
				tournament.Entered, tournament.GameBegan, tournament.GameEnded, tournament.SatOut, tournament.Rejoined, tournament.Rested,
			}
			for i := range tour.Seq() {
				kind := tour.Event(i).Kind
				told := told[fmt.Sprint(game.TournamentChanged, tour.ID, "", i+1, "")] > 0
				isWave := kind == tournament.RoundBegan && tour.Format == tournament.Arena // which its games tell
				if told == (isWave || slices.Contains(untold, kind)) {
					t.Errorf("event %d, %v: announced %t", i, kind, told)
				}
			}
			for _, p := range tour.Pairings(0) {
				for _, g := range p.Games {
					if told[fmt.Sprint(game.GameBegun, "", g.ID, 0, "")] != 1 {
						t.Errorf("game %s is not announced", g.ID)
					}
				}
			}
			h.inOrder()
		})
	}
}

// disturb does something in a tournament.
func (h *fixture) disturb(tour *game.Tournament, rng *rand.Rand) {
	h.t.Helper()
	var active []game.PersonID
	for _, e := range tour.Entrants() {
		if e.Status == tournament.Active {
			active = append(active, game.PersonOf(e.Player))
		}
	}
	try := func(by game.PersonID, q game.TournamentRequest) {
		h.t.Helper()
		err := h.act(tour, by, q)
		if r, ok := errors.AsType[*game.RequestError](err); ok && r.Code == game.ErasedLately && q.Act == tournament.Entered {
			return
		}
		if err != nil {
			refused(h.t, err, game.TournamentRefused)
		}
	}
	pick := func() game.PersonID {
		if len(active) == 0 {
			return mod
		}
		return active[rng.IntN(len(active))]
	}
	if tour.Phase() == tournament.Provisional {
		h.leap(6 * time.Hour)
	}
	games := h.running(tour)
	switch n := rng.IntN(44); {
	case n == 43:
		try(pick(), game.TournamentRequest{Act: tournament.Rested, Extension: tour.Rest})
	case n == 42:
		points := tour.HalfPoints() * tournament.Points(rng.IntN(2))
		try(pick(), game.TournamentRequest{Act: tournament.SatOut, Score: tournament.Score{White: points}})
	case n == 41:
		try(pick(), game.TournamentRequest{Act: tournament.Rejoined})
	case n == 0:
		try(pick(), game.TournamentRequest{Act: tournament.Withdrew})
	case n == 1:
		try(mod, game.TournamentRequest{Act: tournament.Removed, Player: pick(), Reason: "had help"})
	case n == 2 && len(active) > 3:
		h.erase(pick())
	case n == 4 && len(tour.Pairings(0)) > 0:
		scores := []tournament.Score{tournament.WhiteWins, tournament.BlackWins, tournament.Draw, tournament.BothForfeit}
		all := tour.Pairings(0)
		p := all[len(all)-1-rng.IntN(min(3, len(all)))]
		score := scores[rng.IntN(4)]
		if tour.Games == 2 && !tour.MatchPoints {
			score.White, score.Black = 2*score.White, 2*score.Black
		}
		try(mod, game.TournamentRequest{Act: tournament.Adjudicated, Pairing: p.Number, Score: score, Reason: "so"})
	case n == 5:
		try(mod, game.TournamentRequest{Act: tournament.Paused})
		if rng.IntN(2) == 0 {
			h.pass(time.Duration(rng.IntN(90)) * time.Minute)
		}
	case n == 6, tour.IsPaused() && n > 20:
		try(mod, game.TournamentRequest{Act: tournament.Resumed})
	case n == 7:
		try(mod, game.TournamentRequest{Act: tournament.Paired, Player: pick(), Opponent: pick()})
	case n == 8:
		try(mod, game.TournamentRequest{Act: tournament.Extended, Extension: time.Duration(1+rng.IntN(60)) * time.Minute})
	case n == 9:
		h.nap(time.Duration(rng.IntN(120)) * time.Minute)
	case n == 10:
		try(mod, game.TournamentRequest{Act: tournament.RoundBegan})
	case n == 3:
		try(ann+game.PersonID(rng.IntN(8)), game.TournamentRequest{Act: tournament.Entered})
	case n < 15 || len(games) == 0:
		for _, c := range tour.Challenges() {
			act := tournament.Refused
			if rng.IntN(3) > 0 {
				act = tournament.Accepted
			}
			try(game.PersonOf(c.To), game.TournamentRequest{Act: act, Opponent: game.PersonOf(c.By)})
		}
		try(pick(), game.TournamentRequest{Act: tournament.Challenged, Opponent: pick()})
		h.pass(time.Duration(rng.IntN(20)) * time.Minute)
	default:
		g := games[rng.IntN(len(games))]
		loser := draughts.Side(rng.IntN(2))
		if rng.IntN(4) == 0 || len(g.Opening) > 0 { // before it is underway: a forfeit
			h.resign(g, g.Player(loser))
			return
		}
		h.finish(g, loser)
	}
}
