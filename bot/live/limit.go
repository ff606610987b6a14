package live

import (
	"time"

	"doublecorner/game"
	"doublecorner/internal/rate"
)

// How much the boards do: requests, and open sockets.
var (
	ofClient = rate.Limit{AtOnce: 300, ASecond: 30} // an IP address, which many people can have
	ofPerson = rate.Limit{AtOnce: 60, ASecond: 5}
	ofStudy  = rate.Limit{AtOnce: 30, ASecond: 1} // what a person reads, which takes thought
	ofSocket = rate.Limit{AtOnce: 30, ASecond: 2} // what a page says on it
)

const (
	socketsOfPerson  = 8
	socketsOfClient  = 200
	maxSockets       = 5000 // of people
	maxPublicSockets = 2000
)

// limits count what clients and people ask for.
type limits struct {
	clients *rate.Limiter[string]
	people  *rate.Limiter[game.PersonID]
	studies *rate.Limiter[game.PersonID]
}

func newLimits(now func() time.Time) limits {
	return limits{
		rate.NewLimiter[string](ofClient, now), rate.NewLimiter[game.PersonID](ofPerson, now),
		rate.NewLimiter[game.PersonID](ofStudy, now),
	}
}
