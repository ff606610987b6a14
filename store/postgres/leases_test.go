package postgres

import (
	"slices"
	"sync"
	"testing"
	"time"

	"doublecorner/internal/lease"
	"doublecorner/internal/lease/leasetest"
)

func TestLeases(t *testing.T) {
	t.Parallel()
	for _, options := range []string{
		"&default_transaction_isolation=read%20committed", "&default_transaction_isolation=serializable", "&default_query_exec_mode=exec",
	} {
		address := database(t) + options
		leasetest.Run(t, func() lease.Table { return open(t, address).Leases() })
	}
}

// TestClockOfStandby has a server with an earlier time take over: turns are not in the future for long.
func TestClockOfStandby(t *testing.T) {
	t.Parallel()
	s := open(t, database(t))
	_, err := s.pool.Exec(background, "INSERT INTO session_starts (queue, at) VALUES (1, now() + interval '5 minutes')")
	must(t, err)
	for _, mustWait := range []bool{false, true} {
		wait, err := s.Leases().Reserve(background, 1, time.Second)
		must(t, err)
		if (wait > 0) != mustWait {
			t.Errorf("it waits %v", wait)
		}
	}
}

// A process that renews its lease while another updates is not removed by it as one that has not.
func TestRenewalDuringUpdate(t *testing.T) {
	t.Parallel()
	address := database(t)
	table, own := open(t, address).Leases(), open(t, address).Leases()
	must(t, table.Update(background, func(s *lease.State) bool {
		s.Processes["a"] = lease.Process{Renewal: 1}
		return true
	}))
	var seen []int64
	must(t, table.Update(background, func(s *lease.State) bool {
		seen = append(seen, s.Processes["a"].Renewal)
		if len(seen) == 1 {
			renewed, err := own.Renew(background, "a", 1, lease.Process{Renewal: 2})
			if must(t, err); !renewed {
				t.Error("it is not renewed")
			}
		}
		delete(s.Processes, "a")
		return true
	}))
	if !slices.Equal(seen, []int64{1, 2}) {
		t.Errorf("the update saw the renewals %v", seen)
	}
}

// A process that stands still in an update keeps others from theirs for some seconds, and from no renewal.
func TestProcessStandsStillInUpdate(t *testing.T) {
	t.Parallel()
	address := database(t)
	still, other := open(t, address).Leases(), open(t, address).Leases()
	update := func(table lease.Table, f func()) error {
		return table.Update(background, func(s *lease.State) bool {
			s.Processes["a"] = lease.Process{Renewal: s.Processes["a"].Renewal + 1}
			f()
			return true
		})
	}
	must(t, update(other, func() {}))
	began, goesOn, stood := make(chan bool), make(chan bool), make(chan error)
	standsStill := sync.OnceFunc(func() {
		close(began)
		<-goesOn
	})
	go func() { stood <- update(still, standsStill) }()
	<-began
	renewed, err := other.Renew(background, "a", 1, lease.Process{Renewal: 2})
	if !renewed || err != nil {
		t.Errorf("it renewed %v: %v", renewed, err)
	}
	must(t, update(other, func() {}))
	close(goesOn)
	want := int64(3)
	if <-stood == nil {
		want++ // by another run
	}
	state, err := other.Read(background)
	if must(t, err); state.Processes["a"].Renewal != want {
		t.Errorf("the process has the renewal %d, want %d", state.Processes["a"].Renewal, want)
	}
}
