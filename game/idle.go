package game

import (
	"context"
	"time"

	"doublecorner/game/draughts"
)

// A game without a clock ends, too, if a player stops moving.
const (
	day = 24 * time.Hour
	// claimAfter is the time without a move after which the player who waits may claim the win.
	claimAfter = 7 * day
	// idleLimit is the time without a move after which the referee ends the game.
	idleLimit = 14 * day
	// minIdleLoss is the number of moves from which that is a loss; with fewer there is no outcome.
	minIdleLoss = 10
)

// Idleness says how long a game without a clock waits for a move. Each value except the first
// begins with a reminder of both players.
type Idleness uint8

const (
	NotIdle   Idleness = iota
	ClaimSoon          // tomorrow the player who waits may claim the win
	ClaimOpen          // the player who waits may claim the win
	EndSoon            // tomorrow the referee ends the game
)

func (i Idleness) String() string {
	return draughts.Word(i, "not idle", "claim soon", "claim open", "end soon")
}

// Idleness returns how long the game waits for a move. A game that is not underway can be aborted by
// either player, so there is no win to claim; and the Computer does not mind waiting.
func (g *Game) Idleness() Idleness {
	switch {
	case !g.Clock.IsNone() || g.IsOver() || g.reminders == 0:
		return NotIdle
	case !g.IsUnderway() || g.HasComputer():
		return EndSoon
	}
	return Idleness(g.reminders)
}

// reminderTimes returns after how much of a turn the referee reminds the players: with a clock that
// counts by moves, when a quarter of the time is left, and when a quarter of the spare time is.
func (g *Game) reminderTimes() []time.Duration {
	switch perMove, spare := g.ClockOf(g.Turn()).PerMove(), g.Spare(g.Turn()); {
	case g.IsTeam(g.Turn()):
		return nil
	case spare > 0:
		return []time.Duration{perMove * 3 / 4, perMove + spare*3/4}
	case perMove > 0:
		return []time.Duration{perMove * 3 / 4}
	case !g.Clock.IsNone():
		return nil
	case !g.IsUnderway() || g.HasComputer():
		return []time.Duration{idleLimit - day}
	}
	return []time.Duration{claimAfter - day, claimAfter, idleLimit - day} // as in Idleness
}

// CanClaimWin reports whether a side may claim the win because the opponent has stopped moving.
func (g *Game) CanClaimWin(s draughts.Side) bool {
	_, away := g.Away(g.Turn()) // who is away is not idle
	return g.IsUnderway() && !away && g.Idleness() >= ClaimOpen && s != g.Turn() && g.Player(s) != Computer
}

// ClaimWin ends a game in which the opponent has stopped moving.
func (r *Referee) ClaimWin(ctx context.Context, q GameRequest) (Answer, error) {
	return r.play(ctx, claimWinKind, q, func(s *step, g *Game, side draughts.Side) error {
		if !g.CanClaimWin(side) {
			return &RequestError{Code: NothingToClaim, Game: g}
		}
		return s.endByTime(g, side, ByInactivity)
	})
}
