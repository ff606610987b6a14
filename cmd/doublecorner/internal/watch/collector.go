package watch

import (
	"context"
	"strconv"

	"github.com/prometheus/client_golang/prometheus"
)

// collector reads figures whenever Prometheus asks for them.
type collector struct{ Sources }

// Describe implements prometheus.Collector. It describes nothing, so what Collect sends is checked
// when it is sent.
func (c *collector) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (c *collector) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	send := func(kind prometheus.ValueType, name, help string, v float64, shard ...string) {
		d := prometheus.NewDesc("doublecorner_"+name, help, []string{"shard"}[:len(shard)], nil)
		to <- prometheus.MustNewConstMetric(d, kind, v, shard...)
	}
	const gauge, counter = prometheus.GaugeValue, prometheus.CounterValue
	if n, err := c.Waiting(ctx); err == nil {
		send(gauge, "news_waiting", "Announcements that wait to be delivered.", float64(n))
	}
	stored := c.Stored()
	send(counter, "commits_total", "Transactions written to disk.", float64(stored.Commits))
	send(counter, "updates_total", "Updates written to disk; several can share a commit.", float64(stored.Updates))
	send(counter, "commits_failed_total", "Transactions that could not be written.", float64(stored.Failed))
	send(counter, "commit_seconds_total", "Total time of writing transactions to disk.", stored.Took.Seconds())
	send(gauge, "file_bytes", "Size of the file of games.", float64(stored.Bytes))
	played := c.Played()
	send(counter, "games_begun_total", "Games that have begun.", float64(played.Begun))
	send(counter, "games_ended_total", "Games that have ended.", float64(played.Ended))
	send(counter, "moves_total", "Moves that players have made.", float64(played.Moves))
	send(gauge, "discord_refusals", "Requests that Discord refused in the last ten minutes; at 10,000 it bans the bot.", float64(c.Refusals()))
	for _, s := range c.Shards() {
		shard := strconv.Itoa(s.ID)
		connected := 0.0
		if s.Connected {
			connected = 1
		}
		send(gauge, "gateway_connected", "Whether a shard is connected.", connected, shard)
		send(gauge, "gateway_latency_seconds", "How long the gateway took to answer the last heartbeat.", s.Latency.Seconds(), shard)
		send(counter, "gateway_resumes_total", "Sessions that were resumed over another connection.", float64(s.Resumes), shard)
		send(counter, "gateway_identifies_total", "Sessions that were begun.", float64(s.Identifies), shard)
	}
}
