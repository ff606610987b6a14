package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/tournament"
)

// tournamentOf makes a Swiss in a place with people who have entered it.
func (s *suite) tournamentOf(id game.TournamentID, place game.PlaceID, made time.Time, people ...game.PersonID) *game.Tournament {
	s.Helper()
	v, err := draughts.Builtin("russian")
	s.must(err)
	t := game.RestoreTournament(game.TournamentHeader{
		ID: id, Place: place, Room: 6, Director: 90, Terms: game.Terms{Variant: v}, Rules: game.IdentifyRules(v.Rules()), Made: made,
	}, tournament.Declaration{Name: "Spring", Format: tournament.Swiss, Rounds: 1, Starts: made.Add(time.Hour)}, nil)
	for i, p := range people {
		s.do(t, tournament.Event{Kind: tournament.Entered, Player: game.PlayerOf(p), Rating: 1500 - i})
	}
	return t
}

// do adds an event to a tournament a second after it was made.
func (s *suite) do(t *game.Tournament, e tournament.Event) {
	s.Helper()
	e.At = t.Made.Add(time.Second)
	s.must(t.Do(e))
}

// finishTournament plays the only round of a tournament, which the first of two people wins.
func (s *suite) finishTournament(t *game.Tournament) {
	s.Helper()
	s.do(t, tournament.Event{Kind: tournament.Started, By: "90"})
	e, ok := t.Due(tournament.Moment{At: t.Made.Add(time.Second)}, 0)
	if !ok {
		s.Fatal("no round is due")
	}
	s.do(t, e)
	s.do(t, tournament.Event{Kind: tournament.GameBegan, Pairing: 1, Game: "GGGG"})
	score := tournament.WhiteWins
	if best := t.Standings()[0].Player; t.Pairing(1).White != best {
		score = tournament.BlackWins
	}
	s.do(t, tournament.Event{Kind: tournament.GameEnded, Pairing: 1, Score: score})
	s.do(t, tournament.Event{Kind: tournament.Ended})
}

func (s *suite) putTournaments(all ...*game.Tournament) {
	s.Helper()
	s.update(func(tx game.Tx) error {
		for _, t := range all {
			if err := tx.PutTournament(t); err != nil {
				return err
			}
		}
		return nil
	})
}

// tournamentLists checks lists by the ids in them, read one at a time.
func (s *suite) tournamentLists(want map[game.TournamentList]string) {
	s.Helper()
	s.view(func(tx game.Reader) error {
		for list, ids := range want {
			got := ""
			for _, t := range inPages(s, tx.Tournaments, list, 1) {
				got += string(t.ID) + " "
			}
			same(s, fmt.Sprintf("list %+v", list), got, ids)
		}
		return nil
	})
}

func (s *suite) openTournaments(want ...game.TournamentID) {
	s.Helper()
	s.view(func(tx game.Reader) error {
		ids, err := tx.OpenTournaments()
		same(s, "what is open", ids, want)
		return err
	})
}

func (s *suite) tournaments() {
	s.view(func(tx game.Reader) error {
		_, err := tx.Tournament("AAAA")
		s.missing(err)
		ids, err := tx.TournamentAlarms(start.AddDate(1, 0, 0), 10)
		same(s, "alarms of nothing", ids, nil)
		return err
	})
	first := s.tournamentOf("AAAA", 5, start, 11, 12)
	second := s.tournamentOf("BBBB", 5, start.Add(time.Minute), 12)
	elsewhere := s.tournamentOf("CCCC", 7, start.Add(-time.Minute), 11, 12)
	s.putTournaments(first, second, elsewhere)
	s.tournamentLists(map[game.TournamentList]string{
		game.OpenTournamentsIn(5): "BBBB AAAA ", game.OpenTournamentsIn(7): "CCCC ", game.OverTournamentsIn(5): "",
		game.TournamentsOf(11): "AAAA CCCC ", game.TournamentsOf(12): "BBBB AAAA CCCC ", game.TournamentsOf(90): "BBBB AAAA CCCC ",
		game.TournamentsOf(13): "", game.TitlesOf(11, 5): "",
	})
	s.view(func(tx game.Reader) error {
		one, err1 := tx.Tournament("AAAA")
		if err1 == nil {
			same(s, "header", one.TournamentHeader, first.TournamentHeader)
			same(s, "declaration", one.Declaration, first.Declaration)
			same(s, "events", one.Events(), first.Events())
			if !reflect.DeepEqual(one.Standings(), first.Standings()) {
				s.Error("the standings are others")
			}
		}
		due, err2 := tx.TournamentAlarms(start.Add(time.Hour), 10)
		same(s, "due", due, []game.TournamentID{"CCCC", "AAAA"})
		one1, err3 := tx.TournamentAlarms(start.Add(2*time.Hour), 1)
		same(s, "first", one1, []game.TournamentID{"CCCC"})
		return errors.Join(err1, err2, err3)
	})
	s.openTournaments("AAAA", "BBBB", "CCCC")
	s.finishTournament(first)
	s.finishTournament(elsewhere)
	s.putTournaments(first, elsewhere)
	s.openTournaments("BBBB")
	s.tournamentLists(map[game.TournamentList]string{
		game.OpenTournamentsIn(5): "BBBB ", game.OverTournamentsIn(5): "AAAA ", game.OverTournamentsIn(7): "CCCC ",
		game.TitlesOf(11, 5): "AAAA ", game.TitlesOf(11, game.Everywhere): "AAAA CCCC ", game.TitlesOf(12, 5): "",
	})
	s.view(func(tx game.Reader) error {
		due, err := tx.TournamentAlarms(start.AddDate(1, 0, 0), 10)
		same(s, "what is still due", due, []game.TournamentID{"BBBB"})
		return err
	})
}
