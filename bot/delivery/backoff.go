package delivery

import (
	"sync"
	"time"

	"doublecorner/game"
)

// backoff is how long announcements wait after a failed delivery: longer each time, up to a few minutes.
type backoff struct {
	mu  sync.Mutex
	all map[game.AnnouncementID]failure
}

type failure struct {
	tries int
	until time.Time
}

const (
	firstBackoff = 2 * time.Second
	maxBackoff   = 5 * time.Minute
)

// backoffAfter returns how long to wait after another failure than so many.
func backoffAfter(tries int) time.Duration { return min(maxBackoff, firstBackoff<<min(tries, 16)) }

// isOver reports whether an announcement may be delivered again.
func (b *backoff) isOver(id game.AnnouncementID, now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !now.Before(b.all[id].until)
}

// hasFailed reports whether a delivery of an announcement has failed.
func (b *backoff) hasFailed(id game.AnnouncementID) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	_, failed := b.all[id]
	return failed
}

// record records how a delivery went.
func (b *backoff) record(id game.AnnouncementID, delivered bool, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if delivered {
		delete(b.all, id)
		return
	}
	for other, f := range b.all {
		if now.Sub(f.until) > maxBackoff { // it was delivered by other means
			delete(b.all, other)
		}
	}
	f := b.all[id]
	f.until = now.Add(backoffAfter(f.tries))
	f.tries++
	if b.all == nil {
		b.all = map[game.AnnouncementID]failure{}
	}
	b.all[id] = f
}
