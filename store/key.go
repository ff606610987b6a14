package store

import (
	"bytes"
	"encoding/binary"
	"time"

	"doublecorner/game"
)

// key is a key of the file while it is put together. Fields of a fixed width are
// big-endian; a text ends with a zero byte unless it is last.
type key []byte

func (k key) uint64(n uint64) key        { return binary.BigEndian.AppendUint64(k, n) }
func (k key) uint32(n uint32) key        { return binary.BigEndian.AppendUint32(k, n) }
func (k key) byte(b byte) key            { return append(k, b) }
func (k key) text(s string) key          { return append(append(k, s...), 0) }
func (k key) last(s string) key          { return append(k, s...) }
func (k key) person(p game.PersonID) key { return k.uint64(uint64(p)) }
func (k key) place(p game.PlaceID) key   { return k.uint64(uint64(p)) }
func (k key) time(t time.Time) key       { return k.instant(game.Instant(t.UnixMilli())) }
func (k key) instant(i game.Instant) key { return k.uint64(uint64(i) ^ 1<<63) } // so that negative ones come first
func (k key) board(b game.Board) key {
	return k.text(string(b.Pool)).place(b.Place).uint32(uint32(b.Month))
}
func (k key) rules(id game.RulesID) key { return append(k, id[:]...) }
func (k key) subject(s game.Subject) key {
	if p, ok := s.Person(); ok {
		return k.byte('p').person(p)
	}
	place, _ := s.Place()
	return k.byte('l').place(place)
}
func (k key) height(h game.Height) key     { return append(k, byte(h>>16), byte(h>>8), byte(h)) }
func (k key) heightDown(h game.Height) key { return k.height(^h) } // the highest comes first

// fields takes a key apart again.
type fields []byte

func (f *fields) take(n int) []byte {
	n = min(n, len(*f))
	taken := (*f)[:n]
	*f = (*f)[n:]
	return taken
}

func (f *fields) uint64() uint64 {
	var b [8]byte
	copy(b[:], f.take(8))
	return binary.BigEndian.Uint64(b[:])
}

func (f *fields) uint32() uint32 {
	var b [4]byte
	copy(b[:], f.take(4))
	return binary.BigEndian.Uint32(b[:])
}

func (f *fields) person() game.PersonID { return game.PersonID(f.uint64()) }
func (f *fields) place() game.PlaceID   { return game.PlaceID(f.uint64()) }
func (f *fields) time() time.Time       { return time.UnixMilli(int64(f.uint64() ^ 1<<63)).UTC() }
func (f *fields) text() string {
	text, _, _ := bytes.Cut(*f, []byte{0})
	f.take(len(text) + 1)
	return string(text)
}

func (f *fields) board() game.Board {
	return game.Board{Pool: game.Pool(f.text()), Place: f.place(), Month: game.Month(f.uint32())}
}

// timeWidth is the length of a time in a key.
const timeWidth = 8

// rulesWidth is the length of the id of a rule set in a key.
const rulesWidth = len(game.RulesID{})
