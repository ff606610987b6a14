package postgres

import (
	"testing"

	"doublecorner/internal/lease"
	"doublecorner/internal/lease/leasetest"
)

func TestLeases(t *testing.T) {
	t.Parallel()
	address := database(t)
	leasetest.Run(t, func() lease.Table { return open(t, address).Leases() })
}
