package postgres

import (
	"bytes"

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
	return []any{ofPlace, int64(s.Place())}
}

func settingsKey(s game.SettingsKey) record.Key {
	person, _ := s.Person()
	return record.Key{Kind: record.SettingsKind, Person: person, Place: s.Place()}
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
