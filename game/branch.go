package game

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"doublecorner/game/draughts"
)

// Branch is a branch of a player's conditional moves: a move of the opponent, the player's answer, and so on in turns,
// up to an answer. The referee makes an answer in the transaction of the move that it answers, so it costs no time.
//
// The branches of a player are a tree that begins with the position on the board, while the opponent is to move: after
// the same moves they have the same answer. A move that none of them expects, a take-back and the end of the game drop
// them all. Offers leave them alone, because a move ends every offer. Only the player may see them.
type Branch []Path

const (
	maxBranch   = 20 // moves in a branch: ten of each player
	maxBranches = 25
)

// AllowsBranches reports whether the players can have conditional moves: between people, where no seconds are counted.
func (t *Terms) AllowsBranches() bool { return t.Clock.Base() == 0 && !t.HasComputer() }

// BranchesOf returns the conditional moves of a person, who alone may see them.
func (g *Game) BranchesOf(p PersonID) []Branch {
	if side, plays := g.Side(p); !plays || side == g.Turn() {
		return nil
	}
	return slices.Clone(g.Branches)
}

// HasLostBranches reports whether a person had conditional moves that no longer fit, and has not moved since.
func (g *Game) HasLostBranches(p PersonID) bool {
	side, plays := g.Side(p)
	return plays && g.LostBranches[side]
}

// Ahead returns the history as it would be after more moves, in any notation that draughts.Position.Read understands.
// If one of them is not legal, the error is a RequestError.
func (g *Game) Ahead(moves []string) (*draughts.History, error) {
	h, err := g.History()
	if err != nil {
		return nil, err
	}
	for _, text := range moves {
		p := h.Position()
		m, err := p.Read(text)
		if _, over := h.Ending(); over {
			err = &draughts.IllegalMove{Reason: draughts.GameOver}
		}
		if isIllegal(err) {
			return nil, &RequestError{Code: IllegalMove, Game: g, Move: err, Before: h}
		} else if err != nil {
			return nil, err
		}
		if err := h.Repeat(p.Path(m)); err != nil { // which does not check again what Read has found
			return nil, err
		}
	}
	return h, nil
}

// AfterBranch returns the history as it would be after a branch.
func (g *Game) AfterBranch(b Branch) (*draughts.History, error) {
	h, err := g.History()
	for _, path := range b {
		if err == nil {
			err = h.Repeat(path)
		}
	}
	return h, err
}

// isIllegal reports whether an error says that a move is not legal.
func isIllegal(err error) bool {
	switch err.(type) {
	case *draughts.IllegalMove, *draughts.AmbiguousError, *draughts.UnreadableError:
		return true
	}
	return false
}

// BranchRequest changes a player's conditional moves.
type BranchRequest struct {
	GameRequest
	Branches [][]string // the moves of each, in any notation that draughts.Position.Read understands
}

// AddBranches adds branches of conditional moves, all of them or none. They replace those that answer otherwise after the same
// moves. A RequestError about one of several has its number.
func (r *Referee) AddBranches(ctx context.Context, q BranchRequest) (Answer, error) {
	return r.changeBranches(ctx, addBranchKind, q, func(g *Game, branches []Branch) error {
		for i, b := range branches {
			switch {
			case len(b) > maxBranch:
				return &RequestError{Code: BranchTooLong, Game: g, Limit: maxBranch / 2, Branch: i + 1}
			case len(b) == 0 || len(b)%2 != 0:
				return &RequestError{Code: NoAnswer, Game: g, Branch: i + 1}
			}
			if g.Branches = addBranch(g.Branches, b); !includeAll(g.Branches, branches[:i]) {
				return &RequestError{Code: TwoAnswers, Game: g, Branch: i + 1}
			}
		}
		if len(g.Branches) > maxBranches {
			return &RequestError{Code: TooManyBranches, Game: g, Limit: maxBranches}
		}
		return nil
	})
}

// RemoveBranches removes the conditional moves that begin with those of a branch of the request, from the last move of the
// opponent on. A branch without moves removes all.
func (r *Referee) RemoveBranches(ctx context.Context, q BranchRequest) (Answer, error) {
	return r.changeBranches(ctx, removeBranchesKind, q, func(g *Game, branches []Branch) error {
		for _, b := range branches {
			g.Branches = removeBranches(g.Branches, b)
		}
		return nil
	})
}

