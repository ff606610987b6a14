// Package watch serves the state of the bot to its operator: figures for Prometheus, and whether it is
// alive and ready.
package watch

import (
	"context"
	"fmt"
	"io"
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
		for _, result := range []discord.Status{discord.Panicked, discord.Undelivered, discord.Overloaded} {
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

// The kinds of most figures.
const gauge, counter = "gauge", "counter"

// describe writes what comes before the values of a figure.
func describe(to io.Writer, kind, name, help string) {
	fmt.Fprintf(to, "# HELP doublecorner_%s %s\n# TYPE doublecorner_%[1]s %[3]s\n", name, help, kind)
}

// write reads the figures, and writes them in the format of Prometheus.
func (s Sources) write(ctx context.Context, to io.Writer) {
	send := func(kind, name, help string, v float64) {
		describe(to, kind, name, help)
		fmt.Fprintf(to, "doublecorner_%s %g\n", name, v)
	}
	truth := map[bool]float64{true: 1}
	describe(to, gauge, "build_info", "Always 1; the version is a label.")
	fmt.Fprintf(to, "doublecorner_build_info{version=%q} 1\n", s.Version)
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
		send(gauge, "lease_valid", "Whether this process has renewed its lease in time.", truth[leases.Valid])
		send(gauge, "leases", "Shards that this process holds.", float64(leases.Held))
		send(gauge, "processes", "Processes that share the shards.", float64(leases.Processes))
		send(counter, "leases_taken_total", "Shards that this process has taken.", float64(leases.Taken))
		send(counter, "leases_lost_total", "Shards that this process lost, because it could not renew its lease in time.", float64(leases.Lost))
	}
	send(gauge, "discord_refusals", "Requests that Discord refused in the last ten minutes; at 10,000 it bans the bot.", float64(s.Refusals()))
	shards := s.Shards()
	for _, figure := range []struct {
		kind, name, help string
		of               func(discord.ShardState) float64
	}{
		{gauge, "gateway_connected", "Whether a shard is connected.", func(s discord.ShardState) float64 { return truth[s.Connected] }},
		{gauge, "gateway_latency_seconds", "How long the gateway took to answer the last heartbeat.", func(s discord.ShardState) float64 { return s.Latency.Seconds() }},
		{counter, "gateway_resumes_total", "Sessions that were resumed over another connection.", func(s discord.ShardState) float64 { return float64(s.Resumes) }},
		{counter, "gateway_identifies_total", "Sessions that were begun.", func(s discord.ShardState) float64 { return float64(s.Identifies) }},
	} {
		describe(to, figure.kind, figure.name, figure.help)
		for _, shard := range shards {
			fmt.Fprintf(to, "doublecorner_%s{shard=\"%d\"} %g\n", figure.name, shard.ID, figure.of(shard))
		}
	}
}
