package store

import (
	"bytes"

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
