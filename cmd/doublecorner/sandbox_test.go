package main

import (
	"net"
	"path/filepath"
	"strings"
	"testing"

	"doublecorner/bot/sandbox"
	"doublecorner/store"
)

// A sandbox that cannot be opened says what to do, and names no address.
func TestSandboxInUse(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer l.Close()
	dir := t.TempDir()
	held, err := sandbox.Start(sandbox.Options{State: filepath.Join(dir, "held.json")})
	must(t, err)
	defer held.Close()
	games, err := store.Open(filepath.Join(dir, "played.json.db"), store.Options{})
	must(t, err)
	defer games.Close()
	for _, c := range []struct {
		name   string
		args   []string
		status int
		says   string
	}{
		{"the address", []string{"--fresh", "--listen", l.Addr().String()}, statusUsage, "--listen 127.0.0.1:8081"},
		{"the world", []string{"--listen", "127.0.0.1:0", "--state", filepath.Join(dir, "held.json")}, statusUsage, "--state other.json"},
		{"the games", []string{"--listen", "127.0.0.1:0", "--state", filepath.Join(dir, "played.json")}, statusWrong, "played.json.db is in use by"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out, errs strings.Builder
			status := run(append([]string{"sandbox"}, c.args...), streams{strings.NewReader(""), &out, &errs})
			if status != c.status || !strings.Contains(errs.String(), c.says) || out.Len() > 0 {
				t.Errorf("status %d: %s%s", status, out.String(), errs.String())
			}
		})
	}
}
