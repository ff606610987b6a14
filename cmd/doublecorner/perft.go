package main

import "fmt"

// perftCommand counts the positions that can follow a position.
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
	count := p.Perft
	if c.Divide {
		moves, err := p.Moves()
		if err != nil {
			return err
		}
		var all uint64
		for _, m := range moves {
			n, err := p.Play(m).Perft(c.Depth - 1)
			if err != nil {
				return err
			}
			fmt.Fprintln(s.out, p.Full(m, p.Variant().Rules().Board.Notation), n)
			all += n
		}
		count = func(depth int) (uint64, error) {
			if depth == c.Depth {
				return all, nil // already counted
			}
			return p.Perft(depth)
		}
	}
	for depth := 1; depth <= c.Depth; depth++ {
		n, err := count(depth)
		if err != nil {
			return err
		}
		fmt.Fprintln(s.out, depth, n)
	}
	return nil
}
