package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	bolt "go.etcd.io/bbolt"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

// mostFaults is how many faults a check names before it stops.
const mostFaults = 20

// Check looks at the whole file: whether its pages hang together, every record can
// be read, every game can be replayed, and every index says what the records say.
// The error joins what is wrong. Updates wait meanwhile; check a backup of a file
// that must not stand still.
func (s *Store) Check() error {
	var found error
	check := func(tx *bolt.Tx) error {
		found = s.check(tx)
		return nil
	}
	if s.readOnly {
		return errors.Join(s.db.View(check), found)
	}
	b, err := s.db.Begin(true) // so that no page changes its use
	if err != nil {
		return err
	}
	defer b.Rollback()
	return errors.Join(s.db.View(check), found)
}

func (s *Store) check(tx *bolt.Tx) error {
	// Rule sets that are remembered do not count, only those in the file.
	c := &checker{t: new(Store).begin(tx), entries: map[string]int{}}
	return errors.Join(guard(s.path, func() error {
		if walkPages(s.file, c.fault); c.err() != nil {
			return nil // bbolt would run out of the file
		}
		if _, both := headers(s.file); both {
			c.pages(tx)
		} else if err := c.copied(tx); err != nil {
			return err
		}
		if c.err() == nil && schema(tx) == currentSchema() { // else records may not be where they should
			c.records()
		}
		return nil
	}), c.err())
}

// checker compares indexes with records: everything that follows from a record
// must be in an index, and then there must be nothing else.
type checker struct {
	t       *transaction
	faults  []error
	entries map[string]int // that there must be, by index
}

func (c *checker) fault(format string, args ...any) {
	if len(c.faults) < mostFaults {
		c.faults = append(c.faults, fmt.Errorf(format, args...))
	}
}

func (c *checker) err() error { return errors.Join(c.faults...) }

// pages has bbolt check how its pages hang together.
func (c *checker) pages(tx *bolt.Tx) {
	for fault := range tx.Check() {
		c.fault("%w", fault)
	}
}

// copied checks the pages of a copy, which has two headers: bbolt's check ends at a header
// that is damaged, and does not look at what the other one leads to.
func (c *checker) copied(tx *bolt.Tx) error {
	f, err := os.CreateTemp("", "doublecorner-check-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = tx.WriteTo(f)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	db, err := bolt.Open(f.Name(), 0o600, &bolt.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer db.Close()
	return db.View(func(tx *bolt.Tx) error {
		c.pages(tx)
		return nil
	})
}

// expect looks for what follows from a record.
func (c *checker) expect(entries []entry) {
	for _, e := range entries {
		c.entries[e.index]++
		switch value := c.t.index(e.index).Get(e.key); {
		case value == nil:
			c.fault("index %q lacks %q", e.index, []byte(e.key))
		case !bytes.Equal(value, e.value):
			c.fault("index %q says %q of %q instead of %q", e.index, value, []byte(e.key), e.value)
		}
	}
}

// records reads every record and compares the indexes.
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
	c.each(challengesBucket, func(k, v []byte) error {
		challenge, rules, err := record.ReadChallenge(game.ChallengeID(k), v, c.t.variant)
		if err != nil {
			return err
		}
		c.expect(challengeEntries(challenge, rules))
		return nil
	})
	counts := map[string]int{}
	c.each(standingsBucket, func(k, v []byte) error {
		f := fields(k)
		s, err := record.ReadStanding(f.person(), f.board(), v)
		if err != nil {
			return err
		}
		c.expect(standingEntries(s))
		height := key{}.height(s.Height())
		for level := 1; level <= levels; level++ {
			counts[string(append(key{}.board(s.Board).byte(byte(level)), height[:level]...))]++
		}
		return nil
	})
	for k, n := range counts {
		c.expect([]entry{{standingCounts, key(k), key{}.uint32(uint32(n))}})
	}
	c.each(answersBucket, func(k, v []byte) error {
		a, err := record.ReadAnswered(v)
		if err != nil {
			return err
		}
		c.expect(answerEntries(game.RequestID(k), &a))
		return nil
	})
	c.each(announcementsBucket, func(k, v []byte) error {
		f := fields(k)
		_, err := record.ReadAnnouncement(game.AnnouncementID(f.uint64()), v)
		return err
	})
	c.each(rulesBucket, func(k, v []byte) error {
		if !c.t.namesRules(k) {
			return errors.New("no game and no challenge is played by it")
		}
		_, err := record.ReadRules(v)
		return err
	})
	if _, err := c.t.Service(); err != nil {
		c.fault("%w", err)
	}
	for _, name := range indexes {
		if there := c.t.index(name).Stats().KeyN; there != c.entries[name] {
			c.fault("index %q has %d entries, but the records make %d", name, there, c.entries[name])
		}
	}
}

func (c *checker) each(bucket []byte, read func(k, v []byte) error) {
	err := c.t.top(bucket).ForEach(func(k, v []byte) error {
		if err := read(k, v); err != nil {
			c.fault("%s: %q: %w", bucket, k, err)
		}
		return nil
	})
	if err != nil {
		c.fault("%s: %w", bucket, err)
	}
}
