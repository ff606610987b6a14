package discord

import (
	"sync"
	"time"
)

// Rate is how often something may be done, or how many seconds may be worked for somebody:
// so much at once, and so much a second in the long run.
type Rate struct {
	AtOnce, ASecond float64
}

// limiter lets each of many do something at a rate. Those who have done nothing for a
// while are forgotten, so it stays small.
type limiter struct {
	rate Rate
	now  func() time.Time

	mu     sync.Mutex
	stocks map[string]stock
	swept  time.Time
}

// stock is how much somebody may still do, as it was at a time.
type stock struct {
	left float64
	at   time.Time
}

func newLimiter(r Rate, now func() time.Time) *limiter {
	return &limiter{rate: r, now: now, stocks: map[string]stock{}}
}

// verdict is what becomes of one thing that somebody wants to do.
type verdict int

const (
	granted verdict = iota
	refused         // it was too much, and they are told so
	ignored         // they have been told often enough
)

// admit judges one thing that somebody wants to do.
func (l *limiter) admit(who string) verdict {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.stock(who)
	v := granted
	switch {
	case s.left >= 1:
		s.left--
	case s.left > -l.rate.AtOnce:
		v = refused
		s.left-- // who goes on asking waits longer, and is answered only so often
	default:
		v = ignored
	}
	l.stocks[who] = s
	return v
}

// longestDebt is how long somebody waits at most for having done too much.
const longestDebt = time.Hour

// spend takes something from what somebody may still do. It can be more than there is: then
// they wait, up to longestDebt.
func (l *limiter) spend(who string, amount float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.stock(who)
	s.left = max(s.left-amount, -l.rate.ASecond*longestDebt.Seconds())
	l.stocks[who] = s
}

// wait returns how long it takes until somebody owes no more than so much; 0 if they owe
// no more now.
func (l *limiter) wait(who string, owed float64) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	missing := max(0, -owed-l.stock(who).left)
	return time.Duration(missing / l.rate.ASecond * float64(time.Second))
}

// stock returns how much somebody may still do now.
func (l *limiter) stock(who string) stock {
	now := l.now()
	full := time.Duration(2 * l.rate.AtOnce / l.rate.ASecond * float64(time.Second))
	if now.Sub(l.swept) > full {
		for who, s := range l.stocks {
			if s.left+now.Sub(s.at).Seconds()*l.rate.ASecond >= l.rate.AtOnce {
				delete(l.stocks, who)
			}
		}
		l.swept = now
	}
	s, known := l.stocks[who]
	if !known {
		s = stock{l.rate.AtOnce, now}
	}
	s.left = min(l.rate.AtOnce, s.left+now.Sub(s.at).Seconds()*l.rate.ASecond)
	s.at = now
	return s
}
