package store

import (
	"time"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

func (t *transaction) Game(id game.GameID) (*game.Game, error) {
	b := t.top(gamesBucket).Get([]byte(id))
	if b == nil {
		return nil, game.ErrNotFound
	}
	g, err := record.ReadGame(id, b, t.variant)
	if err == nil && t.entries != nil {
		t.entries[id] = gameEntries(g)
	}
	return g, err
}

func (t *transaction) PutGame(g *game.Game) error {
	if _, ok := t.entries[g.ID]; !ok {
		if _, err := t.Game(g.ID); err != nil && err != game.ErrNotFound {
			return err
		}
	}
	before, now := t.entries[g.ID], gameEntries(g)
	if err := t.put(gamesBucket, []byte(g.ID), record.Game(g)); err != nil {
		return err
	}
	if err := t.putRules(g.Rules, g.Variant); err != nil {
		return err
	}
	t.entries[g.ID] = now
	return t.reindex(before, now)
}

// gameList returns the index that contains a list of games, the prefix of its entries, and
// which of the entries with that prefix belong to it. If belongs is nil, all do.
func gameList(list game.GameList) (index string, prefix key, belongs func(value []byte) bool) {
	of := func(class byte) (string, key, func([]byte) bool) {
		if list.Place == game.Everywhere {
			return gamesByPerson, key{}.person(list.Person).byte(class), nil
		}
		return gamesByPersonPlace, key{}.person(list.Person).place(list.Place).byte(class), nil
	}
	switch list.Kind {
	case game.GamesRunningOf:
		return of(classRunning)
	case game.GamesFinishedOf:
		return of(classFinished)
	case game.GamesRuledBy:
		return of(classRuled)
	case game.GamesRunningIn:
		return gamesByPlace, key{}.place(list.Place).byte(classRunning), nil
	case game.GamesFinishedIn:
		return gamesByPlace, key{}.place(list.Place).byte(classFinished), nil
	}
	if list.Place != game.Everywhere {
		belongs = func(value []byte) bool { return pairPlace(value) == list.Place }
	}
	return gamesByPair, pairPrefix(list.Person, list.Other), belongs
}

// pairPrefix returns the prefix of two people's entries in gamesByPair.
func pairPrefix(a, b game.PersonID) key { return key{}.person(min(a, b)).person(max(a, b)) }

func (t *transaction) Games(list game.GameList, from game.Cursor, most int) (game.Page[*game.Game], error) {
	if list.Kind == game.GamesAll {
		return page(t.top(gamesBucket), nil, nil, forward, from, most, func(id, value []byte) (*game.Game, error) {
			return record.ReadGame(game.GameID(id), value, t.variant)
		})
	}
	index, prefix, belongs := gameList(list)
	return page(t.index(index), prefix, belongs, backward, from, most, func(suffix, _ []byte) (*game.Game, error) {
		f := fields(suffix)
		f.take(timeWidth)
		return t.Game(game.GameID(f))
	})
}

func (t *transaction) CountGames(list game.GameList, most int) (int, error) {
	if list.Kind == game.GamesAll {
		return count(t.top(gamesBucket), nil, nil, most)
	}
	index, prefix, belongs := gameList(list)
	return count(t.index(index), prefix, belongs, most)
}

func (t *transaction) Alarms(until game.Instant, most int) ([]game.GameID, error) {
	return alarms[game.GameID](t.index(gamesByAlarm), until, most)
}

// pairGames visits the finished games between two people, the latest first.
func (t *transaction) pairGames(a, b game.PersonID, visit func(at time.Time, value []byte) bool) error {
	return walk(t.index(gamesByPair), pairPrefix(a, b), nil, backward, func(suffix, value []byte) (bool, error) {
		f := fields(suffix)
		return visit(f.time(), value), nil
	})
}

func (t *transaction) RatedBetween(a, b game.PersonID, since time.Time) (int, error) {
	n := 0
	err := t.pairGames(a, b, func(at time.Time, value []byte) bool {
		if at.Before(since) {
			return false
		}
		if value[1] == pairRated {
			n++
		}
		return true
	})
	return n, err
}

func (t *transaction) Scores(a, b game.PersonID, place game.PlaceID) ([]game.Score, error) {
	var scores []game.Score
	where := map[game.Pool]int{}
	err := t.pairGames(a, b, func(_ time.Time, value []byte) bool {
		if value[0] == pairNothing || pairPlace(value) != place {
			return true
		}
		pool := pairPool(value)
		i, ok := where[pool]
		if !ok {
			i = len(scores)
			where[pool] = i
			scores = append(scores, game.Score{Pool: pool})
		}
		s := &scores[i]
		switch lowWon := value[0] == pairWin; {
		case value[0] == pairDraw:
			s.Draws++
		case lowWon == (a < b):
			s.Wins++
		default:
			s.Losses++
		}
		return true
	})
	return scores, err
}

func (t *transaction) RatingHistory(p game.PersonID, pool game.Pool, place game.PlaceID, from game.Cursor, most int) (game.Page[game.RatingPoint], error) {
	prefix := key{}.person(p).text(string(pool)).place(place)
	return page(t.index(ratingsByPerson), prefix, nil, backward, from, most, func(suffix, value []byte) (game.RatingPoint, error) {
		f := fields(suffix)
		point := game.RatingPoint{At: f.time()}
		point.Game = game.GameID(f)
		var err error
		point.Rating, err = record.ReadRating(value)
		return point, err
	})
}
