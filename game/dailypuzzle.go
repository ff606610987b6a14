package game

import (
	"context"
	"errors"
	"time"
)

// DailyPuzzle is the puzzle of the day of a place.
type DailyPuzzle struct {
	Place  PlaceID
	Room   RoomID
	Day    int // since when it is; 0: there has been none
	Puzzle PuzzleID
	Begun  time.Time
	Post   PostID   // that shows it; 0: none yet
	Before PuzzleID // the one before it
}

// IsOf reports whether it is the puzzle of a day. The clock of another process may be ahead by so little that it is the
// next day there; one of a later day was begun by a clock that was wrong.
func (d *DailyPuzzle) IsOf(day int) bool { return d.Day == day || d.Day == day+1 }

// DayOf returns the number of a day in UTC, from 1 for the second of January 1970.
func DayOf(t time.Time) int { return int(t.Unix() / (24 * 60 * 60)) }

// DailyPuzzles returns the puzzles of the day of all places that have one.
func (r *Referee) DailyPuzzles(ctx context.Context) ([]*DailyPuzzle, error) {
	return view(ctx, r, func(tx Reader) ([]*DailyPuzzle, error) { return tx.DailyPuzzles() })
}

// DailyPuzzle returns the puzzle of the day of a place; without a Room if the place has none.
func (r *Referee) DailyPuzzle(ctx context.Context, place PlaceID) (DailyPuzzle, error) {
	return view(ctx, r, func(tx Reader) (DailyPuzzle, error) { return dailyPuzzle(tx, place) })
}

func dailyPuzzle(tx Reader, place PlaceID) (DailyPuzzle, error) {
	d, err := orNone(tx.DailyPuzzle(place))
	if d == nil {
		return DailyPuzzle{Place: place}, err
	}
	return *d, err
}

// SetPuzzleRoom gives a place a puzzle of the day in a room, or none if the room is 0.
func (r *Referee) SetPuzzleRoom(ctx context.Context, place PlaceID, room RoomID) error {
	return r.store.Update(ctx, func(tx Tx) error {
		d, err := dailyPuzzle(tx, place)
		if err != nil || d.Room == room {
			return err
		}
		d.Room = room
		return tx.PutDailyPuzzle(&d)
	})
}

// BeginDay makes a puzzle that of today in a place, unless it has one, and returns the one that it has.
func (r *Referee) BeginDay(ctx context.Context, place PlaceID, puzzle PuzzleID, points int) (d DailyPuzzle, err error) {
	err = r.update(ctx, func(s *step) error {
		s.place = place
		if d, err = dailyPuzzle(s.tx, place); err != nil || d.Room == 0 || d.IsOf(DayOf(s.now)) {
			return err
		}
		record, err := s.puzzleRecord(place, PuzzleRequest{Puzzle: puzzle, Points: points})
		if err != nil {
			return err
		}
		d.Before = d.Puzzle
		d.Day, d.Puzzle, d.Begun, d.Post = DayOf(s.now), puzzle, s.now, 0
		record.Daily = d.Day
		return errors.Join(s.tx.PutPuzzleRecord(record), s.tx.PutDailyPuzzle(&d))
	})
	return d, err
}

// DailyPosted records the post that shows the puzzle of a day.
func (r *Referee) DailyPosted(ctx context.Context, place PlaceID, day int, post PostID) error {
	return r.store.Update(ctx, func(tx Tx) error {
		d, err := dailyPuzzle(tx, place)
		if err != nil || d.Day != day {
			return err
		}
		d.Post = post
		return tx.PutDailyPuzzle(&d)
	})
}
