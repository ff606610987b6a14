package store

import (
	"slices"
	"time"

	"doublecorner/game"
	"doublecorner/store/internal/index"
)

func (t *transaction) Tournament(id game.TournamentID) (*game.Tournament, error) {
	return tournaments.get(t, id)
}

func (t *transaction) PutTournament(tour *game.Tournament) error {
	return tournaments.put(t, tour.ID, tour, tour.Rules, tour.Terms.Variant)
}

func (t *transaction) Tournaments(l game.TournamentList, from game.Cursor, most int) (game.Page[*game.Tournament], error) {
	class := byte(index.TournamentClass(l.Kind))
	of := list{t.bucket(tournamentsByPlace), key{}.place(l.Place).byte(class), nil, backward}
	if l.Kind == game.TournamentsNaming || l.Kind == game.TournamentsWonBy {
		of.bucket, of.prefix = t.bucket(tournamentsByPerson), key{}.person(l.Person).byte(class).place(l.Place)
	}
	return tournaments.page(t, of, from, most)
}

func (t *transaction) OpenTournaments() (ids []game.TournamentID, err error) {
	for k := range walk(t.bucket(tournamentsByPlace), nil, nil, forward) {
		f := fields(k)
		f.place()
		if f.uint(1) == uint64(index.Running) {
			ids = append(ids, game.TournamentID(f.after(timeWidth)))
		}
	}
	slices.Sort(ids)
	return ids, nil
}

func (t *transaction) TournamentAlarms(until time.Time, most int) ([]game.TournamentID, error) {
	return earliest[game.TournamentID](t.bucket(tournamentsByAlarm), game.Instant(until.UnixMilli()), most), nil
}
