package main

import (
	"context"

	"doublecorner/game/draughts"
	"doublecorner/game/search"
	"doublecorner/game/search/evaluation"
)

// player is one side of a game.
type player struct {
	engine *search.Engine
	limit  search.Limit
}

// choice is the move of a player; ok reports whether it has one.
type choice struct {
	move   draughts.Move
	score  int // in hundredths of a man; if proven, its sign
	proven bool
	ok     bool
}

func newPlayer(v *draughts.Variant, e *evaluation.Evaluator, p playing) *player {
	return &player{
		engine: search.New(v, search.Options{Hash: p.Hash, Evaluator: e, Endgames: p.endings}),
		limit:  search.Limit{Nodes: p.Nodes, Time: p.Time},
	}
}

// think finds a move within the player's limit.
func (p *player) think(h *draughts.History) choice {
	t, err := p.engine.Think(context.Background(), h, p.limit)
	if err != nil || len(t.Lines[0].Moves) == 0 {
		return choice{}
	}
	best := t.Lines[0]
	return choice{best.Moves[0], best.Value.Score, best.Value.Proven, true}
}

func (p *player) forget() { p.engine.Forget() }
