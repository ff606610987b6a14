package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"doublecorner/game/draughts"
	"doublecorner/game/search/evaluation"
	"doublecorner/internal/system"
)

// rounds says how rounds of training go.
type rounds struct {
	playing
	fitting
	sequentialTest
	Deep   uint64 `help:"Positions searched for a move in the match. Weights can be good for short searches and bad for longer ones." default:"2000"`
	Games  int    `help:"Games of each round. 0: as many as planned for the rule set." default:"0"`
	Last   int    `help:"Weights are fitted to the games of so many rounds." default:"3"`
	Seed   uint64 `help:"What is played follows from this number." default:"1"`
	Dir    string `help:"Directory for the games and for weights that are not better." default:"training" type:"path"`
	Accept string `help:"Directory for weights that are better." default:"game/search/evaluation/weights" type:"path"`
}

// state says how far the training of a rule set is. It is stored beside the games.
type state struct {
	Round   int   // the round at hand, from 1
	Results pairs // of its match
}

// round plays, fits and tests once, or goes on where it was interrupted.
func (r rounds) round(ctx context.Context, v *draughts.Variant, out *output) error {
	key := v.Rules().Key
	if err := os.MkdirAll(r.Dir, 0o755); err != nil {
		return err
	}
	s := state{Round: 1}
	if err := readJSON(r.stateFile(v), &s); err != nil {
		return err
	}
	weights, err := r.acceptedWeights(v)
	if err != nil {
		return err
	}
	old := evaluation.New(evaluation.FeaturesOf(v), weights)

	// The games of every round begin differently.
	seed := r.Seed + uint64(s.Round)<<32
	games := r.Games
	if games == 0 {
		games = planOf(key).Games
	}
	out.say("%s, round %d", key, s.Round)
	if err := r.prepare(ctx, v, out); err != nil {
		return err
	}
	defer r.endings.Close()
	if err := r.playGames(ctx, v, old, seed, games, r.file(v, s.Round, "games"), out); err != nil {
		return err
	}
	fitted, err := r.fitOnce(ctx, v, s.Round, weights, out)
	if err != nil {
		return err
	}
	if err := r.compare(ctx, v, fitted, old, seed+1<<31, &s, out); err != nil {
		return errors.Join(err, writeJSON(r.stateFile(v), s))
	}
	if err := r.accept(v, s, out); err != nil {
		return err
	}
	return writeJSON(r.stateFile(v), state{Round: s.Round + 1})
}

// stateFile returns the name of the file with the state of a rule set.
func (r rounds) stateFile(v *draughts.Variant) string {
	return filepath.Join(r.Dir, v.Rules().Key+".json")
}

// file returns the name of a file of a round: its games or its weights.
func (r rounds) file(v *draughts.Variant, round int, ending string) string {
	return filepath.Join(r.Dir, fmt.Sprintf("%s-%d.%s", v.Rules().Key, round, ending))
}

// acceptedFile returns the name of the file with the weights that were accepted last.
func (r rounds) acceptedFile(v *draughts.Variant) string {
	return filepath.Join(r.Accept, v.Rules().Key+".weights")
}

// acceptedWeights returns the weights that were accepted last: after this program was built, maybe.
func (r rounds) acceptedWeights(v *draughts.Variant) ([]evaluation.Pair, error) {
	weights, err := readWeights(v, r.acceptedFile(v))
	if errors.Is(err, fs.ErrNotExist) {
		return readWeights(v, "material")
	}
	return weights, err
}

// fitOnce fits weights to the games of the last rounds, unless that is done, and returns their Evaluator.
func (r rounds) fitOnce(ctx context.Context, v *draughts.Variant, round int, old []evaluation.Pair, out *output) (*evaluation.Evaluator, error) {
	name := r.file(v, round, "weights")
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		var games []string
		for n := max(1, round-r.Last+1); n <= round; n++ {
			games = append(games, r.file(v, n, "games"))
		}
		weights, err := r.fitFiles(ctx, v, games, old, out)
		if err != nil {
			return nil, err
		}
		if err := writeWeights(v, weights, name); err != nil {
			return nil, err
		}
	}
	return readEvaluator(v, name)
}

// compare lets the fitted weights play against the old ones, from where the state says on.
func (r rounds) compare(ctx context.Context, v *draughts.Variant, fitted, old *evaluation.Evaluator, seed uint64, s *state, out *output) (err error) {
	deep := r.playing
	deep.Nodes, deep.Time = r.Deep, 0
	s.Results, err = r.match(ctx, v, deep, fitted, old, seed, s.Results, func(p pairs) {
		out.progress("match: " + r.describe(p))
		s.Results = p
		if p.count()%20 == 0 {
			writeJSON(r.stateFile(v), s) // it can be played again
		}
	})
	return err
}

// accept keeps the weights of a round if its match says that they are better.
func (r rounds) accept(v *draughts.Variant, s state, out *output) error {
	out.say("match: %s", r.describe(s.Results))
	if stronger, _ := r.decided(s.Results); !stronger {
		out.say("the new weights are not better")
		return nil
	}
	file, err := os.ReadFile(r.file(v, s.Round, "weights"))
	if err != nil {
		return err
	}
	if err := system.WriteFile(r.acceptedFile(v), file, 0o644); err != nil {
		return err
	}
	out.say("the new weights are better, and are now in %s", r.acceptedFile(v))
	return nil
}
