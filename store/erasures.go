package store

import "doublecorner/game"

func (t *transaction) Erasures() ([]game.PersonID, error) {
	var people []game.PersonID
	err := walk(t.top(erasuresBucket), nil, nil, forward, func(k, _ []byte) (bool, error) {
		f := fields(k)
		people = append(people, f.person())
		return true, nil
	})
	return people, err
}

func (t *transaction) Erasing(p game.PersonID) (bool, error) {
	return t.top(erasuresBucket).Get(key{}.person(p)) != nil, nil
}

func (t *transaction) PutErasure(p game.PersonID) error {
	return t.put(erasuresBucket, key{}.person(p), []byte{})
}

func (t *transaction) DeleteErasure(p game.PersonID) error {
	return t.delete(erasuresBucket, key{}.person(p))
}
