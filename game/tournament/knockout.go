package tournament

import (
	"math/bits"
)

// Meeting is a place of a knockout's bracket: two players, as far as they are known, and their
// pairing once it has begun.
type Meeting struct {
	Round, Board int // from 1
	Pair             // empty ids for players who are not known yet; in round 1, for byes
	Pairing      *Pairing
	Winner       PlayerID // empty until it is known
	ThirdPlace   bool     // it is the meeting for the third place
}

// knockoutRounds returns how often the field must be halved.
func (t *Tournament) knockoutRounds() int { return bits.Len(uint(max(0, t.field()-1))) }

// bracket returns the seeds in the order of a bracket, such that the best meet last.
func bracket(rounds int) []int {
	seeds := []int{1}
	for range rounds {
		var next []int
		for _, seed := range seeds {
			next = append(next, seed, 2*len(seeds)+1-seed)
		}
		seeds = next
	}
	return seeds
}

// pairKnockout returns the next round. Its boards are in the order of the bracket; the one for the
// third place comes after the final.
func (t *Tournament) pairKnockout(lot uint64) []Pair {
	var pairs []Pair
	for _, m := range t.meetings(t.rounds + 1) {
		first, second := t.byID[m.White], t.byID[m.Black]
		switch {
		case first != nil && second != nil:
			pairs = append(pairs, coloured(t.candidate(first), t.candidate(second), lot>>(m.Board%32)&1 == 1))
		case first != nil:
			pairs = append(pairs, Pair{White: m.White})
		case second != nil:
			pairs = append(pairs, Pair{White: m.Black})
		}
	}
	return pairs
}

// meetings returns the meetings of a round of a knockout that has not begun.
func (t *Tournament) meetings(round int) []Meeting {
	total := t.knockoutRounds()
	if total == 0 {
		return nil
	}
	var players []PlayerID // in the order of the bracket
	var losers []PlayerID
	if round == 1 {
		seeds := t.bySeed()
		for _, seed := range bracket(total) {
			id := PlayerID("")
			if seed < len(seeds) && seeds[seed] != nil {
				id = seeds[seed].Player
			}
			players = append(players, id)
		}
	} else {
		players = make([]PlayerID, 1<<(total-round+1))
		losers = make([]PlayerID, len(players))
		for _, p := range t.Pairings(round - 1) {
			if p.Board <= len(players) && p.Over {
				players[p.Board-1] = p.Winner
				losers[p.Board-1] = p.Opponent(p.Winner)
			}
		}
	}
	var meetings []Meeting
	for i := 0; i < len(players); i += 2 {
		meetings = append(meetings, Meeting{Round: round, Board: i/2 + 1, Pair: Pair{players[i], players[i+1]}})
	}
	if t.ThirdPlace && round == total && total > 1 {
		third := Meeting{Round: round, Board: 2, ThirdPlace: true}
		if losers[0] != "" && losers[1] != "" {
			third.Pair = Pair{losers[0], losers[1]}
		}
		meetings = append(meetings, third)
	}
	return meetings
}

// Bracket returns the rounds of a knockout, with the meetings that are still to come. Before the beginning,
// it is empty.
func (t *Tournament) Bracket() [][]Meeting {
	var rounds [][]Meeting
	if t.Format != Knockout || t.phase == SignUp {
		return nil
	}
	for round := 1; round <= t.TotalRounds(); round++ {
		meetings := t.meetings(round)
		for i := range meetings {
			m := &meetings[i]
			if round <= t.rounds {
				for _, p := range t.Pairings(round) {
					if p.Board == m.Board {
						m.Pair, m.Pairing, m.Winner = p.Pair, p, p.Winner
					}
				}
			}
		}
		rounds = append(rounds, meetings)
	}
	return rounds
}

// goOn puts the loser of a pairing of a knockout out.
func (t *Tournament) goOn(p *Pairing) {
	for _, id := range []PlayerID{p.White, p.Black} {
		e := t.byID[id]
		switch {
		case e == nil:
		case id == p.Winner && e.Status == Out:
			e.Status = Active
		case id != p.Winner && e.Status == Active && (p.Round < t.TotalRounds()-1 || !t.ThirdPlace || p.Round == t.TotalRounds()):
			e.Status = Out
		}
	}
}

// BySeed reports whether a pairing was level, so that the seeds decided it.
func (t *Tournament) BySeed(p *Pairing) bool {
	winner, loser := t.byID[p.Winner], t.byID[p.Opponent(p.Winner)]
	return p.Score.White == p.Score.Black && winner != nil && loser != nil && winner.Seed < loser.Seed
}

// final returns the final of a knockout, if it has begun, or nil.
func (t *Tournament) final() *Pairing {
	for _, p := range t.pairings {
		if t.Format == Knockout && p.Round == t.TotalRounds() {
			return p
		}
	}
	return nil
}

// reached returns how far a player has come in a knockout: twice the round in which they lost, or twice one more than
// all if they have not lost; and 1 more if they won the meeting for the third place.
func (t *Tournament) reached(id PlayerID) int {
	round, third := t.TotalRounds()+1, 0
	for _, p := range t.of[id] {
		switch {
		case !p.Over || p.Annulled:
		case p.Winner != id:
			round = min(round, p.Round)
		case t.ThirdPlace && p.Round == t.TotalRounds() && p.Board == 2:
			third = 1
		}
	}
	return 2*round + third
}
