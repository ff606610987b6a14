package lesson

import (
	"strings"
	"testing"

	"doublecorner/bot/lang"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/draughts/rulefile"
	"doublecorner/game/endgame"
	"doublecorner/game/search"
	"doublecorner/game/search/evaluation"
)

// Every exercise that is to be won is won against every defence, within the moves that it allows: the search proves
// it with three quarters of the bot's nodes, at each of the user's moves. What is to be drawn is drawn by solved
// endings, and not by every move. No draw counter runs out before.
func TestExercises(t *testing.T) {
	for _, r := range draughts.Families() {
		v := draughtstest.Variant(t, r.Key)
		all := Exercises(v)
		if len(all) == 0 {
			t.Errorf("%s has no exercises", r.Key)
		}
		for _, e := range all {
			if e.Draws {
				checkDrawn(t, e, endgame.Embedded(v))
				continue
			}
			engine := search.New(v, search.Options{Evaluator: evaluation.Pieces(v), Endgames: endgame.Embedded(v)})
			w := winner{t, e, engine, map[draughts.Position]int{}}
			n := w.moves(e.Start)
			want := allowance(n)
			for _, left := range draughts.NewHistory(e.Start).Countdowns() {
				want = min(want, left.Left)
			}
			if n < 0 || e.Moves != want {
				t.Errorf("%s %s takes %d moves, and allows %d, want %d", r.Key, e.Key, n, e.Moves, want)
			}
		}
	}
}

// winner plays exercises against every defence.
type winner struct {
	*testing.T
	*Exercise
	engine *search.Engine
	known  map[draughts.Position]int // how many moves are needed; -1: not known, or the position has come up before
}

const exerciseNodes = 300_000

// moves returns within how many moves the search wins a position; -1 if it does not.
func (w *winner) moves(p draughts.Position) int {
	if n, known := w.known[p]; known {
		return n
	}
	w.known[p] = -1
	thought, err := w.engine.Think(w.Context(), draughts.NewHistory(p), search.Limit{Nodes: exerciseNodes})
	if err != nil {
		w.Fatal(err)
	}
	best := thought.Lines[0]
	if !best.Value.Proven || best.Value.Score <= 0 {
		w.Errorf("%s: %s is not proven to be won", w.Key, pdn.FEN(p))
		return -1
	}
	after, longest := p.Play(best.Moves[0]), 0
	for _, reply := range after.Moves() {
		next := after.Play(reply)
		if !w.ToEnd && w.Lead(next) > w.Lead(w.Start) && !next.CanCapture() {
			continue // as the bot ends it
		}
		n := w.moves(next)
		if n < 0 {
			return -1
		}
		longest = max(longest, n)
	}
	w.known[p] = longest + 1
	return longest + 1
}

// checkDrawn checks that the exercise is drawn, and that most moves lose.
func checkDrawn(t *testing.T, e *Exercise, set *endgame.Set) {
	t.Helper()
	draws, losses := 0, 0
	for _, m := range e.Start.Moves() {
		node := e.Start.Play(m).Node()
		switch r, known := set.Probe(&node); {
		case known && r.Outcome == endgame.Drawn:
			draws++
		case known && r.Outcome == endgame.Won:
			losses++
		}
	}
	if draws == 0 || losses <= draws {
		t.Errorf("%s: %d moves draw, and %d lose", e.Key, draws, losses)
	}
}

// Every exercise has a name and an idea, in every language, and fits in a custom ID.
func TestExerciseWords(t *testing.T) {
	for _, code := range lang.Codes() {
		for _, key := range draughts.Keys() {
			for _, e := range Exercises(draughtstest.Variant(t, key)) {
				if l := lang.For(code); !l.Has("exercise.name."+e.Key) || !l.Has("exercise.idea."+e.Idea) {
					t.Errorf("%s: %s has no name or idea", code, e.Key)
				}
			}
		}
	}
	if ExerciseOf(draughtstest.Variant(t, "american"), "nonsense") != nil {
		t.Error("there is an exercise of another name")
	}
}

// Every rule set begins with the same five exercises, a guild's own too, and omits those that have no position:
// who need not jump takes no bait, and who is to lose all pieces does not win by jumping.
func TestFirstExercises(t *testing.T) {
	own, err := rulefile.Read(strings.NewReader("base: american\nkey: own\nname: Own\nboard: {size: 12}\nking: {range: far}\n"))
	must(t, err)
	variants := []*draughts.Variant{own}
	for _, r := range draughts.Families() {
		variants = append(variants, draughtstest.Variant(t, r.Key))
	}
	const all = "one-jump two-jumps must-jump bait crowning"
	for _, v := range variants {
		if got := firstKeys(v); got != all {
			t.Errorf("%s begins with %s", v.Rules().Key, got)
		}
	}
	for key, want := range map[string]string{
		"american-free-jump": "one-jump two-jumps crowning", "american-misere": "must-jump bait", "american-misere-free-jump": "",
	} {
		if got := firstKeys(draughtstest.Variant(t, key)); got != want {
			t.Errorf("%s begins with %s, want %s", key, got, want)
		}
	}
	again, err := draughts.Compile(own.Rules())
	must(t, err)
	if e := Exercises(again)[0]; e.Start.Variant() != again {
		t.Error("the exercises are those of a rule set that was compiled before")
	}
}

func firstKeys(v *draughts.Variant) string {
	var keys []string
	for _, e := range firstOf(v) {
		keys = append(keys, e.Key)
	}
	return strings.Join(keys, " ")
}
