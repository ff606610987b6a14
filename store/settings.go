package store

import (
	"bytes"
	"context"

	"doublecorner/game"
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
