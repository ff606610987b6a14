package record

import (
	"fmt"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// Variants returns the rule set with an id.
type Variants func(game.RulesID) (*draughts.Variant, error)

// Version 2 adds Shown.
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
	w.span(g.Downtime)
	w.text(string(g.RematchOf))

	w.uint(uint64(g.Seq()))
	at, away := g.Started, g.Downtime
	for i := range g.Seq() {
		e := g.Event(i)
		w.event(&e, at, away)
		at, away = e.At, e.Downtime
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
	h.Downtime = r.span()
	h.RematchOf = game.GameID(r.text())

	n := r.count()
	events := make([]game.Event, n, n+2) // with room for the next ones
	r.squares = make([]draughts.Square, 0, len(r.b))
	at, away := h.Started, h.Downtime
	for i := range events {
		events[i] = r.event(v, at, away)
		at, away = events[i].At, events[i].Downtime
	}
	if err := r.close(); err != nil {
		return nil, err
	}
	return game.Restore(h, events), nil
}
