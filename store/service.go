package store

import (
	"doublecorner/game"
	"doublecorner/store/internal/record"
)

func (t *transaction) Service() (game.Service, error) {
	value := t.top(metaBucket).Get(serviceKey)
	if value == nil {
		return game.Service{}, nil
	}
	return record.ReadService(value)
}

func (t *transaction) PutService(s game.Service) error {
	return t.put(metaBucket, serviceKey, record.Service(s))
}
