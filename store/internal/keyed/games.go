package keyed

import (
	"errors"
	"slices"
	"time"

	"doublecorner/game"
	"doublecorner/store/internal/index"
	"doublecorner/store/internal/record"
)

func (t *Tx) Game(id game.GameID) (*game.Game, error) { return games.get(t, id) }

func (t *Tx) PutGame(g *game.Game) error { return games.put(t, g.ID, g, g.Rules, g.Variant) }

func (t *Tx) DeleteGame(id game.GameID) error {
	return errors.Join(t.DeleteReview(id), t.putIndexed(gamesBucket, []byte(id), nil, nil))
}

func gameList(l game.GameList) list {
	class := byte(index.GameClass(l.Kind))
	switch l.Kind {
	case game.GamesAll:
		return list{bucket: gamesBucket}
	case game.GamesRunningIn, game.GamesFinishedIn:
		return list{gamesByPlace, newKey().place(l.Place).byte(class), true}
	case game.GamesBetween:
		return list{gamesByPair, pairPrefix(l.Person, l.Other, l.Place), true}
	}
	return list{gamesByPerson, newKey().person(l.Person).place(l.Place).byte(class), true}
}

// pairPrefix returns the prefix of two people's entries in gamesByPair.
func pairPrefix(a, b game.PersonID, place game.PlaceID) key {
	return newKey().person(min(a, b)).person(max(a, b)).place(place)
}

func (t *Tx) Games(l game.GameList, from game.Cursor, most int) (game.Page[*game.Game], error) {
	if l.Kind != game.GamesAll {
		return games.page(t, gameList(l), from, most)
	}
	return page(t, gameList(l), from, most, func(id fields, value []byte) (*game.Game, error) { return games.of(t, game.GameID(id), value) })
}

func (t *Tx) CountGames(l game.GameList, most int) (int, error) {
	return gameList(l).count(t, most)
}

func (t *Tx) Alarms(until game.Instant, most int) ([]game.GameID, error) {
	return earliest[game.GameID](t, gamesByAlarm, until, most)
}

func (t *Tx) RatedBetween(a, b game.PersonID, since time.Time) (int, error) {
	n, prefix := 0, pairPrefix(a, b, game.Everywhere)
	for p, err := range t.Pairs.Scan(gamesByPair, Range{From: prefix.time(since), To: after(prefix)}) {
		if err != nil {
			return 0, err
		}
		if p.Value[1] == pairRated {
			n++
		}
	}
	return n, nil
}

func (t *Tx) Scores(a, b game.PersonID, place game.PlaceID) ([]game.Score, error) {
	var scores []game.Score
	lines, err := list{gamesByPair, pairPrefix(a, b, place), true}.lines(t, "", 0)
	for _, line := range lines {
		value := line.Value
		if value[0] == byte(index.Nothing) {
			continue
		}
		pool, level := game.Pool(value[2:]), levelOfPair(value)
		i := slices.IndexFunc(scores, func(s game.Score) bool { return s.Pool == pool && s.Level == level })
		if i < 0 {
			i = len(scores)
			scores = append(scores, game.Score{Pool: pool, Level: level})
		}
		switch {
		case value[0] == byte(index.Draw):
			scores[i].Draws++
		case (value[0] == byte(index.Win)) == (a < b):
			scores[i].Wins++
		default:
			scores[i].Losses++
		}
	}
	return scores, err
}

func (t *Tx) RatingHistory(p game.PersonID, pool game.Pool, place game.PlaceID, most int) ([]game.RatingPoint, error) {
	history := list{ratingsByPerson, newKey().person(p).text(string(pool)).place(place), true}
	points, err := page(t, history, "", most, func(line fields, value []byte) (game.RatingPoint, error) {
		at := line.time()
		rating, err := record.ReadRating(value)
		return game.RatingPoint{At: at, Game: game.GameID(line), Rating: rating}, err
	})
	return points.Items, err
}
