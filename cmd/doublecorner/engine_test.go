package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/endgame"
)

// The engine solves endings of four pieces in the background, ends while it does, and goes on the next time.
func TestEngineSolvesEndings(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector makes solving slow; game/endgame is tested with it")
	}
	dir := t.TempDir()
	v := draughtstest.Variant(t, "american-breakthrough") // it has the fewest endings to solve
	known := func() int {
		s, err := endgame.Open(v, dir)
		must(t, err)
		defer s.Close()
		written, err := filepath.Glob(filepath.Join(s.Dir(), "*"))
		must(t, err)
		if s.Pieces() == 4 {
			return 1000
		}
		return len(written)
	}
	for runs, before := 0, 0; before < 1000; runs++ {
		in, say := io.Pipe()
		ended := make(chan int, 1)
		go func() {
			var out, errs strings.Builder
			s := streams{in, &out, &errs}
			ended <- run([]string{"engine", "--rules", v.Rules().Key, "--hash", "1", "--endgames", dir}, s)
			t.Log(out.String(), errs.String())
		}()
		for deadline := time.Now().Add(time.Minute); known() <= before; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("nothing is solved after %d runs", runs)
			}
		}
		quit := time.Now()
		io.WriteString(say, "quit\n")
		if status := <-ended; status != statusFine || time.Since(quit) > 5*time.Second {
			t.Errorf("the engine ends after %s, with status %d", time.Since(quit), status)
		}
		if before = known(); runs > 20 {
			t.Fatalf("%d files after %d runs", before, runs)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*", "*.part")); len(left) > 0 {
		t.Errorf("%v are left", left)
	}
}

// An engine that is asked for rules whose endings are damaged says so, and plays without them. It does not
// start with such rules.
func TestEngineWithDamagedEndings(t *testing.T) {
	dir := t.TempDir()
	s, err := endgame.Open(draughtstest.Variant(t, "russian"), dir)
	must(t, err)
	must(t, os.MkdirAll(s.Dir(), 0o755))
	name := filepath.Join(s.Dir(), "MM-MM.endgame")
	must(t, os.WriteFile(name, []byte("no database"), 0o644))
	engine := func(rules, input string) (out string, status int) {
		var said, errs strings.Builder
		args := []string{"engine", "--rules", rules, "--hash", "1", "--endgames", dir, "--no-solve"}
		status = run(args, streams{strings.NewReader(input), &said, &errs})
		return said.String() + errs.String(), status
	}
	const think = "pos fen=W:Wa1:Bh8\nlevel depth=2\ngo think\n"
	const wrong = "cannot be used: it is no database of endings"
	out, status := engine("american", "set-param name=variant value=russian\n"+think)
	if status != statusFine || strings.Count(out, wrong) != 1 || !strings.Contains(out, name) || !strings.Contains(out, "\ndone move=29-25") {
		t.Errorf("it says %s with status %d", out, status)
	}
	if out, status := engine("russian", think); status != statusUsage || !strings.Contains(out, wrong) {
		t.Errorf("it starts with status %d: %s", status, out)
	}
}
