package sandbox

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// The time of the users stands still while it is moved, except for its steps. In each of them the bot gives a sign of life, does
// what is due, and delivers that, so that the time that passes is no absence of the bot, and everything happens in its order:
// a reminder before the deadline, and a tournament's round before the next one.
const (
	// firstStep is shorter, because the last sign of life can be some seconds old.
	firstStep = 5 * time.Second
	// longestStep is the longest silence of a bot that is no absence: see package game. So nothing is done later than that.
	longestStep = 15 * time.Second
	// shownEvery is how often pages hear of a clock that is being moved.
	shownEvery = time.Second
)

// movedClock is how far the time of the users is ahead of the clock.
type movedClock struct {
	mu    sync.RWMutex
	ahead time.Duration
	still time.Time // what the time is while it is moved; zero: it runs
}

// Now returns the time of the users, by which a bot beside the sandbox reckons. IDs, tokens, rate limits and the gateway
// have the time of the clock, but while it is moved, only the global limit counts.
func (s *Server) Now() time.Time {
	s.moved.mu.RLock()
	defer s.moved.mu.RUnlock()
	if !s.moved.still.IsZero() {
		return s.moved.still
	}
	return s.clock.Now().Add(s.moved.ahead)
}

// setTime has the time of the users be as given, and stand still, or run from there on.
func (s *Server) setTime(at time.Time, runs bool) {
	s.moved.mu.Lock()
	defer s.moved.mu.Unlock()
	s.moved.ahead, s.moved.still = at.Sub(s.clock.Now()), at
	if runs {
		s.moved.still = time.Time{}
	}
}

// ahead returns how far the clock has been moved.
func (s *Server) ahead() time.Duration {
	s.moved.mu.RLock()
	defer s.moved.mu.RUnlock()
	return s.moved.ahead
}

// isMoved reports whether the clock is being moved.
func (s *Server) isMoved() bool {
	s.moved.mu.RLock()
	defer s.moved.mu.RUnlock()
	return !s.moved.still.IsZero()
}

// Follow has the sandbox call f after each step by which its clock is moved, to do what is due. Without it the clock cannot be
// moved.
func (s *Server) Follow(f func(context.Context) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.follow = f
}

// moveClock moves the clock forward.
func (s *Server) moveClock(c *call, asked struct {
	Forward string `json:"forward"`
}) (any, error) {
	by, err := time.ParseDuration(asked.Forward)
	follow := s.follow
	switch {
	case err != nil || by <= 0:
		return nil, fmt.Errorf("forward is how far to move the clock, as in 90m or 72h; not %q", asked.Forward)
	case follow == nil:
		return nil, &RequestError{http.StatusConflict, "the clock cannot be moved: only a bot that runs beside the sandbox follows it"}
	}
	s.mu.Unlock() // the bot acts meanwhile
	err = s.move(c.Context(), by, follow)
	s.mu.Lock()
	return struct {
		Now string `json:"now"`
	}{stamp(s.Now())}, err
}

// move moves the clock forward in steps, unless the context ends.
func (s *Server) move(ctx context.Context, by time.Duration, follow func(context.Context) error) error {
	s.moving.Lock() // one at a time
	defer s.moving.Unlock()
	defer s.showClock()
	at, shown := s.Now(), s.clock.Now()
	defer func() { s.setTime(at, true) }()
	for step := firstStep; by > 0; step = longestStep {
		step = min(step, by)
		at, by = at.Add(step), by-step
		s.setTime(at, false)
		if err := follow(ctx); err != nil {
			return err
		}
		if now := s.clock.Now(); now.Sub(shown) >= shownEvery {
			s.showClock()
			shown = now
		}
	}
	return nil
}

// showClock tells pages what time it is.
func (s *Server) showClock() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.publish(&Event{Kind: "clock", Now: stamp(s.Now())})
}
