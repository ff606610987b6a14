package openings_test

import (
	"slices"
	"strings"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/openings"
)

func played(t *testing.T, key, moves string) *draughts.History {
	t.Helper()
	return draughtstest.Game(t, key, "", strings.Fields(moves)...)
}

// The deck has 174 ballots of three moves, to different positions.
func TestBallots(t *testing.T) {
	ballots := openings.Ballots()
	var plays [3]int
	positions := map[draughts.Position]int{}
	for i, b := range ballots {
		h := b.Game()
		if b.Number != i+1 || h.Len() != 3 {
			t.Errorf("ballot %d is number %d, of %d moves", i+1, b.Number, h.Len())
		}
		if other, ok := positions[h.Position()]; ok {
			t.Errorf("ballots %d and %d are the same", other, b.Number)
		}
		positions[h.Position()] = b.Number
		plays[b.Play]++
		if known, ok := openings.BallotOf(h); !ok || known.Number != b.Number {
			t.Errorf("ballot %d is taken for %d", b.Number, known.Number)
		}
	}
	if len(ballots) != 174 || plays != [3]int{144, 12, 18} {
		t.Errorf("%d ballots, crossboard, by mail and barred %v", len(ballots), plays)
	}
}

// Only what is played at the board is drawn from a deck.
func TestDeck(t *testing.T) {
	if got := openings.Decks(); !slices.Equal(got, []string{"american"}) {
		t.Errorf("there are decks for %v", got)
	}
	for key, want := range map[string]int{"american": 144, "american-free-jump": 0, "russian": 0} {
		deck := openings.Deck(played(t, key, "").Start().Variant())
		if len(deck) != want || slices.ContainsFunc(deck, func(b openings.Ballot) bool { return b.Play != openings.Crossboard }) {
			t.Errorf("%s has a deck of %d", key, len(deck))
		}
	}
}

// Three moves that lead to no ballot lose a man at once.
func TestDeckIsWhole(t *testing.T) {
	missing := 0
	var walk func(h *draughts.History)
	walk = func(h *draughts.History) {
		p := h.Position()
		if h.Len() < 3 {
			for _, m := range p.Moves() {
				next := h.Clone()
				if err := next.Play(m); err != nil {
					t.Fatal(err)
				}
				walk(next)
			}
		} else if _, ok := openings.BallotOf(h); !ok {
			missing++
			if best(p, 5) == 0 {
				t.Errorf("%v loses nothing", h.Moves())
			}
		}
	}
	v := draughtstest.Variant(t, "american")
	walk(draughts.NewHistory(v.Start()))
	t.Log(missing, "sequences lead to no ballot")
}

// best returns how many men the side to move is ahead after some moves.
func best(p draughts.Position, depth int) int {
	if depth <= 0 && !p.CanCapture() {
		return p.Pieces(p.Turn()).Len() - p.Pieces(p.Turn().Opponent()).Len()
	}
	most := -100
	for _, m := range p.Moves() {
		most = max(most, -best(p.Play(m), depth-1))
	}
	return most
}

func TestNames(t *testing.T) {
	for _, test := range []struct{ rules, moves, want string }{
		{"american", "9-13", "Edinburgh"},
		{"american", "9-13 22-18", "Edinburgh"},
		{"american", "9-13 22-18 11-15", "Edinburgh Single"},
		{"american", "10-14 22-18 12-16", "White Doctor"},
		{"american", "12-16 22-18 10-14", "White Doctor"}, // another order
		{"american", "11-15 23-19 8-11 22-17", ""},
		{"american", "11-15 23-19 8-11 22-17 4-8", "Old Fourteenth"},
		{"american", "11-15 22-17 8-11 23-19 4-8 17-13", "Old Fourteenth"}, // goes on
		{"american", "11-15 23-19 8-11 22-17 9-13 17-14", "Laird and Lady"},
		{"american", "11-15 23-19 8-11 22-17 9-13 17-14 10-17 19-10 7-14", "Black Doctor"},
		{"american", "", ""},
		{"international", "32-28 17-21", ""},
		{"american-misere", "9-13", ""},
	} {
		if got, ok := openings.Name(played(t, test.rules, test.moves)); got != test.want || ok != (got != "") {
			t.Errorf("%s %s: %q, want %q", test.rules, test.moves, got, test.want)
		}
	}
}

// A ballot is recognized by its position.
func TestBallotsInAnotherOrder(t *testing.T) {
	for moves, want := range map[string]int{"10-14 22-18 9-13 18-9": 6, "9-13 22-18 10-14": 6, "9-13 22-18": 0} {
		if b, _ := openings.BallotOf(played(t, "american", moves)); b.Number != want {
			t.Errorf("%s: ballot %d, want %d", moves, b.Number, want)
		}
	}
}

func TestRandom(t *testing.T) {
	for _, key := range []string{"international", "thai", "canadian-misere", "turkish-breakthrough-free-jump"} {
		v := draughtstest.Variant(t, key)
		asked := 0
		some := func(seed uint64) (fens []string) {
			positions := map[draughts.Position]bool{}
			for _, h := range openings.Random(v, seed, 6, 20, func(*draughts.History) bool { asked++; return asked%2 == 0 }) {
				if _, over := h.Ending(); over || h.Len() != 6 || positions[h.Position()] {
					t.Errorf("%s: %v", key, h.Moves())
				}
				positions[h.Position()] = true
				var line []string
				for i, m := range h.Moves() {
					line = append(line, h.At(i).Text(m))
				}
				fens = append(fens, strings.Join(line, " "))
			}
			return fens
		}
		first, second, other := some(1), some(1), some(2)
		if len(first) != 20 || asked < 60 || !slices.Equal(first, second) || slices.Equal(first, other) {
			t.Errorf("%s: %d openings, %q, %q", key, len(first), first, second)
		}
	}
	v := draughtstest.Variant(t, "american")
	if all := openings.Random(v, 1, 1, 20, func(*draughts.History) bool { return true }); len(all) != 7 {
		t.Errorf("%d openings of one move", len(all))
	}
}
