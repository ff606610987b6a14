package main

import (
	"fmt"
	"io"

	"doublecorner/bot/lang"
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// renderCommand draws a position as a picture, or describes it.
type renderCommand struct {
	positionFlags
	lookFlags
	Last   string `help:"Make this move from the position, and show it as the last one." placeholder:"MOVE"`
	Hints  bool   `help:"Mark the pieces that can move, and those that must capture or be captured." default:"true" negatable:""`
	White  string `help:"White's name." default:"White" placeholder:"NAME"`
	Black  string `help:"Black's name." default:"Black" placeholder:"NAME"`
	Note   string `help:"What to write in the corner, such as the game's number." placeholder:"TEXT"`
	As     string `help:"What to make: a picture (png), its description (alt), or a board of letters (text)." enum:"png,alt,text" default:"png" placeholder:"KIND"`
	Output string `short:"o" help:"Where to write the picture." type:"path" placeholder:"FILE"`
}

// lookFlags say how boards look.
type lookFlags struct {
	Theme string        `help:"How it looks: ${themes}." default:"classic" placeholder:"THEME"`
	From  draughts.Side `help:"Whose side is at the bottom: white or black." default:"white" placeholder:"SIDE"`
	Size  int           `help:"Width in pixels, 160 to 1280; 768 if omitted, 480 for a replay." placeholder:"N"`
	Bare  bool          `help:"The board alone, without the players."`
}

// themes returns the values of --theme.
func themes() (keys []string) {
	for _, t := range render.Themes() {
		keys = append(keys, t.Key)
	}
	return keys
}

func (c *renderCommand) Run(s streams) error {
	if c.Output != "" && c.Output != "-" && c.As != "png" {
		return usageError{fmt.Errorf("-o is for pictures; --as %s writes to standard output", c.As)}
	}
	if err := checkOutput(c.Output, ".png", c.RulesFile); err != nil {
		return err
	}
	p, err := c.position()
	if err != nil {
		return err
	}
	v := render.View{Theme: c.Theme, From: c.From, Size: c.Size, Position: p, Hints: c.Hints}
	if c.Last != "" {
		m, err := p.Read(c.Last)
		if err != nil {
			return usageError{fmt.Errorf("--last %q: %s", c.Last, lang.English().WhyNot(p, err))}
		}
		v.Last = render.Step{Before: p, Move: m}
		v.Position = p.Play(m)
	}
	if !c.Bare {
		v.Bars = &render.Bars{Players: [2]render.Player{{Name: c.White}, {Name: c.Black}}, Note: c.Note}
	}
	switch c.As {
	case "alt":
		fmt.Fprintln(s.out, v.Alt(lang.English().Say))
		return nil
	case "text":
		fmt.Fprint(s.out, render.Text(v.Position, v.From))
		return nil
	}
	picture, err := v.Picture()
	if err != nil {
		return usageError{err}
	}
	return writePicture(s.out, c.Output, func(w io.Writer) error {
		_, err := w.Write(picture)
		return err
	})
}
