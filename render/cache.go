package render

import "sync"

// What is kept between pictures is bounded, however many themes and sizes are asked
// for: the styles used last, and a few scratches.
const (
	mostStyleBytes = 20 << 20
	mostScratches  = 4
)

// styleKey tells styles apart.
type styleKey struct{ theme, cell, rim, bar int }

// styles are the styles in use.
var styles cache

type cache struct {
	mu    sync.Mutex
	kept  map[styleKey]*style
	clock int64
}

// get returns the style with a key, making it if it is new.
func (c *cache) get(k styleKey) *style {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.kept[k]
	if s == nil {
		if c.kept == nil {
			c.kept = map[styleKey]*style{}
		}
		s = newStyle(k)
		c.kept[k] = s
	}
	c.clock++
	s.used = c.clock
	return s
}

// trim lets go of the styles that were not used for longest, until the rest is small
// enough. Pictures being drawn in them are not disturbed.
func (c *cache) trim() {
	c.mu.Lock()
	defer c.mu.Unlock()
	total := c.size()
	for total > mostStyleBytes && len(c.kept) > 0 {
		var oldest styleKey
		used := c.clock + 1
		for k, s := range c.kept {
			if s.used < used {
				oldest, used = k, s.used
			}
		}
		total -= c.kept[oldest].bytes.Load()
		delete(c.kept, oldest)
	}
}

// size returns how many bytes the styles take that are kept. The cache must be held, or
// nobody else be drawing.
func (c *cache) size() (total int64) {
	for _, s := range c.kept {
		total += s.bytes.Load()
	}
	return total
}
