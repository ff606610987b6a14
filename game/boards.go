package game

import (
	"slices"
	"sync"

	"doublecorner/game/draughts"
)

// boards remembers the histories of games that are being played, so that a move
// need not replay all those before it. What it remembers is compared with the game
// as it is kept before it is used, move by move, so it cannot be out of date: where a
// game begins never changes.
type boards struct {
	mu    sync.Mutex
	known map[GameID]board
}

type board struct {
	ways    []Way
	history *draughts.History
}

// mostBoards bounds the memory: a history of a hundred moves takes some 20 KB.
const mostBoards = 1024

// take returns a game's history for the caller to play on.
func (b *boards) take(g *Game) (*draughts.History, error) {
	b.mu.Lock()
	known, ok := b.known[g.ID]
	delete(b.known, g.ID)
	b.mu.Unlock()
	if ok && slices.EqualFunc(known.ways, g.ways, slices.Equal[Way]) {
		return known.history, nil
	}
	return g.History()
}

// keep remembers the history of g as it is now. Whoever is shown g need not replay it,
// either.
func (b *boards) keep(g *Game, h *draughts.History) {
	g.history = h.Clone()
	if g.IsOver() { // nobody will take it again
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.known == nil {
		b.known = map[GameID]board{}
	}
	for id := range b.known { // any will do
		if len(b.known) < mostBoards {
			break
		}
		delete(b.known, id)
	}
	b.known[g.ID] = board{slices.Clone(g.ways), h}
}
