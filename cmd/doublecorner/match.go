package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/endgame"
	"doublecorner/game/hub"
	"doublecorner/game/match"
	"doublecorner/game/openings"
	"doublecorner/game/search"
	"doublecorner/game/search/evaluation"
)

// matchCommand lets two settings of the engine, or other programs, play each other.
type matchCommand struct {
	ruleFlags
	A        string        `name:"a" help:"Who plays, such as \"level=5\", \"weights=FILE hash=64\", \"weights=material nodes=1000\", or \"NAME=VALUE hub=PROGRAM ARGUMENT\" for a program that speaks the Hub protocol, with parameters of its own; empty: the engine as it is." placeholder:"CONFIG"`
	B        string        `name:"b" help:"Who plays against A." placeholder:"CONFIG"`
	Games    int           `type:"positive" most:"1000000" help:"How many games; if not given, two from each opening, with both sides, or 100 from those that are made up." placeholder:"N"`
	Openings string        `help:"PDN file with openings; or \"ballots\" of the three-move deck, \"random\" or \"unbalanced\" ones, or \"start\"." placeholder:"FILE"`
	Time     time.Duration `type:"positive" help:"How long to think about a move, 100ms unless there are --nodes." placeholder:"TIME"`
	Nodes    uint64        `type:"positive" help:"How many positions to look at for a move." placeholder:"N"`
	Moves    int           `type:"positive" most:"1000000" help:"A game is drawn after so many moves of each side." default:"200" placeholder:"N"`
	Jobs     int           `type:"positive" most:"256" help:"Games at the same time." default:"1" placeholder:"N"`
	Seed     uint64        `help:"Chooses openings that are made up, the order of ballots, and moves of nearly equal value at levels." default:"1" placeholder:"N"`
	PDN      string        `name:"pdn" help:"Write the games to a file." type:"path" placeholder:"FILE"`
}

func (c *matchCommand) Run(s streams) error {
	v, err := c.needed()
	if err != nil {
		return err
	}
	if c.PDN == "-" {
		return usageError{errors.New("the games cannot be written to standard output, which has the result: name a file with --pdn")}
	}
	if err := checkUnread(c.PDN, "--pdn", c.inputs()...); err != nil {
		return err
	}
	m := match.Match{Longest: 2 * c.Moves, Jobs: c.Jobs}
	for who, config := range []string{c.A, c.B} {
		if m.Contenders[who], err = c.contender(v, config); err != nil {
			return usageError{fmt.Errorf("--%c: %w", "ab"[who], err)}
		}
	}
	if m.Contenders[0].Name == m.Contenders[1].Name {
		for who := range m.Contenders {
			m.Contenders[who].Name += " " + "AB"[who:who+1]
		}
	}
	if err := c.chooseOpenings(&m, s, v); err != nil {
		return err
	}
	var record matchRecord
	if c.PDN != "" {
		if record.file, err = os.OpenFile(c.PDN, os.O_WRONLY|os.O_CREATE, 0o644); err != nil {
			return usageError{err}
		}
		defer record.file.Close()
	}
	bar := newProgress(s.err, int64(m.Games))
	defer bar.clear()
	bar.to(0)
	var unwritten error
	ctx, stop := stopped()
	defer stop()
	m.Report = func(g *match.EngineGame, score match.Score) {
		if unwritten == nil {
			unwritten = record.write(g)
		}
		if unwritten != nil {
			stop()
		}
		if g.Why == match.ByForfeit {
			bar.clear()
			fmt.Fprintf(s.out, "game %d: %s\n", g.Number, g.Reason())
		}
		bar.note = fmt.Sprintf(" +%d =%d -%d", score.Wins, score.Draws, score.Losses)
		bar.to(int64(score.Games()))
	}
	score, err := m.Run(ctx)
	bar.clear()
	if err == nil || score.Games() > 0 {
		printScore(s.out, &m, score)
	}
	if err = cmp.Or(unwritten, err); err == nil && score.Games() < m.Games {
		fmt.Fprintf(s.out, "interrupted after %d of %s\n", score.Games(), counted(m.Games, "game"))
		err = errWrong
	}
	return err
}

// matchRecord is the file to which a match writes its games. It keeps what was in it until the first game is over.
type matchRecord struct {
	file  *os.File // nil: the games are not written
	begun bool
}

