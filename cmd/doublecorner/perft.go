package main

import (
	"fmt"
)

// perftCommand counts.
type perftCommand struct {
	positionFlags
	Depth  int  `help:"How many moves deep, 1 to 30." placeholder:"N"`
	Divide bool `help:"Also say how many there are behind each first move."`
}

func (c *perftCommand) Validate() error {
	if c.Depth < 1 || c.Depth > 30 {
		return fmt.Errorf("say how deep, from 1 to 30, as in --depth 6")
	}
	return nil
}

func (c *perftCommand) Run(s streams) error {
	p, err := c.position()
	if err != nil {
		return err
	}
	if c.Divide {
		for _, m := range p.Moves() {
			text := p.Full(m, p.Variant().Rules().Board.Notation)
			if _, err := fmt.Fprintln(s.out, text, p.Play(m).Perft(c.Depth-1)); err != nil {
				return err
			}
		}
	}
	for depth := 1; depth <= c.Depth; depth++ {
		if _, err := fmt.Fprintln(s.out, depth, p.Perft(depth)); err != nil {
			return err
		}
	}
	return nil
}
