package puzzle

import (
	"context"

	"doublecorner/game/draughts"
	"doublecorner/game/search"
)

// Thinker thinks about the position of a game: search.Engine.Think, or a mind.
type Thinker func(context.Context, *draughts.History, search.Limit) (search.Thought, error)

// What a move is worth, in hundredths of a man.
const (
	winning = 90  // a man, or nearly
	holding = -45 // not less than this, the game is not lost
	nothing = 45  // not more than this, nothing is won
	better  = 75  // by how much the best move is better than the second
)

// verdict is what a position asks of the side to move.
type verdict struct {
	best         draughts.Move
	value, other int  // what the best move is worth, and the second
	forced       bool // there is no other
}

// judge thinks about the two best moves of a position.
func (think Thinker) judge(ctx context.Context, h *draughts.History, nodes uint64) (v verdict, err error) {
	t, err := think(ctx, h, search.Limit{Nodes: nodes, Lines: 2})
	if err != nil || len(t.Lines[0].Moves) == 0 {
		return verdict{}, err
	}
	v = verdict{best: t.Lines[0].Moves[0], value: number(t.Lines[0].Value), forced: len(t.Lines) == 1}
	if !v.forced {
		v.other = number(t.Lines[1].Value)
	}
	return v, nil
}

// certain is more than a position is worth in which nothing is certain.
const certain = 20000

// number returns a value as one number.
func number(v search.Value) int {
	if v.Proven {
		return certain * v.Score
	}
	return v.Score
}

// wins tells whether the best move wins something and no other does. With slack, what is nearly so is so,
// as long as the best move is better by as much.
func (v verdict) wins(slack int) bool {
	return !v.forced && v.value >= winning-slack && v.other <= nothing+slack && v.value-v.other >= better-slack/2
}

// saves tells whether the best move saves the game and no other does.
func (v verdict) saves(slack int) bool {
	return !v.forced && v.value >= holding-slack && v.value < winning && v.other <= -winning+slack &&
		v.value-v.other >= better-slack/2
}

// solves tells whether the best move is the only one that achieves an aim.
func (v verdict) solves(saves bool, slack int) bool {
	if saves {
		return v.saves(slack)
	}
	return v.wins(slack)
}

// Fault says at which of the moves of a solution something is wrong with a puzzle.
type Fault struct {
	Ply         int
	Best        draughts.Move // what the search would play
	Value, Next int           // what that is worth, and the second, in hundredths of a man
}

// Slack is by how many hundredths of a man Check is less strict than Search: shorter searches, and those
// with other weights, see things differently.
const Slack = 45

// Check thinks about each of the solver's moves, and says where another one is as good.
func Check(ctx context.Context, think Thinker, p *Puzzle, nodes uint64, slack int) (*Fault, error) {
	for ply := 0; ply < p.Asked; ply += 2 {
		h := draughts.NewHistory(p.At(ply))
		v, err := think.judge(ctx, h, nodes)
		if err != nil {
			return nil, err
		}
		if v.best != p.Moves[ply] || !v.forced && !v.solves(p.Saves, slack) {
			return &Fault{ply, v.best, v.value, v.other}, nil
		}
	}
	return nil, nil
}
