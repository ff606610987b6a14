package record

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"doublecorner/game/draughts"
)

// Every rule set comes back as it was written.
func TestRules(t *testing.T) {
	for _, key := range draughts.Keys() {
		rules, err := draughts.Find(key)
		must(t, err)
		text, err := Rules(rules)
		must(t, err)
		read, err := ReadRules(text)
		if err != nil {
			t.Fatalf("%s: %v\n%s", key, err, text)
		}
		if !reflect.DeepEqual(read, rules) {
			t.Errorf("%s came back as %+v, want %+v", key, read, rules)
		}
	}
}

// Rule sets that earlier versions stored are read, and written as they were.
func TestStoredRules(t *testing.T) {
	files, err := filepath.Glob("../../../game/testdata/rules/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		stored, err := os.ReadFile(name)
		must(t, err)
		rules, err := ReadRules(stored)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if text, err := Rules(rules); err != nil || string(text) != string(stored) {
			t.Errorf("%s is written as %v\n%s", name, err, text)
		}
	}
}

// What this program does not know is not left out in silence.
func TestRulesOfALaterProgram(t *testing.T) {
	rules, err := draughts.Find("american")
	must(t, err)
	text, err := Rules(rules)
	must(t, err)
	later := strings.Replace(string(text), "capture:\n", "capture:\n  by-moonlight: true\n", 1)
	if _, err := ReadRules([]byte(later)); err == nil {
		t.Errorf("rules with an unknown word were read:\n%s", later)
	}
}
