package postgres

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

// kind is a kind of record, with a statement that reads all and what reads a row of it.
type kind struct {
	kind record.Kind
	sql  string
	scan func(row pgx.CollectableRow, k *record.Key, value *[]byte) error
}

// read reads a record from a row.
func (k kind) read(row pgx.CollectableRow) (record.Item, error) {
	i := record.Item{Key: record.Key{Kind: k.kind}}
	err := k.scan(row, &i.Key, &i.Value)
	return i, err
}

// The kinds of owners of settings.
const (
	ofPerson = "person"
	ofPlace  = "place"
)

// kinds are in the order of record's kinds.
var kinds = []kind{
	{record.RulesKind, "SELECT id, rules FROM rule_sets", func(row pgx.CollectableRow, k *record.Key, value *[]byte) error {
		var id []byte
		err := row.Scan(&id, value)
		k.Text = string(id)
		return err
	}},
	{record.GameKind, "SELECT game, record FROM game_records", scanText},
	{record.ReviewKind, "SELECT game, review FROM reviews", scanText},
	{record.ChallengeKind, "SELECT id, record FROM challenges", scanText},
	{record.TournamentKind, "SELECT id, record FROM tournaments", scanText},
	{record.EntryKind, "SELECT person, pool, place, month, record FROM leaderboard_entries", func(row pgx.CollectableRow, k *record.Key, value *[]byte) error {
		return scanPerson(row, k, &k.Text, &k.Place, &k.Number, value)
	}},
	{record.AnnouncementKind, "SELECT id, record FROM announcements", func(row pgx.CollectableRow, k *record.Key, value *[]byte) error {
		return row.Scan(&k.Number, value)
	}},
	{record.AnswerKind, "SELECT request, record FROM answers", scanText},
	{record.ErasureKind, "SELECT person, record FROM erasures", func(row pgx.CollectableRow, k *record.Key, value *[]byte) error {
		return scanPerson(row, k, value)
	}},
	{record.SettingsKind, "SELECT owner, kind, settings FROM settings", func(row pgx.CollectableRow, k *record.Key, value *[]byte) error {
		var kind string
		err := scanPerson(row, k, &kind, value)
		if kind == ofPlace {
			k.Person, k.Place = 0, game.PlaceID(k.Person)
		}
		return err
	}},
	{record.PuzzleKind, "SELECT place, puzzle, record FROM puzzles", func(row pgx.CollectableRow, k *record.Key, value *[]byte) error {
		return row.Scan(&k.Place, &k.Text, value)
	}},
	{record.AttemptKind, "SELECT person, puzzle, record FROM attempts", func(row pgx.CollectableRow, k *record.Key, value *[]byte) error {
		return scanPerson(row, k, &k.Text, value)
	}},
	{record.DailyPuzzleKind, "SELECT place, record FROM daily_puzzles", func(row pgx.CollectableRow, k *record.Key, value *[]byte) error {
		return row.Scan(&k.Place, value)
	}},
	{record.SessionKind, "SELECT person, hash, record FROM sessions", func(row pgx.CollectableRow, k *record.Key, value *[]byte) error {
		return scanPerson(row, k, &k.Text, value)
	}},
	{record.ServiceKind, "SELECT record FROM service", scanOne},
	{record.LastNumberKind, "SELECT last_value FROM announcement_ids", func(row pgx.CollectableRow, k *record.Key, _ *[]byte) error { return row.Scan(&k.Number) }},
}

func scanOne(row pgx.CollectableRow, _ *record.Key, value *[]byte) error { return row.Scan(value) }

func scanText(row pgx.CollectableRow, k *record.Key, value *[]byte) error {
	return row.Scan(&k.Text, value)
}

