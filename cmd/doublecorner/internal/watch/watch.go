// Package watch serves the state of the bot to its operator: figures for Prometheus, and whether it is
// alive and ready.
package watch

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"golang.org/x/sync/singleflight"

	"doublecorner/bot/discord"
	"doublecorner/game"
	"doublecorner/game/mind"
	"doublecorner/internal/lease"
	"doublecorner/store"
	"doublecorner/store/postgres"
)

// Config is what a Watch needs.
type Config struct {
	Version string
	// Commands are the names of the commands by which responses are counted.
	Commands []string
	// Unready returns why the bot cannot be used now, a sentence each, apart from its store; none if it can.
	Unready func() []string
}

// Sources are where the figures come from, once the store is open.
type Sources struct {
	// Waiting counts the announcements that wait to be delivered, up to some number. It may take long.
	Waiting func() (int, error)
	// Played returns the figures of the games.
	Played func() game.Counters
	// Stored returns the figures of the file of games, and Database those of the database; one of them is
	// nil.
	Stored   func() store.Counts
	Database func() postgres.Counts
	// Mind thinks.
	Mind *mind.Mind
	// Shards returns the state of each connection to the gateway; none if there is no gateway.
	Shards func() []discord.ShardState
	// Recommended returns how many shards Discord recommends; 0 before it has said so.
	Recommended func() int
	// Leases returns what this process holds, if it shares the shards with others; nil if it does not.
	Leases func() lease.Status
	// Refusals counts the requests that Discord refused in the last ten minutes.
	Refusals func() int
}

// Watch collects and serves the figures.
type Watch struct {
	config   Config
	subjects []string // of interactions that are counted by themselves
	answers  *metrics.Set
	took     *metrics.Set
	sources  atomic.Pointer[Sources]   // nil until Show
	ticked   atomic.Pointer[time.Time] // when Tick was called last; nil if it was not
	asked    singleflight.Group
}

const (
	// patience is how long a request waits for the store.
	patience = time.Second / 2
	// mostSilence is the longest time between two ticks of a process that is alive.
	mostSilence = time.Minute
)

// tookBuckets are the times of responses, in seconds, that are told apart.
var tookBuckets = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2, 3, 10}

// New returns a watch.
func New(c Config) *Watch {
	w := &Watch{config: c, subjects: append([]string{"component", "modal"}, c.Commands...), answers: metrics.NewSet(), took: metrics.NewSet()}
	// Failures begin at 0: Prometheus does not notice that a counter grew if it begins at 1.
	for _, subject := range append(w.subjects, "other", "typing") {
		for _, result := range []discord.Status{discord.Panicked, discord.Failed, discord.Undelivered, discord.Overloaded, discord.RateLimited} {
			w.answered(subject, result)
		}
	}
	return w
}

// Show has the watch show the figures of some sources, too.
func (w *Watch) Show(s Sources) { w.sources.Store(&s) }

// Tick says that the process looks at the clocks now. From the first call on, it is to do so again and again.
func (w *Watch) Tick() {
	now := time.Now()
	w.ticked.Store(&now)
}

// answered returns the counter of interactions with a subject and a result.
func (w *Watch) answered(subject string, result discord.Status) *metrics.Counter {
	return w.answers.GetOrCreateCounter(fmt.Sprintf("doublecorner_answers_total{result=%q,subject=%q}", result, subject))
}

// Observe counts an interaction.
func (w *Watch) Observe(o discord.Handled) {
	subject := o.Subject
	if o.Autocomplete {
		subject = "typing"
	} else if !slices.Contains(w.subjects, subject) {
		subject = "other" // bounds the number of figures, whatever is sent
	}
	w.answered(subject, o.Status).Inc()
	if o.Took > 0 {
		name := fmt.Sprintf("doublecorner_answer_seconds{subject=%q}", subject)
		w.took.GetOrCreatePrometheusHistogramExt(name, tookBuckets).Update(o.Took.Seconds())
	}
}

// waiting returns how many announcements wait, if the store says that in time. All requests share one question.
func (w *Watch) waiting(s *Sources) (int, error) {
	select {
	case answer := <-w.asked.DoChan("", func() (any, error) { return s.Waiting() }):
		n, _ := answer.Val.(int)
		return n, answer.Err
	case <-time.After(patience):
		return 0, errors.New("no answer yet")
	}
}

// unready returns why the bot cannot be used now, a sentence each; none if it can. waiting is how many announcements wait;
// negative if that is not known.
func (w *Watch) unready() (reasons []string, waiting int) {
	reasons, waiting = w.config.Unready(), -1
	if s := w.sources.Load(); s != nil {
		n, err := w.waiting(s)
		if err != nil {
			return append(reasons, fmt.Sprintf("the games cannot be read: %v", err)), waiting
		}
		waiting = n
	}
	return reasons, waiting
}

// ServeHTTP serves figures at /metrics, whether the process is alive at /healthz, and whether the bot
// can be used at /readyz. It answers within a second, whatever the store does.
func (w *Watch) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/metrics":
		out.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		w.write(out)
	case "/healthz":
		if at := w.ticked.Load(); at != nil && time.Since(*at) > mostSilence {
			http.Error(out, fmt.Sprintf("the clocks were looked at %v ago: the process hangs", time.Since(*at).Round(time.Second)), http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(out, "alive")
	case "/readyz":
		if reasons, _ := w.unready(); len(reasons) > 0 {
			http.Error(out, strings.Join(reasons, "\n"), http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(out, "ready")
	default:
		http.Error(out, "There are /metrics, /healthz and /readyz.", http.StatusNotFound)
	}
}
