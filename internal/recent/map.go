// Package recent remembers what happened last.
package recent

import (
	"maps"
	"sync"
)

// Map is a map of limited size that forgets the key that was put longest ago. It is safe for use by many
// goroutines.
type Map[K comparable, V any] struct {
	mu      sync.Mutex
	size    int
	entries map[K]entry[V]
	keys    []K // in the order in which they were put, as a ring; some are out of date
	next    int
}

type entry[V any] struct {
	value V
	at    int // in keys
}

// NewMap returns a map of at most size keys.
func NewMap[K comparable, V any](size int) *Map[K, V] {
	return &Map[K, V]{size: size, entries: map[K]entry[V]{}}
}

// Get returns the value of a key.
func (m *Map[K, V]) Get(k K) (V, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.entries[k]
	return e.value, ok
}

// Put sets the value of a key, which is the newest then.
func (m *Map[K, V]) Put(k K, v V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.next == len(m.keys) {
		m.keys = append(m.keys, k)
	}
	oldest := m.keys[m.next]
	if e, ok := m.entries[oldest]; ok && e.at == m.next {
		delete(m.entries, oldest)
	}
	m.keys[m.next] = k
	m.entries[k] = entry[V]{v, m.next}
	m.next = (m.next + 1) % m.size
}

// Take forgets a key, and returns its value.
func (m *Map[K, V]) Take(k K) (V, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.entries[k]
	delete(m.entries, k)
	return e.value, ok
}

// Forget forgets the keys that a condition holds for.
func (m *Map[K, V]) Forget(holds func(K) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.DeleteFunc(m.entries, func(k K, _ entry[V]) bool { return holds(k) })
}
