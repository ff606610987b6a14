package store

import (
	"doublecorner/game"
	"doublecorner/store/internal/record"
)

func (t *transaction) LeaderboardEntry(p game.PersonID, b game.Leaderboard) (*game.LeaderboardEntry, error) {
	value := t.top(standingsBucket).Get(standingKey(p, b))
	if value == nil {
		return nil, game.ErrNotFound
	}
	return record.ReadStanding(p, b, value)
}

func (t *transaction) LeaderboardEntries(p game.PersonID) ([]*game.LeaderboardEntry, error) {
	var list []*game.LeaderboardEntry
	err := walk(t.top(standingsBucket), key{}.person(p), nil, forward, func(suffix, value []byte) (bool, error) {
		f := fields(suffix)
		s, err := record.ReadStanding(p, f.board(), value)
		list = append(list, s)
		return true, err
	})
	return list, err
}

func (t *transaction) PutLeaderboardEntry(s *game.LeaderboardEntry) error {
	if err := t.DeleteLeaderboardEntry(s.Person, s.Leaderboard); err != nil {
		return err
	}
	if err := t.put(standingsBucket, standingKey(s.Person, s.Leaderboard), record.Standing(s)); err != nil {
		return err
	}
	if err := recount(t.index(standingCounts), s.Leaderboard, s.RankKey(), 1); err != nil {
		return err
	}
	return t.reindex(nil, standingEntries(s))
}

func (t *transaction) DeleteLeaderboardEntry(p game.PersonID, b game.Leaderboard) error {
	old, err := t.LeaderboardEntry(p, b)
	if err == game.ErrNotFound {
		return nil
	} else if err != nil {
		return err
	}
	if err := t.delete(standingsBucket, standingKey(p, b)); err != nil {
		return err
	}
	if err := recount(t.index(standingCounts), b, old.RankKey(), -1); err != nil {
		return err
	}
	return t.reindex(standingEntries(old), nil)
}

func (t *transaction) Leaderboard(b game.Leaderboard, from game.Cursor, most int) (game.Page[*game.LeaderboardEntry], error) {
	return page(t.index(standingsByHeight), key{}.board(b), nil, forward, from, most, func(suffix, _ []byte) (*game.LeaderboardEntry, error) {
		f := fields(suffix)
		f.take(levels)
		return t.LeaderboardEntry(f.person(), b)
	})
}

func (t *transaction) CountAbove(b game.Leaderboard, h game.RankKey) (int, error) {
	return countAbove(t.index(standingCounts), b, h)
}

// A rank is read from a tree of counts. Each of its levels counts the standings of a board by one
// more byte of their heights. So a rank costs at most three walks of 255 keys, whether ten people
// play or a million.

const levels = 3 // bytes of a height

// recount adds n to the counts of a height on a board, at each level.
func recount(b bucket, board game.Leaderboard, h game.RankKey, n int) error {
	height := key{}.height(h)
	for level := 1; level <= levels; level++ {
		k := append(key{}.board(board).byte(byte(level)), height[:level]...)
		count := decodeCount(b.Get(k)) + n
		var err error
		if count == 0 {
			err = b.Delete(k)
		} else {
			err = b.Put(k, key{}.uint32(uint32(count)))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func decodeCount(value []byte) int {
	if len(value) != 4 {
		return 0
	}
	f := fields(value)
	return int(f.uint32())
}

// countAbove counts the standings of a board that are higher than h.
func countAbove(b bucket, board game.Leaderboard, h game.RankKey) (int, error) {
	height := key{}.height(h)
	total := 0
	for level := 1; level <= levels; level++ {
		prefix := append(key{}.board(board).byte(byte(level)), height[:level-1]...)
		err := walk(b, prefix, height[level-1:level], forward, func(_, value []byte) (bool, error) {
			total += decodeCount(value)
			return true, nil
		})
		if err != nil {
			return 0, err
		}
	}
	return total, nil
}
