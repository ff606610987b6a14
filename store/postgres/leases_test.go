package postgres

import (
	"testing"

	"doublecorner/internal/lease"
	"doublecorner/internal/lease/leasetest"
)

func TestLeases(t *testing.T) {
	t.Parallel()
	for _, isolation := range []string{"read%20committed", "serializable"} {
		address := database(t) + "&default_transaction_isolation=" + isolation
		leasetest.Run(t, func() lease.Table { return open(t, address).Leases() })
	}
}