// changeBranches changes a player's conditional moves by those of a request, which it reads before the transaction.
func (r *Referee) changeBranches(
	ctx context.Context, kind RequestKind, q BranchRequest, change func(*Game, []Branch) error,
) (Answer, error) {
	branches, unread := r.readBranches(ctx, q)
	return r.play(ctx, kind, q.GameRequest, func(s *step, g *Game, side draughts.Side) error {
		switch {
		case !g.AllowsBranches():
			return &RequestError{Code: NoBranches, Game: g}
		case side == g.Turn():
			return &RequestError{Code: OwnTurn, Game: g}
		case unread != nil:
			return unread
		}
		if err := change(g, branches); err != nil {
			return err
		}
		g.LostBranches[side] = false
		return s.tx.PutGame(g)
	})
}

// readBranches reads the moves of a request. It returns an error for the transaction if that does not refuse the request
// before.
func (r *Referee) readBranches(ctx context.Context, q BranchRequest) ([]Branch, error) {
	g, err := r.gameAtPly(ctx, q.GameRequest)
	switch {
	case err != nil:
		return nil, err
	case g == nil:
		return nil, refuse(Stale)
	case len(q.Branches) > maxBranches:
		return nil, &RequestError{Code: TooManyBranches, Game: g, Limit: maxBranches}
	}
	var branches []Branch
	for i, moves := range q.Branches {
		h, err := g.Ahead(moves[:min(len(moves), maxBranch+1)])
		if refused, ok := errors.AsType[*RequestError](err); ok {
			refused.Branch = i + 1
		}
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		branches = append(branches, pathsOf(h)[g.Len():])
	}
	return branches, nil
}

// common returns how many moves two branches begin with in common.
func common(a, b Branch) int {
	n := 0
	for n < min(len(a), len(b)) && slices.Equal(a[n], b[n]) {
		n++
	}
	return n
}

// BeginsWith reports whether a branch begins with some moves.
func (b Branch) BeginsWith(moves Branch) bool { return common(b, moves) == len(moves) }

// includeAll reports whether each of some branches is one of all, or the beginning of one.
func includeAll(all, some []Branch) bool {
	return !slices.ContainsFunc(some, func(b Branch) bool {
		return !slices.ContainsFunc(all, func(other Branch) bool { return other.BeginsWith(b) })
	})
}

// addBranch returns branches with one more.
func addBranch(all []Branch, b Branch) []Branch {
	if includeAll(all, []Branch{b}) {
		return all
	}
	others := slices.DeleteFunc(slices.Clone(all), func(other Branch) bool {
		n := common(other, b)
		return n == len(other) || n%2 == 1 // b goes on after it, or answers otherwise
	})
	return append(others, b)
}

// removeBranches returns branches without what they say from the last move of the opponent in b on.
func removeBranches(all []Branch, b Branch) []Branch {
	others := slices.DeleteFunc(slices.Clone(all), func(other Branch) bool { return other.BeginsWith(b) })
	if before := max(0, len(b)-1) / 2 * 2; before > 0 && len(others) < len(all) {
		return addBranch(others, b[:before])
	}
	return others
}

// answerTo returns what branches answer to a move, and what is left of them then; nil if none expects the move.
func answerTo(move Path, all []Branch) (answer Path, rest []Branch) {
	for _, b := range all {
		if !slices.Equal(b[0], move) {
			continue
		}
		if answer = b[1]; len(b) > 2 {
			rest = append(rest, b[2:])
		}
	}
	return answer, rest
}

// dropBranches drops the conditional moves of the side that waits, because they do not fit any more.
func (g *Game) dropBranches() {
	if len(g.Branches) > 0 {
		g.Branches, g.LostBranches[g.Turn().Opponent()] = nil, true
	}
}

// errOtherBranches says that conditional moves changed between the plan of a move and its transaction.
var errOtherBranches = errors.New("the conditional moves have changed")

// sameBranches reports whether two players' branches are the same, in the same order.
func sameBranches(a, b []Branch) bool {
	return slices.EqualFunc(a, b, func(a, b Branch) bool { return len(a) == len(b) && common(a, b) == len(a) })
}
