package keyed

import (
	"cmp"
	"errors"
	"fmt"
	"hash/maphash"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

// Check reads every record, replays every game, and compares the indexes with the records. The error joins all faults. It
// needs as little memory for many records as for few.
func Check(pairs Pairs) error {
	// No rule sets are remembered, so those that are stored are read.
	c := &checker{t: New(pairs, record.NewRuleSets(), false), made: map[string]sum{}, seed: maphash.MakeSeed()}
	for _, k := range kinds {
		c.each(k.bucket, func(p Pair) error { return c.record(k.bucket, p) })
	}
	for _, index := range Indexes {
		c.compare(index)
	}
	return c.Err()
}

// checker compares indexes with records: every entry of a record must be in its index, and nothing else.
type checker struct {
	record.Faults
	t    *Tx
	made map[string]sum // by index, of the entries that the records make
	seed maphash.Seed
}

// sum stands for entries of an index in any order: two sums are the same if the entries are.
type sum struct {
	entries int
	hashes  uint64 // added up
}

// add adds an entry, a number of times.
func (c *checker) add(to sum, k, value []byte, times int) sum {
	var h maphash.Hash
	h.SetSeed(c.seed)
	h.Write(newKey().uint32(uint32(len(k))))
	h.Write(k)
	h.Write(value)
	return sum{to.entries + times, to.hashes + uint64(times)*h.Sum64()}
}

// each reads the pairs of a bucket.
func (c *checker) each(bucket string, read func(Pair) error) {
	for p, err := range c.t.Pairs.Scan(bucket, Range{}) {
		if err != nil {
			c.Fault("%q: %w", bucket, err)
			return
		}
		if err := read(p); err != nil {
			c.Fault("%s: %q: %w", bucket, p.Key, err)
		}
	}
}

// record checks a record, and adds the entries that it makes.
func (c *checker) record(bucket string, p Pair) error {
	switch bucket {
	case gamesBucket:
		g, err := games.of(c.t, game.GameID(p.Key), p.Value)
		if err != nil {
			return err
		}
		c.expect(gameEntries(g))
		return g.Verify()
	case reviewsBucket:
		if _, err := c.t.get(gamesBucket, p.Key); err != nil {
			return fmt.Errorf("its game: %w", err)
		}
	case rulesBucket:
		if named, err := c.t.namesRules(p.Key); err != nil || !named {
			return cmp.Or(err, errors.New("no game, challenge or tournament is played by it"))
		}
	}
	entries, err := c.t.recordEntries(bucket, p.Key, p.Value)
	c.expect(entries)
	return err
}

// expect adds entries that a record makes.
func (c *checker) expect(entries []entry) {
	for _, e := range entries {
		c.made[e.index] = c.add(c.made[e.index], e.key, e.value, 1)
		if e.index == leaderboardsByRank {
			for _, k := range countKeys(e.key) {
				c.made[rankCounts] = c.add(c.made[rankCounts], k, nil, 1)
			}
		}
	}
}

// compare compares an index with what the records make. A count stands for as many entries.
func (c *checker) compare(index string) {
	var stored sum
	c.each(index, func(p Pair) error {
		if index != rankCounts {
			stored = c.add(stored, p.Key, p.Value, 1)
			return nil
		}
		n := decodeCount(p.Value)
		if stored = c.add(stored, p.Key, nil, n); n == 0 || len(p.Value) != countWidth {
			return errors.New("it is no count")
		}
		return nil
	})
	switch made := c.made[index]; {
	case stored.entries != made.entries:
		c.Fault("index %q has %d entries, but the records make %d", index, stored.entries, made.entries)
	case stored != made:
		c.Fault("index %q has %d entries, but not those that the records make", index, stored.entries)
	}
}
