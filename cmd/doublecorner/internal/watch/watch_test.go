package watch

import (
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"doublecorner/bot/discord"
	"doublecorner/game"
	"doublecorner/game/mind"
	"doublecorner/store"
	"doublecorner/store/postgres"
)

func ask(w *Watch, path string) (int, string) {
	out := httptest.NewRecorder()
	w.ServeHTTP(out, httptest.NewRequest("GET", path, nil))
	return out.Code, out.Body.String()
}

// TestDatabase checks the figures of a database, which has no file.
func TestDatabase(t *testing.T) {
	w := New(Sources{
		Waiting: func(context.Context) (int, error) { return 0, nil },
		Played:  func() game.Counters { return game.Counters{} },
		Database: func() postgres.Counts {
			return postgres.Counts{Commits: 50, Reruns: 3, Trips: 170, InUse: 2, Open: 5, Most: 16, Waits: 1, WaitTime: time.Second}
		},
		Shards:   func() []discord.ShardState { return nil },
		Mind:     mind.New(mind.Options{}),
		Refusals: func() int { return 0 },
	})
	_, text := ask(w, "/metrics")
	for _, line := range []string{
		"commits_total 50", "updates_total 50", "reruns_total 3",
		"round_trips_total 170", "connections 5", "connections_used 2", "connections_limit 16",
		"connection_waits_total 1", "connection_wait_seconds_total 1",
	} {
		if !strings.Contains(text, "\ndoublecorner_"+line+"\n") {
			t.Errorf("there is no %q", line)
		}
	}
	if strings.Contains(text, "doublecorner_file_bytes") {
		t.Error("there is a file")
	}
}

func TestWatch(t *testing.T) {
	var broken, unready error
	w := New(Sources{
		Version: "1.2.3", Commands: []string{"move"},
		Waiting: func(context.Context) (int, error) { return 4, broken },
		Played:  func() game.Counters { return game.Counters{Begun: 3, Ended: 2, Moves: 77} },
		Stored: func() store.Counts {
			return store.Counts{Commits: 50, Updates: 80, Failed: 5, Took: 700 * time.Millisecond, Bytes: 4096}
		},
		Shards: func() []discord.ShardState {
			return []discord.ShardState{{ID: 0, Connected: true, Latency: 20 * time.Millisecond, Resumes: 1, Identifies: 2}, {ID: 1}}
		},
		Mind:     mind.New(mind.Options{}),
		Refusals: func() int { return 12 },
		Ready:    func(context.Context) error { return unready },
	})
	w.Observe(discord.Handled{Subject: "move", Status: discord.Answered, Took: 7 * time.Millisecond})
	w.Observe(discord.Handled{Subject: "move", Autocomplete: true, Status: discord.Answered, Took: time.Millisecond})
	w.Observe(discord.Handled{Subject: "component", Status: discord.Undelivered})
	for _, name := range []string{"a", "b", "c"} { // what is made up is counted together
		w.Observe(discord.Handled{Subject: name, Status: discord.Answered})
	}
	code, text := ask(w, "/metrics")
	for _, line := range []string{
		`doublecorner_answers_total{result="answered",subject="move"} 1`,
		`doublecorner_answers_total{result="answered",subject="typing"} 1`,
		`doublecorner_answers_total{result="undelivered",subject="component"} 1`,
		`doublecorner_answers_total{result="answered",subject="other"} 3`,
		`doublecorner_answer_seconds_bucket{subject="move",le="0.01"} 1`,
		`doublecorner_build_info{version="1.2.3"} 1`,
		`doublecorner_news_waiting 4`, `doublecorner_commits_total 50`, `doublecorner_updates_total 80`,
		`doublecorner_commits_failed_total 5`, `doublecorner_commit_seconds_total 0.7`,
		`doublecorner_answers_total{result="panicked",subject="move"} 0`, `doublecorner_answers_total{result="overloaded",subject="other"} 0`,
		`doublecorner_answers_total{result="rate limited",subject="other"} 0`,
		`doublecorner_file_bytes 4096`, `doublecorner_discord_refusals 12`,
		`doublecorner_games_begun_total 3`, `doublecorner_games_ended_total 2`, `doublecorner_moves_total 77`,
		`doublecorner_gateway_connected{shard="0"} 1`, `doublecorner_gateway_connected{shard="1"} 0`,
		`doublecorner_gateway_latency_seconds{shard="0"} 0.02`, `doublecorner_gateway_resumes_total{shard="0"} 1`,
		`doublecorner_thinking_waiting 0`, `doublecorner_thoughts_total 0`, `doublecorner_thinking_seconds_total 0`,
		`go_goroutines`,
	} {
		if code != 200 || !strings.Contains(text, line) {
			t.Errorf("%d, and %q is not in\n%.3000s", code, line, text)
		}
	}
	tests := []struct {
		path            string
		broken, unready error
		code            int
		text            string
	}{
		{"/healthz", nil, nil, 200, "alive\n"},
		{"/readyz", nil, nil, 200, "ready\n"},
		{"/healthz", nil, errors.New("no gateway"), 200, "alive\n"},
		{"/readyz", nil, errors.New("no gateway"), 503, "no gateway\n"},
		{"/healthz", errors.New("disk on fire"), nil, 503, "the games cannot be read: disk on fire\n"},
		{"/", nil, nil, 404, "There are /metrics, /healthz and /readyz.\n"},
	}
	for _, test := range tests {
		broken, unready = test.broken, test.unready
		if code, text := ask(w, test.path); code != test.code || text != test.text {
			t.Errorf("%s: %d %q, want %d %q", test.path, code, text, test.code, test.text)
		}
	}
}
