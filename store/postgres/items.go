package postgres

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"doublecorner/game"
	"doublecorner/store/internal/index"
	"doublecorner/store/internal/record"
)

// kinds are statements that read all records of each kind, in the order of record's kinds, and functions
// that read a row.
var kinds = []struct {
	kind record.Kind
	sql  string
	scan func(rows pgx.Rows, k *record.Key, value *[]byte) error
}{
	{record.RulesKind, "SELECT id, rules FROM rules", func(rows pgx.Rows, k *record.Key, value *[]byte) error {
		var id []byte
		err := rows.Scan(&id, value)
		k.Text = string(id)
		return err
	}},
	{record.ClosedRulesKind, "SELECT place, rules FROM closed_rules", func(rows pgx.Rows, k *record.Key, value *[]byte) error {
		var id []byte
		err := rows.Scan(&k.Place, &id)
		k.Text, *value = string(id), []byte{}
		return err
	}},
	{record.GameKind, "SELECT game, record FROM game_records", scanText},
	{record.ReviewKind, "SELECT game, review FROM reviews", scanText},
	{record.ChallengeKind, "SELECT id, record FROM challenges", scanText},
	{record.TournamentKind, "SELECT id, record FROM tournaments", scanText},
	{record.EntryKind, "SELECT person, pool, place, month, record FROM standings", func(rows pgx.Rows, k *record.Key, value *[]byte) error {
		return scanPerson(rows, k, &k.Text, &k.Place, &k.Number, value)
	}},
	{record.AnnouncementKind, "SELECT id, record FROM announcements", func(rows pgx.Rows, k *record.Key, value *[]byte) error {
		return rows.Scan(&k.Number, value)
	}},
	{record.AnswerKind, "SELECT request, record FROM answers", scanText},
	{record.ErasureKind, "SELECT person, due FROM erasures", func(rows pgx.Rows, k *record.Key, value *[]byte) error {
		var due *time.Time
		err := scanPerson(rows, k, &due)
		if *value = []byte{}; due != nil {
			*value = binary.BigEndian.AppendUint64(nil, uint64(due.UnixMilli())^1<<63)
		}
		return err
	}},
	{record.SettingsKind, "SELECT owner, kind, settings FROM settings", func(rows pgx.Rows, k *record.Key, value *[]byte) error {
		var kind string
		err := scanPerson(rows, k, &kind, value)
		if kind == ofPlace {
			k.Person, k.Place = 0, game.PlaceID(k.Person)
		}
		return err
	}},
	{record.PuzzleKind, "SELECT place, puzzle, record FROM puzzles", func(rows pgx.Rows, k *record.Key, value *[]byte) error {
		return rows.Scan(&k.Place, &k.Text, value)
	}},
	{record.AttemptKind, "SELECT person, puzzle, record FROM attempts", func(rows pgx.Rows, k *record.Key, value *[]byte) error {
		return scanPerson(rows, k, &k.Text, value)
	}},
	{record.DailyPuzzleKind, "SELECT place, record FROM daily_puzzles", func(rows pgx.Rows, k *record.Key, value *[]byte) error {
		return rows.Scan(&k.Place, value)
	}},
	{record.ServiceKind, "SELECT record FROM service", func(rows pgx.Rows, _ *record.Key, value *[]byte) error { return rows.Scan(value) }},
	{record.LastNumberKind, "SELECT last_value FROM announcement_ids", func(rows pgx.Rows, k *record.Key, _ *[]byte) error { return rows.Scan(&k.Number) }},
}

func scanText(rows pgx.Rows, k *record.Key, value *[]byte) error { return rows.Scan(&k.Text, value) }

// scanPerson reads a row that begins with a person, whose id may be negative there.
func scanPerson(rows pgx.Rows, k *record.Key, rest ...any) error {
	var person int64
	err := rows.Scan(append([]any{&person}, rest...)...)
	k.Person = game.PersonID(person)
	return err
}

// Items visits all records as they are at one moment.
func (s *Store) Items(ctx context.Context, visit func(record.Item) error) error {
	return pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		return items(ctx, tx, visit)
	})
}

func items(ctx context.Context, tx pgx.Tx, visit func(record.Item) error) error {
	for _, k := range kinds {
		rows, err := tx.Query(ctx, k.sql)
		if err != nil {
			return err
		}
		for rows.Next() && err == nil {
			i := record.Item{Key: record.Key{Kind: k.kind}}
			if err = k.scan(rows, &i.Key, &i.Value); err == nil {
				err = visit(i)
			}
		}
		rows.Close()
		if err = cmp.Or(err, rows.Err()); err != nil {
			return err
		}
	}
	return nil
}

