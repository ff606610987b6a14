package game

import (
	"cmp"
	"sync/atomic"
	"time"
)

// Config holds what a Referee needs.
type Config struct {
	Store  Store
	Now    func() time.Time // the wall clock
	Random func() uint64    // unpredictable bits, for ids and lots
	Quotas Quotas
}

// Quotas limit what goes on at the same time. A quota of 0 stands for its default.
type Quotas struct {
	GamesPerPerson      int // running; 25 by default
	GamesPerPlace       int // running; 1000 by default
	ChallengesPerPerson int // open; 10 by default
}

// Referee does requests, by the rules. It is safe for use by many goroutines. Whatever must not
// be lost is in its Store.
type Referee struct {
	store     Store
	clock     func() time.Time
	random    func() uint64
	quotas    Quotas
	histories historyCache
	refusals  refusals
	absences  absences

	begun, ended, moves atomic.Int64 // as in Counters
}

// New returns a referee. Call Resume first, and then Tick about once a second, as Run does.
func New(c Config) *Referee {
	return &Referee{store: c.Store, clock: c.Now, random: c.Random, quotas: Quotas{
		GamesPerPerson:      cmp.Or(c.Quotas.GamesPerPerson, 25),
		GamesPerPlace:       cmp.Or(c.Quotas.GamesPerPlace, 1000),
		ChallengesPerPerson: cmp.Or(c.Quotas.ChallengesPerPerson, 10),
	}}
}

// now returns the time in whole milliseconds, as stores keep it.
func (r *Referee) now() time.Time { return r.absences.now(r.clock) }

// Counters count the games begun and ended and the moves made since the referee started.
type Counters struct {
	Begun, Ended, Moves int64
}

// Counters returns what the referee has counted so far. A repeated request is counted once.
func (r *Referee) Counters() Counters {
	return Counters{Begun: r.begun.Load(), Ended: r.ended.Load(), Moves: r.moves.Load()}
}
