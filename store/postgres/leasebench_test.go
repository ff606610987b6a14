package postgres

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"doublecorner/internal/lease"
	"doublecorner/store/postgres/postgrestest"
)

var (
	benchProcesses = flag.Int("bench.processes", 50, "how many processes share leases")
	benchParts     = flag.Int("bench.parts", 1000, "how many parts they share")
)

// BenchmarkLeases has processes share parts. It tells how long that takes at first and after a death, and between these
// what renewing costs the server, and how long a call of the table takes.
func BenchmarkLeases(b *testing.B) {
	const quiet = 20 * time.Second
	server := postgrestest.Start(b, postgrestest.Options{Durable: true, Settings: []string{"max_connections = 300", "shared_buffers = 256MB"}})
	var stores []*Store
	var holders []*lease.Holder
	var ends []context.CancelFunc
	var calls calls
	var running sync.WaitGroup
	began := time.Now()
	for n := range *benchProcesses {
		s := open(b, server.Address("postgres"))
		h := lease.New(lease.Config{Table: timed{s.Leases(), &calls}, Name: fmt.Sprintf("a machine with a name %d", n)})
		ctx, end := context.WithCancel(background)
		stores, holders, ends = append(stores, s), append(holders, h), append(ends, end)
		running.Go(func() { h.Run(ctx, *benchParts, parts{}) })
	}
	defer running.Wait()
	defer func() {
		for _, end := range ends {
			end()
		}
	}()
	waitForShares(b, holders)
	b.ReportMetric(time.Since(began).Seconds(), "s-to-share")

	time.Sleep(5 * time.Second)
	calls.all = nil
	reruns := func() (n int64) {
		for _, s := range stores {
			n += s.Counts().Reruns
		}
		return n
	}
	committed := func() (n int64) {
		const count = "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = 'postgres'"
		must(b, stores[0].pool.QueryRow(background, count).Scan(&n))
		return n
	}
	rerunBefore, before := reruns(), committed()
	time.Sleep(quiet)
	b.ReportMetric(float64(reruns()-rerunBefore)/quiet.Seconds(), "reruns/s")
	b.ReportMetric(float64(committed()-before)/quiet.Seconds(), "transactions/s")
	took := calls.sorted()
	b.ReportMetric(float64(len(took))/quiet.Seconds(), "calls/s")
	b.ReportMetric(took[len(took)/2].Seconds()*1000, "ms-median")
	b.ReportMetric(took[len(took)*99/100].Seconds()*1000, "ms-p99")
	lost := 0
	for _, h := range holders {
		lost += h.Status().Lost
	}
	b.ReportMetric(float64(lost), "lost")

	began = time.Now()
	ends[0]()
	waitForShares(b, holders[1:])
	b.ReportMetric(time.Since(began).Seconds(), "s-after-stop")
	b.ReportMetric(0, "ns/op")
}

// waitForShares waits until some processes hold all parts, in even shares.
func waitForShares(b *testing.B, holders []*lease.Holder) {
	b.Helper()
	for began := time.Now(); time.Since(began) < 5*time.Minute; time.Sleep(20 * time.Millisecond) {
		held, most := 0, 0
		for _, h := range holders {
			s := h.Status()
			held, most = held+s.Held, max(most, s.Held)
		}
		if held == *benchParts && most <= (held+len(holders)-1)/len(holders) {
			return
		}
	}
	b.Fatal("the parts are not shared")
}

// parts is the work of a process. Its notes are as long as those of shards.
type parts map[int]string

func (p parts) Begin(n, _ int, _ string, _ bool) { p[n] = strings.Repeat("x", 150) }
func (p parts) Able() bool                       { return true }
func (p parts) Notes() map[int]string            { return maps.Clone(p) }
func (p parts) End(numbers []int) map[int]string {
	for _, n := range numbers {
		delete(p, n)
	}
	return nil
}

// calls are how long calls of tables took.
type calls struct {
	mu  sync.Mutex
	all []time.Duration
}

func (c *calls) took(since time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all = append(c.all, time.Since(since))
}

func (c *calls) sorted() []time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Sorted(slices.Values(c.all))
}

// timed is a table whose calls are timed.
type timed struct {
	lease.Table
	calls *calls
}

func (t timed) Update(ctx context.Context, f func(*lease.State) bool) error {
	defer t.calls.took(time.Now())
	return t.Table.Update(ctx, f)
}

func (t timed) Read(ctx context.Context) (lease.State, error) {
	defer t.calls.took(time.Now())
	return t.Table.Read(ctx)
}

func (t timed) Renew(ctx context.Context, name string, last int64, p lease.Process) (bool, error) {
	defer t.calls.took(time.Now())
	return t.Table.Renew(ctx, name, last, p)
}
