package main

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"doublecorner/bot/discord"
)

// figures matches the names of our metrics.
var figures = regexp.MustCompile(`doublecorner_[a-z_]+[a-z]`)

// TestRightsAreExplained checks that docs/OPERATING.md names every permission that the bot
// needs.
func TestRightsAreExplained(t *testing.T) {
	text, err := os.ReadFile("../../docs/OPERATING.md")
	must(t, err)
	for _, r := range discord.RequiredPermissions {
		if !strings.Contains(string(text), `"`+r.Name+`"`) {
			t.Errorf("it does not say %q", r.Name)
		}
	}
}

// TestDashboard checks that the dashboard uses only metrics that exist.
func TestDashboard(t *testing.T) {
	text, err := os.ReadFile("../../docs/deploy/grafana.json")
	must(t, err)
	var dashboard struct {
		Panels []struct {
			ID      int
			Targets []struct{ Expr string }
		}
	}
	must(t, json.Unmarshal(text, &dashboard))
	seen := map[int]bool{}
	for _, p := range dashboard.Panels {
		if seen[p.ID] || len(p.Targets) == 0 {
			t.Errorf("panel %d is there twice, or shows nothing", p.ID)
		}
		seen[p.ID] = true
		for _, target := range p.Targets {
			areThere(t, target.Expr)
		}
	}
}

// TestWhatToWatch checks the same of the alarms in docs/OPERATING.md.
func TestWhatToWatch(t *testing.T) {
	text, err := os.ReadFile("../../docs/OPERATING.md")
	must(t, err)
	areThere(t, string(text))
}

// areThere checks that every metric in a text exists.
func areThere(t *testing.T, text string) {
	t.Helper()
	source, err := os.ReadFile("internal/watch/watch.go")
	must(t, err)
	for _, name := range figures.FindAllString(text, -1) {
		name = strings.TrimSuffix(strings.TrimPrefix(name, "doublecorner_"), "_bucket")
		if !strings.Contains(string(source), name+`"`) {
			t.Errorf("there is no figure %q", name)
		}
	}
}
