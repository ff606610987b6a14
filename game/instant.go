package game

import "time"

// Instant is a point in the referee's own time, in milliseconds. That time stands
// still while no referee is running, so what is due at an Instant is due that much
// later on people's watches: see Service.
type Instant int64

// Add returns the instant a while later.
func (i Instant) Add(d time.Duration) Instant { return i + Instant(d.Milliseconds()) }

// Sub returns how long before i the instant j was.
func (i Instant) Sub(j Instant) time.Duration { return time.Duration(i-j) * time.Millisecond }

func instantOf(at time.Time, away time.Duration) Instant {
	return Instant(at.UnixMilli() - away.Milliseconds())
}
