package store

import (
	"context"
	"iter"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"doublecorner/store/internal/keyed"
)

// Check checks the whole file as it is now: the pages and how they lead to each other, whether every record can be read
// and every game replayed, and whether the indexes agree with the records. The error joins all faults. Updates go on
// meanwhile.
func (s *Store) Check() error { return s.checkUntil(context.Background()) }

const (
	firstCheck = time.Minute // after the start, when there is most to do
	checkEvery = 24 * time.Hour
)

// CheckDaily checks the file soon and then once a day, until the context ends. It passes what is wrong to found, and Counts
// say so.
func (s *Store) CheckDaily(ctx context.Context, found func(error)) {
	for next := time.After(firstCheck); ; next = time.After(checkEvery) {
		select {
		case <-next:
		case <-ctx.Done():
			return
		}
		if err := s.checkUntil(ctx); err != nil && ctx.Err() == nil {
			found(err)
		}
	}
}

// checkUntil is Check until a context ends.
func (s *Store) checkUntil(ctx context.Context) (err error) {
	for done := false; !done && err == nil; {
		err = s.db.View(func(tx *bolt.Tx) error {
			all := headers(s.file)
			at := slices.IndexFunc(all, func(h header) bool { return h.TxID == uint64(tx.ID()) })
			if at < 0 { // updates were faster than this
				return nil
			}
			done = true
			return guard(s.path, func() error { return s.check(ctx, tx, all[at]) })
		})
	}
	if err != nil && ctx.Err() == nil {
		s.damaged.Store(true)
	}
	return err
}

// check checks what a header leads to. No page of that changes while the transaction reads.
func (s *Store) check(ctx context.Context, tx *bolt.Tx, head header) error {
	err := walkPages(s.file, head).Err()
	if err != nil || schema(tx) != currentSchema() { // bbolt could end the process, or records may be elsewhere
		return err
	}
	return keyed.Check(cancellable{newPairs(tx), ctx})
}

// cancellable are pairs that are scanned until a context ends.
type cancellable struct {
	*pairs
	ctx context.Context
}

// Scan implements keyed.Pairs.
func (p cancellable) Scan(bucket string, r keyed.Range) iter.Seq2[keyed.Pair, error] {
	return func(yield func(keyed.Pair, error) bool) {
		for pair, err := range p.pairs.Scan(bucket, r) {
			if err == nil {
				err = p.ctx.Err()
			}
			if !yield(pair, err) || err != nil {
				return
			}
		}
	}
}
