package main

import (
	"context"
	"fmt"
	"os"
	"time"

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

// readEvaluator returns the Evaluator of the weights that a word or the name of a file says.
func readEvaluator(v *draughts.Variant, from string) (*evaluation.Evaluator, error) {
	weights, err := readWeights(v, from)
	if err != nil {
		return nil, err
	}
	return evaluation.New(evaluation.FeaturesOf(v), weights), nil
}

// readWeights returns the weights that a word or the name of a file says.
func readWeights(v *draughts.Variant, from string) (weights []evaluation.Pair, err error) {
	switch from {
	case "embedded":
		_, weights = evaluation.WeightsFor(v)
		return weights, nil
	case "material":
		_, weights = evaluation.MaterialWeights(v)
		return weights, nil
	}
	file, err := os.Open(from)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	weights, err = evaluation.FeaturesOf(v).Decode(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from, err)
	}
	return weights, nil
}

// writeWeights writes a file of weights.
func writeWeights(v *draughts.Variant, weights []evaluation.Pair, name string) error {
	file, err := evaluation.FeaturesOf(v).Encode(weights)
	if err != nil {
		return err
	}
	return writeFile(name, file)
}

// writeFile writes a file, which appears once it is complete.
func writeFile(name string, content []byte) error {
	if err := os.WriteFile(name+".part", content, 0o644); err != nil {
		return err
	}
	return os.Rename(name+".part", name)
}

// seconds rounds a time for people.
func seconds(d time.Duration) time.Duration { return d.Round(time.Second) }
