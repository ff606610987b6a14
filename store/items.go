package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

// kinds are the buckets of records, in the order of record's kinds.
var kinds = []struct {
	kind   record.Kind
	bucket string
}{
	{record.RulesKind, rulesBucket}, {record.ClosedRulesKind, closedBucket}, {record.GameKind, gamesBucket}, {record.ReviewKind, reviewsBucket},
	{record.ChallengeKind, challengesBucket}, {record.TournamentKind, tournamentsBucket}, {record.EntryKind, leaderboardsBucket}, {record.AnnouncementKind, announcementsBucket},
	{record.AnswerKind, answersBucket}, {record.ErasureKind, erasuresBucket}, {record.SettingsKind, settingsBucket}, {record.PuzzleKind, puzzlesBucket},
	{record.AttemptKind, attemptsBucket}, {record.DailyPuzzleKind, dailyBucket},
}

// itemKey returns the key of a record from its key in the file.
func itemKey(kind record.Kind, b []byte) record.Key {
	k, f := record.Key{Kind: kind}, fields(b)
	switch kind {
	case record.ClosedRulesKind, record.PuzzleKind, record.DailyPuzzleKind:
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
	case record.ClosedRulesKind, record.PuzzleKind:
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
	}
	return key{}.last(k.Text)
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
		if value := t.bucket(metaBucket).Get(serviceKey); value != nil {
			if err := visit(record.Item{Key: record.Key{Kind: record.ServiceKind}, Value: bytes.Clone(value)}); err != nil {
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
	case record.ServiceKind:
		return t.put(metaBucket, serviceKey, i.Value)
	}
	for _, k := range kinds {
		if k.kind != i.Key.Kind {
			continue
		}
		at := fileKey(i.Key)
		switch k.bucket {
		case gamesBucket, challengesBucket, tournamentsBucket, leaderboardsBucket, answersBucket:
			entries, err := t.recordEntries(k.bucket, at, i.Value)
			if err != nil {
				return err
			}
			return t.replace(k.bucket, at, i.Value, nil, entries)
		}
		return t.put(k.bucket, at, i.Value)
	}
	return fmt.Errorf("this program knows no %s", i.Key)
}