// scanPerson reads a row that begins with a person, whose id may be negative there.
func scanPerson(row pgx.CollectableRow, k *record.Key, rest ...any) error {
	var person int64
	err := row.Scan(append([]any{&person}, rest...)...)
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
			var i record.Item
			if i, err = k.read(rows); err == nil {
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

// tableOf returns the table whose last column has a record, and its key there; nil if there is none.
func tableOf(k record.Key) (*table, []any) {
	switch k.Kind {
	case record.GameKind:
		return recordsTable, []any{k.Text}
	case record.ReviewKind:
		return reviewsTable, []any{k.Text}
	case record.ChallengeKind:
		return challengesTable, []any{k.Text}
	case record.TournamentKind:
		return tournamentsTable, []any{k.Text}
	case record.EntryKind:
		return entriesTable, append([]any{int64(k.Person)}, boardArgs(k.Leaderboard())...)
	case record.AnnouncementKind:
		return announcementsTable, []any{int64(k.Number)}
	case record.AnswerKind:
		return answersTable, []any{k.Text}
	case record.ErasureKind:
		return erasuresTable, []any{int64(k.Person)}
	case record.SettingsKind:
		if k.Person != game.Anyone {
			return settingsTable, []any{ofPerson, int64(k.Person)}
		}
		return settingsTable, []any{ofPlace, int64(k.Place)}
	case record.PuzzleKind:
		return puzzlesTable, []any{int64(k.Place), k.Text}
	case record.AttemptKind:
		return attemptsTable, []any{int64(k.Person), k.Text}
	case record.DailyPuzzleKind:
		return dailyTable, []any{int64(k.Place)}
	case record.SessionKind:
		return sessionsTable, []any{int64(k.Person), k.Text}
	case record.ServiceKind:
		return serviceTable, []any{true}
	}
	return nil, nil
}

// GetRecord implements record.Records.
func (t *transaction) GetRecord(k record.Key) ([]byte, error) {
	b, err := t.record(k)
	return bytes.Clone(b), err
}

// PutRecord implements record.Records.
func (t *transaction) PutRecord(k record.Key, b []byte) error {
	b = bytes.Clone(b)
	t.learn(k, b)
	table, key := tableOf(k)
	return t.put(row{table, append(key, b)})
}

// DeleteRecord implements record.Records.
func (t *transaction) DeleteRecord(k record.Key) error {
	t.learn(k, nil)
	table, key := tableOf(k)
	return t.write(table.delete, key...)
}

// ListRecords implements record.Records.
func (t *transaction) ListRecords(k record.Key) ([]record.Item, error) {
	i := slices.IndexFunc(kinds, func(other kind) bool { return other.kind == k.Kind })
	sql, args := kinds[i].sql, []any(nil)
	switch k.Kind {
	case record.EntryKind, record.AttemptKind:
		sql, args = sql+" WHERE person = $1", []any{int64(k.Person)}
	case record.SessionKind:
		if k.Person != game.Anyone {
			sql, args = sql+" WHERE person = $1", []any{int64(k.Person)}
		}
	case record.PuzzleKind:
		sql, args = sql+" WHERE place = $1", []any{int64(k.Place)}
	case record.SettingsKind:
		sql, args = sql+" WHERE kind = $1", []any{ofPlace}
	}
	items, err := query(t, kinds[i].read, sql, args...)
	slices.SortFunc(items, func(a, b record.Item) int { // a database may sort texts in another way
		return cmp.Or(cmp.Compare(a.Key.Text, b.Key.Text), cmp.Compare(a.Key.Place, b.Key.Place), cmp.Compare(a.Key.Number, b.Key.Number), cmp.Compare(a.Key.Person, b.Key.Person))
	})
	return items, err
}

// rowsOf returns the rows of a record.
func rowsOf(i record.Item, variants record.Variants) ([]row, error) {
	k, b := i.Key, i.Value
	switch k.Kind {
	case record.RulesKind:
		return []row{{rulesTable, []any{[]byte(k.Text), string(b)}}}, nil
	case record.GameKind:
		return games.rowsOf(i, variants)
	case record.ChallengeKind:
		return challenges.rowsOf(i, variants)
	case record.TournamentKind:
		return tournaments.rowsOf(i, variants)
	case record.EntryKind:
		e, err := readEntry(k, b)
		return []row{entryRow(e, b)}, err
	case record.AnnouncementKind:
		a, err := readAnnouncement(game.AnnouncementID(k.Number), b)
		return []row{announcementRow(a, b)}, err
	case record.AnswerKind:
		var a game.AnswerRecord
		err := record.Answered.Read(b, &a)
		return []row{answerRow(game.RequestID(k.Text), a, b)}, err
	}
	table, key := tableOf(k)
	if table == nil {
		return nil, fmt.Errorf("this program knows no %s", k)
	}
	return []row{{table, append(key, b)}}, nil
}
