package game

import (
	"fmt"
	"slices"
	"time"

	"doublecorner/game/draughts"
)

// Header holds what is known when a game begins.
type Header struct {
	ID      GameID
	Place   PlaceID
	Players [len(draughts.Sides)]PersonID // by side
	Terms
	Rules     RulesID // of Variant
	Pool      Pool    // of Variant when the game began
	Started   time.Time
	Downtime  time.Duration // Service.Downtime when it began
	RematchOf GameID        // the game it is a rematch of, if it is one

	// Challenger is the side of the person who challenged; White in a game of a tournament.
	Challenger draughts.Side

	// Opening are the moves of a Ballot, which nobody made: the players go on from there. They are moves of the
	// game, but no events: they take no time, and cannot be taken back. SecondOfBallot tells that the same
	// players had played the ballot with the sides exchanged.
	Opening        []Path
	SecondOfBallot bool

	// Room and Post say where the game is shown, and Shown is the number of events that the post
	// shows: see RecordShown. They can change.
	Room  RoomID
	Post  PostID
	Shown int

	// ChallengeRoom and ChallengePost say which post showed the challenge that began the game, if the game is shown in
	// another room: see RecordChallengeShown. They can change.
	ChallengeRoom RoomID
	ChallengePost PostID

	// Followers follow the game. They can change, and are forgotten once its end was told.
	Followers []Follower

	// Branches are the conditional moves of the side that waits, and LostBranches tells which sides had some that no
	// longer fit: see Branch. They can change.
	Branches     []Branch
	LostBranches [len(draughts.Sides)]bool

	// Tournament and the number of its Pairing are those for which the game is played, if it is for one. A player who
	// has not made a first move within NoShow forfeits the game; 0 is no limit.
	Tournament TournamentID
	Pairing    int
	NoShow     time.Duration

	// Hinted tells that the player was shown hints, in a game against the Computer: see Hint. It can change.
	Hinted bool

	// Share says whether everybody who knows a secret may watch the game. It can change.
	Share Share

	// Votes are the votes for the next move, the oldest first, and Voters all who have voted in the game. They can change.
	Votes  []Vote
	Voters []Voter

	// Talk is a room beside Room in which people talk about the votes; 0 for none. It can change.
	Talk RoomID

	// Abroad is where the opponent of the challenger sees the game, if the two are in two places; then Place and its fellows
	// are where the challenger does. See Game.seenFrom.
	Abroad *Home
	// Names are what players in two places chose to be called in the other one, and what the people of a room are called.
	Names [len(draughts.Sides)]string
}

// Game is a game between two people: a header and events. Changing a Game changes nothing in the
// store. A Game is not safe for use by several goroutines at once.
type Game struct {
	Header
	events []Event
	state
	history *draughts.History // of the moves; nil until it is needed
}

// Restore returns the game of a header and events. It takes ownership of the events.
func Restore(h Header, events []Event) *Game {
	g := &Game{Header: h, events: events}
	g.left = [len(draughts.Sides)]time.Duration{h.ClockOf(draughts.White).whole(), h.ClockOf(draughts.Black).whole()}
	g.since = instantOf(h.Started, h.Downtime)
	g.changed = h.Started
	g.moves = append(make([]Path, 0, len(h.Opening)+len(events)+1), h.Opening...)
	for i := range events { // the referee hears of absences a little later than they begin and end
		g.noteAbsence(&events[i])
	}
	for i := range events {
		g.apply(&events[i])
	}
	return g
}

// Start returns the position at the beginning.
func (h *Header) Start() draughts.Position { return h.Terms.start() }

// Side returns the side a person plays.
func (h *Header) Side(p PersonID) (draughts.Side, bool) {
	i := slices.Index(h.Players[:], p)
	if i < 0 || !p.IsPerson() {
		return 0, false
	}
	return draughts.Side(i), true
}

// ClockOf returns the clock of a side.
func (h *Header) ClockOf(s draughts.Side) Clock {
	if h.HasOdds() && s != h.Challenger {
		return h.Odds
	}
	return h.Clock
}

// Player returns the person who plays a side.
func (h *Header) Player(s draughts.Side) PersonID { return h.Players[s] }

// Ply returns the number of the position on the board.
func (g *Game) Ply() Ply { return g.ply }

// Len returns the number of moves that stand, with those of the Opening: those taken back do not count.
func (g *Game) Len() int { return len(g.moves) }

// made returns the number of moves that stand and that the players made.
func (g *Game) made() int { return len(g.moves) - len(g.Opening) }

// Turn returns the side to move.
func (g *Game) Turn() draughts.Side {
	first := g.Start().Turn()
	if len(g.moves)%2 == 0 {
		return first
	}
	return first.Opponent()
}

// Result returns the result of the game, if it is over.
func (g *Game) Result() (Result, bool) {
	if g.result == nil {
		return Result{}, false
	}
	return *g.result, true
}

