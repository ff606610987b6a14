package game_test

import (
	"math"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// underway begins a game between two people, in which both then make two moves.
func (h *fixture) underway(from, to game.PersonID, terms game.Terms) *game.Game {
	h.t.Helper()
	g := h.begin(from, to, terms)
	for range 4 {
		g = h.play(g, first(h.t, g))
	}
	return g
}

// first returns the first legal move.
func first(t testing.TB, g *game.Game) string {
	t.Helper()
	history, err := g.History()
	must(t, err)
	p := history.Position()
	return p.Full(p.Moves()[0], p.Variant().Rules().Board.Notation)
}

// win lets one person beat another.
func (h *fixture) win(winner, loser game.PersonID, terms game.Terms) *game.Game {
	h.t.Helper()
	g := h.underway(winner, loser, terms)
	return h.resign(g, loser)
}

func TestRatingChangesComeWithTheResult(t *testing.T) {
	h := newFixture(t)
	g := h.win(ann, bob, american(t))
	result, _ := g.Result()
	for _, side := range draughts.Sides {
		changes := result.Changes[side]
		if len(changes) != 2 || changes[0].Place != club || changes[1].Place != game.Everywhere {
			t.Fatalf("%v's changes are %+v", side, changes)
		}
		if changes[0].Before != game.InitialRating || changes[0].After != changes[1].After {
			t.Errorf("%v's changes are %+v", side, changes)
		}
	}
	// Ann has Black.
	won, lost := result.Changes[draughts.Black][0].After, result.Changes[draughts.White][0].After
	if won.Points <= 1500 || math.Abs(won.Points+lost.Points-3000) > 1e-6 || !won.IsProvisional() {
		t.Errorf("ratings are %+v and %+v", won, lost)
	}
	friendly := american(t)
	friendly.Rated = false
	g = h.win(ann, bob, friendly)
	if result, _ := g.Result(); result.Weight != 0 || result.Changes[0] != nil {
		t.Errorf("a friendly game counted: %+v", result)
	}
}

// The same two people's games after the fifth within a day count less.
func TestFarming(t *testing.T) {
	h := newFixture(t)
	weight := func() float64 {
		result, _ := h.win(ann, bob, american(t)).Result()
		return result.Weight
	}
	for i, want := range []float64{1, 1, 1, 1, 1, 0.5, 0.25} {
		h.leap(time.Minute)
		if got := weight(); got != want {
			t.Errorf("game %d weighs %v, want %v", i+1, got, want)
		}
	}
	result, _ := h.win(cid, ann, american(t)).Result()
	if result.Weight != 1 {
		t.Errorf("a game with someone else weighs %v", result.Weight)
	}
	h.leap(23*time.Hour + 50*time.Minute)
	if got := weight(); got >= 0.25 {
		t.Errorf("a game on the same day weighs %v", got)
	}
	h.leap(24 * time.Hour)
	if got := weight(); got != 1 {
		t.Errorf("a game of the next day weighs %v", got)
	}
	h.inOrder()
}

// Games of a lower weight change ratings less.
func TestFarmingWinsLittle(t *testing.T) {
	h := newFixture(t)
	var gains []float64
	for range 8 {
		result, _ := h.win(ann, bob, american(t)).Result()
		change := result.Changes[draughts.Black][0] // Ann has Black
		gains = append(gains, change.After.Points-change.Before.Points)
	}
	for i := 6; i < 8; i++ {
		if gains[i] > 0.6*gains[i-1] {
			t.Errorf("a farmed game gains %v after %v", gains[i], gains[i-1])
		}
	}
}

// A streak is of wins or of losses, and a draw ends it.
func TestStreak(t *testing.T) {
	h := newFixture(t)
	draw := func() {
		h.propose(h.underway(ann, bob, american(t)), game.OfferDraw, ann, bob)
	}
	for i, step := range []struct {
		result byte
		streak int
	}{{'w', 1}, {'w', 2}, {'l', -1}, {'l', -2}, {'w', 1}, {'=', 0}, {'l', -1}, {'=', 0}, {'w', 1}} {
		h.leap(25 * time.Hour)
		switch step.result {
		case 'w':
			h.win(ann, bob, american(t))
		case 'l':
			h.win(bob, ann, american(t))
		default:
			draw()
		}
		for p, want := range map[game.PersonID]int{ann: step.streak, bob: -step.streak} {
			if row, _, err := h.Rank(background, p, game.Leaderboard{Pool: "american", Place: club}); err != nil || row.Streak != want {
				t.Errorf("after game %d the streak of %v is %d, want %d; %v", i+1, p, row.Streak, want, err)
			}
		}
	}
	h.inOrder()
}

// A game counts in the month in which it ends, by the calendar of Greenwich.
func TestMonths(t *testing.T) {
	east := time.FixedZone("east", 10*60*60)
	for at, want := range map[time.Time]string{
		time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC):                 "2026-01",
		time.Date(2025, time.December, 31, 23, 59, 59, 0, time.UTC):            "2025-12",
		time.Date(2026, time.April, 1, 9, 59, 0, 0, east):                      "2026-03",
		time.Date(2026, time.April, 1, 10, 0, 0, 0, east):                      "2026-04",
		time.Date(2026, time.February, 28, 23, 0, 0, 0, time.UTC):              "2026-02",
		time.Date(2026, time.February, 28, 23, 0, 0, 1, east).AddDate(0, 0, 1): "2026-03",
	} {
		if got := game.MonthOf(at).String(); got != want {
			t.Errorf("%v is in %s, want %s", at, got, want)
		}
	}

	h := newFixture(t)
	g := h.underway(ann, bob, days(t, 30))
	end := time.Date(2026, time.April, 1, 0, 0, 0, 0, time.UTC)
	h.leap(end.Add(-time.Millisecond).Sub(h.now()))
	h.win(ann, bob, american(t))
	h.leap(time.Millisecond)
	h.resign(g, ann)
	for month, streak := range map[game.Month]int{game.MonthOf(end) - 1: 1, game.MonthOf(end): -1} {
		row, _, err := h.Rank(background, ann, game.Leaderboard{Pool: "american", Place: club, Month: month})
		if row.Rank == 0 || row.Games() != 1 || row.Streak != streak || err != nil {
			t.Errorf("in %v Ann stands at %+v, %v", month, row, err)
		}
	}
	h.inOrder()
}

