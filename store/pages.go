package store

import (
	"bytes"
	"encoding/binary"
	"io"
)

// bbolt follows page numbers wherever they lead: out of the file's memory, which can end the process,
// or round in a circle, which never ends. So before bbolt reads a file that may be damaged, pageWalk
// reads its pages, each at most once.
//
// A page is a header (its number, its kind, how many elements it has, how many pages it continues
// over), then its elements, then the keys and values that they point to. The elements of a branch are
// keys and the numbers of lower pages; those of a leaf are keys and values. A bucket is a value: the
// number of its root page, or 0 followed by a leaf.

const (
	branchPage   = 1
	leafPage     = 2
	freelistPage = 16

	elementSize  = 16
	bucketHeader = 16
	bucketFlag   = 1          // a flag of a leaf's element
	noFreelist   = ^uint64(0) // instead of its page
	countInside  = 1<<16 - 1  // a count of a free list that is in its first entry instead
)

// pageWalk reads the pages of a file and reports their faults.
type pageWalk struct {
	file  io.ReaderAt
	head  header
	seen  map[uint64]bool
	fault func(format string, args ...any)
	only  []byte // the only top bucket to read; nil: all
}

// walkPages reads all pages in use.
func walkPages(file io.ReaderAt, fault func(format string, args ...any)) *pageWalk {
	w := &pageWalk{file: file, head: newestHeader(file), seen: map[uint64]bool{}, fault: fault}
	w.tree(w.head.root)
	w.freelist()
	return w
}

// walkTo reads the pages of a top bucket, and those that lead to it.
func walkTo(bucket []byte, file io.ReaderAt, fault func(format string, args ...any)) {
	w := &pageWalk{file: file, head: newestHeader(file), seen: map[uint64]bool{}, fault: fault, only: bucket}
	w.tree(w.head.root)
}

// page returns a page and those that it continues over. It reports a page that is outside the file or
// was read before.
func (w *pageWalk) page(number uint64) (page []byte, ok bool) {
	if number < 2 || number >= w.head.pages {
		w.fault("page %d: there are 2 to %d", number, w.head.pages-1)
		return nil, false
	}
	size := uint64(w.head.pageSize)
	read := func(length uint64) bool {
		page = make([]byte, length)
		if _, err := w.file.ReadAt(page, int64(number*size)); err != nil {
			w.fault("page %d: %w", number, err)
			return false
		}
		return true
	}
	if !read(size) {
		return nil, false
	}
	if self := binary.NativeEndian.Uint64(page); self != number {
		w.fault("page %d: it says that it is page %d", number, self)
		return nil, false
	}
	more := number32(page[12:])
	if more >= w.head.pages-number {
		w.fault("page %d: it continues over %d more, and there are %d in all", number, more, w.head.pages)
		return nil, false
	}
	for n := number; n <= number+more; n++ {
		if w.seen[n] {
			w.fault("page %d: more than one place leads to it", n)
			return nil, false
		}
		w.seen[n] = true
	}
	if more > 0 && !read((more+1)*size) {
		return nil, false
	}
	return page, true
}

// tree reads a page and all pages below it.
func (w *pageWalk) tree(number uint64) {
	page, ok := w.page(number)
	if !ok {
		return
	}
	switch kind, count := binary.NativeEndian.Uint16(page[8:]), elements(page); {
	case kind == leafPage:
		w.leaf(number, page)
	case kind != branchPage:
		w.fault("page %d: it is of kind %d, not one of a tree", number, kind)
	case count == 0 || !fits(page, count):
		w.fault("page %d: it cannot have %d branches", number, count)
	default:
		for i := range count {
			e := page[pageHeader+i*elementSize:]
			if at, key := number32(e), number32(e[4:]); at+key > uint64(len(e)) {
				w.fault("page %d: key %d is not in it", number, i)
				return
			}
			w.tree(binary.NativeEndian.Uint64(e[8:]))
		}
	}
}

// leaf reads a leaf and the buckets in it.
func (w *pageWalk) leaf(number uint64, page []byte) {
	count := elements(page)
	if !fits(page, count) {
		w.fault("page %d: it cannot have %d values", number, count)
		return
	}
	for i := range count {
		e := page[pageHeader+i*elementSize:]
		at, key, value := number32(e[4:]), number32(e[8:]), number32(e[12:])
		if at+key+value > uint64(len(e)) { // its position counts from the element
			w.fault("page %d: value %d is not in it", number, i)
			return
		}
		if number32(e)&bucketFlag == 0 || w.only != nil && !bytes.Equal(e[at:][:key], w.only) {
			continue
		}
		bucket := e[at+key:][:value]
		if len(bucket) < bucketHeader {
			w.fault("page %d: value %d is too short for a bucket", number, i)
			return
		}
		if root := binary.NativeEndian.Uint64(bucket); root != 0 {
			w.tree(root)
			continue
		}
		inside := bucket[bucketHeader:]
		if len(inside) < pageHeader || binary.NativeEndian.Uint16(inside[8:]) != leafPage {
			w.fault("page %d: value %d is a bucket with nothing in it that can be read", number, i)
			return
		}
		w.leaf(number, inside)
	}
}

// freelist returns the numbers of the free pages.
func (w *pageWalk) freelist() []uint64 {
	number := w.head.freelist
	if number == noFreelist {
		return nil
	}
	page, ok := w.page(number)
	if !ok {
		return nil
	}
	count, entries := uint64(elements(page)), page[pageHeader:]
	if count == countInside {
		count, entries = binary.NativeEndian.Uint64(entries), entries[8:]
	}
	if kind := binary.NativeEndian.Uint16(page[8:]); kind != freelistPage || count > uint64(len(entries)/8) {
		w.fault("page %d: it is of kind %d with %d entries, which is no list of free pages", number, kind, count)
		return nil
	}
	free := make([]uint64, count)
	for i := range free {
		free[i] = binary.NativeEndian.Uint64(entries[8*i:])
	}
	return free
}

func elements(page []byte) int { return int(binary.NativeEndian.Uint16(page[10:])) }

// fits reports whether a page is long enough for its elements.
func fits(page []byte, count int) bool { return pageHeader+count*elementSize <= len(page) }

// number32 reads 32 bits as a number that can be added to others without overflow.
func number32(b []byte) uint64 { return uint64(binary.NativeEndian.Uint32(b)) }
