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
	planned, err := r.plan(ctx, q)
	if err != nil {
		return Answer{}, err
	}
	answer, err := r.hear(ctx, moveVerb, q.Request, func(h *hearing) error {
		g, side, err := h.players(q.GameRequest)
		switch {
		case err != nil:
			return err
		case g.Turn() != side:
			return &Refusal{Code: NotYourTurn, Game: g}
		case planned == nil: // the game was elsewhere a moment ago
			return &Refusal{Code: Stale, Game: g}
		case planned.illegal != nil:
			return &Refusal{Code: IllegalMove, Game: g, Move: planned.illegal}
		}
		if planned.way != nil {
			if err := h.happen(g, Event{Kind: Moved, Side: side, Way: planned.way}); err != nil {
				return err
			}
		}
		if planned.result != nil {
			return h.end(g, side, *planned.result)
		}
		return h.endAtLast(g, side)
	})
	if planned != nil && planned.illegal == nil && err == nil && !answer.Again {
		r.boards.keep(answer.Game, planned.history)
	}
	return answer, err
}

// plan is what comes of a move. It is worked out before the transaction that makes the move,
// because positions can have very many moves, and everybody waits for a transaction. It
// holds in that transaction too, if the game is still at the same ply.
type plan struct {
	illegal error             // why the move cannot be made, as in Refusal.Move
	way     Way               // nil if the game is over by the rules already, as they were others before
	history *draughts.History // after the move
	result  *Result           // of the game, if it is over then
}

// plan reads a move and follows it. It returns nil if the transaction will refuse the
// request whatever the move is.
func (r *Referee) plan(ctx context.Context, q MoveRequest) (*plan, error) {
	g, err := r.gameAt(ctx, q.GameRequest)
	if g == nil || err != nil {
		return nil, err
	}
	if side, _ := g.Side(q.By.Person); g.Turn() != side {
		return nil, nil
	}
	history, err := r.boards.take(g)
	if err != nil {
		return nil, err
	}
	if result := resultOf(history); result != nil {
		return &plan{history: history, result: result}, nil
	}
	m, err := history.Read(q.Text)
	if err == nil {
		way := Way(history.Position().Way(m))
		if err = history.Play(m); err == nil {
			return &plan{way: way, history: history, result: resultOf(history)}, nil
		}
	}
	r.boards.keep(g, history) // as it was
	if !isIllegal(err) {
		return nil, err
	}
	return &plan{illegal: err}, nil
}

// gameAt returns the game that a player's request is about if it is at the ply of the
// request, and nil if not: then the request is refused, whatever it asks for.
func (r *Referee) gameAt(ctx context.Context, q GameRequest) (*Game, error) {
	g, err := look(ctx, r, func(tx Reader) (*Game, error) { return tx.Game(q.Game) })
	if missing(err) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	if _, plays := g.Side(q.By.Person); !plays || q.current(g) != nil {
		return nil, nil
	}
	return g, nil
}

// isIllegal tells whether an error says why a move cannot be made.
func isIllegal(err error) bool {
	var (
		refusal    *draughts.Refusal
		ambiguous  *draughts.AmbiguousError
		unreadable *draughts.UnreadableError
	)
	return errors.As(err, &refusal) || errors.As(err, &ambiguous) || errors.As(err, &unreadable)
}

// resultOf returns how a game ends by the rules where it is, or nil.
func resultOf(history *draughts.History) *Result {
	end, over := history.Ending()
	if !over {
		return nil
	}
	result := &Result{Cause: ByRules, Rule: end.Rule, Outcome: Drawn}
	if !end.Drawn {
		result.Outcome = WonBy(end.Winner)
	}
	return result
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
