package endgame

import "doublecorner/game/draughts"

// worker looks at positions that are being solved. Each goroutine has its own.
type worker struct {
	*board
	known     *tables
	generator draughts.Generator
	// What is looked at is here, so that nothing is allocated for each position.
	turned, next draughts.Node
	moves        []draughts.NodeMove
	before       []draughts.Node
}

func newWorker(b *board, known *tables) *worker {
	return &worker{board: b, known: known, generator: b.variant.Generator()}
}

// after returns the code of a solved position with the mover to move.
func (w *worker) after(n *draughts.Node) code {
	if w.over(n) {
		return ended
	}
	t := w.known[MaterialOf(n).number()]
	return t.codes.at(t.layout.index(n))
}

// turn turns a position, so that the mover is to move after its moves or before its retractions.
func (w *worker) turn(n *draughts.Node) *draughts.Node {
	w.turned = w.variant.Turned(*n)
	return &w.turned
}

// list lists the moves of a position with the mover to move, into w.moves. It returns the
// position turned, and whether only captures were listed because one is due. If there are no moves
// to look at, the outlook says what that means.
func (w *worker) list(n *draughts.Node) (turned *draughts.Node, due bool, o outlook) {
	turned = w.turn(n)
	if w.duty && w.generator.CanCapture(turned) {
		w.moves = w.generator.AppendCaptures(turned, w.moves[:0])
		return turned, true, o
	}
	w.moves = w.generator.AppendMoves(turned, w.moves[:0])
	switch {
	case len(w.moves) == 0:
		o = w.end()
	case w.variant.IsDead(turned):
		w.moves, o = w.moves[:0], outlook{anyDrawn: true}
	}
	return turned, false, o
}

// look returns what the moves of a position lead to that leave its material, how many others
// there are, and whether its code is final as it is.
func (w *worker) look(n *draughts.Node) (o outlook, inside int, final bool) {
	turned, due, o := w.list(n)
	for _, m := range w.moves {
		if !m.IsCapture() && !m.Crowns {
			inside++
			continue
		}
		w.next = w.generator.Play(turned, m)
		o.add(w.board, w.after(&w.next))
	}
	return o, inside, due || inside == 0
}

// value returns the code of a position, by all its moves.
func (w *worker) value(n *draughts.Node) code {
	turned, _, o := w.list(n)
	for _, m := range w.moves {
		w.next = w.generator.Play(turned, m)
		o.add(w.board, w.after(&w.next))
	}
	return o.best()
}

const (
	blockBits = 12
	blockSize = 1 << blockBits // positions that are solved at a time
)
