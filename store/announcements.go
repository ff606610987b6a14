package store

import (
	"encoding/binary"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

func (t *transaction) Announce(a game.Announcement) (game.AnnouncementID, error) {
	t.dirty = true
	n, err := t.top(announcementsBucket).NextSequence()
	if err != nil {
		return 0, err
	}
	return game.AnnouncementID(n), t.put(announcementsBucket, key{}.uint64(n), record.Announcement(&a))
}

func (t *transaction) Announcements(after game.AnnouncementID, most int) ([]game.Announcement, error) {
	var list []game.Announcement
	err := walk(t.top(announcementsBucket), nil, key{}.uint64(uint64(after)), forward, func(k, value []byte) (bool, error) {
		if len(list) >= most {
			return false, nil
		}
		a, err := record.ReadAnnouncement(game.AnnouncementID(binary.BigEndian.Uint64(k)), value)
		list = append(list, a)
		return true, err
	})
	return list, err
}

func (t *transaction) Delivered(id game.AnnouncementID) error {
	return t.delete(announcementsBucket, key{}.uint64(uint64(id)))
}
