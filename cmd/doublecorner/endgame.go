package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/endgame"
)

// endgameCommand builds databases of endings, and shows what they know.
type endgameCommand struct {
	Build  buildEndgameCommand  `cmd:"" help:"Solve all positions of few pieces, and keep what they are worth in files." example:"--rules american --pieces 5"`
	Verify verifyEndgameCommand `cmd:"" help:"Compare each entry of the files with those of the positions after its moves." example:"--rules american --pieces 5"`
	Stats  statsEndgameCommand  `cmd:"" help:"Count the positions that are won, lost and drawn, and say how long the longest win is." example:"--rules american --pieces 3 --slices"`
	Probe  probeEndgameCommand  `cmd:"" help:"Say what a position and its moves are worth." example:"--rules american --fen W:WK31,32:BK21"`
}

// endgameFlags name the databases of a rule set.
type endgameFlags struct {
	ruleFlags
	directoryFlag
}

type directoryFlag struct {
	Dir string `help:"Directory of the files; doublecorner/endgames in the user's cache directory if omitted." placeholder:"DIR" type:"path"`
}

// open opens the databases that the flags name.
func (f *endgameFlags) open() (*endgame.Set, error) {
	v, err := f.needed()
	if err != nil {
		return nil, err
	}
	return openEndgames(v, f.Dir)
}

// openEndgames opens the databases of a rule set in a directory; "" is the user's. Those that the
// program holds itself are always among them.
func openEndgames(v *draughts.Variant, dir string) (*endgame.Set, error) {
	if dir == "" {
		dir = userEndgames()
	}
	if dir == "" {
		return endgame.Embedded(v), nil
	}
	set, err := endgame.Open(v, dir)
	return set, asUsage(err)
}

// userEndgames returns the directory for databases of the user, or "" if they have none.
func userEndgames() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "doublecorner", "endgames")
}

// toBuild returns the command line that builds databases of the same rule set in the same directory.
func (f *endgameFlags) toBuild(pieces int) string {
	rules, dir := "--rules "+f.Rules, ""
	if f.RulesFile != "" {
		rules = "--rules-file " + shellWord(f.RulesFile)
	}
	if f.Dir != "" {
		dir = " --dir " + shellWord(f.Dir)
	}
	return fmt.Sprintf("doublecorner endgame build %s --pieces %d%s", rules, pieces, dir)
}

// workFlags say which positions to work on, and how.
type workFlags struct {
	endgameFlags
	Pieces  int `help:"How many pieces are on the board, 2 to 6." placeholder:"N"`
	Workers int `type:"positive" most:"256" help:"How many processors to use." default:"2" placeholder:"N"`
}

func (f *workFlags) Validate() error {
	if f.Pieces < 2 || f.Pieces > endgame.MostPieces {
		return fmt.Errorf("say how many pieces, from 2 to %d, as in --pieces 4", endgame.MostPieces)
	}
	return nil
}

// memoryToSolve is from how many bytes on garbage is collected whenever it helps. Six pieces on 8×8
// need less.
const memoryToSolve = 1200 << 20

// mostPositions is how many positions can be solved within a day.
const mostPositions = 6_000_000_000

// build solves what the databases do not know.
func (f *workFlags) build(s streams, set *endgame.Set, ifStopped string) error {
	if n := endgame.Positions(set.Variant(), f.Pieces); n > mostPositions {
		return usageError{fmt.Errorf("there are %d positions of %d pieces, too many to solve", n, f.Pieces)}
	}
	debug.SetMemoryLimit(memoryToSolve)
	return f.withProgress(s, ifStopped, func(ctx context.Context, o endgame.BuildOptions) error { return set.Build(ctx, f.Pieces, o) })
}

// withProgress does something with a progress bar, until it is done or the process gets a signal to
// stop. ifStopped is the error then.
func (f *workFlags) withProgress(s streams, ifStopped string, do func(context.Context, endgame.BuildOptions) error) error {
	ctx, stop := stopped()
	defer stop()
	var bar *progress
	err := do(ctx, endgame.BuildOptions{Workers: f.Workers, Progress: func(done, all uint64) {
		if bar == nil {
			bar = newProgress(s.err, int64(all))
		}
		if ctx.Err() != nil {
			bar.note = " stopping"
		}
		bar.to(int64(done))
	}})
	if bar != nil {
		bar.clear()
	}
	if errors.Is(err, context.Canceled) {
		return errors.New(ifStopped)
	}
	return err
}