// write adds a game.
func (r *matchRecord) write(g *match.EngineGame) error {
	if r.file == nil {
		return nil
	}
	if info, err := r.file.Stat(); err == nil && info.Mode().IsRegular() && !r.begun {
		if err := r.file.Truncate(0); err != nil {
			return err
		}
	}
	r.begun = true
	return pdn.Write(r.file, g.PDN())
}

// inputs lists the files that a match reads.
func (c *matchCommand) inputs() []string {
	files := []string{c.RulesFile, c.Openings}
	for _, word := range slices.Concat(strings.Fields(c.A), strings.Fields(c.B)) {
		if weights, ok := strings.CutPrefix(word, "weights="); ok {
			files = append(files, weights)
		}
	}
	return files
}

// printScore prints the result of a match.
func printScore(out io.Writer, m *match.Match, score match.Score) {
	fmt.Fprintf(out, "A  %s\nB  %s\n", m.Contenders[0].Name, m.Contenders[1].Name)
	fmt.Fprintf(out, "%s: A won %d, drew %d, lost %d\n", counted(score.Games(), "game"), score.Wins, score.Draws, score.Losses)
	if score.ByLimit > 0 {
		fmt.Fprintf(out, "%s by the limit of moves\n", counted(score.ByLimit, "draw"))
	}
	for who, n := range score.Forfeits {
		if n > 0 {
			fmt.Fprintf(out, "%s forfeited by %c\n", counted(n, "game"), "AB"[who])
		}
	}
	if score.Games() == 0 {
		return
	}
	low, high := score.Interval()
	fmt.Fprintf(out, "points of A: %.1f %%, with 95 %% certainty between %.1f %% and %.1f %%\n",
		100*score.Share(), 100*low, 100*high)
	fmt.Fprintf(out, "Elo of A over B: %+.0f, with 95 %% certainty between %+.0f and %+.0f\n",
		match.Elo(score.Share()), match.Elo(low), match.Elo(high))
}

// contender reads who plays: words such as level=5, and behind hub= a program with its arguments.
func (c *matchCommand) contender(v *draughts.Variant, config string) (match.Contender, error) {
	words := strings.Fields(config)
	var command []string
	isProgram := func(word string) bool { return strings.HasPrefix(word, "hub=") }
	if i := slices.IndexFunc(words, isProgram); i >= 0 {
		command = append([]string{strings.TrimPrefix(words[i], "hub=")}, words[i+1:]...)
		words = words[:i]
	}
	limit, params := search.Limit{Seed: c.Seed}, map[string]string{}
	options := search.Options{Hash: defaultHash, Endgames: endgame.Embedded(v)}
	for _, word := range words {
		name, value, ok := strings.Cut(word, "=")
		if !ok {
			return match.Contender{}, fmt.Errorf("%q is not of the form NAME=VALUE", word)
		}
		var err error
		switch {
		case name == "time":
			if limit.Time, err = time.ParseDuration(value); err == nil && limit.Time <= 0 {
				err = errors.New("it is a time above zero")
			}
		case name == "nodes":
			if limit.Nodes, err = strconv.ParseUint(value, 10, 63); err == nil && limit.Nodes == 0 {
				err = errors.New("it is a number above zero")
			}
		case name == "depth":
			limit.Depth, err = numberUpTo(100, value)
		case command != nil:
			params[name] = value
		case name == "level":
			limit.Level, err = numberUpTo(search.Levels, value)
		case name == "hash":
			options.Hash, err = numberUpTo(hub.MostHash, value)
		case name == "weights":
			options.Evaluator, err = readWeights(v, value)
		case name == "endgames" && value == "none":
			options.Endgames = nil
		case name == "endgames":
			options.Endgames, err = openEndgames(v, value)
		default:
			err = errors.New("there are time, nodes, depth, level, hash, weights and endgames, and hub for a program")
		}
		if err != nil {
			return match.Contender{}, fmt.Errorf("%s: %w", word, err)
		}
	}
	if limit.IsEmpty() {
		limit.Time, limit.Nodes = c.Time, c.Nodes
	}
	if limit.IsEmpty() {
		limit.Time = 100 * time.Millisecond
	}
	if command != nil {
		return match.Program(config, limit, v, params, command), nil
	}
	return match.Searcher(cmp.Or(config, "engine"), limit, func() (hub.Engine, error) {
		return search.New(v, options), nil
	}), nil
}

