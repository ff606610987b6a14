package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"doublecorner/game/draughts"
	"doublecorner/game/search/evaluation"
	"doublecorner/game/search/train/record"
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
	inDir := func(name string, round int) string {
		return filepath.Join(r.Dir, fmt.Sprintf("%s-%d.%s", key, round, name))
	}
	s := state{Round: 1}
	stateFile := filepath.Join(r.Dir, key+".json")
	if err := readJSON(stateFile, &s); err != nil {
		return err
	}
	// The weights that play are those accepted last: written after this program was built, maybe.
	accepted := filepath.Join(r.Accept, key+".weights")
	weights, err := readWeights(v, accepted)
	if errors.Is(err, fs.ErrNotExist) {
		weights, err = readWeights(v, "material")
	}
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
	if err := r.playGames(ctx, v, old, seed, games, inDir("games", s.Round), out); err != nil {
		return err
	}

	fittedFile := inDir("weights", s.Round)
	if _, err := os.Stat(fittedFile); errors.Is(err, fs.ErrNotExist) {
		var files []string
		for round := max(1, s.Round-r.Last+1); round <= s.Round; round++ {
			files = append(files, inDir("games", round))
		}
		better, err := r.fitFiles(ctx, v, files, weights, out)
		if err != nil {
			return err
		}
		if err := writeWeights(v, better, fittedFile); err != nil {
			return err
		}
	}
	fitted, err := readEvaluator(v, fittedFile)
	if err != nil {
		return err
	}

	deep := r.playing
	deep.Nodes, deep.Time = r.Deep, 0
	s.Results, err = r.match(ctx, v, deep, fitted, old, seed+1<<31, s.Results, func(p pairs) {
		out.progress("match: " + r.describe(p))
		s.Results = p
		if p.count()%20 == 0 {
			writeJSON(stateFile, s) // it can be played again
		}
	})
	if err != nil {
		return errors.Join(err, writeJSON(stateFile, s))
	}
	out.say("match: %s", r.describe(s.Results))
	if stronger, _ := r.decided(s.Results); stronger {
		file, err := os.ReadFile(fittedFile)
		if err != nil {
			return err
		}
		if err := writeFile(accepted, file); err != nil {
			return err
		}
		out.say("the new weights are better, and are now in %s", accepted)
	} else {
		out.say("the new weights are not better")
	}
	return writeJSON(stateFile, state{Round: s.Round + 1})
}

// playGames plays the games of a file that are not yet there.
func (p playing) playGames(ctx context.Context, v *draughts.Variant, e *evaluation.Evaluator, seed uint64, games int, name string, out *output) error {
	file, err := record.Append(v, name, seed)
	if err != nil {
		return err
	}
	defer file.Close()
	first := file.Games
	count := map[int]int{}
	plies := 0
	err = p.selfPlay(ctx, v, e, seed, first, games, func(g record.Game) error {
		count[g.Result]++
		plies += len(g.Moves)
		out.progressOf("game", file.Games-first+1, games-first)
		return file.Add(g)
	})
	if n := file.Games - first; n > 0 {
		out.say("played %d games of %d moves on average: %d won by White, %d drawn, %d won by Black",
			n, plies/n, count[1], count[0], count[-1])
	}
	return err
}

// fitFiles fits weights to files of games.
func (f fitting) fitFiles(ctx context.Context, v *draughts.Variant, files []string, old []evaluation.Pair, out *output) ([]evaluation.Pair, error) {
	var games []record.Game
	for _, name := range files {
		more, _, err := record.ReadFile(v, name)
		if err != nil {
			return nil, err
		}
		games = append(games, more...)
	}
	if f.Memory == 0 {
		f.Memory = planOf(v.Rules().Key).Memory
	}
	s := f.collect(v, games)
	out.say("%d positions of %d games to learn from, %d held out", len(s.lessons), len(games), len(s.heldOut))
	if len(s.lessons) == 0 || len(s.heldOut) == 0 {
		return nil, fmt.Errorf("%d games are too few to fit weights to", len(games))
	}
	return f.fit(ctx, v, s, old, out)
}

// readJSON reads a file, if it is there.
func readJSON(name string, into any) error {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

func writeJSON(name string, from any) error {
	text, err := json.MarshalIndent(from, "", "\t")
	if err != nil {
		return err
	}
	return writeFile(name, append(text, '\n'))
}
