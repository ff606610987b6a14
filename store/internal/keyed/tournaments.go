package keyed

import (
	"slices"
	"time"

	"doublecorner/game"
	"doublecorner/store/internal/index"
)

func (t *Tx) Tournament(id game.TournamentID) (*game.Tournament, error) {
	return tournaments.get(t, id)
}

func (t *Tx) PutTournament(tour *game.Tournament) error {
	return tournaments.put(t, tour.ID, tour, tour.Rules, tour.Terms.Variant)
}

func (t *Tx) Tournaments(l game.TournamentList, from game.Cursor, most int) (game.Page[*game.Tournament], error) {
	class := byte(index.TournamentClass(l.Kind))
	of := list{tournamentsByPlace, newKey().byte(class).place(l.Place), true}
	if l.Kind == game.TournamentsNaming || l.Kind == game.TournamentsWonBy {
		of.bucket, of.prefix = tournamentsByPerson, newKey().person(l.Person).byte(class).place(l.Place)
	}
	return tournaments.page(t, of, from, most)
}

func (t *Tx) OpenTournaments() (ids []game.TournamentID, err error) {
	open := list{bucket: tournamentsByPlace, prefix: newKey().byte(byte(index.Running))}
	lines, err := open.lines(t, "", 0)
	for _, line := range lines {
		f := fields(line.Key).after(len(open.prefix))
		f.place()
		ids = append(ids, game.TournamentID(f.after(timeWidth)))
	}
	slices.Sort(ids)
	return ids, err
}

func (t *Tx) TournamentAlarms(until time.Time, most int) ([]game.TournamentID, error) {
	return earliest[game.TournamentID](t, tournamentsByAlarm, game.Instant(until.UnixMilli()), most)
}
