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
	report func(*draughts.Variant, error)
	ctx    context.Context
	cancel context.CancelFunc

	mu       sync.Mutex
	sets     map[RulesID]*Set
	building sync.Mutex
	builds   sync.WaitGroup
}

const (
	backgroundPieces = 4
	// mostInBackground is up to how many positions are solved without being asked for: all of
	// four pieces on 8×8 and 10×10 are fewer, unless all squares are used or runs of kings
	// count. More would need too much memory beside a bot.
	mostInBackground = 50_000_000
)

// NewLibrary returns a library of the files in a directory. Errors that leave it with less than
// it could know are reported.
func NewLibrary(dir string, report func(*draughts.Variant, error)) *Library {
	l := &Library{dir: dir, report: report, sets: map[RulesID]*Set{}}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	return l
}

// Set returns the databases of a rule set. They grow in the background.
func (l *Library) Set(v *draughts.Variant) *Set {
	id := IdentifyRules(v.Rules())
	l.mu.Lock()
	defer l.mu.Unlock()
	s, known := l.sets[id]
	if known {
		return s
	}
	s, err := Open(v, l.dir)
	if err != nil {
		l.report(v, err)
		s = Embedded(v)
	}
	l.sets[id] = s
	if err == nil && l.ctx.Err() == nil && s.Pieces() < backgroundPieces && Positions(v, backgroundPieces) <= mostInBackground {
		l.builds.Go(func() { l.build(s) })
	}
	return s
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
	for _, s := range l.sets {
		err = errors.Join(err, s.Close())
	}
	return err
}
