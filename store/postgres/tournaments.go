package postgres

import (
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"doublecorner/game"
	"doublecorner/store/internal/index"
)

// tournamentRows returns the rows of a tournament.
func tournamentRows(tour *game.Tournament, b []byte) []row {
	x := index.OfTournament(tour)
	id, made := string(tour.ID), stamp(x.Made)
	var alarm any
	if x.Alarmed {
		alarm = stamp(x.Alarm)
	}
	rows := []row{{tournamentsTable, []any{id, int64(x.Place), classes[x.Class], made, alarm, x.Rules[:], b}}}
	for _, p := range x.People {
		rows = append(rows, row{tournamentPeopleTable, []any{int64(p.Person), classes[p.Class], made, id, int64(x.Place)}})
	}
	return rows
}

func (t *transaction) Tournament(id game.TournamentID) (*game.Tournament, error) {
	return tournaments.get(t, id)
}

func (t *transaction) PutTournament(tour *game.Tournament) error {
	return tournaments.put(t, tour.ID, tour, tour.Rules, tour.Terms.Variant)
}

func (t *transaction) Tournaments(l game.TournamentList, from game.Cursor, most int) (game.Page[*game.Tournament], error) {
	class := classes[index.TournamentClass(l.Kind)]
	of := list{"tournaments", "place = $1 AND class = $2", []any{int64(l.Place), class}, "made", "id"}
	if l.Kind == game.TournamentsNaming || l.Kind == game.TournamentsWonBy {
		of = list{"tournament_people", "person = $1 AND class = $2", []any{int64(l.Person), class}, "made", "tournament"}.in(l.Place)
	}
	return tournaments.page(t, of, from, most)
}

func (t *transaction) OpenTournaments() ([]game.TournamentID, error) {
	ids, err := query(t, pgx.RowTo[game.TournamentID], "SELECT id FROM tournaments WHERE class = $1", classes[index.Running])
	slices.Sort(ids) // a database may sort texts in another way
	return ids, err
}

func (t *transaction) TournamentAlarms(until time.Time, most int) ([]game.TournamentID, error) {
	return query(t, pgx.RowTo[game.TournamentID], "SELECT id FROM tournaments WHERE alarm <= $1 ORDER BY alarm, id LIMIT $2", stamp(until), most)
}
