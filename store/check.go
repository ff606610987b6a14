package store

import (
	"bytes"
	"errors"

	bolt "go.etcd.io/bbolt"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

// Check checks the whole file: the pages and how they lead to each other, whether every record can be
// read and every game replayed, and whether the indexes agree with the records. The error joins all
// faults. Updates wait until Check is done; to avoid that, check a backup.
func (s *Store) Check() error {
	if !s.db.IsReadOnly() {
		b, err := s.db.Begin(true) // so that no page changes its use
		if err != nil {
			return err
		}
		defer b.Rollback()
	}
	return s.db.View(func(tx *bolt.Tx) error {
		return guard(s.path, func() error { return s.check(tx) })
	})
}

func (s *Store) check(tx *bolt.Tx) error {
	err := walkPages(s.file).Err()
	if err != nil || schema(tx) != currentSchema() { // bbolt could end the process, or records may be elsewhere
		return err
	}
	// A new store remembers no rule sets, so those of the file are read.
	c := &checker{t: newStore("").transaction(tx), entries: map[string]int{}, counts: map[string]int{}}
	c.records()
	return c.Err()
}

// checker compares indexes with records: every entry of a record must be in its index, and nothing
// else.
type checker struct {
	record.Faults
	t       *transaction
	entries map[string]int // how many each index must have
	counts  map[string]int // what rankCounts must say
}

// expect checks that entries are in their indexes.
func (c *checker) expect(entries []entry) {
	for _, e := range entries {
		c.entries[e.index]++
		if e.index == leaderboardsByRank {
			for _, k := range countKeys(e.key) {
				c.counts[string(k)]++
			}
		}
		switch value := c.t.bucket(e.index).Get(e.key); {
		case value == nil:
			c.Fault("index %q lacks %q", e.index, []byte(e.key))
		case !bytes.Equal(value, e.value):
			c.Fault("index %q says %q of %q instead of %q", e.index, value, []byte(e.key), e.value)
		}
	}
}

// records reads every record and checks its index entries.
func (c *checker) records() {
	c.each(gamesBucket, func(k, v []byte) error {
		g, err := record.ReadGame(game.GameID(k), v, c.t.variant)
		if err != nil {
			return err
		}
		if err := g.Verify(); err != nil {
			return err
		}
		c.expect(gameEntries(g))
		return nil
	})
	for _, bucket := range []string{
		challengesBucket, tournamentsBucket, leaderboardsBucket, answersBucket, announcementsBucket, puzzlesBucket, attemptsBucket, dailyBucket,
		erasuresBucket,
	} {
		c.each(bucket, func(k, v []byte) error {
			entries, err := c.t.recordEntries(bucket, k, v)
			if err != nil {
				return err
			}
			c.expect(entries)
			return nil
		})
	}
	c.each(reviewsBucket, func(k, _ []byte) error {
		if c.t.bucket(gamesBucket).Get(k) == nil {
			return errors.New("it reviews no game")
		}
		return nil
	})
	for k, n := range c.counts {
		c.expect([]entry{{rankCounts, key(k), key{}.uint32(uint32(n))}})
	}
	c.each(rulesBucket, func(k, v []byte) error {
		if !c.t.namesRules(k) {
			return errors.New("no game, challenge or tournament is played by it")
		}
		_, err := record.ReadRules(game.RulesID(k), v)
		return err
	})
	if _, err := c.t.Service(); err != nil {
		c.Fault("%w", err)
	}
	for _, name := range indexes {
		if there := c.t.bucket(name).Stats().KeyN; there != c.entries[name] {
			c.Fault("index %q has %d entries, but the records make %d", name, there, c.entries[name])
		}
	}
}

// each reads the records of a bucket.
func (c *checker) each(bucket string, read func(k, v []byte) error) {
	for k, v := range walk(c.t.bucket(bucket), nil, nil, forward) {
		if err := read(k, v); err != nil {
			c.Fault("%s: %q: %w", bucket, k, err)
		}
	}
}
