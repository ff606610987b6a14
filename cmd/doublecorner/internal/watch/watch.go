// Package watch serves the state of the bot to its operator: figures for Prometheus, and whether it is
// alive and ready.
package watch

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

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
	registry *prometheus.Registry
	answers  *prometheus.CounterVec
	took     *prometheus.HistogramVec
}

// timeout is how long a request may take.
const timeout = 5 * time.Second

// New returns a watch of some sources.
func New(s Sources) *Watch {
	w := &Watch{
		sources: s, subjects: append([]string{"component", "modal"}, s.Commands...), registry: prometheus.NewRegistry(),
		answers: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "doublecorner_answers_total",
			Help: "Interactions, by their subject and their result.",
		}, []string{"subject", "result"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "doublecorner_answer_seconds",
			Help:    "Time from an interaction's arrival until Discord accepted the response.",
			Buckets: []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2, 3, 10},
		}, []string{"subject"}),
	}
	// Failures begin at 0: Prometheus does not notice that a counter grew if it begins at 1.
	for _, subject := range append(w.subjects, "other", "typing") {
		for _, result := range []discord.Status{discord.Panicked, discord.Undelivered, discord.Overloaded} {
			w.answers.WithLabelValues(subject, string(result))
		}
	}
	build := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "doublecorner_build_info", Help: "Always 1; the version is a label.",
		ConstLabels: prometheus.Labels{"version": s.Version},
	}, func() float64 { return 1 })
	w.registry.MustRegister(
		w.answers, w.took, build, s,
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

// Describe implements prometheus.Collector. It describes nothing, so what Collect sends is checked
// when it is sent.
func (s Sources) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector. It reads the figures whenever Prometheus asks for them.
func (s Sources) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	send := func(kind prometheus.ValueType, name, help string, v float64, shard ...string) {
		d := prometheus.NewDesc("doublecorner_"+name, help, []string{"shard"}[:len(shard)], nil)
		to <- prometheus.MustNewConstMetric(d, kind, v, shard...)
	}
	const gauge, counter = prometheus.GaugeValue, prometheus.CounterValue
	if n, err := s.Waiting(ctx); err == nil {
		send(gauge, "news_waiting", "Announcements that wait to be delivered.", float64(n))
	}
	commits := func(commits, updates, failed int64, took time.Duration) {
		send(counter, "commits_total", "Transactions that were committed.", float64(commits))
		send(counter, "updates_total", "Updates that were committed; several can share a commit of a file.", float64(updates))
		send(counter, "commits_failed_total", "Transactions that could not be committed.", float64(failed))
		send(counter, "commit_seconds_total", "Total time of committing.", took.Seconds())
	}
	if s.Stored != nil {
		stored := s.Stored()
		commits(stored.Commits, stored.Updates, stored.Failed, stored.Took)
		send(gauge, "file_bytes", "Size of the file of games.", float64(stored.Bytes))
	}
	if s.Database != nil {
		d := s.Database()
		commits(d.Commits, d.Commits, d.Failed, d.Took)
		send(counter, "reruns_total", "Transactions that were run again, because of others or because the database was away.", float64(d.Reruns))
		send(counter, "round_trips_total", "Times that a transaction waited for the database.", float64(d.Trips))
		send(gauge, "connections", "Connections to the database.", float64(d.Open))
		send(gauge, "connections_used", "Connections to the database that are in use.", float64(d.InUse))
		send(gauge, "connections_limit", "How many connections to the database there can be.", float64(d.Most))
		send(counter, "connection_waits_total", "Transactions that waited for a connection.", float64(d.Waits))
		send(counter, "connection_wait_seconds_total", "Total time of waiting for a connection.", d.WaitTime.Seconds())
	}
	played := s.Played()
	send(counter, "games_begun_total", "Games that have begun.", float64(played.Begun))
	send(counter, "games_ended_total", "Games that have ended.", float64(played.Ended))
	send(counter, "moves_total", "Moves that players have made.", float64(played.Moves))
	waiting, thinking := s.Mind.Waiting()
	thought := s.Mind.Counters()
	send(gauge, "thinking_waiting", "Tasks that wait to be thought about.", float64(waiting))
	send(gauge, "thinking_now", "Cores that think.", float64(thinking))
	send(counter, "thoughts_total", "Tasks that were thought about.", float64(thought.Thoughts))
	send(counter, "thoughts_refused_total", "Tasks for which there was no room.", float64(thought.Refused))
	send(counter, "thinking_wait_seconds_total", "Total time for which tasks waited.", thought.Waited.Seconds())
	send(counter, "thinking_seconds_total", "Total time of thinking.", thought.Took.Seconds())
	if s.Leases != nil {
		leases := s.Leases()
		valid := 0.0
		if leases.Valid {
			valid = 1
		}
		send(gauge, "lease_valid", "Whether this process has renewed its lease in time.", valid)
		send(gauge, "leases", "Shards that this process holds.", float64(leases.Held))
		send(gauge, "processes", "Processes that share the shards.", float64(leases.Processes))
		send(counter, "leases_taken_total", "Shards that this process has taken.", float64(leases.Taken))
		send(counter, "leases_lost_total", "Shards that this process lost, because it could not renew its lease in time.", float64(leases.Lost))
	}
	send(gauge, "discord_refusals", "Requests that Discord refused in the last ten minutes; at 10,000 it bans the bot.", float64(s.Refusals()))
	for _, state := range s.Shards() {
		shard := strconv.Itoa(state.ID)
		connected := 0.0
		if state.Connected {
			connected = 1
		}
		send(gauge, "gateway_connected", "Whether a shard is connected.", connected, shard)
		send(gauge, "gateway_latency_seconds", "How long the gateway took to answer the last heartbeat.", state.Latency.Seconds(), shard)
		send(counter, "gateway_resumes_total", "Sessions that were resumed over another connection.", float64(state.Resumes), shard)
		send(counter, "gateway_identifies_total", "Sessions that were begun.", float64(state.Identifies), shard)
	}
}
