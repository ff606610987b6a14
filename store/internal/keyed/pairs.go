package keyed

import (
	"bytes"
	"iter"
)

// Pairs are the pairs of keys and values in the buckets of a store, as one transaction sees them: with what it has
// written. A bucket orders its pairs by the bytes of their keys, which are never empty; values can be. What is returned
// is valid until the transaction ends. Nobody changes it, or a value that was put.
type Pairs interface {
	// Get returns the value of a key; nil if there is no such pair.
	Get(bucket string, key []byte) ([]byte, error)
	Put(bucket string, key, value []byte) error
	// Delete deletes a pair if there is one.
	Delete(bucket string, key []byte) error
	// Scan yields the pairs in a range. While it goes on, the transaction may read, and writes nothing. The last
	// pair that it yields may have an error instead.
	Scan(bucket string, r Range) iter.Seq2[Pair, error]
	// Next returns a number that is higher than any before it.
	Next() (uint64, error)
}

// Pair is a key with its value.
type Pair struct{ Key, Value []byte }

// Range says which pairs of a bucket are scanned, and in which order.
type Range struct {
	From     []byte // the first key that is in the range
	To       []byte // the first key after the range; nil: it has no end
	Backward bool   // the pair with the last key comes first
	Most     int    // how many pairs at most; 0: all
}

// Has reports whether a key is in the range.
func (r Range) Has(key []byte) bool {
	return bytes.Compare(key, r.From) >= 0 && (r.To == nil || bytes.Compare(key, r.To) < 0)
}

// within returns the range of the keys that begin with a prefix.
func within(prefix key) Range { return Range{From: prefix, To: after(prefix)} }

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
