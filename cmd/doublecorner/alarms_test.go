package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"doublecorner/internal/sandbox"
	"doublecorner/store/postgres/postgrestest"
)

// alarm is a rule of docs/deploy/alerts.yaml.
type alarm struct {
	Alert, Expr, For string
	Labels           struct{ Severity string }
	Annotations      struct{ Summary, Action string }
}

// alarmGroup is a group of them.
type alarmGroup struct {
	Name  string
	Rules []alarm
}

// alarmGroups reads the alarms: those of every process, and those of a database.
func alarmGroups(t *testing.T) []alarmGroup {
	t.Helper()
	text, err := os.ReadFile("../../docs/deploy/alerts.yaml")
	must(t, err)
	var file struct{ Groups []alarmGroup }
	must(t, yaml.UnmarshalWithOptions(text, &file, yaml.Strict()))
	return file.Groups
}

// target is a figure that a panel of the dashboard shows.
type target struct{ Expr, LegendFormat string }

// panel is a panel of the dashboard.
type panel struct {
	ID      int
	Title   string
	Targets []target
}

func panels(t *testing.T) []panel {
	t.Helper()
	text, err := os.ReadFile("../../docs/deploy/grafana.json")
	must(t, err)
	var dashboard struct{ Panels []panel }
	must(t, json.Unmarshal(text, &dashboard))
	return dashboard.Panels
}

// TestAlarmsAreExplained checks that the pages list the alarms as the file for Prometheus has them.
func TestAlarmsAreExplained(t *testing.T) {
	groups := alarmGroups(t)
	for i, page := range []string{"OPERATING.md", "POSTGRES.md"} {
		text, err := os.ReadFile("../../docs/" + page)
		must(t, err)
		table := "\n| alarm | what it means | what to do |\n|---|---|---|\n"
		for _, a := range groups[i].Rules {
			table += fmt.Sprintf("| %s | %s | %s |\n", a.Alert, a.Annotations.Summary, a.Annotations.Action)
		}
		if !strings.Contains(string(text), table+"\n") {
			t.Errorf("%s lacks this table:\n%s", page, table)
		}
	}
}

// TestLegends checks that the dashboard says of which process each line is, unless it is of all together.
func TestLegends(t *testing.T) {
	aggregates := regexp.MustCompile(`\b(sum|max|count|histogram_quantile)\b`)
	for _, p := range panels(t) {
		for _, shown := range p.Targets {
			perProcess := !aggregates.MatchString(shown.Expr) || strings.Contains(shown.Expr, "by (instance)")
			if strings.Contains(shown.LegendFormat, "{{instance}}") != perProcess || shown.LegendFormat == "" {
				t.Errorf("panel %d, %s: %q has the legend %q", p.ID, p.Title, shown.Expr, shown.LegendFormat)
			}
		}
	}
}

// series are the metrics of processes, by their names and labels, in the notation of promtool: 0+5x30 grows by 5 a minute,
// 30 times.
type series map[string]string

// minutes is how long the metrics of a test last. Alarms are looked at in the end.
const minutes = 30

// still is how a metric stays at a value.
func still(value string) string { return fmt.Sprintf("%s+0x%d", value, minutes) }

// grows is how a metric grows by so much a minute.
func grows(by string) string { return fmt.Sprintf("0+%sx%d", by, minutes) }

// scraped returns the metrics of a running process, each as it is now.
func scraped(t *testing.T, address, instance string) series {
	t.Helper()
	status, text := look(t, address, "/metrics")
	if status != http.StatusOK {
		t.Fatalf("%d: %s", status, text)
	}
	of := fmt.Sprintf("instance=%q,job=\"doublecorner\"}", instance)
	s := series{"up{" + of: still("1")}
	for line := range strings.Lines(text) {
		name, value, ok := cutLast(strings.TrimSpace(line))
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		if labels, has := strings.CutSuffix(name, "}"); has {
			s[labels+","+of] = still(value)
		} else {
			s[name+"{"+of] = still(value)
		}
	}
	return s
}

// cutLast cuts a line at its last space.
func cutLast(line string) (before, after string, ok bool) {
	at := strings.LastIndexByte(line, ' ')
	if at < 0 {
		return line, "", false
	}
	return line[:at], line[at+1:], true
}

// with returns the metrics with others in place of those whose names and labels begin so. The longest beginning counts.
func (s series) with(t *testing.T, changes series) series {
	t.Helper()
	changed, used := series{}, map[string]bool{}
	for name, values := range s {
		longest := ""
		for begins := range changes {
			if strings.HasPrefix(name, begins) && len(begins) >= len(longest) {
				longest, values = begins, changes[begins]
			}
		}
		used[longest] = true
		changed[name] = values
	}
	for begins := range changes {
		if !used[begins] && begins != "" {
			t.Errorf("no process has %q", begins)
		}
	}
	return changed
}

