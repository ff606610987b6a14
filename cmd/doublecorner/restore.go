package main

import (
	"fmt"
	"os"

	"doublecorner/store"
)

// restoreCommand puts a backup in the place of the file of games.
type restoreCommand struct {
	dataFlags
	File string `arg:"" help:"The backup." type:"path"`
}

func (c *restoreCommand) Run(s streams) error {
	if _, err := os.Stat(c.File); err != nil {
		return usageError{err}
	}
	kept, err := store.Restore(c.Data, c.File)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s is now as it is in %s\n", c.Data, c.File)
	if kept != "" {
		fmt.Fprintf(s.out, "what was there before is in %s\n", kept)
	}
	return nil
}
