package keyed

import (
	"encoding/base64"
	"slices"

	"doublecorner/game"
)

// list is the pairs of a bucket whose keys begin with a prefix.
type list struct {
	bucket   string
	prefix   key
	backward bool // in the order of times, the newest first
}

// lines reads up to most pairs of a list, after those up to a cursor.
func (l list) lines(t *Tx, from game.Cursor, most int) (lines []Pair, err error) {
	r := within(l.prefix)
	r.Backward, r.Most = l.backward, most
	start, err := base64.RawURLEncoding.DecodeString(string(from))
	switch {
	case err != nil || len(start) == 0:
	case l.backward:
		r.To = slices.Concat(l.prefix, start)
	default:
		r.From = slices.Concat(l.prefix, start, []byte{0})
	}
	for line, err := range t.Pairs.Scan(l.bucket, r) {
		if err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// page reads a page of a list. A cursor is the last key of the page before, without the prefix. Any other
// cursor begins a page somewhere in the list.
func page[T any](t *Tx, l list, from game.Cursor, most int, read func(line fields, value []byte) (T, error)) (p game.Page[T], err error) {
	lines, err := l.lines(t, from, most+1)
	if err != nil {
		return p, err
	}
	if 0 < most && most < len(lines) {
		p.Next = game.Cursor(base64.RawURLEncoding.EncodeToString(lines[most-1].Key[len(l.prefix):]))
	}
	for _, line := range lines[:min(most, len(lines))] {
		item, err := read(fields(line.Key[len(l.prefix):]), line.Value)
		if err != nil {
			return game.Page[T]{}, err
		}
		p.Items = append(p.Items, item)
	}
	return p, nil
}

// count counts the pairs of a list, up to most.
func (l list) count(t *Tx, most int) (n int, err error) {
	r := within(l.prefix)
	r.Most = most
	for _, err := range t.Pairs.Scan(l.bucket, r) {
		if err != nil {
			return 0, err
		}
		n++
	}
	return n, nil
}

// earliest returns up to most ids in an index by times or instants, up to one.
func earliest[ID ~string](t *Tx, index string, until game.Instant, most int) (ids []ID, err error) {
	for p, err := range t.Pairs.Scan(index, Range{To: after(newKey().instant(until)), Most: most}) {
		if err != nil {
			return nil, err
		}
		ids = append(ids, ID(p.Key[timeWidth:]))
	}
	return ids, nil
}
