package game_test

import (
	"slices"
	"testing"
	"time"

	"doublecorner/game"
)

// established gives people ratings in the club that are not provisional, the highest first.
func (h *fixture) established(people ...game.PersonID) {
	h.t.Helper()
	for i, p := range people {
		h.must(h.store.Update(background, func(tx game.Tx) error {
			return tx.PutLeaderboardEntry(&game.LeaderboardEntry{
				Person: p, Leaderboard: game.Leaderboard{Pool: "american", Place: club},
				Rating: game.Rating{Points: 1900 - 200*float64(i), Deviation: 50, Volatility: .06}, Played: h.now(), Wins: 30,
			})
		}))
	}
}

// Who is ahead at the end of a month is its champion only after ten games of that month against three others, with a rating
// that is not provisional.
func TestChampionOfMonth(t *testing.T) {
	const dan = game.PersonID(104)
	for name, test := range map[string]struct {
		before, against []game.PersonID // whom Ann beats one after the other, in the month before and in this one
		games           int             // in this month
		new             bool            // her rating is
		champions       bool
	}{
		"one game":                   {nil, []game.PersonID{bob}, 1, false, false},
		"one opponent":               {nil, []game.PersonID{bob}, 10, false, false},
		"two opponents":              {nil, []game.PersonID{bob, cid}, 12, false, false},
		"two, another one before":    {[]game.PersonID{dan}, []game.PersonID{bob, cid}, 12, false, false},
		"nine games":                 {nil, []game.PersonID{bob, cid, dan}, 9, false, false},
		"a new rating":               {nil, []game.PersonID{bob, cid, dan}, 10, true, false},
		"ten games, three opponents": {nil, []game.PersonID{bob, cid, dan}, 10, false, true},
		"two of three long before":   {nil, append([]game.PersonID{cid, dan}, slices.Repeat([]game.PersonID{bob}, 21)...), 23, false, true},
	} {
		h := newFixture(t)
		if !test.new {
			h.established(ann)
		}
		for _, p := range test.before {
			h.win(ann, p, american(t))
		}
		h.leap(31 * 24 * time.Hour)
		for i := range test.games {
			h.win(ann, test.against[i%len(test.against)], american(t))
		}
		board := game.Leaderboard{Pool: "american", Place: club, Month: game.MonthOf(h.now())}
		champion, err := h.Champion(background, board)
		h.must(err)
		if (champion == ann) != test.champions || champion != ann && champion != game.Anyone {
			t.Errorf("%s: the champion is %v", name, champion)
		}
	}
}

// If the one who is ahead has not played enough, the next one is the champion who has.
func TestChampionBehindTheFirst(t *testing.T) {
	h := newFixture(t)
	h.established(ann, bob)
	h.win(ann, cid, american(t))
	for i := range 10 {
		h.win(bob, []game.PersonID{cid, 104, 105}[i%3], american(t))
	}
	champion, err := h.Champion(background, game.Leaderboard{Pool: "american", Place: club, Month: game.MonthOf(h.now())})
	if err != nil || champion != bob {
		t.Errorf("the champion is %v, %v", champion, err)
	}
}

// Nobody is the champion of a month with puzzles.
func TestNoChampionOfPuzzles(t *testing.T) {
	h := newFixture(t)
	for i := range 30 {
		h.tries(ann, game.PuzzleID(string(rune('a'+i))), game.PuzzleRight)
	}
	board := game.Leaderboard{Pool: game.PuzzlePool, Place: club, Month: game.MonthOf(h.now())}
	row, _, err := h.Rank(background, ann, board)
	h.must(err)
	champion, err := h.Champion(background, board)
	if err != nil || champion != game.Anyone || row.Rating.IsProvisional() {
		t.Errorf("the champion is %v, who stands at %+v, %v", champion, row, err)
	}
}
