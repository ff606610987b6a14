package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"doublecorner/game/draughts"
	"doublecorner/game/search"
)

// thinkCommand looks for the best moves of a position.
type thinkCommand struct {
	positionFlags
	Time  time.Duration `type:"positive" help:"How long to think, such as 500ms or 10s; 1s unless another limit is given." placeholder:"TIME"`
	Nodes uint64        `type:"positive" help:"How many positions to look at." placeholder:"N"`
	Depth int           `type:"positive" most:"100" help:"How many plies deep to look, 1 to 100." placeholder:"N"`
	Level int           `type:"positive" most:"8" help:"Play as for people, at a level from 1 to 8." placeholder:"N"`
	Seed  uint64        `help:"At a level, choose by this number between moves that are worth nearly the same." placeholder:"N"`
	Lines int           `type:"positive" help:"How many moves to value, best first." default:"1" placeholder:"N"`
	searchFlags
	JSON bool `name:"json" help:"Print the result as JSON."`
}

func (c *thinkCommand) Run(s streams) error {
	p, err := c.position()
	if err != nil {
		return err
	}
	limit := search.Limit{Time: c.Time, Nodes: c.Nodes, Depth: c.Depth, Level: c.Level, Seed: c.Seed, Lines: c.Lines}
	if limit.IsEmpty() {
		limit.Time = time.Second
	}
	shown := false
	if isTerminal(s.err) && !c.JSON {
		limit.Progress = func(t search.Thought) {
			shown = true
			fmt.Fprintf(s.err, "\r\033[Kdepth %d  %s", t.Depth, cut(lineText(p, t.Lines[0]), 60))
		}
	}
	ctx, stop := stopped() // what has been found until then is printed
	defer stop()
	endgames, err := openEndgames(p.Variant(), c.Endgames)
	if err != nil {
		return err
	}
	defer endgames.Close()
	engine := search.New(p.Variant(), search.Options{Hash: c.Hash, Endgames: endgames})
	thought, err := engine.Think(ctx, draughts.NewHistory(p), limit)
	if shown {
		fmt.Fprint(s.err, "\r\033[K")
	}
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(s.out).Encode(thoughtJSON(p, thought))
	}
	for _, line := range thought.Lines {
		fmt.Fprintln(s.out, lineText(p, line))
	}
	fmt.Fprintf(s.out, "depth %d, %d nodes, %.2f s, %d nodes a second\n", thought.Depth, thought.Nodes, thought.Time.Seconds(), speed(thought))
	return nil
}

// lineText writes a line with its value before it.
func lineText(p draughts.Position, line search.Line) string {
	return strings.Join(append([]string{line.Value.String()}, p.Line(line.Moves)...), " ")
}

// cut cuts a text that is longer than a width.
func cut(text string, width int) string {
	if len(text) > width {
		return text[:width-3] + "..."
	}
	return text
}

func speed(t search.Thought) uint64 {
	return uint64(float64(t.Nodes) / max(t.Time.Seconds(), 1e-6))
}

// thinkingJSON is what the command prints with --json.
type thinkingJSON struct {
	Lines   []lineJSON `json:"lines"`
	Depth   int        `json:"depth"`
	Nodes   uint64     `json:"nodes"`
	Seconds float64    `json:"seconds"`
}

// lineJSON is one line: with an outcome if it is proven, else with a score.
type lineJSON struct {
	Moves   []string `json:"moves"`
	Outcome string   `json:"outcome,omitempty"` // won, drawn or lost, for the side to move
	Plies   int      `json:"plies,omitempty"`   // to the end of the game, if known
	Score   *int     `json:"score,omitempty"`   // in hundredths of a man
}

func thoughtJSON(p draughts.Position, t search.Thought) thinkingJSON {
	j := thinkingJSON{Depth: t.Depth, Nodes: t.Nodes, Seconds: t.Time.Seconds()}
	for _, line := range t.Lines {
		l := lineJSON{Moves: p.Line(line.Moves)}
		if v := line.Value; v.Proven {
			l.Outcome, l.Plies = [...]string{"lost", "drawn", "won"}[v.Score+1], v.Plies
		} else {
			l.Score = &v.Score
		}
		j.Lines = append(j.Lines, l)
	}
	return j
}
