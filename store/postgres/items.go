package postgres

import (
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
		var text string
		err := rows.Scan(&id, &text)
		k.Text, *value = string(id), []byte(text)
		return err
	}},
	{record.ClosedRulesKind, "SELECT place, rules FROM closed_rules", func(rows pgx.Rows, k *record.Key, value *[]byte) error {
		var at int64
		var id []byte
		err := rows.Scan(&at, &id)
		k.Place, k.Text, *value = game.PlaceID(at), string(id), []byte{}
		return err
	}},
	{record.GameKind, "SELECT game, record FROM game_records", scanText},
	{record.ReviewKind, "SELECT game, review FROM reviews", scanText},
	{record.ChallengeKind, "SELECT id, record FROM challenges", scanText},
	{record.TournamentKind, "SELECT id, record FROM tournaments", scanText},
	{record.EntryKind, "SELECT person, pool, place, month, record FROM standings", func(rows pgx.Rows, k *record.Key, value *[]byte) error {
		var person, at, month int64
		err := rows.Scan(&person, &k.Text, &at, &month, value)
		k.Person, k.Place, k.Number = game.PersonID(person), game.PlaceID(at), uint64(month)
		return err
	}},
	{record.AnnouncementKind, "SELECT id, record FROM announcements", func(rows pgx.Rows, k *record.Key, value *[]byte) error {
		return rows.Scan(&k.Number, value)
	}},
	{record.AnswerKind, "SELECT request, record FROM answers", scanText},
	{record.ErasureKind, "SELECT person, due FROM erasures", func(rows pgx.Rows, k *record.Key, value *[]byte) error {
		var person int64
		var due *time.Time
		err := rows.Scan(&person, &due)
		if k.Person, *value = game.PersonID(person), []byte{}; due != nil {
			*value = binary.BigEndian.AppendUint64(nil, uint64(due.UnixMilli())^1<<63)
		}
		return err
	}},
	{record.SettingsKind, "SELECT kind, owner, settings FROM settings", func(rows pgx.Rows, k *record.Key, value *[]byte) error {
		var kind string
		var owner int64
		err := rows.Scan(&kind, &owner, value)
		if kind == ofPerson {
			k.Person = game.PersonID(owner)
		} else {
			k.Place = game.PlaceID(owner)
		}
		return err
	}},
	{record.PuzzleKind, "SELECT place, puzzle, record FROM puzzles", func(rows pgx.Rows, k *record.Key, value *[]byte) error {
		var at int64
		err := rows.Scan(&at, &k.Text, value)
		k.Place = game.PlaceID(at)
		return err
	}},
	{record.AttemptKind, "SELECT person, puzzle, record FROM attempts", func(rows pgx.Rows, k *record.Key, value *[]byte) error {
		var person int64
		err := rows.Scan(&person, &k.Text, value)
		k.Person = game.PersonID(person)
		return err
	}},
	{record.DailyPuzzleKind, "SELECT place, record FROM daily_puzzles", func(rows pgx.Rows, k *record.Key, value *[]byte) error {
		var at int64
		err := rows.Scan(&at, value)
		k.Place = game.PlaceID(at)
		return err
	}},
	{record.ServiceKind, "SELECT record FROM service", func(rows pgx.Rows, _ *record.Key, value *[]byte) error { return rows.Scan(value) }},
	{record.LastNumberKind, "SELECT last_value FROM announcement_ids", func(rows pgx.Rows, k *record.Key, _ *[]byte) error { return rows.Scan(&k.Number) }},
}

func scanText(rows pgx.Rows, k *record.Key, value *[]byte) error { return rows.Scan(&k.Text, value) }

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
		for rows.Next() {
			i := record.Item{Key: record.Key{Kind: k.kind}}
			err := k.scan(rows, &i.Key, &i.Value)
			if err == nil {
				err = visit(i)
			}
			if err != nil {
				rows.Close()
				return err
			}
		}
		if err := rows.Err(); err != nil {
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
	tx    pgx.Tx // while use runs
}

// NewFiller returns a filler of a database.
func (s *Store) NewFiller() *Filler { return &Filler{store: s} }