// whileAllIsWell are metrics of processes with work to do, whatever those that were scraped had to do.
var whileAllIsWell = series{
	"doublecorner_answer_seconds_bucket":       grows("60"), // all within the shortest time
	"doublecorner_commits_total":               grows("60"),
	"doublecorner_commit_seconds_total":        grows("0.6"),
	"doublecorner_thoughts_total":              grows("10"),
	"doublecorner_thinking_wait_seconds_total": grows("0.1"),
	"doublecorner_reruns_total":                grows("1"),
	"doublecorner_news_waiting":                "0 1 3 0 1 0 0 2 1 0 0 4 0 1 0 0 0 1 1 0 2 0 0 0 1 0 5 0 0 1 0",
	"doublecorner_connections_used":            still("3"),
}

// alarmCases are what happens, and the alarms that it raises.
var alarmCases = []struct {
	what    string
	happens series
	raised  []string
}{
	{"all is well", nil, nil},
	{"a process was updated once", series{"process_start_time_seconds": "100x14 200x16"}, nil},
	{"all processes are killed", series{"": "1x10 stale", "up": "1x10 0x20"}, []string{"DoubleCornerNoProcess", "DoubleCornerProcessDown"}},
	{"nobody is asked any more", series{"": "1x10 stale", "up": "1x10 stale"}, []string{"DoubleCornerNoProcess"}},
	{"one process is killed", series{`up{instance="file:1"`: "1x10 0x20"}, []string{"DoubleCornerProcessDown"}},
	{"a process dies again and again", series{"process_start_time_seconds": "100x16 200x3 300x3 400x10"}, []string{"DoubleCornerRestarts"}},
	{"a process waits for its database", series{"doublecorner_ready": "1x10 0x20"}, []string{"DoubleCornerNotReady"}},
	{"a shard is not connected", series{"doublecorner_gateway_connected": "1x28 0x2"}, []string{"DoubleCornerShardDisconnected"}},
	{"announcements wait at the start", series{"doublecorner_news_waiting": "_x22 2x8"}, nil},
	{"requests fail", series{`doublecorner_answers_total{result="failed",subject="move"`: "0x28 1x2"}, []string{"DoubleCornerRequestsFail"}},
	{"the program panics", series{`doublecorner_answers_total{result="panicked",subject="modal"`: "0x28 1x2"}, []string{"DoubleCornerPanics"}},
	{"the disk is full", series{"doublecorner_commits_failed_total": "0x28 1x2"}, []string{"DoubleCornerNotStored"}},
	{"the file is damaged", series{"doublecorner_file_damaged": "0x28 1x2"}, []string{"DoubleCornerFileDamaged"}},
	{"announcements wait", series{"doublecorner_news_waiting": "0x10 1x20"}, []string{"DoubleCornerAnnouncementsWait"}},
	{"Discord accepts no responses", series{`doublecorner_answers_total{result="undelivered",subject="move"`: grows("2")},
		[]string{"DoubleCornerResponsesUndelivered"}},
	{"too much arrives", series{`doublecorner_answers_total{result="overloaded",subject="move"`: "0x28 1x2"},
		[]string{"DoubleCornerOverloaded"}},
	{"users press again and again", series{`doublecorner_answers_total{result="rate limited",subject="component"`: grows("20")},
		[]string{"DoubleCornerRateLimited"}},
	{"responses are slow", series{
		"doublecorner_answer_seconds_bucket":                           still("0"),
		`doublecorner_answer_seconds_bucket{subject="rules",le="+Inf"`: grows("60"),
		`doublecorner_answer_seconds_bucket{subject="rules",le="2"`:    grows("60")},
		[]string{"DoubleCornerSlowResponses"}},
	{"commits are slow", series{"doublecorner_commit_seconds_total": grows("12")}, []string{"DoubleCornerSlowCommits"}},
	{"thinking waits", series{"doublecorner_thinking_wait_seconds_total": grows("30")}, []string{"DoubleCornerThinkingWaits"}},
	{"sessions end", series{"doublecorner_gateway_identifies_total": grows("1")}, []string{"DoubleCornerSessionsEnd"}},
	{"more servers have the bot", series{"doublecorner_shards_recommended": "1x10 4x20"}, []string{"DoubleCornerMoreShards"}},
	{"Discord refuses", series{"doublecorner_discord_refusals": still("151")}, []string{"DoubleCornerDiscordRefuses"}},
	{"the lease is not renewed", series{"doublecorner_lease_valid": "1x28 0x2"}, []string{"DoubleCornerLeaseInvalid"}},
	{"nobody runs a shard", series{"doublecorner_leases{": "1x28 0x2"}, []string{"DoubleCornerShardsWithoutProcess"}},
	{"a lease is lost", series{"doublecorner_leases_lost_total": "0x28 1x2"}, []string{"DoubleCornerLeasesLost"}},
	{"connections are used up", series{"doublecorner_connections_used": still("15")}, []string{"DoubleCornerConnectionsUsedUp"}},
	{"the database is away", series{"doublecorner_reruns_total": grows("300")}, []string{"DoubleCornerTransactionsRunAgain"}},
}

