package postgres

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

// The kinds of owners of settings.
const (
	ofPerson = "person"
	ofPlace  = "place"
)

func ownerArgs(s game.SettingsKey) []any {
	if p, ok := s.Person(); ok {
		return []any{ofPerson, int64(p)}
	}
	place, _ := s.Place()
	return []any{ofPlace, int64(place)}
}

func settingsKey(s game.SettingsKey) record.Key {
	person, _ := s.Person()
	place, _ := s.Place()
	return record.Key{Kind: record.SettingsKind, Person: person, Place: place}
}

func (t *transaction) Settings(s game.SettingsKey) ([]byte, error) {
	b, err := t.record(settingsKey(s), "SELECT settings FROM settings WHERE kind = $1 AND owner = $2", ownerArgs(s)...)
	return bytes.Clone(b), err
}

func (t *transaction) PutSettings(s game.SettingsKey, b []byte) error {
	if len(b) == 0 {
		t.learn(settingsKey(s), nil)
		return t.write(settingsTable.delete, ownerArgs(s)...)
	}
	b = bytes.Clone(b)
	t.learn(settingsKey(s), b)
	return t.put(row{settingsTable, append(ownerArgs(s), b)})
}

// AllSettings visits the settings of all people and places.
func (s *Store) AllSettings(ctx context.Context, visit func(owner game.SettingsKey, value []byte) error) error {
	type settings struct {
		kind  string
		owner int64
		value []byte
	}
	return s.View(ctx, func(tx game.Reader) error {
		all, err := query(tx.(*transaction), func(row pgx.CollectableRow) (s settings, err error) { return s, row.Scan(&s.kind, &s.owner, &s.value) },
			"SELECT kind, owner, settings FROM settings WHERE kind = $1 OR owner <> 0", ofPerson) // not the referee's own
		for _, s := range all {
			owner := game.PlaceSettings(game.PlaceID(s.owner))
			if s.kind == ofPerson {
				owner = game.PersonSettings(game.PersonID(s.owner))
			}
			err = errors.Join(err, visit(owner, s.value))
		}
		return err
	})
}

func (t *transaction) Erasures(by time.Time) ([]game.PersonID, error) {
	people, err := query(t, pgx.RowTo[int64], "SELECT person FROM erasures WHERE due IS NULL OR due <= $1", by)
	var ids []game.PersonID
	for _, p := range people {
		ids = append(ids, game.PersonID(p))
	}
	slices.Sort(ids)
	return ids, err
}

func erasureKey(p game.PersonID) record.Key {
	return record.Key{Kind: record.ErasureKind, Person: p}
}

func (t *transaction) Erasing(p game.PersonID) (bool, error) {
	_, err := t.record(erasureKey(p), "SELECT CAST('x' AS bytea) FROM erasures WHERE person = $1", int64(p))
	if errors.Is(err, game.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

func (t *transaction) PutErasure(p game.PersonID, due time.Time) error {
	var at any // at once
	if !due.IsZero() {
		at = stamp(due)
	}
	t.learn(erasureKey(p), []byte{})
	return t.put(row{erasuresTable, []any{int64(p), at}})
}

func (t *transaction) DeleteErasure(p game.PersonID) error {
	t.learn(erasureKey(p), nil)
	return t.write(erasuresTable.delete, int64(p))
}

var serviceKey = record.Key{Kind: record.ServiceKind}

func (t *transaction) Service() (s game.Service, err error) {
	b, err := t.record(serviceKey, "SELECT record FROM service WHERE one") // by the index: see noSequentialScans
	if errors.Is(err, game.ErrNotFound) {
		return s, nil
	} else if err != nil {
		return s, err
	}
	return s, record.Service.Read(b, &s)
}

func (t *transaction) PutService(s game.Service) error {
	b := record.Service.Write(&s)
	t.learn(serviceKey, b)
	return t.put(row{serviceTable, []any{true, b}})
}
