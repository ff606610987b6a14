package main

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

// full is a writer without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// TestFullDisk checks that a command whose output is lost does not exit with 0.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data := filepath.Join(dir, "games.db")
	must(t, playSome(data))
	for _, command := range []string{
		"version", "completion bash", "completion zsh", "completion fish",
		"check ../../docs/example.pdn", "check --json ../../docs/example.pdn",
		"moves --rules russian", "perft --rules russian --depth 2", "perft --rules russian --depth 2 --divide",
		"think --rules russian --depth 2", "think --rules russian --depth 2 --json",
		"rules", "rules show russian",
		"render --rules russian", "render --rules russian --as alt", "render --rules russian --as text", "replay ../../docs/example.pdn",
		"doctor --data " + data, "export --data " + data, "compact --data " + data,
		"backup --data " + data + " " + filepath.Join(dir, "backup.db"), "restore --data " + data + " " + filepath.Join(dir, "backup.db"),
	} {
		var errs strings.Builder
		if status := run(strings.Fields(command), streams{strings.NewReader(""), full{}, &errs}); status != statusWrong ||
			!strings.Contains(errs.String(), "no space left") {
			t.Errorf("%s: status %d, and it says %q", command, status, errs.String())
		}
	}
}
