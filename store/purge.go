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

// Purging. A page that bbolt no longer needs is free, and keeps its content until it is used
// again. So a purge puts zeros into a scratch bucket until it has used every page that was
// free when it began, and then deletes the bucket. It uses many small transactions, so that
// updates can run between them. If a process is killed, the end of the next purge deletes
// its scratch bucket.

const (
	// purgeTime is how long a call of Purge continues to begin transactions.
	purgeTime = time.Second
	// mostFilled is how many pages a transaction fills with zeros at most. It fills one bucket
	// in the scratch bucket; mostDeleted is how many of those a transaction deletes at most.
	mostFilled, mostDeleted = 128, 16
	// valuesPerPage is how many values fill a page. bbolt does not split a page that has
	// fewer than five.
	valuesPerPage = 4
)

// scratchBucket holds a bucket of zeros for each transaction of a purge.
var scratchBucket = []byte("scratch")

// purge is the progress of a purge. The zero value has not begun.
type purge struct {
	stage purgeStage
	left  []uint64 // pages that were free when the purge began and, when last checked, still were
	todo  int      // how many pages to fill before checking which are left
	step  int      // how many pages to fill in the next transaction

	filled int    // how many pages the last transaction filled
	pages  uint64 // how many pages the file had before that
}

type purgeStage uint8

const (
	purgeIdle purgeStage = iota
	purgeFills
	purgeWaits // until a View ends that can still read pages that are left
	purgeDeletes
)

// Purge implements game.Store. It cannot overwrite pages that a running View, such as that of
// a backup, can still read. Until that View ends, Purge returns false.
func (s *Store) Purge(ctx context.Context) (done bool, err error) {
	if !s.purging.TryLock() { // another call is running
		return false, nil
	}
	defer s.purging.Unlock()
	for begun := time.Now(); time.Since(begun) < purgeTime; {
		var next purge
		if err := s.Update(ctx, func(tx game.Tx) (err error) {
			next, err = s.purge.next(tx.(*transaction))
			return err
		}); err != nil {
			s.purge = purge{} // begin again, because it is not known whether the transaction was committed
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

// next does the work of a purge in its next transaction, and returns its progress.
func (p purge) next(t *transaction) (purge, error) {
	if p.stage == purgeDeletes {
		return p.delete(t)
	}
	head, free := t.store.free()
	// bbolt enlarges the file if it can use none of the free pages.
	grown := p.filled > 0 && head.Pages >= p.pages+uint64(p.filled)
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
	p.stage, p.pages, p.filled = purgeFills, head.Pages, min(p.step, p.todo)
	p.todo -= p.filled
	p.step = min(4*p.step, mostFilled)
	return p, t.fill(p.filled)
}

// free returns the newest header and the free pages, in order. The caller must prevent
// commits meanwhile.
func (s *Store) free() (header, []uint64) {
	w := newPageWalk(s.file)
	pages := w.freelist()
	slices.Sort(pages)
	return w.head, pages
}

// zeroTail overwrites data of an interrupted commit behind the last page of a file. The caller must
// prevent commits meanwhile.
func zeroTail(file *os.File, head header) error {
	b, zeros := make([]byte, 1<<20), make([]byte, 1<<20)
	for at := head.size(); ; {
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

// fill fills a number of pages with zeros.
func (t *transaction) fill(pages int) error {
	defer markDamage()
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

// delete deletes some of the buckets in the scratch bucket.
func (p purge) delete(t *transaction) (purge, error) {
	defer markDamage()
	scratch := t.tx.Bucket(scratchBucket)
	if scratch == nil {
		return purge{}, nil
	}
	t.dirty = true
	for range mostDeleted {
		name, _ := scratch.Cursor().First()
		if name == nil {
			return purge{}, t.tx.DeleteBucket(scratchBucket)
		}
		if err := scratch.DeleteBucket(slices.Clone(name)); err != nil {
			return p, err
		}
	}
	return p, nil
}
