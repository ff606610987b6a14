package tournament

import (
	"slices"
	"time"
)

// waveGap is the time from one wave of an arena to the next, in which more players become free.
const waveGap = 5 * time.Second

// free returns the players of an arena who have no game.
func (t *Tournament) free() []*Entrant {
	return slices.DeleteFunc(t.active(), func(e *Entrant) bool { return t.open[e.Player] > 0 })
}

// metLast reports whether two players of an arena were each other's last opponent or the last of one of them.
func (t *Tournament) metLast(a, b PlayerID) bool {
	last := func(a, b PlayerID) bool {
		of := t.of[a]
		return len(of) > 0 && of[len(of)-1].Has(b)
	}
	return last(a, b) || last(b, a)
}

// canMeet reports whether an arena can pair two players, who can be alone.
func (t *Tournament) canMeet(a, b PlayerID, alone bool) bool {
	return (alone || !t.metLast(a, b)) && !t.AreApart(a, b)
}

// ends returns when an arena ends, in the time of the tournament.
func (t *Tournament) ends() time.Time { return t.started.Add(t.Length + t.longer) }

// Ends returns when a running arena ends, if there is no downtime until then; the zero time if that is not known.
func (t *Tournament) Ends() time.Time {
	if !t.format().timed || t.phase != Running || t.paused {
		return time.Time{}
	}
	return t.wall(t.ends())
}

// nextWave returns when an arena pairs players, or its time is up.
func (t *Tournament) nextWave() (Deadline, bool) {
	end := Deadline{Kind: Completed, At: t.ends()}
	if len(t.pairings) >= maxPairings {
		end.At = time.Time{}
		return end, true
	}
	free := t.free()
	alone := len(t.active()) == 2 // so that they can only play each other
	could := len(t.fixed) > 0
	for i := range free {
		for j := range i {
			could = could || t.canMeet(free[i].Player, free[j].Player, alone)
		}
		if could {
			break
		}
	}
	if !could {
		return end, true
	}
	wave := Deadline{Kind: RoundBegan}
	if t.rounds > 0 {
		wave.At = t.began[t.rounds-1].Add(waveGap)
	}
	if wave.At.Before(end.At) {
		return wave, true
	}
	return end, true
}

// pairArena returns the pairs of a wave: players of near ranks who have not just met.
func (t *Tournament) pairArena(lot uint64) []Pair {
	pairs := slices.Clone(t.fixed)
	rank := map[PlayerID]int{}
	for i, s := range t.Standings() {
		rank[s.Player] = i
	}
	alone := len(t.active()) == 2
	all := t.candidates(t.without(t.free()), func(e *Entrant) Points { return -Points(rank[e.Player]) })
	if len(all) < 2 {
		return pairs
	}
	cost := func(a, b *candidate) costs {
		c := t.costOf(a, b, 0)
		if !t.canMeet(a.Player, b.Player, alone) {
			c[repeated] = 1
		}
		return c
	}
	// The player who was left over last time is paired now.
	bye := func(c *candidate) costs {
		var cost costs
		if c.leftOver {
			cost[lopsided] = 1
		}
		return cost
	}
	for i, pair := range matchCandidates(all, cost, bye) {
		if pair[1] != nil && t.canMeet(pair[0].Player, pair[1].Player, alone) {
			pairs = append(pairs, coloured(pair[0], pair[1], (uint64(i)+lot)%2 == 1))
		}
	}
	return pairs
}

// streak returns a player's points in an arena, and whether the next game counts double. A win gives two
// points and a draw one. After two wins in a row, each game counts double, until one is not won. A
// quick draw after another draw gives no point, until the player has won again.
func (t *Tournament) streak(id PlayerID) (points Points, onFire bool) {
	of := slices.DeleteFunc(slices.Clone(t.of[id]), func(p *Pairing) bool { return !p.Over || p.Annulled })
	slices.SortFunc(of, func(a, b *Pairing) int { return a.ended - b.ended })
	won, drew := 0, false
	for _, p := range of {
		factor := Whole(1)
		if won >= 2 {
			factor *= 2
		}
		switch score := p.For(id); {
		case score.White > score.Black:
			points += 2 * factor
			won++
			drew = false
		case score.White > 0 && score.White == score.Black:
			if !score.Quick || !drew {
				points += factor
			}
			won, drew = 0, true
		default:
			won = 0
		}
	}
	return points, won >= 2
}
