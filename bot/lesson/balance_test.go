package lesson

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/draughts/rulefile"
)

// oddForces are rules whose draws name forces as no built-in rules do.
const oddForces = `base: american
key: odd
name: Odd
draws:
  counters:
    - {moves: 5, by: each-side, balance: {strong: "2+ pieces, 1 king", weak: "1-2 pieces, 1-2 kings"}}
    - {moves: 6, by: either-side, balance: {strong: "2 pieces, 1+ kings", weak: 1 king, total: 3}}
    - {moves: 7, by: each-side, balance: {strong: "2 kings, 1 man", weak: "1-2 men"}}
    - {moves: 8, by: each-side, exact: true}
    - {moves: 3, by: weaker-side, balance: {strong: 2 kings, weak: 1+ pieces, strong-on-diagonal: true}}
    - {moves: 9, by: each-side, exact: true, quiet: true}
  dead:
    - {strong: "1+ pieces, 1 king", weak: 1 king}
    - {strong: "3 pieces, 3 kings", weak: "1+ pieces, 1+ kings"}
  unwinnable:
    - {strong: "1-2 kings", weak: "2 pieces"}
`

// With any pieces on the board, a counter runs, a game is dead, or a side cannot win if and
// only if a sentence says so.
func TestForcesAreTrue(t *testing.T) {
	odd, err := rulefile.Read(strings.NewReader(oddForces))
	must(t, err)
	variants := []*draughts.Variant{odd}
	for _, r := range draughts.Families() {
		variants = append(variants, draughtstest.Variant(t, r.Key))
	}
	dice := rand.New(rand.NewPCG(3, 7))
	for _, v := range variants {
		chapter, _ := ChapterOn(v, "draws")
		for range 3000 {
			b, ok := somePieces(v, dice)
			if !ok {
				continue
			}
			b.compare(t, v, chapter.points)
			if t.Failed() {
				return
			}
		}
	}
}

// Rules may name more pieces than a board holds: then there is nothing to show.
func TestForcesThatNobodyHas(t *testing.T) {
	for _, dead := range []string{"strong: 40 kings, weak: 1 king", "total: 40+", "strong: 30 kings, weak: 3+ men"} {
		v, err := rulefile.Read(strings.NewReader("base: american\nkey: odd\nname: Odd\ndraws:\n  dead: [{" + dead + "}]\n"))
		must(t, err)
		chapter, _ := ChapterOn(v, "draws")
		drawn(chapter.points)
		if i := slices.IndexFunc(chapter.points, func(p Point) bool { return p.key == "lesson.draws.dead" }); i < 0 ||
			chapter.points[i].Diagram != nil {
			t.Errorf("of %s there is shown %+v", dead, chapter.points)
		}
	}
}

// pieces is a position in which nobody can capture, with its numbers of kings and men.
type pieces struct {
	p           draughts.Position
	kings, men  [2]int
	onDiagonals [2]bool // whether all of them stand on the long diagonal

	someOnDiagonal [2]bool // whether one of them does
}

// somePieces puts a few pieces anywhere.
func somePieces(v *draughts.Variant, dice *rand.Rand) (b pieces, ok bool) {
	var setup draughts.Setup
	diagonal := v.LongDiagonal().List()
	b.onDiagonals = [2]bool{true, true}
	for _, side := range draughts.Sides {
		for range 1 + dice.IntN(3) {
			q, man := draughts.Square(1+dice.IntN(v.Squares())), dice.IntN(3) == 0
			if dice.IntN(3) == 0 && v.Rules().Board.Playable == draughts.Dark {
				q = diagonal[dice.IntN(len(diagonal))]
			}
			on := draughts.Placed{Square: q, Piece: side.King()}
			if man {
				on.Piece = side.Man()
				b.men[side]++
			} else {
				b.kings[side]++
			}
			setup.Pieces = append(setup.Pieces, on)
			b.onDiagonals[side] = b.onDiagonals[side] && v.LongDiagonal().Has(q)
			b.someOnDiagonal[side] = b.someOnDiagonal[side] || v.LongDiagonal().Has(q)
		}
	}
	var err error
	if b.p, err = v.Position(setup); err != nil || b.p.CanCapture() {
		return b, false
	}
	setup.Turn = draughts.Black
	turned, err := v.Position(setup)
	_, over := b.p.Over()
	return b, err == nil && !turned.CanCapture() && !over
}

