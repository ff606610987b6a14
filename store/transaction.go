package store

import (
	"bytes"
	"encoding/binary"
	"time"

	bolt "go.etcd.io/bbolt"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

// transaction is what package game sees of a transaction of the file.
type transaction struct {
	store   *Store
	tx      *bolt.Tx
	buckets map[string]*bolt.Bucket // the indexes that were used
	dirty   bool                    // something was written
	// entries are those of games that this transaction has read or written, so that
	// writing one need not read it again. Views have none.
	entries map[game.GameID][]entry
}

var _ game.Tx = (*transaction)(nil)

func (t *transaction) top(name []byte) *bolt.Bucket {
	b := t.buckets[string(name)]
	if b == nil {
		b = t.tx.Bucket(name)
		t.buckets[string(name)] = b
	}
	return b
}

func (t *transaction) index(name string) *bolt.Bucket {
	b := t.buckets[name]
	if b == nil {
		b = t.top(indexBucket).Bucket([]byte(name))
		t.buckets[name] = b
	}
	return b
}

// put writes a record.
func (t *transaction) put(bucket []byte, k, value []byte) error {
	t.dirty = true
	return t.top(bucket).Put(k, value)
}

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
	b, k := t.top(announcementsBucket), key{}.uint64(uint64(id))
	if b.Get(k) == nil {
		return nil
	}
	t.dirty = true
	return b.Delete(k)
}

func (t *transaction) Answered(id game.RequestID) (game.Answered, error) {
	value := t.top(answersBucket).Get([]byte(id))
	if value == nil {
		return game.Answered{}, game.ErrMissing
	}
	return record.ReadAnswered(value)
}

func (t *transaction) PutAnswered(id game.RequestID, a game.Answered) error {
	var before []entry
	if old, err := t.Answered(id); err == nil {
		before = answerEntries(id, &old)
	} else if err != game.ErrMissing {
		return err
	}
	if err := t.put(answersBucket, []byte(id), record.Answered(&a)); err != nil {
		return err
	}
	return t.reindex(before, answerEntries(id, &a))
}

func answerEntries(id game.RequestID, a *game.Answered) []entry {
	return []entry{{answersByAge, key{}.time(a.At).last(string(id)), nil}}
}

func (t *transaction) ForgetAnswered(before time.Time, most int) (int, error) {
	end := key{}.time(before)
	var old [][]byte
	if err := walk(t.index(answersByAge), nil, nil, forward, func(k, _ []byte) (bool, error) {
		if len(old) >= most || string(k[:timeWidth]) >= string(end) {
			return false, nil
		}
		old = append(old, append([]byte(nil), k...))
		return true, nil
	}); err != nil {
		return 0, err
	}
	for _, k := range old {
		t.dirty = true
		if err := t.index(answersByAge).Delete(k); err != nil {
			return 0, err
		}
		if err := t.top(answersBucket).Delete(k[timeWidth:]); err != nil {
			return 0, err
		}
	}
	return len(old), nil
}

func (t *transaction) Service() (game.Service, error) {
	value := t.top(metaBucket).Get(serviceKey)
	if value == nil {
		return game.Service{}, nil
	}
	return record.ReadService(value)
}

func (t *transaction) PutService(s game.Service) error {
	return t.put(metaBucket, serviceKey, record.Service(s))
}

func (t *transaction) Erasures() ([]game.PersonID, error) {
	var people []game.PersonID
	err := walk(t.top(erasuresBucket), nil, nil, forward, func(k, _ []byte) (bool, error) {
		f := fields(k)
		people = append(people, f.person())
		return true, nil
	})
	return people, err
}

func (t *transaction) Erasing(p game.PersonID) (bool, error) {
	return t.top(erasuresBucket).Get(key{}.person(p)) != nil, nil
}

func (t *transaction) PutErasure(p game.PersonID) error {
	return t.put(erasuresBucket, key{}.person(p), []byte{})
}

func (t *transaction) Note(s game.Subject) ([]byte, error) {
	note := t.top(notesBucket).Get(key{}.subject(s))
	if note == nil {
		return nil, game.ErrMissing
	}
	return bytes.Clone(note), nil
}

func (t *transaction) PutNote(s game.Subject, note []byte) error {
	if len(note) > 0 {
		return t.put(notesBucket, key{}.subject(s), note)
	}
	k := key{}.subject(s)
	if t.top(notesBucket).Get(k) == nil {
		return nil
	}
	t.dirty = true
	return t.top(notesBucket).Delete(k)
}

func (t *transaction) DeleteErasure(p game.PersonID) error {
	t.dirty = true
	return t.top(erasuresBucket).Delete(key{}.person(p))
}
