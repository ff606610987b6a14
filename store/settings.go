package store

import (
	"bytes"
	"context"
	"time"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

func (t *transaction) Settings(s game.SettingsKey) ([]byte, error) {
	value := t.bucket(settingsBucket).Get(key{}.owner(s))
	if value == nil {
		return nil, game.ErrNotFound
	}
	return bytes.Clone(value), nil
}

func (t *transaction) PutSettings(s game.SettingsKey, value []byte) error {
	if len(value) > 0 {
		return t.put(settingsBucket, key{}.owner(s), value)
	}
	return t.delete(settingsBucket, key{}.owner(s))
}

// AllSettings visits the settings of all people and places.
func (s *Store) AllSettings(ctx context.Context, visit func(owner game.SettingsKey, value []byte) error) error {
	return s.View(ctx, func(tx game.Reader) error {
		for k, value := range walk(tx.(*transaction).bucket(settingsBucket), nil, nil, forward) {
			id, owner := fields(k[1:]), game.SettingsKey{}
			if k[0] == ownerPerson {
				owner = game.PersonSettings(id.person())
			} else if place := id.place(); place != game.Everywhere {
				owner = game.PlaceSettings(place)
			} else { // the referee's own record
				continue
			}
			if err := visit(owner, value); err != nil {
				return err
			}
		}
		return nil
	})
}

func (t *transaction) Erasures(by time.Time) ([]game.PersonID, error) {
	var people []game.PersonID
	for k, due := range walk(t.bucket(erasuresBucket), nil, nil, forward) {
		f, at := fields(k), fields(due)
		if len(due) < timeWidth || !at.time().After(by) {
			people = append(people, f.person())
		}
	}
	return people, nil
}

func (t *transaction) Erasing(p game.PersonID) (bool, error) {
	return t.bucket(erasuresBucket).Get(key{}.person(p)) != nil, nil
}

func (t *transaction) PutErasure(p game.PersonID, due time.Time) error {
	value := []byte{} // at once
	if !due.IsZero() {
		value = key{}.time(due)
	}
	return t.put(erasuresBucket, key{}.person(p), value)
}

func (t *transaction) DeleteErasure(p game.PersonID) error {
	return t.delete(erasuresBucket, key{}.person(p))
}

func (t *transaction) Service() (s game.Service, err error) {
	if value := t.bucket(metaBucket).Get(serviceKey); value != nil {
		err = record.Service.Read(value, &s)
	}
	return s, err
}

func (t *transaction) PutService(s game.Service) error {
	return t.put(metaBucket, serviceKey, record.Service.Write(&s))
}
