package game

import (
	"time"

	"doublecorner/game/draughts"
)

const (
	// farmingWindow and farmingGames: between the same two people, so many rated
	// games within so long count in full.
	farmingWindow = 24 * time.Hour
	farmingGames  = 5
)

// weightOf returns what a rated game counts for when before it some others were ended
// within the farmingWindow that it could be farmed with: each after the fifth counts
// half of the one before, so that a day's games between two people never tell more
// than six would.
func weightOf(before int) float64 {
	weight := 1.0
	for range min(before-farmingGames+1, 50) {
		weight /= 2
	}
	return weight
}

// end ends a game with a result, which a side has brought about, and changes ratings by it.
// A game that is not underway has an outcome only by a rule of the game: what ends it
// otherwise ends it with none.
func (h *hearing) end(g *Game, side draughts.Side, result Result) error {
	if !g.IsUnderway() && result.Cause != ByRules {
		result.Outcome = NoOutcome
	}
	if g.Rated && result.Outcome != NoOutcome {
		if err := h.rate(g, &result); err != nil {
			return err
		}
	}
	if result.Cause == ByRules && result.Rule == draughts.TooManyCaptures {
		if err := h.closeRules(g.Place, g.Variant); err != nil {
			return err
		}
	}
	return h.happen(g, Event{Kind: Ended, Side: side, Result: &result})
}

// MostPlies is how many moves and take-backs a game can have. It is far more than any
// needs, and keeps two people who want to, or whom no rule stops, from making one game
// grow without end.
const MostPlies = 1000

// endAtLast ends a game that has gone on for as long as a game can.
func (h *hearing) endAtLast(g *Game, side draughts.Side) error {
	if g.ply < MostPlies {
		return nil
	}
	return h.end(g, side, Result{Cause: ByLength, Outcome: Drawn})
}

// rate lets a game count for the ratings and standings of both players: in its place and,
// if the rules are built in, everywhere. What a moderator decided counts in its place only.
func (h *hearing) rate(g *Game, result *Result) error {
	at := later(h.now, g.changed)
	before, err := h.ratedBetween(g.Players[0], g.Players[1], at.Add(-farmingWindow))
	if err != nil {
		return err
	}
	result.Weight = weightOf(before)
	places := []PlaceID{g.Place}
	if g.Pool.IsBuiltin() && result.Cause != ByRuling {
		places = append(places, Everywhere)
	}
	for _, place := range places {
		if err := h.rateIn(g, result, place, at); err != nil {
			return err
		}
	}
	return nil
}

// ratedBetween counts the rated games of two people since a time, with those from before
// one of them, or both, were erased.
func (h *hearing) ratedBetween(a, b PersonID, since time.Time) (int, error) {
	namesOfA, err := names(h.tx, a)
	if err != nil {
		return 0, err
	}
	namesOfB, err := names(h.tx, b)
	if err != nil {
		return 0, err
	}
	count := 0
	for _, one := range namesOfA {
		for _, other := range namesOfB {
			n, err := h.tx.RatedBetween(one, other, since)
			if err != nil {
				return 0, err
			}
			count += n
		}
	}
	return count, nil
}

func (h *hearing) rateIn(g *Game, result *Result, place PlaceID, at time.Time) error {
	board := Board{g.Pool, place, AllTime}
	var standings [len(draughts.Sides)]*Standing
	var idle [len(draughts.Sides)]time.Duration
	for _, side := range draughts.Sides {
		s, err := h.standing(g.Player(side), board)
		if err != nil {
			return err
		}
		standings[side] = s
		if s.Games() > 0 {
			idle[side] = max(0, at.Sub(s.Played))
		}
	}
	var after [len(draughts.Sides)]Rating
	for _, side := range draughts.Sides {
		other := side.Opponent()
		before := standings[side].Rating
		after[side] = before.playedOne(idle[side], encounter{
			opponent: standings[other].Rating.After(idle[other]),
			score:    result.Outcome.score(side),
			weight:   result.Weight,
		})
		result.Changes[side] = append(result.Changes[side], RatingChange{place, before.After(idle[side]), after[side]})
	}
	for _, side := range draughts.Sides {
		monthly, err := h.standing(g.Player(side), Board{g.Pool, place, MonthOf(at)})
		if err != nil {
			return err
		}
		for _, s := range []*Standing{standings[side], monthly} {
			s.count(result.Outcome.score(side), after[side], at)
			if err := h.tx.PutStanding(s); err != nil {
				return err
			}
		}
	}
	return nil
}

// standing returns how somebody stands on a board, at first if need be.
func (h *hearing) standing(p PersonID, b Board) (*Standing, error) {
	s, err := h.tx.Standing(p, b)
	if missing(err) {
		return &Standing{Person: p, Board: b, Rating: NewRating}, nil
	}
	return s, err
}
