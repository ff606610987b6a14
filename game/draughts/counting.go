package draughts

import (
	"math"
	"slices"
)

// Counting is the state of one draw counter. A game has one for each of Rules.Draws.Counters.
type Counting struct {
	runs     bool
	outlasts bool // a capture has changed its balance, and it still runs
	strong   Side
	moves    int16 // in plies, or moves of the one side that counts
}

// startCounting sets the states of all counters for a game that starts from n.
func (v *Variant) startCounting(counters []Counting, n *Node) {
	forces := v.forces(n)
	for i := range v.rules.Draws.Counters {
		strong, holds := v.rules.Draws.Counters[i].Balance.holds(&forces, White)
		counters[i] = Counting{runs: holds, strong: strong}
	}
}

// Count sets now to the states of all counters after a move from one [Node] to the next; before the
// move they were was.
func (v *Variant) Count(now, was []Counting, from *Node, m NodeMove, to *Node) {
	if len(now) == 0 {
		return
	}
	total, known := to.Us.Len()+to.Them.Len(), false
	var f forces
	for i := range now {
		c := &v.rules.Draws.Counters[i]
		strong, holds := was[i].strong, true
		switch {
		case v.crowded[i] == anyPieces:
		case total > v.crowded[i]:
			if holds = false; !was[i].runs {
				now[i] = Counting{strong: strong}
				continue
			}
		default:
			if !known {
				f, known = v.forces(to), true
			}
			strong, holds = c.Balance.holds(&f, strong)
		}
		now[i] = c.after(was[i], from, m, strong, holds)
	}
}

// after returns the state of c after a move from a Node that leaves a side as the strong one, and its balance
// holding or not.
func (c *Counter) after(was Counting, from *Node, m NodeMove, strong Side, holds bool) Counting {
	now := Counting{runs: holds, strong: strong}
	if c.Lasts && was.runs && (was.outlasts || m.IsCapture()) && !(holds && strong == was.strong) {
		now = Counting{runs: true, outlasts: true, strong: was.strong}
	}
	byMan := !from.Kings.Has(m.From)
	anew := m.IsCapture() && !c.Lasts || c.Quiet && byMan || c.Exact && m.Crowns
	if now.runs && was.runs && now.strong == was.strong && !anew {
		now.moves = was.moves
		if c.By != StrongerSide && c.By != WeakerSide || (c.By == StrongerSide) == (from.Turn == now.strong) {
			now.moves++
		}
	}
	return now
}

// PliesLeft returns how soon one of the counters can run out, in plies; 0 if one has. A counter
// that does not run can begin with the next move. Without counters it returns math.MaxInt.
func (v *Variant) PliesLeft(counters []Counting) int {
	soonest := math.MaxInt
	for i := range v.rules.Draws.Counters {
		soonest = min(soonest, counters[i].pliesLeft(&v.rules.Draws.Counters[i]))
	}
	return soonest
}

// PliesRunning returns how soon one of the counters that run can run out, as PliesLeft does.
func (v *Variant) PliesRunning(counters []Counting) int {
	soonest := math.MaxInt
	for i := range v.rules.Draws.Counters {
		if counters[i].runs {
			soonest = min(soonest, counters[i].pliesLeft(&v.rules.Draws.Counters[i]))
		}
	}
	return soonest
}

// pliesLeft returns how soon the counter of c can run out, in plies.
func (s Counting) pliesLeft(c *Counter) int {
	left := s.left(c)
	if left > 0 && (c.By == StrongerSide || c.By == WeakerSide) {
		return 2*left - 1 // if that side moves next
	}
	return left
}

// left returns how many more moves the counter of c needs to run out, as c.By counts them, with
// each side's moves as two.
func (s Counting) left(c *Counter) int {
	if !s.runs {
		return c.plies()
	}
	return max(0, c.plies()-int(s.moves))
}

// plies returns the counter's length in plies, or in moves of the one side it counts.
func (c *Counter) plies() int {
	if c.By == EachSide {
		return 2 * c.Moves
	}
	return c.Moves
}

// IsDead reports whether a [Node] that has moves is drawn by its balance of pieces.
func (v *Variant) IsDead(n *Node) bool {
	dead := v.rules.Draws.Dead
	if len(dead) == 0 {
		return false
	}
	forces := v.forces(n)
	return slices.ContainsFunc(dead, func(b Balance) bool {
		_, holds := b.holds(&forces, White)
		return holds
	}) && !v.engine.canCapture(*n)
}

// forces are the pieces of both sides, as balances ask for them.
type forces struct {
	pieces     [len(Sides)]Bits
	kings, men [len(Sides)]int
	total      int
	diagonal   Bits
}

func (v *Variant) forces(n *Node) forces {
	f := forces{diagonal: v.diagonal}
	f.pieces[n.Turn], f.pieces[n.Turn.Opponent()] = n.Us, n.Them
	for _, s := range Sides {
		f.kings[s] = f.pieces[s].And(n.Kings).Len()
		f.men[s] = f.pieces[s].Len() - f.kings[s]
		f.total += f.kings[s] + f.men[s]
	}
	return f
}

// holds reports whether b holds, and with which side as the strong one: first, if both can be.
func (b *Balance) holds(f *forces, first Side) (strong Side, ok bool) {
	if b.holdsFor(f, first) {
		return first, true
	}
	if b.holdsFor(f, first.Opponent()) {
		return first.Opponent(), true
	}
	return first, false
}

// holdsFor reports whether b holds with the given side as the strong one.
func (b *Balance) holdsFor(f *forces, strong Side) bool {
	weak := strong.Opponent()
	if b.Total != (Span{}) && !b.Total.has(f.total) {
		return false
	}
	if !b.Strong.holds(f.kings[strong], f.men[strong]) || !b.Weak.holds(f.kings[weak], f.men[weak]) {
		return false
	}
	if b.StrongOnDiagonal && f.pieces[strong].And(f.diagonal).Empty() {
		return false
	}
	if !b.LongDiagonal && !b.OffLongDiagonal {
		return true
	}
	onDiagonal := f.pieces[weak].Without(f.diagonal).Empty()
	return b.LongDiagonal == onDiagonal // only one of the two is asked for
}

// anyPieces is the crowd of a balance that always holds.
const anyPieces = math.MaxInt

// crowd returns the most pieces with which b can hold.
func (b *Balance) crowd() int {
	if *b == (Balance{}) {
		return anyPieces
	}
	if b.Total != (Span{}) {
		return b.Total.Max
	}
	return b.Strong.crowd() + b.Weak.crowd()
}

func (f Force) crowd() int {
	switch {
	case f == Force{}:
		return many
	case f.Pieces != Span{}:
		return f.Pieces.Max
	default:
		return f.Kings.Max + f.Men.Max
	}
}