type buildEndgameCommand struct {
	workFlags
}

func (c *buildEndgameCommand) Run(s streams) error {
	set, err := c.open()
	if err != nil {
		return err
	}
	defer set.Close()
	if set.Dir() == "" {
		return usageError{errors.New("there is no directory for files of this user; say where they are with --dir DIR")}
	}
	if err := c.build(s, set, "stopped; the same command goes on from here"); err != nil {
		return err
	}
	fmt.Fprintf(s.out, "All positions of up to %d pieces are known.\n", set.Pieces())
	return nil
}

type verifyEndgameCommand struct {
	workFlags
}

func (c *verifyEndgameCommand) Run(s streams) error {
	set, err := c.open()
	if err != nil {
		return err
	}
	defer set.Close()
	if set.Pieces() < c.Pieces {
		return fmt.Errorf("not all positions of %d pieces are known; build them with \"%s\"", c.Pieces, c.toBuild(c.Pieces))
	}
	const shown = 10
	var compared uint64
	var faults []endgame.Fault
	wrong := 0
	err = c.withProgress(s, "stopped before all was verified", func(ctx context.Context, o endgame.BuildOptions) (err error) {
		compared, err = set.Verify(ctx, c.Pieces, o, func(f endgame.Fault) {
			if wrong++; wrong <= shown {
				faults = append(faults, f)
			}
		})
		return err
	})
	if err != nil {
		return err
	}
	for _, f := range faults {
		if f.Position == (draughts.Position{}) {
			fmt.Fprintf(s.out, "%v: the counts are wrong\n", f.Material)
		} else {
			fmt.Fprintf(s.out, "%v: %s disagrees with its moves\n", f.Material, pdn.FEN(f.Position))
		}
	}
	fmt.Fprintf(s.out, "%d positions compared, %d wrong\n", compared, wrong)
	if wrong > 0 {
		return errWrong
	}
	return nil
}

type statsEndgameCommand struct {
	workFlags
	Slices bool `help:"Also print a line for each material: the pieces of the side to move and of the other, M for a man and K for a king, with its counts."`
}

func (c *statsEndgameCommand) Run(s streams) error {
	set, err := c.open()
	if err != nil {
		return err
	}
	defer set.Close()
	if set.Pieces() < c.Pieces {
		set.KeepInMemory()
		ifStopped := fmt.Sprintf("stopped; \"%s\" can be stopped and goes on later", c.toBuild(c.Pieces))
		if err := c.build(s, set, ifStopped); err != nil {
			return err
		}
	}
	var all endgame.Counts
	for _, m := range endgame.Materials(c.Pieces) {
		counts, _ := set.Counts(m)
		all.Add(counts)
		if c.Slices {
			fmt.Fprintln(s.out, m, counts)
		}
	}
	fmt.Fprintln(s.out, all)
	return nil
}

type probeEndgameCommand struct {
	positionFlags
	directoryFlag
}

func (c *probeEndgameCommand) Run(s streams) error {
	p, err := c.position()
	if err != nil {
		return err
	}
	flags := endgameFlags{c.ruleFlags, c.directoryFlag}
	set, err := flags.open()
	if err != nil {
		return err
	}
	defer set.Close()
	node := p.Node()
	result, ok := set.Probe(&node)
	if !ok {
		pieces := p.Occupied().Len()
		switch {
		case pieces > endgame.MostPieces:
			return fmt.Errorf("there are %d pieces on the board; endings have %d at most", pieces, endgame.MostPieces)
		case pieces <= set.Pieces():
			return errors.New("endings like this are not in the databases")
		}
		return fmt.Errorf("endings of %d pieces are not known; build them with \"%s\"", pieces, flags.toBuild(pieces))
	}
	fmt.Fprintln(s.out, result)
	c.moves(s, set, p)
	return nil
}

// moves prints what the moves of a position are worth, the best first.
func (c *probeEndgameCommand) moves(s streams, set *endgame.Set, p draughts.Position) {
	type valued struct {
		move   draughts.Move
		result endgame.Result
	}
	var list []valued
	for _, m := range p.Moves() {
		next := p.Play(m).Node()
		if after, ok := set.Probe(&next); ok {
			list = append(list, valued{m, after.Before()})
		}
	}
	slices.SortStableFunc(list, func(a, b valued) int { return b.result.Compare(a.result) })
	for _, v := range list {
		fmt.Fprintf(s.out, "%s: %v\n", p.Full(v.move, p.Variant().Rules().Board.Notation), v.result)
	}
}
