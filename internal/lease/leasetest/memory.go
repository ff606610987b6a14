// Package leasetest has a table of leases in memory, and a suite for any table.
package leasetest

import (
	"context"
	"sync"
	"time"

	"doublecorner/internal/lease"
)

// Memory is a lease.Table in memory. The zero value is empty.
type Memory struct {
	mu       sync.Mutex
	state    lease.State
	reserved map[int]time.Time
}

// State returns what is stored.
func (m *Memory) State() lease.State {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.state.Clone()
}

// Read implements lease.Table.
func (m *Memory) Read(ctx context.Context) (lease.State, error) {
	s := m.State()
	for n := range s.Parts {
		s.Parts[n] = lease.Part{Holder: s.Parts[n].Holder}
	}
	for name, p := range s.Processes {
		s.Processes[name] = lease.Process{Renewal: p.Renewal}
	}
	return s, ctx.Err()
}

// Renew implements lease.Table.
func (m *Memory) Renew(ctx context.Context, name string, last int64, p lease.Process) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now, known := m.state.Processes[name]
	if !known || now.Renewal != last {
		return false, ctx.Err()
	}
	s := m.state.Clone()
	s.Processes[name] = p
	m.state = s.Clone()
	return true, ctx.Err()
}

// Update implements lease.Table. It runs f twice, as a table may.
func (m *Memory) Update(ctx context.Context, f func(*lease.State) bool) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	var s lease.State
	changed := false
	for range 2 {
		s = m.state.Clone()
		changed = f(&s)
	}
	if changed {
		m.state = s.Clone()
	}
	return ctx.Err()
}

// Reserve implements lease.Table.
func (m *Memory) Reserve(_ context.Context, queue int, pause time.Duration) (time.Duration, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if wait := time.Until(m.reserved[queue].Add(pause)); wait > 0 {
		return wait, nil
	}
	if m.reserved == nil {
		m.reserved = map[int]time.Time{}
	}
	m.reserved[queue] = time.Now()
	return 0, nil
}
