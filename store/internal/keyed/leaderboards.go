package keyed

import (
	"errors"

	"doublecorner/game"
	"doublecorner/store/internal/index"
	"doublecorner/store/internal/record"
)

func (t *Tx) PutLeaderboardEntry(s *game.LeaderboardEntry) error {
	return t.putIndexed(leaderboardsBucket, leaderboardKey(s.Person, s.Leaderboard), record.Entry.Write(s), rankEntries(s))
}

func (t *Tx) DeleteLeaderboardEntry(p game.PersonID, b game.Leaderboard) error {
	return t.putIndexed(leaderboardsBucket, leaderboardKey(p, b), nil, nil)
}

func (t *Tx) Leaderboard(b game.Leaderboard, from game.Cursor, most int) (game.Page[*game.LeaderboardEntry], error) {
	l := list{bucket: leaderboardsByRank, prefix: newKey().leaderboard(b)}
	return page(t, l, from, most, func(line fields, _ []byte) (*game.LeaderboardEntry, error) {
		f := line.after(index.Levels)
		return t.LeaderboardEntry(f.person(), b)
	})
}

// Leaderboards reads them from the counts of the first level: each has at most 256.
func (t *Tx) Leaderboards(m game.Month) (all []game.Leaderboard, err error) {
	counts := list{bucket: rankCounts, prefix: newKey().uint32(uint32(m)).byte(1)}
	lines, err := counts.lines(t, "", 0)
	for _, line := range lines {
		f := fields(line.Key[len(counts.prefix):])
		b := game.Leaderboard{Pool: game.Pool(f.text()), Place: f.place(), Month: m}
		if len(all) == 0 || all[len(all)-1] != b {
			all = append(all, b)
		}
	}
	return all, err
}

// countKey returns the key of a count of a leaderboard at a level, which counts the rank keys that begin with some bytes.
func countKey(b game.Leaderboard, level int, rankKey []byte) key {
	return append(newKey().uint32(uint32(b.Month)).byte(byte(level)).text(string(b.Pool)).place(b.Place), rankKey...)
}

// countKeys returns the keys of the counts, one at each level, to which an entry of leaderboardsByRank
// belongs.
func countKeys(entry key) (keys [index.Levels]key) {
	f := fields(entry)
	board := f.leaderboard()
	rankKey := newKey().rankKey(f.rankKeyDown())
	for i := range keys {
		keys[i] = countKey(board, i+1, rankKey[:i+1])
	}
	return keys
}

// recount adds n to the counts to which an entry of leaderboardsByRank belongs. Other entries are not counted.
func (t *Tx) recount(e entry, n int) (err error) {
	if e.index != leaderboardsByRank {
		return nil
	}
	for _, k := range countKeys(e.key) {
		err = errors.Join(err, t.addCount(k, n))
	}
	return err
}

// addCount adds n to a count.
func (t *Tx) addCount(k key, n int) error {
	value, err := t.Pairs.Get(rankCounts, k)
	if err != nil {
		return err
	}
	if n += decodeCount(value); n == 0 {
		return t.Pairs.Delete(rankCounts, k)
	}
	return t.Pairs.Put(rankCounts, k, newKey().uint32(uint32(n)))
}

// countWidth is the length of a count.
const countWidth = 4

func decodeCount(value []byte) int {
	f := fields(value)
	return int(f.uint(countWidth))
}

// CountAbove adds, at each level, the counts of the rank keys that agree with h in the bytes before and
// are greater in that level's byte.
func (t *Tx) CountAbove(b game.Leaderboard, h game.RankKey) (total int, err error) {
	rankKey := newKey().rankKey(h)
	for i := range index.Levels {
		above := Range{From: after(countKey(b, i+1, rankKey[:i+1])), To: after(countKey(b, i+1, rankKey[:i]))}
		for p, err := range t.Pairs.Scan(rankCounts, above) {
			if err != nil {
				return 0, err
			}
			total += decodeCount(p.Value)
		}
	}
	return total, nil
}
