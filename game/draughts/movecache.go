package draughts

import (
	"sync"
	"sync/atomic"
)

// moveCache holds the legal moves of the last positions whose captures took long to list, and
// their paths. The same position is asked about several times: to read a move, to show the
// board, to offer what can be played next.
type moveCache struct {
	hashes atomic.Uint64 // a bit for each position that is held, by its hash: most others have another
	mu     sync.Mutex
	held   [8]*cachedMoves // the first ones may be nil
	next   int
}

// cachedMoves is a position with its legal moves.
type cachedMoves struct {
	position Position
	moves    []Move
	paths    sync.Map // of []Square by Move: what Position.Path has returned
}

// cachedFrom is the number of landings from which a position is held. Fewer are followed in
// less time than it takes to look here.
const cachedFrom = 1000

// recentMoves is the cache of all rule sets.
var recentMoves moveCache

// find returns what is held of a position, or nil.
func (c *moveCache) find(p *Position) *cachedMoves {
	if c.hashes.Load()&p.hash() == 0 {
		return nil
	}
	return c.search(p)
}

func (c *moveCache) search(p *Position) *cachedMoves {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, m := range c.held {
		if m != nil && m.position == *p {
			return m
		}
	}
	return nil
}

// hash returns a word with one bit set.
func (p *Position) hash() uint64 {
	us, them := p.node.Us, p.node.Them
	mixed := (us.Lo ^ us.Hi<<1) + 3*(them.Lo^them.Hi<<1)
	return 1 << (mixed * 0x9e3779b97f4a7c15 >> 58)
}

// add holds a position in the place of the oldest.
func (c *moveCache) add(m *cachedMoves) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.held[c.next] = m
	c.next = (c.next + 1) % len(c.held)
	var hashes uint64
	for _, m := range c.held {
		if m != nil {
			hashes |= m.position.hash()
		}
	}
	c.hashes.Store(hashes)
}
