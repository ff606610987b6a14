package keyed

import (
	"bytes"
	"errors"
	"slices"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

// Tx implements game.Tx by pairs.
type Tx struct {
	record.ByKey
	Pairs Pairs

	rules record.RuleSets
	// entries are the index entries of records with lists that this transaction has read or written, so that writing one
	// need not read it again. It is nil in a transaction that only reads.
	entries map[location][]entry
}

// location is where a record is.
type location struct{ bucket, key string }

var _ game.Tx = (*Tx)(nil)

// New returns a transaction over pairs, with the rule sets that are remembered.
func New(pairs Pairs, rules record.RuleSets, writes bool) *Tx {
	t := &Tx{Pairs: pairs, rules: rules}
	t.ByKey = record.ByKey{Records: t}
	if writes {
		t.entries = map[location][]entry{}
	}
	return t
}

// Over returns a transaction over other pairs, which wrap makes from those of this one. It is for tests.
func (t *Tx) Over(wrap func(Pairs) Pairs) *Tx { return New(wrap(t.Pairs), t.rules, t.entries != nil) }

// get returns the value of a key, or game.ErrNotFound.
func (t *Tx) get(bucket string, k []byte) ([]byte, error) {
	value, err := t.Pairs.Get(bucket, k)
	if err == nil && value == nil {
		err = game.ErrNotFound
	}
	return value, err
}

// storedEntries returns the index entries of a stored record; none if there is no such record.
func (t *Tx) storedEntries(bucket string, k []byte) ([]entry, error) {
	entries, known := t.entries[location{bucket, string(k)}]
	if known {
		return entries, nil
	}
	value, err := t.Pairs.Get(bucket, k)
	if value != nil && err == nil {
		entries, err = t.recordEntries(bucket, k, value)
	}
	if err == nil {
		t.entries[location{bucket, string(k)}] = entries
	}
	return entries, err
}

// putIndexed writes a record and its index entries. If the record is nil, it deletes both.
func (t *Tx) putIndexed(bucket string, k, value []byte, entries []entry) error {
	before, err := t.storedEntries(bucket, k)
	if err != nil {
		return err
	}
	t.entries[location{bucket, string(k)}] = entries
	return t.replace(bucket, k, value, before, entries)
}

// replace writes or deletes a record whose index entries were others before.
func (t *Tx) replace(bucket string, k, value []byte, before, now []entry) error {
	if value == nil {
		return errors.Join(t.Pairs.Delete(bucket, k), t.reindex(before, now))
	}
	return errors.Join(t.Pairs.Put(bucket, k, value), t.reindex(before, now))
}

// reindex replaces the entries of a record's old state by those of its new one, and counts them where
// they are counted. It deletes the rule set of the old state if nothing has it any more.
func (t *Tx) reindex(old, now []entry) error {
	var dropped key // the rule set that this record no longer has
	for _, e := range old {
		if contains(now, e) {
			continue
		}
		if err := errors.Join(t.Pairs.Delete(e.index, e.key), t.recount(e, -1)); err != nil {
			return err
		}
		if e.index == byRules {
			dropped = e.key[:rulesWidth]
		}
	}
	for _, e := range now {
		if contains(old, e) {
			continue
		}
		if err := errors.Join(t.Pairs.Put(e.index, e.key, e.value), t.recount(e, 1)); err != nil {
			return err
		}
	}
	if dropped == nil {
		return nil
	}
	return t.dropRules(dropped)
}

func contains(list []entry, e entry) bool {
	return slices.ContainsFunc(list, func(other entry) bool {
		return other.index == e.index && bytes.Equal(other.key, e.key) && bytes.Equal(other.value, e.value)
	})
}
