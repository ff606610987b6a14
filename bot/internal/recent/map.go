// Package recent remembers what happened last.
package recent

// Map is a map of limited size that forgets the key that was put longest ago. It is not safe for
// concurrent use.
type Map[K comparable, V any] struct {
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
	return &Map[K, V]{entries: make(map[K]entry[V]), keys: make([]K, size)}
}

// Get returns the value of a key.
func (m *Map[K, V]) Get(k K) (V, bool) {
	e, ok := m.entries[k]
	return e.value, ok
}

// Put sets the value of a key, which is the newest then.
func (m *Map[K, V]) Put(k K, v V) {
	oldest := m.keys[m.next]
	if e, ok := m.entries[oldest]; ok && e.at == m.next {
		delete(m.entries, oldest)
	}
	m.keys[m.next] = k
	m.entries[k] = entry[V]{v, m.next}
	m.next = (m.next + 1) % len(m.keys)
}

// Delete forgets a key.
func (m *Map[K, V]) Delete(k K) { delete(m.entries, k) }
