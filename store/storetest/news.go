package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"doublecorner/game"
)

func (s *suite) announcements() {
	var ids []game.AnnouncementID
	full := game.Announcement{Kind: game.Happened, At: start, Place: 5, Room: 6, Challenge: "CCCC", Game: "GGGG", Seq: 300}
	announce := func() {
		s.update(func(tx game.Tx) error {
			id, err := tx.Announce(full)
			ids = append(ids, id)
			return err
		})
	}
	for range 4 {
		announce()
	}
	waiting := func(after game.AnnouncementID, most int) []game.Announcement {
		var list []game.Announcement
		s.view(func(tx game.Reader) (err error) {
			list, err = tx.Announcements(after, most)
			return err
		})
		return list
	}
	first := full
	first.ID = ids[0]
	same(s, "the first", waiting(0, 1), []game.Announcement{first})
	same(s, "all", len(waiting(0, 10)), 4)
	same(s, "after the second", waiting(ids[1], 10)[0].ID, ids[2])
	s.update(func(tx game.Tx) error { return errors.Join(tx.Delivered(ids[3]), tx.Delivered(ids[0])) })
	same(s, "after delivering", len(waiting(0, 10)), 2)
	announce() // its number is not that of one that was delivered
	for i := 1; i < len(ids); i++ {
		if ids[i] <= ids[i-1] {
			s.Errorf("numbers are %v", ids)
		}
	}
}

func (s *suite) answers() {
	full := game.Answered{At: start, Verb: 3, Game: "GGGG", Seq: 12, Challenge: "CCCC", State: game.Accepted, Announced: []game.AnnouncementID{1, 300}}
	s.update(func(tx game.Tx) error {
		for i := range 10 {
			a := full
			a.At = start.Add(time.Duration(i) * time.Hour)
			if err := tx.PutAnswered(game.RequestID(fmt.Sprint("request ", i)), a); err != nil {
				return err
			}
		}
		return nil
	})
	s.view(func(tx game.Reader) error {
		got, err := tx.Answered("request 0")
		same(s, "answer", got, full)
		return err
	})
	forget := func(before time.Time, most, want int) {
		s.Helper()
		s.update(func(tx game.Tx) error {
			n, err := tx.ForgetAnswered(before, most)
			same(s, "forgotten", n, want)
			return err
		})
	}
	forget(start, 10, 0)
	forget(start.Add(3*time.Hour), 2, 2)
	forget(start.Add(3*time.Hour), 2, 1)
	s.view(func(tx game.Reader) error {
		_, err := tx.Answered("request 2")
		s.missing(err)
		_, err = tx.Answered("request 3")
		return err
	})
}

func (s *suite) rest() {
	service := game.Service{Alive: start, Away: 90 * time.Minute}
	s.update(func(tx game.Tx) error {
		return errors.Join(tx.PutService(service), tx.PutErasure(3), tx.PutErasure(2), tx.PutErasure(3))
	})
	s.view(func(tx game.Reader) error {
		got, err := tx.Service()
		same(s, "service", got, service)
		people, err2 := tx.Erasures()
		same(s, "erasures", people, []game.PersonID{2, 3})
		is, err3 := tx.Erasing(2)
		not, err4 := tx.Erasing(1)
		same(s, "erasing", fmt.Sprint(is, not), "true false")
		return errors.Join(err, err2, err3, err4)
	})
	long := bytes.Repeat([]byte("note "), 10000)
	s.update(func(tx game.Tx) error {
		return errors.Join(tx.PutNote(game.AboutPerson(7), long), tx.PutNote(game.AboutPlace(7), []byte("place")), tx.PutNote(game.AboutPerson(8), nil))
	})
	s.view(func(tx game.Reader) error {
		person, err := tx.Note(game.AboutPerson(7))
		same(s, "note about a person", string(person), string(long))
		place, err2 := tx.Note(game.AboutPlace(7))
		same(s, "note about a place", string(place), "place")
		_, err3 := tx.Note(game.AboutPerson(8))
		s.missing(err3)
		return errors.Join(err, err2)
	})
	s.update(func(tx game.Tx) error { return tx.PutNote(game.AboutPerson(7), nil) })
	s.view(func(tx game.Reader) error {
		_, err := tx.Note(game.AboutPerson(7))
		s.missing(err)
		_, err = tx.Note(game.AboutPlace(7))
		return err
	})
	s.update(func(tx game.Tx) error { return tx.DeleteErasure(2) })
	s.view(func(tx game.Reader) error {
		people, err := tx.Erasures()
		same(s, "erasures", people, []game.PersonID{3})
		return err
	})
}
