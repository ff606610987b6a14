package postgres

import (
	"time"

	"github.com/jackc/pgx/v5"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

const drawNumbers = "SELECT nextval('announcement_ids') FROM generate_series(1, $1)"

func announcementKey(id game.AnnouncementID) record.Key {
	return record.Key{Kind: record.AnnouncementKind, Number: uint64(id)}
}

func answerKey(id game.RequestID) record.Key {
	return record.Key{Kind: record.AnswerKind, Text: string(id)}
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

func (t *transaction) Announcements(after game.AnnouncementID, most int) ([]game.Announcement, error) {
	if b := t.known[announcementKey(after+1)]; b != nil && most == 1 {
		a, err := readAnnouncement(after+1, b)
		return []game.Announcement{a}, err
	}
	return query(t, func(row pgx.CollectableRow) (a game.Announcement, err error) {
		var b []byte
		if err := row.Scan(&a.ID, &b); err != nil {
			return a, err
		}
		return readAnnouncement(a.ID, b)
	}, "SELECT id, record FROM announcements WHERE id > $1 ORDER BY id LIMIT $2", int64(after), most)
}

func (t *transaction) Delivered(id game.AnnouncementID) error {
	t.learn(announcementKey(id), nil)
	return t.write(announcementsTable.delete, int64(id))
}

func (t *transaction) AnswerRecord(id game.RequestID) (a game.AnswerRecord, err error) {
	b, err := t.record(answerKey(id), "SELECT record FROM answers WHERE request = $1", string(id))
	if err != nil {
		return a, err
	}
	return a, record.Answered.Read(b, &a)
}

// PutAnswerRecord fails if the answer was read, was not there, and is there now: then the update is run
// again.
func (t *transaction) PutAnswerRecord(id game.RequestID, a game.AnswerRecord) error {
	if !isText(string(id)) {
		return errNoText
	}
	k, b := answerKey(id), record.Answered.Write(&a)
	before, known := t.known[k]
	t.learn(k, b)
	r := answerRow(id, a, b)
	if known && before == nil {
		return t.write("INSERT INTO answers (request, at, record) VALUES ($1, $2, $3)", r.values...)
	}
	return t.put(r)
}

func answerRow(id game.RequestID, a game.AnswerRecord, b []byte) row {
	return row{answersTable, []any{string(id), stamp(a.At), b}}
}

func (t *transaction) DeleteAnswerRecords(before time.Time, most int) (int, error) {
	old, err := query(t, pgx.RowTo[game.RequestID], "SELECT request FROM answers WHERE at < $1 ORDER BY at LIMIT $2", before, most)
	if err != nil {
		return 0, err
	}
	for _, id := range old {
		t.learn(answerKey(id), nil)
		t.write(answersTable.delete, string(id))
	}
	return len(old), t.err
}
