package watch

import (
	"context"
	"strconv"

	"github.com/prometheus/client_golang/prometheus"
)

// collector reads figures whenever Prometheus asks for them.
type collector struct{ Sources }

// figure describes a figure.
func figure(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("doublecorner_"+name, help, labels, nil)
}

var (
	newsWaiting = figure("news_waiting", "Announcements that wait to be delivered.")
	commits     = figure("commits_total", "Transactions written to disk.")
	updates     = figure("updates_total", "Updates written to disk; several can share a commit.")
	failed      = figure("commits_failed_total", "Transactions that could not be written.")
	took        = figure("commit_seconds_total", "Total time of writing transactions to disk.")
	begun       = figure("games_begun_total", "Games that have begun.")
	ended       = figure("games_ended_total", "Games that have ended.")
	moves       = figure("moves_total", "Moves that players have made.")
	fileBytes   = figure("file_bytes", "Size of the file of games.")
	connected   = figure("gateway_connected", "Whether a shard is connected.", "shard")
	latency     = figure("gateway_latency_seconds", "How long the gateway took to answer the last heartbeat.", "shard")
	resumes     = figure("gateway_resumes_total", "Sessions that were resumed over another connection.", "shard")
	refusals    = figure("discord_refusals", "Requests that Discord refused in the last ten minutes; at 10,000 it bans the bot.")
	identifies  = figure("gateway_identifies_total", "Sessions that were begun.", "shard")
)

// Describe implements prometheus.Collector.
func (c *collector) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{newsWaiting, commits, updates, failed, took, begun, ended, moves, fileBytes, connected, latency, resumes, identifies, refusals} {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (c *collector) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	counter := func(d *prometheus.Desc, v float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, v, labels...)
	}
	if n, err := c.Waiting(ctx); err == nil {
		gauge(newsWaiting, float64(n))
	}
	stored := c.Stored()
	counter(commits, float64(stored.Commits))
	counter(updates, float64(stored.Updates))
	counter(failed, float64(stored.Failed))
	counter(took, stored.Took.Seconds())
	gauge(fileBytes, float64(stored.Bytes))
	played := c.Played()
	counter(begun, float64(played.Begun))
	counter(ended, float64(played.Ended))
	counter(moves, float64(played.Moves))
	gauge(refusals, float64(c.Refusals()))
	for _, s := range c.Shards() {
		shard := strconv.Itoa(s.ID)
		up := 0.0
		if s.Connected {
			up = 1
		}
		gauge(connected, up, shard)
		gauge(latency, s.Latency.Seconds(), shard)
		counter(resumes, float64(s.Resumes), shard)
		counter(identifies, float64(s.Identifies), shard)
	}
}
