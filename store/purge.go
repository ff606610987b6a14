package store

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"slices"
	"time"

	"doublecorner/game"
)

// Purging. A page that bbolt no longer needs is free, and keeps what was in it until it is
// used again. So all free pages are used for zeros: they go into a scratch bucket until no
// page is left that was free when the purge began, and then the bucket is deleted. Both is
// done in many small transactions, between which others are done. What a killed process
// leaves of the scratch bucket is deleted at the end of the next purge.

const (
	// purgeTime is how long a call of Purge goes on.
	purgeTime = time.Second
	// mostFilled is how many pages a transaction fills with zeros, and mostDeleted how many
	// times as many a transaction frees again.
	mostFilled, mostDeleted = 128, 16
	// valuesPerPage is how many values fill a page. A page of fewer than five is not split.
	valuesPerPage = 4
)

// scratchBucket holds a bucket of zeros for each transaction of a purge.
var scratchBucket = []byte("scratch")

// purge is how far a purge has come. The zero value has not begun.
type purge struct {
	stage purgeStage
	left  []uint64 // the pages that were free when it began and have been ever since
	todo  int      // how many pages to fill before looking which are left
	step  int      // how many pages to fill in a transaction

	filled int    // how many pages the last transaction filled
	pages  uint64 // how many pages the file had before that
}

type purgeStage uint8

const (
	purgeIdle purgeStage = iota
	purgeFills
	purgeWaits // for a reader, who can still see pages that are left
	purgeDeletes
)

// Purge implements game.Store. What a long View can still see, as a backup's does, is not
// overwritten before that ends; until then Purge says that it is not done.
func (s *Store) Purge(ctx context.Context) (done bool, err error) {
	if !s.purging.TryLock() { // somebody else is at it
		return false, nil
	}
	defer s.purging.Unlock()
	for begun := time.Now(); time.Since(begun) < purgeTime; {
		var next purge
		if err := s.Update(ctx, func(tx game.Tx) (err error) {
			next, err = s.purge.next(tx.(*transaction))
			return err
		}); err != nil {
			s.purge = purge{} // it is not known what was done
			return false, err
		}
		s.purge = next
		switch next.stage {
		case purgeIdle:
			return true, nil
		case purgeWaits:
			return false, nil
		}
	}
	return false, nil
}

// next does the next transaction of a purge.
func (p purge) next(t *transaction) (purge, error) {
	if p.stage == purgeDeletes {
		return p.delete(t)
	}
	head, free := t.store.free()
	// If nothing that is free could be used, the file has grown instead.
	grown := p.filled > 0 && head.pages >= p.pages+uint64(p.filled)
	switch {
	case p.stage == purgeIdle:
		if err := zeroTail(t.store.file, head); err != nil {
			return p, err
		}
		p = purge{left: free, todo: len(free), step: mostFilled}
	case p.todo <= 0 || grown:
		p.left = slices.DeleteFunc(slices.Clone(p.left), func(page uint64) bool {
			_, is := slices.BinarySearch(free, page)
			return !is
		})
		p.todo = len(p.left)
	}
	switch {
	case len(p.left) == 0:
		p.stage = purgeDeletes
		return p.delete(t)
	case grown:
		p.stage, p.step, p.filled = purgeWaits, 1, 0
		return p, nil
	}
	p.stage, p.pages, p.filled = purgeFills, head.pages, min(p.step, p.todo)
	p.todo -= p.filled
	p.step = min(4*p.step, mostFilled)
	return p, t.fill(p.filled)
}

// free returns the newest header and the pages that are free, in order. Nothing may be
// committed meanwhile.
func (s *Store) free() (header, []uint64) {
	w := &pageWalk{file: s.file, head: newestHeader(s.file), seen: map[uint64]bool{}, fault: func(string, ...any) {}}
	pages := w.freelist()
	slices.Sort(pages)
	return w.head, pages
}

// zeroTail overwrites what a commit that was cut short has left beyond the pages of a file.
// Nothing may be committed meanwhile.
func zeroTail(file *os.File, head header) error {
	b, zeros := make([]byte, 1<<20), make([]byte, 1<<20)
	for at := int64(head.pages) * int64(head.pageSize); ; {
		n, err := file.ReadAt(b, at)
		if slices.ContainsFunc(b[:n], func(b byte) bool { return b != 0 }) {
			if _, err := file.WriteAt(zeros[:n], at); err != nil {
				return err
			}
		}
		if at += int64(n); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// fill fills so many pages with zeros.
func (t *transaction) fill(pages int) error {
	t.dirty = true
	scratch, err := t.tx.CreateBucketIfNotExists(scratchBucket)
	if err != nil {
		return err
	}
	n, err := scratch.NextSequence()
	if err != nil {
		return err
	}
	b, err := scratch.CreateBucket(key{}.uint64(n))
	if err != nil {
		return err
	}
	b.FillPercent = 1
	const keyLength = 8
	zeros := make([]byte, (t.tx.DB().Info().PageSize-pageHeader)/valuesPerPage-elementSize-keyLength)
	for i := range pages * valuesPerPage {
		if err := b.Put(binary.BigEndian.AppendUint64(nil, uint64(i)), zeros); err != nil {
			return err
		}
	}
	return nil
}

// delete deletes a part of the scratch bucket.
func (p purge) delete(t *transaction) (purge, error) {
	scratch := t.tx.Bucket(scratchBucket)
	if scratch == nil {
		return purge{}, nil
	}
	t.dirty = true
	var names [][]byte
	c := scratch.Cursor()
	for name, _ := c.First(); name != nil && len(names) < mostDeleted; name, _ = c.Next() {
		names = append(names, slices.Clone(name))
	}
	for _, name := range names {
		if err := scratch.DeleteBucket(name); err != nil {
			return p, err
		}
	}
	if len(names) < mostDeleted {
		return purge{}, t.tx.DeleteBucket(scratchBucket)
	}
	return p, nil
}
