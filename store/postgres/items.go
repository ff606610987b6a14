package postgres

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"doublecorner/game"
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
		return games.rowsOf(i, variants)
	case record.ReviewKind:
		return []row{{reviewsTable, []any{k.Text, b}}}, nil
	case record.ChallengeKind:
		return challenges.rowsOf(i, variants)
	case record.TournamentKind:
		return tournaments.rowsOf(i, variants)
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
