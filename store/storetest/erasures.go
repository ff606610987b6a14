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
		return errors.Join(tx.PutErasure(game.FormerPlayer, start), tx.PutErasure(1<<63+5, start.Add(time.Hour)),
			tx.PutErasure(2, start.Add(time.Minute)), tx.PutErasure(2, start.Add(time.Hour+time.Millisecond)))
	})
	s.view(func(tx game.Reader) error {
		for by, want := range map[time.Duration][]game.PersonID{
			-time.Millisecond: {3}, 0: {3, game.FormerPlayer}, time.Hour: {3, 1<<63 + 5, game.FormerPlayer},
			time.Hour + time.Millisecond: {2, 3, 1<<63 + 5, game.FormerPlayer},
		} {
			people, err := tx.Erasures(start.Add(by))
			s.must(err)
			slices.Sort(people)
			same(s, fmt.Sprint("erasures due by ", by), people, want)
		}
		return nil
	})
	s.update(func(tx game.Tx) error {
		return errors.Join(tx.DeleteErasure(2), tx.DeleteErasure(1<<63+5), tx.DeleteErasure(game.FormerPlayer))
	})
	s.view(func(tx game.Reader) error {
		people, err := tx.Erasures(start)
		same(s, "erasures", people, []game.PersonID{3})
		return err
	})
}
