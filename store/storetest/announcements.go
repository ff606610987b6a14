package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"doublecorner/game"
)

func (s *suite) announcements() {
	var ids []game.AnnouncementID
	full := game.Announcement{Kind: game.GameChanged, At: start, Place: 5, Room: 6, Challenge: "CCCC", Game: "GGGG", Seq: 300}
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
	full := game.AnswerRecord{At: start, Kind: 3, Game: "GGGG", Seq: 12, Challenge: "CCCC", State: game.Accepted, Announced: []game.AnnouncementID{1, 300}}
	s.update(func(tx game.Tx) error {
		for i := range 10 {
			a := full
			a.At = start.Add(time.Duration(i) * time.Hour)
			if err := tx.PutAnswerRecord(game.RequestID(fmt.Sprint("request ", i)), a); err != nil {
				return err
			}
		}
		return nil
	})
	s.view(func(tx game.Reader) error {
		got, err := tx.AnswerRecord("request 0")
		same(s, "answer", got, full)
		return err
	})
	forget := func(before time.Time, most, want int) {
		s.Helper()
		s.update(func(tx game.Tx) error {
			n, err := tx.DeleteAnswerRecords(before, most)
			same(s, "forgotten", n, want)
			return err
		})
	}
	forget(start, 10, 0)
	forget(start.Add(3*time.Hour), 2, 2)
	forget(start.Add(3*time.Hour), 2, 1)
	s.view(func(tx game.Reader) error {
		_, err := tx.AnswerRecord("request 2")
		s.missing(err)
		_, err = tx.AnswerRecord("request 3")
		return err
	})
}

func (s *suite) rest() {
	service := game.Service{LastAlive: start, Downtime: 90 * time.Minute}
	s.update(func(tx game.Tx) error {
		return errors.Join(tx.PutService(service), tx.PutErasure(3, time.Time{}), tx.PutErasure(2, time.Time{}), tx.PutErasure(3, time.Time{}))
	})
	s.view(func(tx game.Reader) error {
		got, err := tx.Service()
		same(s, "service", got, service)
		people, err2 := tx.Erasures(start)
		same(s, "erasures", people, []game.PersonID{2, 3})
		is, err3 := tx.Erasing(2)
		not, err4 := tx.Erasing(1)
		same(s, "erasing", fmt.Sprint(is, not), "true false")
		return errors.Join(err, err2, err3, err4)
	})
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
	long := bytes.Repeat([]byte("note "), 10000)
	s.update(func(tx game.Tx) error {
		return errors.Join(tx.PutSettings(game.PersonSettings(7), long), tx.PutSettings(game.PlaceSettings(7), []byte("place")), tx.PutSettings(game.PersonSettings(8), nil),
			tx.PutSettings(game.PlaceSettings(game.Everywhere), []byte("the referee's own")))
	})
	s.view(func(tx game.Reader) error {
		person, err := tx.Settings(game.PersonSettings(7))
		same(s, "settings of a person", string(person), string(long))
		place, err2 := tx.Settings(game.PlaceSettings(7))
		same(s, "settings of a place", string(place), "place")
		_, err3 := tx.Settings(game.PersonSettings(8))
		s.missing(err3)
		own, err4 := tx.Settings(game.PlaceSettings(game.Everywhere))
		same(s, "settings of everywhere", string(own), "the referee's own")
		return errors.Join(err, err2, err4)
	})
	s.update(func(tx game.Tx) error { return tx.PutSettings(game.PersonSettings(7), nil) })
	s.view(func(tx game.Reader) error {
		_, err := tx.Settings(game.PersonSettings(7))
		s.missing(err)
		_, err = tx.Settings(game.PlaceSettings(7))
		return err
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

// purge checks that deleted data is overwritten after some calls, and that everything else
// stays.
func (s *suite) purge() {
	notes := make([]string, 200)
	s.update(func(tx game.Tx) error {
		for i := range notes {
			notes[i] = strings.Repeat(fmt.Sprint("note ", i), 1000)
			s.must(tx.PutSettings(game.PersonSettings(game.PersonID(i+1)), []byte(notes[i])))
		}
		return nil
	})
	s.update(func(tx game.Tx) error {
		for i := 0; i < len(notes); i += 2 {
			s.must(tx.PutSettings(game.PersonSettings(game.PersonID(i+1)), nil))
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
