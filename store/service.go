package store

import (
	"doublecorner/game"
	"doublecorner/store/internal/record"
)

func (t *transaction) Service() (s game.Service, err error) {
	if value := t.bucket(metaBucket).Get(serviceKey); value != nil {
		err = record.Service.Read(value, &s)
	}
	return s, err
}

func (t *transaction) PutService(s game.Service) error {
	return t.put(metaBucket, serviceKey, record.Service.Write(&s))
}
