package tournament

import (
	"cmp"
	"math"
	"slices"
)

// A Swiss and an arena pair everybody at once: each pair has costs, one for each rule, and the matching of
// all players with the least costs is the round. A rule counts more than all costs of the rules after it
// together, so that the best pairing is found if there is one:
//
//  1. no pair meets that is forbidden, or meets again, and no player has two byes, or one after a win by forfeit;
//     where all have met, no pair meets again that others have met less often;
//  2. no player has one colour three times more than the other, or three times in a row; then, a bye is for the
//     fewest points that can have it;
//  3. the points of the players differ as little as possible;
//  4. the colours come out even, and alternate;
//  5. no player meets one with more points, or with fewer, twice within three rounds;
//  6. among those with equal points, the upper half meets the lower half, in order if possible, and those who meet
//     players with other points are the nearest to them.
type rule uint8

const (
	repeated rule = iota
	lopsided
	uneven
	colours
	floats
	misplaced
	numRules
)

// The greatest costs of a rule for one pair.
const (
	mostMeetings = 3 // more than where it is least
	mostLopsided = 2 // 1: a bye for too many points
	mostUneven   = 225
	mostColours  = 3
	mostFloats   = 1
	mostShift    = 31 // from where a pair would be in order
	sameHalf     = 32 // which is worse than any shift
)

// mostOf returns the greatest cost of a rule for one of a number of pairs. All pairs of those costs are within maxCost.
func mostOf(r rule, pairs int) int64 {
	if r == repeated && pairs <= maxPairsAgain {
		return mostMeetings*int64(pairs) + 1
	}
	return [...]int64{
		repeated: mostMeetings, lopsided: mostLopsided, uneven: mostUneven, colours: mostColours, floats: mostFloats,
		misplaced: mostShift + sameHalf,
	}[r]
}

// maxPairsAgain is a number of pairs above which nobody has to meet again in maxRounds.
const maxPairsAgain = maxRounds

// costs are the costs of a pair by rule.
type costs [numRules]int64

// total returns the costs as one number, for a round of a number of pairs.
func (c costs) total(pairs int) int64 {
	sum := int64(0)
	for i, cost := range c {
		most := mostOf(rule(i), pairs)
		sum = sum*(most*int64(pairs)+1) + min(cost, most)
	}
	return sum
}

// candidate is a player to be paired.
type candidate struct {
	*Entrant
	met        map[PlayerID]int // how often
	byes       int
	hadWin     bool   // by forfeit
	balance    int    // games with White less those with Black
	colours    []bool // in each game, whether it was White
	preference int    // how much the player needs a colour: White above 0, Black below

	points   Points // in an arena, minus the rank
	bracket  int    // how many have the same points
	position int    // among those, from 0
}

// candidate returns a player with what became of their pairings.
func (t *Tournament) candidate(e *Entrant) *candidate {
	c := &candidate{Entrant: e, met: map[PlayerID]int{}}
	for _, p := range t.of[e.Player] {
		switch {
		case !p.Over || p.WasPlayed() || p.wasOnBoard():
			c.met[p.Opponent(e.Player)]++
			c.colours = append(c.colours, p.White == e.Player)
			if p.White == e.Player {
				c.balance++
			} else {
				c.balance--
			}
		case p.Requested: // which may be followed by any other bye
		case p.IsBye():
			c.byes++
		case p.Winner == e.Player:
			c.hadWin = true
		}
	}
	c.preference = preference(c.balance, c.colours)
	return c
}

// candidates returns players in the order of their points and seeds.
func (t *Tournament) candidates(players []*Entrant, points func(*Entrant) Points) []*candidate {
	all := make([]*candidate, 0, len(players))
	for _, e := range players {
		c := t.candidate(e)
		c.points = points(e)
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.points, a.points), cmp.Compare(a.Seed, b.Seed))
	})
	for from := 0; from < len(all); {
		to := from
		for to < len(all) && all[to].points == all[from].points {
			to++
		}
		for i := from; i < to; i++ {
			all[i].bracket, all[i].position = to-from, i-from
		}
		from = to
	}
	return all
}

// preference returns how much a player needs a colour after some games: White above 0, Black below.
func preference(balance int, colours []bool) int {
	n := len(colours)
	white := func(i int) bool { return colours[n-1-i] }
	switch {
	case balance <= -2, n >= 2 && !white(0) && !white(1):
		return 3
	case balance >= 2, n >= 2 && white(0) && white(1):
		return -3
	case balance != 0:
		return -2 * balance
	case n > 0 && white(0):
		return -1
	case n > 0:
		return 1
	}
	return 0
}

// costOf returns the costs of a pair whose first player has more points or the better seed, besides those of meeting
// again. Colours do not count if both players have both.
func (t *Tournament) costOf(a, b *candidate, round int) costs {
	var c costs
	difference := min(int64(a.points-b.points), 15)
	c[uneven] = difference * difference
	if p, q := a.preference, b.preference; t.games() == 1 && p*q > 0 {
		switch min(max(p, -p), max(q, -q)) {
		case 3:
			c[lopsided] = mostLopsided
		case 2:
			c[colours] = mostColours
		default:
			c[colours] = 1
		}
	}
	if difference == 0 {
		c[misplaced] = min(abs(int64(b.position-a.position)-int64(a.bracket/2)), mostShift)
		if a.half() == b.half() {
			c[misplaced] += sameHalf
		}
		return c
	}
	if a.down > 0 && round-a.down <= 2 || b.up > 0 && round-b.up <= 2 {
		c[floats] = 1
	}
	c[misplaced] = min(int64(a.bracket-1-a.position+b.position), mostShift)
	return c
}