// numberUpTo reads a number above zero.
func numberUpTo(most int, text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		err = fmt.Errorf("it is a number from 1 to %d", most)
	}
	return n, err
}

// readWeights reads weights of a file; "material" are those that count little but pieces.
func readWeights(v *draughts.Variant, name string) (*evaluation.Evaluator, error) {
	if name == "material" {
		return evaluation.Material(v), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return evaluation.Read(v, f)
}

// chooseOpenings gives the match its openings, and a number of games if the command line has none.
func (c *matchCommand) chooseOpenings(m *match.Match, s streams, v *draughts.Variant) error {
	name := c.Openings
	if name == "" {
		name = "random"
		if len(ballots(v)) > 0 {
			name = "ballots"
		}
	}
	var err error
	switch name {
	case "start":
		m.Openings = []*draughts.History{draughts.NewHistory(v.Start())}
	case "ballots":
		m.Openings = ballots(v)
		if m.Openings == nil {
			err = usageError{errors.New("there are ballots for american only; name a file, or random ones")}
		}
		random := rand.New(rand.NewPCG(c.Seed, 0))
		random.Shuffle(len(m.Openings), func(i, j int) { m.Openings[i], m.Openings[j] = m.Openings[j], m.Openings[i] })
	case "random", "unbalanced":
		wanted := (cmp.Or(c.Games, defaultGames) + 1) / 2
		bar := newProgress(s.err, int64(wanted))
		bar.note = " of the openings"
		m.Openings = madeUp[name].openings(v, c.Seed, wanted, bar)
		if bar.clear(); len(m.Openings) == 0 {
			err = fmt.Errorf("no %s openings were found; name a file, or play from the start", name)
		}
	default:
		m.Openings, err = readOpenings(s, name, v)
	}
	m.Games = cmp.Or(c.Games, 2*len(m.Openings))
	return err
}

// defaultGames is how many games are played from openings that are made up by default.
const defaultGames = 100

// ballots returns the openings that tournaments at the board draw from, or nil if the rule set has
// none.
func ballots(v *draughts.Variant) []*draughts.History {
	var all []*draughts.History
	for _, b := range openings.Deck(v) {
		all = append(all, b.Game())
	}
	return all
}

// madeUpOpenings are openings of random moves after which a search finds one side so much ahead, in hundredths of a man.
type madeUpOpenings struct {
	moves       int
	nodes       uint64 // of the search
	least, most int
}

// madeUp are the openings that are made up, by their names. After unbalanced ones strong players draw fewer games.
var madeUp = map[string]madeUpOpenings{
	"random":     {moves: 6, nodes: 2000, least: 0, most: 50},
	"unbalanced": {moves: 8, nodes: 300_000, least: 100, most: 140},
}

// openings makes some up, or fewer if they are hard to find.
func (o madeUpOpenings) openings(v *draughts.Variant, seed uint64, wanted int, bar *progress) []*draughts.History {
	e := search.New(v, search.Options{Hash: 1})
	return openings.Random(v, seed, o.moves, wanted, func(h *draughts.History) bool {
		e.Forget()
		t, err := e.Think(context.Background(), h, search.Limit{Nodes: o.nodes})
		if err != nil || len(t.Lines) == 0 {
			return false
		}
		value := t.Lines[0].Value
		ahead := max(value.Score, -value.Score)
		suits := !value.Proven && o.least <= ahead && ahead <= o.most
		if suits {
			bar.to(bar.done + 1)
		}
		return suits
	})
}

// readOpenings reads openings of a PDN file: all moves of each game in it.
func readOpenings(s streams, name string, v *draughts.Variant) ([]*draughts.History, error) {
	var all []*draughts.History
	for g, err := range gamesIn(s, name, io.Discard) {
		if err != nil {
			return nil, err
		}
		h, err := g.Replay(v)
		if err == nil {
			if _, over := h.Ending(); over {
				err = errors.New("the game is over after it")
			}
		}
		if err != nil {
			return nil, usageError{fmt.Errorf("%s: opening %d: %w", called(name), len(all)+1, err)}
		}
		all = append(all, h)
	}
	return all, nil
}
