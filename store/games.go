package store

import (
	"errors"
	"slices"
	"time"

	"doublecorner/game"
	"doublecorner/store/internal/index"
	"doublecorner/store/internal/record"
)

func (t *transaction) Game(id game.GameID) (*game.Game, error) { return games.get(t, id) }

func (t *transaction) PutGame(g *game.Game) error { return games.put(t, g.ID, g, g.Rules, g.Variant) }

func (t *transaction) DeleteGame(id game.GameID) error {
	return errors.Join(t.DeleteReview(id), t.putIndexed(gamesBucket, []byte(id), nil, nil))
}

func (t *transaction) gameList(l game.GameList) list {
	of := list{order: backward}
	class, person := byte(index.GameClass(l.Kind)), key{}.person(l.Person)
	switch {
	case l.Kind == game.GamesAll:
		of = list{bucket: t.bucket(gamesBucket)}
	case l.Kind == game.GamesRunningIn || l.Kind == game.GamesFinishedIn:
		of.bucket, of.prefix = t.bucket(gamesByPlace), key{}.place(l.Place).byte(class)
	case l.Kind == game.GamesBetween:
		of.bucket, of.prefix = t.bucket(gamesByPair), pairPrefix(l.Person, l.Other)
		if l.Place != game.Everywhere {
			of.belongs = func(value []byte) bool {
				place, _ := pairGame(value)
				return place == l.Place
			}
		}
	case l.Place == game.Everywhere:
		of.bucket, of.prefix = t.bucket(gamesByPerson), person.byte(class)
	default:
		of.bucket, of.prefix = t.bucket(gamesByPersonPlace), person.place(l.Place).byte(class)
	}
	return of
}

// pairPrefix returns the prefix of two people's entries in gamesByPair.
func pairPrefix(a, b game.PersonID) key { return key{}.person(min(a, b)).person(max(a, b)) }

func (t *transaction) Games(l game.GameList, from game.Cursor, most int) (game.Page[*game.Game], error) {
	if l.Kind != game.GamesAll {
		return games.page(t, t.gameList(l), from, most)
	}
	return page(t.gameList(l), from, most, func(id, value []byte) (*game.Game, error) {
		return record.ReadGame(game.GameID(id), value, t.variant)
	})
}

func (t *transaction) CountGames(l game.GameList, most int) (int, error) {
	return count(t.gameList(l), most), nil
}

func (t *transaction) Alarms(until game.Instant, most int) ([]game.GameID, error) {
	return earliest[game.GameID](t.bucket(gamesByAlarm), until, most), nil
}

func (t *transaction) RatedBetween(a, b game.PersonID, since time.Time) (int, error) {
	n := 0
	for suffix, value := range walk(t.bucket(gamesByPair), pairPrefix(a, b), nil, backward) {
		if f := fields(suffix); f.time().Before(since) {
			break
		}
		if value[1] == pairRated {
			n++
		}
	}
	return n, nil
}

func (t *transaction) Scores(a, b game.PersonID, place game.PlaceID) ([]game.Score, error) {
	var scores []game.Score
	for _, value := range walk(t.bucket(gamesByPair), pairPrefix(a, b), nil, backward) {
		at, pool := pairGame(value)
		if value[0] == byte(index.Nothing) || at != place && place != game.Everywhere {
			continue
		}
		level := levelOfPair(value)
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
	return scores, nil
}

func (t *transaction) RatingHistory(p game.PersonID, pool game.Pool, place game.PlaceID, most int) ([]game.RatingPoint, error) {
	history := list{bucket: t.bucket(ratingsByPerson), prefix: key{}.person(p).text(string(pool)).place(place), order: backward}
	points, err := page(history, "", most, func(suffix, value []byte) (game.RatingPoint, error) {
		f := fields(suffix)
		at := f.time()
		rating, err := record.ReadRating(value)
		return game.RatingPoint{At: at, Game: game.GameID(f), Rating: rating}, err
	})
	return points.Items, err
}
