// Package record encodes games, challenges, tournaments, ratings and the rest as bytes.
//
// A record is a version of one byte, followed by its fields without names: numbers as varints, texts
// with their length before them, times in milliseconds since 1970, floats as their eight bytes. A
// record does not repeat its key.
//
// A game of a hundred moves takes about 700 bytes. As JSON it would take seven times as much, and
// every move writes the whole game.
//
// To change a record, give it the next version, and still read all others. Processes of two releases may share a database, so a
// release first only reads that version, and the next one writes it, with a schema of its own. The files under testdata have
// records of every version, and never change.
package record

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// ErrBroken is the error for bytes that are not a record.
var ErrBroken = errors.New("broken record")

// Form is the form of a kind of record whose fields follow from its value alone.
type Form[T any] struct {
	version byte // the latest
	fields  func(*codec, *T)
}

// The forms of records. Games, challenges, tournaments and ratings have functions of their own.
var (
	Entry        = Form[game.LeaderboardEntry]{1, (*codec).entry}
	Announcement = Form[game.Announcement]{1, (*codec).announcement}
	Answered     = Form[game.AnswerRecord]{1, (*codec).answered}
	Service      = Form[game.Service]{1, (*codec).service}
	Puzzle       = Form[game.PuzzleRecord]{1, (*codec).puzzle}
	Attempt      = Form[game.Attempt]{1, (*codec).attempt}
	Daily        = Form[game.DailyPuzzle]{1, (*codec).daily}
	Erasure      = Form[time.Time]{1, (*codec).time}
	Session      = Form[game.Session]{1, (*codec).session}
)

// Write writes a record.
func (f Form[T]) Write(v *T) []byte {
	c := write(f.version)
	f.fields(&c, v)
	return c.b
}

// Read reads a record into a value that has what follows from the record's key.
func (f Form[T]) Read(b []byte, v *T) error {
	c := read(b, f.version)
	f.fields(&c, v)
	return c.close()
}

// codec writes a record or reads one, so that each kind of record lists its fields once for both. After
// the first field that cannot be read, err is set, and all others are zero.
type codec struct {
	b        []byte // what was written, or what is left to read
	reading  bool
	err      error
	variants Variants          // finds rule sets that are read
	squares  []draughts.Square // those of all moves of a game that is read, in one allocation
}

// write begins a record, with room for most records.
func write(version byte) codec {
	return codec{b: append(make([]byte, 0, 64), version)}
}

// read begins to read a record of any version up to the latest.
func read(b []byte, latest byte) codec {
	c, version := codec{b: b, reading: true}, byte(0)
	code(&c, &version)
	if version < 1 || version > latest {
		c.fail(fmt.Errorf("%w: its version is %d, which this program does not know", ErrBroken, version))
	}
	return c
}

// close returns the first error, or an error if bytes are left to read.
func (c *codec) close() error {
	if c.err == nil && len(c.b) > 0 {
		return fmt.Errorf("%w: %d bytes too many", ErrBroken, len(c.b))
	}
	return c.err
}

func (c *codec) fail(err error) {
	if c.err == nil {
		c.err = err
	}
	c.b = nil
}

// valid fails if something was read that no record can have.
func (c *codec) valid(ok bool) {
	if c.reading && !ok {
		c.fail(ErrBroken)
	}
}

// take returns the next n bytes to read; nil if there are fewer.
func (c *codec) take(n uint64) []byte {
	if n > uint64(len(c.b)) {
		c.fail(ErrBroken)
		return nil
	}
	taken := c.b[:n]
	c.b = c.b[n:]
	return taken
}

// skip passes over a number that was read. Its size is not positive if there was none.
func (c *codec) skip(size int) {
	if size <= 0 {
		c.fail(ErrBroken)
		return
	}
	c.b = c.b[size:]
}

// code writes or reads one byte.
func code[T ~uint8](c *codec, p *T) {
	if !c.reading {
		c.b = append(c.b, byte(*p))
	} else if b := c.take(1); b != nil {
		*p = T(b[0])
	}
}

func (c *codec) bool(p *bool) {
	var b byte
	if *p {
		b = 1
	}
	code(c, &b)
	if c.reading {
		*p = b != 0
	}
}

// number writes or reads an id or a count.
func number[T ~uint64 | ~int](c *codec, p *T) {
	if !c.reading {
		c.b = binary.AppendUvarint(c.b, uint64(*p))
		return
	}
	n, size := binary.Uvarint(c.b)
	*p = T(n)
	c.skip(size)
}

// signed writes or reads a number that can be negative.
func signed[T ~int64 | ~int](c *codec, p *T) {
	if !c.reading {
		c.b = binary.AppendVarint(c.b, int64(*p))
		return
	}
	n, size := binary.Varint(c.b)
	*p = T(n)
	c.skip(size)
}

