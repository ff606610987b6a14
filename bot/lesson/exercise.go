package lesson

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// Exercise is a position, which users play against the best defence: a first exercise or a standard ending. Its sentences have the keys
// exercise.name.KEY and exercise.idea.IDEA.
type Exercise struct {
	Key   string
	Idea  string
	Start draughts.Position // with the user to move
	Draws bool              // the user holds the draw; else they win
	ToEnd bool              // they win when the game ends, and not when they are a piece up
	Moves int               // within which they win, or for which they hold the draw
}

// Lead returns how many pieces more the user has than the defence.
func (e *Exercise) Lead(p draughts.Position) int {
	us := e.Start.Turn()
	return p.Pieces(us).Len() - p.Pieces(us.Opponent()).Len()
}

// standardEndings are those of each rule set, the easiest first. They allow half as many moves again as the best
// play needs, unless draw counters of the rules leave fewer.
var standardEndings = map[string][]struct {
	key, fen string
	moves    int
	draws    bool
	idea     string // empty: the same word as key
}{
	"american": {
		{key: "two-kings", fen: "W:WK18,K19:BK32", moves: 14},
		{key: "three-against-two", fen: "W:WK22,K23,K24:BK31,K32", moves: 6},
		{key: "first-position", fen: "W:WK15,K32:B16,K28", moves: 17},
		{key: "second-position", fen: "W:WK9,K22,K27:BK5,20,21", moves: 15},
		{key: "fourth-position", fen: "B:W23,K31,K32:B21,K20,K24", moves: 3},
	},
	"gamezer": {
		{key: "two-kings", fen: "W:WK9,K18:BK1", moves: 8, idea: "flying-kings"},
		{key: "three-kings", fen: "W:WK2,K13,K18:BK31", moves: 8, idea: "flying-kings"},
	},
	"angol": {
		{key: "two-kings", fen: "W:WK9,K18:BK1", moves: 8, idea: "flying-kings"},
		{key: "three-kings", fen: "W:WK2,K13,K18:BK31", moves: 8, idea: "flying-kings"},
	},
	"russian": {
		{key: "main-road", fen: "W:WKa3:Be3,Kf8", moves: 5, draws: true},
		{key: "petrov", fen: "W:WKc3,Kd6,Ke3:BKd8", moves: 8},
		{key: "three-kings", fen: "W:WKc5,Kd8,Ke3:BKh2", moves: 8, idea: "flying-kings"},
	},
	"brazilian": {
		{key: "main-road", fen: "W:WKa3:Be3,Kf8", moves: 5, draws: true},
		{key: "petrov", fen: "W:WKc3,Kd6,Ke3:BKd8", moves: 8},
		{key: "three-kings", fen: "W:WKc5,Kd8,Ke3:BKh2", moves: 8, idea: "flying-kings"},
	},
	"filipino": {
		{key: "main-road", fen: "W:WK24:B22,K2", moves: 5, draws: true},
		{key: "petrov", fen: "W:WK11,K22,K23:BK3", moves: 8},
		{key: "three-kings", fen: "W:WK8,K12,K31:BK17", moves: 8, idea: "flying-kings"},
	},
	"pool": {
		{key: "main-road", fen: "W:WK21:B23,K3", moves: 5, draws: true},
		{key: "petrov", fen: "W:WK10,K22,K23:BK2", moves: 8},
		{key: "three-kings", fen: "W:WK2,K14,K23:BK28", moves: 8, idea: "flying-kings"},
	},
	"italian": {
		{key: "two-kings", fen: "W:WK22,K23:BK29", moves: 14},
	},
	"spanish": {
		{key: "main-road", fen: "W:WK24:B22,K2", moves: 5, draws: true},
		{key: "petrov", fen: "W:WK11,K22,K23:BK3", moves: 8},
	},
	"czech": {
		{key: "main-road", fen: "W:WKa3:Be3,Kf8", moves: 5, draws: true},
		{key: "petrov", fen: "W:WKc3,Kd6,Ke3:BKd8", moves: 8},
	},
	"thai": {
		{key: "two-kings", fen: "W:WK11,K15:BK32", moves: 8, idea: "flying-kings"},
	},
	"international": {
		{key: "main-road", fen: "W:WK36:B33,K4", moves: 5, draws: true},
		{key: "three-kings", fen: "W:WK28,K39,K50:BK45", moves: 8, idea: "flying-kings"},
	},
	"canadian": {
		{key: "three-kings", fen: "W:WK41,K48,K57:BK54", moves: 6, idea: "flying-kings"},
	},
	"frisian": {
		{key: "two-kings", fen: "W:WK25,K41:BK13", moves: 5, idea: "flying-kings"},
	},
	"turkish": {
		{key: "two-kings", fen: "W:WKc4,Kd4:BKh5", moves: 11, idea: "flying-kings"},
	},
}

// Exercises returns the exercises for a rule set, the easiest first; none if it has none. They are shared and must not
// be changed.
func Exercises(v *draughts.Variant) []*Exercise {
	all, key := firstOf(v), v.Rules().Key
	if builtin, err := draughts.Builtin(key); err != nil || builtin != v {
		return all
	}
	return slices.Concat(all, endings()[key])
}

var endings = sync.OnceValue(func() map[string][]*Exercise {
	all := map[string][]*Exercise{}
	for key, list := range standardEndings {
		v, err := draughts.Builtin(key)
		for _, x := range list {
			e := &Exercise{Key: x.key, Idea: cmp.Or(x.idea, x.key), Draws: x.draws, Moves: x.moves}
			if err == nil {
				e.Start, err = pdn.ParseFEN(v, x.fen)
			}
			if err != nil {
				panic(fmt.Sprintf("lesson: the exercise %s of %s: %v", x.key, key, err)) // it is part of the program
			}
			all[key] = append(all[key], e)
		}
	}
	return all
})

// ExerciseOf returns an exercise for a rule set by its key; nil if there is none.
func ExerciseOf(v *draughts.Variant, key string) *Exercise {
	all := Exercises(v)
	if i := slices.IndexFunc(all, func(e *Exercise) bool { return e.Key == key }); i >= 0 {
		return all[i]
	}
	return nil
}
