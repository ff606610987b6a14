package draughts

import "sync"

// board64 is a position as the generator sees it: the side to move is us.
type board64 struct {
	us, them, kings set64
	mover
}

// move64 is a move as the generator sees it. Two captures with the same origin,
// end and taken set are one, unless only one of them crowned the man on its way.
type move64 struct {
	from, to uint8
	crowns   bool
	taken    set64
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
		e.squares = e.squares.or(at)
		if c.y == 0 {
			e.crown[White] = e.crown[White].or(at)
		}
		if int(c.y) == g.size-1 {
			e.crown[Black] = e.crown[Black].or(at)
		}
	}
	e.buffers.New = func() any {
		buf := make([]move64, 0, 256)
		return &buf
	}
	return e
}

// load64 returns the board of a position.
func load64(p Position) board64 {
	return board64{us: narrow64(p.us), them: narrow64(p.them), kings: narrow64(p.kings), mover: p.mover}
}

// appendMoves appends the legal moves of p to buf, and returns how many landings it followed.
func (e *engine64) appendMoves(p Position, buf []Move) ([]Move, int) {
	scratch := e.buffers.Get().(*[]move64)
	moves, landings := e.moves(load64(p), (*scratch)[:0])
	for _, m := range moves {
		buf = append(buf, Move{
			from:   e.grid.ofBit[m.from],
			to:     e.grid.ofBit[m.to],
			crowns: m.crowns,
			taken:  e.grid.toSquares(m.taken.wide()),
		})
	}
	*scratch = moves
	e.buffers.Put(scratch)
	return buf, landings
}

// after returns p after one of its legal moves.
func (e *engine64) after(p Position, m Move) Position {
	b := e.play(load64(p), move64{
		from:   e.grid.squares[m.from].bit,
		to:     e.grid.squares[m.to].bit,
		crowns: m.crowns,
		taken:  narrow64(e.grid.fromSquares(m.taken)),
	})
	return Position{variant: p.variant, us: b.us.wide(), them: b.them.wide(), kings: b.kings.wide(), mover: b.mover}
}

// paths counts the ways the game can go from p, and returns the most landings it followed
// for one of the positions.
func (e *engine64) paths(p Position, depth int) (uint64, int) {
	scratch := e.buffers.Get().(*[]move64)
	defer e.buffers.Put(scratch)
	return e.perft(load64(p), depth, (*scratch)[:0])
}

// canTake tells whether there is a capture, without listing any.
func (e *engine64) canTake(p Position) bool {
	b := load64(p)
	if e.kingWins && b.kings.some() {
		return false
	}
	return e.jumpers(b).some() || e.kingCanTake(b)
}

// moves appends the legal moves to buf and returns it, with the number of landings it
// followed: they are not all if that is more than MostLandings. It allocates only when buf
// has too little room.
func (e *engine64) moves(b board64, buf []move64) ([]move64, int) {
	if e.kingWins && b.kings.some() {
		return buf, 0
	}
	before := len(buf)
	buf, landings := e.captures(b, buf)
	if len(buf) > before && !e.optional {
		return buf, landings
	}
	return e.quietMoves(b, buf), landings
}

// quietMoves appends the moves that capture nothing, whether or not a capture is due.
func (e *engine64) quietMoves(b board64, buf []move64) []move64 {
	empty := e.squares.without(b.us.or(b.them))
	men, kings := b.us.without(b.kings), b.us.and(b.kings)
	crown := e.crown[b.turn]
	for _, d := range e.manMoves[b.turn] {
		for to := men.step(d).and(empty); to.some(); {
			end := to.first()
			to = to.without(end)
			buf = append(buf, move64{from: end.back(d).index(), to: end.index(), crowns: end.and(crown).some()})
		}
	}
	for kings = kings.without(e.tired(b)); kings.some(); {
		king := kings.first()
		kings = kings.without(king)
		from := king.index()
		for _, d := range e.kingMoves {
			for end := king.step(d).and(empty); end.some(); end = end.step(d).and(empty) {
				buf = append(buf, move64{from: from, to: end.index()})
				if !e.kingRuns {
					break
				}
			}
		}
	}
	return buf
}

// tired returns the king that has used up its run and may only capture.
func (e *engine64) tired(b board64) set64 {
	if e.runLimit == 0 || b.runs.length() < e.runLimit || b.us.without(b.kings).none() {
		return none64
	}
	return bit64(b.runs.at()).and(b.kings)
}

