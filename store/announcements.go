package store

import (
	"encoding/binary"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

func (t *transaction) Announce(a game.Announcement) (game.AnnouncementID, error) {
	n, err := t.bucket(announcementsBucket).NextSequence()
	if err != nil {
		return 0, err
	}
	return game.AnnouncementID(n), t.put(announcementsBucket, key{}.uint64(n), record.Announcement.Write(&a))
}

func (t *transaction) Announcement(id game.AnnouncementID) (game.Announcement, error) {
	value := t.bucket(announcementsBucket).Get(key{}.uint64(uint64(id)))
	if value == nil {
		return game.Announcement{}, game.ErrNotFound
	}
	return readAnnouncement(id, value)
}

func readAnnouncement(id game.AnnouncementID, value []byte) (game.Announcement, error) {
	a := game.Announcement{ID: id}
	return a, record.Announcement.Read(value, &a)
}

func (t *transaction) Announcements(after game.AnnouncementID, most int) ([]game.Announcement, error) {
	var list []game.Announcement
	for k, value := range walk(t.bucket(announcementsBucket), nil, key{}.uint64(uint64(after)), forward) {
		if len(list) >= most {
			break
		}
		a, err := readAnnouncement(game.AnnouncementID(binary.BigEndian.Uint64(k)), value)
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, nil
}

func (t *transaction) Delivered(id game.AnnouncementID) error {
	return t.delete(announcementsBucket, key{}.uint64(uint64(id)))
}