// The deviation of an absent player grows before the next game, and changes its effect.
func TestIdleOpponent(t *testing.T) {
	gain := func(idle time.Duration) float64 {
		h := newFixture(t)
		for i := range 20 {
			h.win(bob, game.PersonID(400+i), american(t))
			h.win(game.PersonID(400+i), bob, american(t))
			h.leap(time.Hour)
		}
		h.leap(idle)
		result, _ := h.win(ann, bob, american(t)).Result()
		h.inOrder()
		change := result.Changes[draughts.Black][1]
		return change.After.Points - change.Before.Points
	}
	if soon, late := gain(time.Hour), gain(5*365*24*time.Hour); math.Abs(late-soon) < 1 {
		t.Errorf("beating a player who was away for years gains %v, and beating them sooner: %v", late, soon)
	}
}

func TestLeaderboard(t *testing.T) {
	h := newFixture(t)
	// Four people play; each beats all before.
	people := []game.PersonID{201, 202, 203, 204}
	for range 4 {
		for i := range people {
			for j := range i {
				h.win(people[i], people[j], american(t))
				h.leap(25 * time.Hour)
			}
		}
	}
	board := game.Leaderboard{Pool: "american", Place: club}
	rows, err := h.Leaderboard(background, board, "", 3)
	h.must(err)
	if rows.Total != 4 || len(rows.Items) != 3 || rows.Next == "" {
		t.Fatalf("the page has %d of %d", len(rows.Items), rows.Total)
	}
	for i, row := range rows.Items {
		if row.Person != people[3-i] || row.Rank != i+1 || row.Games() != 12 {
			t.Errorf("line %d is %v, rank %d, %d games", i+1, row.Person, row.Rank, row.Games())
		}
	}
	if top := rows.Items[0]; top.Wins != 12 || top.Streak != 12 {
		t.Errorf("the first line is %+v", top)
	}
	more, err := h.Leaderboard(background, board, rows.Next, 3)
	h.must(err)
	if len(more.Items) != 1 || more.Items[0].Person != people[0] || more.Items[0].Rank != 4 || more.Items[0].Streak >= 0 || more.Next != "" {
		t.Errorf("the last page is %+v", more)
	}
	row, total, err := h.Rank(background, people[1], board)
	h.must(err)
	if row.Rank != 3 || total != 4 {
		t.Errorf("the own line is rank %d of %d", row.Rank, total)
	}
	if row, _, _ := h.Rank(background, ann, board); row.Rank > 0 {
		t.Error("a player who has not played has a rank")
	}

	// Everywhere, this month, and not elsewhere.
	for board, want := range map[game.Leaderboard]int{
		{Pool: "american"}:                                                          0, // all are provisional
		{Pool: "american", Place: other}:                                            0,
		{Pool: "russian", Place: club}:                                              0,
		{Pool: "american", Place: club, Month: game.MonthOf(noon)}:                  4,
		{Pool: "american", Place: club, Month: game.MonthOf(noon.AddDate(0, 1, 0))}: 2,
		{Pool: "american", Place: club, Month: game.MonthOf(noon) - 1}:              0,
		{Pool: "american", Place: other, Month: game.MonthOf(noon)}:                 0,
		{Pool: "american-misere", Place: club, Month: game.MonthOf(noon)}:           0,
	} {
		rows, err := h.Leaderboard(background, board, "", 10)
		h.must(err)
		if len(rows.Items) != want && want != 2 || want == 2 && len(rows.Items) == 0 {
			t.Errorf("%+v has %d lines, want %d", board, len(rows.Items), want)
		}
	}

	profile, err := h.Profile(background, people[3], club)
	h.must(err)
	if len(profile.Entries) != 1 || profile.Entries[0].Leaderboard != board || profile.Entries[0].Rank != 1 {
		t.Errorf("the profile is %+v", profile)
	}
	if profile.Running != 0 {
		t.Errorf("%d games are being played", profile.Running)
	}
	h.begin(people[3], ann, american(t))
	elsewhere := game.ChallengeRequest{Request: h.by(people[3]), To: ann, Terms: american(t)}
	elsewhere.Place = other
	made, err := h.Challenge(background, elsewhere)
	h.must(err)
	begun, err := h.Accept(background, game.ReplyRequest{Request: h.by(ann), Challenge: made.Challenge.ID})
	h.must(err)
	h.resign(begun.Game, ann)
	elsewhere.ID = "another elsewhere"
	made, err = h.Challenge(background, elsewhere)
	h.must(err)
	_, err = h.Accept(background, game.ReplyRequest{Request: h.by(ann), Challenge: made.Challenge.ID})
	h.must(err)
	profile, err = h.Profile(background, people[3], club)
	h.must(err)
	if profile.Running != 1 {
		t.Errorf("%d games are being played here", profile.Running)
	}
	points, err := h.RatingHistory(background, people[3], "american", club, 5)
	h.must(err)
	if len(points) != 5 || points[0].Rating != rows.Items[0].Rating || points[0].At.Before(points[4].At) {
		t.Errorf("the rating history is %+v", points)
	}

	// A page without entries still says how many there are.
	h.erase(people[0])
	if gone, err := h.Leaderboard(background, board, rows.Next, 3); err != nil || len(gone.Items) != 0 || gone.Total != 3 {
		t.Errorf("the page is %+v, %v", gone, err)
	}
	h.inOrder()
}

