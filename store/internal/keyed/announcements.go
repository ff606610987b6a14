package keyed

import (
	"doublecorner/game"
	"doublecorner/store/internal/record"
)

func (t *Tx) Announce(a game.Announcement) (game.AnnouncementID, error) {
	n, err := t.Pairs.Next()
	if err != nil {
		return 0, err
	}
	return game.AnnouncementID(n), t.Pairs.Put(Announcements, newKey().uint64(n), record.Announcement.Write(&a))
}

func (t *Tx) Announcement(id game.AnnouncementID) (game.Announcement, error) {
	value, err := t.get(Announcements, newKey().uint64(uint64(id)))
	if err != nil {
		return game.Announcement{}, err
	}
	return readAnnouncement(id, value)
}

func readAnnouncement(id game.AnnouncementID, value []byte) (game.Announcement, error) {
	a := game.Announcement{ID: id}
	return a, record.Announcement.Read(value, &a)
}

func (t *Tx) Announcements(after game.AnnouncementID, most int) ([]game.Announcement, error) {
	var list []game.Announcement
	for p, err := range t.Pairs.Scan(Announcements, Range{From: newKey().uint64(uint64(after) + 1), Most: most}) {
		if err != nil {
			return nil, err
		}
		f := fields(p.Key)
		a, err := readAnnouncement(game.AnnouncementID(f.uint(8)), p.Value)
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, nil
}

func (t *Tx) Delivered(id game.AnnouncementID) error {
	return t.Pairs.Delete(Announcements, newKey().uint64(uint64(id)))
}
