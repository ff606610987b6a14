package tournament

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// favourites plays rounds of a Swiss in which the better seed wins, and returns each round with White first.
func favourites(t *testing.T, players, rounds int) (paired []string) {
	t.Helper()
	tour := Restore(Declaration{Format: Swiss, Rounds: rounds}, nil)
	for i := range players {
		do(t, tour, Event{Kind: Entered, Player: PlayerID('A' + rune(i)), Rating: 2000 - i})
	}
	do(t, tour, Event{Kind: Started, By: "director"})
	for range rounds {
		do(t, tour, Event{Kind: RoundBegan, By: "director", Lot: 1})
		text := ""
		for _, p := range tour.Pairings(tour.Round()) {
			white, black := tour.Entrant(p.White).Seed, tour.Entrant(p.Black).Seed
			text += fmt.Sprintf("%d-%d ", white, black)
			score := WhiteWins
			if black < white {
				score = BlackWins
			}
			do(t, tour, Event{Kind: GameBegan, Pairing: p.Number, Game: "g"})
			do(t, tour, Event{Kind: GameEnded, Pairing: p.Number, Score: score})
		}
		paired = append(paired, text)
	}
	return paired
}

// Within equal points the upper half meets the lower half. These rounds are those of FIDE's Dutch system, too.
func TestHalves(t *testing.T) {
	for players, want := range map[int][]string{
		8:  {"5-1 2-6 7-3 4-8 ", "1-4 3-2 8-5 6-7 ", "2-1 5-3 4-6 7-8 ", "1-3 4-2 7-5 6-8 "},
		10: {"6-1 2-7 8-3 4-9 10-5 ", "1-4 3-2 5-6 7-10 9-8 "},
		12: {"7-1 2-8 9-3 4-10 11-5 6-12 ", "1-4 5-2 3-6 10-7 8-11 12-9 ", "2-1 4-3 7-5 6-8 9-10 11-12 "},
	} {
		for i, got := range favourites(t, players, len(want)) {
			if got != want[i] {
				t.Errorf("round %d of %d players is %s, want %s", i+1, players, got, want[i])
			}
		}
	}
}

// sums count what the rounds of a Swiss gave up.
type sums struct {
	pairs    int
	sameHalf int // pairs of the same half of those with the same points
	denied   int // players who wanted the other color
	unequal  int // pairs with different points
	byes     int
	highByes int // to more points than somebody had who could have it
}

// add counts the pairs of a round that the tournament before it has made.
func (s *sums) add(before *Tournament, pairs []Pair) {
	of, lowest := map[PlayerID]*candidate{}, Points(math.MaxInt)
	for _, c := range before.candidates(before.active(), func(e *Entrant) Points { return before.pointsOf(e.Player) }) {
		of[c.Player] = c
		if c.rests() == 0 {
			lowest = min(lowest, c.points)
		}
	}
	for _, p := range pairs {
		white, black := of[p.White], of[p.Black]
		if black == nil {
			s.byes++
			if white.points > lowest {
				s.highByes++
			}
			continue
		}
		s.pairs++
		if white.preference < 0 {
			s.denied++
		}
		if black.preference > 0 {
			s.denied++
		}
		switch {
		case white.points != black.points:
			s.unequal++
		case white.half()*black.half() > 0:
			s.sameHalf++
		}
	}
}

// playClub plays a Swiss as clubs have them, in which the better player mostly wins. The rounds are those that pair
// returns.
func (s *sums) playClub(t *testing.T, seed uint64, pair func(*Tournament) []Pair) {
	rng := rand.New(rand.NewPCG(seed, 7))
	players := 8 + rng.IntN(33)
	d := Declaration{Format: Swiss, Rounds: 5}
	if players > 16 {
		d.Rounds = 7
	}
	tour := Restore(d, nil)
	rating := map[PlayerID]float64{}
	for i := range players {
		id := PlayerID(fmt.Sprint(i))
		rating[id] = 1500 + 250*rng.NormFloat64()
		do(t, tour, Event{Kind: Entered, Player: id, Rating: int(rating[id])})
	}
	do(t, tour, Event{Kind: Started, By: "director"})
	for range d.Rounds {
		pairs := pair(tour)
		s.add(tour, pairs)
		do(t, tour, Event{Kind: RoundBegan, Pairs: pairs})
		for _, p := range tour.Waiting() {
			score := WhiteWins
			if chance := rng.Float64(); chance < .15 {
				score = Draw
			} else if rng.Float64() > 1/(1+math.Pow(10, (rating[p.Black]-rating[p.White])/400)) {
				score = BlackWins
			}
			do(t, tour, Event{Kind: GameBegan, Pairing: p.Number, Game: "g"})
			do(t, tour, Event{Kind: GameEnded, Pairing: p.Number, Score: score})
		}
	}
}

// Two hundred tournaments of a club. From the same games before, bbpPairings 6, which FIDE has endorsed, pairs 857 times
// within a half, denies 3258 colors, pairs 3448 times with different points, and has no high bye.
func TestClub(t *testing.T) {
	var got sums
	for seed := range uint64(200) {
		got.playClub(t, seed, func(tour *Tournament) []Pair { return tour.pairSwiss(0) })
	}
	if want := (sums{pairs: 16467, sameHalf: 455, denied: 3175, unequal: 3458, byes: 660}); got != want {
		t.Errorf("the sums are %+v, want %+v", got, want)
	}
}

// Where there are more rounds than opponents, all pairs meet equally often, and everybody has equally many byes.
func TestRematches(t *testing.T) {
	for players := 3; players <= 5; players++ { // more can be left with rounds that have no other pairs
		all := (players + 1) / 2 * 2 // with the bye
		tour := begun(t, Declaration{Format: Swiss, Rounds: 3 * (all - 1)}, players)
		for tour.Phase() == Running {
			drawAll(t, tour)
		}
		met := map[[2]PlayerID]int{}
		for _, p := range tour.Pairings(0) {
			met[[2]PlayerID{min(p.White, p.Black), max(p.White, p.Black)}]++
		}
		for pair, n := range met {
			if n != 3 {
				t.Errorf("of %d players, %q met %d times", players, pair, n)
			}
		}
	}
}

// The costs of a round of any size are within what a matching can have.
func TestCostsOfRounds(t *testing.T) {
	for pairs := 1; pairs <= MaxPlayers/2; pairs++ {
		product := 1.0
		for r := range numRules {
			product *= float64(mostOf(r, pairs)*int64(pairs) + 1)
		}
		if product > maxCost {
			t.Errorf("those of %d pairs are up to %.2g", pairs, product)
		}
	}
}
