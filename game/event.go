package game

import (
	"slices"
	"time"

	"doublecorner/game/draughts"
)

// Way is a move as it is kept: the square a piece leaves and each one on which it
// comes down. Under the rules of its game that is one move and no other.
type Way []draughts.Square

// EventKind is what can happen in a game.
type EventKind uint8

const (
	Moved     EventKind = iota // Side made a move: Way
	TookBack                   // Side took back a move with the other's consent: Plies
	Offered                    // Side made an Offer
	Declined                   // Side declined the other's Offer
	Withdrawn                  // Side withdrew its own Offer
	Reminded                   // Side was reminded that its time is running out
	Ended                      // the game is over: Result; Side gave up, claimed, aborted or ran out of time
)

var eventWords = []string{"moved", "took back", "offered", "declined", "withdrew", "reminded", "ended"}

func (k EventKind) String() string { return word(eventWords, k) }

// Event is one thing that happened in a game. Events are facts: they say what came
// of a request at the time, and are never judged again.
type Event struct {
	Kind  EventKind
	Side  draughts.Side
	At    time.Time     // by the clock on the wall, in milliseconds
	Away  time.Duration // Service.Away at the time
	Way   Way           // for Moved
	Plies int           // for TookBack: how many moves
	Offer Offer         // for Offered, Declined and Withdrawn
	// Result is set for Ended, and only there.
	Result *Result
}

func (e *Event) instant() Instant { return instantOf(e.At, e.Away) }

// Ply numbers the positions of a game in the order in which they stood on the
// board: each move and each take-back makes the next. A number therefore names one
// position of a game for good, which the count of moves would not.
type Ply int

// state is what follows from a game's events.
type state struct {
	ways     []Way
	ply      Ply
	offers   offers
	left     [len(draughts.Sides)]time.Duration // of a live clock
	since    Instant                            // when the turn began
	reminded bool                               // in this turn
	result   *Result
	changed  time.Time
}

// add adds an event.
func (g *Game) add(e Event) {
	g.events = append(g.events, e)
	g.apply(&e)
}

// apply follows from the game's events the state after one more. It trusts the
// event: events are checked when they are made.
func (g *Game) apply(e *Event) {
	switch e.Kind {
	case Moved:
		g.spend(e.Side, e.instant())
		g.left[e.Side] += g.Clock.Increment()
		g.ways = append(g.ways, e.Way)
		g.nextPly(e.instant())
	case TookBack:
		g.spend(g.Turn(), e.instant())
		g.ways = g.ways[:max(0, len(g.ways)-e.Plies)]
		g.nextPly(e.instant())
	case Offered:
		g.offers[e.Side][e.Offer] = standing
	case Declined:
		g.offers[e.Side.Opponent()][e.Offer] = gone
	case Withdrawn:
		g.offers[e.Side][e.Offer] = gone
	case Reminded:
		g.reminded = true
	case Ended:
		g.spend(g.Turn(), e.instant())
		g.offers = offers{}
		g.result = e.Result
	}
	g.changed = e.At
	g.history = nil
}

// spend takes the time of the running turn off a live clock.
func (g *Game) spend(s draughts.Side, now Instant) {
	g.left[s] = max(0, g.left[s]-max(0, now.Sub(g.since)))
}

func (g *Game) nextPly(now Instant) {
	g.ply++
	g.offers = offers{}
	g.since = max(now, g.since)
	g.reminded = false
}

// Events returns all that has happened in the game.
func (g *Game) Events() []Event { return slices.Clone(g.events) }

// Event returns one of the events, counted from 0.
func (g *Game) Event(i int) Event { return g.events[i] }

// Seq returns how many events there have been.
func (g *Game) Seq() int { return len(g.events) }

// AsOf returns the game as it stood after its first seq events.
func (g *Game) AsOf(seq int) *Game {
	seq = min(max(seq, 0), len(g.events))
	return Restore(g.Header, g.events[:seq:seq])
}
