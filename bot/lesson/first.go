package lesson

import (
	"math/rand/v2"
	"slices"

	"doublecorner/game/draughts"
	"doublecorner/internal/recent"
)

// firstExercises are the exercises that every rule set begins with, unless the search finds no position for one. Of
// those with the same key the first is taken that is found.
var firstExercises = []firstExercise{
	{key: "one-jump", white: 2, black: 1, moves: 1, suits: (*trial).canCapture, shows: (*trial).capturesAll},
	{key: "two-jumps", white: 2, black: 2, moves: 1, suits: (*trial).canCapture, shows: (*trial).capturesAll},
	{key: "must-jump", white: 2, black: 2, moves: 2, suits: (*trial).mustCapture, shows: (*trial).takesTime},
	{key: "must-jump", white: 3, black: 2, moves: 2, suits: (*trial).mustCapture, shows: (*trial).takesTime},
	{key: "bait", white: 2, black: 1, moves: 2, suits: (*trial).canOffer, shows: (*trial).mustOffer},
	{key: "crowning", white: 1, black: 1, moves: 2, crowning: true, suits: (*trial).canCrown, shows: (*trial).mustCrown},
	{key: "crowning", white: 2, black: 1, moves: 2, crowning: true, suits: (*trial).canCrown, shows: (*trial).mustCrown},
}

// firstExercise describes the positions of an exercise for beginners, in which White moves and wins.
type firstExercise struct {
	key          string
	white, black int               // how many men
	moves        int               // which White needs at most
	crowning     bool              // whether the first man of White is a move away from the last row
	suits        func(*trial) bool // whether it is worth finding the moves that win
	shows        func(*trial) bool // whether they show what the exercise is about
}

// trial is a position that may become an exercise.
type trial struct {
	draughts.Position
	legal   []draughts.Move
	winning []draughts.Move // those that win in time
	needs   int             // how many moves
}

// firstSearch looks for positions of one exercise.
type firstSearch struct {
	firstExercise
	v     *draughts.Variant
	dice  *rand.Rand
	plies int // how many may still be looked at
}

// firstPlies is how many plies are looked at for the exercises of a rule set, so that they cost less than 50 ms of a
// processor: for each exercise up to a third of what is left.
const firstPlies = 40_000

// knownFirst holds the first exercises of the rule sets that came last, by their declarations.
var knownFirst = recent.NewMap[string, []*Exercise](mostKnownFirst)

const mostKnownFirst = 200

// firstOf returns the exercises that a rule set begins with. It looks for them once.
func firstOf(v *draughts.Variant) []*Exercise {
	declaration := string(v.Rules().JSON())
	known, ok := knownFirst.Get(declaration)
	if !ok {
		known = findFirst(v)
		knownFirst.Put(declaration, known)
	}
	all := make([]*Exercise, len(known))
	for i, e := range known {
		own := *e
		own.Start = v.OfNode(e.Start.Node()) // the rule set may have been compiled again
		all[i] = &own
	}
	return all
}

// findFirst looks for the exercises that a rule set begins with.
func findFirst(v *draughts.Variant) (found []*Exercise) {
	left := firstPlies
	for _, x := range firstExercises {
		if slices.ContainsFunc(found, func(e *Exercise) bool { return e.Key == x.key }) {
			continue
		}
		s := &firstSearch{x, v, rand.New(rand.NewPCG(1, 1)), left / 3} // the same exercises every time
		left -= s.plies
		if e := s.find(); e != nil {
			found = append(found, e)
		}
		left += s.plies
	}
	return found
}

// find puts men on random squares until they make an exercise; nil if the plies do not suffice.
func (s *firstSearch) find() *Exercise {
	first := s.firstSquares()
	for s.plies > 0 && len(first) > 0 {
		s.plies--
		p, ok := s.place(first[s.dice.IntN(len(first))])
		if !ok {
			continue
		}
		t := &trial{Position: p, legal: p.Moves()}
		s.plies -= len(t.legal)
		if !s.suits(t) {
			continue
		}
		for len(t.winning) == 0 && t.needs < s.moves {
			t.needs++
			for _, m := range t.legal {
				if s.wins(p, m, t.needs) {
					t.winning = append(t.winning, m)
				}
			}
		}
		if len(t.winning) > 0 && s.plies > 0 && s.shows(t) {
			return &Exercise{Key: s.key, Idea: s.key, Start: p, ToEnd: true, Moves: allowance(t.needs)}
		}
	}
	return nil
}

// allowance returns how many moves an exercise allows if the best play needs n: half as many again.
func allowance(n int) int { return n + (n+1)/2 }

