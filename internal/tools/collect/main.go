// Collect makes the collection of puzzles from games that the program played against itself.
//
//	go run ./internal/tools/train play american american.games --games 5000
//	go run ./internal/tools/collect find american american.puzzles american.games
//	go run ./internal/tools/collect choose american american.puzzles
//
// find goes on where it was interrupted.
package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"doublecorner/game/draughts"
	"doublecorner/game/endgame"
	"doublecorner/game/puzzle"
	"doublecorner/game/search"
	"doublecorner/internal/tools/train/record"
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
	Most    int      `help:"How many puzzles the file has at most." default:"1000"`
	Scan    uint64   `help:"Positions searched about each position of a game." default:"3000"`
	Prove   uint64   `help:"Positions searched about each move of a solution." default:"300000"`
	Check   uint64   `help:"Positions searched when it is checked once more, with the embedded endings." default:"10000"`
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
		findCommand: c, variant: v, engine: puzzle.NewEngine(v, set),
		checker: puzzle.NewEngine(v, endgame.Embedded(v)), seen: map[puzzle.ID]bool{},
	}
	if err := f.open(); err != nil {
		return err
	}
	defer f.out.Close()
	for _, name := range c.Games {
		if err := f.file(ctx, name); err != nil {
			return err
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

// doneMark begins a line without a puzzle, which says that a game is done.
const doneMark = "done\t"

// open reads the puzzles found before.
func (f *finder) open() (err error) {
	f.began, f.done = time.Now(), map[string]bool{}
	if f.out, err = os.OpenFile(f.Out, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644); err != nil {
		return err
	}
	for lines := bufio.NewScanner(f.out); lines.Scan(); {
		if source, ok := strings.CutPrefix(lines.Text(), doneMark); ok {
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
	games, seed, err := record.ReadFile(f.variant, name)
	if err != nil {
		return err
	}
	for n, g := range games {
		if len(f.seen) >= f.Most {
			return nil
		}
		source := fmt.Sprintf("game %d of seed %d", n, seed)
		if f.done[source] {
			continue
		}
		if err := f.game(ctx, &g, source); err != nil {
			return err
		}
		if n%20 == 0 {
			took := time.Since(f.began).Round(time.Second)
			fmt.Fprintf(os.Stderr, "%v  %s: game %d of %d, %d puzzles\n", took, f.Key, n, len(games), len(f.seen))
		}
	}
	return nil
}

// game finds the puzzles of a game. One must be found by a short search, too.
func (f *finder) game(ctx context.Context, g *record.Game, source string) error {
	h, err := g.Until(f.variant, len(g.Moves))
	if err != nil {
		return err
	}
	f.engine.Forget()
	found, err := puzzle.Search(ctx, f.engine.Think, h, puzzle.Effort{Scan: f.Scan, Prove: f.Prove})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return err
	}
	for _, p := range found {
		f.checker.Forget()
		fault, err := puzzle.Check(ctx, f.checker.Think, p, f.Check)
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
	_, err = fmt.Fprintln(f.out, doneMark+source)
	return err
}

type chooseCommand struct {
	Key   string   `arg:"" help:"Key of the rule set."`
	Files []string `arg:"" help:"Files of puzzles." type:"existingfile"`
	Count int      `help:"How many to choose." default:"50"`
	Check []uint64 `help:"Positions searched when each is checked again and again." default:"10000,20000,50000,300000"`
	Dir   string   `help:"Directory of the collection." default:"game/puzzle/collection" type:"path"`
}

func (c *chooseCommand) Run(ctx context.Context) error {
	v, err := draughts.Builtin(c.Key)
	if err != nil {
		return err
	}
	all, err := c.read(v)
	if err != nil {
		return err
	}
	checker := puzzle.NewEngine(v, endgame.Embedded(v))
	holds := func(p *puzzle.Puzzle) bool {
		return err == nil && !slices.ContainsFunc(c.Check, func(nodes uint64) bool {
			checker.Forget()
			var fault *puzzle.Fault
			fault, err = puzzle.Check(ctx, checker.Think, p, nodes)
			return err != nil || fault != nil
		})
	}
	chosen := choose(puzzle.Of(c.Key), all, c.Count, holds)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return err
	}
	if len(chosen) < c.Count {
		return fmt.Errorf("only %d of %d puzzles hold: too few to choose %d", len(chosen), len(all), c.Count)
	}
	if err := os.MkdirAll(c.Dir, 0o755); err != nil {
		return err
	}
	out, err := os.Create(filepath.Join(c.Dir, c.Key+".gz"))
	if err != nil {
		return err
	}
	compressed, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return err
	}
	themes := map[puzzle.Theme]int{}
	for _, p := range chosen {
		fmt.Fprintln(compressed, p)
		for _, t := range p.Themes {
			themes[t]++
		}
	}
	fmt.Printf("%s: %d of %d, from %d to %d points: %v\n", c.Key, len(chosen), len(all),
		chosen[0].Points, chosen[len(chosen)-1].Points, themes)
	return errors.Join(compressed.Close(), out.Close())
}

// read reads the puzzles of the files.
func (c *chooseCommand) read(v *draughts.Variant) (all []*puzzle.Puzzle, err error) {
	for _, name := range c.Files {
		in, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer in.Close()
		for lines := bufio.NewScanner(in); lines.Scan(); {
			if strings.HasPrefix(lines.Text(), doneMark) {
				continue
			}
			p, err := puzzle.Parse(v, lines.Text())
			if err != nil {
				return nil, err
			}
			all = append(all, p)
		}
	}
	return all, nil
}

// choose chooses puzzles that hold, and sorts them by points. Those of the collection stay. Then, one after
// another, it takes the one that adds most: those of the theme that has fewest so far, of a difficulty that is
// rare, with longer solutions, and of games that have given none.
func choose(old, found []*puzzle.Puzzle, count int, holds func(*puzzle.Puzzle) bool) []*puzzle.Puzzle {
	const step = 150 // points of a difficulty
	themes, steps, sources := map[puzzle.Theme]int{}, map[int]int{}, map[string]int{}
	alike := map[string]int{}
	cost := func(p *puzzle.Puzzle) float64 {
		least := count
		for _, t := range p.Themes {
			weight := 1
			if t == puzzle.Defence || t == puzzle.Endgame {
				weight = 2 // they are plentiful, and people like shots
			}
			least = min(least, weight*themes[t])
		}
		c := float64(least)/float64(count) + 2*float64(steps[p.Points/step])/float64(count)
		c += float64(sources[p.Source])/4 + float64(alike[shape(p)])
		return c - float64(min(p.Asks(), 4))/8
	}
	var chosen []*puzzle.Puzzle
	for left := slices.Concat(old, found); len(chosen) < count && len(left) > 0; {
		best := left[0]
		if !slices.Contains(old, best) {
			best = slices.MinFunc(left, func(a, b *puzzle.Puzzle) int { return cmp.Compare(cost(a), cost(b)) })
		}
		left = slices.DeleteFunc(left, func(p *puzzle.Puzzle) bool { return p.ID == best.ID })
		if !holds(best) {
			continue
		}
		chosen = append(chosen, best)
		for _, t := range best.Themes {
			themes[t]++
		}
		steps[best.Points/step]++
		sources[best.Source]++
		alike[shape(best)]++
	}
	slices.SortStableFunc(chosen, func(a, b *puzzle.Puzzle) int { return a.Points - b.Points })
	return chosen
}

// shape returns the moves of a solution, by which puzzles of neighbouring positions are alike.
func shape(p *puzzle.Puzzle) string {
	_, moves, _ := strings.Cut(p.String(), "\t")
	moves, _, _ = strings.Cut(moves, "\t")
	return moves
}
