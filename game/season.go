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

// maxSeasonGap is the number of months without games after which the end of a season is no news.
const maxSeasonGap = 12

// endSeason announces the last month before that of a leaderboard in which games were rated, if the leaderboard has no
// entries yet: the first game of a month tells that the months before are complete. A player with an entry shows
// that there are some.
func (s *step) endSeason(player PersonID, b Leaderboard) error {
	if entry, err := s.entry(player, b); err != nil || entry.Games() > 0 {
		return err
	}
	ever, err := s.tx.CountAbove(Leaderboard{b.Pool, b.Place, AllTime}, 0)
	if err != nil || ever == 0 {
		return err
	}
	n, err := s.tx.CountAbove(b, 0)
	if err != nil || n > 0 {
		return err
	}
	for last := b.Month - 1; last >= b.Month-maxSeasonGap; last-- {
		n, err := s.tx.CountAbove(Leaderboard{b.Pool, b.Place, last}, 0)
		if err != nil {
			return err
		}
		if n > 0 {
			_, err := s.tx.Announce(Announcement{Kind: SeasonEnded, At: s.now, Place: b.Place, Pool: b.Pool, Month: last})
			return err
		}
	}
	return nil
}
