// Package watch tells whoever operates the bot how it is: figures for Prometheus, and
// whether it is alive and ready.
package watch

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"doublecorner/bot/discord"
	"doublecorner/game"
	"doublecorner/store"
)

// Sources are where what is told comes from.
type Sources struct {
	Version string
	// Commands are the names that answers are counted by.
	Commands []string
	// Waiting counts the news that nobody has heard yet, up to some number.
	Waiting func(context.Context) (int, error)
	// Played tells what has happened in games, and Kept what the store has done.
	Played func() game.Tally
	Kept   func() store.Counts
	// Shards tells how each connection to the gateway is; none if there is no gateway.
	Shards func() []discord.ShardState
	// Refusals counts the requests that Discord has refused in the last ten minutes.
	Refusals func() int
	// Ready tells why the bot cannot be used now; nil if it can.
	Ready func(context.Context) error
}

// Watch collects the figures.
type Watch struct {
	sources  Sources
	commands map[string]bool
	registry *prometheus.Registry
	answers  *prometheus.CounterVec
	took     *prometheus.HistogramVec
}

// patience is how long one question about the bot may take.
const patience = 5 * time.Second

// New returns a watch.
func New(s Sources) *Watch {
	w := &Watch{
		sources: s, commands: map[string]bool{}, registry: prometheus.NewRegistry(),
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
	for _, name := range s.Commands {
		w.commands[name] = true
	}
	// What should not happen is 0 before it does: of a figure that begins with 1 nobody sees
	// that it grew.
	for _, subject := range append([]string{"control", "form", "other", "typing"}, s.Commands...) {
		for _, result := range []discord.Result{discord.Panicked, discord.Unheard, discord.TurnedAway} {
			w.answers.WithLabelValues(subject, string(result))
		}
	}
	build := prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "doublecorner_build_info", Help: "Always 1; the version is a label.",
	}, []string{"version"})
	build.WithLabelValues(s.Version).Set(1)
	w.registry.MustRegister(
		w.answers, w.took, build, &asked{s},
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return w
}

// Observe counts an interaction.
func (w *Watch) Observe(o discord.Outcome) {
	subject := o.Subject
	if !w.commands[subject] && subject != "control" && subject != "form" {
		subject = "other" // whatever is sent, the figures stay few
	}
	if o.Typing {
		subject = "typing"
	}
	w.answers.WithLabelValues(subject, string(o.Result)).Inc()
	if o.Took > 0 {
		w.took.WithLabelValues(subject).Observe(o.Took.Seconds())
	}
}

// ServeHTTP tells figures at /metrics, whether the process is alive at /healthz, and
// whether it can be used at /readyz.
func (w *Watch) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	switch r.URL.Path {
	case "/metrics":
		promhttp.HandlerFor(w.registry, promhttp.HandlerOpts{Timeout: patience}).ServeHTTP(out, r)
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
