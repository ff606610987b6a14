package storetest

import (
	"errors"
	"time"

	"doublecorner/game"
)

func (s *suite) sessions() {
	s.view(func(tx game.Reader) error {
		_, err := tx.Session(11, "ab")
		s.missing(err)
		return nil
	})
	link := &game.Session{Person: 11, Hash: "ab", Place: 5, Game: "K7Q2", Name: "Anna", Reads: "de", Link: true, Begun: start, Until: start.Add(time.Minute)}
	second := &game.Session{Person: 11, Hash: "cd", Place: 6, Direct: true, Name: "Anna", Begun: start, Until: start.Add(time.Hour)}
	other := &game.Session{Person: 1 << 63, Hash: "ab", Place: 5, Begun: start, Until: start.Add(time.Hour)}
	s.update(func(tx game.Tx) error {
		return errors.Join(tx.PutSession(second), tx.PutSession(other), tx.PutSession(link))
	})
	s.view(func(tx game.Reader) error {
		one, err := tx.Session(11, "ab")
		same(s, "a session", one, link)
		_, missing := tx.Session(12, "ab")
		s.missing(missing)
		own, err2 := tx.Sessions(11)
		same(s, "sessions of a person", own, []*game.Session{link, second})
		all, err3 := tx.Sessions(game.Anyone)
		same(s, "all sessions", len(all), 3)
		return errors.Join(err, err2, err3)
	})
	s.update(func(tx game.Tx) error { return errors.Join(tx.DeleteSession(11, "ab"), tx.DeleteSession(11, "ab")) })
	s.view(func(tx game.Reader) error {
		left, err := tx.Sessions(11)
		same(s, "sessions that are left", left, []*game.Session{second})
		return err
	})
}
