package store

import (
	"errors"
	"fmt"
	"runtime/debug"

	bolt "go.etcd.io/bbolt"

	"doublecorner/store/internal/record"
)

// bbolt panics when it finds bytes that are no page, or follows them out of the file's memory. The
// functions that call it mark its panics, so that these become errors and no other panic does.

// damage is the value of a panic that bbolt raised.
type damage struct{ cause any }

func (d damage) Error() string { return fmt.Sprint(d.cause) }

// markDamage marks a panic of bbolt. Functions that do nothing but call bbolt defer it.
func markDamage() {
	if cause := recover(); cause != nil {
		panic(damage{cause})
	}
}

// bucket is a bucket of bbolt that marks its panics.
type bucket struct{ *bolt.Bucket }

func (b bucket) Get(k []byte) []byte {
	defer markDamage()
	return b.Bucket.Get(k)
}

func (b bucket) Put(k, value []byte) error {
	defer markDamage()
	return b.Bucket.Put(k, value)
}

func (b bucket) Delete(k []byte) error {
	defer markDamage()
	return b.Bucket.Delete(k)
}

func (b bucket) NextSequence() (uint64, error) {
	defer markDamage()
	return b.Bucket.NextSequence()
}

// recovering runs f, and makes an error of a panic by explain. If explain returns nil, the panic
// goes on.
func recovering(f func() error, explain func(value any) error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if value := recover(); value != nil {
			if err = explain(value); err == nil {
				panic(value)
			}
		}
	}()
	return f()
}

// guard makes an error of any panic while a file is opened or checked.
func guard(path string, f func() error) error {
	return recovering(f, func(value any) error {
		return fmt.Errorf("%s is damaged: %v; restore a backup", path, value)
	})
}

// explainDamage returns the error for a panic of bbolt, or for one that came from reading the file's
// memory where the file does not reach. It returns nil for any other panic.
func explainDamage(path string, value any) error {
	_, marked := value.(damage)
	_, fault := value.(interface{ Addr() uintptr })
	if !marked && !fault {
		return nil
	}
	return fmt.Errorf("%s %w (%v); look at it with \"doublecorner doctor\", and restore a backup", path, errDamaged, value)
}

var errDamaged = errors.New("is damaged")

// notice notes whether an error says that the file is damaged.
func (s *Store) notice(err error) {
	if errors.Is(err, errDamaged) || errors.Is(err, record.ErrBroken) {
		s.damaged.Store(true)
	}
}
