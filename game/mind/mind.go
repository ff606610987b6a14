// Package mind lends the engine to many people: it thinks on few cores and in bounded memory, and gives
// everybody a fair turn.
package mind

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/endgame"
	"doublecorner/game/search"
	"doublecorner/internal/system"
)

// Options are what a Mind is made of.
type Options struct {
	Cores   int              // that think at the same time; 0: the mind is off
	Hash    int              // megabytes of hash table for each of two engines of a core; 0: search.DefaultHash
	Library *endgame.Library // of endings; nil: those that are embedded
	Work    *Work            // goes before thinking; nil: nothing does
	Log     *slog.Logger
	Time    time.Duration // that a task can have, however many wait; 0: Longest, and less while people wait
}

// Mind thinks for people. It is safe for use by many goroutines.
type Mind struct {
	options Options
	workers sync.WaitGroup
	end     context.CancelFunc
	ctx     context.Context

	mu      sync.Mutex
	waiting *sync.Cond
	queue   queue
	busy    int // workers that think
	counts  Counters
}

// Task is something to think about.
type Task struct {
	Purpose Purpose
	Place   game.PlaceID
	Person  game.PersonID
	History *draughts.History
	Pieces  bool         // the engine counts them and knows nothing else, as for puzzles and exercises
	Anew    bool         // what was thought before is forgotten, so that the same task has the same answer
	Limit   search.Limit // its time is shortened while others wait
}

// Purpose says who waits for a thought. What comes first here comes first in the queue.
type Purpose uint8

const (
	Play  Purpose = iota // a person waits for a move
	Help                 // a person waits for a hint
	Study                // a person looks at a finished game
	Spare                // nobody waits
)

func (p Purpose) String() string { return draughts.Word(p, "play", "help", "study", "spare") }

var (
	// ErrOff says that the mind is switched off.
	ErrOff = errors.New("thinking is switched off")
	// ErrBusy says that too many tasks wait.
	ErrBusy = errors.New("too much is to be thought about; try again later")
)

// New returns a Mind. Close ends it.
func New(o Options) *Mind {
	m := &Mind{options: o}
	m.ctx, m.end = context.WithCancel(context.Background())
	m.waiting = sync.NewCond(&m.mu)
	for range o.Cores {
		m.workers.Go(m.work)
	}
	return m
}

// Close ends all thinking.
func (m *Mind) Close() {
	m.end()
	m.mu.Lock()
	m.waiting.Broadcast()
	m.mu.Unlock()
	m.workers.Wait()
}

// IsOn reports whether the mind thinks at all.
func (m *Mind) IsOn() bool { return m.options.Cores > 0 }

// Waiting returns how many tasks wait, and how many are thought about.
func (m *Mind) Waiting() (waiting, thinking int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.queue.jobs), m.busy
}

// Counters count what the mind has done since it was made.
type Counters struct {
	Thoughts int64
	Refused  int64         // tasks for which there was no room
	Waited   time.Duration // tasks, all together
	Took     time.Duration // thinking, all together
}

// Counters returns what the mind has counted so far.
func (m *Mind) Counters() Counters {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.counts
}

// Think thinks about a position when it is its turn. The error is ErrOff, ErrBusy, that of the context, or
// one of search.Engine.Think.
func (m *Mind) Think(ctx context.Context, t Task) (search.Thought, error) {
	if !m.IsOn() {
		return search.Thought{}, ErrOff
	}
	j := &job{Task: t, ctx: ctx, came: time.Now(), done: make(chan struct{})}
	m.mu.Lock()
	added := m.ctx.Err() == nil && m.queue.add(j)
	if !added {
		m.counts.Refused++
	}
	m.mu.Unlock()
	if !added {
		return search.Thought{}, ErrBusy
	}
	m.waiting.Signal()
	select {
	case <-j.done:
		return j.thought, j.err
	case <-ctx.Done():
		m.mu.Lock()
		defer m.mu.Unlock()
		m.queue.drop(j)
		return search.Thought{}, context.Cause(ctx)
	case <-m.ctx.Done():
		return search.Thought{}, context.Cause(m.ctx)
	}
}

// work thinks about one task after another. What people do at the same time goes before it.
func (m *Mind) work() {
	if err := system.LowerPriority(); err != nil && m.options.Log != nil {
		m.options.Log.Warn("thinking has the priority of everything else", "err", err)
	}
	var engines engines
	yield := m.options.Work.pauses()
	for {
		j, most := m.next()
		if j == nil {
			return
		}
		j.Limit.Yield = yield
		began := time.Now()
		j.thought, j.err = m.think(&engines, j, most)
		m.mu.Lock()
		m.busy--
		m.counts.Thoughts++
		m.counts.Took += time.Since(began)
		m.mu.Unlock()
		close(j.done)
	}
}

// next waits for a task, and returns how long it can be thought about; nil once the mind is closed.
func (m *Mind) next() (j *job, most time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for m.ctx.Err() == nil {
		if j := m.queue.take(); j != nil {
			m.busy++
			m.counts.Waited += time.Since(j.came)
			return j, m.queue.timeForOne(m.options.Cores)
		}
		m.waiting.Wait()
	}
	return nil, 0
}

// think thinks about a task for some time at most.
func (m *Mind) think(engines *engines, j *job, most time.Duration) (search.Thought, error) {
	ctx, cancel := context.WithCancelCause(j.ctx)
	defer cancel(nil)
	defer context.AfterFunc(m.ctx, func() { cancel(context.Cause(m.ctx)) })()
	limit := j.Limit
	most = cmp.Or(m.options.Time, most)
	if limit.Time <= 0 || limit.Time > most {
		limit.Time = most
	}
	e := engines.of(j.History.Position().Variant(), j.Pieces, m.options)
	if j.Anew {
		e.search.Forget()
	}
	thought, err := e.think(ctx, j.History, limit)
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return thought, err
}
