package store

import (
	"bytes"
	"encoding/base64"

	bolt "go.etcd.io/bbolt"

	"doublecorner/game"
)

// direction is in which order a walk goes.
type direction bool

const (
	forward  direction = false
	backward direction = true
)

// walk visits the keys of a bucket that begin with prefix, in one direction, those
// after (or, backward, before) prefix and from, until visit returns false.
func walk(b *bolt.Bucket, prefix, from []byte, d direction, visit func(suffix, value []byte) (bool, error)) error {
	c := b.Cursor()
	var k, v []byte
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
	for k != nil && bytes.HasPrefix(k, prefix) {
		more, err := visit(k[len(prefix):], v)
		if err != nil || !more {
			return err
		}
		if d == forward {
			k, v = c.Next()
		} else {
			k, v = c.Prev()
		}
	}
	return nil
}

// before moves to the last key before a given one; nil is after all keys.
func before(c *bolt.Cursor, k []byte) (key, value []byte) {
	if k == nil {
		return c.Last()
	}
	if found, _ := c.Seek(k); found == nil {
		return c.Last()
	}
	return c.Prev()
}

// after returns the first key after all that begin with prefix, or nil if there can
// be none.
func after(prefix []byte) []byte {
	end := bytes.Clone(prefix)
	for i := len(end) - 1; i >= 0; i-- {
		if end[i]++; end[i] != 0 {
			return end[:i+1]
		}
	}
	return nil
}

// page reads a page of the entries that have a prefix and whose values belong; if belongs is
// nil, all do. A cursor is the last key of the page before, without the prefix. With any
// other cursor the page begins elsewhere in the list, and is correct.
func page[T any](b *bolt.Bucket, prefix []byte, belongs func(value []byte) bool, d direction, from game.Cursor, most int, read func(suffix, value []byte) (T, error)) (game.Page[T], error) {
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

func count(b *bolt.Bucket, prefix []byte, belongs func(value []byte) bool, most int) (int, error) {
	n := 0
	err := walk(b, prefix, nil, forward, func(_, value []byte) (bool, error) {
		if n < most && (belongs == nil || belongs(value)) {
			n++
		}
		return n < most, nil
	})
	return n, err
}

// alarms returns ids from an index that begins with instants.
func alarms[ID ~string](b *bolt.Bucket, until game.Instant, most int) ([]ID, error) {
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
