package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

// Filler makes a file of records.
type Filler struct {
	path string
	made *Store // while Fill runs
}

// NewFiller returns a filler of the file at path, which must not be there yet.
func NewFiller(path string) *Filler { return &Filler{path: path} }

// Fill makes the file from the records that fill puts, checks it by check, and gives it its name only if both
// succeed.
func (f *Filler) Fill(ctx context.Context, fill func(put func(record.Item) error) error, check func() error) error {
	if _, err := os.Lstat(f.path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is there already: %w", f.path, errors.Join(err, fs.ErrExist))
	}
	return replace(f.path, "part", true, func(file *os.File) (err error) {
		if err := initialize(file); err != nil {
			return err
		}
		if f.made, err = Open(file.Name(), Options{Volatile: true}); err != nil { // replace syncs it once it is complete
			return err
		}
		defer func() { err = errors.Join(err, f.made.Close()) }()
		const together = 5000
		var waiting []record.Item
		flush := func() error {
			err := f.made.Update(ctx, func(tx game.Tx) error {
				for _, i := range waiting {
					if err := tx.(*transaction).putItem(i); err != nil {
						return fmt.Errorf("%s: %w", i.Key, err)
					}
				}
				return nil
			})
			waiting = waiting[:0]
			return err
		}
		if err := fill(func(i record.Item) error {
			if waiting = append(waiting, i); len(waiting) < together {
				return nil
			}
			return flush()
		}); err != nil {
			return err
		}
		if err := flush(); err != nil {
			return err
		}
		return check()
	})
}

// Items visits the records that were put, while Fill runs.
func (f *Filler) Items(ctx context.Context, visit func(record.Item) error) error {
	return f.made.Items(ctx, visit)
}
