package storetest

import (
	"errors"

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
	one := func(id game.AnnouncementID) (a game.Announcement, err error) {
		s.view(func(tx game.Reader) error {
			a, err = tx.Announcement(id)
			return nil
		})
		return a, err
	}
	found, err := one(ids[0])
	s.must(err)
	same(s, "the first by its number", found, first)
	same(s, "all", len(waiting(0, 10)), 4)
	same(s, "after the second", waiting(ids[1], 10)[0].ID, ids[2])
	s.update(func(tx game.Tx) error { return errors.Join(tx.Delivered(ids[3]), tx.Delivered(ids[0])) })
	same(s, "after delivering", len(waiting(0, 10)), 2)
	if _, err := one(ids[0]); !errors.Is(err, game.ErrNotFound) {
		s.Errorf("one that was delivered: %v", err)
	}
	announce() // its number is not that of one that was delivered
	for i := 1; i < len(ids); i++ {
		if ids[i] <= ids[i-1] {
			s.Errorf("numbers are %v", ids)
		}
	}
}
