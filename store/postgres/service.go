package postgres

import (
	"errors"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

var serviceKey = record.Key{Kind: record.ServiceKind}

func (t *transaction) Service() (s game.Service, err error) {
	b, err := t.record(serviceKey, "SELECT record FROM service WHERE one") // by the index: see noSequentialScans
	if errors.Is(err, game.ErrNotFound) {
		return s, nil
	} else if err != nil {
		return s, err
	}
	return s, record.Service.Read(b, &s)
}

func (t *transaction) PutService(s game.Service) error {
	b := record.Service.Write(&s)
	t.learn(serviceKey, b)
	return t.put(row{serviceTable, []any{true, b}})
}
