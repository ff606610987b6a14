package main

import (
	"net"
	"strings"
	"testing"
)

// Where something else is served, the sandbox says what to do.
func TestSandboxAddressInUse(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer l.Close()
	var out, errs strings.Builder
	status := run([]string{"sandbox", "--fresh", "--listen", l.Addr().String()}, streams{strings.NewReader(""), &out, &errs})
	if status != statusUsage || !strings.Contains(errs.String(), "--listen 127.0.0.1:8081") || out.Len() > 0 {
		t.Errorf("status %d: %s%s", status, out.String(), errs.String())
	}
}
