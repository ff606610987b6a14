package store

import (
	"context"

	"doublecorner/game"
	"doublecorner/store/internal/keyed"
)

// Sessions returns what the last process kept of its sessions of the gateway; "" if it kept nothing. They live for
// minutes, so they are no record: nothing checks them, or copies them to another store.
func (s *Store) Sessions(ctx context.Context) (text string, err error) {
	err = s.View(ctx, func(tx game.Reader) error {
		kept, err := tx.(*keyed.Tx).Pairs.Get(metaBucket, sessionsKey)
		text = string(kept)
		return err
	})
	return text, err
}

// KeepSessions keeps them for the next process.
func (s *Store) KeepSessions(ctx context.Context, text string) error {
	return s.Update(ctx, func(tx game.Tx) error {
		return tx.(*keyed.Tx).Pairs.Put(metaBucket, sessionsKey, []byte(text))
	})
}
