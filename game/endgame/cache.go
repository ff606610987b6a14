package endgame

import (
	"sync"
	"sync/atomic"
)

// cache holds the blocks read last, of all databases together.
var cache blockCache

// unpackers are decompressors that are not in use.
var unpackers sync.Pool

// cacheSlots bounds the cache: a slot holds a block, of 16 KB from files and of 32 KB from what is
// embedded.
const cacheSlots = 1024

// blockCache holds one block for each remainder of a hash. It needs no locks: a goroutine that does not
// find a block reads it, and puts it in the place of another.
type blockCache struct {
	slots [cacheSlots]atomic.Pointer[cachedBlock]
}

type cachedBlock struct {
	reader *reader
	number uint64
	bytes  []byte
}

func (c *blockCache) find(r *reader, number uint64) ([]byte, error) {
	slot := &c.slots[(r.serial*0x9e3779b97f4a7c15+number)%cacheSlots]
	if b := slot.Load(); b != nil && b.reader == r && b.number == number {
		return b.bytes, nil
	}
	bytes, err := r.block(number)
	if err != nil {
		return nil, err
	}
	slot.Store(&cachedBlock{r, number, bytes})
	return bytes, nil
}
