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

// dataFlags choose the file of games.
type dataFlags struct {
	Data string `help:"File of games; ${default} if not given." default:"doublecorner.db" env:"DOUBLECORNER_DATA" placeholder:"FILE" type:"path"`
}

// command returns what to type for a command to be about this file: which it is need not
// be said if it is the usual one.
func (f *dataFlags) command(name, arguments string) string {
	usual, err := filepath.Abs(config.Default().Data)
	there, e := filepath.Abs(f.Data)
	if err == nil && e == nil && there == usual && os.Getenv("DOUBLECORNER_DATA") == "" {
		return strings.TrimSpace(fmt.Sprintf("doublecorner %s %s", name, arguments))
	}
	return strings.TrimSpace(fmt.Sprintf("doublecorner %s --data %s %s", name, shellWord(f.Data), arguments))
}

// shellWord returns a file's name as a shell takes it for one word.
func shellWord(name string) string {
	switch {
	case runtime.GOOS == "windows" && strings.ContainsAny(name, " &()"):
		return `"` + name + `"`
	case runtime.GOOS != "windows" && strings.ContainsAny(name, " \t\n'\"$&;()<>|*?[]#~`!{}\\"):
		return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
	}
	return name
}

// toRead is how files are opened that are only read. A process that has one for
// good is not waited for: it is asked for a copy.
var toRead = store.Options{ReadOnly: true, Wait: 200 * time.Millisecond}

// there makes a mistake of the command line of a file that is not there.
func (f *dataFlags) there() error {
	if _, err := os.Stat(f.Data); errors.Is(err, os.ErrNotExist) {
		return usageError{fmt.Errorf("there is no file %s; say with --data which file of games it is", f.Data)}
	}
	return nil
}

// read lets use see the games, to read them. If another process has the file, it
// is asked for a copy, and use sees that.
func (f *dataFlags) read(use func(*store.Store) error) error {
	if err := f.there(); err != nil {
		return err
	}
	s, err := store.Open(f.Data, toRead)
	if locked := new(*store.LockedError); errors.As(err, locked) {
		return f.readCopy(err, use)
	} else if err != nil {
		return err
	}
	defer s.Close()
	return use(s)
}

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
	s, err := store.Open(name, toRead)
	if err != nil {
		return err
	}
	defer s.Close()
	return use(s)
}

// fetch makes a file with a copy of the games from the process that has them.
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
	games, err := store.Open(path, toRead)
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