// rowsOf returns the rows of a record.
func rowsOf(i record.Item, variants record.Variants) ([]row, error) {
	k, b := i.Key, i.Value
	switch k.Kind {
	case record.RulesKind:
		return []row{{rulesTable, []any{[]byte(k.Text), string(b)}}}, nil
	case record.ClosedRulesKind:
		return []row{{closedTable, []any{int64(k.Place), []byte(k.Text)}}}, nil
	case record.GameKind:
		g, err := record.ReadGame(game.GameID(k.Text), b, variants)
		if err != nil {
			return nil, err
		}
		return gameRows(g.ID, index.OfGame(g), b), nil
	case record.ReviewKind:
		return []row{{reviewsTable, []any{k.Text, b}}}, nil
	case record.ChallengeKind:
		c, rules, err := record.ReadChallenge(game.ChallengeID(k.Text), b, variants)
		if err != nil {
			return nil, err
		}
		return challengeRows(c.ID, index.OfChallenge(c, rules), b), nil
	case record.TournamentKind:
		tour, err := record.ReadTournament(game.TournamentID(k.Text), b, variants)
		if err != nil {
			return nil, err
		}
		return tournamentRows(tour.ID, index.OfTournament(tour), b), nil
	case record.EntryKind:
		e, err := readEntry(game.EntryKey{Person: k.Person, Leaderboard: k.Leaderboard()}, b)
		return []row{entryRow(e, b)}, err
	case record.AnnouncementKind:
		a, err := readAnnouncement(game.AnnouncementID(k.Number), b)
		return []row{announcementRow(a, b)}, err
	case record.AnswerKind:
		var a game.AnswerRecord
		err := record.Answered.Read(b, &a)
		return []row{answerRow(game.RequestID(k.Text), a, b)}, err
	case record.ErasureKind:
		var due any
		if len(b) == 8 {
			due = time.UnixMilli(int64(binary.BigEndian.Uint64(b) ^ 1<<63)).UTC()
		}
		return []row{{erasuresTable, []any{int64(k.Person), due}}}, nil
	case record.SettingsKind:
		return []row{{settingsTable, append(ownerArgs(k.Owner()), b)}}, nil
	case record.PuzzleKind:
		return []row{{puzzlesTable, []any{int64(k.Place), k.Text, b}}}, nil
	case record.AttemptKind:
		return []row{{attemptsTable, []any{int64(k.Person), k.Text, b}}}, nil
	case record.DailyPuzzleKind:
		return []row{{dailyTable, []any{int64(k.Place), b}}}, nil
	case record.ServiceKind:
		return []row{{serviceTable, []any{true, b}}}, nil
	}
	return nil, fmt.Errorf("this program knows no %s", k)
}

// countRanks makes rank_counts from the entries of leaderboards.
const countRanks = `INSERT INTO rank_counts (pool, place, month, level, prefix, entries)
	SELECT pool, place, month, 1, rank_key >> 16, count(*) FROM standings GROUP BY pool, place, month, rank_key >> 16 UNION ALL
	SELECT pool, place, month, 2, rank_key >> 8, count(*) FROM standings GROUP BY pool, place, month, rank_key >> 8 UNION ALL
	SELECT pool, place, month, 3, rank_key, count(*) FROM standings GROUP BY pool, place, month, rank_key`

// Filler fills an empty database with records.
type Filler struct {
	store *Store
	tx    pgx.Tx // while Fill runs

	rows   map[*table][][]any // that wait to be sent
	tables []*table           // of these rows, in the order of records: what others refer to comes before them
	items  int                // that these rows hold
}

// NewFiller returns a filler of a database.
func (s *Store) NewFiller() *Filler { return &Filler{store: s, rows: map[*table][][]any{}} }

// Fill writes the records that fill puts, checks them by check, and commits them only if both succeed. It
// refuses a database with records.
func (f *Filler) Fill(ctx context.Context, fill func(put func(record.Item) error) error, check func() error) error {
	return pgx.BeginTxFunc(ctx, f.store.pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
		f.tx = tx
		if err := items(ctx, tx, func(i record.Item) error {
			if i.Key.Kind == record.LastNumberKind {
				return nil
			}
			return fmt.Errorf("%s has records in it already; name an empty database", f.store.name)
		}); err != nil {
			return err
		}
		t := f.store.transaction(ctx, false)
		if err := fill(func(i record.Item) error { return f.put(ctx, t, i) }); err != nil {
			return err
		}
		if err := f.send(ctx); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, countRanks); err != nil {
			return err
		}
		return check()
	})
}

