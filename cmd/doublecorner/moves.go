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
