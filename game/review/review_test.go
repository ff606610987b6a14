package review

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/endgame"
	"doublecorner/game/openings"
	"doublecorner/game/search"
	"doublecorner/game/story"
)

// play returns the game of moves.
func play(t *testing.T, rules, moves string) *draughts.History {
	t.Helper()
	return draughtstest.Game(t, rules, "", strings.Fields(moves)...)
}

// made reviews a game with few nodes. What comes of it is always the same.
func made(t *testing.T, h *draughts.History) *Review {
	t.Helper()
	v := h.Start().Variant()
	e := search.New(v, search.Options{Hash: 1, Endgames: endgame.Embedded(v)})
	r, err := Make(t.Context(), h, 0, func(ctx context.Context, h *draughts.History, l search.Limit) (search.Thought, error) {
		l.Nodes = min(l.Nodes, 5000)
		return e.Think(ctx, h, l)
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Games with a losingMove, and then the shot that punishes it.
const (
	americanGame = "11-16 24-20 9-13 20x11 8x15 22-18 15x22 25x18 5-9 30-25 10-14 18-15 1-5 27-24 4-8 25-22 14-17 21x14 9x27 " +
		"32x23 5-9 24-20 7-10 23-19 3-7 31-27 9-14 29-25 14-17 25-21 10-14 20-16 7-11 16x7 2x25"
	internationalGame = "31-27 17-22 33-28 22x33 39x28 18-23 38-33 20-24 37-31 24-29 33x24 19x39 44x33 13-19 43-39 15-20 31-26 " +
		"12-17 41-37 9-13 37-31 20-25 42-37 23-29 33x24 19x30 35x24 17-21 26x17 11x35"
	russianGame = "c3-b4 f6-g5 b4-a5 e7-f6 e3-f4 g5xe3 f2xd4 d6-c5 d2-c3 c5xe3 e1-f2 d8-e7 f2xd4 h6-g5 c3-b4 g7-h6 g3-h4 f8-g7 " +
		"d4-e5 f6xd4 h4xd8"
)

func TestTurns(t *testing.T) {
	for _, test := range []struct {
		rules, moves string
		want         string // the worst move, and what it allowed
		loser        draughts.Side
	}{
		{"american", americanGame, "20-16 7-11", draughts.White},
		{"international", internationalGame, "42-37 23-29", draughts.White},
		{"russian", russianGame, "f8-g7 d4-e5", draughts.Black},
	} {
		t.Run(test.rules, func(t *testing.T) {
			h := play(t, test.rules, test.moves)
			r := made(t, h)
			turns := r.Turns()
			if len(turns) == 0 || len(turns) > MostTurns {
				t.Fatalf("%d turning points", len(turns))
			}
			worst := slices.MaxFunc(turns, func(a, b Turn) int { return int(100 * (a.Loss - b.Loss)) })
			p := h.At(worst.Ply)
			got := p.Text(worst.Played) + " " + p.Play(worst.Played).Line(worst.Then)[0]
			if got != test.want || p.Line(worst.Better)[0] == p.Text(worst.Played) {
				t.Errorf("the game turned by %s rather than %s, want %s", got, p.Line(worst.Better)[0], test.want)
			}
			loser, moves := r.Accuracy(test.loser)
			winner, _ := r.Accuracy(test.loser.Opponent())
			if loser >= winner || winner > 100 || moves == 0 {
				t.Errorf("accuracy of the loser %.1f, of the winner %.1f", loser, winner)
			}
			if c := r.Chance(h.Len()); (c < 0.3) != (test.loser == draughts.White) {
				t.Errorf("in the end White's chance is %.2f", c)
			}
		})
	}
}

// A mistake that the opponent returns with the next move is no turning point, and neither is that one.
func TestLasting(t *testing.T) {
	for _, test := range []struct {
		what   string
		losses map[int]float64
		want   []int
	}{
		{"apart", map[int]float64{3: .3, 5: .3}, []int{3, 5}},
		{"returned", map[int]float64{3: .3, 4: .28}, nil},
		{"returned, and made again", map[int]float64{3: .3, 4: .3, 5: .3}, []int{5}},
		{"returned in part", map[int]float64{3: .4, 4: .1}, []int{3, 4}},
		{"more than returned", map[int]float64{3: .1, 4: .5}, []int{4}},
	} {
		var turns []Turn
		for _, ply := range slices.Sorted(maps.Keys(test.losses)) {
			turns = append(turns, Turn{Ply: ply, Loss: test.losses[ply]})
		}
		var got []int
		for _, turn := range lasting(turns) {
			got = append(got, turn.Ply)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: the game turns at %v, want %v", test.what, got, test.want)
		}
	}
}

// The worst moves of these games are explained by what they lose.
func TestFact(t *testing.T) {
	for _, test := range []struct {
		rules, moves, line string
		n                  int
	}{
		{"american", americanGame, "7-11 16x7 2x25", 2},
		{"international", internationalGame, "23-29 33x24 19x30 35x24 17-21 26x17 11x35", 2},
		{"russian", russianGame, "d4-e5 f6xd4 h4xd8", 1},
	} {
		h := play(t, test.rules, test.moves)
		r := made(t, h)
		turns := r.Turns()
		worst := slices.MaxFunc(turns, func(a, b Turn) int { return cmp.Compare(a.Loss, b.Loss) })
		f, _ := r.Fact(worst)
		if line := strings.Join(h.At(worst.Ply+1).Line(f.Line), " "); f.Kind != story.Loses || f.N != test.n || line != test.line {
			t.Errorf("%s: %s loses %d by %s (%d)", test.rules, h.At(worst.Ply).Text(worst.Played), f.N, line, f.Kind)
		}
	}
}

// A forced move is no achievement, and costs nothing.
func TestForcedMoves(t *testing.T) {
	h := play(t, "american", americanGame)
	r := made(t, h)
	forced := 0
	for ply := range h.Len() {
		if moves := h.At(ply).Moves(); len(moves) == 1 {
			forced++
			if r.Loss(ply) > 1e-9 {
				t.Errorf("move %d is forced and costs %.2f", ply, r.Loss(ply))
			}
		}
	}
	_, white := r.Accuracy(draughts.White)
	_, black := r.Accuracy(draughts.Black)
	if forced == 0 || white+black > h.Len()-forced {
		t.Errorf("%d moves count, of %d with %d forced ones", white+black, h.Len(), forced)
	}
}

// What was drawn by lot is nobody's achievement, and nobody's mistake.
func TestDrawnMoves(t *testing.T) {
	h := play(t, "russian", russianGame)
	b, err := made(t, h).Bytes()
	if err != nil {
		t.Fatal(err)
	}
	r := read(h, h.Len()-2, b)
	if _, moves := r.Accuracy(draughts.Black); moves > 1 || len(r.Turns()) > 0 {
		t.Errorf("%d moves count, and there are %d turning points", moves, len(r.Turns()))
	}
}

// No game turned by the moves of an opening that has a name, however little they are worth.
func TestOpeningMoves(t *testing.T) {
	h := play(t, "american", "9-13 22-18 13-17")
	r := of(h, 0)
	for ply := range h.Len() + 1 {
		r.Values = append(r.Values, search.Value{Score: 200}) // each move gives the other side as much
		if ply < h.Len() {
			r.lines[ply] = h.Moves()[ply : ply+1]
		}
	}
	if turns, known := r.losing(mistake), openings.Known(h); known == 0 || len(turns) == 0 || turns[0].Ply != known {
		t.Errorf("the opening has %d moves, and the turning points are %+v", known, turns)
	}
}

// Draws by the rules and solved endings are proven, and said to be.
func TestProven(t *testing.T) {
	r := made(t, draughtstest.Game(t, "american", "W:WK15,18:BK1", "15-11", "1-5", "11-15", "5-1", "15-11", "1-5"))
	if first := r.Values[0]; !first.Proven || first.Score != 1 || first.Plies == 0 {
		t.Errorf("two kings against one: %v", first)
	}
	if _, moves := r.Accuracy(draughts.Black); moves != 0 {
		t.Errorf("%d moves of a lost king count", moves)
	}
}

// What would have kept a drawn ending is shown with what follows, and not only the move that keeps it.
func TestLineOfADrawnEnding(t *testing.T) {
	turns := made(t, draughtstest.Game(t, "american", "W:W6,7:BK2", "7-3")).Turns()
	if len(turns) != 1 || turns[0].Before != (search.Value{Proven: true}) || len(turns[0].Better) < 3 {
		t.Errorf("the turning points are %+v", turns)
	}
}

// A review that was kept is the same as before.
func TestKept(t *testing.T) {
	h := play(t, "russian", russianGame)
	r := made(t, h)
	b, err := r.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	again := read(h, 0, b)
	repeated, err := again.Bytes()
	if err != nil || !bytes.Equal(b, repeated) {
		t.Errorf("it was\n%s\nand is\n%s\n%v", b, repeated, err)
	}
	for _, broken := range []string{"", "{}", `{"Version":2}`, `{"Version":99,"Values":"1 2"}`, strings.Replace(string(b), "-", "x", 1),
		strings.Replace(string(b), `"Lines":{`, `"Lines":{"-1":"1-2",`, 1), firstLine.ReplaceAllString(string(b), `${1}1-2`)} {
		if read(h, 0, []byte(broken)) != nil {
			t.Errorf("%.60s is a review", broken)
		}
	}
}

// firstLine is the first of the lines of a kept review.
var firstLine = regexp.MustCompile(`("Lines":\{"\d+":")[^"]*`)

// An annotated game can be read again, with its remarks.
func TestAnnotate(t *testing.T) {
	h := play(t, "russian", russianGame)
	g := pdn.FromHistory(h)
	g.Line = slices.Insert(g.Line, 1, pdn.Node{Kind: pdn.Comment, Text: "[%clock w0:10:00 B0:09:55]"})
	made(t, h).Annotate(g)
	var out bytes.Buffer
	if err := pdn.Write(&out, g); err != nil {
		t.Fatal(err)
	}
	if text := strings.ReplaceAll(out.String(), "\n", " "); !losingMove.MatchString(text) {
		t.Errorf("it is\n%s", out.String())
	}
	read, err := pdn.NewReader(&out).Next()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.EqualFunc(read.Line, g.Line, func(a, b pdn.Node) bool {
		return a.Kind == b.Kind && a.Text == b.Text && len(a.Variation) == len(b.Variation)
	}) {
		t.Errorf("read again it is\n%+v", read.Line)
	}
	if again, err := read.Replay(h.Start().Variant()); err != nil || again.Len() != h.Len() {
		t.Errorf("it has other moves now: %v", err)
	}
}

// losingMove is the losing move of the game, with what is said of it.
var losingMove = regexp.MustCompile(`9\. g3-h4 f8-g7 \$4 \{\d+% before, \d% after\} \(9\.\.\. e7-d6 `)

// In every rule set more is better, and nothing is even.
func TestCurves(t *testing.T) {
	for _, key := range draughts.Keys() {
		v := draughtstest.Variant(t, key)
		c := CurveOf(v)
		last := 0.0
		for score := -1000; score <= 1000; score += 50 {
			now := c.Chance(score)
			if now <= last || now >= 1 {
				t.Errorf("%s: %d is worth %.3f after %.3f", key, score, now, last)
			}
			last = now
		}
		if c.Chance(0) != 0.5 {
			t.Errorf("%s: nothing is worth %.3f", key, c.Chance(0))
		}
	}
}