// IsOver reports whether the game is over.
func (g *Game) IsOver() bool { return g.result != nil }

// Changed returns the time of the last event.
func (g *Game) Changed() time.Time { return g.changed }

// Ended returns the time at which the game ended, or the zero time.
func (g *Game) Ended() time.Time {
	if g.result == nil {
		return time.Time{}
	}
	return g.changed
}

// IsDecided reports whether a moderator has decided the game, or ended it without an outcome, when it could count for the
// ratings.
func (g *Game) IsDecided() bool {
	return g.result != nil && g.result.Moderator != Anyone && g.Rated && g.IsUnderway()
}

// IsUnderway reports whether both players have made two moves that stand. Until then each of them
// can abort the game, and unless a rule of the game ends it, it counts for nothing.
func (g *Game) IsUnderway() bool { return g.made() >= 2*len(draughts.Sides) }

// History returns the history of the moves that stand. The caller owns it.
func (g *Game) History() (*draughts.History, error) {
	if g.history == nil {
		h, err := g.replay((*draughts.History).Repeat)
		if err != nil {
			return nil, err
		}
		g.history = h
	}
	return g.history.Clone(), nil
}

// Verify checks that each move was legal. History does not check it.
func (g *Game) Verify() error {
	_, err := g.replay(func(h *draughts.History, path []draughts.Square) error {
		m, err := h.Position().Along(path)
		if err != nil {
			return err
		}
		return h.PlayOn(m)
	})
	return err
}

// replay returns the history of the moves that stand.
func (g *Game) replay(move func(*draughts.History, []draughts.Square) error) (*draughts.History, error) {
	h := draughts.NewHistory(g.Start())
	for i, path := range g.moves {
		if err := move(h, path); err != nil {
			return nil, fmt.Errorf("game %s: stored move %d, %v: %w", g.ID, i+1, path, err)
		}
	}
	return h, nil
}

// Left returns the time that a side has left, with what is spare. For the side to move, the time since its turn began
// is subtracted; it has no more than NoShow for its first move. With a clock that counts by moves, the other side has the
// whole time of a move.
func (g *Game) Left(s draughts.Side, now time.Time, service Service) time.Duration {
	left := g.ClockOf(s).PerMove() + g.left[s]
	if !g.IsOver() && g.pause == nil && g.Turn() == s {
		if g.IsExtended() {
			left *= 2
		}
		if g.NoShow > 0 && g.made() < len(draughts.Sides) {
			left = min(left, g.NoShow)
		}
		left -= g.used(service.Instant(now))
	}
	return max(0, left)
}

// Spare returns the spare time that a side has at the beginning of a turn, beyond the time for each move.
func (g *Game) Spare(s draughts.Side) time.Duration {
	if g.Clock.PerMove() == 0 {
		return 0
	}
	return g.left[s]
}

// deadline returns the instant at which the time of the side to move runs out, unless the game is over or paused.
func (g *Game) deadline() (Instant, bool) {
	if g.IsOver() || g.pause != nil {
		return 0, false
	}
	limit := g.ClockOf(g.Turn()).PerMove() + g.left[g.Turn()]
	if g.Clock.IsNone() {
		limit = idleLimit
	}
	if g.IsExtended() {
		limit *= 2
	}
	if g.NoShow > 0 && g.made() < len(draughts.Sides) {
		limit = min(limit, g.NoShow)
	}
	return g.after(limit), true
}

// Deadline returns when the time of the side to move runs out, by a service; false if it does not.
func (g *Game) Deadline(service Service) (time.Time, bool) {
	deadline, ok := g.deadline()
	return service.time(deadline), ok && !g.Clock.IsNone()
}

// grace is how long after a deadline Tick ends a game: a move that arrived in time may still wait for its turn, and
// Discord gives up a request that is not answered in three seconds.
const grace = 5 * time.Second

// uncountedMemory is the time for which a game is kept that ended before it was underway.
const uncountedMemory = 7 * 24 * time.Hour

// deletion returns the instant at which Tick deletes the game. Most are kept for ever: those that were underway or count,
// and those that a tournament or a ruling names.
func (g *Game) deletion() (Instant, bool) {
	if g.IsUnderway() || g.result.Outcome != NoOutcome || g.Tournament != "" || g.result.Moderator != Anyone {
		return 0, false
	}
	end := &g.events[len(g.events)-1]
	return instantOf(end.At, end.Downtime).Add(uncountedMemory), true
}

// Alarm returns the next instant at which Tick changes the game: it reminds the players, ends the game, or
// deletes it. Stores index games by it.
func (g *Game) Alarm() (Instant, bool) {
	if g.IsOver() {
		return g.deletion()
	}
	deadline, ok := g.deadline()
	deadline = deadline.Add(grace)
	if times := g.reminderTimes(); ok && g.reminders < len(times) {
		return min(deadline, g.after(times[g.reminders])), true
	}
	return deadline, ok
}
