package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"doublecorner/cmd/doublecorner/internal/config"
	"doublecorner/game"
	"doublecorner/store"
)

// dataFlags name the file of games.
type dataFlags struct {
	Data string `help:"File of games; ${default} if not given." default:"doublecorner.db" env:"DOUBLECORNER_DATA" placeholder:"FILE" type:"path"`
}

// command returns the command line of a command for this file. It has no --data if the file is the
// usual one.
func (f *dataFlags) command(name, arguments string) string {
	usual, err := filepath.Abs(config.Default().Data)
	data, e := filepath.Abs(f.Data)
	if err == nil && e == nil && data == usual && os.Getenv("DOUBLECORNER_DATA") == "" {
		return strings.TrimSpace(fmt.Sprintf("doublecorner %s %s", name, arguments))
	}
	return strings.TrimSpace(fmt.Sprintf("doublecorner %s --data %s %s", name, shellWord(f.Data), arguments))
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

// readOnly opens a file for reading. It waits only a moment, because a process that has the file for
// long can be asked for a copy.
var readOnly = store.Options{ReadOnly: true, Wait: 200 * time.Millisecond}

// exists returns a usage error if there is no such file.
func (f *dataFlags) exists() error {
	if _, err := os.Stat(f.Data); errors.Is(err, os.ErrNotExist) {
		return usageError{fmt.Errorf("there is no file %s; say with --data which file of games it is", f.Data)}
	}
	return nil
}

// read opens the file for use. If another process has the file, it opens a copy from that process.
func (f *dataFlags) read(use func(*store.Store) error) error {
	if err := f.exists(); err != nil {
		return err
	}
	s, err := store.Open(f.Data, readOnly)
	if locked := new(*store.LockedError); errors.As(err, locked) {
		return f.readCopy(err, use)
	} else if err != nil {
		return err
	}
	defer s.Close()
	return use(s)
}

// readCopy opens a copy from the process that has the file. locked is the error if it serves none.
func (f *dataFlags) readCopy(locked error, use func(*store.Store) error) error {
	dir, err := os.MkdirTemp("", "doublecorner-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, filepath.Base(f.Data))
	if err := f.fetch(locked, name); errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("%w; set TMPDIR to a directory with room for a copy of %s", err, f.Data)
	} else if err != nil {
		return err
	}
	s, err := store.Open(name, readOnly)
	if err != nil {
		return err
	}
	defer s.Close()
	return use(s)
}

// fetch makes a copy from the process that has the file. locked is the error if it serves none.
func (f *dataFlags) fetch(locked error, name string) error {
	err := store.WriteNew(name, func(w io.Writer) error { return store.FetchBackup(f.Data, w) })
	if errors.Is(err, store.ErrNotServed) {
		return locked
	}
	return err
}

// everyGame visits all games.
func everyGame(s *store.Store, visit func(*game.Game) error) error {
	return s.View(context.Background(), func(tx game.Reader) error {
		for from := game.Cursor(""); ; {
			page, err := tx.Games(game.AllGames(), from, 100)
			if err != nil {
				return err
			}
			for _, g := range page.Items {
				if err := visit(g); err != nil {
					return err
				}
			}
			if from = page.Next; from == "" {
				return nil
			}
		}
	})
}

// gamesIn counts the games in a file that is in order.
func gamesIn(path string) (n int, err error) {
	games, err := store.Open(path, readOnly)
	if err != nil {
		return 0, err
	}
	defer games.Close()
	if err := games.Check(); err != nil {
		return 0, err
	}
	err = everyGame(games, func(*game.Game) error {
		n++
		return nil
	})
	return n, err
}
