package store

import (
	"context"
	"errors"
	"fmt"
	"os"

	"doublecorner/game"
	"doublecorner/store/internal/keyed"
	"doublecorner/store/internal/record"
)

// Filler makes a file of records.
type Filler struct {
	path    string
	made    *Store // while Fill runs
	waiting []record.Item
}

// NewFiller returns a filler of the file at path, which must not be there yet.
func NewFiller(path string) *Filler { return &Filler{path: path} }

// Fill makes the file from the records that fill puts, checks it by check, and gives it its name only if both
// succeed.
func (f *Filler) Fill(ctx context.Context, fill func(put func(record.Item) error) error, check func() error) error {
	return fillNew(f.path, func(file *os.File) (err error) {
		if err := initialize(file); err != nil {
			return err
		}
		if f.made, err = Open(file.Name(), Options{Volatile: true}); err != nil { // fillNew syncs it once it is complete
			return err
		}
		defer func() { err = errors.Join(err, f.made.Close()) }()
		if err := fill(func(i record.Item) error { return f.put(ctx, i) }); err != nil {
			return err
		}
		if err := f.write(ctx); err != nil {
			return err
		}
		return check()
	})
}

// put adds a record to those that wait.
func (f *Filler) put(ctx context.Context, i record.Item) error {
	const together = 5000
	if f.waiting = append(f.waiting, i); len(f.waiting) < together {
		return nil
	}
	return f.write(ctx)
}

// write writes the records that wait.
func (f *Filler) write(ctx context.Context) error {
	err := f.made.Update(ctx, func(tx game.Tx) error {
		for _, i := range f.waiting {
			if err := putItem(tx.(*keyed.Tx), i); err != nil {
				return fmt.Errorf("%s: %w", i.Key, err)
			}
		}
		return nil
	})
	f.waiting = f.waiting[:0]
	return err
}

func putItem(t *keyed.Tx, i record.Item) error {
	if i.Key.Kind != record.LastNumberKind {
		return t.PutItem(i)
	}
	p := t.Pairs.(*pairs)
	p.dirty = true
	return p.bucket(keyed.Announcements).SetSequence(i.Key.Number)
}

// Items visits the records that were put, while Fill runs.
func (f *Filler) Items(ctx context.Context, visit func(record.Item) error) error {
	return f.made.Items(ctx, visit)
}
