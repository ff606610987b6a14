package store

import (
	"slices"
	"time"

	"doublecorner/game"
	"doublecorner/store/internal/index"
	"doublecorner/store/internal/record"
)

func (t *transaction) Tournament(id game.TournamentID) (*game.Tournament, error) {
	b := t.bucket(tournamentsBucket).Get([]byte(id))
	if b == nil {
		return nil, game.ErrNotFound
	}
	tour, err := record.ReadTournament(id, b, t.variant)
	if err == nil && t.entries != nil {
		t.entries[location{tournamentsBucket, string(id)}] = tournamentEntries(tour)
	}
	return tour, err
}

func (t *transaction) PutTournament(tour *game.Tournament) error {
	if err := t.putRules(tour.Rules, tour.Terms.Variant); err != nil {
		return err
	}
	return t.putIndexed(tournamentsBucket, []byte(tour.ID), record.Tournament(tour), tournamentEntries(tour))
}

func (t *transaction) Tournaments(l game.TournamentList, from game.Cursor, most int) (game.Page[*game.Tournament], error) {
	class := byte(index.TournamentClass(l.Kind))
	tournaments := list{t.bucket(tournamentsByPlace), key{}.place(l.Place).byte(class), nil, backward}
	if l.Kind == game.TournamentsNaming || l.Kind == game.TournamentsWonBy {
		tournaments.bucket, tournaments.prefix = t.bucket(tournamentsByPerson), key{}.person(l.Person).byte(class).place(l.Place)
	}
	return page(tournaments, from, most, func(suffix, _ []byte) (*game.Tournament, error) {
		return t.Tournament(game.TournamentID(fields(suffix).after(timeWidth)))
	})
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
