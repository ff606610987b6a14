package store

import (
	"bytes"
	"io"
	"slices"

	bolt "go.etcd.io/bbolt"

	"doublecorner/store/internal/keyed"
)

// A page that bbolt no longer needs is free, and keeps its content until it is used again. So after an erasure, the next
// start puts zeros into all free pages. It may, as the next commit may use them: what the newest header leads to is
// synced by then. If the process is killed meanwhile, the next start does it again.

// noteErasure notes in the file that there was an erasure, if what is written or deleted is in the bucket of erasures.
func (p *pairs) noteErasure(bucket string) error {
	if bucket != keyed.Erasures {
		return nil
	}
	return p.bucket(metaBucket).Put(erasedKey, []byte{})
}

// zeroErased zeroes the free pages if there was an erasure since that was last done. Nobody else may use the file yet.
func (s *Store) zeroErased() error {
	var erased bool
	err := s.db.View(func(tx *bolt.Tx) error {
		erased = tx.Bucket([]byte(metaBucket)).Get(erasedKey) != nil
		return nil
	})
	if err != nil || !erased {
		return err
	}
	if err := s.zeroFree(); err != nil {
		return err
	}
	// The commit syncs the zeros with its pages, before its header.
	return s.db.Update(func(tx *bolt.Tx) error { return tx.Bucket([]byte(metaBucket)).Delete(erasedKey) })
}

// zeroFree zeroes the free pages, and what an interrupted commit has left behind the last page.
func (s *Store) zeroFree() error {
	head, pages := s.free()
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	size := int64(head.PageSize)
	for n := head.Pages; int64(n)*size < info.Size(); n++ {
		pages = append(pages, n)
	}
	page, zeros := make([]byte, size), make([]byte, size)
	for _, number := range pages {
		n, err := s.file.ReadAt(page, int64(number)*size)
		if err != nil && err != io.EOF {
			return err
		}
		if bytes.Equal(page[:n], zeros[:n]) { // writing it would take room on the disk
			continue
		}
		if _, err := s.file.WriteAt(zeros[:n], int64(number)*size); err != nil {
			return err
		}
	}
	return nil
}

// free returns the newest header and the free pages, in order. The caller must prevent
// commits meanwhile.
func (s *Store) free() (header, []uint64) {
	w := newPageWalk(s.file, newestHeader(s.file))
	pages := w.freelist()
	slices.Sort(pages)
	return w.head, pages
}
