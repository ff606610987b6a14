package store

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"doublecorner/game"
	"doublecorner/store/internal/keyed"
)

// Group commit. One goroutine writes. While it waits for the disk, more updates arrive; it then runs
// all of them in one transaction and waits for the disk once. No update waits for others to arrive.
// Measured against bbolt's own Batch, where every update waits for others, this is as good with many
// updates and far better with few (docs/notes/performance.md).

// mostTogether is how many updates share a commit at most. It bounds how long a commit takes.
const mostTogether = 1000

// update is a call of Update that waits for its commit.
type update struct {
	ctx  context.Context
	f    func(game.Tx) error
	err  error
	done chan struct{}
}

// panicked carries a panic of an update's function to the caller of Update.
type panicked struct{ error }

// Update implements game.Store.
func (s *Store) Update(ctx context.Context, f func(game.Tx) error) error {
	s.open.RLock()
	defer s.open.RUnlock()
	if s.closed {
		return errClosed
	}
	u := &update{ctx: ctx, f: f, done: make(chan struct{})}
	s.updates <- u
	<-u.done
	s.notice(u.err)
	if p, ok := u.err.(panicked); ok {
		panic(p)
	}
	return u.err
}

// write commits updates until the store is closed.
func (s *Store) write() {
	for first := range s.updates {
		updates := []*update{first}
		for len(s.updates) > 0 && len(updates) < mostTogether {
			updates = append(updates, <-s.updates)
		}
		s.together(updates)
		for _, u := range updates {
			close(u.done)
		}
	}
}

// together commits updates in one transaction. An update that fails after it wrote something would
// take the others with it; so it is left out, and then run in a transaction of its own.
func (s *Store) together(updates []*update) {
	failed, err := s.transact(updates)
	if failed >= 0 && len(updates) > 1 {
		s.together(slices.Concat(updates[:failed], updates[failed+1:]))
		s.together(updates[failed : failed+1])
		return
	}
	if err != nil {
		for _, u := range updates {
			u.err = err
		}
	}
}

// transact runs updates one after another in one transaction and commits it. If one of them fails
// after it wrote, transact rolls everything back and returns the update's index. Otherwise the index
// is -1, and the error is that of the commit or of the rollback.
//
// What an update has read of those before it becomes true only when they are committed. So no caller
// gets a result before that, not even a refusal.
func (s *Store) transact(updates []*update) (failed int, err error) {
	if s.failed != nil {
		s.failures.Add(1)
		return -1, s.failed
	}
	b, err := s.db.Begin(true)
	if err != nil {
		return -1, s.explain(err)
	}
	p, written := newPairs(b), int64(0)
	t := keyed.New(p, s.rules, true)
	for i, u := range updates {
		p.dirty = false
		if u.err = u.ctx.Err(); u.err != nil {
			continue
		}
		u.err = s.run(u.f, t)
		if u.err != nil && p.dirty {
			if err := b.Rollback(); err != nil {
				return -1, s.explain(err)
			}
			return i, nil
		}
		if p.dirty {
			written++
		}
	}
	if written == 0 {
		return -1, s.explain(b.Rollback())
	}
	begun, id := time.Now(), uint64(b.ID())
	cause := recovering(b.Commit, func(value any) error { return explainDamage(s.path, damage{value}) })
	if cause == nil {
		s.took.Add(int64(time.Since(begun)))
		s.commits.Add(1)
		s.changes.Add(written)
		return -1, nil
	}
	s.failures.Add(1)
	b.Rollback() // after a panic, Close would wait for it
	if err = s.explain(cause); !errors.Is(err, errFull) || newestHeader(s.file).TxID == id {
		// It is no longer known what the disk holds, and another try would not tell.
		s.failed = fmt.Errorf("%s: %w: %w; nothing more is written until the program is started again", s.path, game.ErrUncertain, cause)
		err = s.failed
	}
	return -1, err
}

// run runs an update's function, and makes an error of its panic.
func (s *Store) run(f func(game.Tx) error, t *keyed.Tx) error {
	return recovering(func() error { return f(t) }, func(value any) error {
		t.Pairs.(*pairs).dirty = true // it may have written something
		if err := explainDamage(s.path, value); err != nil {
			return err
		}
		return panicked{fmt.Errorf("panic: %v\n%s", value, debug.Stack())}
	})
}

// errFull is the error of an update that was not committed because the disk is full.
var errFull = fmt.Errorf("%w: there is no room left for the file of games; what was stored before is safe, and updates work again once there is room", game.ErrNotStored)

// explain wraps an error of the file in errFull or game.ErrNotStored.
func (s *Store) explain(err error) error {
	if err == nil {
		return nil
	}
	for _, full := range []error{syscall.ENOSPC, syscall.EFBIG, syscall.EDQUOT} {
		if errors.Is(err, full) || strings.Contains(err.Error(), full.Error()) { // some have no type
			return fmt.Errorf("%w (%s: %v)", errFull, s.path, err)
		}
	}
	return fmt.Errorf("%s: %w: %w", s.path, game.ErrNotStored, err)
}
