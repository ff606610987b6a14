package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

// kinds are the buckets of records, in the order of record's kinds.
var kinds = []struct {
	kind   record.Kind
	bucket string
}{
	{record.RulesKind, rulesBucket}, {record.GameKind, gamesBucket}, {record.ReviewKind, reviewsBucket},
	{record.ChallengeKind, challengesBucket}, {record.TournamentKind, tournamentsBucket}, {record.EntryKind, leaderboardsBucket}, {record.AnnouncementKind, announcementsBucket},
	{record.AnswerKind, answersBucket}, {record.ErasureKind, erasuresBucket}, {record.SettingsKind, settingsBucket}, {record.PuzzleKind, puzzlesBucket},
	{record.AttemptKind, attemptsBucket}, {record.DailyPuzzleKind, dailyBucket},
}

// kindBucket returns the bucket of a kind of record; "" if there is none.
func kindBucket(kind record.Kind) string {
	if kind == record.ServiceKind {
		return metaBucket
	}
	for _, k := range kinds {
		if k.kind == kind {
			return k.bucket
		}
	}
	return ""
}

// itemKey returns the key of a record from its key in the file.
func itemKey(kind record.Kind, b []byte) record.Key {
	k, f := record.Key{Kind: kind}, fields(b)
	switch kind {
	case record.PuzzleKind, record.DailyPuzzleKind:
		k.Place = f.place()
	case record.AttemptKind, record.ErasureKind:
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
	if k.Text == "" {
		k.Text = string(f)
	}
	return k
}

// fileKey returns the key in the file of a record.
func fileKey(k record.Key) key {
	switch k.Kind {
	case record.PuzzleKind:
		return key{}.place(k.Place).last(k.Text)
	case record.DailyPuzzleKind:
		return key{}.place(k.Place)
	case record.AttemptKind:
		return key{}.person(k.Person).last(k.Text)
	case record.ErasureKind:
		return key{}.person(k.Person)
	case record.EntryKind:
		return leaderboardKey(k.Person, k.Leaderboard())
	case record.AnnouncementKind:
		return key{}.uint64(k.Number)
	case record.SettingsKind:
		return key{}.owner(k.Owner())
	case record.ServiceKind:
		return serviceKey
	}
	return key{}.last(k.Text)
}

// GetRecord implements record.Records.
func (t *transaction) GetRecord(k record.Key) ([]byte, error) {
	value := t.bucket(kindBucket(k.Kind)).Get(fileKey(k))
	if value == nil {
		return nil, game.ErrNotFound
	}
	return bytes.Clone(value), nil
}

// PutRecord implements record.Records.
func (t *transaction) PutRecord(k record.Key, value []byte) error {
	return t.put(kindBucket(k.Kind), fileKey(k), value)
}

// DeleteRecord implements record.Records.
func (t *transaction) DeleteRecord(k record.Key) error {
	return t.delete(kindBucket(k.Kind), fileKey(k))
}

// ListRecords implements record.Records.
func (t *transaction) ListRecords(k record.Key) ([]record.Item, error) {
	var prefix key
	switch k.Kind {
	case record.EntryKind, record.AttemptKind:
		prefix = prefix.person(k.Person)
	case record.PuzzleKind:
		prefix = prefix.place(k.Place)
	}
	var items []record.Item
	for b, value := range walk(t.bucket(kindBucket(k.Kind)), prefix, nil, forward) {
		items = append(items, record.Item{Key: itemKey(k.Kind, slices.Concat(prefix, b)), Value: bytes.Clone(value)})
	}
	return items, nil
}

// Items visits all records as they are at one moment.
func (s *Store) Items(ctx context.Context, visit func(record.Item) error) error {
	return s.View(ctx, func(tx game.Reader) error {
		t := tx.(*transaction)
		for _, k := range kinds {
			for b, value := range walk(t.bucket(k.bucket), nil, nil, forward) {
				if err := errors.Join(ctx.Err(), visit(record.Item{Key: itemKey(k.kind, b), Value: bytes.Clone(value)})); err != nil {
					return err
				}
			}
		}
		service := record.Key{Kind: record.ServiceKind}
		if value, err := t.GetRecord(service); err == nil {
			if err := visit(record.Item{Key: service, Value: value}); err != nil {
				return err
			}
		}
		return visit(record.Item{Key: record.Key{Kind: record.LastNumberKind, Number: t.bucket(announcementsBucket).Sequence()}})
	})
}

// putItem writes a record that is not there yet, and its index entries.
func (t *transaction) putItem(i record.Item) error {
	switch i.Key.Kind {
	case record.LastNumberKind:
		t.dirty = true
		return t.bucket(announcementsBucket).SetSequence(i.Key.Number)
	case record.GameKind, record.ChallengeKind, record.TournamentKind, record.EntryKind, record.AnswerKind:
		bucket, at := kindBucket(i.Key.Kind), fileKey(i.Key)
		entries, err := t.recordEntries(bucket, at, i.Value)
		if err != nil {
			return err
		}
		return t.replace(bucket, at, i.Value, nil, entries)
	}
	if kindBucket(i.Key.Kind) == "" {
		return fmt.Errorf("this program knows no %s", i.Key)
	}
	return t.PutRecord(i.Key, i.Value)
}
