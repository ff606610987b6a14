package tournament

// berger returns the size of the Berger table for the field: with an odd number of players, the last of
// the table does not exist.
func (t *Tournament) berger() int { return (t.field() + 1) / 2 * 2 }

func (t *Tournament) bergerRounds() int { return max(0, t.berger()-1) * max(1, t.Cycles) }

// pairingsOfEach returns how many pairings each player of a round robin has that count.
func (t *Tournament) pairingsOfEach() int {
	players := 0
	for _, e := range t.entrants {
		if e.Seed > 0 && !e.annulled {
			players++
		}
	}
	return (players - 1) * max(1, t.Cycles)
}

// bergerRound returns the pairs of a round, from 1, of the Berger table for n players, as FIDE publishes it
// (Handbook C.05, annex 1).
func bergerRound(n, round int) [][2]int {
	last := n - 1
	first := (round + 1) / 2 // who meets player n
	pairs := [][2]int{{first, n}}
	if round%2 == 0 {
		first = (n + round) / 2
		pairs = [][2]int{{n, first}}
	}
	for k := 1; k < n/2; k++ {
		pairs = append(pairs, [2]int{(first+k-1)%last + 1, (first-k-1+last)%last + 1})
	}
	return pairs
}

// pairRoundRobin returns the next round of the Berger table. Players whose results do not count are not
// paired. The second cycle has the colours exchanged; so that no player has one colour three times in a
// row, the last two rounds of the first cycle are then exchanged, as FIDE recommends.
func (t *Tournament) pairRoundRobin(uint64) []Pair {
	n := t.berger()
	rounds := n - 1
	round, second := t.rounds%rounds+1, t.rounds >= rounds
	if t.Cycles == 2 && !second && rounds >= 3 && round >= rounds-1 {
		round = 2*rounds - 1 - round
	}
	seeds := t.bySeed()
	var pairs []Pair
	for _, pair := range bergerRound(n, round) {
		if pair[0] >= len(seeds) || pair[1] >= len(seeds) {
			continue
		}
		white, black := seeds[pair[0]], seeds[pair[1]]
		if white == nil || black == nil || white.annulled || black.annulled {
			continue
		}
		if second {
			white, black = black, white
		}
		pairs = append(pairs, Pair{white.Player, black.Player})
	}
	return pairs
}
