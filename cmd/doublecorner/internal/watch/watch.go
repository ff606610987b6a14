// Package watch serves the state of the bot to its operator: figures for Prometheus, and whether it is
// alive and ready.
package watch

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"doublecorner/bot/discord"
	"doublecorner/game"
	"doublecorner/game/mind"
	"doublecorner/internal/lease"
	"doublecorner/store"
	"doublecorner/store/postgres"
)

// Sources are where the figures come from.
type Sources struct {
	Version string
	// Commands are the names of the commands by which responses are counted.
	Commands []string
	// Waiting counts the announcements that wait to be delivered, up to some number.
	Waiting func(context.Context) (int, error)
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
	// Leases returns what this process holds, if it shares the shards with others; nil if it does not.
	Leases func() lease.Status
	// Refusals counts the requests that Discord refused in the last ten minutes.
	Refusals func() int
	// Ready returns why the bot cannot be used now; nil if it can.
	Ready func(context.Context) error
}

// Watch collects and serves the figures.
type Watch struct {
	sources  Sources
	subjects []string // of interactions that are counted by themselves
	answers  *metrics.Set
	took     *metrics.Set
}

// timeout is how long a request may take.
const timeout = 5 * time.Second

// tookBuckets are the times of responses, in seconds, that are told apart.
var tookBuckets = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2, 3, 10}

// New returns a watch of some sources.
func New(s Sources) *Watch {
	w := &Watch{sources: s, subjects: append([]string{"component", "modal"}, s.Commands...), answers: metrics.NewSet(), took: metrics.NewSet()}
	// Failures begin at 0: Prometheus does not notice that a counter grew if it begins at 1.
	for _, subject := range append(w.subjects, "other", "typing") {
		for _, result := range []discord.Status{discord.Panicked, discord.Undelivered, discord.Overloaded, discord.RateLimited} {
			w.answered(subject, result)
		}
	}
	return w
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

// ServeHTTP serves figures at /metrics, whether the process is alive at /healthz, and whether the bot
// can be used at /readyz.
func (w *Watch) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), timeout)
	defer cancel()
	switch r.URL.Path {
	case "/metrics":
		out.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		describe(out, counter, "answers_total", "Interactions, by their subject and their result.")
		w.answers.WritePrometheus(out)
		describe(out, "histogram", "answer_seconds", "Time from an interaction's arrival until Discord accepted the response.")
		w.took.WritePrometheus(out)
		w.sources.write(ctx, out)
		metrics.WriteProcessMetrics(out)
	case "/healthz":
		if _, err := w.sources.Waiting(ctx); err != nil {
			http.Error(out, fmt.Sprintf("the games cannot be read: %v", err), http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(out, "alive")
	case "/readyz":
		if err := w.sources.Ready(ctx); err != nil {
			http.Error(out, err.Error(), http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(out, "ready")
	default:
		http.Error(out, "There are /metrics, /healthz and /readyz.", http.StatusNotFound)
	}
}
