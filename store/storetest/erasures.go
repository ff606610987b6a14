package storetest

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"doublecorner/game"
)

func (s *suite) erasures() {
	s.update(func(tx game.Tx) error {
		return errors.Join(tx.PutErasure(3, time.Time{}), tx.PutErasure(2, time.Time{}), tx.PutErasure(3, time.Time{}))
	})
	s.view(func(tx game.Reader) error {
		people, err := tx.Erasures(start)
		same(s, "erasures", people, []game.PersonID{2, 3})
		is, err2 := tx.Erasing(2)
		not, err3 := tx.Erasing(1)
		same(s, "erasing", fmt.Sprint(is, not), "true false")
		return errors.Join(err, err2, err3)
	})
	// One that is due later, or is put off.
	s.update(func(tx game.Tx) error {
		return errors.Join(tx.PutErasure(4, start), tx.PutErasure(1<<63+5, start.Add(time.Hour)),
			tx.PutErasure(2, start.Add(time.Minute)), tx.PutErasure(2, start.Add(time.Hour+time.Millisecond)))
	})
	s.view(func(tx game.Reader) error {
		for by, want := range map[time.Duration][]game.PersonID{
			-time.Millisecond: {3}, 0: {3, 4}, time.Hour: {3, 4, 1<<63 + 5},
			time.Hour + time.Millisecond: {2, 3, 4, 1<<63 + 5},
		} {
			people, err := tx.Erasures(start.Add(by))
			s.must(err)
			slices.Sort(people)
			same(s, fmt.Sprint("erasures due by ", by), people, want)
		}
		return nil
	})
	s.update(func(tx game.Tx) error {
		return errors.Join(tx.DeleteErasure(2), tx.DeleteErasure(1<<63+5), tx.DeleteErasure(4))
	})
	s.view(func(tx game.Reader) error {
		people, err := tx.Erasures(start)
		same(s, "erasures", people, []game.PersonID{3})
		return err
	})
}

func (s *suite) pseudonymKey() {
	s.view(func(tx game.Reader) error {
		_, err := tx.PseudonymKey()
		s.missing(err)
		return nil
	})
	s.update(func(tx game.Tx) error { return tx.PutPseudonymKey([]byte("a key")) })
	s.view(func(tx game.Reader) error {
		key, err := tx.PseudonymKey()
		same(s, "key of pseudonyms", string(key), "a key")
		return err
	})
}

func (s *suite) pendingPurge() {
	for _, want := range []bool{false, true, true, false, false} {
		s.update(func(tx game.Tx) error { return tx.SetPurgePending(want) })
		s.view(func(tx game.Reader) error {
			is, err := tx.PurgePending()
			same(s, "pending purge", is, want)
			return err
		})
	}
}