// Fill writes the records that fill puts, checks them by check, and commits them only if both succeed. It
// refuses a database with records.
func (f *Filler) Fill(ctx context.Context, fill func(put func(record.Item) error) error, check func() error) error {
	return pgx.BeginTxFunc(ctx, f.store.pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
		f.tx = tx
		errNotEmpty := fmt.Errorf("%s has records in it already; name an empty database", f.store.name)
		if err := items(ctx, tx, func(i record.Item) error {
			if i.Key.Kind == record.LastNumberKind {
				return nil
			}
			return errNotEmpty
		}); err != nil {
			return err
		}
		waiting, n, t := map[*table][][]any{}, 0, f.store.transaction(ctx, false)
		order := []*table{ // what others refer to comes before them
			rulesTable, closedTable, gamesTable, recordsTable, gamePeopleTable, gameAlarmsTable, ratingsTable, reviewsTable, challengesTable, peopleTable,
			tournamentsTable, tournamentPeopleTable, standingsTable, announcementsTable, answersTable, erasuresTable, settingsTable, puzzlesTable, attemptsTable, dailyTable, serviceTable,
		}
		flush := func() error {
			for _, t := range order {
				if len(waiting[t]) == 0 {
					continue
				}
				if _, err := tx.CopyFrom(ctx, pgx.Identifier{t.name}, t.columns, pgx.CopyFromRows(waiting[t])); err != nil {
					return fmt.Errorf("%s: %w", t.name, err)
				}
			}
			clear(waiting)
			n = 0
			return nil
		}
		if err := fill(func(i record.Item) error {
			switch i.Key.Kind {
			case record.LastNumberKind:
				_, err := tx.Exec(ctx, "SELECT setval('announcement_ids', $1)", max(i.Key.Number, 1))
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
				waiting[r.table] = append(waiting[r.table], r.values)
			}
			const together = 5000
			if n++; n < together {
				return nil
			}
			return flush()
		}); err != nil {
			return err
		}
		if err := flush(); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, countRanks); err != nil {
			return err
		}
		return check()
	})
}

// Items visits the records that were put, while Fill runs.
func (f *Filler) Items(ctx context.Context, visit func(record.Item) error) error {
	return items(ctx, f.tx, visit)
}

// Check reads every record, replays every game, and compares the rows of all tables with those that follow
// from the records. The error joins the first faults.
func (s *Store) Check() error {
	const mostFaults = 20
	var faults []error
	fault := func(format string, args ...any) {
		if len(faults) < mostFaults {
			faults = append(faults, fmt.Errorf(format, args...))
		}
	}
	ctx := context.Background()
	err := pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		t, want := s.transaction(ctx, false), map[*table]record.Set{}
		ranks := map[count]int{}
		counts := s.transaction(ctx, false)
		counts.counts = ranks
		if err := items(ctx, tx, func(i record.Item) error {
			switch i.Key.Kind {
			case record.LastNumberKind:
				return nil
			case record.RulesKind:
				if err := t.learnRules(i); err != nil {
					fault("%s: %w", i.Key, err)
				}
			case record.GameKind:
				if g, err := record.ReadGame(game.GameID(i.Key.Text), i.Value, t.variant); err == nil {
					if err := g.Verify(); err != nil {
						fault("%s: %w", i.Key, err)
					}
				}
			}
			rows, err := rowsOf(i, t.variant)
			if err != nil {
				fault("%s: %w", i.Key, err)
			}
			for _, r := range rows {
				if want[r.table] == nil {
					want[r.table] = record.Set{}
				}
				want[r.table].Add(comparison(r.values))
				if r.table == standingsTable {
					counts.addCounts(i.Key.Leaderboard(), game.RankKey(r.values[4].(int)), 1)
				}
			}
			return nil
		}); err != nil {
			return err
		}
		rankTable := newTable("rank_counts", 5, "pool", "place", "month", "level", "prefix", "entries")
		want[rankTable] = record.Set{}
		for c, n := range ranks {
			want[rankTable].Add(comparison([]any{string(c.board.Pool), int64(c.board.Place), int(c.board.Month), c.level, c.prefix, n}))
		}
		for _, table := range []*table{gamesTable, gamePeopleTable, gameAlarmsTable, ratingsTable, challengesTable, peopleTable, tournamentsTable, tournamentPeopleTable, standingsTable, rankTable} {
			rows, err := tx.Query(ctx, table.selectAll())
			if err != nil {
				return err
			}
			for rows.Next() {
				values, err := rows.Values()
				if err != nil {
					return err
				}
				if !want[table].Remove(comparison(values)) {
					fault("table %s has a row that no record makes: %v", table.name, values[:table.key])
				}
			}
			if err := rows.Err(); err != nil {
				return err
			}
			if n := len(want[table]); n > 0 {
				fault("table %s lacks %d rows that records make", table.name, n)
			}
		}
		return nil
	})
	if err != nil {
		return s.explain(err)
	}
	return errors.Join(faults...)
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
