package storetest

import (
	"errors"
	"fmt"
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

func (s *suite) closedRules() {
	s.update(func(tx game.Tx) error {
		return errors.Join(tx.CloseRules(5, game.RulesID{1}), tx.CloseRules(5, game.RulesID{1}))
	})
	s.view(func(tx game.Reader) error {
		is, err := tx.RulesClosed(5, game.RulesID{1})
		other, err2 := tx.RulesClosed(5, game.RulesID{2})
		elsewhere, err3 := tx.RulesClosed(6, game.RulesID{1})
		same(s, "closed rules", fmt.Sprint(is, other, elsewhere), "true false false")
		return errors.Join(err, err2, err3)
	})
}
