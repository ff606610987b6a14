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

func entryArgs(k game.EntryKey) []any {
	return append([]any{int64(k.Person)}, boardArgs(k.Leaderboard)...)
}

func entryKey(k game.EntryKey) record.Key {
	return record.KeyOfEntry(k.Person, k.Leaderboard)
}

func readEntry(k game.EntryKey, b []byte) (*game.LeaderboardEntry, error) {
	e := &game.LeaderboardEntry{Person: k.Person, Leaderboard: k.Leaderboard}
	return e, record.Entry.Read(b, e)
}

func (t *transaction) LeaderboardEntry(p game.PersonID, b game.Leaderboard) (*game.LeaderboardEntry, error) {
	k := game.EntryKey{Person: p, Leaderboard: b}
	bytes, err := t.record(entryKey(k), "SELECT record FROM standings WHERE person = $1 AND pool = $2 AND place = $3 AND month = $4", entryArgs(k)...)
	if err != nil {
		return nil, err
	}
	return readEntry(k, bytes)
}

func (t *transaction) LeaderboardEntries(p game.PersonID) ([]*game.LeaderboardEntry, error) {
	entries, err := query(t, func(row pgx.CollectableRow) (*game.LeaderboardEntry, error) {
		e := &game.LeaderboardEntry{Person: p}
		return scan(row, record.Entry, e, &e.Leaderboard.Pool, &e.Leaderboard.Place, &e.Leaderboard.Month)
	}, "SELECT pool, place, month, record FROM standings WHERE person = $1", int64(p))
	slices.SortFunc(entries, func(a, b *game.LeaderboardEntry) int { // a database may sort texts in another way
		return compareBoards(a.Leaderboard, b.Leaderboard)
	})
	return entries, err
}

// uncount takes an entry as it is stored out of the counts.
func (t *transaction) uncount(k game.EntryKey) error {
	e, err := t.LeaderboardEntry(k.Person, k.Leaderboard)
	if errors.Is(err, game.ErrNotFound) {
		return nil
	}
	if err == nil {
		t.addCounts(k.Leaderboard, e.RankKey(), -1)
	}
	return err
}

func (t *transaction) PutLeaderboardEntry(e *game.LeaderboardEntry) error {
	k := game.EntryKey{Person: e.Person, Leaderboard: e.Leaderboard}
	if err := t.uncount(k); err != nil {
		return err
	}
	b := record.Entry.Write(e)
	t.addCounts(k.Leaderboard, e.RankKey(), 1)
	t.learn(entryKey(k), b)
	return t.put(entryRow(e, b))
}

// entryRow returns the row of an entry.
func entryRow(e *game.LeaderboardEntry, b []byte) row {
	return row{entriesTable, append(entryArgs(game.EntryKey{Person: e.Person, Leaderboard: e.Leaderboard}), int(e.RankKey()), b)}
}

func (t *transaction) DeleteLeaderboardEntry(p game.PersonID, b game.Leaderboard) error {
	k := game.EntryKey{Person: p, Leaderboard: b}
	if err := t.uncount(k); err != nil {
		return err
	}
	t.learn(entryKey(k), nil)
	return t.write(entriesTable.delete, entryArgs(k)...)
}

func (t *transaction) Leaderboards(m game.Month) ([]game.Leaderboard, error) {
	all, err := query(t, func(row pgx.CollectableRow) (game.Leaderboard, error) {
		b := game.Leaderboard{Month: m}
		return b, row.Scan(&b.Pool, &b.Place)
	}, "SELECT DISTINCT pool, place FROM standings WHERE month = $1", int(m))
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
		`SELECT person, rank_key, record FROM standings WHERE pool = $1 AND place = $2 AND month = $3
			AND rank_key <= $4 AND (rank_key < $4 OR person > $5) ORDER BY rank_key DESC, person LIMIT $6`,
		append(boardArgs(b), int(after), int64(person), most+1)...)
	if err != nil {
		return game.Page[*game.LeaderboardEntry]{}, err
	}
	return pageOf(lines, most, func(l line) mark { return mark{l.key, strconv.FormatInt(l.person, 36)} }, func(l line) (*game.LeaderboardEntry, error) {
		return readEntry(game.EntryKey{Person: game.PersonID(l.person), Leaderboard: b}, l.record)
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
