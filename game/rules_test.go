package game_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/rulefile"
)

// TestRulesIDs holds the ids and pools of rule sets against testdata/rules.txt. Games and
// ratings are stored under them, so a line of that file never changes; a new rule set adds one.
// The rule sets under testdata/rules say together everything that a rule set can say.
func TestRulesIDs(t *testing.T) {
	golden, err := os.ReadFile("testdata/rules.txt")
	if err != nil {
		t.Fatal(err)
	}
	var variants []*draughts.Variant
	for _, key := range draughts.Keys() {
		v, err := draughts.Builtin(key)
		if err != nil {
			t.Fatal(err)
		}
		variants = append(variants, v)
	}
	files, err := filepath.Glob("testdata/rules/*.yaml")
	if err != nil || len(files) != 4 {
		t.Fatal("not four custom rule sets:", files, err)
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		v, err := rulefile.Read(f)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		variants = append(variants, v)
	}
	known := strings.Split(strings.TrimSpace(string(golden)), "\n")
	if len(known) != len(variants) {
		t.Errorf("testdata/rules.txt has %d lines for %d rule sets", len(known), len(variants))
	}
	for i, v := range variants {
		line := fmt.Sprintf("%x %s", game.IdentifyRules(v.Rules()), game.PoolOf(v))
		if i >= len(known) || known[i] != line {
			t.Errorf("testdata/rules.txt lacks the line %q", line)
		}
	}
}
