package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"doublecorner/game"
	"doublecorner/store"
	"doublecorner/store/postgres"
	"doublecorner/store/transfer"
)

// moveDataCommand copies all games from a file into a database, or back.
type moveDataCommand struct {
	From string `arg:"" help:"${games}. The bot must not run." type:"games"`
	To   string `arg:"" help:"The address of an empty database, or a file that is not there yet." type:"games"`
}

// lately is the time after which a bot that does not say that it runs is stopped. While one of several processes is silent,
// the others do not say it either.
const lately = 30 * time.Second

func (c *moveDataCommand) Run(s streams) error {
	ctx, stop := stopped()
	defer stop()
	var from keeper
	var err error
	if postgres.IsAddress(c.From) {
		from, err = postgres.Open(ctx, c.From, postgres.Options{ReadOnly: true})
	} else if err = (&dataFlags{Data: c.From}).exists(); err == nil {
		from, err = store.Open(c.From, store.Options{ReadOnly: true})
	}
	if err != nil {
		return err
	}
	defer from.Close()
	if err := atRest(ctx, from); err != nil {
		return err
	}
	var to transfer.Target = store.NewFiller(c.To)
	if postgres.IsAddress(c.To) {
		database, err := postgres.Open(ctx, c.To, postgres.Options{})
		if err != nil {
			return err
		}
		defer database.Close()
		to = database.NewFiller()
	}
	kinds, err := transfer.All(ctx, from, to, movedSoFar(s.err))
	if err != nil {
		return fmt.Errorf("nothing was copied: %w", onlyNew(c.To, err))
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		fmt.Fprintf(s.out, "%8d  %s\n", kinds[kind], kind)
	}
	fmt.Fprintf(s.out, "All was copied and compared. Set data to the new place, and keep the old one until you are content.\n")
	return nil
}

// atRest returns an error if a bot ran on a database just now. What it stores after the copy has begun would be
// lost.
func atRest(ctx context.Context, games game.Store) error {
	if _, ok := games.(*postgres.Store); !ok {
		return nil // only one process can open a file
	}
	return games.View(ctx, func(tx game.Reader) error {
		service, err := tx.Service()
		if err == nil && time.Since(service.LastAlive) < lately {
			return errors.New("a bot ran on this database just now; stop it, and try again after half a minute")
		}
		return err
	})
}

// movedSoFar prints how many records were copied and compared, once a second.
func movedSoFar(out io.Writer) transfer.Progress {
	begun := time.Now()
	last := begun
	return func(copied, compared int) {
		if time.Since(last) < time.Second {
			return
		}
		last = time.Now()
		fmt.Fprintf(out, "%d records copied, %d compared, after %v\n", copied, compared, time.Since(begun).Round(time.Second))
	}
}
