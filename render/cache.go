package render

import (
	"sync"
	"sync/atomic"
)

// mostStyleBytes bounds the memory of the styles that are kept.
const mostStyleBytes = 20 << 20

// styleKey identifies a style: a theme, and sizes in pixels.
type styleKey struct{ theme, cell, rim, bar int }

// styles are the styles used last.
var styles cache

// cache keeps styles.
type cache struct {
	mu    sync.Mutex
	kept  map[styleKey]*style
	clock int64
}

// get returns the style with a key, and makes it if it is new.
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

// trim drops the least recently used styles until the rest is small enough. Pictures that
// are being drawn with them are not disturbed.
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
		total -= c.kept[oldest].size()
		delete(c.kept, oldest)
	}
}

// size returns how many bytes the kept styles take. The caller holds the cache, or is the
// only one that draws.
func (c *cache) size() (total int64) {
	for _, s := range c.kept {
		total += s.size()
	}
	return total
}

// sprites keeps parts of pictures by what they show, each drawn once. It is safe for use by
// many goroutines. The zero value is empty.
type sprites[K comparable, V interface{ bytes() int }] struct {
	size atomic.Int64 // bytes, about

	mu   sync.RWMutex
	kept map[K]V
}

// mostSprites bounds each of the sprites of a style.
const mostSprites = 2000

// get returns the sprite with a key, and draws it if it is new. Only one is drawn at a time.
func (s *sprites[K, V]) get(key K, draw func() V) V {
	s.mu.RLock()
	v, ok := s.kept[key]
	s.mu.RUnlock()
	if ok {
		return v
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if v, ok := s.kept[key]; ok {
		return v
	}
	if s.kept == nil || len(s.kept) == mostSprites {
		s.kept = map[K]V{}
		s.size.Store(0)
	}
	v = draw()
	s.kept[key] = v
	s.size.Add(int64(v.bytes()))
	return v
}
