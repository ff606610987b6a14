package delivery

import "doublecorner/game"

// batch is what a board or a note delivers: announcements of its game, the sides that they mention, and how
// many events came before what they announce, and until its end.
type batch struct {
	ids      []game.AnnouncementID
	mentions Mentions
	since    int
	until    int
}

// isNote reports whether a note tells all that the batch delivers.
func (b *batch) isNote(g *game.Game) bool { return len(b.ids) > 0 && IsNote(g, b.since) }

func (b *batch) add(more batch) {
	if len(b.ids) == 0 || len(more.ids) > 0 && more.since < b.since {
		b.since = more.since
	}
	b.until = max(b.until, more.until)
	b.ids, b.mentions = append(b.ids, more.ids...), b.mentions.Or(more.mentions)
}

// addPending adds to what the task with a key delivers.
func (c *Courier) addPending(key string, more batch) {
	if len(more.ids) > 0 || more.mentions != (Mentions{}) {
		c.keepPending(key, more)
	}
}

// keepPending adds to what the task with a key delivers, or only shows.
func (c *Courier) keepPending(key string, more batch) {
	c.mu.Lock()
	defer c.mu.Unlock()
	b := c.pending[key]
	b.add(more)
	c.pending[key] = b
}

// takePending removes what the task with a key delivers, and returns it.
func (c *Courier) takePending(key string) batch {
	c.mu.Lock()
	defer c.mu.Unlock()
	b := c.pending[key]
	delete(c.pending, key)
	return b
}
