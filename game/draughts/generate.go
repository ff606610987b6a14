package draughts

import "sync"

// board64 is a Node in the sets of a board that fits one word. The compiler keeps it in registers, which it
// does not do with a struct of five fields.
type board64 struct {
	us, them, kings set64
	mover
}

// move64 is a move as the generator sees it. Two captures with the same origin,
// end and captured set are one, unless only one of them crowns the man on its path.
type move64 struct {
	from, to uint8
	crowns   bool
	captured set64
}

// engine64 is a rule set made ready for the generator: every question the inner
// loops ask has become a mask, a shift or a flag.
type engine64 struct {
	traits
	squares set64
	crown   [2]set64 // by side, the row where its men are crowned
	grid    *grid
	buffers sync.Pool // of *[]move64
}

func newEngine64(r *Rules, g *grid) *engine64 {
	e := &engine64{traits: compileTraits(r, g), grid: g}
	for _, c := range g.squares[1:] {
		at := bit64(c.bit)
		e.squares = e.squares.Or(at)
		if c.y == 0 {
			e.crown[White] = e.crown[White].Or(at)
		}
		if int(c.y) == g.size-1 {
			e.crown[Black] = e.crown[Black].Or(at)
		}
	}
	e.buffers.New = func() any {
		buf := make([]move64, 0, 256)
		return &buf
	}
	return e
}

// load64 returns the board of a Node.
func load64(n *Node) board64 {
	return board64{us: narrow64(n.Us), them: narrow64(n.Them), kings: narrow64(n.Kings), mover: mover{n.Turn, n.Runs}}
}

// loadMove64 returns a move of a Node.
func loadMove64(m NodeMove) move64 {
	return move64{from: m.From, to: m.To, crowns: m.Crowns, captured: narrow64(m.Captured)}
}

// node returns the board as a Node.
func (b board64) node() Node {
	return Node{Us: b.us.wide(), Them: b.them.wide(), Kings: b.kings.wide(), Turn: b.turn, Runs: b.runs}
}

// canCapture reports whether the side to move has a capture in n.
func (e *engine64) canCapture(n Node) bool { return e.hasCapture(load64(&n)) }

// hasCapture reports whether the side to move has a capture.
func (e *engine64) hasCapture(b board64) bool {
	if e.isWon(b) {
		return false
	}
	if e.jumpers(b).some() {
		return true
	}
	empty := e.squares.Without(b.us.Or(b.them))
	for kings := b.us.And(b.kings); kings.some(); {
		king := kings.first()
		kings = kings.Without(king)
		for _, d := range e.kingCaptures {
			ahead := king.step(d)
			if e.king.Reach == Far {
				for ahead.And(empty).some() {
					ahead = ahead.step(d)
				}
			}
			if ahead.And(b.them).step(d).And(empty).some() {
				return true
			}
		}
	}
	return false
}

// appendMoves appends the legal moves of n to buf, and returns how many landings it followed.
func (e *engine64) appendMoves(n Node, buf []Move) ([]Move, int) {
	scratch := e.buffers.Get().(*[]move64)
	moves, landings := e.moves(load64(&n), (*scratch)[:0])
	for _, m := range moves {
		buf = append(buf, Move{
			from:     e.grid.ofBit[m.from],
			to:       e.grid.ofBit[m.to],
			crowns:   m.crowns,
			captured: e.grid.toSquares(m.captured.wide()),
		})
	}
	*scratch = moves
	e.buffers.Put(scratch)
	return buf, landings
}

// after returns n after one of its legal moves.
func (e *engine64) after(n Node, m NodeMove) Node {
	return e.play(load64(&n), loadMove64(m)).node()
}

// generator64 is a Generator for boards that fit one word.
type generator64 struct {
	*engine64
	found    []move64
	landings int
}

func (e *engine64) generator() Generator { return &generator64{engine64: e} }

