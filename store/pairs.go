package store

import (
	"context"
	"errors"
	"iter"

	bolt "go.etcd.io/bbolt"

	"doublecorner/game"
	"doublecorner/store/internal/keyed"
	"doublecorner/store/internal/record"
)

// pairs implements keyed.Pairs by a transaction of bbolt.
type pairs struct {
	tx      *bolt.Tx
	buckets map[string]bucket // those that were used
	dirty   bool              // it wrote something
}

func newPairs(tx *bolt.Tx) *pairs { return &pairs{tx: tx, buckets: map[string]bucket{}} }

// transaction returns the transaction that package game uses.
func (s *Store) transaction(tx *bolt.Tx) *keyed.Tx {
	return keyed.New(newPairs(tx), s.rules, tx.Writable())
}

func (p *pairs) bucket(name string) bucket {
	b, ok := p.buckets[name]
	if !ok {
		defer markDamage()
		b.Bucket = bucketIn(p.tx, name)
		p.buckets[name] = b
	}
	return b
}

// Get implements keyed.Pairs.
func (p *pairs) Get(bucket string, key []byte) ([]byte, error) { return p.bucket(bucket).Get(key), nil }

// Put implements keyed.Pairs.
func (p *pairs) Put(bucket string, key, value []byte) error {
	p.dirty = true
	if value == nil {
		value = []byte{} // nil is what bbolt returns for a pair that is not there
	}
	return errors.Join(p.bucket(bucket).Put(key, value), p.noteErasure(bucket))
}

// Delete implements keyed.Pairs.
func (p *pairs) Delete(bucket string, key []byte) error {
	b := p.bucket(bucket)
	if b.Get(key) == nil {
		return nil
	}
	p.dirty = true
	return errors.Join(b.Delete(key), p.noteErasure(bucket))
}

// Next implements keyed.Pairs.
func (p *pairs) Next() (uint64, error) {
	p.dirty = true
	return p.bucket(keyed.Announcements).NextSequence()
}

// Scan implements keyed.Pairs.
func (p *pairs) Scan(bucket string, r keyed.Range) iter.Seq2[keyed.Pair, error] {
	return func(yield func(keyed.Pair, error) bool) {
		b := p.bucket(bucket)
		if b.Bucket == nil { // the file is older than the bucket, and is only read
			return
		}
		c := cursor{b.Cursor()}
		k, v := c.first(r)
		for n := 0; k != nil && r.Has(k) && (r.Most == 0 || n < r.Most); n++ {
			if !yield(keyed.Pair{Key: k, Value: v}, nil) {
				return
			}
			k, v = c.next(r)
		}
	}
}

// cursor is a cursor of bbolt that marks its panics.
type cursor struct{ *bolt.Cursor }

// first moves to the first pair of a range, or to one outside.
func (c cursor) first(r keyed.Range) (k, v []byte) {
	defer markDamage()
	if !r.Backward {
		return c.Seek(r.From)
	}
	if k, _ = c.Seek(r.To); k == nil || r.To == nil {
		return c.Last()
	}
	return c.Prev()
}

// next moves to the pair after, in the order of a range.
func (c cursor) next(r keyed.Range) (k, v []byte) {
	defer markDamage()
	if r.Backward {
		return c.Prev()
	}
	return c.Next()
}

// Items visits all records as they are at one moment, and the last number.
func (s *Store) Items(ctx context.Context, visit func(record.Item) error) error {
	return s.View(ctx, func(tx game.Reader) error {
		t := tx.(*keyed.Tx)
		if err := t.Items(ctx, visit); err != nil {
			return err
		}
		last := t.Pairs.(*pairs).bucket(keyed.Announcements).Sequence()
		return visit(record.Item{Key: record.Key{Kind: record.LastNumberKind, Number: last}})
	})
}
