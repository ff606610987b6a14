package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
)

// A file that is shorter than its pages reach is cut short. Opening it would not
// tell: the pages that are missing would only be missed when they are read, by a
// fault that ends the process. So the header is read before bbolt gets the file: a
// page header, then these fields, once in each of the first two pages, the valid
// one with the higher transaction being the one that counts.

const (
	pageHeader   = 16
	headerSize   = 64
	headerMagic  = 0xED0CDAED
	smallestPage = 1 << 10
	largestPage  = 1 << 16
)

type header struct {
	pageSize uint32
	root     uint64 // page
	freelist uint64 // page
	pages    uint64 // that were ever used
	txid     uint64
}

// parseHeader reads one of the two headers.
func parseHeader(b []byte) (header, bool) {
	if len(b) < headerSize || binary.NativeEndian.Uint32(b) != headerMagic {
		return header{}, false
	}
	sum := fnv.New64a()
	sum.Write(b[:56])
	if binary.NativeEndian.Uint64(b[56:]) != sum.Sum64() {
		return header{}, false
	}
	return header{
		pageSize: binary.NativeEndian.Uint32(b[8:]),
		root:     binary.NativeEndian.Uint64(b[16:]),
		freelist: binary.NativeEndian.Uint64(b[32:]),
		pages:    binary.NativeEndian.Uint64(b[40:]),
		txid:     binary.NativeEndian.Uint64(b[48:]),
	}, true
}

// newestHeader returns the header that counts; zero if there is none.
func newestHeader(f io.ReaderAt) header {
	newest, _ := headers(f)
	return newest
}

// headers returns the header that counts, and whether the other one is whole, too.
func headers(f io.ReaderAt) (newest header, both bool) {
	at := func(offset int64) bool {
		b := make([]byte, headerSize)
		if _, err := f.ReadAt(b, offset+pageHeader); err != nil && err != io.EOF {
			return false
		}
		h, ok := parseHeader(b)
		if ok && (newest.pageSize == 0 || h.txid > newest.txid) {
			newest = h
		}
		return ok
	}
	if at(0) {
		both = at(int64(newest.pageSize))
		return newest, both
	}
	for size := int64(smallestPage); size <= largestPage && !at(size); size *= 2 {
		continue
	}
	return newest, false
}

// Doubt tells what cannot be known of the file, even if it is in order otherwise; empty: all
// is known. It goes by the file as it was opened: each commit writes one of the headers anew.
func (s *Store) Doubt() string {
	if s.headers {
		return ""
	}
	return fmt.Sprintf("one of the two headers of %s is not whole. If the machine fell while it was being written, nothing is missing that was answered; if not, the file is damaged, and what was kept last may be missing: compare it with the last backup", s.path)
}

// checkHeader tells whether a file can be what it says it is.
func checkHeader(path string) error {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrPermission) {
		return fmt.Errorf("%w: this user may not read it", err)
	} else if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a file", path)
	}
	newest := newestHeader(f)
	switch whole := uint64(newest.pageSize) * newest.pages; {
	case newest.pageSize == 0 && info.Size() == 0:
		return fmt.Errorf("%s is empty; restore a backup, or remove it to begin with a new one", path)
	case newest.pageSize == 0:
		return fmt.Errorf("%s is not a file of games, or its beginning is damaged; restore a backup", path)
	case uint64(info.Size()) < whole:
		return fmt.Errorf("%s is cut short: it has %d bytes of at least %d; restore a backup, or copy it again from where it came", path, info.Size(), whole)
	}
	return nil
}
