// Package record encodes games, challenges, ratings and the rest as bytes.
//
// A record is a version of one byte, followed by its fields without names: numbers as varints, texts
// with their length before them, times in milliseconds since 1970, floats as their eight bytes. A
// record does not repeat its key.
//
// A game of a hundred moves takes about 700 bytes. As JSON it would take seven times as much, and
// every move writes the whole game.
//
// To change a record, give it the next version, write only that one, and still read all others. The
// files under testdata have records of every version.
package record

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// ErrBroken is the error for bytes that are not a record.
var ErrBroken = errors.New("broken record")

// writer appends fields.
type writer struct{ b []byte }

// begin begins a record, with room for most records.
func begin(version byte) *writer { return &writer{append(make([]byte, 0, 64), version)} }

// grow makes room for n more bytes.
func (w *writer) grow(n int) { w.b = slices.Grow(w.b, n) }

func (w *writer) byte(b byte)     { w.b = append(w.b, b) }
func (w *writer) uint(n uint64)   { w.b = binary.AppendUvarint(w.b, n) }
func (w *writer) int(n int64)     { w.b = binary.AppendVarint(w.b, n) }
func (w *writer) float(f float64) { w.b = binary.BigEndian.AppendUint64(w.b, math.Float64bits(f)) }

func (w *writer) text(s string) {
	w.uint(uint64(len(s)))
	w.b = append(w.b, s...)
}

// time writes a time, which can be the zero time.
func (w *writer) time(t time.Time) {
	if t.IsZero() {
		w.int(math.MinInt64)
		return
	}
	w.int(t.UnixMilli())
}

func (w *writer) span(d time.Duration) { w.int(d.Milliseconds()) }

func (w *writer) rating(r game.Rating) {
	w.float(r.Points)
	w.float(r.Deviation)
	w.float(r.Volatility)
}

// reader reads the fields of a record in order. After the first one that is missing it returns zeros
// only, and err is set.
type reader struct {
	b       []byte
	err     error
	squares []draughts.Square // those of all moves of a game, in one allocation
}

// open returns the fields of a record, and its version.
func open(b []byte) (*reader, byte) {
	r := &reader{b: b}
	return r, r.byte()
}

func (r *reader) fail() {
	if r.err == nil {
		r.err = ErrBroken
	}
	r.b = nil
}

func (r *reader) take(n uint64) []byte {
	if n > uint64(len(r.b)) {
		r.fail()
		return nil
	}
	taken := r.b[:n]
	r.b = r.b[n:]
	return taken
}

func (r *reader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) uint() uint64 {
	n, size := binary.Uvarint(r.b)
	if size <= 0 {
		r.fail()
		return 0
	}
	r.b = r.b[size:]
	return n
}

func (r *reader) int() int64 {
	n, size := binary.Varint(r.b)
	if size <= 0 {
		r.fail()
		return 0
	}
	r.b = r.b[size:]
	return n
}

// count reads the length of a list, whose items have at least one byte each.
func (r *reader) count() int {
	n := r.uint()
	if n > uint64(len(r.b)) {
		r.fail()
		return 0
	}
	return int(n)
}

func (r *reader) float() float64 {
	if b := r.take(8); b != nil {
		return math.Float64frombits(binary.BigEndian.Uint64(b))
	}
	return 0
}

func (r *reader) text() string { return string(r.take(r.uint())) }

func (r *reader) time() time.Time {
	ms := r.int()
	if ms == math.MinInt64 || r.err != nil {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

func (r *reader) span() time.Duration { return time.Duration(r.int()) * time.Millisecond }

func (r *reader) rating() game.Rating {
	return game.Rating{Points: r.float(), Deviation: r.float(), Volatility: r.float()}
}

// close returns the first error, or an error if bytes are left.
func (r *reader) close() error {
	if r.err == nil && len(r.b) > 0 {
		return fmt.Errorf("%w: %d bytes too many", ErrBroken, len(r.b))
	}
	return r.err
}

func unknown(version byte) error {
	return fmt.Errorf("%w: its version is %d, which this program does not know", ErrBroken, version)
}
