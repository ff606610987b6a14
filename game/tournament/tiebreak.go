package tournament

import (
	"math"
	"slices"
)

// Tiebreak names a way to order players of equal points.
type Tiebreak uint8

const (
	DirectEncounter Tiebreak = iota // the points from the games among those who are equal
	Wins                            // the number of games won over the board
	SonnebornBerger                 // each opponent's points, times what the player won against them
	Buchholz                        // the points of all opponents together; FMJD calls it Solkoff
	BuchholzCut1                    // the same without the lowest; FMJD's truncated Solkoff
	MedianBuchholz                  // the same without the lowest and the highest
	Progressive                     // the points after each round, added up
	Koya                            // the points against those who have half of all points or more
	AverageRating                   // of the opponents
	Performance                     // the rating by which the points could be expected
)

func (b Tiebreak) String() string {
	return word(b, "direct encounter", "wins", "Sonneborn-Berger", "Buchholz", "Buchholz cut 1", "median Buchholz",
		"progressive", "Koya", "average rating of opponents", "performance")
}

// tiebreaks holds how the values of a player are computed, by the FIDE Handbook, C.07, and its codes for them.
// DirectEncounter has no value: it depends on who is equal.
var tiebreaks = [...]struct {
	code  string
	value func(*scores, *Entrant) float64
	arena bool // it fits an arena, which has no rounds
}{
	DirectEncounter: {"DE", nil, true},
	Wins:            {"WON", func(s *scores, e *Entrant) float64 { return float64(s.lines[e.Player].Wins) }, true},
	SonnebornBerger: {"SB", (*scores).sonnebornBerger, false},
	Buchholz:        {"BH", func(s *scores, e *Entrant) float64 { return s.buchholz(e, 0, 0) }, false},
	BuchholzCut1:    {"BH/C1", func(s *scores, e *Entrant) float64 { return s.buchholz(e, 1, 0) }, false},
	MedianBuchholz:  {"BH/M1", func(s *scores, e *Entrant) float64 { return s.buchholz(e, 1, 1) }, false},
	Progressive:     {"PS", (*scores).progressive, false},
	Koya:            {"KS", (*scores).koya, false},
	AverageRating:   {"ARO", (*scores).averageRating, true},
	Performance:     {"TPR", (*scores).performance, true},
}

// scores computes standings.
type scores struct {
	*Tournament
	lines map[PlayerID]*Standing
}

// adjusted returns the points of a player as they count for their opponents: in a Swiss, the rounds in which the player was
// not paired count as draws, if they only forfeited games after that (C.07, 16.3).
func (s *scores) adjusted(id PlayerID) float64 {
	points := s.lines[id].Points.Float()
	if s.Format != Swiss || len(s.of[id]) == 0 {
		return points
	}
	away := s.rounds
	for _, p := range slices.Backward(s.of[id]) {
		if p.Requested { // which counts as a draw, too, unless the player was paired later
			points -= p.Score.White.Float()
			continue
		}
		if !p.Over || !p.Score.Forfeit || p.For(id).White > 0 {
			away -= p.Round
			break
		}
		away-- // the player was paired
	}
	return points + float64(away)*s.most().Float()/2
}

// contribution is what a round contributes to the tie-breaks of a player.
type contribution struct {
	points  float64 // of the opponent
	share   float64 // of the points of the pairing, which the player won
	skipped bool    // the player did not play, and gave the round away
}

// contributions returns what the rounds contribute to a player's tie-breaks. In a Swiss, a round without a game
// counts as one against an opponent with the player's own points, but no more than the opponent who forfeited or won by that
// has, or than half of all points where there was none (C.07, 16.4, since March 2026).
func (s *scores) contributions(e *Entrant) []contribution {
	own := s.lines[e.Player].Points.Float()
	alone := min(own, float64(s.rounds)*s.most().Float()/2)
	var all []contribution
	for _, p := range s.of[e.Player] {
		if !p.Over || p.Annulled {
			continue
		}
		c := contribution{share: p.For(e.Player).White.Float() / s.most().Float()}
		unplayed := s.Format == Swiss && p.Score.Forfeit
		switch {
		case p.Requested:
			c.points, c.skipped = alone, true
		case unplayed && (p.IsBye() || p.Winner == "" && c.share > 0): // a draw that was not played is a bye of both
			c.points = alone
		case unplayed:
			c.points, c.skipped = min(own, s.adjusted(p.Opponent(e.Player))), c.share == 0
		default:
			c.points = s.adjusted(p.Opponent(e.Player))
		}
		all = append(all, c)
	}
	if s.Format == Swiss {
		for range s.rounds - len(s.of[e.Player]) {
			all = append(all, contribution{points: alone, skipped: true})
		}
	}
	return all
}

