package store

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"doublecorner/game"
)

// Group commit. One goroutine writes. While it waits for the disk, updates gather;
// then it does all of them in one transaction of the file and waits for the disk
// once. Nobody waits for company: an update that comes alone is done at once.
// Measured against bbolt's own Batch, which lets every update wait for others, this
// is as good with many and far better with few (docs/PERFORMANCE.md).

// mostTogether bounds what one commit can hold, and with it how long it takes.
const mostTogether = 1000

// call is an update that somebody waits for.
type call struct {
	ctx  context.Context
	f    func(game.Tx) error
	err  error
	done chan struct{}
}

// panicked is a panic in an update, on its way to who called.
type panicked struct {
	value any
	stack []byte
}

func (p *panicked) Error() string { return fmt.Sprintf("panic: %v\n%s", p.value, p.stack) }

// Update implements game.Store.
func (s *Store) Update(ctx context.Context, f func(game.Tx) error) error {
	c := &call{ctx: ctx, f: f, done: make(chan struct{})}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return ErrClosed
	}
	s.waiting = append(s.waiting, c)
	s.more.Signal()
	s.mu.Unlock()
	<-c.done
	var p *panicked
	if errors.As(c.err, &p) {
		panic(p)
	}
	return c.err
}

// write does updates until the store is closed and none is left.
func (s *Store) write() {
	defer close(s.writer)
	for {
		s.mu.Lock()
		for len(s.waiting) == 0 && !s.closed {
			s.more.Wait()
		}
		n := min(len(s.waiting), mostTogether)
		if n == 0 {
			s.mu.Unlock()
			return
		}
		calls := s.waiting[:n:n]
		if s.waiting = s.waiting[n:]; len(s.waiting) == 0 {
			s.waiting = nil // what was done need not be remembered
		}
		s.mu.Unlock()

		s.together(calls)
		for _, c := range calls {
			close(c.done)
		}
	}
}

// together does updates in one transaction. One that fails after it wrote something
// would take the others with it; it is left out, and then done alone.
func (s *Store) together(calls []*call) {
	var alone []*call
	for len(calls) > 0 {
		spoilt, err := s.transact(calls)
		if spoilt < 0 {
			for _, c := range calls {
				if err != nil {
					c.err = err
				}
			}
			break
		}
		if len(calls) == 1 {
			break // it has its own error, and nothing was done
		}
		alone = append(alone, calls[spoilt])
		rest := make([]*call, 0, len(calls)-1)
		calls = append(append(rest, calls[:spoilt]...), calls[spoilt+1:]...)
	}
	for _, c := range alone {
		s.together([]*call{c})
	}
}

// transact runs updates one after another in one transaction and commits it. If one
// of them fails after it wrote, its number is returned and nothing was done. An
// error is that of the commit, or of taking everything back; then there is no number.
//
// What an update has seen of those before it is only true once they are committed,
// so whoever waits is told nothing before that, not even of a refusal.
func (s *Store) transact(calls []*call) (spoilt int, err error) {
	if s.failed != nil {
		s.counts.failed.Add(1)
		return -1, s.failed
	}
	b, err := s.db.Begin(true)
	if err != nil {
		return -1, s.explain(err)
	}
	dirty, written := false, int64(0)
	t := s.begin(b)
	t.entries = map[game.GameID][]entry{}
	for i, c := range calls {
		t.dirty = false
		if c.err = c.ctx.Err(); c.err != nil {
			continue
		}
		c.err = s.run(c.f, t)
		if c.err != nil && t.dirty {
			if err := b.Rollback(); err != nil {
				return -1, s.explain(err)
			}
			return i, nil
		}
		if t.dirty {
			dirty = true
			written++
		}
	}
	if !dirty {
		return -1, s.explain(b.Rollback())
	}
	begun, id := time.Now(), uint64(b.ID())
	cause := b.Commit()
	if err = s.explain(cause); err != nil && (!errors.Is(err, ErrFull) || newestHeader(s.file).txid == id) {
		// What the disk holds is no longer known, and another try would not tell.
		s.failed = fmt.Errorf("%s: %w: %w; nothing more is written until the program is started again", s.path, game.ErrNotKept, cause)
		err = s.failed
	}
	if err != nil {
		s.counts.failed.Add(1)
	} else {
		s.counts.took.Add(int64(time.Since(begun)))
		s.counts.commits.Add(1)
		s.counts.updates.Add(written)
	}
	return -1, err
}

func (s *Store) run(f func(game.Tx) error, t *transaction) error {
	return recovering(func() error { return f(t) }, func(value any) error {
		t.dirty = true // for all that is known
		if err := damage(s.path, value); err != nil {
			return err
		}
		return &panicked{value, debug.Stack()}
	})
}
