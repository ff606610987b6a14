package main

import (
	"fmt"
	"os"

	"doublecorner/store"
)

// restoreCommand replaces the file of games by a backup.
type restoreCommand struct {
	dataFlags
	File string `arg:"" help:"The backup." type:"path"`
}

func (c *restoreCommand) Run(s streams) error {
	backup, err := os.Stat(c.File)
	if err != nil {
		return usageError{err}
	}
	if data, err := os.Stat(c.Data); err == nil && os.SameFile(backup, data) {
		return usageError{fmt.Errorf("%s is the file of games itself; name a backup", c.File)}
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
