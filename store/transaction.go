package store

import (
	"bytes"
	"errors"
	"slices"

	bolt "go.etcd.io/bbolt"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

// transaction implements game.Tx by a transaction of bbolt.
type transaction struct {
	record.Keyed
	store   *Store
	tx      *bolt.Tx
	buckets map[string]bucket // the buckets and indexes that were used
	dirty   bool              // it wrote something
	// entries are the index entries of games, challenges and tournaments that this transaction has read, and of records
	// that it has written, so that writing one need not read it again. It is nil in a View.
	entries map[location][]entry
}

// location is where a record is.
type location struct{ bucket, key string }

// transaction returns the transaction that package game uses.
func (s *Store) transaction(b *bolt.Tx) *transaction {
	t := &transaction{store: s, tx: b, buckets: map[string]bucket{}}
	t.Keyed = record.Keyed{Records: t}
	if b.Writable() {
		t.entries = map[location][]entry{}
	}
	return t
}

var _ game.Tx = (*transaction)(nil)

// bucket returns a top bucket or an index.
func (t *transaction) bucket(name string) bucket {
	b, ok := t.buckets[name]
	if !ok {
		defer markDamage()
		if b.Bucket = t.tx.Bucket([]byte(name)); b.Bucket == nil {
			b.Bucket = t.bucket(indexBucket).Bucket.Bucket([]byte(name))
		}
		t.buckets[name] = b
	}
	return b
}

// put writes a record.
func (t *transaction) put(bucket string, k, value []byte) error {
	t.dirty = true
	return t.bucket(bucket).Put(k, value)
}

// delete deletes a record if there is one.
func (t *transaction) delete(bucket string, k []byte) error {
	b := t.bucket(bucket)
	if b.Get(k) == nil {
		return nil
	}
	t.dirty = true
	return b.Delete(k)
}

// storedEntries returns the index entries of a stored record; none if there is no such record.
func (t *transaction) storedEntries(bucket string, k []byte) ([]entry, error) {
	if entries, known := t.entries[location{bucket, string(k)}]; known {
		return entries, nil
	}
	value := t.bucket(bucket).Get(k)
	if value == nil {
		return nil, nil
	}
	return t.recordEntries(bucket, k, value)
}

// putIndexed writes a record and its index entries. If the record is nil, it deletes both.
func (t *transaction) putIndexed(bucket string, k, value []byte, entries []entry) error {
	before, err := t.storedEntries(bucket, k)
	if err != nil {
		return err
	}
	t.entries[location{bucket, string(k)}] = entries
	return t.replace(bucket, k, value, before, entries)
}

// replace writes or deletes a record whose index entries were others before.
func (t *transaction) replace(bucket string, k, value []byte, before, now []entry) error {
	if value == nil {
		return errors.Join(t.delete(bucket, k), t.reindex(before, now))
	}
	return errors.Join(t.put(bucket, k, value), t.reindex(before, now))
}

// reindex replaces the entries of a record's old state by those of its new one, and counts them where
// they are counted. It deletes the rule set of the old state if nothing has it any more.
func (t *transaction) reindex(old, now []entry) error {
	var dropped key // the rule set that this record no longer has
	for _, e := range old {
		if contains(now, e) {
			continue
		}
		if err := errors.Join(t.bucket(e.index).Delete(e.key), t.recount(e, -1)); err != nil {
			return err
		}
		if e.index == byRules {
			dropped = e.key[:rulesWidth]
		}
	}
	for _, e := range now {
		if contains(old, e) {
			continue
		}
		if err := errors.Join(t.bucket(e.index).Put(e.key, e.value), t.recount(e, 1)); err != nil {
			return err
		}
	}
	if dropped == nil || t.namesRules(dropped) {
		return nil
	}
	return t.delete(rulesBucket, dropped)
}

func contains(list []entry, e entry) bool {
	return slices.ContainsFunc(list, func(other entry) bool {
		return other.index == e.index && bytes.Equal(other.key, e.key) && bytes.Equal(other.value, e.value)
	})
}