// half returns in which half of those with the same points a player is; 0 in the middle between both.
func (c *candidate) half() int { return cmp.Compare(2*c.position+1, c.bracket) }

func abs(n int64) int64 { return max(n, -n) }

// coloured returns a pair with its colours. The player who needs a colour more gets it; else the colours change since
// they last differed; else the first player, who has more points or the better seed, gets what they like, or Black if
// the lot says so.
func coloured(a, b *candidate, blackByLot bool) Pair {
	if getsBlack(a, b, blackByLot) {
		return Pair{b.Player, a.Player}
	}
	return Pair{a.Player, b.Player}
}

// getsBlack reports whether the first of two players gets Black.
func getsBlack(a, b *candidate, blackByLot bool) bool {
	switch p, q := a.preference, b.preference; {
	case p == 0 && q == 0:
		return blackByLot
	case max(p, -p) > max(q, -q):
		return p < 0
	case max(p, -p) < max(q, -q):
		return q > 0
	case p*q < 0:
		return p < 0
	case a.balance != b.balance:
		return a.balance > b.balance
	}
	for i, j := len(a.colours)-1, len(b.colours)-1; i >= 0 && j >= 0; i, j = i-1, j-1 {
		if a.colours[i] != b.colours[j] {
			return a.colours[i]
		}
	}
	return a.preference < 0
}

// matchCandidates returns the pairs with the least costs, in the order of the candidates. With an odd number of
// them, the last pair is a bye, without a second player.
func matchCandidates(all []*candidate, cost func(a, b *candidate) costs, bye func(*candidate) costs) [][2]*candidate {
	n := (len(all) + 1) / 2 * 2
	partner := cheapestMatching(n, func(i, j int) int64 {
		i, j = min(i, j), max(i, j)
		if j == len(all) {
			return bye(all[i]).total(n / 2)
		}
		return cost(all[i], all[j]).total(n / 2)
	})
	var pairs [][2]*candidate
	var alone *candidate
	for i, j := range partner {
		switch {
		case i < j && j == len(all):
			alone = all[i]
		case i < j:
			pairs = append(pairs, [2]*candidate{all[i], all[j]})
		}
	}
	if alone != nil {
		pairs = append(pairs, [2]*candidate{alone})
	}
	return pairs
}

// without returns the players whom the director has not paired by hand.
func (t *Tournament) without(players []*Entrant) []*Entrant {
	return slices.DeleteFunc(players, func(e *Entrant) bool {
		return slices.ContainsFunc(t.fixed, func(p Pair) bool { return p.Has(e.Player) })
	})
}

// pairSwiss returns the next round: the pairs that the director has made, and then the best for
// the others.
func (t *Tournament) pairSwiss(lot uint64) []Pair {
	if len(t.active()) < 2 {
		return nil
	}
	pairs := slices.Clone(t.fixed)
	all := t.candidates(t.attending(t.without(t.active())), func(e *Entrant) Points { return t.pointsOf(e.Player) })
	if len(all) == 0 {
		return pairs
	}
	meetings, rests, lowest := fewest(all)
	cost := func(a, b *candidate) costs {
		c := t.costOf(a, b, t.rounds+1)
		if c[repeated] = min(int64(a.met[b.Player]-meetings), mostMeetings); t.AreApart(a.Player, b.Player) {
			c[repeated] = math.MaxInt64 // which is worse than that all others meet again
		}
		return c
	}
	bye := func(c *candidate) (cost costs) {
		cost[repeated] = min(int64(c.rests()-rests), mostMeetings)
		if difference := min(abs(int64(c.points-lowest)), 15); difference > 0 {
			cost[lopsided], cost[uneven] = 1, difference*difference
		}
		cost[misplaced] = min(int64(c.bracket-1-c.position), mostShift)
		return cost
	}
	for i, pair := range matchCandidates(all, cost, bye) {
		if pair[1] == nil {
			pairs = append(pairs, Pair{White: pair[0].Player})
		} else {
			pairs = append(pairs, coloured(pair[0], pair[1], (uint64(i)+lot)%2 == 1))
		}
	}
	return pairs
}

// rests returns how often a player had points without a game: a bye counts for two, because those who won by forfeit have
// at least been paired.
func (c *candidate) rests() int {
	if c.hadWin {
		return 2*c.byes + 1
	}
	return 2 * c.byes
}

// fewest returns how often those have met who have met least often, and the fewest rests, with the fewest points of those
// who had them.
func fewest(all []*candidate) (meetings, rests int, points Points) {
	meetings, rests = math.MaxInt, math.MaxInt
	for i, a := range all {
		for _, b := range all[:i] {
			meetings = min(meetings, a.met[b.Player])
		}
		if n := a.rests(); n <= rests { // the last ones have the fewest points
			rests, points = n, a.points
		}
	}
	return meetings, rests, points
}

// float notes that the players of a new pairing do not have the same points.
func (t *Tournament) float(p *Pairing) {
	white, black := t.byID[p.White], t.byID[p.Black]
	if black == nil {
		white.down = p.Round
		return
	}
	switch a, b := t.pointsOf(p.White), t.pointsOf(p.Black); {
	case a > b:
		white.down, black.up = p.Round, p.Round
	case a < b:
		white.up, black.down = p.Round, p.Round
	}
}
