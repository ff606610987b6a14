package main

import (
	"errors"
	"fmt"
	"io"

	"doublecorner/game"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/review"
	"doublecorner/store"
)

// exportCommand writes games as PDN.
type exportCommand struct {
	dataFlags
	Running bool   `help:"Also games that are still being played."`
	Output  string `short:"o" help:"File to write, which must not be there yet; standard output if omitted." placeholder:"FILE" type:"path"`
}

func (c *exportCommand) Run(s streams) error {
	return c.read(func(games keeper) error {
		n := 0
		write := func(w io.Writer) error {
			return everyGame(games, func(tx game.Reader, g *game.Game) error {
				if !g.IsOver() && !c.Running {
					return nil
				}
				n++
				p, err := annotated(tx, g)
				if err != nil {
					return err
				}
				return pdn.Write(w, p)
			})
		}
		if c.Output == "" || c.Output == "-" {
			return write(s.out)
		}
		if err := store.WriteNew(c.Output, write); err != nil {
			return onlyNew(c.Output, err)
		}
		fmt.Fprintf(s.out, "%s has %s in it\n", c.Output, counted(n, "game"))
		return nil
	})
}

// annotated returns a game in PDN, with remarks if it was reviewed.
func annotated(tx game.Reader, g *game.Game) (*pdn.Record, error) {
	p, err := game.PDN(g, nil)
	if err != nil {
		return nil, err
	}
	kept, err := tx.Review(g.ID)
	if err != nil && !errors.Is(err, game.ErrNotFound) {
		return nil, err
	}
	r, _, err := review.OfGame(g, kept)
	if r != nil {
		r.Annotate(p)
	}
	return p, err
}