// compare compares what sentences say with the engine.
func (b *pieces) compare(t *testing.T, v *draughts.Variant, points []Point) {
	t.Helper()
	h := draughts.NewHistory(b.p)
	running := h.Countdowns()
	dead, cannotWin := false, false
	counters := v.Rules().Draws.Counters
	for _, p := range points {
		about := map[string]any{}
		for i := 0; i < len(p.values); i += 2 {
			about[p.values[i].(string)] = p.values[i+1]
		}
		white, black := b.fits(about, draughts.White), b.fits(about, draughts.Black)
		switch p.key {
		case "lesson.draws.quiet", "lesson.draws.counter", "lesson.draws.each":
			c := counters[0]
			counters = counters[1:]
			runs := slices.ContainsFunc(running, func(r draughts.Countdown) bool { return r.Counter == c })
			if exact := about["exact"] == true || about["quiet"] == true; exact != (c.Exact || c.Quiet) {
				t.Errorf("%s: the sentence about the counter %v has %s", v.Rules().Key, c, fmt.Sprint(p.values))
			}
			if runs != (p.key == "lesson.draws.quiet" || white || black) {
				t.Errorf("%s: kings %v, men %v: the counter %v runs: %v; the sentence has %s",
					v.Rules().Key, b.kings, b.men, c, runs, fmt.Sprint(p.values))
			}
		case "lesson.draws.dead":
			dead = dead || white || black
		case "lesson.draws.unwinnable":
			cannotWin = cannotWin || white
		}
	}
	end, over := h.Ending()
	if isDead := over && end.Rule == draughts.DeadBalance; isDead != dead {
		t.Errorf("%s: kings %v, men %v: that it is dead is %v", v.Rules().Key, b.kings, b.men, isDead)
	}
	if b.p.CanWin(draughts.White) == cannotWin {
		t.Errorf("%s: kings %v, men %v: that White cannot win is %v", v.Rules().Key, b.kings, b.men, !cannotWin)
	}
}

// fits reports whether a sentence is about these pieces, if the given side is the strong one.
func (b *pieces) fits(about map[string]any, strong draughts.Side) bool {
	weak := strong.Opponent()
	if about["strong"] == nil || !b.has(strong, about["strong"].(list)) || !b.has(weak, about["weak"].(list)) {
		return false
	}
	if about["limited"] == true && !within(about["total"].(phrase), b.kings[0]+b.kings[1]+b.men[0]+b.men[1]) {
		return false
	}
	switch about["diagonal"] {
	case "held":
		return b.someOnDiagonal[strong]
	case "on":
		return b.onDiagonals[weak]
	case "off":
		return !b.onDiagonals[weak]
	}
	return true
}

// has reports whether a side has the pieces that are named.
func (b *pieces) has(side draughts.Side, named list) bool {
	kings, men := b.kings[side], b.men[side]
	wantKings, wantMen := kings == 0, men == 0
	for _, p := range named {
		switch p.Key {
		case "lesson.force.any":
			return true
		case "lesson.force.least":
			return kings >= p.Values[1].(int)
		case "lesson.force.pieces":
			return within(p, kings+men)
		case "lesson.force.among":
			return within(p.Values[1].(phrase), kings+men) && within(p.Values[3].(phrase), kings)
		case "lesson.force.kings":
			wantKings = within(p, kings)
		case "lesson.force.men":
			wantMen = within(p, men)
		}
	}
	return wantKings && wantMen
}

// within reports whether a number is what a phrase says.
func within(amount phrase, n int) bool {
	least, most, upTo := amount.Values[1].(int), amount.Values[3].(int), amount.Values[5].(string)
	return n >= least && (upTo == "more" || n <= most)
}