// captures appends the captures that the rules' preferences leave, and returns how many
// landings it followed.
func (e *engine64) captures(b board64, buf []move64) ([]move64, int) {
	kings := b.us.and(b.kings)
	jumpers := e.jumpers(b)
	if jumpers.or(kings).none() {
		return buf, 0
	}
	h := hunt64{
		engine64: e, moves: buf, base: len(buf),
		theirKings: b.them.and(b.kings), crown: e.crown[b.turn], manTakes: e.manTakes[b.turn],
	}
	empty := e.squares.without(b.us.or(b.them))
	h.prey, h.them = e.preyOfMen(b), b.them
	for jumpers.some() {
		at := jumpers.first()
		jumpers = jumpers.without(at)
		h.start(at, empty)
		h.man(at, none64, 0, 0)
	}
	for kings.some() {
		at := kings.first()
		kings = kings.without(at)
		h.start(at, empty)
		h.king(at, none64, e.withKing, 0, noCompass, false)
	}
	return h.moves, h.landings
}

// preyOfMen returns what a man may take.
func (e *engine64) preyOfMen(b board64) set64 {
	if e.menSpareKings {
		return b.them.without(b.kings)
	}
	return b.them
}

// jumpers returns our men that can jump.
func (e *engine64) jumpers(b board64) set64 {
	men, prey := b.us.without(b.kings), e.preyOfMen(b)
	empty := e.squares.without(b.us.or(b.them))
	var found set64
	for _, d := range e.manTakes[b.turn] {
		found = found.or(men.step(d).and(prey).step(d).and(empty).back(d).back(d))
	}
	return found
}

// hunt64 looks for the captures of one side, piece after piece.
type hunt64 struct {
	*engine64
	moves []move64
	base  int    // where the captures found begin in moves
	mine  int    // where those of the piece at hand begin
	best  uint64 // the rank of those kept so far

	origin     uint8
	prey       set64 // what a man may take
	them       set64 // what a king may take
	theirKings set64
	empty      set64 // with the origin vacated
	crown      set64
	manTakes   []dir
	landings   int                // how often pieces have landed
	seen       map[move64]bool    // the captures of the piece at hand, once there are many
	stops      map[landing64]bool // whether the piece at hand could jump on from there, once it has landed often
}

// landing64 is a piece in the middle of a capture, with all that decides how it can go on.
type landing64 struct {
	taken         set64
	rank          uint64
	at, last      uint8
	king, crowned bool
}

func (h *hunt64) start(at, empty set64) {
	h.mine = len(h.moves)
	h.origin = at.index()
	h.empty = empty.or(at)
	h.stops = nil
}

// recall tells whether a piece could jump on from a landing, if it has landed so before: a
// piece can come to the same square with the same pieces taken in very many ways. Once there
// were more landings than are followed, it knows without looking.
func (h *hunt64) recall(l landing64) (could, known bool) {
	if h.stops == nil {
		h.stops = make(map[landing64]bool, fewLandings)
	}
	if could, known = h.stops[l]; known {
		h.landings--
	}
	return could, known || h.landings > MostLandings
}

// man lets a man that has come to at jump on, and reports whether it could.
func (h *hunt64) man(at, taken set64, rank uint64, jumps uint) bool {
	if h.landings++; h.landings > fewLandings {
		could, known := h.recall(landing64{taken: taken, rank: rank, at: at.index()})
		if known {
			return could
		}
	}
	could := false
	prey, free := h.prey.without(taken), h.free(taken)
	for i := range h.manTakes {
		d := h.manTakes[i]
		victim := at.step(d).and(prey)
		land := victim.step(d).and(free)
		if land.none() {
			continue
		}
		could = true
		taken, rank := taken.or(victim), rank+h.worth(victim, jumps)
		crowned := land.and(h.crown).some()
		on := false
		switch {
		case !crowned || h.crowning == Passes:
			on = h.man(land, taken, rank, jumps+1)
		case h.crowning == GoesOn:
			on = h.king(land, taken, rank, jumps+1, d.compass, true)
		}
		if !on || h.optional {
			h.end(land, taken, rank, crowned)
		}
	}
	if h.stops != nil {
		h.stops[landing64{taken: taken, rank: rank, at: at.index()}] = could
	}
	return could
}

