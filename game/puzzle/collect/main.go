// Collect makes the collection of puzzles from games that the program played against itself.
//
//	go run ./game/search/train play american american.games --games 5000
//	go run ./game/puzzle/collect find american american.puzzles american.games
//	go run ./game/puzzle/collect choose american american.puzzles
//
// find goes on where it was interrupted.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"doublecorner/game/draughts"
	"doublecorner/game/endgame"
	"doublecorner/game/puzzle"
	"doublecorner/game/search"
	"doublecorner/game/search/train/record"
)

type commands struct {
	Find   findCommand   `cmd:"" help:"Find puzzles in games, and write them to a file."`
	Choose chooseCommand `cmd:"" help:"Choose puzzles for the collection from a file."`
}

func main() {
	var c commands
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	parsed := kong.Parse(&c, kong.Name("collect"), kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Description("Makes the collection of puzzles from games that the program played against itself."))
	parsed.FatalIfErrorf(parsed.Run())
}

type findCommand struct {
	Key     string   `arg:"" help:"Key of the rule set."`
	Out     string   `arg:"" help:"File of puzzles, to which more are added." type:"path"`
	Games   []string `arg:"" help:"Files of games." type:"existingfile"`
	Most    int      `help:"How many puzzles there shall be." default:"1000"`
	Scan    uint64   `help:"Positions searched about each position of a game." default:"3000"`
	Prove   uint64   `help:"Positions searched about each move of a solution." default:"300000"`
	Check   uint64   `help:"Positions searched when the solution is checked once more, with the embedded endings." default:"10000"`
	Endings string   `help:"Directory of solved endings." type:"path"`
}

func (c *findCommand) Run(ctx context.Context) error {
	v, err := draughts.Builtin(c.Key)
	if err != nil {
		return err
	}
	set := endgame.Embedded(v)
	if c.Endings != "" {
		if set, err = endgame.Open(v, c.Endings); err != nil {
			return err
		}
		defer set.Close()
	}
	f := finder{
		findCommand: c, variant: v, engine: search.New(v, search.Options{Hash: 64, Endgames: set}),
		checker: search.New(v, search.Options{Endgames: endgame.Embedded(v)}), seen: map[puzzle.ID]bool{},
	}
	if err := f.open(); err != nil {
		return err
	}
	defer f.out.Close()
	for _, name := range c.Games {
		if err := f.file(ctx, name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// finder finds puzzles in games.
type finder struct {
	*findCommand
	variant *draughts.Variant
	engine  *search.Engine
	checker *search.Engine
	out     *os.File
	seen    map[puzzle.ID]bool
	done    map[string]bool // sources of games
	began   time.Time
}

// open reads the puzzles found before. A line without a puzzle says that a game is done.
func (f *finder) open() (err error) {
	f.began, f.done = time.Now(), map[string]bool{}
	if f.out, err = os.OpenFile(f.Out, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644); err != nil {
		return err
	}
	for lines := bufio.NewScanner(f.out); lines.Scan(); {
		if source, ok := strings.CutPrefix(lines.Text(), "done\t"); ok {
			f.done[source] = true
			continue
		}
		p, err := puzzle.Parse(f.variant, lines.Text())
		if err != nil {
			return err
		}
		f.seen[p.ID] = true
	}
	return nil
}

// file finds the puzzles of a file of games.
func (f *finder) file(ctx context.Context, name string) error {
	in, err := os.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	var games []record.Game
	header, _, err := record.Read(f.variant, in, func(g record.Game) { games = append(games, g) })
	if err != nil {
		return err
	}
	for n, g := range games {
		if len(f.seen) >= f.Most {
			return nil
		}
		source := fmt.Sprintf("game %d of seed %d", n, header.Seed)
		if f.done[source] {
			continue
		}
		if err := f.game(ctx, &g, source); err != nil {
			return err
		}
		if n%20 == 0 {
			fmt.Fprintf(os.Stderr, "%v  %s: game %d of %d, %d puzzles\n", time.Since(f.began).Round(time.Second), f.Key, n, len(games), len(f.seen))
		}
	}
	return nil
}

// game finds the puzzles of a game. One must be found by a short search, too.
func (f *finder) game(ctx context.Context, g *record.Game, source string) error {
	h, err := g.Replay(f.variant)
	if err != nil {
		return err
	}
	f.engine.Forget()
	found, err := puzzle.Find(ctx, f.engine.Think, h, puzzle.Effort{Scan: f.Scan, Prove: f.Prove})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return err
	}
	for _, p := range found {
		f.checker.Forget()
		fault, err := puzzle.Check(ctx, f.checker.Think, p, f.Check, puzzle.Slack)
		if err != nil {
			return err
		}
		if fault != nil || f.seen[p.ID] {
			continue
		}
		f.seen[p.ID] = true
		p.Source = source
		fmt.Fprintln(f.out, p)
	}
	_, err = fmt.Fprintf(f.out, "done\t%s\n", source)
	return err
}

type chooseCommand struct{}
