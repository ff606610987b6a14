package record

import (
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// The first byte of an event has its kind, its side, and whether the referee was away since the event
// before.
const (
	eventKind = 0x0f
	eventSide = 0x40
	eventAway = 0x80
)

func (w *writer) event(e *game.Event, before time.Time, away time.Duration) {
	first := byte(e.Kind) & eventKind
	if e.Side == draughts.Black {
		first |= eventSide
	}
	if e.Downtime != away {
		first |= eventAway
	}
	w.byte(first)
	w.span(e.At.Sub(before))
	if e.Downtime != away {
		w.span(e.Downtime - away)
	}
	switch e.Kind {
	case game.Moved:
		w.uint(uint64(len(e.Path)))
		for _, q := range e.Path {
			w.byte(byte(q))
		}
	case game.TookBack:
		w.uint(uint64(e.Plies))
	case game.Offered, game.Declined, game.Withdrawn:
		w.byte(byte(e.Offer))
	case game.Ended:
		w.result(e.Result)
	}
}

func (r *reader) event(v *draughts.Variant, before time.Time, away time.Duration) game.Event {
	first := r.byte()
	e := game.Event{Kind: game.EventKind(first & eventKind)}
	if first&eventSide != 0 {
		e.Side = draughts.Black
	}
	e.At = before.Add(r.span())
	if e.Downtime = away; first&eventAway != 0 {
		e.Downtime += r.span()
	}
	switch e.Kind {
	case game.Moved:
		first := len(r.squares)
		for _, b := range r.take(uint64(r.count())) {
			q := draughts.Square(b)
			if !v.Has(q) {
				r.fail()
			}
			r.squares = append(r.squares, q)
		}
		e.Path = game.Path(r.squares[first:len(r.squares):len(r.squares)])
	case game.TookBack:
		e.Plies = int(r.uint() & 0xffff)
	case game.Offered, game.Declined, game.Withdrawn:
		if e.Offer = game.Offer(r.byte()); int(e.Offer) >= len(game.Offers) {
			r.fail()
			e.Offer = 0
		}
	case game.Ended:
		e.Result = r.result()
	case game.Reminded:
	default:
		r.fail()
	}
	return e
}

func (w *writer) result(result *game.Result) {
	w.byte(byte(result.Cause))
	w.byte(byte(result.Outcome))
	w.byte(byte(result.Rule))
	w.uint(uint64(result.Moderator))
	w.text(result.Reason)
	w.float(result.Weight)
	for _, changes := range result.Changes {
		w.uint(uint64(len(changes)))
		for _, c := range changes {
			w.uint(uint64(c.Place))
			w.rating(c.Before)
			w.rating(c.After)
		}
	}
}

func (r *reader) result() *game.Result {
	result := &game.Result{
		Cause: game.Cause(r.byte()), Outcome: game.Outcome(r.byte()), Rule: draughts.EndRule(r.byte()),
		Moderator: game.PersonID(r.uint()), Reason: r.text(), Weight: r.float(),
	}
	if result.Outcome > game.BlackWon || result.Cause > game.ByLength {
		r.fail()
	}
	for side := range result.Changes {
		for range r.count() {
			result.Changes[side] = append(result.Changes[side], game.RatingChange{
				Place: game.PlaceID(r.uint()), Before: r.rating(), After: r.rating(),
			})
		}
	}
	return result
}
