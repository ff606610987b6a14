package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"doublecorner/game"
	"doublecorner/game/draughts/pdn"
	"doublecorner/store"
)

// exportCommand writes games as PDN.
type exportCommand struct {
	dataFlags
	Running bool   `help:"Also games that are still being played."`
	Output  string `short:"o" help:"File to write, which must not be there yet; standard output if left out." placeholder:"FILE" type:"path"`
}

func (c *exportCommand) Run(s streams) error {
	return c.read(func(games *store.Store) error {
		if c.Output == "" {
			_, err := c.write(games, s.out)
			return err
		}
		n := 0
		err := store.WriteNew(c.Output, func(w io.Writer) (err error) {
			n, err = c.write(games, w)
			return err
		})
		if errors.Is(err, fs.ErrExist) {
			return usageError{fmt.Errorf("%s is there already; name a new file", c.Output)}
		} else if err != nil {
			return err
		}
		fmt.Fprintf(s.out, "%s has %s in it\n", c.Output, counted(n, "game"))
		return nil
	})
}

// write writes the games as PDN, and returns how many.
func (c *exportCommand) write(games *store.Store, w io.Writer) (n int, err error) {
	err = everyGame(games, func(g *game.Game) error {
		if !g.IsOver() && !c.Running {
			return nil
		}
		p, err := game.PDN(g, nil)
		if err != nil {
			return err
		}
		n++
		return pdn.Write(w, p)
	})
	return n, err
}