// firstSquares returns the squares for the first man of White.
func (s *firstSearch) firstSquares() (squares []draughts.Square) {
	f := newFinder(s.v)
	for _, q := range f.anchors {
		x, y := s.v.XY(q)
		isLast := func(d vec) bool { return y == int(imag(d)) && s.v.SquareAt(x+int(real(d)), 0) != 0 }
		if y > 0 && (!s.crowning || slices.ContainsFunc(f.dirs(f.rules.Man.Moves), isLast)) {
			squares = append(squares, q)
		}
	}
	return squares
}

// place puts the first man of White on a square, and the others on random ones near it, so that they meet soon.
func (s *firstSearch) place(first draughts.Square) (draughts.Position, bool) {
	setup := draughts.Setup{Pieces: []draughts.Placed{{Square: first, Piece: draughts.WhiteMan}}}
	x, y := s.v.XY(first)
	distance := 2
	if s.v.Rules().Board.Playable == draughts.Dark {
		distance = 3
	}
	near := func() int { return s.dice.IntN(2*distance+1) - distance }
	for len(setup.Pieces) < s.white+s.black {
		man := draughts.WhiteMan
		if len(setup.Pieces) >= s.white {
			man = draughts.BlackMan
		}
		q := s.v.SquareAt(x+near(), y+near())
		if q != 0 {
			setup.Pieces = append(setup.Pieces, draughts.Placed{Square: q, Piece: man})
		}
	}
	p, err := s.v.Position(setup)
	if err != nil {
		return p, false
	}
	_, over := s.ending(p)
	return p, !over
}

// wins reports whether White wins by a move, within n moves and against every reply.
func (s *firstSearch) wins(p draughts.Position, m draughts.Move, n int) bool {
	after := p.Play(m)
	if s.plies--; s.plies <= 0 {
		return false
	}
	if won, over := s.ending(after); over {
		return won
	}
	return !slices.ContainsFunc(after.Moves(), func(reply draughts.Move) bool { return !s.winsAfter(after.Play(reply), n-1) })
}

// winsAfter reports whether White, to move, has won or wins within n moves.
func (s *firstSearch) winsAfter(p draughts.Position, n int) bool {
	if won, over := s.ending(p); over || n == 0 {
		return won
	}
	return slices.ContainsFunc(p.Moves(), func(m draughts.Move) bool { return s.wins(p, m, n) })
}

// ending reports whether a game is over, and whether White has won it.
func (s *firstSearch) ending(p draughts.Position) (won, over bool) {
	s.plies--
	end, over := p.Over()
	node := p.Node()
	return over && end.Winner == draughts.White, over || s.v.IsDead(&node)
}

func (t *trial) canCapture() bool { return t.legal[0].IsCapture() }

// capturesAll reports whether what wins is a capture of all pieces of Black.
func (t *trial) capturesAll() bool { return t.winning[0].Captured() == t.Pieces(draughts.Black) }

func (t *trial) takesTime() bool { return t.needs > 1 }

// mustCapture reports whether White has to capture with one man, while another man could move.
func (t *trial) mustCapture() bool {
	capturing, v := t.legal[0].From(), t.Variant()
	if !t.canCapture() || slices.ContainsFunc(t.legal, func(m draughts.Move) bool { return m.From() != capturing }) {
		return false
	}
	dirs := newFinder(v).dirs(v.Rules().Man.Moves)
	for q := range t.Men(draughts.White).All() {
		x, y := v.XY(q)
		isKept := func(d vec) bool {
			to := v.SquareAt(x+int(real(d)), y-int(imag(d)))
			if to == 0 || q == capturing {
				return false
			}
			refused := t.WhyNot(q, to)
			return refused != nil && refused.Reason == draughts.CaptureObligatory
		}
		if slices.ContainsFunc(dirs, isKept) {
			return true
		}
	}
	return false
}

// isOffer reports whether a move offers a man that Black has to capture.
func (t *trial) isOffer(m draughts.Move) bool {
	if m.IsCapture() {
		return false
	}
	replies := t.Play(m).Moves()
	return len(replies) > 0 && !slices.ContainsFunc(replies, func(reply draughts.Move) bool { return !reply.IsCapture() })
}

func (t *trial) canOffer() bool { return slices.ContainsFunc(t.legal, t.isOffer) }

// mustOffer reports whether White wins only by offering a man.
func (t *trial) mustOffer() bool {
	return len(t.winning) < len(t.legal) && !slices.ContainsFunc(t.winning, func(m draughts.Move) bool { return !t.isOffer(m) })
}

func (t *trial) canCrown() bool { return slices.ContainsFunc(t.legal, draughts.Move.Crowns) }

// mustCrown reports whether White wins only by crowning a man.
func (t *trial) mustCrown() bool {
	return !slices.ContainsFunc(t.winning, func(m draughts.Move) bool { return !m.Crowns() })
}
