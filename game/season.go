package game

import (
	"time"

	"doublecorner/game/tournament"
)

// nextSeason makes the next season of a ladder, which the players begin in the places they have.
func (s *step) nextSeason(before *Tournament) error {
	header := before.TournamentHeader
	header.Before, header.Season, header.Made, header.Post, header.Shown = before.ID, before.Season+1, s.now, 0, 0
	d := before.Declaration
	d.Starts, d.CheckIn = time.Time{}, 0
	next := RestoreTournament(header, d, nil)
	var err error
	if next.ID, err = newID(s.random(), s.tx.Tournament); err != nil {
		return err
	}
	if err := s.announceTournament(next, TournamentMade); err != nil {
		return err
	}
	for _, id := range before.Places() {
		e := tournament.Event{Kind: tournament.Entered, By: PlayerOf(before.Director), Player: id, Rating: before.Entrant(id).Rating}
		if err := s.addTournamentEvent(next, e); err != nil {
			return err
		}
	}
	answer := s.answer.Tournament
	err = s.advance(next)
	s.answer.Tournament = answer
	return err
}

// maxMissedMonths is the number of months after which their end is no news: nobody was there to tell it.
const maxMissedMonths = 12

// endMonths announces the months that ended between two times: for each leaderboard of a place that has entries.
func (s *step) endMonths(from, to time.Time) error {
	for month := max(MonthOf(from), MonthOf(to)-maxMissedMonths); !from.IsZero() && month < MonthOf(to); month++ {
		boards, err := s.tx.Leaderboards(month)
		if err != nil {
			return err
		}
		for _, b := range boards {
			if b.Place == Everywhere {
				continue
			}
			if _, err := s.tx.Announce(Announcement{Kind: SeasonEnded, At: s.now, Place: b.Place, Pool: b.Pool, Month: b.Month}); err != nil {
				return err
			}
		}
	}
	return nil
}
