package storetest

import (
	"fmt"
	"time"

	"doublecorner/game"
)

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
