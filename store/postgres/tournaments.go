package postgres

import (
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"doublecorner/game"
	"doublecorner/store/internal/index"
	"doublecorner/store/internal/record"
)

// tournamentRows returns the rows of a tournament.
func tournamentRows(id game.TournamentID, x index.Tournament, b []byte) []row {
	made := stamp(x.Made)
	var alarm any
	if x.Alarmed {
		alarm = stamp(x.Alarm)
	}
	rows := []row{{tournamentsTable, []any{string(id), int64(x.Place), classes[x.Class], made, alarm, x.Rules[:], b}}}
	for _, p := range x.People {
		rows = append(rows, row{tournamentPeopleTable, []any{int64(p.Person), classes[p.Class], made, string(id), int64(x.Place)}})
	}
	return rows
}

func tournamentKey(id game.TournamentID) record.Key {
	return record.Key{Kind: record.TournamentKind, Text: string(id)}
}

func (t *transaction) Tournament(id game.TournamentID) (*game.Tournament, error) {
	b, err := t.record(tournamentKey(id), "SELECT record FROM tournaments WHERE id = $1", string(id))
	if err != nil {
		return nil, err
	}
	return t.readTournament(id, b)
}

// readTournament reads a tournament, and notes its rows.
func (t *transaction) readTournament(id game.TournamentID, b []byte) (*game.Tournament, error) {
	tour, err := record.ReadTournament(id, b, t.variant)
	if err == nil && t.writes {
		t.learn(tournamentKey(id), b)
		t.rows[tournamentKey(id)] = tournamentRows(id, index.OfTournament(tour), b)
	}
	return tour, err
}

func (t *transaction) PutTournament(tour *game.Tournament) error {
	before, err := rowsBefore(t, tournamentKey(tour.ID), t.Tournament, tour.ID)
	if err == nil && before == nil {
		err = t.putRules(tour.Rules, tour.Terms.Variant)
	}
	if err != nil {
		return err
	}
	b := record.Tournament(tour)
	return t.replace(tournamentKey(tour.ID), b, before, tournamentRows(tour.ID, index.OfTournament(tour), b))
}

func (t *transaction) Tournaments(l game.TournamentList, from game.Cursor, most int) (game.Page[*game.Tournament], error) {
	class := classes[index.TournamentClass(l.Kind)]
	own := [2]string{"tournaments", "id"}
	tournaments := list{"tournaments", "place = $1 AND class = $2", []any{int64(l.Place), class}, "made", "id", own}
	if l.Kind == game.TournamentsNaming || l.Kind == game.TournamentsWonBy {
		tournaments = list{"tournament_people", "person = $1 AND class = $2", []any{int64(l.Person), class}, "made", "tournament", own}.in(l.Place)
	}
	return page(t, tournaments, from, most, func(i item) (*game.Tournament, error) { return t.readTournament(game.TournamentID(i.id), i.record) })
}

func (t *transaction) OpenTournaments() ([]game.TournamentID, error) {
	ids, err := query(t, pgx.RowTo[game.TournamentID], "SELECT id FROM tournaments WHERE class = $1", classes[index.Running])
	slices.Sort(ids) // a database may sort texts in another way
	return ids, err
}

func (t *transaction) TournamentAlarms(until time.Time, most int) ([]game.TournamentID, error) {
	return query(t, pgx.RowTo[game.TournamentID], "SELECT id FROM tournaments WHERE alarm <= $1 ORDER BY alarm, id LIMIT $2", stamp(until), most)
}
