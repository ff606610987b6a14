package draughts

import (
	"cmp"
	"slices"
)

// Ending is how a game ended, or could be ended by a claim.
type Ending struct {
	Rule    EndRule
	Drawn   bool
	Winner  Side    // unless drawn
	Counter Counter // the counter that ran out, for CounterRanOut
	Times   int     // how often the position stood on the board, for Repeated
}

// EndRule is the rule that ended a game.
type EndRule uint8

const (
	NoPieces      EndRule = iota // the side to move has no piece left
	NoMoves                      // the side to move cannot move
	KingMade                     // a side has a king, in breakthrough
	Repeated                     // the position has repeated
	CounterRanOut                // nothing happened for too long
	DeadBalance                  // with these pieces the game is a draw
)

var endRuleWords = []string{"no pieces", "no moves", "king made", "repeated", "counter ran out", "dead balance"}

func (r EndRule) String() string { return Word(r, endRuleWords...) }

// Over reports whether the position ends the game by itself: one side has won.
func (p Position) Over() (Ending, bool) {
	rules := &p.variant.rules
	mover := p.Turn()
	if rules.Object == Breakthrough && p.node.Kings.some() {
		// The king that ended the game is the last mover's, if it has one.
		winner := mover.Opponent()
		if p.node.Them.And(p.node.Kings).Empty() {
			winner = mover
		}
		return Ending{Rule: KingMade, Winner: winner}, true
	}
	if p.Perft(1) > 0 {
		return Ending{}, false
	}
	end := Ending{Rule: NoMoves, Winner: mover.Opponent()}
	if p.node.Us.Empty() {
		end.Rule = NoPieces
	}
	if rules.Object == Misere {
		end.Winner = mover
	}
	return end, true
}

// Ending reports whether the game is over, and by which rule. A draw that a player
// may claim is not an ending; see Claim.
func (h *History) Ending() (Ending, bool) {
	if end, over := h.Position().Over(); over {
		return end, true
	}
	return h.draw(byItself)
}

// Claim reports whether side s may now end the game as a draw, and by which rule. Where repetition
// must be claimed, the side to move may claim it with a move that would repeat the position.
func (h *History) Claim(s Side) (Ending, bool) {
	end, ok := h.draw(byClaim)
	if !ok && s == h.Position().Turn() {
		end, ok = h.nextRepeats()
	}
	if !ok {
		return Ending{}, false
	}
	if _, over := h.Ending(); over {
		return Ending{}, false
	}
	return end, true
}

// nextRepeats reports whether a legal move leads to a position that has stood on the board once less than a
// claim needs. It lists the moves only if there is such a position.
func (h *History) nextRepeats() (Ending, bool) {
	draws := &h.Position().variant.rules.Draws
	if draws.Repetition == 0 || !draws.RepetitionClaimed {
		return Ending{}, false
	}
	var moves []Move
	for i := len(h.plies) - 2; i >= 0; i -= 2 { // with the other side to move
		earlier := &h.plies[i]
		if earlier.repeats < draws.Repetition-1 {
			continue
		}
		if moves == nil {
			moves = h.Position().AppendMoves(nil)
		}
		for _, m := range moves {
			if next := h.Position().Play(m); next.node.Repeats(&earlier.position.node) {
				return Ending{Rule: Repeated, Drawn: true, Times: earlier.repeats + 1}, true
			}
		}
	}
	return Ending{}, false
}

// How a draw comes about.
const (
	byItself = false
	byClaim  = true
)

// draw looks for a draw that comes about by itself, or for one that must be claimed.
func (h *History) draw(claimed bool) (Ending, bool) {
	now := h.last()
	draws := &now.position.variant.rules.Draws
	if draws.Repetition > 0 && draws.RepetitionClaimed == claimed && now.repeats >= draws.Repetition {
		return Ending{Rule: Repeated, Drawn: true, Times: now.repeats}, true
	}
	for i, c := range draws.Counters {
		if c.Claimed == claimed && now.counters[i].runs && now.counters[i].left(&c) == 0 {
			return Ending{Rule: CounterRanOut, Drawn: true, Counter: c}, true
		}
	}
	if claimed {
		return Ending{}, false
	}
	if now.position.variant.IsDead(&now.position.node) {
		return Ending{Rule: DeadBalance, Drawn: true}, true
	}
	return Ending{}, false
}

// Countdown is a draw that approaches.
type Countdown struct {
	Counter Counter
	Left    int // moves that remain, as Counter.By counts them; 0: it can be claimed
	plies   int // how soon it runs out
}

// Countdowns lists the running counters with what is left of them, in the order in which they
// run out.
func (h *History) Countdowns() []Countdown {
	now := h.last()
	var list []Countdown
	for i, c := range now.position.variant.rules.Draws.Counters {
		if !now.counters[i].runs {
			continue
		}
		left := now.counters[i].left(&c)
		d := Countdown{Counter: c, Left: left, plies: left}
		switch c.By {
		case EachSide:
			d.Left = (left + 1) / 2
		case StrongerSide, WeakerSide:
			d.plies = 2 * left
		}
		list = append(list, d)
	}
	slices.SortStableFunc(list, func(a, b Countdown) int { return cmp.Compare(a.plies, b.plies) })
	return list
}

// CanWin reports whether side s can win when the other's time runs out: it has pieces, and not so
// few that the rule set calls the ending unwinnable.
func (p Position) CanWin(s Side) bool {
	if p.Pieces(s).Empty() {
		return p.variant.rules.Object == Misere
	}
	forces := p.variant.forces(&p.node)
	for i := range p.variant.rules.Draws.Unwinnable {
		if p.variant.rules.Draws.Unwinnable[i].holdsFor(&forces, s) {
			return false
		}
	}
	return true
}