// put adds the rows of a record to those that wait. The transaction reads rule sets.
func (f *Filler) put(ctx context.Context, t *transaction, i record.Item) error {
	switch i.Key.Kind {
	case record.LastNumberKind:
		_, err := f.tx.Exec(ctx, "SELECT setval('announcement_ids', $1)", max(i.Key.Number, 1))
		return err
	case record.RulesKind: // games that follow are read by them
		if err := t.learnRules(i); err != nil {
			return err
		}
	}
	rows, err := rowsOf(i, t.variant)
	if err != nil {
		return fmt.Errorf("%s: %w", i.Key, err)
	}
	for _, r := range rows {
		if f.rows[r.table] == nil {
			f.tables = append(f.tables, r.table)
		}
		f.rows[r.table] = append(f.rows[r.table], r.values)
	}
	const together = 5000
	if f.items++; f.items < together {
		return nil
	}
	return f.send(ctx)
}

// send sends the rows that wait.
func (f *Filler) send(ctx context.Context) error {
	for _, t := range f.tables {
		if _, err := f.tx.CopyFrom(ctx, pgx.Identifier{t.name}, t.columns, pgx.CopyFromRows(f.rows[t])); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
	}
	clear(f.rows)
	f.tables, f.items = nil, 0
	return nil
}

// Items visits the records that were put, while Fill runs.
func (f *Filler) Items(ctx context.Context, visit func(record.Item) error) error {
	return items(ctx, f.tx, visit)
}

// Check reads every record, replays every game, and compares the rows of all tables with those that follow
// from the records. The error joins the first faults.
func (s *Store) Check() error {
	ctx := context.Background()
	c := checker{t: s.transaction(ctx, false), rows: map[*table]record.Set{}}
	err := pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if err := items(ctx, tx, c.record); err != nil {
			return err
		}
		for n, entries := range c.t.counts {
			c.add(row{countsTable, append(n.key(), entries)})
		}
		for _, t := range []*table{
			gamesTable, gamePeopleTable, gameAlarmsTable, ratingsTable, challengesTable, peopleTable, tournamentsTable, tournamentPeopleTable, entriesTable, countsTable,
		} {
			if err := c.compare(ctx, tx, t); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return s.explain(err)
	}
	return errors.Join(c.faults...)
}

// checker compares rows with those that follow from the records.
type checker struct {
	t      *transaction          // reads rule sets, and counts entries of leaderboards; it writes nothing
	rows   map[*table]record.Set // that follow from the records
	faults []error
}

func (c *checker) fault(format string, args ...any) {
	const most = 20
	if len(c.faults) < most {
		c.faults = append(c.faults, fmt.Errorf(format, args...))
	}
}

// record checks a record, and adds the rows that follow from it.
func (c *checker) record(i record.Item) error {
	switch i.Key.Kind {
	case record.LastNumberKind:
		return nil
	case record.RulesKind:
		if err := c.t.learnRules(i); err != nil {
			c.fault("%s: %w", i.Key, err)
		}
	case record.GameKind:
		if g, err := record.ReadGame(game.GameID(i.Key.Text), i.Value, c.t.variant); err == nil {
			if err := g.Verify(); err != nil {
				c.fault("%s: %w", i.Key, err)
			}
		}
	}
	rows, err := rowsOf(i, c.t.variant)
	if err != nil {
		c.fault("%s: %w", i.Key, err)
	}
	for _, r := range rows {
		c.add(r)
		if r.table == entriesTable {
			c.t.addCounts(i.Key.Leaderboard(), game.RankKey(r.values[4].(int)), 1)
		}
	}
	return nil
}

func (c *checker) add(r row) {
	if c.rows[r.table] == nil {
		c.rows[r.table] = record.Set{}
	}
	c.rows[r.table].Add(comparison(r.values))
}

// compare compares the rows of a table.
func (c *checker) compare(ctx context.Context, tx pgx.Tx, t *table) error {
	rows, err := tx.Query(ctx, t.selectAll())
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		values, err := rows.Values()
		if err != nil {
			return err
		}
		if !c.rows[t].Remove(comparison(values)) {
			c.fault("table %s has a row that no record makes: %v", t.name, values[:t.key])
		}
	}
	if n := len(c.rows[t]); n > 0 {
		c.fault("table %s lacks %d rows that records make", t.name, n)
	}
	return rows.Err()
}

// comparison returns the values of a row in a form that is the same for those that are written and those
// that are read.
func comparison(values []any) []any {
	list := make([]any, len(values))
	for i, v := range values {
		switch v := v.(type) {
		case int:
			list[i] = int64(v)
		case int32:
			list[i] = int64(v)
		case time.Time:
			list[i] = v.UnixMilli()
		default:
			list[i] = v
		}
	}
	return list
}
