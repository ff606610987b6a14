package main

import (
	"fmt"
	"os"

	"doublecorner/game"
	"doublecorner/store"
)

// doctorCommand looks whether everything is in order.
type doctorCommand struct {
	dataFlags
}

func (c *doctorCommand) Run(s streams) error {
	return c.read(func(games *store.Store) error {
		if err := games.Check(); err != nil {
			fmt.Fprintf(s.out, "%s is not in order:\n%v\nKeep a copy of it as it is, and restore the last backup with \"doublecorner restore FILE\".\n", c.Data, err)
			return errWrong
		}
		running, finished := 0, 0
		if err := everyGame(games, func(g *game.Game) error {
			if g.IsOver() {
				finished++
			} else {
				running++
			}
			return nil
		}); err != nil {
			return err
		}
		info, err := os.Stat(games.Path())
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(s.out, "%s is in order: %s being played, %d finished, %d KB\n", c.Data, counted(running, "game"), finished, (info.Size()+1023)/1024)
		return err
	})
}
