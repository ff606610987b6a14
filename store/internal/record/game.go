package record

import (
	"fmt"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// Variants finds rule sets by their ids.
type Variants func(game.RulesID) (*draughts.Variant, error)

// Version 2 knows how many events the post tells of that shows the game.
const gameVersion = 2

// Game writes a game.
func Game(g *game.Game) []byte {
	w := begin(gameVersion)
	w.grow(128 + 8*g.Seq())
	w.uint(uint64(g.Place))
	w.uint(uint64(g.Room))
	w.uint(uint64(g.Post))
	w.uint(uint64(g.Shown))
	for _, p := range g.Players {
		w.uint(uint64(p))
	}
	w.b = append(w.b, g.Rules[:]...)
	w.text(string(g.Pool))
	w.terms(&g.Terms)
	w.time(g.Started)
	w.span(g.Away)
	w.text(string(g.RematchOf))

	w.uint(uint64(g.Seq()))
	at, away := g.Started, g.Away
	for i := range g.Seq() {
		e := g.Event(i)
		w.event(&e, at, away)
		at, away = e.At, e.Away
	}
	return w.b
}

// ReadGame reads a game.
func ReadGame(id game.GameID, b []byte, variants Variants) (*game.Game, error) {
	g, err := readGame(id, b, variants)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", id, err)
	}
	return g, nil
}

func readGame(id game.GameID, b []byte, variants Variants) (*game.Game, error) {
	r, version := open(b)
	if version < 1 || version > gameVersion {
		return nil, unknown(version)
	}
	h := game.Header{ID: id, Place: game.PlaceID(r.uint()), Room: game.RoomID(r.uint()), Post: game.PostID(r.uint())}
	if version >= 2 {
		h.Shown = int(r.uint())
	}
	for i := range h.Players {
		h.Players[i] = game.PersonID(r.uint())
	}
	copy(h.Rules[:], r.take(uint64(len(h.Rules))))
	h.Pool = game.Pool(r.text())
	if r.err != nil {
		return nil, r.err
	}
	v, err := variants(h.Rules)
	if err != nil {
		return nil, err
	}
	h.Terms = r.terms(v)
	h.Started = r.time()
	h.Away = r.span()
	h.RematchOf = game.GameID(r.text())

	n := r.count()
	events := make([]game.Event, n, n+2) // with room for what is about to happen
	r.squares = make([]draughts.Square, 0, len(r.b))
	at, away := h.Started, h.Away
	for i := range events {
		events[i] = r.event(v, at, away)
		at, away = events[i].At, events[i].Away
	}
	if err := r.close(); err != nil {
		return nil, err
	}
	return game.Restore(h, events), nil
}

// The first byte of an event: its kind, whose it is, and whether the referee had
// been away since the event before.
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
	if e.Away != away {
		first |= eventAway
	}
	w.byte(first)
	w.span(e.At.Sub(before))
	if e.Away != away {
		w.span(e.Away - away)
	}
	switch e.Kind {
	case game.Moved:
		w.uint(uint64(len(e.Way)))
		for _, q := range e.Way {
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
	if e.Away = away; first&eventAway != 0 {
		e.Away += r.span()
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
		e.Way = game.Way(r.squares[first:len(r.squares):len(r.squares)])
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

// What follows the clock of terms, as bits.
const (
	termsRated   = 0x01
	termsStart   = 0x02 // a start of its own follows
	termsColours = 4    // how far the colour is shifted
)

func (w *writer) terms(t *game.Terms) {
	w.text(t.Clock.String())
	flags := byte(t.Colour) << termsColours
	if t.Rated {
		flags |= termsRated
	}
	regular := t.Start == draughts.Position{}
	if !regular {
		flags |= termsStart
	}
	w.byte(flags)
	if regular {
		return
	}
	s := t.Start.Setup()
	w.byte(byte(s.Turn))
	w.uint(uint64(len(s.Pieces)))
	for _, p := range s.Pieces {
		w.byte(byte(p.Square))
		w.byte(byte(p.Piece))
	}
	for _, run := range s.Runs {
		w.byte(byte(run.King))
		w.uint(uint64(run.Moves))
	}
}

func (r *reader) terms(v *draughts.Variant) game.Terms {
	t := game.Terms{Variant: v}
	var err error
	if t.Clock, err = game.ParseClock(r.text()); err != nil {
		r.fail()
	}
	flags := r.byte()
	t.Rated = flags&termsRated != 0
	t.Colour = game.Colour(flags >> termsColours)
	if flags&termsStart == 0 || r.err != nil {
		return t
	}
	s := draughts.Setup{Turn: draughts.Side(r.byte() & 1), Pieces: make([]draughts.Placed, r.count())}
	for i := range s.Pieces {
		s.Pieces[i] = draughts.Placed{Square: draughts.Square(r.byte()), Piece: draughts.Piece(r.byte())}
	}
	for i := range s.Runs {
		s.Runs[i] = draughts.Run{King: draughts.Square(r.byte()), Moves: int(r.uint() & 0xffff)}
	}
	if t.Start, err = v.Position(s); err != nil {
		r.fail()
	}
	return t
}
