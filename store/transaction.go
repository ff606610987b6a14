package store

import (
	bolt "go.etcd.io/bbolt"

	"doublecorner/game"
)

// transaction is what package game sees of a transaction of the file.
type transaction struct {
	store   *Store
	tx      *bolt.Tx
	buckets map[string]*bolt.Bucket // those that were used, and indexes
	dirty   bool                    // something was written
	// entries are those of games that this transaction has read or written, so that
	// writing one need not read it again. Views have none.
	entries map[game.GameID][]entry
}

// begin returns what package game sees of a transaction.
func (s *Store) begin(b *bolt.Tx) *transaction {
	return &transaction{store: s, tx: b, buckets: map[string]*bolt.Bucket{}}
}

var _ game.Tx = (*transaction)(nil)

// top returns a bucket of records.
func (t *transaction) top(name []byte) *bolt.Bucket {
	b := t.buckets[string(name)]
	if b == nil {
		b = t.tx.Bucket(name)
		t.buckets[string(name)] = b
	}
	return b
}

// index returns an index.
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

// delete deletes a record, if it is there.
func (t *transaction) delete(bucket []byte, k []byte) error {
	b := t.top(bucket)
	if b.Get(k) == nil {
		return nil
	}
	t.dirty = true
	return b.Delete(k)
}
