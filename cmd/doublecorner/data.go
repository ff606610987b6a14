package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"doublecorner/cmd/doublecorner/internal/config"
	"doublecorner/game"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/review"
	"doublecorner/store"
	"doublecorner/store/postgres"
)

// dataFlags name the file of games, or the address of their database.
type dataFlags struct {
	Data string `help:"File of games, or the address of their database; ${default} if not given." default:"doublecorner.db" env:"DOUBLECORNER_DATA" placeholder:"FILE" type:"games"`
}

// gamesMapper reads the name of a file of games, or the address of a database.
var gamesMapper = kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
	var data string
	if err := ctx.Scan.PopValueInto("file or address", &data); err != nil {
		return err
	}
	if data != "" && !postgres.IsAddress(data) {
		data = kong.ExpandPath(data)
	}
	target.SetString(data)
	return nil
})

// keeper keeps games, in a file or in a database.
type keeper interface {
	game.Store
	// AllSettings visits the settings of all people and places.
	AllSettings(ctx context.Context, visit func(owner game.SettingsKey, value []byte) error) error
	// Check checks all records, and whether what they are found by agrees with them.
	Check() error
	Close() error
}

// onlyFiles returns a usage error if the games are in a database.
func (f *dataFlags) onlyFiles(instead string) error {
	if postgres.IsAddress(f.Data) {
		return usageError{fmt.Errorf("the games are in a database: %s", instead)}
	}
	return nil
}

// command returns the command line of a command for this file. It has no --data if the file is the
// usual one.
func (f *dataFlags) command(name, arguments string) string {
	if postgres.IsAddress(f.Data) { // which may have a password
		return strings.TrimSpace("doublecorner " + name + " --data ADDRESS " + arguments)
	}
	usual, err := filepath.Abs(config.Default().Data)
	data, e := filepath.Abs(f.Data)
	if err != nil || e != nil || data != usual || os.Getenv("DOUBLECORNER_DATA") != "" {
		name += " --data " + shellWord(f.Data)
	}
	return strings.TrimSpace("doublecorner " + name + " " + arguments)
}

// shellWord quotes a file's name for a shell, if it must be quoted.
func shellWord(name string) string {
	switch {
	case runtime.GOOS == "windows" && strings.ContainsAny(name, " &()"):
		return `"` + name + `"`
	case runtime.GOOS != "windows" && strings.ContainsAny(name, " \t\n'\"$&;()<>|*?[]#~`!{}\\"):
		return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
	}
	return name
}

// exists returns a usage error if there is no such file.
func (f *dataFlags) exists() error {
	if _, err := os.Stat(f.Data); errors.Is(err, os.ErrNotExist) && !postgres.IsAddress(f.Data) {
		return usageError{fmt.Errorf("there is no file %s; say with --data which file of games it is", f.Data)}
	}
	return nil
}

// open opens the file for reading. It waits only a moment, because a process that has the file for
// long can be asked for a copy.
func (f *dataFlags) open() (s *store.Store, locked bool, err error) {
	if err := f.exists(); err != nil {
		return nil, false, err
	}
	s, err = store.Open(f.Data, store.Options{ReadOnly: true, Wait: 200 * time.Millisecond})
	_, locked = errors.AsType[*store.LockedError](err)
	return s, locked, err
}

// copyTo makes a new file with a copy of this one, also while another process has it.
func (f *dataFlags) copyTo(name string) error {
	s, locked, err := f.open()
	if locked {
		e := store.WriteNew(name, func(w io.Writer) error { return store.FetchBackup(f.Data, w) })
		if errors.Is(e, store.ErrNotServed) {
			return err
		}
		return e
	} else if err != nil {
		return err
	}
	return errors.Join(store.WriteNew(name, s.Backup), s.Close())
}

// read opens the database or the file for use, or a copy of the file if another process has it.
func (f *dataFlags) read(use func(keeper) error) error {
	if postgres.IsAddress(f.Data) {
		s, err := postgres.Open(context.Background(), f.Data, postgres.Options{ReadOnly: true})
		if err != nil {
			return err
		}
		defer s.Close()
		return use(s)
	}
	s, locked, err := f.open()
	if locked {
		dir, err := os.MkdirTemp("", "doublecorner-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		copied := dataFlags{Data: filepath.Join(dir, filepath.Base(f.Data))}
		if err := f.copyTo(copied.Data); errors.Is(err, syscall.ENOSPC) {
			return fmt.Errorf("%w; set TMPDIR to a directory with room for a copy of %s", err, f.Data)
		} else if err != nil {
			return err
		}
		return copied.read(use)
	} else if err != nil {
		return err
	}
	defer s.Close()
	return use(s)
}

// everyGame visits all games, whose reviews it may read, too.
func everyGame(s game.Store, visit func(game.Reader, *game.Game) error) error {
	const together = 100
	return s.View(context.Background(), func(tx game.Reader) error {
		for from := game.Cursor(""); ; {
			page, err := tx.Games(game.AllGames(), from, together)
			if err != nil {
				return err
			}
			var ids []game.GameID
			for _, g := range page.Items {
				ids = append(ids, g.ID)
			}
			game.Expect(tx, game.Expectation{Reviews: ids})
			for _, g := range page.Items {
				if err := visit(tx, g); err != nil {
					return err
				}
			}
			if from = page.Next; from == "" {
				return nil
			}
		}
	})
}

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
		if c.Output == "" {
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
func annotated(tx game.Reader, g *game.Game) (*pdn.Game, error) {
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
