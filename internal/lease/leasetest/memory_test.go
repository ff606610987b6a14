package leasetest

import (
	"testing"

	"doublecorner/internal/lease"
)

func TestMemory(t *testing.T) {
	var m Memory
	Run(t, func() lease.Table { return &m })
}
