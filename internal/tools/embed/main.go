// Embed writes the databases of three pieces of all built-in rule sets into the directory embedded.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"doublecorner/game/draughts"
	"doublecorner/game/endgame"
)

func main() {
	if err := write("embedded"); err != nil {
		log.Fatal(err)
	}
}

func write(dir string) error {
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		return err
	}
	stale := map[string]bool{}
	for _, name := range names {
		stale[name] = true
	}
	for _, key := range draughts.Keys() {
		v, err := draughts.Builtin(key)
		if err != nil {
			return err
		}
		name := filepath.Join(dir, fmt.Sprintf("%x", endgame.IdentifyRules(v.Rules())))
		if written, known := stale[name]; known && !written {
			continue // another rule set differs only in its draws
		}
		var text bytes.Buffer
		s := endgame.New(v)
		if err := errors.Join(s.Build(context.Background(), endgame.EmbeddedPieces, endgame.BuildOptions{Workers: 2}), s.WriteEmbedded(&text)); err != nil {
			return err
		}
		if err := os.WriteFile(name, text.Bytes(), 0o644); err != nil {
			return err
		}
		stale[name] = false
	}
	for name, old := range stale {
		if old {
			err = errors.Join(err, os.Remove(name))
		}
	}
	return err
}
