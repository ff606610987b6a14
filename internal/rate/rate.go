// Package rate limits how often somebody does something, or how many seconds of work it takes.
package rate

import (
	"maps"
	"sync"
	"time"
)

// Limit is how much may be done at once, and per second in the long run.
type Limit struct {
	AtOnce, ASecond float64
}

// Limiter holds each key, such as a user, to a limit. It forgets keys that were not used for a while, and if there are too many, any.
// It is safe for use by many goroutines.
type Limiter[K comparable] struct {
	limit Limit
	now   func() time.Time

	mu       sync.Mutex
	balances map[K]*balance
	swept    time.Time
}

// balance is how much a key may still do, at a time.
type balance struct {
	left float64
	at   time.Time
}

const (
	// maxKeys is how many keys are remembered.
	maxKeys = 100_000
	// maxDebt is how long a key waits at most.
	maxDebt = time.Hour
)

// NewLimiter returns a limiter by a clock.
func NewLimiter[K comparable](l Limit, now func() time.Time) *Limiter[K] {
	return &Limiter[K]{limit: l, now: now, balances: map[K]*balance{}}
}

// Admit uses a key once, unless it was used too much.
func (l *Limiter[K]) Admit(key K) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.balance(key)
	if b.left < 1 {
		return false
	}
	b.left--
	return true
}

// Spend subtracts an amount from the balance of a key. The balance can become negative: then the key waits, for at most
// maxDebt.
func (l *Limiter[K]) Spend(key K, amount float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.balance(key)
	b.left = max(b.left-amount, -l.limit.ASecond*maxDebt.Seconds())
}

// Wait returns how long it takes until a key has no debt; 0 if it has none.
func (l *Limiter[K]) Wait(key K) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	debt := max(0, -l.balance(key).left)
	return time.Duration(debt / l.limit.ASecond * float64(time.Second))
}

// balance returns the balance of a key now.
func (l *Limiter[K]) balance(key K) *balance {
	now := l.now()
	update := func(b *balance) {
		b.left, b.at = min(l.limit.AtOnce, b.left+now.Sub(b.at).Seconds()*l.limit.ASecond), now
	}
	if full := 2 * l.limit.AtOnce / l.limit.ASecond; now.Sub(l.swept).Seconds() > full {
		maps.DeleteFunc(l.balances, func(_ K, b *balance) bool { update(b); return b.left == l.limit.AtOnce })
		l.swept = now
	}
	b := l.balances[key]
	if b == nil {
		for any := range l.balances {
			if len(l.balances) < maxKeys {
				break
			}
			delete(l.balances, any)
		}
		b = &balance{l.limit.AtOnce, now}
		l.balances[key] = b
	}
	update(b)
	return b
}
