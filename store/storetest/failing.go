package storetest

import (
	"context"
	"iter"

	"doublecorner/game"
	"doublecorner/store/internal/keyed"
)

// Failing returns a store that calls fails whenever it reads or writes, and returns its error.
func Failing(s game.Store, fails func() error) game.Store { return failingStore{s, fails} }

type failingStore struct {
	game.Store
	fails func() error
}

func (s failingStore) View(ctx context.Context, f func(game.Reader) error) error {
	return s.Store.View(ctx, func(tx game.Reader) error { return f(tx.(*keyed.Tx).Over(s.wrap)) })
}

func (s failingStore) Update(ctx context.Context, f func(game.Tx) error) error {
	return s.Store.Update(ctx, func(tx game.Tx) error { return f(tx.(*keyed.Tx).Over(s.wrap)) })
}

func (s failingStore) wrap(p keyed.Pairs) keyed.Pairs { return failing{p, s.fails} }

// failing are the pairs of such a store.
type failing struct {
	keyed.Pairs
	fails func() error
}

func (p failing) Get(bucket string, key []byte) ([]byte, error) {
	if err := p.fails(); err != nil {
		return nil, err
	}
	return p.Pairs.Get(bucket, key)
}

func (p failing) Put(bucket string, key, value []byte) error {
	if err := p.fails(); err != nil {
		return err
	}
	return p.Pairs.Put(bucket, key, value)
}

func (p failing) Delete(bucket string, key []byte) error {
	if err := p.fails(); err != nil {
		return err
	}
	return p.Pairs.Delete(bucket, key)
}

func (p failing) Scan(bucket string, r keyed.Range) iter.Seq2[keyed.Pair, error] {
	if err := p.fails(); err != nil {
		return func(yield func(keyed.Pair, error) bool) { yield(keyed.Pair{}, err) }
	}
	return p.Pairs.Scan(bucket, r)
}

func (p failing) Next() (uint64, error) {
	if err := p.fails(); err != nil {
		return 0, err
	}
	return p.Pairs.Next()
}