// TestAlarms runs the alarms and the dashboard against the metrics of two processes that run, with a file and with a
// database, and against what these would be if something happened.
func TestAlarms(t *testing.T) {
	t.Parallel()
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("promtool is not installed (apt-get install prometheus)")
	}
	recorded := recordMetrics(t)
	test := rulesTest{Files: []string{absolute(t, "../../docs/deploy/alerts.yaml"), writeRules(t)}, Interval: "1m"}
	raised := map[string]bool{}
	for _, c := range alarmCases {
		now := maps.Clone(whileAllIsWell)
		maps.Copy(now, c.happens)
		test.add(c.what, recorded.with(t, now), `group by (alertname) (ALERTS{alertstate="firing"})`, "alertname", c.raised)
		for _, name := range c.raised {
			raised[name] = true
		}
	}
	for _, group := range alarmGroups(t) {
		for _, a := range group.Rules {
			if !raised[a.Alert] {
				t.Errorf("nothing raises %s", a.Alert)
			}
		}
	}
	var shown []string
	for _, p := range panels(t) {
		for i := range p.Targets {
			shown = append(shown, fmt.Sprintf("%d.%d", p.ID, i))
		}
	}
	test.add("each panel shows something", recorded.with(t, whileAllIsWell), "group by (panel) (panel)", "panel", shown)
	file := filepath.Join(t.TempDir(), "test.yaml")
	writeJSON(t, file, test)
	if out, err := exec.Command(promtool, "test", "rules", file).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// recordMetrics returns the metrics of two processes after a game has begun.
func recordMetrics(t *testing.T) series {
	t.Helper()
	server := postgrestest.Start(t, postgrestest.Options{})
	recorded := series{}
	for instance, data := range map[string]string{"file:1": "", "database:1": server.Address("postgres")} {
		w := newFixture(t, sandbox.Options{})
		if data != "" {
			w.settings.Data = data
		}
		w.settings.Watch.Listen = freeAddress(t)
		stop := w.serve()
		w.types(w.anna, "rules")
		w.eventually("being ready", func() bool {
			status, _ := look(t, w.settings.Watch.Listen, "/readyz")
			return status == http.StatusOK
		})
		maps.Copy(recorded, scraped(t, w.settings.Watch.Listen, instance))
		stop()
	}
	return recorded
}

// writeRules writes a rule for each figure of the dashboard, which says whether it shows something, and returns its file.
func writeRules(t *testing.T) string {
	t.Helper()
	var rules []map[string]any
	for _, p := range panels(t) {
		for i, shown := range p.Targets {
			rules = append(rules, map[string]any{
				"record": "panel", "expr": "count(" + shown.Expr + ")", "labels": map[string]string{"panel": fmt.Sprintf("%d.%d", p.ID, i)},
			})
		}
	}
	file := filepath.Join(t.TempDir(), "panels.yaml")
	writeJSON(t, file, map[string]any{"groups": []any{map[string]any{"name": "panels", "rules": rules}}})
	return file
}

// rulesTest is a file for promtool test rules.
type rulesTest struct {
	Files    []string    `json:"rule_files"`
	Interval string      `json:"evaluation_interval"`
	Tests    []rulesCase `json:"tests"`
}

type rulesCase struct {
	Name     string       `json:"name"`
	Interval string       `json:"interval"`
	Input    []input      `json:"input_series"`
	Queries  []ruledQuery `json:"promql_expr_test"`
}

type input struct {
	Series string `json:"series"`
	Values string `json:"values"`
}

type ruledQuery struct {
	Expr    string   `json:"expr"`
	At      string   `json:"eval_time"`
	Samples []sample `json:"exp_samples"`
}

type sample struct {
	Labels string  `json:"labels"`
	Value  float64 `json:"value"`
}

// add adds a case in which a query has results with these values of a label, each 1.
func (r *rulesTest) add(what string, s series, query, label string, values []string) {
	c := rulesCase{Name: what, Interval: "1m"}
	for _, name := range slices.Sorted(maps.Keys(s)) {
		c.Input = append(c.Input, input{name, s[name]})
	}
	q := ruledQuery{Expr: query + " # " + what, At: fmt.Sprintf("%dm", minutes)}
	for _, v := range values {
		q.Samples = append(q.Samples, sample{fmt.Sprintf("{%s=%q}", label, v), 1})
	}
	c.Queries = []ruledQuery{q}
	r.Tests = append(r.Tests, c)
}

// writeJSON writes a file of JSON, which is YAML, too.
func writeJSON(t *testing.T, file string, v any) {
	t.Helper()
	text, err := json.Marshal(v)
	must(t, err)
	must(t, os.WriteFile(file, text, 0o600))
}

func absolute(t *testing.T, file string) string {
	t.Helper()
	path, err := filepath.Abs(file)
	must(t, err)
	return path
}
