package game

import (
	"context"

	"doublecorner/game/draughts"
)

// MoveRequest makes a move.
type MoveRequest struct {
	GameRequest
	Text string // the move in any notation that draughts.Position.Read understands
}

// Move makes a move, and the opponent's conditional answer to it. It refuses an illegal move with the reason, and the game
// does not change.
func (r *Referee) Move(ctx context.Context, q MoveRequest) (Answer, error) {
	for {
		if answer, err := r.move(ctx, q); err != errOtherBranches {
			return answer, err
		}
	}
}

// move is Move, unless the opponent's conditional moves change meanwhile.
func (r *Referee) move(ctx context.Context, q MoveRequest) (Answer, error) {
	planned, err := r.plan(ctx, q)
	if err != nil {
		return Answer{}, err
	}
	return r.play(ctx, moveKind, q.GameRequest, func(s *step, g *Game, side draughts.Side) error {
		switch {
		case g.Turn() != side:
			return &RequestError{Code: NotYourTurn, Game: g}
		case planned == nil: // the game came to this ply after the plan
			return &RequestError{Code: Stale, Game: g}
		case planned.illegal != nil:
			return &RequestError{Code: IllegalMove, Game: g, Move: planned.illegal, Before: planned.history}
		case !sameBranches(g.Branches, planned.branches):
			return errOtherBranches
		}
		return s.makeMoves(g, planned)
	})
}

// makeMoves makes a planned move and its conditional answer, unless the move ends the game.
func (s *step) makeMoves(g *Game, planned *plan) error {
	side := g.Turn()
	g.LostBranches[side] = false
	if planned.answer == nil {
		g.dropBranches()
	}
	g.Branches = planned.rest
	if err := s.addEvent(g, Event{Kind: Moved, Side: side, Path: planned.path, Tally: planned.tally}); err != nil {
		return err
	}
	if planned.answer != nil {
		side = side.Opponent()
		if err := s.addEvent(g, Event{Kind: Moved, Side: side, Path: planned.answer, Answers: true}); err != nil {
			return err
		}
	}
	if planned.result != nil {
		return s.end(g, side, *planned.result)
	}
	return s.endIfTooLong(g, side)
}

// plan is a move and its consequences. The referee computes it before the transaction that
// makes the move, because a position can have very many moves, and everyone waits for a
// transaction. The transaction uses it if the game is still at the same ply.
type plan struct {
	illegal  error // the reason for which the move is illegal, as in RequestError.Move
	path     Path
	branches []Branch          // the opponent's, before the move
	answer   Path              // that they give; nil for none
	rest     []Branch          // what is left of them after that
	history  *draughts.History // after the moves, or before an illegal one
	result   *Result           // of the game, if the moves end it
	tally    []Tallied         // the votes, if there was a vote
	only     bool              // there is no other move
}

// plan reads a move and follows it. It returns nil if the transaction will refuse the request
// whatever the move is.
func (r *Referee) plan(ctx context.Context, q MoveRequest) (*plan, error) {
	g, err := r.gameAtPly(ctx, q.GameRequest)
	if g == nil || err != nil {
		return nil, err
	}
	if side, _ := g.Side(q.By.Person); g.Turn() != side {
		return nil, nil
	}
	history, err := g.History()
	if err != nil {
		return nil, err
	}
	position := history.Position()
	m, err := position.Read(q.Text)
	if isIllegal(err) {
		return &plan{illegal: err, history: history}, nil
	}
	if err != nil {
		return nil, err
	}
	p := &plan{path: position.Path(m), branches: g.Branches, history: history}
	err = history.Repeat(p.path) // which does not check again what Read has found
	p.result = resultOf(history)
	p.planAnswer(g.Ply())
	return p, err
}

// planAnswer follows the conditional answer to the move, unless the move ends the game. An answer that is not legal any
// more, because the program has changed, is none.
func (p *plan) planAnswer(ply Ply) {
	answer, rest := answerTo(p.path, p.branches)
	if answer == nil || ply+1 >= MaxPlies {
		return
	}
	m, err := p.history.Position().Along(answer)
	if err != nil || p.history.Play(m) != nil {
		return
	}
	p.answer, p.rest, p.result = answer, rest, resultOf(p.history)
}

// gameAtPly returns the game of a player's request, or nil if the game is not at the ply of the
// request: then the transaction refuses the request.
func (r *Referee) gameAtPly(ctx context.Context, q GameRequest) (*Game, error) {
	g, err := view(ctx, r, func(tx Reader) (*Game, error) {
		Expect(tx, Expectation{Game: q.Game.home(), Only: true})
		return orNone(tx.Game(q.Game.home()))
	})
	if err != nil || g == nil {
		return nil, err
	}
	if _, plays := g.Side(q.By.Person); !plays || q.checkCurrent(g) != nil {
		return nil, nil
	}
	return g, nil
}

// resultOf returns the result of a game that a rule has ended, or nil.
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
