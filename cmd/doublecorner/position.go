package main

import (
	"fmt"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// positionFlags name a position.
type positionFlags struct {
	ruleFlags
	FEN string `name:"fen" help:"Position, such as W:W31,K32:B1-12; the start of the game if omitted." placeholder:"FEN"`
}

// position returns the position that the flags name.
func (f *positionFlags) position() (draughts.Position, error) {
	v, err := f.needed()
	switch {
	case err != nil:
		return draughts.Position{}, err
	case f.FEN == "":
		return v.Start(), nil
	}
	p, err := pdn.ParseFEN(v, f.FEN)
	return p, asUsage(err)
}

// movesCommand lists legal moves.
type movesCommand struct {
	positionFlags
}

func (c *movesCommand) Run(s streams) error {
	p, err := c.position()
	if err != nil {
		return err
	}
	for _, m := range p.Moves() {
		fmt.Fprintln(s.out, p.Full(m, p.Variant().Rules().Board.Notation))
	}
	return nil
}

// perftCommand counts the games that can follow a position, up to a depth.
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
		for _, m := range p.Moves() {
			n := p.Play(m).Perft(c.Depth - 1)
			fmt.Fprintln(s.out, p.Full(m, p.Variant().Rules().Board.Notation), n)
			all += n
		}
	}
	for depth := 1; depth <= c.Depth; depth++ {
		n := all
		if depth < c.Depth || !c.Divide {
			n = p.Perft(depth)
		}
		fmt.Fprintln(s.out, depth, n)
	}
	return nil
}
