package tournament

import (
	"math/bits"
	"slices"
)

// format is what differs between formats.
type format struct {
	// next returns the next deadline of a running tournament, in the time of the tournament.
	next func(*Tournament) (Deadline, bool)
	// pair returns the pairs of the next round, or none if there is no next round.
	pair func(t *Tournament, lot uint64) []Pair
	// total returns the number of rounds.
	total func(*Tournament) int
	// admits reports whether players can enter after the beginning.
	admits func(*Tournament) bool
	// after is called when a pairing has its score; it may be nil.
	after func(*Tournament, *Pairing)
	// most is the greatest number of players.
	most int
	// tiebreaks are used if the declaration names none.
	tiebreaks []Tiebreak
	// pairsByHand reports whether the director can pair players.
	pairsByHand bool
}

var formats [6]format

func init() { // not a literal, because the functions use the table
	never := func(*Tournament) bool { return false }
	always := func(*Tournament) bool { return true }
	none := func(*Tournament) int { return 0 }
	formats = [...]format{
		RoundRobin: {
			next: (*Tournament).nextRound, pair: (*Tournament).pairRoundRobin, total: (*Tournament).bergerRounds,
			admits: never, most: 64,
			tiebreaks: []Tiebreak{SonnebornBerger, DirectEncounter, Wins},
		},
		Swiss: {
			next: (*Tournament).nextRound, pair: (*Tournament).pairSwiss, total: func(t *Tournament) int { return t.Rounds },
			admits: func(t *Tournament) bool { return t.rounds <= t.LateRounds && t.rounds < t.Rounds },
			most:   MaxPlayers, pairsByHand: true,
			tiebreaks: []Tiebreak{BuchholzCut1, Buchholz, SonnebornBerger},
		},
		Knockout: {
			next: (*Tournament).nextRound, pair: (*Tournament).pairKnockout, total: (*Tournament).knockoutRounds,
			admits: never, after: (*Tournament).goOn, most: MaxPlayers,
		},
		Arena: {
			next: (*Tournament).nextWave, pair: (*Tournament).pairArena, total: none,
			admits: always, most: MaxPlayers, pairsByHand: true,
			tiebreaks: []Tiebreak{Performance, Wins},
		},
		Ladder: {
			next: (*Tournament).nextReply, pair: func(*Tournament, uint64) []Pair { return nil }, total: none,
			admits: always, after: (*Tournament).climb, most: MaxPlayers,
		},
		TeamMatch: {
			next: (*Tournament).nextRound, pair: (*Tournament).pairTeams, total: func(*Tournament) int { return 1 },
			admits: never, most: MaxPlayers,
		},
	}
}

// format returns what is different in the tournament's format.
func (t *Tournament) format() *format { return &formats[t.Format] }

// DefaultTiebreaks returns the tie-breaks of tournaments that declare none.
func (f Format) DefaultTiebreaks() []Tiebreak { return slices.Clone(formats[f].tiebreaks) }

// Tiebreaks returns all tie-breaks that fit the format.
func (f Format) Tiebreaks() []Tiebreak {
	var fit []Tiebreak
	for i, b := range tiebreaks {
		if f != Knockout && f != Ladder && (f != Arena || b.arena) {
			fit = append(fit, Tiebreak(i))
		}
	}
	return fit
}

// TotalRounds returns the number of rounds there will be, or 0 if the format has none. Before the beginning, it
// is the number for those who have entered.
func (t *Tournament) TotalRounds() int { return t.format().total(t) }

// field returns the number of players who were there at the beginning, or who have entered before it.
func (t *Tournament) field() int {
	n := 0
	for _, e := range t.entrants {
		if e.Seed > 0 || t.phase == SignUp && e.plays() {
			n++
		}
	}
	return n
}

// nextRound returns when the next round begins, or the tournament ends.
func (t *Tournament) nextRound() (Deadline, bool) {
	unfinished := map[int]bool{}
	for _, p := range t.pairings {
		if !p.Over {
			unfinished[p.Round] = true
		}
	}
	if t.rounds == t.TotalRounds() {
		return Deadline{Kind: Ended}, len(unfinished) == 0
	}
	next := Deadline{Kind: RoundBegan}
	if t.Interval > 0 && t.rounds > 0 {
		next.At = t.began[t.rounds-1].Add(t.Interval)
	}
	if t.Format == RoundRobin {
		return next, t.Interval > 0 || len(unfinished) < max(1, t.Parallel)
	}
	return next, len(unfinished) == 0
}

// bySeed returns the players by their seeds, from 1.
func (t *Tournament) bySeed() []*Entrant {
	seeds := make([]*Entrant, len(t.entrants)+1)
	for _, e := range t.entrants {
		seeds[e.Seed] = e
	}
	return seeds
}

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

// pairTeams returns the boards of a match: the best of both teams meet on the first one, and the
// colours alternate from board to board.
func (t *Tournament) pairTeams(lot uint64) []Pair {
	var teams [2][]PlayerID
	for _, e := range t.active() {
		teams[e.Team-1] = append(teams[e.Team-1], e.Player)
	}
	var pairs []Pair
	for i := range min(len(teams[0]), len(teams[1])) {
		pair := Pair{teams[0][i], teams[1][i]}
		if (uint64(i)+lot)%2 == 1 {
			pair.White, pair.Black = pair.Black, pair.White
		}
		pairs = append(pairs, pair)
	}
	return pairs
}

// maxLadderPairings is the number of pairings after which a ladder ends, so that it does not grow without end.
const maxLadderPairings = 2000

// nextReply returns when the time for the oldest challenge is up.
func (t *Tournament) nextReply() (Deadline, bool) {
	if len(t.pairings) >= maxLadderPairings {
		return Deadline{Kind: Ended}, true
	}
	if len(t.challenges) == 0 {
		return Deadline{}, false
	}
	return Deadline{Kind: Refused, At: t.challenges[0].at.Add(t.Reply)}, true
}

// climb gives the challenger the place of a player who lost to them; those in between move down.
func (t *Tournament) climb(p *Pairing) {
	from := t.place(p.challenger)
	to := t.place(p.Opponent(p.challenger))
	if p.climbed || p.Annulled || p.For(p.challenger).White <= p.For(p.challenger).Black || from < 0 || to < 0 || from < to {
		return
	}
	p.climbed = true
	copy(t.ladder[to+1:from+1], t.ladder[to:from])
	t.ladder[to] = p.challenger
}
