package store

import (
	"errors"
	"math"

	"doublecorner/game"
	"doublecorner/store/internal/index"
	"doublecorner/store/internal/record"
)

func (t *transaction) PutLeaderboardEntry(s *game.LeaderboardEntry) error {
	return t.putIndexed(leaderboardsBucket, leaderboardKey(s.Person, s.Leaderboard), record.Entry.Write(s), rankEntries(s))
}

func (t *transaction) DeleteLeaderboardEntry(p game.PersonID, b game.Leaderboard) error {
	return t.putIndexed(leaderboardsBucket, leaderboardKey(p, b), nil, nil)
}

func (t *transaction) Leaderboard(b game.Leaderboard, from game.Cursor, most int) (game.Page[*game.LeaderboardEntry], error) {
	l := list{bucket: t.bucket(leaderboardsByRank), prefix: key{}.leaderboard(b)}
	return page(l, from, most, func(suffix, _ []byte) (*game.LeaderboardEntry, error) {
		f := fields(suffix).after(index.Levels)
		return t.LeaderboardEntry(f.person(), b)
	})
}

func (t *transaction) Leaderboards(m game.Month) (all []game.Leaderboard, err error) {
	for from := key(nil); ; {
		k, found := first(t.bucket(leaderboardsByRank), nil, from)
		if !found {
			return all, nil
		}
		f := fields(k)
		b := f.leaderboard()
		if b.Month == m {
			all = append(all, b)
		}
		if b.Month < m {
			b.Month = m
		} else {
			b.Month = math.MaxUint32 // nothing more of this pool in this place
		}
		from = key{}.leaderboard(b)
	}
}

// countKeys returns the keys of the counts, one at each level, to which an entry of leaderboardsByRank
// belongs.
func countKeys(entry key) (keys [index.Levels]key) {
	f := fields(entry)
	board := f.leaderboard()
	rankKey := key{}.rankKey(f.rankKeyDown())
	for i := range keys {
		keys[i] = append(key{}.leaderboard(board).byte(byte(i+1)), rankKey[:i+1]...)
	}
	return keys
}

// recount adds n to the counts to which an entry of leaderboardsByRank belongs. Other entries are not
// counted.
func (t *transaction) recount(e entry, n int) (err error) {
	if e.index != leaderboardsByRank {
		return nil
	}
	counts := t.bucket(rankCounts)
	for _, k := range countKeys(e.key) {
		if count := decodeCount(counts.Get(k)) + n; count == 0 {
			err = errors.Join(err, counts.Delete(k))
		} else {
			err = errors.Join(err, counts.Put(k, key{}.uint32(uint32(count))))
		}
	}
	return err
}

func decodeCount(value []byte) int {
	f := fields(value)
	return int(f.uint(4))
}

// CountAbove adds, at each level, the counts of the rank keys that agree with h in the bytes before and
// are greater in that level's byte.
func (t *transaction) CountAbove(b game.Leaderboard, h game.RankKey) (int, error) {
	rankKey := key{}.rankKey(h)
	total := 0
	for i := range index.Levels {
		prefix := append(key{}.leaderboard(b).byte(byte(i+1)), rankKey[:i]...)
		for _, value := range walk(t.bucket(rankCounts), prefix, rankKey[i:i+1], forward) {
			total += decodeCount(value)
		}
	}
	return total, nil
}
