package draughts

import "slices"

// History is a game: a position and the moves made from there. It knows when the game is over
// and by which rule. The zero value is not usable; start with NewHistory. A History is not safe
// for use by several goroutines at once, but a Clone is cheap.
type History struct {
	// These are only appended to and never written over, so that clones share them.
	plies []ply // the first is the starting position
	moves []Move
}

// ply is a position with what the draw rules remember of the moves before it.
type ply struct {
	position Position
	repeats  int            // how often this position has stood on the board, with now
	counters []counterState // as Rules.Draws.Counters
}

// counterState is the state of one draw counter.
type counterState struct {
	runs     bool
	outlasts bool // a capture has changed its balance, and it still runs
	strong   Side
	moves    int // in plies, or moves of the one side that counts
}

// NewHistory returns a game that starts from p.
func NewHistory(p Position) *History {
	first := ply{position: p, repeats: 1}
	draws := &p.variant.rules.Draws
	first.counters = make([]counterState, len(draws.Counters))
	for i := range draws.Counters {
		strong, holds := draws.Counters[i].Balance.holds(p, White)
		first.counters[i] = counterState{runs: holds, strong: strong}
	}
	return &History{plies: []ply{first}}
}

// Clone returns a copy that can be played on independently.
func (h *History) Clone() *History {
	return &History{plies: slices.Clip(h.plies), moves: slices.Clip(h.moves)}
}

// Position returns the position on the board.
func (h *History) Position() Position { return h.last().position }

// Start returns the position the game started from.
func (h *History) Start() Position { return h.plies[0].position }

// At returns the position after a number of moves.
func (h *History) At(ply int) Position { return h.plies[ply].position }

// Moves returns the moves made so far.
func (h *History) Moves() []Move { return slices.Clone(h.moves) }

// Len returns the number of moves made so far.
func (h *History) Len() int { return len(h.moves) }

func (h *History) last() *ply { return &h.plies[len(h.plies)-1] }

// Play makes a move. If it is not legal, or the game is over, it returns an
// IllegalMove and changes nothing. A draw that must be claimed does not end the game.
func (h *History) Play(m Move) error {
	if _, over := h.Ending(); over {
		return &IllegalMove{Reason: GameOver}
	}
	return h.play(m)
}

func (h *History) play(m Move) error {
	p := h.Position()
	legal, err := p.AppendMoves(nil)
	if err != nil {
		return err
	}
	if !slices.Contains(legal, m) {
		if illegal := p.WhyNot(m.from, m.to); illegal != nil {
			return illegal
		}
		// Another capture goes from there to there.
		return &AmbiguousError{Moves: between(legal, m.from, m.to)}
	}
	h.push(m)
	return nil
}

// Repeat makes a move again that was found legal before, by its path. It lists no legal moves,
// which saves time.
func (h *History) Repeat(path []Square) error {
	m, err := h.Position().Along(path)
	if err == nil {
		h.push(m)
	}
	return err
}

// PlayOn is Play for recorded games: it makes a legal move even if the game was drawn before,
// because players go on if they do not notice.
func (h *History) PlayOn(m Move) error {
	if end, over := h.Ending(); over && !end.Drawn {
		return &IllegalMove{Reason: GameOver}
	}
	return h.play(m)
}

func (h *History) push(m Move) {
	before := h.last()
	p := before.position
	after := ply{position: p.Play(m), repeats: 1}
	counters := p.variant.rules.Draws.Counters
	after.counters = make([]counterState, len(counters))
	for i := range counters {
		after.counters[i] = counters[i].after(before.counters[i], p, m, after.position)
	}
	for i := len(h.plies) - 2; i >= 0; i -= 2 { // with the same side to move
		if after.position.repeats(&h.plies[i].position) {
			after.repeats += h.plies[i].repeats
			break
		}
	}
	h.plies = append(h.plies, after)
	h.moves = append(h.moves, m)
}

// repeats tells whether two positions are the same for the rule of repetition, to which kings'
// runs do not count.
func (p *Position) repeats(q *Position) bool {
	return p.us == q.us && p.them == q.them && p.kings == q.kings && p.turn == q.turn
}

// after returns the state of c after a move from one position to the next.
func (c *Counter) after(was counterState, from Position, m Move, to Position) counterState {
	strong, holds := c.Balance.holds(to, was.strong)
	now := counterState{runs: holds, strong: strong}
	if c.Lasts && was.runs && (was.outlasts || m.IsCapture()) && !(holds && strong == was.strong) {
		now = counterState{runs: true, outlasts: true, strong: was.strong}
	}
	anew := m.IsCapture() && !c.Lasts || c.Quiet && !from.At(m.from).IsKing() || c.Exact && m.crowns
	if now.runs && was.runs && now.strong == was.strong && !anew {
		now.moves = was.moves
		if c.By != StrongerSide && c.By != WeakerSide || (c.By == StrongerSide) == (from.turn == now.strong) {
			now.moves++
		}
	}
	return now
}
