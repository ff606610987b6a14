package store

import (
	bolt "go.etcd.io/bbolt"

	"doublecorner/store/internal/keyed"
)

// Check checks the whole file: the pages and how they lead to each other, whether every record can be
// read and every game replayed, and whether the indexes agree with the records. The error joins all
// faults. Updates wait until Check is done; to avoid that, check a backup.
func (s *Store) Check() error {
	if !s.db.IsReadOnly() {
		b, err := s.db.Begin(true) // so that no page changes its use
		if err != nil {
			return err
		}
		defer b.Rollback()
	}
	return s.db.View(func(tx *bolt.Tx) error {
		return guard(s.path, func() error { return s.check(tx) })
	})
}

func (s *Store) check(tx *bolt.Tx) error {
	err := walkPages(s.file).Err()
	if err != nil || schema(tx) != currentSchema() { // bbolt could end the process, or records may be elsewhere
		return err
	}
	return keyed.Check(newPairs(tx))
}