// king lets a king that has come to at jump on, and reports whether it could.
func (h *hunt64) king(at, taken set64, rank uint64, jumps uint, last uint8, crowned bool) bool {
	if !h.noReverse {
		last = noCompass
	}
	if h.landings++; h.landings > fewLandings {
		could, known := h.recall(landing64{taken, rank, at.index(), last, true, crowned})
		if known {
			return could
		}
	}
	could := false
	prey, free := h.them.without(taken), h.free(taken)
	for i := range h.kingTakes {
		d := h.kingTakes[i]
		if h.noReverse && d.isOppositeOf(last) {
			continue
		}
		ahead := at.step(d)
		if h.kingReaches {
			for ahead.and(free).some() {
				ahead = ahead.step(d)
			}
		}
		victim := ahead.and(prey)
		behind := victim.step(d).and(free)
		if behind.none() {
			continue
		}
		could = true
		taken, rank := taken.or(victim), rank+h.worth(victim, jumps)
		on := false
		for land := behind; land.some(); land = land.step(d).and(free) {
			if h.king(land, taken, rank, jumps+1, d.compass, crowned) {
				on = true
			}
			if !h.kingLandsAnywhere {
				break
			}
		}
		if on && !h.optional {
			continue
		}
		for land := behind; land.some(); land = land.step(d).and(free) {
			h.end(land, taken, rank, crowned)
			if !h.kingLandsAnywhere {
				break
			}
		}
	}
	if h.stops != nil {
		h.stops[landing64{taken, rank, at.index(), last, true, crowned}] = could
	}
	return could
}

// free returns the squares a capturing piece may pass and land on.
func (h *hunt64) free(taken set64) set64 {
	if h.takenLeaveAtOnce {
		return h.empty.or(taken)
	}
	return h.empty
}

// worth returns what taking victim, after so many jumps, adds to the rank of a capture.
func (h *hunt64) worth(victim set64, jumps uint) uint64 {
	if victim.and(h.theirKings).some() {
		return h.takesKing + h.soonKing>>jumps
	}
	return h.takesMan
}

// end keeps a finished capture if none of a higher rank is known and it is new.
func (h *hunt64) end(at, taken set64, rank uint64, crowns bool) {
	if rank != h.best {
		if rank < h.best {
			return
		}
		h.best = rank
		h.moves = h.moves[:h.base]
		h.mine = h.base
	}
	m := move64{from: h.origin, to: at.index(), crowns: crowns, taken: taken}
	if h.knows(m) {
		return
	}
	h.moves = append(h.moves, m)
}

// knows tells whether a capture was found before, going another way.
func (h *hunt64) knows(m move64) bool {
	found := h.moves[h.mine:]
	if len(found) < fewCaptures {
		for _, known := range found {
			if known == m {
				return true
			}
		}
		return false
	}
	// One piece rarely has so many, but where a jump may stop it can have thousands.
	if len(found) == fewCaptures {
		h.seen = make(map[move64]bool, 4*fewCaptures)
		for _, known := range found {
			h.seen[known] = true
		}
	}
	known := h.seen[m]
	h.seen[m] = true
	return known
}

// play makes a legal move and turns the board round to the other side.
func (e *engine64) play(b board64, m move64) board64 {
	from, to := bit64(m.from), bit64(m.to)
	next := board64{
		us:    b.them.without(m.taken),
		them:  b.us.without(from).or(to),
		kings: b.kings.without(m.taken),
		mover: mover{turn: b.turn.Opponent()},
	}
	wasKing := b.kings.and(from).some()
	if wasKing {
		next.kings = next.kings.without(from).or(to)
	} else if m.crowns {
		next.kings = next.kings.or(to)
	}
	if e.runLimit != 0 {
		next.runs = b.runs.after(m.from, m.to, wasKing && m.taken.none(), e.runLimit)
		if m.taken.and(bit64(next.runs.at())).some() {
			next.runs = next.runs.ended()
		}
	}
	return next
}

// perft counts the ways a game can go from b, depth moves deep and at least one, and returns the most
// landings it followed for one of the positions. Moves at the last ply are counted, not
// played. The buffer is reused along the way.
func (e *engine64) perft(b board64, depth int, buf []move64) (n uint64, landings int) {
	if depth == 1 {
		return e.count(b, buf)
	}
	if depth == 2 && !e.countsSlowly && b.kings.none() && e.jumpers(b).none() {
		return e.countReplies(b, buf)
	}
	moves, landings := e.moves(b, buf)
	room := moves[len(moves):]
	for i := range moves {
		more, most := e.perft(e.play(b, moves[i]), depth-1, room)
		n, landings = n+more, max(landings, most)
	}
	return n, landings
}

