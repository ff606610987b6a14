package puzzle

import (
	"context"

	"doublecorner/game/draughts"
	"doublecorner/game/endgame"
	"doublecorner/game/search"
	"doublecorner/game/search/evaluation"
)

// NewEngine returns an engine that judges puzzles. It counts pieces and knows nothing else, so that what it says
// follows from the rules and does not change when the program learns to play better.
func NewEngine(v *draughts.Variant, endgames *endgame.Set) *search.Engine {
	return search.New(v, search.Options{Hash: hash, Evaluator: evaluation.Pieces(v), Endgames: endgames})
}

// hash is how many megabytes of hash table suffice for a puzzle.
const hash = 8

// What a move is worth, in hundredths of a man.
const (
	man  = 100
	even = man / 2 // with no more than this, nothing is won but a king for a man
)

// verdict is what a position asks of the side to move.
type verdict struct {
	best         draughts.Move
	value, other int  // what the best move is worth, and the second
	forced       bool // there is no other
}

// judge thinks about the two best moves of a position.
func judge(ctx context.Context, think search.Thinker, h *draughts.History, nodes uint64) (v verdict, err error) {
	t, err := think(ctx, h, search.Limit{Nodes: nodes, Lines: 2})
	if err != nil || len(t.Lines[0].Moves) == 0 {
		return verdict{}, err
	}
	v = verdict{best: t.Lines[0].Moves[0], value: t.Lines[0].Value.Number(), forced: len(t.Lines) == 1}
	if !v.forced {
		v.other = t.Lines[1].Value.Number()
	}
	return v, nil
}

// solves reports whether the best move is the only one that achieves an aim.
func (v verdict) solves(saves bool) bool {
	switch {
	case v.forced || v.value-v.other < man:
		return false
	case saves:
		return v.value >= -even && v.isSaved() && v.other <= -man
	}
	return v.value >= man && v.other <= even
}

// isSaved reports whether the best move saves the game rather than win it.
func (v verdict) isSaved() bool { return v.value < man }

// Fault says at which of the moves of a solution something is wrong with a puzzle.
type Fault struct {
	Ply         int
	Best        draughts.Move // what the search would play
	Value, Next int           // what that is worth, and the second, in hundredths of a man
}

// Check thinks about each of the solver's moves, and says where another one is as good.
func Check(ctx context.Context, think search.Thinker, p *Puzzle, nodes uint64) (*Fault, error) {
	for ply := 0; ply < p.Asked; ply += 2 {
		h := draughts.NewHistory(p.At(ply))
		v, err := judge(ctx, think, h, nodes)
		if err != nil {
			return nil, err
		}
		if v.best != p.Moves[ply] || !v.forced && !v.solves(p.Saves) {
			return &Fault{ply, v.best, v.value, v.other}, nil
		}
	}
	return nil, nil
}
