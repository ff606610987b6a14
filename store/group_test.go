package store

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/store/internal/keyed"
)

// After an error of the disk that is not for want of room nothing more is written,
// and nothing is lost.
func TestDiskFails(t *testing.T) {
	path := filled(t)
	s, err := Open(path, Options{})
	must(t, err)
	must(t, s.Update(background, func(tx game.Tx) error { return tx.PutErasure(7, time.Time{}) }))
	if c := s.Counts(); c.Commits != 1 || c.Updates != 1 || c.Failed != 0 || c.Took <= 0 {
		t.Errorf("before, it counts %+v", c)
	}
	must(t, s.file.Close())
	for range 2 {
		err := s.Update(background, func(tx game.Tx) error { return tx.PutErasure(8, time.Time{}) })
		if !errors.Is(err, game.ErrUncertain) || errors.Is(err, errFull) || !strings.Contains(err.Error(), "started again") {
			t.Errorf("the error is %v", err)
		}
	}
	if c := s.Counts(); c.Commits != 1 || c.Failed != 2 {
		t.Errorf("after, it counts %+v", c)
	}
	must(t, s.View(background, func(tx game.Reader) error {
		_, err := tx.Erasure(7)
		return err
	}))
	s.Close()
	again := open(t, path, Options{})
	must(t, again.Check())
	must(t, again.View(background, func(tx game.Reader) error {
		_, err := tx.Erasure(7)
		if _, not := tx.Erasure(8); !errors.Is(not, game.ErrNotFound) {
			t.Errorf("what failed is there: %v", not)
		}
		return err
	}))
}

// Of updates that share a commit which fails, each is told so: also one that only looked
// at what the others had written.
func TestSharedCommitFails(t *testing.T) {
	s, err := Open(filled(t), Options{})
	must(t, err)
	defer s.Close()
	must(t, s.file.Close())
	refused := errors.New("refused")
	var updates []*update
	for i := range 6 {
		updates = append(updates, &update{ctx: background, done: make(chan struct{}), f: func(tx game.Tx) error {
			if i%3 == 1 {
				return refused
			}
			return tx.PutErasure(game.PersonID(100+i), time.Time{})
		}})
	}
	s.together(updates)
	for i, c := range updates {
		if !errors.Is(c.err, game.ErrNotStored) {
			t.Errorf("update %d was told %v", i+1, c.err)
		}
	}
}

// What cannot be taken back is an error for everybody who shared it.
func TestTakingBackFails(t *testing.T) {
	s := open(t, filled(t), Options{Volatile: true})
	updates := []*update{
		{ctx: background, f: func(tx game.Tx) error { return tx.PutErasure(100, time.Time{}) }},
		{ctx: background, f: func(tx game.Tx) error {
			return errors.Join(errors.New("refused"), tx.PutErasure(101, time.Time{}), tx.(*keyed.Tx).Pairs.(*pairs).tx.Rollback())
		}},
	}
	s.together(updates)
	for i, c := range updates {
		if !errors.Is(c.err, game.ErrNotStored) {
			t.Errorf("update %d was told %v", i+1, c.err)
		}
	}
	must(t, s.Check())
}

// An update that was given up keeps no other out of the same commit.
func TestSharedCommitWithoutOne(t *testing.T) {
	s := open(t, filled(t), Options{Volatile: true})
	given, giveUp := context.WithCancel(background)
	giveUp()
	put := func(tx game.Tx) error { return tx.PutErasure(100, time.Time{}) }
	var seen bool
	look := func(tx game.Tx) error {
		due, err := tx.Erasures(time.Time{})
		seen = slices.Contains(due, 100)
		return err
	}
	updates := []*update{{ctx: background, f: put}, {ctx: given, f: put}, {ctx: background, f: look}}
	s.together(updates)
	if updates[0].err != nil || !errors.Is(updates[1].err, context.Canceled) || updates[2].err != nil || !seen {
		t.Errorf("they were told %v, %v and %v; the last saw the first: %v", updates[0].err, updates[1].err, updates[2].err, seen)
	}
}

// An update that cannot begin is an error.
func TestUpdateOfWhatIsOnlyRead(t *testing.T) {
	s := open(t, filled(t), Options{ReadOnly: true})
	if err := s.Update(background, func(game.Tx) error { return nil }); err == nil {
		t.Error("a file that is only read was updated")
	}
}
