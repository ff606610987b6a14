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
	repeats  int        // how often this position has stood on the board, with now
	counters []Counting // as Rules.Draws.Counters
}

// NewHistory returns a game that starts from p.
func NewHistory(p Position) *History {
	first := ply{position: p, repeats: 1}
	first.counters = make([]Counting, len(p.variant.rules.Draws.Counters))
	p.variant.startCounting(first.counters, &p.node)
	return &History{plies: []ply{first}}
}

// Clone returns a copy that can be played on independently.
func (h *History) Clone() *History {
	return &History{plies: slices.Clip(h.plies), moves: slices.Clip(h.moves)}
}

// Until returns the game as it was after a number of moves.
func (h *History) Until(ply int) *History {
	return &History{plies: h.plies[: ply+1 : ply+1], moves: h.moves[:ply:ply]}
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

// Counters returns the states of all counters. The list is shared and must not be changed.
func (h *History) Counters() []Counting { return h.last().counters }

func (h *History) last() *ply { return &h.plies[len(h.plies)-1] }

// Play makes a move. If it is not legal, or the game is over, it returns an
// [IllegalMove] and changes nothing. A draw that must be claimed does not end the game.
func (h *History) Play(m Move) error {
	if _, over := h.Ending(); over {
		return &IllegalMove{Reason: GameOver}
	}
	return h.play(m)
}

func (h *History) play(m Move) error {
	p := h.Position()
	legal := p.AppendMoves(nil)
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
	if err != nil {
		return err
	}
	h.push(m)
	return nil
}

// PlayOn is Play for recorded games: it makes a legal move even if the game was drawn before,
// because players go on if they do not notice.
func (h *History) PlayOn(m Move) error {
	if end, over := h.Ending(); over && !end.Drawn {
		return &IllegalMove{Reason: GameOver}
	}
	return h.play(m)
}

// PlayLine makes the moves of a line, as far as they are legal.
func (h *History) PlayLine(line []Move) {
	for _, m := range line {
		if h.PlayOn(m) != nil {
			return
		}
	}
}

func (h *History) push(m Move) {
	before := h.last()
	p := before.position
	after := ply{position: p.Play(m), repeats: 1}
	after.counters = make([]Counting, len(before.counters))
	p.variant.Count(after.counters, before.counters, &p.node, p.variant.NodeMove(m), &after.position.node)
	for i := len(h.plies) - 2; i >= 0; i -= 2 { // with the same side to move
		if after.position.node.Repeats(&h.plies[i].position.node) {
			after.repeats += h.plies[i].repeats
			break
		}
	}
	h.plies = append(h.plies, after)
	h.moves = append(h.moves, m)
}
