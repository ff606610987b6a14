package store

import (
	"time"

	"doublecorner/game"
)

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