func (g *generator64) AppendMoves(n *Node, buf []NodeMove) []NodeMove {
	g.found, g.landings = g.moves(load64(n), g.found[:0])
	return g.appendFound(buf)
}

func (g *generator64) Landings() int { return g.landings }

func (g *generator64) AppendCaptures(n *Node, buf []NodeMove) []NodeMove {
	g.found, g.landings = g.found[:0], 0
	if b := load64(n); !g.isWon(b) {
		g.found, g.landings = g.captures(b, g.found)
	}
	return g.appendFound(buf)
}

func (g *generator64) appendFound(buf []NodeMove) []NodeMove {
	for i := range g.found {
		m := &g.found[i]
		buf = append(buf, NodeMove{From: m.from, To: m.to, Crowns: m.crowns, Captured: m.captured.wide()})
	}
	return buf
}

func (g *generator64) CanCapture(n *Node) bool { return g.hasCapture(load64(n)) }

func (g *generator64) Play(n *Node, m NodeMove) Node { return g.play(load64(n), loadMove64(m)).node() }

func (g *generator64) HasQuietMove(n *Node) bool {
	b := load64(n)
	return !g.isWon(b) && g.hasQuietMove(b)
}

func (g *generator64) AppendRetractions(n *Node, buf []Node) []Node {
	return g.retractions(load64(n), buf)
}

// perft counts the sequences of depth moves from n.
func (e *engine64) perft(n Node, depth int) uint64 {
	scratch := e.buffers.Get().(*[]move64)
	defer e.buffers.Put(scratch)
	return e.count(load64(&n), depth, (*scratch)[:0])
}

// moves appends the legal moves to buf and returns it, with the number of landings it
// followed. It allocates only when buf has too little room.
func (e *engine64) moves(b board64, buf []move64) ([]move64, int) {
	if e.isWon(b) {
		return buf, 0
	}
	before := len(buf)
	buf, landings := e.captures(b, buf)
	if len(buf) > before && e.capture.Obligatory {
		return buf, landings
	}
	return e.quietMoves(b, buf), landings
}

// isWon reports whether a king has ended a game of breakthrough.
func (e *engine64) isWon(b board64) bool { return e.object == Breakthrough && b.kings.some() }

// quietMoves appends the moves that capture nothing, whether or not a capture is due.
func (e *engine64) quietMoves(b board64, buf []move64) []move64 {
	empty := e.squares.Without(b.us.Or(b.them))
	men, kings := b.us.Without(b.kings), b.us.And(b.kings)
	crown := e.crown[b.turn]
	for _, d := range e.manMoves[b.turn] {
		for to := men.step(d).And(empty); to.some(); {
			end := to.first()
			to = to.Without(end)
			buf = append(buf, move64{from: end.back(d).index(), to: end.index(), crowns: end.And(crown).some()})
		}
	}
	for kings = kings.Without(e.kingAtRunLimit(b)); kings.some(); {
		king := kings.first()
		kings = kings.Without(king)
		from := king.index()
		for _, d := range e.kingMoves {
			for end := king.step(d).And(empty); end.some(); end = end.step(d).And(empty) {
				buf = append(buf, move64{from: from, to: end.index()})
				if e.king.Range == Adjacent {
					break
				}
			}
		}
	}
	return buf
}

// hasQuietMove reports whether there is a move that captures nothing, whether or not a capture is due.
func (e *engine64) hasQuietMove(b board64) bool {
	empty := e.squares.Without(b.us.Or(b.them))
	men, kings := b.us.Without(b.kings), b.us.And(b.kings).Without(e.kingAtRunLimit(b))
	for _, d := range e.manMoves[b.turn] {
		if men.step(d).And(empty).some() {
			return true
		}
	}
	for _, d := range e.kingMoves {
		if kings.step(d).And(empty).some() {
			return true
		}
	}
	return false
}

