package search_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/endgame"
	"doublecorner/game/search"
)

var game = draughtstest.Game

// think lets a new engine think.
func think(t testing.TB, h *draughts.History, l search.Limit) search.Thought {
	t.Helper()
	e := search.New(h.Position().Variant(), search.Options{Hash: 1})
	thought, err := e.Think(context.Background(), h, l)
	must(t, err)
	return thought
}

// play makes moves, by their texts.
func play(t testing.TB, h *draughts.History, moves string) {
	t.Helper()
	for _, text := range strings.Fields(moves) {
		m, err := h.Position().Read(text)
		if err == nil {
			err = h.PlayOn(m)
		}
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
}

var (
	won   = search.Value{Proven: true, Score: 1}
	lost  = search.Value{Proven: true, Score: -1}
	drawn = search.Value{Proven: true}
)

// A position in which nobody can move is worth what the rules say, and has no move.
func TestOver(t *testing.T) {
	for _, c := range []struct {
		name, rules, fen string
		want             search.Value
	}{
		{"no pieces", "american", "W:W:B12", lost},
		{"blocked", "american", "W:W29:B25,22", lost},
		{"no pieces in misère", "american-misere", "W:W:B12", won},
		{"blocked in misère", "international-misere", "W:W46:B41,37", won},
		{"a king in breakthrough", "russian-breakthrough", "B:WKb8,c3:Bf6", lost},
	} {
		h := game(t, c.rules, c.fen)
		if _, over := h.Ending(); !over {
			t.Errorf("%s: not over", c.name)
			continue
		}
		got := think(t, h, search.Limit{Depth: 5})
		if len(got.Lines) != 1 || got.Lines[0].Moves != nil || got.Lines[0].Value != c.want {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

// Think refuses to think for ever, and about games of other rule sets.
func TestRefusals(t *testing.T) {
	h := game(t, "american", "")
	e := search.New(h.Position().Variant(), search.Options{Hash: 1})
	for _, l := range []search.Limit{{}, {Lines: 3}, {Level: 9}, {Level: -1}} {
		if _, err := e.Think(t.Context(), h, l); err == nil {
			t.Errorf("%+v: no error", l)
		}
	}
	if _, err := e.Think(t.Context(), game(t, "russian", ""), search.Limit{Depth: 1}); err == nil {
		t.Error("no error about another rule set")
	}
}

// A game whose rules were compiled anew, under another name, is thought about as by the Variant of the engine.
func TestSameRules(t *testing.T) {
	builtin := game(t, "frisian", "W:WK46,31,32:BK5,16,20:+146+0")
	v := builtin.Position().Variant()
	rules := v.Rules()
	compiled := func() *draughts.Variant {
		v, err := draughts.Compile(rules)
		must(t, err)
		return v
	}
	rules.Key, rules.Name = "my-own", "My own"
	e := search.New(v, search.Options{Hash: 1, Endgames: endgame.Embedded(v)})
	l := search.Limit{Nodes: 3000, Lines: 3}
	own := draughts.NewHistory(compiled().OfNode(builtin.Position().Node()))
	for range 8 {
		e.Forget()
		want, err := e.Think(t.Context(), builtin, l)
		must(t, err)
		e.Forget()
		got, err := e.Think(t.Context(), own, l)
		if got.Time = want.Time; err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v, %v, want %+v", got, err, want)
		}
		m := got.Lines[0].Moves[0]
		must(t, errors.Join(own.Play(m), builtin.Play(m)))
	}
	rules.Draws.Repetition++
	if _, err := e.Think(t.Context(), draughts.NewHistory(compiled().Start()), l); err == nil {
		t.Error("no error about other draws")
	}
}

// The same game, node limit and seed give the same answer.
func TestDeterminism(t *testing.T) {
	for _, rules := range []string{"american", "international", "frisian-misere", "turkish", "canadian-breakthrough", "thai-free-jump"} {
		for _, l := range []search.Limit{{Nodes: 20_000, Lines: 3}, {Nodes: 3_333}, {Level: 2, Seed: 5}} {
			h := game(t, rules, "")
			first := think(t, h, l)
			again := think(t, h, l)
			first.Time, again.Time = 0, 0
			if !reflect.DeepEqual(first, again) {
				t.Errorf("%s, %+v: %+v, then %+v", rules, l, first, again)
			}
			if l.Nodes != 0 && first.Nodes > l.Nodes+1 {
				t.Errorf("%s: %d nodes, %d allowed", rules, first.Nodes, l.Nodes)
			}
		}
	}
}

// An engine that has forgotten thinks as a new one, and a level always does.
func TestForget(t *testing.T) {
	h := game(t, "russian", "")
	for _, l := range []search.Limit{{Nodes: 20_000}, {Level: 6}} {
		e := search.New(h.Position().Variant(), search.Options{Hash: 1})
		first, _ := e.Think(t.Context(), h, l)
		if l.Level == 0 {
			e.Forget()
		}
		again, err := e.Think(t.Context(), h, l)
		first.Time, again.Time = 0, 0
		if err != nil || !reflect.DeepEqual(first, again) {
			t.Errorf("%+v: %+v, then %+v, %v", l, first, again, err)
		}
	}
}

// Lines are legal moves that follow each other, by falling value, each with another first move.
func TestLines(t *testing.T) {
	for _, rules := range []string{"american", "brazilian", "frisian", "turkish", "canadian", "italian-misere", "pool-breakthrough"} {
		h := game(t, rules, "")
		random := rand.New(rand.NewPCG(1, 2))
		for range 12 {
			if _, over := h.Ending(); over {
				break
			}
			got := think(t, h, search.Limit{Depth: 5, Lines: 4})
			legal := h.Position().Moves()
			if len(got.Lines) != min(4, len(legal)) || got.Depth != 5 {
				t.Fatalf("%s: %+v", rules, got)
			}
			firsts := map[draughts.Move]bool{}
			for i, line := range got.Lines {
				firsts[line.Moves[0]] = true
				if i > 0 && !line.Value.Proven && line.Value.Score > got.Lines[i-1].Value.Score {
					t.Errorf("%s: not in order: %+v", rules, got.Lines)
				}
				again := h.Clone()
				for _, m := range line.Moves {
					if err := again.PlayOn(m); err != nil {
						t.Fatalf("%s: %v: %v", rules, line.Moves, err)
					}
				}
			}
			if len(firsts) != len(got.Lines) {
				t.Errorf("%s: the same move twice: %+v", rules, got.Lines)
			}
			must(t, h.Play(legal[random.IntN(len(legal))]))
		}
	}
}

// A line that is told in part does not end in the middle of an exchange.
func TestBeginning(t *testing.T) {
	h := game(t, "american", "", "11-15", "22-18", "15x22", "25x18", "8-11")
	for n, want := range []int{0, 1, 4, 4, 4, 5, 5} {
		if got := len(search.Beginning(h.Moves(), n)); got != want {
			t.Errorf("of %d moves %d are told, want %d", n, got, want)
		}
	}
}

// A level whose thinking ends early plays what it would play at the last depth that it finished.
func TestLevelInterrupted(t *testing.T) {
	for _, fen := range []string{"B:W17,18,21,22,25,26,29,30,31:B1,2,3,5,8,10,11,12,13", "W:W17,20,21,24,25,28,29:B1,4,5,8,9,12,13"} {
		h := draughtstest.Game(t, "american", fen)
		for nodes := uint64(50); nodes < 20_000; nodes += nodes / 8 {
			got := think(t, h, search.Limit{Level: 6, Nodes: nodes, Seed: nodes})
			want := think(t, h, search.Limit{Level: 6, Depth: got.Depth, Seed: nodes})
			if !slices.Equal(got.Lines[0].Moves, want.Lines[0].Moves) || got.Lines[0].Value != want.Lines[0].Value {
				t.Errorf("%s: in %d positions %v, at depth %d %v", fen, nodes, got.Lines[0], got.Depth, want.Lines[0])
			}
		}
	}
}

// A level shows the move it chooses first, and then the best of the others in order.
func TestLinesOfLevels(t *testing.T) {
	chosen := 0
	for _, rules := range []string{"american", "international", "turkish"} {
		h := game(t, rules, "")
		random := rand.New(rand.NewPCG(3, 4))
		for range 12 {
			if _, over := h.Ending(); over {
				break
			}
			seed := random.Uint64()
			got := think(t, h, search.Limit{Level: 2, Seed: seed, Lines: 3}).Lines
			legal := h.Position().Moves()
			if want := min(3, len(legal)); len(got) != want {
				t.Fatalf("%s: %d lines, want %d", rules, len(got), want)
			}
			for i := 2; i < len(got); i++ {
				if !got[i].Value.Proven && got[i].Value.Score > got[i-1].Value.Score || got[i].Moves[0] == got[0].Moves[0] {
					t.Errorf("%s: not in order: %+v", rules, got)
				}
			}
			if len(got) > 1 && got[0].Value.Score < got[1].Value.Score {
				chosen++
			}
			must(t, h.Play(legal[random.IntN(len(legal))]))
		}
	}
	if chosen == 0 {
		t.Error("never another than the best")
	}
}

// Where a search is interrupted, a line is not shown with more than it was worth when it was searched last.
func TestInterruptedLines(t *testing.T) {
	values := func(t search.Thought) map[draughts.Move]int {
		all := map[draughts.Move]int{}
		for _, line := range t.Lines {
			all[line.Moves[0]] = line.Value.Score
		}
		return all
	}
	for _, rules := range []string{"american", "russian", "international"} {
		h := game(t, rules, "")
		random := rand.New(rand.NewPCG(1, 2))
		for range 20 {
			if _, over := h.Ending(); over {
				break
			}
			lines := []int{4, 99}[random.IntN(2)]
			got := think(t, h, search.Limit{Lines: lines, Nodes: 200 + random.Uint64N(5000)})
			before := values(think(t, h, search.Limit{Lines: 99, Depth: max(1, got.Depth)}))
			after := values(think(t, h, search.Limit{Lines: 99, Depth: got.Depth + 1}))
			for i, line := range got.Lines {
				m := line.Moves[0]
				if i > 0 && got.Depth > 0 && !line.Value.Proven && line.Value.Score > max(before[m], after[m])+20 {
					t.Errorf("%s, %s: %s is %v, but %d at depth %d, and then %d", rules, pdn.FEN(h.Position()),
						h.Position().Text(m), line.Value, before[m], got.Depth, after[m])
				}
				if i == 0 || line.Value.Proven || got.Lines[i-1].Value.Proven {
					continue
				}
				if line.Value.Score > got.Lines[i-1].Value.Score {
					t.Errorf("%s: not in order: %+v", rules, got.Lines)
				}
			}
			legal := h.Position().Moves()
			must(t, h.Play(legal[random.IntN(len(legal))]))
		}
	}
}

// Wherever a search is interrupted, a lost position is not said to be lost sooner than it is.
func TestInterruptedDefence(t *testing.T) {
	for _, c := range []struct {
		rules, fen string
		plies      int
	}{{"turkish", "B:Wd3,Ka3:Bb7", 10}, {"canadian", "B:W18,71:B22", 10}} {
		h := game(t, c.rules, c.fen)
		for nodes := uint64(100); nodes < 8000; nodes += 150 {
			got := think(t, h, search.Limit{Nodes: nodes}).Lines[0].Value
			if got.Proven && (got.Score != -1 || got.Plies < c.plies) {
				t.Errorf("%s, %d nodes: %v, not lost in %d", c.rules, nodes, got, c.plies)
			}
		}
	}
}

// lateness is how late an answer may be on a busy machine. BenchmarkStop measures how late it is on a quiet one.
const lateness = 2 * time.Second

func TestTime(t *testing.T) {
	h := game(t, "international", "")
	for _, limit := range []time.Duration{time.Millisecond, 30 * time.Millisecond} {
		if got := think(t, h, search.Limit{Time: limit}); got.Time < limit || got.Time > limit+lateness {
			t.Errorf("%s: %s", limit, got.Time)
		}
	}
}

// Progress is reported in ever greater depth, and not more often than every tenth of a second.
func TestProgress(t *testing.T) {
	h := game(t, "american", "")
	e := search.New(h.Position().Variant(), search.Options{Hash: 1})
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	last, times, began := 0, 0, time.Now()
	_, err := e.Think(ctx, h, search.Limit{Depth: 100, Progress: func(got search.Thought) {
		if got.Depth <= last || len(got.Lines) != 1 || got.Nodes == 0 || got.Time == 0 {
			t.Errorf("%+v after depth %d", got, last)
		}
		last = got.Depth
		if times++; times == 2 {
			stop()
		}
	}})
	must(t, err)
	if took := time.Since(began); times < 2 || took < 200*time.Millisecond {
		t.Errorf("%d reports in %v", times, took)
	}
}

// outcome is what a position is worth if both sides look no further than some plies, by the rules of
// a game alone.
func outcome(h *draughts.History, plies int) search.Value {
	unknown := search.Value{}
	if end, over := h.Position().Over(); over && !end.Drawn {
		if end.Winner == h.Position().Turn() {
			return won
		}
		return lost
	}
	_, over := h.Ending()
	_, claim := h.Claim(h.Position().Turn())
	if over || claim || plies == 0 {
		return unknown
	}
	moves := h.Position().Moves()
	best := lost
	for _, m := range moves {
		next := h.Clone()
		next.Play(m)
		v := outcome(next, plies-1)
		v.Score, v.Plies = -v.Score, v.Plies+1
		switch {
		case !v.Proven && best.Score <= 0:
			best = v
		case v.Score > 0 && (best.Score <= 0 || v.Plies < best.Plies):
			best = v
		case v.Score < 0 && best.Score < 0 && best.Proven && v.Plies > best.Plies:
			best = v
		}
	}
	if !best.Proven {
		return unknown
	}
	return best
}

// What is won or lost in few plies is found, and nothing else is called so.
func TestOutcomes(t *testing.T) {
	const plies = 3
	for i, family := range draughts.Families() {
		rules := family.Key + []string{"", "-misere", "-breakthrough", "-free-jump"}[i%4]
		v := draughtstest.Variant(t, rules)
		e := search.New(v, search.Options{Hash: 1})
		random := rand.New(rand.NewPCG(11, uint64(len(rules))))
		for range 12 {
			h := draughts.NewHistory(sparse(v, 3+random.IntN(3), random))
			if _, over := h.Ending(); over {
				continue
			}
			e.Forget()
			got, err := e.Think(t.Context(), h, search.Limit{Depth: plies + 4})
			must(t, err)
			value := got.Lines[0].Value
			want := outcome(h, plies)
			if want.Proven && (!value.Proven || value.Score != want.Score || value.Plies > want.Plies && value.Score > 0) {
				t.Errorf("%s, %s: %v, want %v", rules, pdn.FEN(h.Position()), value, want)
			}
			if value.Proven && value.Score != 0 && value.Plies <= plies && !want.Proven {
				t.Errorf("%s, %s: %v is not proven", rules, pdn.FEN(h.Position()), value)
			}
		}
	}
}

// sparse draws a position of some pieces.
func sparse(v *draughts.Variant, pieces int, random *rand.Rand) draughts.Position {
	for {
		setup := draughts.Setup{Turn: draughts.Sides[random.IntN(2)]}
		for i, n := range random.Perm(v.Squares())[:pieces] {
			side := draughts.Sides[i%2]
			piece := side.Man()
			if v.Rules().Object != draughts.Breakthrough && random.IntN(2) == 0 {
				piece = side.King()
			}
			setup.Pieces = append(setup.Pieces, draughts.Placed{Square: draughts.Square(n + 1), Piece: piece})
		}
		if p, err := v.Position(setup); err == nil {
			return p
		}
	}
}

// Crowded positions, thousands of captures and many kings are nothing special.
func TestCrowds(t *testing.T) {
	for _, c := range []struct {
		rules, fen string
		captures   int // there are at least so many
	}{
		{"american", "W:WK1,K2,K3,K4,K5,K6,K7,K8,K9,K10,K11,K12:BK21,K22,K23,K24,K25,K26,K27,K28,K29,K30,K31,K32", 0},
		{"russian", "W:WKa1,Kc1,Ke1,Kg1,Kb2,Kd2,Kf2,Kh2,Ka3,Kc3,Ke3,Kg3:BKb8,Kd8,Kf8,Kh8,Ka7,Kc7,Ke7,Kg7,Kb6,Kd6,Kf6,Kh6", 0},
		{"canadian", "W:WK1,K7,K13:B14,15,16,20,21,22,26,27,28,32,33,34,38,39,40,44,45,46,50,51,52,56,57,58", 0},
		{"canadian-free-jump", "W:WK1,K7,K13:B14,15,16,20,21,22,26,27,28,32,33,34,38,39,40,44,45,46,50,51,52,56,57,58", 0},
		{"canadian-free-jump", "W:WK19,K33,K56:B2,5-7,9,12,13,16,21,24,27-29,37-41,49,50,52-54,61-63,K1,K60,K67,K69", 3900},
		{"frisian-free-jump", "W:WK44,K47:B1,4,9,11,22,23,28,30,31,35,38,K13,K17,K24,K26,K40,K48:+0+0", 8000},
		{"turkish-free-jump", "W:WKc7,Kd7,Ke2:Bb8,e8,g7,d6,f6,a5,h5,b4,g4,c2,g2,h2,Ke4,Kb3,Kf3,Kc1", 6000},
	} {
		h := game(t, c.rules, c.fen)
		legal := h.Position().Moves()
		captures := 0
		for _, m := range legal {
			if m.IsCapture() {
				captures++
			}
		}
		if captures < c.captures {
			t.Errorf("%s: there are %d captures", c.rules, captures)
		}
		for _, lines := range []int{1, 9} {
			got := think(t, h, search.Limit{Nodes: 3000, Lines: lines})
			if len(got.Lines) != min(lines, len(legal)) || !slices.Contains(legal, got.Lines[0].Moves[0]) {
				t.Errorf("%s: %+v", c.rules, got)
			}
		}
	}
}

// The only move is found with any limit, as the only line, and at once at every level.
func TestOneMove(t *testing.T) {
	for _, c := range []struct{ rules, fen, move string }{
		{"american", "W:W22,30:B17,1", "22x13"},
		{"american", "B:W13:B5", "5-9"},
		{"international", "W:W46:BK5", "46-41"},
		{"turkish", "W:Wa2:Ba3,h8,h7", "a2xa4"},
	} {
		h := game(t, c.rules, c.fen)
		for _, l := range []search.Limit{{Nodes: 1}, {Depth: 4, Lines: 5}, {Time: time.Millisecond}, {Level: 1}, {Level: 8}} {
			got := think(t, h, l)
			if len(got.Lines) != 1 || h.Position().Text(got.Lines[0].Moves[0]) != c.move {
				t.Errorf("%s, %+v: %+v", c.rules, l, got)
			}
			if l.Level > 0 && got.Depth > 1 {
				t.Errorf("%s, %+v: it is searched to depth %d", c.rules, l, got.Depth)
			}
		}
	}
}

// Thinking longer allocates no more than the lines it returns.
func TestAllocations(t *testing.T) {
	for _, c := range []struct{ rules, fen string }{
		{"american", ""}, {"international", ""}, {"frisian", ""}, {"turkish", ""}, {"canadian", ""},
		{"american", "W:WK32,K31,27:BK1,K5,9"}, // with the databases
	} {
		h := game(t, c.rules, c.fen)
		v := h.Position().Variant()
		e := search.New(v, search.Options{Hash: 1, Endgames: endgame.Embedded(v)})
		allocations := func(nodes uint64) float64 {
			return testing.AllocsPerRun(1, func() {
				e.Forget()
				if _, err := e.Think(t.Context(), h, search.Limit{Nodes: nodes}); err != nil {
					t.Fatal(err)
				}
			})
		}
		few, many := allocations(1000), allocations(30_000)
		if many > few+100 {
			t.Errorf("%+v: %.0f allocations in 1,000 nodes, %.0f in 30,000", c, few, many)
		}
	}
}

func must(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
