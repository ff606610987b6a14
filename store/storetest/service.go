package storetest

import (
	"time"

	"doublecorner/game"
)

func (s *suite) service() {
	service := game.Service{LastAlive: start, Downtime: 90 * time.Minute}
	s.update(func(tx game.Tx) error { return tx.PutService(service) })
	s.view(func(tx game.Reader) error {
		got, err := tx.Service()
		same(s, "service", got, service)
		return err
	})
}
