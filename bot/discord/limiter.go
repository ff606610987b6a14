package discord

import (
	"maps"
	"sync"
	"time"
)

// Rate limits how often something may be done, or how many seconds of work it may take: at once,
// and per second in the long run.
type Rate struct {
	AtOnce, ASecond float64
}

// limiter limits the rate of each key, such as a user. It forgets keys that were not used for a
// while.
type limiter struct {
	rate Rate
	now  func() time.Time

	mu       sync.Mutex
	balances map[string]*balance // by key
	swept    time.Time
}

// balance is how much a key may still do, at a time.
type balance struct {
	left float64
	at   time.Time
}

func newLimiter(r Rate, now func() time.Time) *limiter {
	return &limiter{rate: r, now: now, balances: map[string]*balance{}}
}

// admit uses a key once, unless it was used too much.
func (l *limiter) admit(key string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.balance(key)
	if b.left < 1 {
		return false
	}
	b.left--
	return true
}

// maxDebt is how long a key waits at most.
const maxDebt = time.Hour

// spend subtracts an amount from the balance of a key. The balance can become negative: then the
// key waits, for at most maxDebt.
func (l *limiter) spend(key string, amount float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.balance(key)
	b.left = max(b.left-amount, -l.rate.ASecond*maxDebt.Seconds())
}

// wait returns how long it takes until a key has no debt; 0 if it has none.
func (l *limiter) wait(key string) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	debt := max(0, -l.balance(key).left)
	return time.Duration(debt / l.rate.ASecond * float64(time.Second))
}

// balance returns the balance of a key now.
func (l *limiter) balance(key string) *balance {
	now := l.now()
	update := func(b *balance) {
		b.left, b.at = min(l.rate.AtOnce, b.left+now.Sub(b.at).Seconds()*l.rate.ASecond), now
	}
	if full := 2 * l.rate.AtOnce / l.rate.ASecond; now.Sub(l.swept).Seconds() > full {
		maps.DeleteFunc(l.balances, func(_ string, b *balance) bool { update(b); return b.left == l.rate.AtOnce })
		l.swept = now
	}
	b := l.balances[key]
	if b == nil {
		b = &balance{l.rate.AtOnce, now}
		l.balances[key] = b
	}
	update(b)
	return b
}
