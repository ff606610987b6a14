package main

import "fmt"

// movesCommand lists legal moves.
type movesCommand struct {
	positionFlags
}

func (c *movesCommand) Run(s streams) error {
	p, err := c.position()
	if err != nil {
		return err
	}
	moves, err := p.Moves()
	if err != nil {
		return err
	}
	for _, m := range moves {
		fmt.Fprintln(s.out, p.Full(m, p.Variant().Rules().Board.Notation))
	}
	return nil
}

// perftCommand counts the positions that can follow a position.
type perftCommand struct {
	positionFlags
	Depth  int  `help:"How many moves deep, 1 to 30." placeholder:"N"`
	Divide bool `help:"Also count the games that begin with each move."`
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
	var all uint64
	if c.Divide {
		moves, err := p.Moves()
		if err != nil {
			return err
		}
		for _, m := range moves {
			n, err := p.Play(m).Perft(c.Depth - 1)
			if err != nil {
				return err
			}
			fmt.Fprintln(s.out, p.Full(m, p.Variant().Rules().Board.Notation), n)
			all += n
		}
	}
	for depth := 1; depth <= c.Depth; depth++ {
		n := all
		if depth < c.Depth || !c.Divide {
			if n, err = p.Perft(depth); err != nil {
				return err
			}
		}
		fmt.Fprintln(s.out, depth, n)
	}
	return nil
}