// retractions appends the boards from which a quiet move that crowns no man leads to b, whether or
// not a capture is due there.
func (e *engine64) retractions(b board64, buf []Node) []Node {
	if e.isWon(b) {
		return buf
	}
	empty := e.squares.Without(b.us.Or(b.them))
	men, kings := b.them.Without(b.kings), b.them.And(b.kings)
	mover := b.turn.Opponent()
	limited := e.king.RunLimit != 0 && men.some() && kings.some()
	at, length := b.runs.Them() // the mover's run
	if length == 0 || !limited {
		for _, d := range e.manMoves[mover] {
			for from := men.back(d).And(empty); from.some(); {
				start := from.first()
				from = from.Without(start)
				before := b.retracted(start, start.step(d))
				buf = append(buf, before.node())
				if limited {
					buf = e.appendRuns(before, kings, buf)
				}
			}
		}
	}
	if limited {
		if length == 0 {
			return buf // with a king, it would have begun a run
		}
		kings = bit64(at)
	}
	for kings.some() {
		king := kings.first()
		kings = kings.Without(king)
		for _, d := range e.kingMoves {
			for start := king.back(d).And(empty); start.some(); start = start.back(d).And(empty) {
				before := b.retracted(start, king)
				if length > 1 && limited {
					before.runs |= runOf(start.index(), length-1)
				}
				buf = append(buf, before.node())
				if length == 1 && limited {
					buf = e.appendRuns(before, before.us.And(before.kings).Without(start), buf)
				}
				if e.king.Range == Adjacent {
					break
				}
			}
		}
	}
	return buf
}

// retracted returns b before a quiet move whose squares alone are known.
func (b board64) retracted(from, to set64) board64 {
	before := board64{
		us: b.them.Without(to).Or(from), them: b.us, kings: b.kings, mover: mover{b.turn.Opponent(), b.runs << 16},
	}
	if b.kings.And(to).some() {
		before.kings = b.kings.Without(to).Or(from)
	}
	return before
}

// appendRuns appends b with each run that one of some kings of the side to move can have.
func (e *engine64) appendRuns(b board64, kings set64, buf []Node) []Node {
	for ; kings.some(); kings = kings.Without(kings.first()) {
		for length := range e.king.RunLimit {
			with := b
			with.runs |= runOf(kings.index(), uint8(length+1))
			buf = append(buf, with.node())
		}
	}
	return buf
}

// kingAtRunLimit returns the king that has used up its run and may only capture.
func (e *engine64) kingAtRunLimit(b board64) (king set64) {
	at, length := b.runs.Us()
	if e.king.RunLimit == 0 || int(length) < e.king.RunLimit || b.us.Without(b.kings).Empty() {
		return king
	}
	return bit64(at).And(b.kings)
}

// play makes a legal move and turns the board round to the other side.
func (e *engine64) play(b board64, m move64) board64 {
	from, to := bit64(m.from), bit64(m.to)
	next := board64{
		us:    b.them.Without(m.captured),
		them:  b.us.Without(from).Or(to),
		kings: b.kings.Without(m.captured),
		mover: mover{turn: b.turn.Opponent()},
	}
	wasKing := b.kings.And(from).some()
	if wasKing {
		next.kings = next.kings.Without(from).Or(to)
	} else if m.crowns {
		next.kings = next.kings.Or(to)
	}
	if e.king.RunLimit != 0 {
		next.runs = b.runs.after(m.from, m.to, wasKing && m.captured.Empty(), uint8(e.king.RunLimit))
		if at, _ := next.runs.Us(); m.captured.And(bit64(at)).some() {
			next.runs = next.runs.ended()
		}
	}
	return next
}

// count is perft for a depth of at least one. Moves at the last ply are counted, not played.
func (e *engine64) count(b board64, depth int, buf []move64) (n uint64) {
	moves, _ := e.moves(b, buf)
	if depth == 1 {
		return uint64(len(moves))
	}
	room := moves[len(moves):] // of the same buffer
	for i := range moves {
		n += e.count(e.play(b, moves[i]), depth-1, room)
	}
	return n
}
