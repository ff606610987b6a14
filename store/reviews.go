package store

import (
	"bytes"

	"doublecorner/game"
)

func (t *transaction) Review(id game.GameID) ([]byte, error) {
	value := t.bucket(reviewsBucket).Get([]byte(id))
	if value == nil {
		return nil, game.ErrNotFound
	}
	return bytes.Clone(value), nil
}

func (t *transaction) PutReview(id game.GameID, review []byte) error {
	return t.put(reviewsBucket, []byte(id), review)
}
