package live

import (
	"sync"
	"time"

	"doublecorner/game"
	"doublecorner/internal/recent"
)

// How much the boards do: requests a second, after a burst; and open sockets.
const (
	perAddress, burstOfAddress = 30, 300 // many people can have one address
	perPerson, burstOfPerson   = 5, 60
	perSocket, burstOfSocket   = 2, 30

	socketsOfPerson  = 8
	socketsOfAddress = 200
	maxSockets       = 5000 // of people
	maxPublicSockets = 2000
	maxBuckets       = 10_000
)

// bucket lets so much through. Its use must be serialized.
type bucket struct {
	left float64
	at   time.Time
}

// take reports whether one more may pass.
func (b *bucket) take(now time.Time, perSecond, burst float64) bool {
	if b.at.IsZero() {
		b.left = burst
	} else {
		b.left = min(burst, b.left+now.Sub(b.at).Seconds()*perSecond)
	}
	b.at = now
	if b.left < 1 {
		return false
	}
	b.left--
	return true
}

// limits count what people and addresses ask for.
type limits struct {
	mu        *sync.Mutex
	people    *recent.Map[game.PersonID, *bucket]
	addresses *recent.Map[string, *bucket]
}

func newLimits() limits {
	return limits{
		&sync.Mutex{}, recent.NewMap[game.PersonID, *bucket](maxBuckets), recent.NewMap[string, *bucket](maxBuckets),
	}
}

func (l *limits) person(p game.PersonID) bool {
	return takeFrom(l, l.people, p, perPerson, burstOfPerson)
}

func (l *limits) address(a string) bool {
	return takeFrom(l, l.addresses, a, perAddress, burstOfAddress)
}

func takeFrom[K comparable](l *limits, of *recent.Map[K, *bucket], key K, perSecond, burst float64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	b, ok := of.Get(key)
	if !ok {
		b = &bucket{}
		of.Put(key, b)
	}
	return b.take(time.Now(), perSecond, burst)
}
