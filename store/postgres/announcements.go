package postgres

import (
	"github.com/jackc/pgx/v5"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

const drawNumbers = "SELECT nextval('announcement_ids') FROM generate_series(1, $1)"

func announcementKey(id game.AnnouncementID) record.Key {
	return record.Key{Kind: record.AnnouncementKind, Number: uint64(id)}
}

func (t *transaction) Announce(a game.Announcement) (game.AnnouncementID, error) {
	if len(t.numbers) == 0 {
		numbers, err := query(t, pgx.RowTo[game.AnnouncementID], drawNumbers, 1)
		if err != nil {
			return 0, err
		}
		t.numbers = numbers
	}
	a.ID = t.numbers[0]
	t.numbers = t.numbers[1:]
	b := record.Announcement.Write(&a)
	t.learn(announcementKey(a.ID), b)
	return a.ID, t.put(announcementRow(a, b))
}

func announcementRow(a game.Announcement, b []byte) row {
	return row{announcementsTable, []any{int64(a.ID), stamp(a.At), b}}
}

func readAnnouncement(id game.AnnouncementID, b []byte) (game.Announcement, error) {
	a := game.Announcement{ID: id}
	return a, record.Announcement.Read(b, &a)
}

func (t *transaction) Announcement(id game.AnnouncementID) (game.Announcement, error) {
	b, err := t.record(announcementKey(id))
	if err != nil {
		return game.Announcement{}, err
	}
	return readAnnouncement(id, b)
}

func (t *transaction) Announcements(after game.AnnouncementID, most int) ([]game.Announcement, error) {
	return query(t, func(row pgx.CollectableRow) (a game.Announcement, err error) {
		var b []byte
		if err := row.Scan(&a.ID, &b); err != nil {
			return a, err
		}
		return readAnnouncement(a.ID, b)
	}, "SELECT id, record FROM announcements WHERE id > $1 ORDER BY id LIMIT $2", int64(after), most)
}

func (t *transaction) Delivered(id game.AnnouncementID) error {
	return t.DeleteRecord(announcementKey(id))
}
