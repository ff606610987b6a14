// Train makes the weights of the evaluation from games that the program plays against itself.
//
//	go run ./internal/tools/train round american
//
// plays games, fits weights to them, lets these play against the weights before, and keeps them if
// they are better. Ctrl+C interrupts it; the same command goes on.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"time"

	"github.com/alecthomas/kong"
	"golang.org/x/term"

	"doublecorner/game/draughts"
)

type commands struct {
	List  listCommand  `cmd:"" help:"List the rule sets that have weights, with the games planned for each."`
	Play  playCommand  `cmd:"" help:"Play games and write them to a file."`
	Fit   fitCommand   `cmd:"" help:"Fit weights to files of games."`
	Match matchCommand `cmd:"" help:"Let two sets of weights play until it is decided which is better."`
	Round roundCommand `cmd:"" help:"Play, fit and test, and keep the weights if they are better."`

	Chances chancesCommand `cmd:"" help:"Fit the curves of win chances for reviews to files of games."`
}

func main() {
	var c commands
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	parsed := kong.Parse(&c, kong.Name("train"), kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(&output{to: os.Stderr, terminal: term.IsTerminal(int(os.Stderr.Fd())), started: time.Now(), from: time.Now()}),
		kong.Description("Makes the weights of the evaluation from games that the program plays against itself."))
	err := parsed.Run()
	if err != nil && ctx.Err() != nil {
		err = errors.New("interrupted; the same command goes on")
	}
	parsed.FatalIfErrorf(err)
}

type listCommand struct{}

func (listCommand) Run() error {
	for _, p := range plans {
		fmt.Printf("%-28s %d rounds of %d games, %d positions a move\n", p.Key, p.Rounds, p.Games, p.Nodes)
	}
	return nil
}

type playCommand struct {
	playing
	Key   string `arg:"" help:"Key of the rule set."`
	File  string `arg:"" help:"File of games. If it is there, it is continued." type:"path"`
	Games int    `help:"How many games the file has in the end." default:"1000"`
	Seed  uint64 `help:"What is played follows from this number." default:"1"`
	By    string `help:"Weights of the players: a file, \"embedded\" or \"material\"." default:"embedded"`
}

func (c *playCommand) Run(ctx context.Context, out *output) error {
	v, err := draughts.Builtin(c.Key)
	if err != nil {
		return err
	}
	e, err := readEvaluator(v, c.By)
	if err != nil {
		return err
	}
	if err := c.prepare(ctx, v, out); err != nil {
		return err
	}
	return c.playGames(ctx, v, e, c.Seed, c.Games, c.File, out)
}

type fitCommand struct {
	fitting
	Key     string   `arg:"" help:"Key of the rule set."`
	Weights string   `arg:"" help:"File of weights to write." type:"path"`
	Games   []string `arg:"" help:"Files of games." type:"existingfile"`
	Old     string   `help:"Weights to begin with and to compare with: a file, \"embedded\" or \"material\"." default:"embedded"`
}

func (c *fitCommand) Run(ctx context.Context, out *output) error {
	v, err := draughts.Builtin(c.Key)
	if err != nil {
		return err
	}
	old, err := readWeights(v, c.Old)
	if err != nil {
		return err
	}
	weights, err := c.fitFiles(ctx, v, c.Games, old, out)
	if err != nil {
		return err
	}
	return writeWeights(v, weights, c.Weights)
}

type matchCommand struct {
	playing
	sequentialTest
	Key  string `arg:"" help:"Key of the rule set."`
	A    string `arg:"" help:"Weights: a file, \"embedded\" or \"material\"."`
	B    string `arg:"" help:"The weights to compare with."`
	Seed uint64 `help:"The openings follow from this number." default:"2"`
}

func (c *matchCommand) Run(ctx context.Context, out *output) error {
	v, err := draughts.Builtin(c.Key)
	if err != nil {
		return err
	}
	a, err := readEvaluator(v, c.A)
	if err != nil {
		return err
	}
	b, err := readEvaluator(v, c.B)
	if err != nil {
		return err
	}
	if err := c.prepare(ctx, v, out); err != nil {
		return err
	}
	results, err := c.match(ctx, v, c.playing, a, b, c.Seed, pairs{}, func(p pairs) { out.progress(c.describe(p)) })
	out.say("%s", c.describe(results))
	return err
}

type roundCommand struct {
	rounds
	Keys  []string `arg:"" help:"Keys of rule sets, or \"all\" that are planned."`
	Times int      `help:"Rounds of each. 0: as many as are planned." default:"1"`
}

func (c *roundCommand) Run(ctx context.Context, out *output) error {
	keys := c.Keys
	if len(keys) == 1 && keys[0] == "all" {
		keys = nil
		for _, p := range plans {
			keys = append(keys, p.Key)
		}
	}
	for _, key := range keys {
		v, err := draughts.Builtin(key)
		if err != nil {
			return err
		}
		times := c.Times
		if times == 0 {
			times = planOf(key).Rounds
		}
		for range times {
			if err := c.round(ctx, v, out); err != nil {
				return err
			}
		}
	}
	return nil
}

// workers returns how many games are played at once.
func workers() int { return runtime.GOMAXPROCS(0) }
