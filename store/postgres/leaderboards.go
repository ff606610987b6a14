package postgres

import (
	"cmp"
	"errors"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"

	"doublecorner/game"
	"doublecorner/store/internal/index"
	"doublecorner/store/internal/record"
)

func boardArgs(b game.Leaderboard) []any { return []any{string(b.Pool), int64(b.Place), int(b.Month)} }

// compareBoards puts leaderboards in one order.
func compareBoards(a, b game.Leaderboard) int {
	return cmp.Or(cmp.Compare(a.Pool, b.Pool), cmp.Compare(a.Place, b.Place), cmp.Compare(a.Month, b.Month))
}

func readEntry(k record.Key, b []byte) (*game.LeaderboardEntry, error) {
	e := &game.LeaderboardEntry{Person: k.Person, Leaderboard: k.Leaderboard()}
	return e, record.Entry.Read(b, e)
}

// uncount takes an entry as it is stored out of the counts.
func (t *transaction) uncount(p game.PersonID, b game.Leaderboard) error {
	e, err := t.LeaderboardEntry(p, b)
	if errors.Is(err, game.ErrNotFound) {
		return nil
	}
	if err == nil {
		t.addCounts(b, e.RankKey(), -1)
	}
	return err
}

func (t *transaction) PutLeaderboardEntry(e *game.LeaderboardEntry) error {
	if err := t.uncount(e.Person, e.Leaderboard); err != nil {
		return err
	}
	b := record.Entry.Write(e)
	t.addCounts(e.Leaderboard, e.RankKey(), 1)
	t.learn(record.KeyOfEntry(e.Person, e.Leaderboard), b)
	return t.put(entryRow(e, b))
}

// entryRow returns the row of an entry.
func entryRow(e *game.LeaderboardEntry, b []byte) row {
	table, key := tableOf(record.KeyOfEntry(e.Person, e.Leaderboard))
	return row{table, append(key, int(e.RankKey()), b)}
}

func (t *transaction) DeleteLeaderboardEntry(p game.PersonID, b game.Leaderboard) error {
	if err := t.uncount(p, b); err != nil {
		return err
	}
	return t.DeleteRecord(record.KeyOfEntry(p, b))
}

func (t *transaction) Leaderboards(m game.Month) ([]game.Leaderboard, error) {
	all, err := query(t, func(row pgx.CollectableRow) (game.Leaderboard, error) {
		b := game.Leaderboard{Month: m}
		return b, row.Scan(&b.Pool, &b.Place)
	}, "SELECT DISTINCT pool, place FROM leaderboard_entries WHERE month = $1", int(m))
	slices.SortFunc(all, compareBoards)
	return all, err
}

func (t *transaction) Leaderboard(b game.Leaderboard, from game.Cursor, most int) (game.Page[*game.LeaderboardEntry], error) {
	type line struct {
		person, key int64
		record      []byte
	}
	after, person := int64(1)<<24, uint64(0)
	if m, ok := readCursor(from); ok {
		if p, err := strconv.ParseUint(m.id, 36, 63); err == nil {
			after, person = min(max(m.number, 0), after), p
		}
	}
	lines, err := query(t, func(row pgx.CollectableRow) (l line, err error) { return l, row.Scan(&l.person, &l.key, &l.record) },
		`SELECT person, rank_key, record FROM leaderboard_entries WHERE pool = $1 AND place = $2 AND month = $3
			AND rank_key <= $4 AND (rank_key < $4 OR person > $5) ORDER BY rank_key DESC, person LIMIT $6`,
		append(boardArgs(b), int(after), int64(person), most+1)...)
	if err != nil {
		return game.Page[*game.LeaderboardEntry]{}, err
	}
	return pageOf(lines, most, func(l line) mark { return mark{l.key, strconv.FormatInt(l.person, 36)} }, func(l line) (*game.LeaderboardEntry, error) {
		return readEntry(record.KeyOfEntry(game.PersonID(l.person), b), l.record)
	})
}

// CountAbove adds, at each level, the counts of the prefixes that agree with h in the bytes before and
// are greater in that level's byte.
func (t *transaction) CountAbove(b game.Leaderboard, h game.RankKey) (int, error) {
	t.writeCounts()
	const at = "SELECT sum(entries) AS n FROM rank_counts WHERE pool = $1 AND place = $2 AND month = $3"
	args := boardArgs(b)
	for level := 1; level <= index.Levels; level++ {
		p := int(index.Prefix(h, level))
		args = append(args, p, p|0xff)
	}
	return value[int](t, `SELECT CAST(coalesce(sum(n), 0) AS bigint) FROM (`+
		at+" AND level = 1 AND prefix > $4 AND prefix <= $5 UNION ALL "+
		at+" AND level = 2 AND prefix > $6 AND prefix <= $7 UNION ALL "+
		at+" AND level = 3 AND prefix > $8 AND prefix <= $9) AS levels", args...)
}