// Entries with the same key have the same rank.
func TestEqualRanks(t *testing.T) {
	h := newFixture(t)
	for i := game.PersonID(300); i < 310; i += 2 {
		h.win(i, i+1, american(t))
	}
	rows, err := h.Leaderboard(background, game.Leaderboard{Pool: "american", Place: club}, "", 20)
	h.must(err)
	for i, row := range rows.Items {
		want := 1
		if i >= 5 {
			want = 6
		}
		if row.Rank != want {
			t.Errorf("line %d has rank %d, want %d", i+1, row.Rank, want)
		}
	}
}

func TestHeadToHead(t *testing.T) {
	h := newFixture(t)
	h.win(ann, bob, american(t))
	h.win(ann, bob, american(t))
	friendly := american(t)
	friendly.Rated, friendly.Variant = false, rules(t, "russian")
	h.win(bob, ann, friendly)
	h.win(ann, cid, american(t))
	h.propose(h.begin(ann, bob, american(t)), game.OfferAbort, ann)
	q := game.ChallengeRequest{Request: h.by(ann), To: bob, Terms: american(t)}
	q.Place = other
	made, err := h.Challenge(background, q)
	h.must(err)
	begun, err := h.Accept(background, game.ReplyRequest{Request: h.by(bob), Challenge: made.Challenge.ID})
	h.must(err)
	h.play(begun.Game, american4...)
	resigned := game.GameRequest{Request: h.by(bob), Game: begun.Game.ID, Ply: 4}
	_, err = h.Resign(background, resigned)
	h.must(err)

	for _, pair := range [][2]game.PersonID{{ann, bob}, {bob, ann}} {
		scores, err := h.HeadToHead(background, pair[0], pair[1], club)
		h.must(err)
		total := map[game.Pool]game.Score{}
		for _, s := range scores {
			total[s.Pool] = s
		}
		wins, losses := total["american"].Wins, total["american"].Losses
		if pair[0] == bob {
			wins, losses = losses, wins
		}
		if len(scores) != 2 || wins != 2 || losses != 0 || total["russian"].Draws != 0 {
			t.Errorf("between %v the score is %+v", pair, scores)
		}
	}
	for place, want := range map[game.PlaceID]int{game.Everywhere: 5, club: 4, other: 1} {
		if games := h.listed(game.FinishedGamesBetween(bob, ann).In(place)); len(games) != want {
			t.Errorf("%d games between them in %v, want %d", len(games), place, want)
		}
	}
	scores, err := h.HeadToHead(background, ann, bob, other)
	h.must(err)
	if len(scores) != 1 || scores[0].Wins != 1 || scores[0].Losses != 0 {
		t.Errorf("the score in the other place is %+v", scores)
	}
}
