package store

import (
	"bytes"

	"doublecorner/game"
)

func (t *transaction) Note(s game.Subject) ([]byte, error) {
	note := t.top(notesBucket).Get(key{}.subject(s))
	if note == nil {
		return nil, game.ErrMissing
	}
	return bytes.Clone(note), nil
}

func (t *transaction) PutNote(s game.Subject, note []byte) error {
	if len(note) > 0 {
		return t.put(notesBucket, key{}.subject(s), note)
	}
	return t.delete(notesBucket, key{}.subject(s))
}
