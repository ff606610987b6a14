package watch

import (
	"fmt"
	"io"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"doublecorner/bot/discord"
	"doublecorner/game"
	"doublecorner/game/mind"
	"doublecorner/internal/lease"
	"doublecorner/store"
	"doublecorner/store/postgres"
)

// The kinds of most figures.
const gauge, counter = "gauge", "counter"

// truth is how a figure says whether something is so.
var truth = map[bool]float64{true: 1}

// describe writes what comes before the values of a figure.
func describe(to io.Writer, kind, name, help string) {
	fmt.Fprintf(to, "# HELP doublecorner_%s %s\n# TYPE doublecorner_%[1]s %[3]s\n", name, help, kind)
}

// figures writes figures in the format of Prometheus.
type figures struct{ to io.Writer }

func (f figures) send(kind, name, help string, v float64) {
	describe(f.to, kind, name, help)
	fmt.Fprintf(f.to, "doublecorner_%s %g\n", name, v)
}

// write reads the figures, and writes them.
func (w *Watch) write(to io.Writer) {
	describe(to, counter, "answers_total", "Interactions, by their subject and their result.")
	w.answers.WritePrometheus(to)
	describe(to, "histogram", "answer_seconds", "Time from an interaction's arrival until Discord accepted the response.")
	w.took.WritePrometheus(to)
	describe(to, gauge, "build_info", "Always 1; the version is a label.")
	fmt.Fprintf(to, "doublecorner_build_info{version=%q} 1\n", w.config.Version)
	f := figures{to}
	reasons, waiting := w.unready()
	f.send(gauge, "ready", "Whether this process can be used, as /readyz says.", truth[len(reasons) == 0])
	if waiting >= 0 {
		f.send(gauge, "news_waiting", "Announcements that wait to be delivered.", float64(waiting))
	}
	if s := w.sources.Load(); s != nil {
		f.sources(s)
	}
	metrics.WriteProcessMetrics(to)
}

func (f figures) sources(s *Sources) {
	if s.Stored != nil {
		f.stored(s.Stored())
	}
	if s.Database != nil {
		f.database(s.Database())
	}
	f.played(s.Played())
	f.mind(s.Mind)
	if s.Leases != nil {
		f.leases(s.Leases())
	}
	f.send(gauge, "discord_refusals", "Requests that Discord refused in the last ten minutes; at 10,000 it bans the bot.", float64(s.Refusals()))
	f.send(gauge, "shards_recommended", "Shards that Discord recommends; 0 before it has said so.", float64(s.Recommended()))
	f.shards(s.Shards())
}

func (f figures) stored(c store.Counts) {
	f.commits(c.Commits, c.Updates, c.Failed, c.Took)
	f.send(gauge, "file_bytes", "Size of the file of games.", float64(c.Bytes))
	f.send(gauge, "file_damaged", "Whether damage of the file of games was found since the start.", truth[c.Damaged])
}

func (f figures) database(c postgres.Counts) {
	f.commits(c.Commits, c.Commits, c.Failed, c.Took)
	f.send(counter, "reruns_total", "Transactions that were run again, because of others or because the database was away.", float64(c.Reruns))
	f.send(counter, "round_trips_total", "Times that a transaction waited for the database.", float64(c.Trips))
	f.send(gauge, "connections", "Connections to the database.", float64(c.Open))
	f.send(gauge, "connections_used", "Connections to the database that are in use.", float64(c.InUse))
	f.send(gauge, "connections_limit", "How many connections to the database there can be.", float64(c.Most))
	f.send(counter, "connection_waits_total", "Transactions that waited for a connection.", float64(c.Waits))
	f.send(counter, "connection_wait_seconds_total", "Total time of waiting for a connection.", c.WaitTime.Seconds())
}

// commits writes the figures that the file of games and the database have in common.
func (f figures) commits(commits, updates, failed int64, took time.Duration) {
	f.send(counter, "commits_total", "Transactions that were committed.", float64(commits))
	f.send(counter, "updates_total", "Updates that were committed; several can share a commit of a file.", float64(updates))
	f.send(counter, "commits_failed_total", "Transactions that could not be committed.", float64(failed))
	f.send(counter, "commit_seconds_total", "Total time of committing.", took.Seconds())
}

func (f figures) played(c game.Counters) {
	f.send(counter, "games_begun_total", "Games that have begun.", float64(c.Begun))
	f.send(counter, "games_ended_total", "Games that have ended.", float64(c.Ended))
	f.send(counter, "moves_total", "Moves that players have made.", float64(c.Moves))
}

func (f figures) mind(m *mind.Mind) {
	waiting, thinking := m.Waiting()
	c := m.Counters()
	f.send(gauge, "thinking_waiting", "Tasks that wait to be thought about.", float64(waiting))
	f.send(gauge, "thinking_now", "Cores that think.", float64(thinking))
	f.send(counter, "thoughts_total", "Tasks that were thought about.", float64(c.Thoughts))
	f.send(counter, "thoughts_refused_total", "Tasks for which there was no room.", float64(c.Refused))
	f.send(counter, "thinking_wait_seconds_total", "Total time for which tasks waited.", c.Waited.Seconds())
	f.send(counter, "thinking_seconds_total", "Total time of thinking.", c.Took.Seconds())
}

func (f figures) leases(s lease.Status) {
	f.send(gauge, "lease_valid", "Whether this process has renewed its lease in time.", truth[s.Valid])
	f.send(gauge, "leases", "Shards that this process holds.", float64(s.Held))
	f.send(gauge, "shards", "Shards that the processes share.", float64(s.Parts))
	f.send(gauge, "processes", "Processes that share the shards.", float64(s.Processes))
	f.send(counter, "leases_taken_total", "Shards that this process has taken.", float64(s.Taken))
	f.send(counter, "leases_lost_total", "Shards that this process lost, because it did not renew its lease in time.", float64(s.Lost))
}

func (f figures) shards(states []discord.ShardState) {
	for _, figure := range []struct {
		kind, name, help string
		of               func(discord.ShardState) float64
	}{
		{gauge, "gateway_connected", "Whether a shard is connected.", func(s discord.ShardState) float64 { return truth[s.Connected] }},
		{gauge, "gateway_latency_seconds", "How long the gateway took to answer the last heartbeat.", func(s discord.ShardState) float64 { return s.Latency.Seconds() }},
		{counter, "gateway_resumes_total", "Sessions that were resumed over another connection.", func(s discord.ShardState) float64 { return float64(s.Resumes) }},
		{counter, "gateway_identifies_total", "Sessions that were begun.", func(s discord.ShardState) float64 { return float64(s.Identifies) }},
	} {
		describe(f.to, figure.kind, figure.name, figure.help)
		for _, s := range states {
			fmt.Fprintf(f.to, "doublecorner_%s{shard=\"%d\"} %g\n", figure.name, s.ID, figure.of(s))
		}
	}
}
