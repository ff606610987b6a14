package bot

import (
	"sync"
	"time"

	"doublecorner/game"
)

// delays are how long news waits that could not be told: longer each time, up to a few
// minutes, so that a room in trouble is not asked all the time.
type delays struct {
	mu  sync.Mutex
	all map[game.AnnouncementID]delay
}

type delay struct {
	tries int
	until time.Time
}

const (
	firstDelay   = 2 * time.Second
	longestDelay = 5 * time.Minute
)

func (d *delays) isDue(id game.AnnouncementID, now time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return !now.Before(d.all[id].until)
}

func (d *delays) note(id game.AnnouncementID, told bool, now time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if told {
		delete(d.all, id)
		return
	}
	for other, wait := range d.all {
		if now.Sub(wait.until) > longestDelay { // it has been told otherwise
			delete(d.all, other)
		}
	}
	wait := d.all[id]
	wait.until = now.Add(min(longestDelay, firstDelay<<min(wait.tries, 16)))
	wait.tries++
	if d.all == nil {
		d.all = map[game.AnnouncementID]delay{}
	}
	d.all[id] = wait
}
