package game

import "time"

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
