package main

import (
	"fmt"

	"doublecorner/store"
)

// compactCommand makes the file of games as small as possible.
type compactCommand struct {
	dataFlags
}

func (c *compactCommand) Run(s streams) error {
	if err := c.exists(); err != nil {
		return err
	}
	before, after, err := store.Compact(c.Data)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s has %d KB, had %d\n", c.Data, (after+1023)/1024, (before+1023)/1024)
	return nil
}
