package main

import (
	"context"
	"errors"
	"fmt"
	"io"
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
	"doublecorner/internal/system"
	"doublecorner/store"
	"doublecorner/store/postgres"
	"doublecorner/store/transfer"
)

// dataFlags name the file of games, or the address of their database.
type dataFlags struct {
	Data string `help:"${games}; ${default} if not given." default:"doublecorner.db" env:"DOUBLECORNER_DATA" placeholder:"FILE" type:"games"`
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
	transfer.Source
	// Check checks all records, and whether what they are found by agrees with them.
	Check() error
	// Doubt returns why what is stored may not be what the program has stored; "" if it knows no reason.
	Doubt() string
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
	usual, err := filepath.Abs(config.Default().Data)
	data, e := filepath.Abs(f.Data)
	switch {
	case postgres.IsAddress(f.Data): // which may have a password
		name += " --data ADDRESS"
	case err != nil || e != nil || data != usual || os.Getenv("DOUBLECORNER_DATA") != "":
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
		dir, remove, err := temporaryDirectory()
		if err != nil {
			return err
		}
		defer remove()
		ctx, stop := stopped()
		defer stop()
		defer context.AfterFunc(ctx, func() { // a copy of all games must not stay there
			remove()
			os.Exit(statusWrong)
		})()
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

// temporaryDirectory makes a directory for copies of games, and removes those of processes that were killed.
func temporaryDirectory() (dir string, remove func(), err error) {
	const held = "doublecorner.lock"
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), "doublecorner-*", held))
	for _, name := range left {
		if release, err := system.Hold(name); err == nil {
			os.RemoveAll(filepath.Dir(name))
			release()
		}
	}
	if dir, err = os.MkdirTemp("", "doublecorner-"); err != nil {
		return "", nil, err
	}
	release, err := system.Hold(filepath.Join(dir, held))
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(dir))
	}
	return dir, func() { os.RemoveAll(dir); release() }, nil
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
