package work

import (
	"context"
	"crypto/sha256"
	"os"
	"testing"
	"time"
)

// spend works until the context ends, or for as long as nothing should.
func spend(ctx context.Context, block []byte) {
	for began := time.Now(); ctx.Err() == nil && time.Since(began) < 10*time.Second; {
		sha256.Sum256(block)
	}
}

// TestBegin checks that a context ends when its budget is spent, and that waiting spends none.
func TestBegin(t *testing.T) {
	const budget = 20 * time.Millisecond
	for _, test := range []struct {
		what  string
		more  time.Duration
		waits time.Duration
		least time.Duration
	}{
		{"work", 0, 0, budget},
		{"work after a wait", 0, 3 * budget, budget},
		{"work that may take longer", 2 * budget, 0, 3 * budget},
	} {
		ctx, end := Begin(t.Context(), budget)
		Allow(ctx, test.more)
		time.Sleep(test.waits)
		if ctx.Err() != nil {
			t.Errorf("%s: it ended before it began", test.what)
		}
		spend(ctx, make([]byte, 1<<10))
		cause := context.Cause(ctx)
		if took := end(); cause != ErrSpent || Cause(ctx, ctx.Err()) != ErrSpent || took < test.least || took > test.least+time.Second {
			t.Errorf("%s: %v of %v were spent, and the cause of the end is %v", test.what, took, test.least, cause)
		}
	}
}

// TestEnd checks that only what is done between Begin and end counts, in the program and in the system.
func TestEnd(t *testing.T) {
	const some = 50 * time.Millisecond
	zeros, err := os.Open("/dev/zero")
	if err != nil {
		t.Fatal(err)
	}
	defer zeros.Close()
	buffer := make([]byte, 1<<20)
	for name, work := range map[string]func(){
		"the program": func() { sha256.Sum256(buffer[:1<<16]) },
		"the system":  func() { zeros.Read(buffer) },
	} {
		ctx, end := Begin(t.Context(), time.Hour)
		for range 1 << 10 {
			work()
		}
		if took := end(); took <= 0 || ctx.Err() != nil {
			t.Errorf("a processor has worked for %v in %s; its context: %v", took, name, ctx.Err())
		}
	}
	ctx, end := Begin(t.Context(), some)
	spend(ctx, buffer)
	end()
	if _, end := Begin(t.Context(), some); end() >= some {
		t.Error("what was done before counts")
	}
}
