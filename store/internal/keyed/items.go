package keyed

import (
	"bytes"
	"cmp"
	"context"
	"fmt"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

// kinds are the kinds of records, in the order of record's kinds, with their buckets and with what reads a record and
// returns its index entries.
var kinds = []struct {
	kind    record.Kind
	bucket  string
	entries func(t *Tx, k, value []byte) ([]entry, error)
}{
	{record.RulesKind, rulesBucket, func(_ *Tx, k, value []byte) ([]entry, error) {
		_, err := record.ReadRules(game.RulesID(k), value)
		return nil, err
	}},
	{record.GameKind, gamesBucket, games.entriesOf},
	{record.ReviewKind, reviewsBucket, none},
	{record.ChallengeKind, challengesBucket, challenges.entriesOf},
	{record.TournamentKind, tournamentsBucket, tournaments.entriesOf},
	{record.EntryKind, leaderboardsBucket, func(_ *Tx, k, value []byte) ([]entry, error) {
		f := fields(k)
		e := game.LeaderboardEntry{Person: f.person(), Leaderboard: f.leaderboard()}
		err := record.Entry.Read(value, &e)
		return rankEntries(&e), err
	}},
	{record.AnnouncementKind, Announcements, noneOf(record.Announcement)},
	{record.AnswerKind, answersBucket, func(_ *Tx, k, value []byte) ([]entry, error) {
		var a game.AnswerRecord
		err := record.Answered.Read(value, &a)
		return answerEntries(game.RequestID(k), &a), err
	}},
	{record.ErasureKind, Erasures, noneOf(record.Erasure)},
	{record.SettingsKind, settingsBucket, none},
	{record.PuzzleKind, puzzlesBucket, noneOf(record.Puzzle)},
	{record.AttemptKind, attemptsBucket, noneOf(record.Attempt)},
	{record.DailyPuzzleKind, dailyBucket, noneOf(record.Daily)},
	{record.SessionKind, Sessions, noneOf(record.Session)},
	{record.ServiceKind, serviceBucket, noneOf(record.Service)},
}

// none is for records that are in no index, and noneOf for those that have a form, too.
func none(*Tx, []byte, []byte) ([]entry, error) { return nil, nil }

func noneOf[T any](f record.Form[T]) func(*Tx, []byte, []byte) ([]entry, error) {
	return func(_ *Tx, _, value []byte) ([]entry, error) { return nil, f.Read(value, new(T)) }
}

// recordEntries reads a record and returns its index entries.
func (t *Tx) recordEntries(bucket string, k, value []byte) ([]entry, error) {
	for _, kind := range kinds {
		if kind.bucket == bucket {
			return kind.entries(t, k, value)
		}
	}
	return nil, nil
}

// bucketOf returns the bucket of a kind of record; "" if there is none.
func bucketOf(kind record.Kind) string {
	for _, k := range kinds {
		if k.kind == kind {
			return k.bucket
		}
	}
	return ""
}

// itemKey returns the key of a record from its key in its bucket.
func itemKey(kind record.Kind, b []byte) record.Key {
	k, f := record.Key{Kind: kind}, fields(b)
	switch kind {
	case record.PuzzleKind, record.DailyPuzzleKind:
		k.Place = f.place()
	case record.AttemptKind, record.ErasureKind, record.SessionKind:
		k.Person = f.person()
	case record.EntryKind:
		return record.KeyOfEntry(f.person(), f.leaderboard())
	case record.AnnouncementKind:
		k.Number = f.uint(8)
	case record.SettingsKind:
		if f.take(1)[0] == ownerPerson {
			k.Person = f.person()
		} else {
			k.Place = f.place()
		}
	}
	if kind != record.ServiceKind {
		k.Text = string(f)
	}
	return k
}

// keyOf returns the key of a record in its bucket.
func keyOf(k record.Key) key {
	switch k.Kind {
	case record.PuzzleKind:
		return newKey().place(k.Place).last(k.Text)
	case record.DailyPuzzleKind:
		return newKey().place(k.Place)
	case record.AttemptKind, record.SessionKind:
		return newKey().person(k.Person).last(k.Text)
	case record.ErasureKind:
		return newKey().person(k.Person)
	case record.EntryKind:
		return leaderboardKey(k.Person, k.Leaderboard())
	case record.AnnouncementKind:
		return newKey().uint64(k.Number)
	case record.SettingsKind:
		return newKey().owner(k.Owner())
	case record.ServiceKind:
		return key(serviceBucket)
	}
	return newKey().last(k.Text)
}

// GetRecord implements record.Records.
func (t *Tx) GetRecord(k record.Key) ([]byte, error) {
	value, err := t.get(bucketOf(k.Kind), keyOf(k))
	return bytes.Clone(value), err
}

// PutRecord implements record.Records.
func (t *Tx) PutRecord(k record.Key, value []byte) error {
	return t.Pairs.Put(bucketOf(k.Kind), keyOf(k), value)
}

// DeleteRecord implements record.Records.
func (t *Tx) DeleteRecord(k record.Key) error { return t.Pairs.Delete(bucketOf(k.Kind), keyOf(k)) }

// ListRecords implements record.Records.
func (t *Tx) ListRecords(k record.Key) ([]record.Item, error) {
	of := list{bucket: bucketOf(k.Kind)}
	switch k.Kind {
	case record.EntryKind, record.AttemptKind:
		of.prefix = newKey().person(k.Person)
	case record.SessionKind:
		if k.Person != game.Anyone {
			of.prefix = newKey().person(k.Person)
		}
	case record.PuzzleKind:
		of.prefix = newKey().place(k.Place)
	case record.SettingsKind:
		of.prefix = newKey().byte(ownerPlace)
	}
	lines, err := of.lines(t, "", 0)
	items := make([]record.Item, len(lines))
	for i, line := range lines {
		items[i] = record.Item{Key: itemKey(k.Kind, line.Key), Value: line.Value}
	}
	return items, err
}

// Items visits all records.
func (t *Tx) Items(ctx context.Context, visit func(record.Item) error) error {
	for _, k := range kinds {
		for p, err := range t.Pairs.Scan(k.bucket, Range{}) {
			if err := cmp.Or(err, ctx.Err()); err != nil {
				return err
			}
			if err := visit(record.Item{Key: itemKey(k.kind, p.Key), Value: bytes.Clone(p.Value)}); err != nil {
				return err
			}
		}
	}
	return nil
}

// PutItem writes a record that is not there yet, and its index entries.
func (t *Tx) PutItem(i record.Item) error {
	bucket, at := bucketOf(i.Key.Kind), keyOf(i.Key)
	if bucket == "" {
		return fmt.Errorf("this program knows no %s", i.Key)
	}
	entries, err := t.recordEntries(bucket, at, i.Value)
	if err != nil {
		return err
	}
	return t.replace(bucket, at, i.Value, nil, entries)
}
