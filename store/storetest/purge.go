package storetest

import (
	"fmt"
	"strings"

	"doublecorner/game"
)

// purge checks that deleted data is overwritten after some calls, and that everything else
// stays.
func (s *suite) purge() {
	notes := make([]string, 200)
	s.update(func(tx game.Tx) error {
		for i := range notes {
			notes[i] = strings.Repeat(fmt.Sprint("note ", i), 1000)
			if err := tx.PutSettings(game.PersonSettings(game.PersonID(i+1)), []byte(notes[i])); err != nil {
				return err
			}
		}
		return nil
	})
	s.update(func(tx game.Tx) error {
		for i := 0; i < len(notes); i += 2 {
			if err := tx.PutSettings(game.PersonSettings(game.PersonID(i+1)), nil); err != nil {
				return err
			}
		}
		return nil
	})
	for range 2 {
		done := false
		for calls := 0; !done; calls++ {
			if calls == 1000 {
				s.Fatal("it is never done")
			}
			var err error
			done, err = s.Purge(background)
			s.must(err)
		}
	}
	s.view(func(tx game.Reader) error {
		for i := range notes {
			switch note, err := tx.Settings(game.PersonSettings(game.PersonID(i + 1))); {
			case i%2 == 0:
				s.missing(err)
			case err != nil || string(note) != notes[i]:
				s.Errorf("note %d is %.20q, %v", i, note, err)
			}
		}
		return nil
	})
}
