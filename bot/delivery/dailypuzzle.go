package delivery

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"doublecorner/game"
	"doublecorner/internal/recent"
)

const (
	// dailyCheck is how often the courier looks for guilds that lack the puzzle of the day.
	dailyCheck = time.Minute
	// dailyRetry is how long it does not try again where it could not post one.
	dailyRetry = time.Hour
	// maxRetries is how many such guilds it remembers.
	maxRetries = 10000
)

// dailyPuzzles says when to look for puzzles of the day that are to be posted.
type dailyPuzzles struct {
	due    atomic.Pointer[time.Time]            // nil: now
	failed *recent.Map[game.PlaceID, time.Time] // until when not to try again
}

// PostDailyPuzzle has Announce post the puzzle of the day in a guild that has just said where it wants it.
func (c *Courier) PostDailyPuzzle(guild game.PlaceID) {
	c.daily.failed.Take(guild)
	c.daily.due.Store(nil)
}

// postDailyPuzzles has the puzzle of the day posted in every guild that wants one and lacks it.
func (c *Courier) postDailyPuzzles(ctx context.Context) error {
	if due := c.daily.due.Load(); due != nil && c.now().Before(*due) {
		return nil
	}
	next := c.now().Add(dailyCheck)
	c.daily.due.Store(&next)
	all, err := c.referee.DailyPuzzles(ctx)
	if err != nil {
		return err
	}
	for _, d := range all {
		if !c.lacksPuzzle(d) || !c.Holds(d.Place) {
			continue
		}
		if until, failed := c.daily.failed.Get(d.Place); failed && c.now().Before(until) {
			continue
		}
		c.queue.add(lane{channel: d.Room}, "puzzle "+d.Place.String(), func(ctx context.Context, _ func()) error {
			return c.postDailyPuzzle(ctx, d.Place)
		})
	}
	return nil
}

// lacksPuzzle reports whether the puzzle of today is to be posted.
func (c *Courier) lacksPuzzle(d *game.DailyPuzzle) bool {
	return d.Room != 0 && (!d.IsOf(game.DayOf(c.now())) || d.Post == 0)
}

// postDailyPuzzle chooses the puzzle of today of a guild, unless it is chosen, and posts it, unless it is posted.
func (c *Courier) postDailyPuzzle(ctx context.Context, place game.PlaceID) error {
	d, err := c.referee.DailyPuzzle(ctx, place)
	if err == nil && c.lacksPuzzle(&d) && c.Holds(place) {
		err = c.beginDay(ctx, &d)
	}
	if err != nil && !IsRateLimit(err) {
		c.daily.failed.Put(place, c.now().Add(dailyRetry))
		c.log.Warn("puzzle of the day not posted", "guild", place, "err", err)
	}
	return err
}

// beginDay chooses and posts the puzzle of today of a guild.
func (c *Courier) beginDay(ctx context.Context, d *game.DailyPuzzle) error {
	if !d.IsOf(game.DayOf(c.now())) {
		id, points, err := c.composer.ChoosePuzzle(ctx, d.Place)
		if err != nil {
			return err
		}
		if *d, err = c.referee.BeginDay(ctx, d.Place, id, points); err != nil || !c.lacksPuzzle(d) {
			return err
		}
	}
	m, err := c.composer.ComposePuzzle(ctx, d)
	if err != nil {
		return err
	}
	shown, err := c.postOnce(ctx, d.Room, m, d.Begun, nil)
	if err != nil {
		return err
	}
	there, ok := whereIs(shown)
	if !ok {
		return errors.New("the message that was posted has no ID")
	}
	return c.referee.DailyPosted(ctx, d.Place, d.Day, there.id)
}
