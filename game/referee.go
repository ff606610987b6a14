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

// Quotas limit what goes on at the same time.
type Quotas struct {
	GamesPerPerson      int // running
	GamesPerPlace       int // running
	ChallengesPerPerson int // open
}

// defaultQuotas replace the zeros in Config.Quotas.
var defaultQuotas = Quotas{GamesPerPerson: 25, GamesPerPlace: 1000, ChallengesPerPerson: 10}

// Referee does requests, by the rules. It is safe for use by many goroutines. Whatever must not
// be lost is in its Store.
type Referee struct {
	store     Store
	clock     func() time.Time
	random    func() uint64
	quotas    Quotas
	histories historyCache
	refusals  refusals
	counters  atomicCounters
	absences  absences
}

// New returns a referee. Call Resume first, and then Tick about once a second, as Run does.
func New(c Config) *Referee {
	quotas := c.Quotas
	quotas.GamesPerPerson = cmp.Or(quotas.GamesPerPerson, defaultQuotas.GamesPerPerson)
	quotas.GamesPerPlace = cmp.Or(quotas.GamesPerPlace, defaultQuotas.GamesPerPlace)
	quotas.ChallengesPerPerson = cmp.Or(quotas.ChallengesPerPerson, defaultQuotas.ChallengesPerPerson)
	return &Referee{store: c.Store, clock: c.Now, random: c.Random, quotas: quotas}
}

// now returns the time in whole milliseconds, as stores keep it.
func (r *Referee) now() time.Time { return r.absences.now(r.clock) }

// Counters count the games begun and ended and the moves made since the referee started.
type Counters struct {
	Begun, Ended, Moves int64
}

func (t *Counters) count(k EventKind) {
	switch k {
	case Moved:
		t.Moves++
	case Ended:
		t.Ended++
	}
}

// atomicCounters are Counters that many goroutines add to.
type atomicCounters struct{ begun, ended, moves atomic.Int64 }

func (t *atomicCounters) add(more Counters) {
	t.begun.Add(more.Begun)
	t.ended.Add(more.Ended)
	t.moves.Add(more.Moves)
}

// Counters returns what the referee has counted so far. A repeated request is counted once.
func (r *Referee) Counters() Counters {
	return Counters{Begun: r.counters.begun.Load(), Ended: r.counters.ended.Load(), Moves: r.counters.moves.Load()}
}
