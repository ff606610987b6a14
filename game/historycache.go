package game

import (
	"slices"
	"sync"

	"doublecorner/game/draughts"
)

// historyCache holds the histories of games that are being played, so that a move replays none
// of the moves before it. A cached history is used only if its moves equal those of the stored
// game, so it cannot be out of date: the start of a game never changes.
type historyCache struct {
	mu    sync.Mutex
	games map[GameID]cachedHistory
}

type cachedHistory struct {
	moves   []Path
	history *draughts.History
}

// maxHistories bounds the memory: the history of a hundred moves takes about 20 KB.
const maxHistories = 1024

// take removes the history of a game from the cache and returns it. The caller owns it.
func (c *historyCache) take(g *Game) (*draughts.History, error) {
	c.mu.Lock()
	cached, ok := c.games[g.ID]
	delete(c.games, g.ID)
	c.mu.Unlock()
	if ok && slices.EqualFunc(cached.moves, g.moves, slices.Equal[Path]) {
		return cached.history, nil
	}
	return g.History()
}

// put caches the history of g as it is now, and gives g a copy, so that neither is replayed.
func (c *historyCache) put(g *Game, h *draughts.History) {
	g.history = h.Clone()
	if g.IsOver() { // no move follows
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for id := range c.games {
		if len(c.games) < maxHistories {
			break
		}
		delete(c.games, id)
	}
	c.games[g.ID] = cachedHistory{slices.Clone(g.moves), h}
}
