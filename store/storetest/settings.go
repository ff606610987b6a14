package storetest

import (
	"bytes"
	"errors"

	"doublecorner/game"
)

func (s *suite) settings() {
	long := bytes.Repeat([]byte("note "), 10000)
	s.update(func(tx game.Tx) error {
		return errors.Join(tx.PutSettings(game.PersonSettings(7), long), tx.PutSettings(game.PlaceSettings(7), []byte("place")),
			tx.PutSettings(game.PlaceSettings(9), []byte("another")), tx.PutSettings(game.PersonSettings(8), nil))
	})
	s.view(func(tx game.Reader) error {
		person, err := tx.Settings(game.PersonSettings(7))
		same(s, "settings of a person", string(person), string(long))
		place, err2 := tx.Settings(game.PlaceSettings(7))
		same(s, "settings of a place", string(place), "place")
		_, err3 := tx.Settings(game.PersonSettings(8))
		s.missing(err3)
		places, err4 := tx.SettingsOfPlaces()
		same(s, "settings of all places", places, map[game.PlaceID][]byte{7: []byte("place"), 9: []byte("another")})
		return errors.Join(err, err2, err4)
	})
	s.update(func(tx game.Tx) error { return tx.PutSettings(game.PersonSettings(7), nil) })
	s.view(func(tx game.Reader) error {
		_, err := tx.Settings(game.PersonSettings(7))
		s.missing(err)
		_, err = tx.Settings(game.PlaceSettings(7))
		return err
	})
}
