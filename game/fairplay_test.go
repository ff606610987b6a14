package game_test

import (
	"math/rand/v2"
	"testing"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
)

// eightPlies are an opening, after which a game is the players' own: afterEight.
var eightPlies = []string{"11-15", "22-18", "15x22", "25x18", "8-11", "29-25", "4-8", "25-22"}

const afterEight = "B:W18,21-24,26-28,30-32:B1-3,5-12"

// Nobody is told what is best in a position of a game that they play against a person, or close to it.
func TestPlayed(t *testing.T) {
	h := newFixture(t)
	start := draughtstest.Variant(t, "american").Start()
	g := h.play(h.begin(ann, bob, american(t)), eightPlies[:7]...)
	h.mustBeClose(t, "in the opening", start, false)
	g = h.play(g, eightPlies[7])
	h.mustBeClose(t, "close to it", start, true)
	ending := american(t)
	ending.Rated, ending.Start = false, draughtstest.Position(t, "american", "W:WK1,K9:BK32")
	e := h.begin(ann, bob, ending)
	h.play(h.begun(t, cid, 3), eightPlies...)
	now := draughtstest.Position(t, "american", afterEight)
	for _, test := range []struct {
		what, rules, fen string
		want             bool
	}{
		{"as it stands", "american", afterEight, true},
		{"with the other side to move", "american", "W" + afterEight[1:], true},
		{"by house rules", "american-free-jump", afterEight, true},
		{"turned, with the colours exchanged, by other rules", "russian", "W:W21-28,30-32:B1-3,5-7,9-12,15", true},
		{"with one man more on an empty corner", "american", "B:W18,21-24,26-28,30-32:B1-12", true},
		{"a king for a man", "american", "B:WK18,21-24,26-28,30-32:B1-3,5-12", true},
		{"with six men fewer", "american", "B:W18,21-24,26-28,30-32:B1-3,5,6", true},
		{"with seven men fewer", "american", "B:W18,21-24,26-28,30-32:B1-3,5", false},
		{"an ending from its first ply on", "american", "B:WK1,K9:BK32", true},
		{"that ending with one king more", "american", "B:WK1,K9:BK32,K2", true},
		{"that ending with a king elsewhere", "american", "B:WK1,K10:BK32", false},
		{"of another game", "american", "B:WK30,31:B1,2,3", false},
	} {
		h.mustBeClose(t, test.what, draughtstest.Position(t, test.rules, test.fen), test.want)
	}
	for _, test := range []struct {
		what, rules          string
		mirrors              bool
		right, down, another int
		want                 bool
	}{
		{"mirrored, where the board is", "italian", true, 0, 0, 0, true},
		{"the same pieces in a corner of a larger board", "international", false, 0, 0, 0, true},
		{"in another corner", "international", false, 2, 2, 0, true},
		{"in a corner of the largest board, with one man more", "canadian", false, 4, 0, 60, true},
		{"in the middle of the largest board", "canadian", false, 2, 2, 0, false},
	} {
		h.mustBeClose(t, test.what, laid(t, now, test.rules, test.mirrors, test.right, test.down, test.another), test.want)
	}
	h.play(g, "9-13", "24-20", "5-9", "28-24", "1-5")
	h.mustBeClose(t, "as it stood five plies ago", now, true)
	h.lose(h.game(g.ID), draughts.White)
	h.mustBeClose(t, "after the game", now, false)
	h.resign(e, ann)
}

// A line of moves that comes to a position of a running game ends there.
func TestUntil(t *testing.T) {
	h := newFixture(t)
	ending := american(t)
	ending.Rated, ending.Start = false, draughtstest.Position(t, "american", "B:WK1,K9:BK32")
	h.begin(ann, bob, ending)
	line := draughtstest.Game(t, "american", "W:WK1,K14:BK32", "14-9", "32-28", "9-14")
	for person, want := range map[game.PersonID]int{ann: 1, cid: 3} {
		played, err := h.Played(background, person)
		must(t, err)
		if got := played.Until(line.Start(), line.Moves()); len(got) != want || played.HasAny(line) != (person == ann) {
			t.Errorf("person %d sees %d moves of the line", person, len(got))
		}
	}
}

// A game against the computer waits only while its player is to move in the same position, perhaps turned, against a person.
func TestAwaits(t *testing.T) {
	h := newFixture(t)
	g := h.play(h.begin(ann, bob, american(t)), eightPlies...)
	h.play(h.begun(t, cid, 3), eightPlies...)
	for _, test := range []struct {
		what   string
		person game.PersonID
		fen    string
		want   bool
	}{
		{"Ann is to move", ann, afterEight, true},
		{"turned", ann, "W:W21-28,30-32:B1-3,5-7,9-12,15", true},
		{"with one man more", ann, "B:W18,21-24,26-28,30-32:B1-12", false},
		{"Bob waits for her", bob, afterEight, false},
		{"Cid plays the computer", cid, afterEight, false},
	} {
		played, err := h.Played(background, test.person)
		must(t, err)
		if got := played.Awaits(draughtstest.Position(t, "american", test.fen)); (got != nil) != test.want || got != nil && got.ID != g.ID {
			t.Errorf("%s: %v", test.what, got)
		}
	}
}

