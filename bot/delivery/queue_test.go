package delivery

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// limitedError asks to try again later.
type limitedError time.Duration

func (e limitedError) Error() string             { return "429" }
func (e limitedError) RetryAfter() time.Duration { return time.Duration(e) }

func testQueue() *queue { return newQueue(slog.New(slog.NewTextHandler(io.Discard, nil))) }

// The tasks of a lane run one after another, and those of another lane beside them.
func TestLanes(t *testing.T) {
	q := testQueue()
	blocked := make(chan struct{})
	var order []int
	for i := range 3 {
		q.add(lane{channel: 1}, fmt.Sprint(i), func(context.Context, func()) error {
			<-blocked
			order = append(order, i)
			return nil
		})
	}
	q.add(lane{1, true}, "edit", func(context.Context, func()) error {
		close(blocked)
		return nil
	})
	q.wait()
	if !slices.Equal(order, []int{0, 1, 2}) || len(q.lanes)+len(q.waiting)+len(q.running)+q.n != 0 {
		t.Errorf("they ran as %v, and the queue is %+v", order, q)
	}
}

// A task is not added while another with its key waits, and is while that one runs, once it began.
func TestKeys(t *testing.T) {
	q := testQueue()
	var runs atomic.Int32
	began, added := make(chan struct{}), make(chan struct{})
	task := func(_ context.Context, begin func()) error {
		if runs.Add(1) == 1 {
			begin()
			close(began)
			<-added
		}
		return nil
	}
	free := make(chan struct{})
	q.add(lane{}, "first", func(context.Context, func()) error { <-free; return nil })
	for range 3 {
		if !q.add(lane{}, "key", task) {
			t.Error("a task that waits is not added")
		}
	}
	close(free)
	<-began
	if !q.has("key") {
		t.Error("a task that runs is not there")
	}
	ended, between := make(chan struct{}), make(chan struct{})
	q.add(lane{}, "between", func(context.Context, func()) error { close(ended); <-between; return nil })
	q.add(lane{}, "key", task)
	q.add(lane{}, "key", task)
	close(added)
	<-ended
	q.add(lane{}, "key", task)
	close(between)
	q.wait()
	if n := runs.Load(); n != 2 || q.has("key") {
		t.Errorf("it ran %d times", n)
	}
}

// The queue holds only so many tasks.
func TestQueueIsLimited(t *testing.T) {
	q := testQueue()
	free := make(chan struct{})
	for i := range maxTasks {
		if !q.add(lane{}, fmt.Sprint(i), func(context.Context, func()) error { <-free; return nil }) {
			t.Fatalf("after %d no more are added", i)
		}
	}
	if q.add(lane{}, "more", nil) || !q.add(lane{}, "0", nil) && q.has("0") && len(q.waiting) == maxTasks {
		t.Error("another task is added, or one that waits is not")
	}
	close(free)
	q.wait()
	if !q.add(lane{}, "more", func(context.Context, func()) error { return nil }) {
		t.Error("no task is added to an empty queue")
	}
	q.wait()
}

// A rate-limited task runs again when Discord allows it; after a long limit it fails.
func TestRateLimitedTasks(t *testing.T) {
	for _, test := range []struct {
		err  error
		took time.Duration
		runs int
	}{
		{limitedError(3 * time.Second), 3 * time.Second, 2},
		{fmt.Errorf("wrapped: %w", limitedError(maxWait)), maxWait, 2},
		{limitedError(maxWait + 1), 0, 1},
		{limitedError(0), 0, 1},
		{errors.New("other"), 0, 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			q := testQueue()
			runs, started := 0, time.Now()
			q.add(lane{}, "key", func(context.Context, func()) error {
				if runs++; runs == 1 {
					return test.err
				}
				return nil
			})
			q.wait()
			if took := time.Since(started); took != test.took || runs != test.runs {
				t.Errorf("%v: it ran %d times in %v, want %d in %v", test.err, runs, took, test.runs, test.took)
			}
		})
	}
}

// A rate limit does not hold up a queue that ends.
func TestQueueEndsWhileLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := testQueue()
		runs, started := 0, time.Now()
		q.add(lane{}, "key", func(context.Context, func()) error { runs++; return limitedError(maxWait) })
		synctest.Wait()
		q.end()
		q.wait()
		if time.Since(started) != 0 || runs != 1 || q.add(lane{}, "more", nil) {
			t.Errorf("it ran %d times, until %v", runs, time.Since(started))
		}
	})
}

// A panic ends its task alone, and is logged.
func TestPanic(t *testing.T) {
	var logged strings.Builder
	q := newQueue(slog.New(slog.NewTextHandler(&logged, nil)))
	ran := false
	q.add(lane{}, "panics", func(context.Context, func()) error { panic("a mistake") })
	q.add(lane{}, "next", func(context.Context, func()) error { ran = true; return nil })
	q.wait()
	if !ran || q.has("panics") || !strings.Contains(logged.String(), "a mistake") || !strings.Contains(logged.String(), "queue_test.go") {
		t.Errorf("the next task ran: %v; logged is %s", ran, logged.String())
	}
}
