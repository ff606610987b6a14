package bot

import (
	"time"

	"doublecorner/game"
)

// delays are how long news waits that could not be told: longer each time, up to a few
// minutes, so that a room in trouble is not asked all the time. Only the goroutine that
// announces uses them.
type delays map[game.AnnouncementID]delay

type delay struct {
	tries int
	until time.Time
}

const (
	firstDelay   = 2 * time.Second
	longestDelay = 5 * time.Minute
)

func (d delays) isDue(id game.AnnouncementID, now time.Time) bool { return !now.Before(d[id].until) }

func (d delays) note(id game.AnnouncementID, told bool, now time.Time) {
	if told {
		delete(d, id)
		return
	}
	for other, wait := range d {
		if now.Sub(wait.until) > longestDelay { // it has been told otherwise
			delete(d, other)
		}
	}
	wait := d[id]
	wait.until = now.Add(min(longestDelay, firstDelay<<min(wait.tries, 16)))
	wait.tries++
	d[id] = wait
}