// mustBeClose checks whether Ann and Bob play something close to a position. Cid plays only the computer.
func (h *fixture) mustBeClose(t *testing.T, what string, p draughts.Position, want bool) {
	t.Helper()
	for person, plays := range map[game.PersonID]bool{ann: true, bob: true, cid: false} {
		played, err := h.Played(background, person)
		h.must(err)
		if got := played.Has(p); got != (plays && want) {
			t.Errorf("%s, person %d: %v", what, person, got)
		}
	}
}

// laid returns the pieces of a position on another board, so many columns to the right and rows down, and perhaps another
// white king.
func laid(t *testing.T, p draughts.Position, rules string, mirrors bool, right, down, another int) draughts.Position {
	t.Helper()
	v, setup := draughtstest.Variant(t, rules), p.Setup()
	for i, placed := range setup.Pieces {
		x, y := p.Variant().XY(placed.Square)
		if mirrors {
			x = 7 - x
		}
		setup.Pieces[i].Square = v.SquareAt(x+right, y+down)
	}
	if another > 0 {
		setup.Pieces = append(setup.Pieces, draughts.Placed{Square: draughts.Square(another), Piece: draughts.WhiteKing})
	}
	q, err := v.Position(setup)
	must(t, err)
	return q
}

// What is close is what counting says, square by square, whatever was played since.
func TestCloseIsCounted(t *testing.T) {
	h := newFixture(t)
	dice := rand.New(rand.NewPCG(4, 4))
	g := h.playOn(h.begin(ann, bob, american(t)), dice, 60)
	played, err := h.Played(background, ann)
	must(t, err)
	history, err := g.History()
	must(t, err)
	met := map[bool]int{}
	for range 300 {
		p := history.At(8 + dice.IntN(history.Len()-7))
		setup := p.Setup()
		setup.Pieces = setup.Pieces[min(len(setup.Pieces), dice.IntN(8)):]
		for i := range setup.Pieces {
			if piece := &setup.Pieces[i].Piece; dice.IntN(8) == 0 && !piece.IsKing() {
				*piece++ // the king of that side
			}
		}
		asked, err := p.Variant().Position(setup)
		must(t, err)
		want := false
		for ply := 8; ply <= history.Len(); ply++ {
			want = want || isClose(asked, history.At(ply))
		}
		met[want]++
		if got := played.Has(asked); got != want {
			t.Fatalf("%v is close: %v", asked.Setup(), got)
		}
	}
	if met[true] < 50 || met[false] < 50 {
		t.Errorf("of the positions %d are close, and %d are not", met[true], met[false])
	}
}

// isClose compares two positions of the same board. Mirrored, no piece would stand on a square that is used.
func isClose(p, q draughts.Position) bool {
	v := p.Variant()
	for n := range 4 {
		apart := 0
		for at := range draughts.Square(v.Squares()) {
			there := p.At(at + 1)
			if n&1 != 0 {
				there = p.At(draughts.Square(v.Squares()) - at)
			}
			if n&2 != 0 && there != draughts.NoPiece {
				there = exchanged(there)
			}
			if there != q.At(at+1) {
				apart++
			}
		}
		if apart <= min(6, max(p.Occupied().Len(), q.Occupied().Len())/2) {
			return true
		}
	}
	return false
}

// exchanged returns the same piece of the other side.
func exchanged(p draughts.Piece) draughts.Piece {
	side := draughts.White
	if p.Is(side) {
		side = draughts.Black
	}
	if p.IsKing() {
		return side.King()
	}
	return side.Man()
}

// playOn plays until so many moves were made, by chance, but moves that give a piece away are rare.
func (h *fixture) playOn(g *game.Game, dice *rand.Rand, plies int) *game.Game {
	h.t.Helper()
	for g.Len() < plies && !g.IsOver() {
		history, err := g.History()
		h.must(err)
		p := history.Position()
		moves := p.Moves()
		m := moves[dice.IntN(len(moves))]
		for range 10 {
			if after := p.Play(m); !after.CanCapture() {
				break
			}
			m = moves[dice.IntN(len(moves))]
		}
		g = h.play(g, p.Full(m, draughts.Numbers))
	}
	return g
}

// BenchmarkFairness asks for what is close to none of 25 running games of 100 plies, once they are read.
func BenchmarkFairness(b *testing.B) {
	h := newFixture(b)
	dice := rand.New(rand.NewPCG(1, 1))
	terms := american(b)
	for i := 0; i < 25; {
		terms.Variant = rules(b, []string{"american", "russian", "international", "canadian"}[i%4])
		if g := h.playOn(h.begin(ann, bob, terms), dice, 100); !g.IsOver() {
			i++
		}
	}
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			if _, err := h.Played(background, ann); err != nil {
				b.Fatal(err)
			}
		}
	})
	played, err := h.Played(background, ann)
	must(b, err)
	for what, fen := range map[string]string{
		"at the start": "B:W21-32:B1-12", "in the middle": "W:W18,22,25,27-32:B1-4,6,8,11,12,15",
		"in the end": "W:WK7,K18,K22,25,31:B4,12,K15,K28,K29",
	} {
		p := draughtstest.Position(b, "american", fen)
		b.Run(what, func(b *testing.B) {
			for b.Loop() {
				if played.Has(p) {
					b.Fatal("it is close")
				}
			}
		})
	}
}
