// Package transfer reads all records of a store, and copies them to another.
package transfer

import (
	"context"
	"fmt"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

// Source is a store whose records are read.
type Source interface {
	// Items visits all records as they are at one moment.
	Items(ctx context.Context, visit func(record.Item) error) error
}

// Settings visits the settings of all people and places.
func Settings(ctx context.Context, of Source, visit func(owner game.SettingsKey, value []byte) error) error {
	return of.Items(ctx, func(i record.Item) error {
		if i.Key.Kind != record.SettingsKind {
			return nil
		}
		return visit(i.Key.Owner(), i.Value)
	})
}

// Target is an empty store that is filled.
type Target interface {
	Source // of what was put, while Fill runs
	// Fill keeps the records that fill puts if neither fill nor check returns an error, and otherwise none.
	Fill(ctx context.Context, fill func(put func(record.Item) error) error, check func() error) error
}

// Progress is told of the records that were copied and compared so far.
type Progress func(copied, compared int)

// All copies all records and then compares them, one by one. If anything fails or differs, the target stays
// empty. It returns how many records of each kind there are.
func All(ctx context.Context, from Source, to Target, progress Progress) (kinds map[string]int, err error) {
	kinds, left := map[string]int{}, record.Set{}
	copied, compared := 0, 0
	return kinds, to.Fill(ctx, func(put func(record.Item) error) error {
		return from.Items(ctx, func(i record.Item) error {
			if err := put(i); err != nil || i.Key.Kind == record.LastNumberKind {
				return err
			}
			left.AddItem(i)
			kinds[string(i.Key.Kind)]++
			copied++
			progress(copied, compared)
			return nil
		})
	}, func() error {
		if err := to.Items(ctx, func(i record.Item) error {
			if i.Key.Kind == record.LastNumberKind {
				return nil
			}
			if !left.RemoveItem(i) {
				return fmt.Errorf("%s is not as it was", i.Key)
			}
			compared++
			progress(copied, compared)
			return nil
		}); err != nil {
			return err
		}
		if len(left) > 0 {
			return fmt.Errorf("%d of %d records are missing", len(left), copied)
		}
		return nil
	})
}
