package game

import (
	"slices"
	"time"

	"doublecorner/game/draughts"
)

// Path is a move as a game stores it: the square that a piece leaves and each square on which it
// lands. Under the rules of the game it identifies one move.
type Path []draughts.Square

// pathsOf returns the moves of a history.
func pathsOf(h *draughts.History) []Path {
	var paths []Path
	for i, m := range h.Moves() {
		paths = append(paths, h.At(i).Path(m))
	}
	return paths
}

// EventKind tells the kinds of event apart.
type EventKind uint8

const (
	Moved     EventKind = iota // Side made a move: Path
	TookBack                   // Side took back a move, to which the other agreed: Plies
	Offered                    // Side made an Offer
	Declined                   // Side declined the other's Offer
	Withdrawn                  // Side withdrew its own Offer
	Reminded                   // the referee reminded the players that the time of Side is running out
	Ended                      // the game ended, by an action of Side or because its time ran out: Result
	Paused                     // Side, the Computer, waits until the other has moved in another game: see Pause
	WentAway                   // Side is on vacation from Instant, and as it seems until Until; again if that changes
	CameBack                   // the vacation of Side ended at Instant
)

func (k EventKind) String() string {
	return draughts.Word(k, "moved", "took back", "offered", "declined", "withdrew", "reminded", "ended", "paused", "went away", "came back")
}

// Event is one thing that happened in a game. Events are facts: they were checked when they
// happened, and are never checked again.
type Event struct {
	Kind     EventKind
	Side     draughts.Side
	At       time.Time     // on the wall clock, in milliseconds
	Downtime time.Duration // Service.Downtime at the time
	Waited   time.Duration // between the request, or the deadline, and At: nobody's time
	Path     Path          // for Moved
	Answers  bool          // for Moved: it was a conditional move, which answered the one before at once
	Tally    []Tallied     // for Moved: the votes, if Side voted; the move has the first of them
	Plies    int           // for TookBack: the number of moves
	Offer    Offer         // for Offered, Declined and Withdrawn
	Result   *Result       // for Ended, otherwise nil
	Game     GameID        // for Paused: the other game, or "" if it is played in another place
	Instant  Instant       // for WentAway and CameBack
	Until    time.Time     // for WentAway
}

// Happened returns when the request of the event arrived, or the deadline that had passed.
func (e *Event) Happened() time.Time { return e.At.Add(-e.Waited) }

// Ply numbers the positions of a game in the order in which they stood on the board: each move
// and each take-back makes the next one. Unlike the number of moves, it never names two positions.
type Ply int

// state holds what follows from a game's events.
type state struct {
	moves     []Path
	ply       Ply
	offers    offers
	left      [len(draughts.Sides)]time.Duration // of the time for the whole game
	since     Instant                            // the beginning of the turn
	reminders int                                // in this turn
	absences  [len(draughts.Sides)][]absence     // in order
	pause     *Event                             // since which no clock runs in this turn; otherwise nil
	result    *Result
	changed   time.Time
}

// apply updates the state after one more event. It trusts the event.
func (g *Game) apply(e *Event) {
	now := instantOf(e.At, e.Downtime)
	arrived := now.Add(-e.Waited)
	switch e.Kind {
	case Moved:
		g.spend(arrived)
		g.left[e.Side] += g.ClockOf(e.Side).Increment()
		g.moves = append(g.moves, e.Path)
		g.nextPly(now)
	case TookBack:
		g.spend(arrived)
		g.moves = g.moves[:max(0, len(g.moves)-e.Plies)]
		g.nextPly(now)
	case Offered:
		g.offers[e.Side][e.Offer] = offerPending
	case Declined:
		g.offers[e.Side.Opponent()][e.Offer] = offerClosed
	case Withdrawn:
		g.offers[e.Side][e.Offer] = offerClosed
	case Reminded:
		g.reminders++
	case Ended:
		g.spend(arrived)
		g.offers = offers{}
		g.result = e.Result
	case Paused:
		g.spend(now)
		g.pause = e
	}
	g.changed = e.At
	g.history = nil
}

// spend subtracts the time of the running turn until now, beyond that for each move, from the time for the whole game, unless
// the game is paused.
func (g *Game) spend(now Instant) {
	if g.pause != nil {
		return
	}
	left := &g.left[g.Turn()]
	*left = max(0, *left-max(0, g.used(now)-g.ClockOf(g.Turn()).PerMove()))
}

func (g *Game) nextPly(now Instant) {
	g.ply++
	g.offers = offers{}
	g.since = max(now, g.since)
	g.reminders = 0
	g.pause = nil
}

// Events returns all events of the game.
func (g *Game) Events() []Event { return slices.Clone(g.events) }

// Event returns one of the events, counted from 0.
func (g *Game) Event(i int) Event { return g.events[i] }

// Seq returns the number of events.
func (g *Game) Seq() int { return len(g.events) }

// AsOf returns the game as it stood after its first seq events. Conditional moves belong to the ply at which it stands now.
func (g *Game) AsOf(seq int) *Game {
	seq = min(max(seq, 0), len(g.events))
	past := Restore(g.Header, g.events[:seq:seq])
	if past.ply != g.ply {
		past.Branches, past.LostBranches = nil, [len(draughts.Sides)]bool{}
	}
	return past
}
