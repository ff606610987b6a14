package endgame

import (
	"context"
	"errors"
	"sync"

	"doublecorner/game/draughts"
)

// Library opens the databases of rule sets as they are first used, and builds those of
// four pieces in the background, one rule set after another on one core. It is safe for use by
// several goroutines at once.
type Library struct {
	dir    string
	solves bool
	report func(*draughts.Variant, error)
	ctx    context.Context
	cancel context.CancelFunc

	mu       sync.Mutex
	sets     map[RulesID]opened
	building sync.Mutex
	builds   sync.WaitGroup
}

// opened is the databases of a rule set, with the reason why those of the directory are not among them.
type opened struct {
	set *Set
	err error
}

const (
	backgroundPieces = 4
	// mostInBackground is up to how many positions are solved without a command: all of
	// four pieces on 8×8 and 10×10 are fewer, unless all squares are used or runs of kings
	// count. More would need too much memory beside a bot.
	mostInBackground = 50_000_000
)

// NewLibrary returns a library of the files in a directory; "" is none, and only what the program itself
// holds is known. Errors that leave it with less than it could know are reported.
func NewLibrary(dir string, report func(*draughts.Variant, error)) *Library {
	l := &Library{dir: dir, solves: dir != "", report: report, sets: map[RulesID]opened{}}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	return l
}

// OnlyOpen makes the library build nothing.
func (l *Library) OnlyOpen() { l.solves = false }

// Set returns the databases of a rule set. They grow in the background.
func (l *Library) Set(v *draughts.Variant) *Set {
	o, isNew := l.open(v)
	if isNew && o.err != nil {
		l.report(v, o.err)
	}
	return o.set
}

// Open is Set, and also returns why the files of the directory are not used, if they are not.
func (l *Library) Open(v *draughts.Variant) (*Set, error) {
	o, _ := l.open(v)
	return o.set, o.err
}

// open opens the databases of a rule set and begins to build what they lack, unless that was done before.
func (l *Library) open(v *draughts.Variant) (o opened, isNew bool) {
	id := IdentifyRules(v.Rules())
	l.mu.Lock()
	defer l.mu.Unlock()
	if o, known := l.sets[id]; known {
		return o, false
	}
	if l.dir != "" {
		o.set, o.err = Open(v, l.dir)
	}
	if l.dir == "" || o.err != nil {
		o.set = Embedded(v)
	}
	l.sets[id] = o
	if l.solves && o.err == nil && l.ctx.Err() == nil && o.set.Pieces() < backgroundPieces &&
		Positions(v, backgroundPieces) <= mostInBackground {
		l.builds.Go(func() { l.build(o.set) })
	}
	return o, true
}

// build builds what a set lacks, when it is its turn.
func (l *Library) build(s *Set) {
	l.building.Lock()
	defer l.building.Unlock()
	err := s.Build(l.ctx, backgroundPieces, BuildOptions{})
	if err != nil && !errors.Is(err, context.Canceled) {
		l.report(s.Variant(), err)
	}
}

// Close stops what is being built, which goes on next time, and closes all files.
func (l *Library) Close() error {
	l.cancel()
	l.builds.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	var err error
	for _, o := range l.sets {
		err = errors.Join(err, o.set.Close())
	}
	return err
}
