package store

import (
	"bytes"
	"encoding/base64"

	bolt "go.etcd.io/bbolt"

	"doublecorner/game"
)

// direction is the order of a walk.
type direction bool

const (
	forward  direction = false
	backward direction = true
)

// walk visits the keys of a bucket that begin with prefix, in one direction, until visit returns false.
// If from is not empty, it begins after the key prefix+from, or backward, before it.
func walk(b bucket, prefix, from []byte, d direction, visit func(suffix, value []byte) (bool, error)) error {
	c, k, v := seek(b, prefix, from, d)
	for k != nil && bytes.HasPrefix(k, prefix) {
		more, err := visit(k[len(prefix):], v)
		if err != nil || !more {
			return err
		}
		k, v = advance(c, d)
	}
	return nil
}

// seek returns a cursor at the first key of a walk.
func seek(b bucket, prefix, from []byte, d direction) (c *bolt.Cursor, k, v []byte) {
	defer markDamage()
	c = b.Cursor()
	start := append(bytes.Clone(prefix), from...)
	switch {
	case d == forward:
		k, v = c.Seek(start)
		if len(from) > 0 && bytes.Equal(k, start) {
			k, v = c.Next()
		}
	case len(from) > 0:
		k, v = before(c, start)
	default:
		k, v = before(c, after(prefix))
	}
	return c, k, v
}

// advance moves a cursor to the next key of a walk.
func advance(c *bolt.Cursor, d direction) (k, v []byte) {
	defer markDamage()
	if d == forward {
		return c.Next()
	}
	return c.Prev()
}

// before moves a cursor to the last key before k; nil is after all keys.
func before(c *bolt.Cursor, k []byte) (key, value []byte) {
	if k == nil {
		return c.Last()
	}
	if found, _ := c.Seek(k); found == nil {
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

// page reads a page of the entries that have a prefix and whose values belong; if belongs is nil, all
// do. A cursor is the last key of the page before, without the prefix. Any other cursor begins a page
// somewhere in the list.
func page[T any](b bucket, prefix []byte, belongs func(value []byte) bool, d direction, from game.Cursor, most int, read func(suffix, value []byte) (T, error)) (game.Page[T], error) {
	var p game.Page[T]
	var last []byte
	start, err := base64.RawURLEncoding.DecodeString(string(from))
	if err != nil {
		start = nil
	}
	err = walk(b, prefix, start, d, func(suffix, value []byte) (bool, error) {
		if belongs != nil && !belongs(value) {
			return true, nil
		}
		if len(p.Items) >= most {
			p.Next = game.Cursor(base64.RawURLEncoding.EncodeToString(last))
			return false, nil
		}
		item, err := read(suffix, value)
		p.Items = append(p.Items, item)
		last = bytes.Clone(suffix)
		return true, err
	})
	if err != nil {
		return game.Page[T]{}, err
	}
	return p, nil
}

// count counts the entries that page would read, up to most.
func count(b bucket, prefix []byte, belongs func(value []byte) bool, most int) (int, error) {
	n := 0
	err := walk(b, prefix, nil, forward, func(_, value []byte) (bool, error) {
		if n < most && (belongs == nil || belongs(value)) {
			n++
		}
		return n < most, nil
	})
	return n, err
}

// alarms returns the ids in an index by instants, up to one.
func alarms[ID ~string](b bucket, until game.Instant, most int) ([]ID, error) {
	var ids []ID
	end := key{}.instant(until)
	err := walk(b, nil, nil, forward, func(k, _ []byte) (bool, error) {
		if len(ids) >= most || string(k[:timeWidth]) > string(end) {
			return false, nil
		}
		ids = append(ids, ID(k[timeWidth:]))
		return true, nil
	})
	return ids, err
}
