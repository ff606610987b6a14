package keyed

import (
	"bytes"
	"encoding/binary"
	"time"

	"doublecorner/game"
	"doublecorner/store/internal/index"
)

// key builds a key of the file field by field. Fields of a fixed width are big-endian; a text ends with
// a zero byte unless it is last.
type key []byte

// newKey returns an empty key, with room for all but long ones.
func newKey() key { return make(key, 0, 64) }

func (k key) uint64(n uint64) key        { return binary.BigEndian.AppendUint64(k, n) }
func (k key) uint32(n uint32) key        { return binary.BigEndian.AppendUint32(k, n) }
func (k key) byte(b byte) key            { return append(k, b) }
func (k key) text(s string) key          { return append(append(k, s...), 0) }
func (k key) last(s string) key          { return append(k, s...) }
func (k key) person(p game.PersonID) key { return k.uint64(uint64(p)) }
func (k key) place(p game.PlaceID) key   { return k.uint64(uint64(p)) }
func (k key) time(t time.Time) key       { return k.instant(game.Instant(t.UnixMilli())) }
func (k key) instant(i game.Instant) key { return k.uint64(uint64(i) ^ 1<<63) } // sorts negative ones first
func (k key) leaderboard(b game.Leaderboard) key {
	return k.text(string(b.Pool)).place(b.Place).uint32(uint32(b.Month))
}
func (k key) rules(id game.RulesID) key { return append(k, id[:]...) }
func (k key) owner(s game.SettingsKey) key {
	if p, ok := s.Person(); ok {
		return k.byte(ownerPerson).person(p)
	}
	return k.byte(ownerPlace).place(s.Place())
}
func (k key) rankKey(h game.RankKey) key     { return append(k, byte(h>>16), byte(h>>8), byte(h)) }
func (k key) rankKeyDown(h game.RankKey) key { return k.rankKey(^h) } // sorts the highest first

// fields reads a key field by field.
type fields []byte

func (f *fields) take(n int) []byte {
	n = min(n, len(*f))
	taken := (*f)[:n]
	*f = (*f)[n:]
	return taken
}

// after returns the fields after the first n bytes.
func (f fields) after(n int) fields { return f[min(n, len(f)):] }

// uint reads a number of so many bytes.
func (f *fields) uint(width int) (n uint64) {
	for _, b := range f.take(width) {
		n = n<<8 | uint64(b)
	}
	return n
}

func (f *fields) person() game.PersonID     { return game.PersonID(f.uint(8)) }
func (f *fields) place() game.PlaceID       { return game.PlaceID(f.uint(8)) }
func (f *fields) time() time.Time           { return time.UnixMilli(int64(f.uint(timeWidth) ^ 1<<63)).UTC() }
func (f *fields) rankKeyDown() game.RankKey { return ^game.RankKey(f.uint(index.Levels)) }
func (f *fields) text() string {
	text, _, _ := bytes.Cut(*f, []byte{0})
	f.take(len(text) + 1)
	return string(text)
}

func (f *fields) leaderboard() game.Leaderboard {
	return game.Leaderboard{Pool: game.Pool(f.text()), Place: f.place(), Month: game.Month(f.uint(4))}
}

// The first bytes of the owner of settings in a key.
const (
	ownerPerson = 'p'
	ownerPlace  = 'l'
)

// timeWidth is the length of a time in a key.
const timeWidth = 8

// rulesWidth is the length of the id of a rule set in a key.
const rulesWidth = len(game.RulesID{})
