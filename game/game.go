package game

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"doublecorner/game/draughts"
)

// Header is what a game begins with.
type Header struct {
	ID      GameID
	Place   PlaceID
	Players [len(draughts.Sides)]PersonID // by side
	Terms
	Rules     RulesID // of Variant
	Pool      Pool    // of Variant when the game began
	Started   time.Time
	Away      time.Duration // Service.Away when it began
	RematchOf GameID        // the game it is a rematch of, if it is one

	// Room and Post are where the game is shown, and Shown is how many of its events the
	// post tells of: see Show. They can change; nothing follows from them here.
	Room  RoomID
	Post  PostID
	Shown int
}

// Game is a game between two people: its header and its events. It is what a
// Referee answers with; changing it changes nothing that is kept. A Game is not
// safe for use by several goroutines at once.
type Game struct {
	Header
	events []Event
	state
	history *draughts.History // of ways, once somebody has asked
}

// Restore returns a game as its header and its events tell it. The events are the
// game's from then on.
func Restore(h Header, events []Event) *Game {
	g := &Game{Header: h, events: events}
	g.left = [len(draughts.Sides)]time.Duration{h.Clock.Base(), h.Clock.Base()}
	g.since = g.began()
	g.changed = h.Started
	g.ways = make([]Way, 0, len(events)+1)
	for i := range events {
		g.apply(&events[i])
	}
	return g
}

func (h *Header) began() Instant { return instantOf(h.Started, h.Away) }

// Start returns the position the game began with.
func (h *Header) Start() draughts.Position { return h.Terms.start() }

// Side returns the side a person plays.
func (h *Header) Side(p PersonID) (draughts.Side, bool) {
	i := slices.Index(h.Players[:], p)
	if i < 0 || !p.IsSomebody() {
		return 0, false
	}
	return draughts.Side(i), true
}

// Player returns who plays a side.
func (h *Header) Player(s draughts.Side) PersonID { return h.Players[s] }

// Ply returns the number of the position on the board.
func (g *Game) Ply() Ply { return g.ply }

// Moves returns the moves that stand, those taken back left out.
func (g *Game) Moves() []Way { return slices.Clone(g.ways) }

// Len returns how many moves stand.
func (g *Game) Len() int { return len(g.ways) }

// Turn returns the side to move.
func (g *Game) Turn() draughts.Side {
	first := g.Start().Turn()
	if len(g.ways)%2 == 0 {
		return first
	}
	return first.Opponent()
}

// Result returns how the game ended, if it is over.
func (g *Game) Result() (Result, bool) {
	if g.result == nil {
		return Result{}, false
	}
	return *g.result, true
}

// IsOver tells whether the game is over.
func (g *Game) IsOver() bool { return g.result != nil }

// Changed returns when something last happened in the game.
func (g *Game) Changed() time.Time { return g.changed }

// Ended returns when the game ended; the zero time if it has not.
func (g *Game) Ended() time.Time {
	if g.result == nil {
		return time.Time{}
	}
	return g.changed
}

// IsUnderway tells whether both players have made two moves that stand. Until then each of
// them can abort the game, and unless a rule of the game ends it, it counts for nothing.
func (g *Game) IsUnderway() bool { return len(g.ways) >= 2*len(draughts.Sides) }

// History returns the game as the rules see it. It is the caller's own, to play on in.
func (g *Game) History() (*draughts.History, error) {
	if g.history != nil {
		return g.history.Clone(), nil
	}
	h, err := g.replay((*draughts.History).Repeat)
	if err != nil {
		return nil, err
	}
	g.history = h
	return h.Clone(), nil
}

// Verify looks whether each move was legal when it was made. History trusts that it was.
func (g *Game) Verify() error {
	_, err := g.replay(func(h *draughts.History, way []draughts.Square) error {
		m, err := h.Position().Along(way)
		if err != nil {
			return err
		}
		err = h.PlayOn(m)
		if tooMany := (*draughts.TooManyCapturesError)(nil); errors.As(err, &tooMany) {
			return h.Repeat(way) // it was made when more were listed, and cannot be looked at
		}
		return err
	})
	return err
}

// replay makes the moves that stand, one after another.
func (g *Game) replay(move func(*draughts.History, []draughts.Square) error) (*draughts.History, error) {
	h := draughts.NewHistory(g.Start())
	for i, way := range g.ways {
		if err := move(h, way); err != nil {
			return nil, fmt.Errorf("game %s: what is kept as move %d, %v: %w", g.ID, i+1, way, err)
		}
	}
	return h, nil
}

// Left returns how much time a side with a live clock has at a moment; of the side
// to move, the time since its turn began is taken off. A clock that counts by
// moves has that time for the side to move, and all of it for the other.
func (g *Game) Left(s draughts.Side, now time.Time, service Service) time.Duration {
	left := g.left[s]
	if g.Clock.PerMove() > 0 {
		left = g.Clock.PerMove()
	}
	if !g.IsOver() && g.Turn() == s {
		left -= max(0, service.Instant(now).Sub(g.since))
	}
	return max(0, left)
}

// Deadline returns the instant at which the time of the side to move runs out, if
// anything runs.
func (g *Game) Deadline() (Instant, bool) {
	switch {
	case g.IsOver() || g.Clock.IsNone():
		return 0, false
	case g.Clock.PerMove() > 0:
		return g.since.Add(g.Clock.PerMove()), true
	default:
		return g.since.Add(g.left[g.Turn()]), true
	}
}

// reminder returns when the side to move is to be reminded: when a quarter of its
// time is left, of a time that is counted in days.
func (g *Game) reminder() (Instant, bool) {
	if g.IsOver() || g.Clock.PerMove() == 0 || g.reminded {
		return 0, false
	}
	return g.since.Add(g.Clock.PerMove() * 3 / 4), true
}

// Alarm returns the next instant at which time by itself changes the game, if it
// ever does. A Store keeps an index of it.
func (g *Game) Alarm() (Instant, bool) {
	if i, ok := g.reminder(); ok {
		return i, true
	}
	return g.Deadline()
}
