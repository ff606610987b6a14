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

// transaction returns the transaction that package game uses.
func (s *Store) transaction(b *bolt.Tx) *transaction {
	t := &transaction{store: s, tx: b, buckets: map[string]*bolt.Bucket{}}
	if b.Writable() {
		t.entries = map[game.GameID][]entry{}
	}
	return t
}

var _ game.Tx = (*transaction)(nil)

// bucket returns a top bucket or an index.
func (t *transaction) bucket(name string) *bolt.Bucket {
	b, ok := t.buckets[name]
	if !ok {
		if b = t.tx.Bucket([]byte(name)); b == nil {
			b = t.bucket(indexBucket).Bucket([]byte(name))
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
