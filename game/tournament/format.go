package tournament

import (
	"slices"
	"time"
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
	// pairsOn reports whether more rounds are paired by what happened before: the director can pair players, and a player
	// who does not come leaves, and can return.
	pairsOn func(*Tournament) bool
	// least is the number of players with which it can begin.
	least int
	// teams tells that two teams play, with as many players each.
	teams bool
	// parts tells that players can be kept apart.
	parts bool
	// host tells that one of the players, the host, plays all others.
	host bool
	// oneGame tells that a pairing is never of two games.
	oneGame bool
	// emptyRounds tells that a round without pairs begins all the same.
	emptyRounds bool
	// timed tells that it ends at a time, which an extension puts off.
	timed bool
	// streaks tells that wins in a row count double.
	streaks bool
	// annuls tells that the pairings of a player who leaves early count for nothing.
	annuls bool
	// strikes tells that a player who is removed forfeits also what they have played.
	strikes bool
	// byes tells that a player can sit out a round.
	byes bool
	// places tells that the players have places of their own.
	places bool
	// trf is the type of tournament in a report file; "" if it cannot be written as one.
	trf string
}

var formats [7]format

func init() { // not a literal, because the functions use the table
	never := func(*Tournament) bool { return false }
	always := func(*Tournament) bool { return true }
	none := func(*Tournament) int { return 0 }
	formats = [...]format{
		RoundRobin: {
			next: (*Tournament).nextRound, pair: (*Tournament).pairRoundRobin, total: (*Tournament).bergerRounds,
			admits: never, pairsOn: never, least: 2, most: 64, emptyRounds: true, annuls: true, places: true,
			trf:       "Individual: Round-Robin",
			tiebreaks: []Tiebreak{SonnebornBerger, DirectEncounter, Wins},
		},
		Swiss: {
			next: (*Tournament).nextRound, pair: (*Tournament).pairSwiss, total: func(t *Tournament) int { return t.Rounds },
			admits:  func(t *Tournament) bool { return t.rounds <= t.LateRounds && t.rounds < t.Rounds },
			pairsOn: func(t *Tournament) bool { return t.rounds < t.Rounds },
			least:   2, most: MaxPlayers, strikes: true, parts: true, byes: true, places: true,
			trf:       "Individual: Swiss-System",
			tiebreaks: []Tiebreak{BuchholzCut1, Buchholz, SonnebornBerger},
		},
		Knockout: {
			next: (*Tournament).nextRound, pair: (*Tournament).pairKnockout, total: (*Tournament).knockoutRounds,
			admits: never, pairsOn: never, after: (*Tournament).goOn, least: 2, most: MaxPlayers, places: true,
		},
		Arena: {
			next: (*Tournament).nextWave, pair: (*Tournament).pairArena, total: none,
			admits: always, pairsOn: always, least: 2, most: MaxPlayers, oneGame: true, timed: true, streaks: true, strikes: true,
			parts: true, places: true,
			tiebreaks: []Tiebreak{Performance, Wins},
		},
		Ladder: {
			next: (*Tournament).nextReply, pair: func(*Tournament, uint64) []Pair { return nil }, total: none,
			admits: always, pairsOn: never, after: (*Tournament).climb, most: MaxPlayers, oneGame: true,
		},
		TeamMatch: {
			next: (*Tournament).nextRound, pair: (*Tournament).pairTeams, total: func(*Tournament) int { return 1 },
			admits: never, pairsOn: never, least: 2, most: MaxPlayers, teams: true, strikes: true,
		},
		Simul: {
			next: (*Tournament).nextRound, pair: (*Tournament).pairSimul, total: func(*Tournament) int { return 1 },
			admits: never, pairsOn: never, least: 2, most: MaxSimul, host: true, oneGame: true,
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
		if f != Knockout && f != Ladder && f != Simul && (f != Arena || b.arena) {
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

// nextRound returns when the next round begins, or that all are over.
func (t *Tournament) nextRound() (Deadline, bool) {
	unfinished := map[int]bool{}
	for _, p := range t.pairings {
		if !p.Over {
			unfinished[p.Round] = true
		}
	}
	if t.rounds == t.TotalRounds() {
		return Deadline{Kind: Completed}, len(unfinished) == 0
	}
	next := Deadline{Kind: RoundBegan}
	switch {
	case t.Interval == 0 || t.rounds == 0:
	case t.Zone == "":
		next.At = t.began[t.rounds-1].Add(t.Interval)
	default:
		next.At, next.Planned = t.plannedRound(), true
	}
	if t.Format == RoundRobin {
		return next, t.Interval > 0 || len(unfinished) < max(1, t.Parallel)
	}
	if next.Planned && next.At.Before(t.wall(t.decided)) || next.At.Before(t.decided) {
		next.At, next.Planned = t.decided, false
	}
	return next, len(unfinished) == 0
}

// plannedRound returns when the next round is to begin, on the wall clock: a number of intervals after the planned
// beginning of the first, and after the round before has begun, however late.
func (t *Tournament) plannedRound() time.Time {
	first := t.begunAt[0]
	if !t.Starts.IsZero() {
		first = t.Starts
	}
	first = first.Add(t.moved).In(t.zone())
	for n := t.rounds; ; n++ {
		at := first.Add(time.Duration(n) * t.Interval)
		if days := int(t.Interval / (24 * time.Hour)); t.Interval%(24*time.Hour) == 0 { // which are not always 24 hours
			at = first.AddDate(0, 0, n*days)
		}
		if at.After(t.begunAt[t.rounds-1]) {
			return at
		}
	}
}

// zone returns the time zone of the tournament, or UTC.
func (t *Tournament) zone() *time.Location {
	zone, err := time.LoadLocation(t.Zone)
	if err != nil { // the system has lost it
		return time.UTC
	}
	return zone
}

// bySeed returns the players by their seeds, from 1.
func (t *Tournament) bySeed() []*Entrant {
	seeds := make([]*Entrant, len(t.entrants)+1)
	for _, e := range t.entrants {
		seeds[e.Seed] = e
	}
	return seeds
}
