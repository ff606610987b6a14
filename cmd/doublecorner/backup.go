package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"doublecorner/game"
	"doublecorner/store"
)

// backupCommand copies the file of games, also while it is in use.
type backupCommand struct {
	dataFlags
	File string `arg:"" help:"Where to put the copy. It must not be there yet." type:"path"`
}

func (c *backupCommand) Run(s streams) error {
	if err := c.onlyFiles("make a dump of it with PostgreSQL's pg_dump, or copy the games into a file with \"doublecorner move-data\""); err != nil {
		return err
	}
	if err := c.copyTo(c.File); err != nil {
		return onlyNew(c.File, err)
	}
	// A copy that cannot be restored must not replace older ones that can.
	n, copied := 0, dataFlags{Data: c.File}
	if err := copied.read(func(games keeper) error {
		if err := games.Check(); err != nil {
			return err
		}
		return everyGame(games, func(game.Reader, *game.Game) error { n++; return nil })
	}); err != nil {
		return fmt.Errorf("%s is not in order, and could not be restored. Look with \"%s\" whether %s is: %w", c.File, c.command("doctor", ""), c.Data, err)
	}
	fmt.Fprintf(s.out, "%s has %s in it\n", c.File, counted(n, "game"))
	return nil
}

// onlyNew makes a usage error of the error for a file that is there already.
func onlyNew(name string, err error) error {
	if errors.Is(err, fs.ErrExist) {
		return usageError{fmt.Errorf("%s is there already; name a new file", name)}
	}
	return err
}

// restoreCommand replaces the file of games by a backup.
type restoreCommand struct {
	dataFlags
	File string `arg:"" help:"The backup." type:"path"`
}

func (c *restoreCommand) Run(s streams) error {
	if err := c.onlyFiles("restore a dump of it with PostgreSQL's pg_restore, or copy the games of a file into an empty database with \"doublecorner move-data\""); err != nil {
		return err
	}
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

// compactCommand makes the file of games as small as possible.
type compactCommand struct {
	dataFlags
}

func (c *compactCommand) Run(s streams) error {
	if err := c.onlyFiles("PostgreSQL makes room by itself, with VACUUM"); err != nil {
		return err
	}
	if err := c.exists(); err != nil {
		return err
	}
	before, after, err := store.Compact(c.Data)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s has %d KB, had %d\n", c.Data, kilobytes(after), kilobytes(before))
	return nil
}

func kilobytes(size int64) int64 { return (size + 1023) / 1024 }
