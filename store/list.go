package store

import (
	"bytes"
	"encoding/base64"
	"iter"
	"slices"

	bolt "go.etcd.io/bbolt"

	"doublecorner/game"
)

// direction is the order of a walk.
type direction bool

const (
	forward  direction = false
	backward direction = true
)

// walk yields the keys of a bucket that begin with prefix, without the prefix, and their values. If from
// is not empty, it begins after the key prefix+from, or backward, before it.
func walk(b bucket, prefix, from []byte, d direction) iter.Seq2[[]byte, []byte] {
	return func(yield func(suffix, value []byte) bool) {
		c := b.Cursor()
		move := func(to func() (k, v []byte)) (k, v []byte) {
			defer markDamage()
			return to()
		}
		advance := c.Next
		if d == backward {
			advance = c.Prev
		}
		first := func() (k, v []byte) { return seek(c, prefix, from, d) }
		for k, v := move(first); bytes.HasPrefix(k, prefix) && k != nil; k, v = move(advance) {
			if !yield(k[len(prefix):], v) {
				return
			}
		}
	}
}

// first returns the first key of a walk forward, without the prefix.
func first(b bucket, prefix, from []byte) (suffix []byte, found bool) {
	for suffix := range walk(b, prefix, from, forward) {
		return suffix, true
	}
	return nil, false
}

// seek moves a cursor to the first key of a walk.
func seek(c *bolt.Cursor, prefix, from []byte, d direction) (k, v []byte) {
	start := slices.Concat(prefix, from)
	if d == forward {
		k, v = c.Seek(start)
		if len(from) > 0 && bytes.Equal(k, start) {
			return c.Next()
		}
		return k, v
	}
	if len(from) == 0 {
		start = after(prefix)
	}
	if k, _ = c.Seek(start); k == nil || start == nil {
		return c.Last()
	}
	return c.Prev()
}

// after returns the first possible key after all that begin with prefix; nil if there is none.
func after(prefix []byte) []byte {
	end := bytes.Clone(prefix)
	for i := len(end) - 1; i >= 0; i-- {
		if end[i]++; end[i] != 0 {
			return end[:i+1]
		}
	}
	return nil
}

// list is a list that the store keeps: the entries of a bucket that have a prefix and whose values
// belong. If belongs is nil, all do.
type list struct {
	bucket  bucket
	prefix  key
	belongs func(value []byte) bool
	order   direction
}

// page reads a page of a list. A cursor is the last key of the page before, without the prefix. Any other
// cursor begins a page somewhere in the list.
func page[T any](l list, from game.Cursor, most int, read func(suffix, value []byte) (T, error)) (game.Page[T], error) {
	var p game.Page[T]
	var last []byte
	start, err := base64.RawURLEncoding.DecodeString(string(from))
	if err != nil {
		start = nil
	}
	for suffix, value := range walk(l.bucket, l.prefix, start, l.order) {
		if l.belongs != nil && !l.belongs(value) {
			continue
		}
		if len(p.Items) >= most {
			p.Next = game.Cursor(base64.RawURLEncoding.EncodeToString(last))
			break
		}
		item, err := read(suffix, value)
		if err != nil {
			return game.Page[T]{}, err
		}
		p.Items = append(p.Items, item)
		last = bytes.Clone(suffix)
	}
	return p, nil
}

// count counts the entries of a list, up to most.
func count(l list, most int) int {
	n := 0
	for _, value := range walk(l.bucket, l.prefix, nil, forward) {
		if n >= most {
			break
		}
		if l.belongs == nil || l.belongs(value) {
			n++
		}
	}
	return n
}

// earliest returns up to most ids in an index by times or instants, up to one.
func earliest[ID ~string](index bucket, until game.Instant, most int) []ID {
	var ids []ID
	end := key{}.instant(until)
	for k := range walk(index, nil, nil, forward) {
		if len(ids) >= most || string(k[:timeWidth]) > string(end) {
			break
		}
		ids = append(ids, ID(k[timeWidth:]))
	}
	return ids
}
