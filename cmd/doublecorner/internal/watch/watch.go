// Package watch serves the state of the bot to its operator: figures for Prometheus, and whether it is
// alive and ready.
package watch

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"doublecorner/bot/discord"
	"doublecorner/game"
	"doublecorner/store"
)

// Sources are where the figures come from.
type Sources struct {
	Version string
	// Commands are the names of the commands by which responses are counted.
	Commands []string
	// Waiting counts the announcements that wait to be delivered, up to some number.
	Waiting func(context.Context) (int, error)
	// Played returns the figures of the games, and Stored those of the store.
	Played func() game.Counters
	Stored func() store.Counts
	// Shards returns the state of each connection to the gateway; none if there is no gateway.
	Shards func() []discord.ShardState
	// Refusals counts the requests that Discord refused in the last ten minutes.
	Refusals func() int
	// Ready returns why the bot cannot be used now; nil if it can.
	Ready func(context.Context) error
}

// Watch collects and serves the figures.
type Watch struct {
	sources  Sources
	subjects []string // of interactions that are counted by themselves
	registry *prometheus.Registry
	answers  *prometheus.CounterVec
	took     *prometheus.HistogramVec
}

// timeout is how long a request may take.
const timeout = 5 * time.Second

// New returns a watch of some sources.
func New(s Sources) *Watch {
	w := &Watch{
		sources: s, subjects: append([]string{"control", "form"}, s.Commands...), registry: prometheus.NewRegistry(),
		answers: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "doublecorner_answers_total",
			Help: "Interactions, by what they were about and what became of them.",
		}, []string{"subject", "result"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "doublecorner_answer_seconds",
			Help:    "Time from an interaction's arrival until Discord took the answer.",
			Buckets: []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2, 3, 10},
		}, []string{"subject"}),
	}
	// Failures begin at 0: Prometheus does not notice that a counter grew if it begins at 1.
	for _, subject := range append(w.subjects, "other", "typing") {
		for _, result := range []discord.Status{discord.Panicked, discord.Undelivered, discord.Overloaded} {
			w.answers.WithLabelValues(subject, string(result))
		}
	}
	build := prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "doublecorner_build_info", Help: "Always 1; the version is a label.",
	}, []string{"version"})
	build.WithLabelValues(s.Version).Set(1)
	w.registry.MustRegister(
		w.answers, w.took, build, &collector{s},
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return w
}

// Observe counts an interaction.
func (w *Watch) Observe(o discord.Handled) {
	subject := o.Subject
	if o.Autocomplete {
		subject = "typing"
	} else if !slices.Contains(w.subjects, subject) {
		subject = "other" // bounds the number of figures, whatever is sent
	}
	w.answers.WithLabelValues(subject, string(o.Status)).Inc()
	if o.Took > 0 {
		w.took.WithLabelValues(subject).Observe(o.Took.Seconds())
	}
}

// ServeHTTP serves figures at /metrics, whether the process is alive at /healthz, and whether the bot
// can be used at /readyz.
func (w *Watch) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), timeout)
	defer cancel()
	switch r.URL.Path {
	case "/metrics":
		promhttp.HandlerFor(w.registry, promhttp.HandlerOpts{Timeout: timeout}).ServeHTTP(out, r)
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
