package game

import (
	"context"
	"errors"

	"doublecorner/game/draughts"
)

// MoveRequest makes a move.
type MoveRequest struct {
	GameRequest
	// Text is the move in any notation, as draughts.Position.Read understands it.
	Text string
}

// Move makes a move. One that is not legal is refused with the reason, and costs
// nothing.
func (r *Referee) Move(ctx context.Context, q MoveRequest) (Answer, error) {
	return r.hear(ctx, moveVerb, q.Request, func(h *hearing) error {
		g, side, err := h.players(q.GameRequest)
		if err != nil {
			return err
		}
		if g.Turn() != side {
			return &Refusal{Code: NotYourTurn, Game: g}
		}
		history, err := h.boards.take(g)
		if err != nil {
			return err
		}
		defer h.boards.keep(g, history)
		m, err := history.Read(q.Text)
		if err != nil {
			return illegal(g, err)
		}
		way := Way(history.Position().Way(m))
		if err := history.Play(m); err != nil {
			return illegal(g, err)
		}
		if err := h.happen(g, Event{Kind: Moved, Side: side, Way: way}); err != nil {
			return err
		}
		if end, over := history.Ending(); over {
			return h.end(g, side, Result{Cause: ByRules, Rule: end.Rule, Outcome: outcomeOf(end)})
		}
		return h.endAtLast(g, side)
	})
}

func illegal(g *Game, err error) error {
	var (
		refusal    *draughts.Refusal
		ambiguous  *draughts.AmbiguousError
		unreadable *draughts.UnreadableError
	)
	if errors.As(err, &refusal) || errors.As(err, &ambiguous) || errors.As(err, &unreadable) {
		return &Refusal{Code: IllegalMove, Game: g, Move: err}
	}
	return err
}

func outcomeOf(end draughts.Ending) Outcome {
	if end.Drawn {
		return Drawn
	}
	return WonBy(end.Winner)
}

// Resign gives a game up.
func (r *Referee) Resign(ctx context.Context, q GameRequest) (Answer, error) {
	return r.hear(ctx, resignVerb, q.Request, func(h *hearing) error {
		g, side, err := h.players(q)
		if err != nil {
			return err
		}
		return h.end(g, side, Result{Cause: ByResignation, Outcome: WonBy(side.Opponent())})
	})
}
