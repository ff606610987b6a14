package store

import (
	"bytes"
	"encoding/binary"
	"io"

	"doublecorner/store/internal/record"
)

// bbolt follows page numbers wherever they lead: out of the file's memory, which can end the process,
// or round in a circle, which never ends. So before bbolt reads a file that may be damaged, pageWalk
// reads its pages, each at most once. It finds what bbolt's own check would find.
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
	bucketFlag   = 1         // a flag of a leaf's element
	countInside  = 1<<16 - 1 // a count of a free list that is in its first entry instead
)

// pageWalk reads the pages of a file and collects their faults.
type pageWalk struct {
	record.Faults
	file io.ReaderAt
	head header
	seen map[uint64]bool
	only []byte // the only bucket to read; nil: all
}

func newPageWalk(file io.ReaderAt, head header) *pageWalk {
	return &pageWalk{file: file, head: head, seen: map[uint64]bool{}}
}

// walkPages reads all pages to which a header leads, and checks that each is either in use or free.
func walkPages(file io.ReaderAt, head header) *pageWalk {
	w := newPageWalk(file, head)
	w.tree(w.head.Root, nil, nil)
	free := map[uint64]bool{}
	for _, n := range w.freelist() {
		if n < 2 || n >= w.head.Pages || w.seen[n] || free[n] {
			w.Fault("page %d: it cannot be free, because it is in use, free already or outside the file", n)
		}
		free[n] = true
	}
	for n := uint64(2); n < w.head.Pages; n++ {
		if !w.seen[n] && !free[n] {
			w.Fault("page %d: it is unreachable, and not free", n)
		}
	}
	return w
}

// walkTo reads the pages of a top bucket, without those of buckets in it, and those that lead to it.
func walkTo(bucket string, file io.ReaderAt) *pageWalk {
	w := newPageWalk(file, newestHeader(file))
	w.only = []byte(bucket)
	w.tree(w.head.Root, nil, nil)
	return w
}

// page returns a page and those that it continues over. If it is outside the file or was read before,
// page reports that and returns nil.
func (w *pageWalk) page(number uint64) []byte {
	if number < 2 || number >= w.head.Pages {
		w.Fault("page %d: there are 2 to %d", number, w.head.Pages-1)
		return nil
	}
	size := uint64(w.head.PageSize)
	page := make([]byte, size)
	_, err := w.file.ReadAt(page, int64(number*size))
	self, more := binary.NativeEndian.Uint64(page), number32(page[12:])
	switch {
	case err != nil:
		w.Fault("page %d: %w", number, err)
		return nil
	case self != number:
		w.Fault("page %d: it says that it is page %d", number, self)
		return nil
	case more >= w.head.Pages-number:
		w.Fault("page %d: it continues over %d more, and there are %d in all", number, more, w.head.Pages)
		return nil
	}
	for n := number; n <= number+more; n++ {
		if w.seen[n] {
			w.Fault("page %d: more than one place leads to it", n)
			return nil
		}
		w.seen[n] = true
	}
	if more > 0 {
		page = make([]byte, (more+1)*size)
		if _, err := w.file.ReadAt(page, int64(number*size)); err != nil {
			w.Fault("page %d: %w", number, err)
			return nil
		}
	}
	return page
}

// tree reads a page and all pages below it. All keys must be at least low and, unless high is nil, less
// than high.
func (w *pageWalk) tree(number uint64, low, high []byte) {
	if page := w.page(number); page != nil {
		w.walkElements(number, page, low, high)
	}
}

// walkElements reads the elements of a page, the last one first, and what they lead to.
func (w *pageWalk) walkElements(number uint64, page, low, high []byte) {
	kind, count := binary.NativeEndian.Uint16(page[8:]), elements(page)
	one, many := "value", "values"
	switch kind {
	case leafPage:
	case branchPage:
		one, many = "key", "branches"
	default:
		w.Fault("page %d: it is of kind %d, not one of a tree", number, kind)
		return
	}
	if pageHeader+count*elementSize > len(page) || count == 0 && kind == branchPage {
		w.Fault("page %d: it cannot have %d %s", number, count, many)
		return
	}
	for i := count - 1; i >= 0; i-- {
		e := page[pageHeader+i*elementSize:]
		flags, at, size, valueSize := number32(e), number32(e[4:]), number32(e[8:]), number32(e[12:])
		if kind == branchPage {
			flags, at, size, valueSize = 0, number32(e), number32(e[4:]), 0
		}
		if at+size+valueSize > uint64(len(e)) { // the position counts from the element
			w.Fault("page %d: %s %d is not in it", number, one, i)
			return
		}
		key, value := e[at:][:size], e[at+size:][:valueSize]
		if bytes.Compare(key, low) < 0 || high != nil && bytes.Compare(key, high) >= 0 {
			w.Fault("page %d: key %q is not in order", number, key)
		}
		if kind == branchPage {
			w.tree(binary.NativeEndian.Uint64(e[8:]), key, high)
		} else if flags&bucketFlag != 0 && (w.only == nil || bytes.Equal(key, w.only)) {
			w.bucket(number, value)
		}
		high = key
	}
}

// bucket reads a bucket that is a value in a leaf.
func (w *pageWalk) bucket(number uint64, value []byte) {
	if len(value) < bucketHeader {
		w.Fault("page %d: it has a value that is too short for a bucket", number)
		return
	}
	if root := binary.NativeEndian.Uint64(value); root != 0 {
		w.tree(root, nil, nil)
		return
	}
	inside := value[bucketHeader:]
	if len(inside) < pageHeader || binary.NativeEndian.Uint16(inside[8:]) != leafPage {
		w.Fault("page %d: it has a bucket with nothing in it that can be read", number)
		return
	}
	w.walkElements(number, inside, nil, nil)
}

// freelist returns the numbers of the free pages.
func (w *pageWalk) freelist() []uint64 {
	page := w.page(w.head.Freelist)
	if page == nil {
		return nil
	}
	count, entries := uint64(elements(page)), page[pageHeader:]
	if count == countInside {
		count, entries = binary.NativeEndian.Uint64(entries), entries[8:]
	}
	if kind := binary.NativeEndian.Uint16(page[8:]); kind != freelistPage || count > uint64(len(entries)/8) {
		w.Fault("page %d: it is of kind %d with %d entries, which is no list of free pages", w.head.Freelist, kind, count)
		return nil
	}
	free := make([]uint64, count)
	for i := range free {
		free[i] = binary.NativeEndian.Uint64(entries[8*i:])
	}
	return free
}

func elements(page []byte) int { return int(binary.NativeEndian.Uint16(page[10:])) }

// number32 reads 32 bits as a number that can be added to others without overflow.
func number32(b []byte) uint64 { return uint64(binary.NativeEndian.Uint32(b)) }
