package watch

import (
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
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

// ready is a process that can be used.
func ready() []string { return nil }

// TestDatabase checks the figures of a database, which has no file.
func TestDatabase(t *testing.T) {
	w := New(Config{Unready: ready})
	w.Show(Sources{
		Waiting: func() (int, error) { return 0, nil },
		Played:  func() game.Counters { return game.Counters{} },
		Database: func() postgres.Counts {
			return postgres.Counts{Commits: 50, Reruns: 3, Trips: 170, InUse: 2, Open: 5, Most: 16, Waits: 1, WaitTime: time.Second}
		},
		Shards:      func() []discord.ShardState { return nil },
		Mind:        mind.New(mind.Options{}),
		Refusals:    func() int { return 0 },
		Recommended: func() int { return 0 },
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
	w := New(Config{Version: "1.2.3", Commands: []string{"move"}, Unready: ready})
	w.Show(Sources{
		Waiting: func() (int, error) { return 4, nil },
		Played:  func() game.Counters { return game.Counters{Begun: 3, Ended: 2, Moves: 77} },
		Stored: func() store.Counts {
			return store.Counts{Commits: 50, Updates: 80, Failed: 5, Took: 700 * time.Millisecond, Bytes: 4096, Damaged: true}
		},
		Shards: func() []discord.ShardState {
			return []discord.ShardState{{ID: 0, Connected: true, Latency: 20 * time.Millisecond, Resumes: 1, Identifies: 2}, {ID: 1}}
		},
		Mind:        mind.New(mind.Options{}),
		Refusals:    func() int { return 12 },
		Recommended: func() int { return 16 },
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
		`doublecorner_answers_total{result="panicked",subject="move"} 0`, `doublecorner_answers_total{result="failed",subject="move"} 0`,
		`doublecorner_answers_total{result="overloaded",subject="other"} 0`,
		`doublecorner_answers_total{result="rate limited",subject="other"} 0`,
		`doublecorner_file_bytes 4096`, `doublecorner_file_damaged 1`, `doublecorner_ready 1`, `doublecorner_discord_refusals 12`,
		`doublecorner_shards_recommended 16`,
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
}

// TestHealth checks that a process is alive as long as it looks at the clocks, and what is said if it cannot be used.
func TestHealth(t *testing.T) {
	silent := make(chan struct{})
	fine, broken, slow := func() (int, error) { return 0, nil }, func() (int, error) { return 0, errors.New("disk on fire") },
		func() (int, error) { <-silent; return 0, nil }
	tests := []struct {
		path    string
		unready []string
		waiting func() (int, error)
		code    int
		text    string
	}{
		{"/healthz", nil, fine, 200, "alive\n"},
		{"/readyz", nil, fine, 200, "ready\n"},
		{"/healthz", []string{"no gateway"}, broken, 200, "alive\n"},
		{"/readyz", []string{"no gateway", "no lease"}, fine, 503, "no gateway\nno lease\n"},
		{"/readyz", nil, broken, 503, "the games cannot be read: disk on fire\n"},
		{"/readyz", []string{"no lease"}, slow, 503, "no lease\nthe games cannot be read: no answer yet\n"},
		{"/healthz", nil, slow, 200, "alive\n"},
		{"/", nil, fine, 404, "There are /metrics, /healthz and /readyz.\n"},
	}
	for _, test := range tests {
		synctest.Test(t, func(t *testing.T) {
			silent = make(chan struct{})
			w := New(Config{Unready: func() []string { return test.unready }})
			w.Show(Sources{Waiting: test.waiting})
			w.Tick()
			time.Sleep(mostSilence)
			if code, text := ask(w, test.path); code != test.code || text != test.text {
				t.Errorf("%s: %d %q, want %d %q", test.path, code, text, test.code, test.text)
			}
			close(silent)
			time.Sleep(mostSilence)
			if code, text := ask(w, "/healthz"); code != 503 || !strings.HasPrefix(text, "the clocks were looked at 2m") {
				t.Errorf("after two minutes: %d %q", code, text)
			}
		})
	}
}

// TestSlowStore checks that the figures are served in time while the store does not answer, without those of the store,
// and that it is asked once.
func TestSlowStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked, silent := 0, make(chan struct{})
		w := New(Config{Unready: ready})
		w.Show(Sources{
			Waiting:     func() (int, error) { asked++; <-silent; return 3, nil },
			Played:      func() game.Counters { return game.Counters{} },
			Shards:      func() []discord.ShardState { return nil },
			Mind:        mind.New(mind.Options{}),
			Refusals:    func() int { return 0 },
			Recommended: func() int { return 0 },
		})
		began := time.Now()
		for range 3 {
			_, text := ask(w, "/metrics")
			if strings.Contains(text, "news_waiting") || !strings.Contains(text, "moves_total") || !strings.Contains(text, "_ready 0\n") {
				t.Errorf("it says\n%s", text)
			}
		}
		if took := time.Since(began); took > 3*time.Second || asked != 1 {
			t.Errorf("it asked %d times, in %v", asked, took)
		}
		close(silent)
		synctest.Wait()
		if _, text := ask(w, "/metrics"); !strings.Contains(text, "doublecorner_news_waiting 3\n") {
			t.Errorf("then it says\n%s", text)
		}
	})
}

// TestBeforeTheStore checks that there are figures before the store is open.
func TestBeforeTheStore(t *testing.T) {
	w := New(Config{Version: "1.2.3", Unready: func() []string { return []string{"it waits"} }})
	if code, text := ask(w, "/metrics"); code != 200 || !strings.Contains(text, `doublecorner_build_info{version="1.2.3"} 1`) {
		t.Errorf("%d %s", code, text)
	}
	if code, text := ask(w, "/readyz"); code != 503 || text != "it waits\n" {
		t.Errorf("%d %s", code, text)
	}
	if code, _ := ask(w, "/healthz"); code != 200 {
		t.Errorf("%d", code)
	}
}
