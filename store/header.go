package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
)

// A file can be cut short, so that its last pages are missing. bbolt would open it, and end the
// process by a fault when it reads one of them. So the header is read before bbolt opens the file. It
// is in each of the first two pages, after the page's own header; the valid one with the higher
// transaction counts.

const (
	pageHeader   = 16
	headerSize   = 64
	headerMagic  = 0xED0CDAED
	smallestPage = 1 << 10
	largestPage  = 1 << 16
)

// header is one of the two headers as bbolt lays it out.
type header struct {
	Magic, Version, PageSize, Flags uint32

	Root, RootSequence uint64 // a page, and a number that is not used
	Freelist           uint64 // a page
	Pages              uint64 // how many were ever used
	TxID, Checksum     uint64
}

// size returns how many bytes of the file were ever used.
func (h header) size() int64 { return int64(h.PageSize) * int64(h.Pages) }

// parseHeader reads one of the two headers.
func parseHeader(b []byte) (h header, ok bool) {
	if _, err := binary.Decode(b, binary.NativeEndian, &h); err != nil || h.Magic != headerMagic {
		return header{}, false
	}
	sum := fnv.New64a()
	sum.Write(b[:headerSize-8])
	if h.Checksum != sum.Sum64() {
		return header{}, false
	}
	return h, true
}

// newestHeader returns the header that counts; the zero header if none is valid.
func newestHeader(f io.ReaderAt) (newest header) {
	for _, h := range headers(f) {
		if newest.PageSize == 0 || h.TxID > newest.TxID {
			newest = h
		}
	}
	return newest
}

// headers returns the valid headers.
func headers(f io.ReaderAt) (valid []header) {
	read := func(offset int64) {
		b := make([]byte, headerSize)
		if _, err := f.ReadAt(b, offset+pageHeader); err != nil && err != io.EOF {
			return
		}
		if h, ok := parseHeader(b); ok {
			valid = append(valid, h)
		}
	}
	read(0)
	if len(valid) == 1 {
		read(int64(valid[0].PageSize))
	}
	for size := int64(smallestPage); len(valid) == 0 && size <= largestPage; size *= 2 {
		read(size)
	}
	return valid
}

// Doubt returns why the last commit may be missing from a file that is otherwise in order; "" if both
// headers were valid when the file was opened. Each commit writes one of the headers anew.
func (s *Store) Doubt() string {
	if s.intact {
		return ""
	}
	return fmt.Sprintf("one of the two headers of %s is damaged. If the machine failed while it was being written, nothing that was answered is missing. If not, the last changes may be missing: compare the file with the last backup", s.path)
}

// checkHeader checks that a file has a header and as many pages as the header says.
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
	switch newest := newestHeader(f); {
	case newest.PageSize == 0 && info.Size() == 0:
		return fmt.Errorf("%s is empty; restore a backup, or remove it to begin with a new one", path)
	case newest.PageSize == 0:
		return fmt.Errorf("%s is not a file of games, or its beginning is damaged; restore a backup", path)
	case info.Size() < newest.size():
		return fmt.Errorf("%s is cut short: it has %d bytes of at least %d; restore a backup, or copy it again from where it came", path, info.Size(), newest.size())
	}
	return nil
}