// buchholz leaves out the lowest contribution and the highest. Instead of the lowest, it leaves out a round that the
// player gave away (C.07, 16.5).
func (s *scores) buchholz(e *Entrant, lowest, highest int) float64 {
	all := s.contributions(e)
	slices.SortStableFunc(all, func(a, b contribution) int { return compare(a.points, b.points) })
	if i := slices.IndexFunc(all, func(c contribution) bool { return c.skipped }); lowest > 0 && i >= 0 {
		all[0], all[i] = all[i], all[0]
		slices.SortFunc(all[1:], func(a, b contribution) int { return compare(a.points, b.points) })
	}
	if len(all) <= lowest+highest {
		return 0
	}
	total := 0.0
	for _, c := range all[lowest : len(all)-highest] {
		total += c.points
	}
	return total
}

func (s *scores) sonnebornBerger(e *Entrant) float64 {
	total := 0.0
	for _, c := range s.contributions(e) {
		total += c.points * c.share
	}
	return total
}

func (s *scores) progressive(e *Entrant) float64 {
	total := 0.0
	for _, p := range s.of[e.Player] {
		if p.Over && !p.Annulled {
			total += p.For(e.Player).White.Float() * float64(s.rounds-p.Round+1)
		}
	}
	return total
}

func (s *scores) koya(e *Entrant) float64 {
	rounds := s.TotalRounds()
	if s.Format == RoundRobin {
		rounds = s.pairingsOfEach()
	} else if s.phase >= Provisional {
		rounds = s.rounds
	}
	half := float64(rounds) * s.most().Float() / 2
	total := 0.0
	for _, p := range s.of[e.Player] {
		if p.Over && !p.Annulled && !p.IsBye() && s.lines[p.Opponent(e.Player)].Points.Float() >= half {
			total += p.For(e.Player).White.Float()
		}
	}
	return total
}

// met returns the ratings of the opponents of games that were played, and what share of the points was won.
func (s *scores) met(e *Entrant) (ratings []float64, share float64) {
	for _, p := range s.of[e.Player] {
		if p.WasPlayed() {
			ratings = append(ratings, float64(s.byID[p.Opponent(e.Player)].Rating))
			share += p.For(e.Player).White.Float() / s.most().Float()
		}
	}
	return ratings, share / max(1, float64(len(ratings)))
}

func (s *scores) averageRating(e *Entrant) float64 {
	ratings, _ := s.met(e)
	return math.Round(sum(ratings) / max(1, float64(len(ratings))))
}

// differences are the rating differences that let expect 50, 51 and so on to 100 of 100 points: table 8.1.1 of the FIDE
// Handbook, B.02.
var differences = [...]float64{
	0, 7, 14, 21, 29, 36, 43, 50, 57, 65,
	72, 80, 87, 95, 102, 110, 117, 125, 133, 141,
	149, 158, 166, 175, 184, 193, 202, 211, 220, 230,
	240, 251, 262, 273, 284, 296, 309, 322, 336, 351,
	366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
}

// performance returns the average rating of the opponents, and the difference that the points let expect.
func (s *scores) performance(e *Entrant) float64 {
	ratings, share := s.met(e)
	if len(ratings) == 0 {
		return 0
	}
	percent := int(math.Round(100 * share))
	if percent < 50 {
		return s.averageRating(e) - differences[50-percent]
	}
	return s.averageRating(e) + differences[percent-50]
}

func sum(values []float64) float64 {
	total := 0.0
	for _, v := range values {
		total += v
	}
	return total
}

// directEncounter returns the points that each of some equal players won against the others, of several pairings of the same
// two the average. If not all of them have met, the points count only of those who come first in turn whatever the missing games would have brought, and the
// others are compared among themselves (C.07, 6).
func (s *scores) directEncounter(equal []*Standing) map[PlayerID]float64 {
	values, most, missing := map[PlayerID]float64{}, map[PlayerID]float64{}, false
	for _, line := range equal {
		values[line.Player] = 0
	}
	for id := range values {
		met := map[PlayerID][]float64{}
		for _, p := range s.of[id] {
			opponent := p.Opponent(id)
			if _, isEqual := values[opponent]; isEqual && p.Over && !p.Annulled && (s.Format == RoundRobin || p.WasPlayed()) {
				met[opponent] = append(met[opponent], p.For(id).White.Float())
			}
		}
		for _, line := range equal {
			values[id] += sum(met[line.Player]) / max(1, float64(len(met[line.Player])))
		}
		if most[id] = values[id]; s.Format != RoundRobin && len(met) < len(equal)-1 {
			most[id] += float64(len(equal)-1-len(met)) * s.most().Float()
			missing = true
		}
	}
	if !missing {
		return values
	}
	order := slices.Clone(equal)
	slices.SortFunc(order, func(a, b *Standing) int { return -compare(values[a.Player], values[b.Player]) })
	for i, line := range order {
		if !slices.ContainsFunc(order[i+1:], func(other *Standing) bool { return compare(most[other.Player], values[line.Player]) >= 0 }) {
			continue
		}
		if i == 0 {
			return nil
		}
		rest := s.directEncounter(order[i:])
		for _, other := range order[i:] {
			values[other.Player] = rest[other.Player]
		}
		break
	}
	return values
}

func compare(a, b float64) int {
	switch {
	case a < b-1e-9:
		return -1
	case a > b+1e-9:
		return 1
	}
	return 0
}
