package game

import (
	"time"

	"doublecorner/game/draughts"
)

const (
	// farmingWindow is the time for which the rated games of a pair are counted: farmingGames of
	// them have the full weight. So long a person can play no rated game after an erasure.
	farmingWindow = 24 * time.Hour
	farmingGames  = 5
)

// weightOf returns the weight of a rated game after some others of the same pair within the
// farmingWindow. After the fifth, each game has half the weight of the one before, so that a
// day's games of two people together never weigh more than six.
func weightOf(before int) float64 {
	weight := 1.0
	for range min(before-farmingGames+1, 50) {
		weight /= 2
	}
	return weight
}

const (
	// rulingWindow is the time for which games are counted that moderators decided: after more than
	// maxRulings of them, the games of their player count in the place only for as long again.
	rulingWindow = 30 * 24 * time.Hour
	maxRulings   = 2
)

// localUntil returns until when the games of a person that end in a place count there only, because moderators have decided
// many; a time that has passed, or the zero time, if they count everywhere.
func localUntil(tx Reader, p PersonID, place PlaceID) (time.Time, error) {
	decided, err := tx.Games(DecidedGamesOf(p).In(place), "", 2*maxRulings) // more of them in the last window are enough alone
	for i, g := range decided.Items {
		if before := i + maxRulings; before < len(decided.Items) && g.Ended().Sub(decided.Items[before].Ended()) <= rulingWindow {
			return g.Ended().Add(rulingWindow), nil
		}
	}
	return time.Time{}, err
}

// rate adds a game to the ratings and leaderboard entries of both players: in its place, unless they are in two, and, if
// the rules are built in, everywhere. A moderator's ruling counts in its place only, as do later games of those of whose games
// moderators have decided many.
func (s *step) rate(g *Game, result *Result) error {
	at := later(s.now, g.changed)
	before, err := s.tx.RatedBetween(g.Players[0], g.Players[1], at.Add(-farmingWindow))
	if err != nil {
		return err
	}
	result.Weight = weightOf(before)
	var places []PlaceID
	if !g.IsBetween() {
		places = append(places, g.Place)
	}
	if g.Pool.IsBuiltin() && result.Cause != ByRuling {
		places = append(places, Everywhere)
	}
	s.expectEntries(g, places, at)
	var local [len(draughts.Sides)]bool
	for _, side := range draughts.Sides {
		until, err := localUntil(s.tx, g.Player(side), g.Place)
		if err != nil {
			return err
		}
		local[side] = at.Before(until)
	}
	for _, place := range places {
		if err := s.rateIn(g, result, place, local, at); err != nil {
			return err
		}
	}
	return nil
}

// expectEntries tells the store which leaderboard entries a game changes in some places, and that moderators' decisions are
// read.
func (s *step) expectEntries(g *Game, places []PlaceID, at time.Time) {
	var keys []EntryKey
	for _, place := range places {
		for _, p := range g.Players {
			for _, month := range []Month{AllTime, MonthOf(at)} {
				keys = append(keys, EntryKey{p, Leaderboard{g.Pool, place, month}})
			}
		}
	}
	Expect(s.tx, Expectation{Entries: keys, Reads: func() {
		for _, p := range g.Players {
			localUntil(s.tx, p, g.Place)
		}
	}})
}

// rateIn adds a game to the ratings and leaderboard entries of both players in one place; everywhere not to those of a side
// whose games are local.
func (s *step) rateIn(g *Game, result *Result, place PlaceID, local [len(draughts.Sides)]bool, at time.Time) error {
	var before [len(draughts.Sides)]Rating
	var idle [len(draughts.Sides)]time.Duration
	for _, side := range draughts.Sides {
		var err error
		if before[side], idle[side], err = s.rating(g.Player(side), g.Pool, place, at); err != nil {
			return err
		}
	}
	for _, side := range draughts.Sides {
		if place == Everywhere && local[side] {
			continue
		}
		opponent, score := side.Opponent(), result.Outcome.score(side)
		after := before[side].playedOne(idle[side], encounter{
			before[opponent].After(idle[opponent]), score, result.Weight,
		})
		result.Changes[side] = append(result.Changes[side], RatingChange{place, before[side].After(idle[side]), after})
		if err := s.count(g.Player(side), g.Pool, place, score, after, at); err != nil {
			return err
		}
	}
	return nil
}

// rating returns a person's rating in a pool and place, and for how long they had played nothing at a time.
func (s *step) rating(p PersonID, pool Pool, place PlaceID, at time.Time) (rating Rating, idle time.Duration, err error) {
	entry, err := s.entry(p, Leaderboard{pool, place, AllTime})
	if err != nil {
		return Rating{}, 0, err
	}
	if entry.Games() > 0 {
		idle = max(0, at.Sub(entry.Played))
	}
	return entry.Rating, idle, nil
}

// count adds a score and the rating after it to a person's leaderboard entries in a pool and place: of all time, and of
// the month.
func (s *step) count(p PersonID, pool Pool, place PlaceID, score float64, after Rating, at time.Time) error {
	for _, month := range []Month{AllTime, MonthOf(at)} {
		entry, err := s.entry(p, Leaderboard{pool, place, month})
		if err != nil {
			return err
		}
		entry.count(score, after, at)
		if err := s.tx.PutLeaderboardEntry(entry); err != nil {
			return err
		}
	}
	return nil
}

// entry returns a person's entry in a leaderboard, a new one if there is none.
func (s *step) entry(p PersonID, b Leaderboard) (*LeaderboardEntry, error) {
	entry, err := s.tx.LeaderboardEntry(p, b)
	if isNotFound(err) {
		return &LeaderboardEntry{Person: p, Leaderboard: b, Rating: InitialRating}, nil
	}
	return entry, err
}
