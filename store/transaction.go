package store

import (
	bolt "go.etcd.io/bbolt"

	"doublecorner/game"
)

// transaction implements game.Tx by a transaction of bbolt.
type transaction struct {
	store   *Store
	tx      *bolt.Tx
	buckets map[string]*bolt.Bucket // the buckets and indexes that were used
	dirty   bool                    // it wrote something
	// entries are the index entries of the games that this transaction has read or written, so
	// that writing a game need not read it again. It is nil in a View.
	entries map[game.GameID][]entry
}

// begin returns the transaction that package game uses.
func (s *Store) begin(b *bolt.Tx) *transaction {
	return &transaction{store: s, tx: b, buckets: map[string]*bolt.Bucket{}}
}

var _ game.Tx = (*transaction)(nil)

// top returns a top bucket.
func (t *transaction) top(name []byte) *bolt.Bucket {
	b, ok := t.buckets[string(name)]
	if !ok {
		b = t.tx.Bucket(name)
		t.buckets[string(name)] = b
	}
	return b
}

// index returns the bucket of an index.
func (t *transaction) index(name string) *bolt.Bucket {
	b, ok := t.buckets[name]
	if !ok {
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

// delete deletes a record if there is one.
func (t *transaction) delete(bucket []byte, k []byte) error {
	b := t.top(bucket)
	if b.Get(k) == nil {
		return nil
	}
	t.dirty = true
	return b.Delete(k)
}
