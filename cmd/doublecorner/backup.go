package main

import (
	"errors"
	"fmt"
	"io/fs"

	"doublecorner/store"
)

// backupCommand copies the file of games, also while it is in use.
type backupCommand struct {
	dataFlags
	File string `arg:"" help:"Where to put the copy. It must not be there yet." type:"path"`
}

func (c *backupCommand) Run(s streams) error {
	if err := c.exists(); err != nil {
		return err
	}
	games, err := store.Open(c.Data, readOnly)
	switch locked := new(*store.LockedError); {
	case errors.As(err, locked):
		err = c.fetch(err, c.File)
	case err == nil:
		err = errors.Join(store.WriteNew(c.File, games.Backup), games.Close())
	}
	if errors.Is(err, fs.ErrExist) {
		return usageError{fmt.Errorf("%s is there already; name a new file", c.File)}
	} else if err != nil {
		return err
	}
	// A copy that cannot be restored must not replace older ones that can.
	n, err := gamesIn(c.File)
	if err != nil {
		return fmt.Errorf("%s is not in order, and could not be restored. Look with \"%s\" whether %s is: %w", c.File, c.command("doctor", ""), c.Data, err)
	}
	fmt.Fprintf(s.out, "%s has %s in it\n", c.File, counted(n, "game"))
	return nil
}