func text[T ~string](c *codec, p *T) {
	n := len(*p)
	number(c, &n)
	if !c.reading {
		c.b = append(c.b, *p...)
	} else {
		*p = T(c.take(uint64(n)))
	}
}

// list writes or reads a list, whose items have at least one byte each.
func list[T any](c *codec, items *[]T, item func(*T)) {
	n := len(*items)
	number(c, &n)
	if c.reading {
		if n = c.count(n); n > 0 {
			*items = make([]T, n)
		}
	}
	for i := range *items {
		item(&(*items)[i])
	}
}

// count returns the length of a list that was read, or 0 if the record is too short for it.
func (c *codec) count(n int) int {
	if uint64(n) > uint64(len(c.b)) {
		c.fail(ErrBroken)
		return 0
	}
	return n
}

func (c *codec) float(p *float64) {
	if !c.reading {
		c.b = binary.BigEndian.AppendUint64(c.b, math.Float64bits(*p))
	} else if b := c.take(8); b != nil {
		*p = math.Float64frombits(binary.BigEndian.Uint64(b))
	}
}

// time writes or reads a time, which can be the zero time.
func (c *codec) time(p *time.Time) {
	ms := int64(math.MinInt64)
	if !p.IsZero() {
		ms = p.UnixMilli()
	}
	signed(c, &ms)
	if c.reading && ms != math.MinInt64 {
		*p = time.UnixMilli(ms).UTC()
	}
}

func (c *codec) span(p *time.Duration) {
	ms := p.Milliseconds()
	signed(c, &ms)
	if c.reading {
		*p = time.Duration(ms) * time.Millisecond
	}
}

// rules writes or reads the id of a rule set, and finds the rule set if it is read.
func (c *codec) rules(id *game.RulesID, v **draughts.Variant) {
	if !c.reading {
		c.b = append(c.b, id[:]...)
		return
	}
	copy(id[:], c.take(uint64(len(id))))
	if c.err == nil {
		var err error
		if *v, err = c.variants(*id); err != nil {
			c.fail(err)
		}
	}
}

const ratingVersion = 1

// Rating writes a rating after a game.
func Rating(r game.Rating) []byte {
	c := write(ratingVersion)
	c.rating(&r)
	return c.b
}

// ReadRating reads a rating after a game. A chart has many, so nothing of it is allocated.
func ReadRating(b []byte) (r game.Rating, err error) {
	c := read(b, ratingVersion)
	c.rating(&r)
	return r, c.close()
}

func (c *codec) rating(r *game.Rating) {
	c.float(&r.Points)
	c.float(&r.Deviation)
	c.float(&r.Volatility)
}

func (c *codec) entry(s *game.LeaderboardEntry) {
	c.rating(&s.Rating)
	c.float(&s.Best)
	c.time(&s.Played)
	number(c, &s.Wins)
	number(c, &s.Draws)
	number(c, &s.Losses)
	signed(c, &s.Streak)
}

func (c *codec) announcement(a *game.Announcement) {
	code(c, &a.Kind)
	c.time(&a.At)
	number(c, &a.Place)
	number(c, &a.Room)
	text(c, &a.Challenge)
	text(c, &a.Game)
	number(c, &a.Seq)
	c.bool(&a.Requested)
	text(c, &a.Tournament)
	text(c, &a.Pool)
	number(c, &a.Month)
}

func (c *codec) answered(a *game.AnswerRecord) {
	c.time(&a.At)
	code(c, &a.Kind)
	text(c, &a.Game)
	number(c, &a.Seq)
	text(c, &a.Challenge)
	code(c, &a.State)
	list(c, &a.Announced, func(id *game.AnnouncementID) { number(c, id) })
	text(c, &a.Tournament)
	number(c, &a.TournamentSeq)
}

func (c *codec) service(s *game.Service) {
	c.time(&s.LastAlive)
	c.span(&s.Downtime)
}

func (c *codec) puzzle(p *game.PuzzleRecord) {
	text(c, &p.Text)
	text(c, &p.Rules)
	c.rating(&p.Rating)
	c.time(&p.Played)
	number(c, &p.Solved)
	number(c, &p.Failed)
	number(c, &p.Daily)
}

func (c *codec) attempt(a *game.Attempt) {
	c.time(&a.At)
	c.bool(&a.Hinted)
	c.bool(&a.Failed)
	c.bool(&a.Solved)
	list(c, &a.Days, func(day *int) { number(c, day) })
}

func (c *codec) daily(d *game.DailyPuzzle) {
	number(c, &d.Room)
	number(c, &d.Day)
	text(c, &d.Puzzle)
	c.time(&d.Begun)
	number(c, &d.Post)
	text(c, &d.Before)
}

func (c *codec) session(s *game.Session) {
	number(c, &s.Place)
	c.bool(&s.Direct)
	text(c, &s.Game)
	text(c, &s.Name)
	text(c, &s.Reads)
	c.bool(&s.Link)
	c.time(&s.Begun)
	c.time(&s.Until)
}
