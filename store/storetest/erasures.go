package storetest

import (
	"errors"
	"fmt"
	"time"

	"doublecorner/game"
)

func (s *suite) erasures() {
	hour := start.Add(time.Hour)
	s.update(func(tx game.Tx) error {
		return errors.Join(tx.PutErasure(3, time.Time{}), tx.PutErasure(2, time.Time{}), tx.PutErasure(2, hour))
	})
	s.view(func(tx game.Reader) error {
		_, none := tx.Erasure(1)
		s.missing(none)
		until, err := tx.Erasure(2)
		same(s, "one that is done", until, hour)
		begun, err2 := tx.Erasure(3)
		same(s, "one that is not", begun, time.Time{})
		for by, want := range map[time.Time][]game.PersonID{hour.Add(-time.Millisecond): {3}, hour: {2, 3}} {
			people, err := tx.Erasures(by)
			s.must(err)
			same(s, fmt.Sprint("erasures by ", by), people, want)
		}
		return errors.Join(err, err2)
	})
	s.update(func(tx game.Tx) error { return tx.DeleteErasure(2) })
	s.view(func(tx game.Reader) error {
		people, err := tx.Erasures(hour)
		same(s, "those that are left", people, []game.PersonID{3})
		return err
	})
}
