package main

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"doublecorner/bot/live"
	"doublecorner/game"
	"doublecorner/store/postgres"
)

// changeFeed tells the other processes that use a database which games this one changes, and has live boards hear of theirs.
type changeFeed struct {
	database *postgres.Store
	boards   *live.Boards
	log      *slog.Logger
	untold   chan postgres.Change
	hears    atomic.Bool // it listens
}

const (
	maxUntold   = 1000             // changes that wait until they are told
	listenAgain = time.Second      // after the connection was lost
	listenLater = 10 * time.Minute // if nothing is heard over it
)

func newChangeFeed(database *postgres.Store, log *slog.Logger) *changeFeed {
	return &changeFeed{database: database, log: log, untold: make(chan postgres.Change, maxUntold)}
}

// changed has a change told soon. It does not wait: others look now and then for what they were not told.
func (f *changeFeed) changed(g *game.Game) {
	select {
	case f.untold <- postgres.Change{Game: g.ID, Players: g.Players}:
	default:
	}
}

// tell tells changes, all that wait at once, until the context ends.
func (f *changeFeed) tell(ctx context.Context) {
	for {
		var changes []postgres.Change
		select {
		case <-ctx.Done():
			return
		case c := <-f.untold:
			changes = append(changes, c)
		}
		for range len(f.untold) {
			changes = append(changes, <-f.untold)
		}
		if err := f.database.Tell(ctx, changes...); err != nil && ctx.Err() == nil {
			f.log.Debug("other processes were not told of changes", "err", err)
		}
	}
}

// listen has the live boards hear until the context ends.
func (f *changeFeed) listen(ctx context.Context) {
	for ctx.Err() == nil {
		err := f.database.Listen(ctx, func() { f.hears.Store(true) }, func(c postgres.Change) { f.boards.Heard(c.Game, c.Players) })
		f.hears.Store(false)
		again := listenAgain
		if errors.Is(err, postgres.ErrDeaf) {
			f.log.Info("live boards show the moves of other processes up to a second late", "because", err)
			again = listenLater
		} else if ctx.Err() == nil {
			f.log.Warn("nothing is heard of the moves of other processes, which are looked for every second", "err", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(again):
		}
	}
}
