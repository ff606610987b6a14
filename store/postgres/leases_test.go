package postgres

import (
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
