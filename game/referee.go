package game

import "time"

// Config is what a Referee needs from outside.
type Config struct {
	Store Store
	// Now tells the time on the wall.
	Now func() time.Time
	// Random returns unpredictable bits: ids and colours are drawn from them.
	Random func() uint64
	Limits Limits
}

// Limits are how much may be going on at once.
type Limits struct {
	GamesPerPerson      int // running
	GamesPerPlace       int // running
	ChallengesPerPerson int // open
}

// DefaultLimits are those that are used where Config.Limits has zeros.
var DefaultLimits = Limits{GamesPerPerson: 25, GamesPerPlace: 1000, ChallengesPerPerson: 10}

// Referee does what people ask for, by the rules. It is safe for use by many
// goroutines. All that matters of what it knows is in its Store.
type Referee struct {
	store   Store
	clock   func() time.Time
	random  func() uint64
	limits  Limits
	boards  boards
	refused refused
	tally   tally

	attendance attendance
}

// New returns a referee. It takes up its service with Resume, and needs somebody to
// call Tick, as Run does.
func New(c Config) *Referee {
	limits := c.Limits
	fill := func(limit *int, usual int) {
		if *limit == 0 {
			*limit = usual
		}
	}
	fill(&limits.GamesPerPerson, DefaultLimits.GamesPerPerson)
	fill(&limits.GamesPerPlace, DefaultLimits.GamesPerPlace)
	fill(&limits.ChallengesPerPerson, DefaultLimits.ChallengesPerPerson)
	return &Referee{store: c.Store, clock: c.Now, random: c.Random, limits: limits}
}

// now returns the time in whole milliseconds, as the store keeps it, and notes that the
// process runs.
func (r *Referee) now() time.Time { return r.attendance.pulse(r.clock) }