// countReplies returns the number of ways the next two moves can go where only
// quiet moves by men are there to make: those need not be listed first.
func (e *engine64) countReplies(b board64, buf []move64) (n uint64, landings int) {
	empty := e.squares.without(b.us.or(b.them))
	crown := e.crown[b.turn]
	steps := e.manMoves[b.turn]
	next := board64{us: b.them, mover: mover{turn: b.turn.Opponent()}}
	for i := range steps {
		for to := b.us.step(steps[i]).and(empty); to.some(); {
			end := to.first()
			to = to.without(end)
			next.them = b.us.without(end.back(steps[i])).or(end)
			next.kings = end.and(crown)
			more, most := e.count(next, buf)
			n, landings = n+more, max(landings, most)
		}
	}
	return n, landings
}

// count returns the number of legal moves, and how many landings it followed. Most
// positions offer no capture, or only single captures by men: those are counted without
// being listed.
func (e *engine64) count(b board64, buf []move64) (uint64, int) {
	kings := b.us.and(b.kings)
	if e.countsSlowly || kings.some() && e.kingCanTake(b) {
		moves, landings := e.moves(b, buf)
		return uint64(len(moves)), landings
	}
	men, prey := b.us.without(b.kings), e.preyOfMen(b)
	empty := e.squares.without(b.us.or(b.them))
	takes := e.manTakes[b.turn]
	var lands [8]set64 // by direction; indexed with &7, which spares a check
	landed := none64
	for i := range takes {
		land := men.step(takes[i]).and(prey).step(takes[i]).and(empty)
		lands[i&7] = land
		landed = landed.or(land)
	}
	if landed.some() {
		if n, all := e.countShort(b, &lands, prey, empty); all {
			return uint64(n), 0
		}
		moves, landings := e.captures(b, buf)
		return uint64(len(moves)), landings
	}
	n := 0
	moves := e.manMoves[b.turn]
	for i := range moves {
		n += men.step(moves[i]).and(empty).count()
	}
	if kings.some() {
		n += e.countQuietKings(b, empty)
	}
	return uint64(n), 0
}

// countShort returns the number of captures where only men can capture, given
// where each direction of their first jumps lands, if no capture takes more than
// two men and what they take does not matter; else it reports false. All captures
// of one direction, or of two, are counted at once.
func (e *engine64) countShort(b board64, lands *[8]set64, prey, empty set64) (n int, all bool) {
	if e.ranks && b.them.and(b.kings).some() {
		return 0, false
	}
	takes := e.manTakes[b.turn]
	stops := none64 // where a jump ends the move
	if e.crowning != Passes {
		stops = e.crown[b.turn]
	}
	singles, doubles := 0, 0
	for i := range takes {
		land := lands[i&7]
		if land.none() {
			continue
		}
		if e.crowning == GoesOn && land.and(stops).some() {
			return 0, false
		}
		ends := land
		land = land.without(stops)
		for j := range takes {
			if takes[j].isOppositeOf(takes[i].compass) {
				continue
			}
			again := land.step(takes[j]).and(prey).step(takes[j]).and(empty)
			if again.none() {
				continue
			}
			if e.mixed || e.crowning == GoesOn && again.and(stops).some() {
				return 0, false
			}
			doubles += again.count()
			ends = ends.without(again.back(takes[j]).back(takes[j]))
			again = again.without(stops)
			third := none64
			for k := range takes {
				if !takes[k].isOppositeOf(takes[j].compass) {
					third = third.or(again.step(takes[k]).and(prey).step(takes[k]).and(empty))
				}
			}
			if third.some() {
				return 0, false
			}
		}
		singles += ends.count()
	}
	if doubles > 0 && e.takesMan > 0 {
		return doubles, true // more pieces come first
	}
	return singles + doubles, true
}

func (e *engine64) countQuietKings(b board64, empty set64) int {
	n := 0
	kings := b.us.and(b.kings).without(e.tired(b))
	for i := range e.kingMoves {
		d := e.kingMoves[i]
		to := kings.step(d).and(empty)
		for to.some() {
			n += to.count()
			if !e.kingRuns {
				break
			}
			to = to.step(d).and(empty)
		}
	}
	return n
}

// kingCanTake tells whether one of our kings can jump.
func (e *engine64) kingCanTake(b board64) bool {
	kings := b.us.and(b.kings)
	empty := e.squares.without(b.us.or(b.them))
	for i := range e.kingTakes {
		d := e.kingTakes[i]
		ahead := kings.step(d)
		for {
			if ahead.and(b.them).step(d).and(empty).some() {
				return true
			}
			ahead = ahead.and(empty)
			if ahead.none() || !e.kingReaches {
				break
			}
			ahead = ahead.step(d)
		}
	}
	return false
}
