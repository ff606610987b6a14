package postgres

import (
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"doublecorner/game"
	"doublecorner/store/internal/index"
)

// classes are the names of classes in the tables.
var classes = map[index.Class]string{
	index.Running: "running", index.Finished: "finished", index.Ruled: "ruled", index.Followed: "followed", index.Decided: "decided",
	index.Made: "made", index.Received: "received", index.Any: "any", index.Won: "won",
}

// outcomes are the names of outcomes in the tables.
var outcomes = map[index.PairOutcome]string{index.Nothing: "nothing", index.Win: "win", index.Draw: "draw", index.Loss: "loss"}

// gameRows returns the rows of a game.
func gameRows(g *game.Game, b []byte) []row {
	x := index.OfGame(g)
	id, at := string(g.ID), stamp(x.At)
	var first, second, outcome any
	rated, level := false, 0
	if p := x.Pair; p != nil {
		first, second, outcome, rated, level = int64(p.First), int64(p.Second), outcomes[p.Outcome], p.Rated, p.Level
	}
	rows := []row{{gamesTable, []any{
		id, int64(x.Place), classes[x.Class], at, x.Rules[:], string(x.Pool), first, second, outcome, rated, level,
	}}, {recordsTable, []any{id, b}}}
	for _, p := range x.People {
		rows = append(rows, row{gamePeopleTable, []any{int64(p.Person), classes[p.Class], at, id, int64(x.Place)}})
	}
	if x.Alarmed {
		rows = append(rows, row{gameAlarmsTable, []any{id, int64(x.Alarm)}})
	}
	for _, r := range x.Ratings {
		rows = append(rows, row{ratingsTable, []any{
			int64(r.Person), string(x.Pool), int64(r.Place), at, id, r.After.Points, r.After.Deviation, r.After.Volatility,
		}})
	}
	return rows
}

func (t *transaction) Game(id game.GameID) (*game.Game, error) { return games.get(t, id) }

func (t *transaction) PutGame(g *game.Game) error { return games.put(t, g.ID, g, g.Rules, g.Variant) }

func (t *transaction) DeleteGame(id game.GameID) error {
	return errors.Join(t.DeleteReview(id), games.delete(t, id))
}

// gameList returns a list of games, unless it is AllGames.
func gameList(l game.GameList) list {
	class := classes[index.GameClass(l.Kind)]
	switch {
	case l.Kind == game.GamesRunningIn || l.Kind == game.GamesFinishedIn:
		return list{"games", "place = $1 AND class = $2", []any{int64(l.Place), class}, "at", "id"}
	case l.Kind == game.GamesBetween:
		return list{"games", "first_player = $1 AND second_player = $2", []any{int64(l.Person), int64(l.Other)}, "at", "id"}.in(l.Place)
	}
	return list{"game_people", "person = $1 AND class = $2", []any{int64(l.Person), class}, "at", "game"}.in(l.Place)
}

// in returns the part of a list in a place.
func (l list) in(p game.PlaceID) list {
	if p != game.Everywhere {
		l.args = append(l.args, int64(p))
		l.where += fmt.Sprintf(" AND place = $%d", len(l.args))
	}
	return l
}

func (t *transaction) Games(l game.GameList, from game.Cursor, most int) (game.Page[*game.Game], error) {
	if l.Kind != game.GamesAll {
		return games.page(t, gameList(l), from, most)
	}
	m, _ := readCursor(from) // no id is before the empty one
	items, err := query(t, func(row pgx.CollectableRow) (i item, err error) { return i, row.Scan(&i.id, &i.record) },
		"SELECT game, record FROM game_records WHERE game > $1 ORDER BY game LIMIT $2", m.id, most+1)
	if err != nil {
		return game.Page[*game.Game]{}, err
	}
	return pageOf(items, most, func(i item) mark { return mark{0, i.id} }, games.ofItem(t))
}

func (t *transaction) CountGames(l game.GameList, most int) (int, error) {
	if l.Kind == game.GamesAll {
		return list{table: "games", where: "true"}.count(t, most)
	}
	return gameList(l).count(t, most)
}

func (t *transaction) Alarms(until game.Instant, most int) ([]game.GameID, error) {
	return query(t, pgx.RowTo[game.GameID], "SELECT game FROM game_alarms WHERE alarm <= $1 ORDER BY alarm, game LIMIT $2", int64(until), most)
}

func (t *transaction) RatedBetween(a, b game.PersonID, since time.Time) (int, error) {
	return value[int](t, "SELECT count(*) FROM games WHERE first_player = $1 AND second_player = $2 AND rated AND at >= $3",
		int64(min(a, b)), int64(max(a, b)), since)
}

func (t *transaction) Scores(a, b game.PersonID, place game.PlaceID) ([]game.Score, error) {
	args, in := []any{int64(min(a, b)), int64(max(a, b))}, ""
	if place != game.Everywhere {
		args, in = append(args, int64(place)), "AND place = $3"
	}
	return query(t, func(row pgx.CollectableRow) (s game.Score, err error) {
		if err = row.Scan(&s.Pool, &s.Level, &s.Wins, &s.Draws, &s.Losses); a > b {
			s.Wins, s.Losses = s.Losses, s.Wins
		}
		return s, err
	}, fmt.Sprintf(`SELECT pool, level, count(*) FILTER (WHERE outcome = 'win'), count(*) FILTER (WHERE outcome = 'draw'), count(*) FILTER (WHERE outcome = 'loss')
		FROM games WHERE first_player = $1 AND second_player = $2 AND outcome <> 'nothing' %s
		GROUP BY pool, level ORDER BY max(at) DESC, max(id) DESC`, in), args...)
}

func (t *transaction) RatingHistory(p game.PersonID, pool game.Pool, place game.PlaceID, most int) ([]game.RatingPoint, error) {
	return query(t, func(row pgx.CollectableRow) (r game.RatingPoint, err error) {
		err = row.Scan(&r.At, &r.Game, &r.Rating.Points, &r.Rating.Deviation, &r.Rating.Volatility)
		r.At = r.At.UTC()
		return r, err
	}, `SELECT at, game, points, deviation, volatility FROM ratings WHERE person = $1 AND pool = $2 AND place = $3
		ORDER BY at DESC, game DESC LIMIT $4`, int64(p), string(pool), int64(place), most)
}
