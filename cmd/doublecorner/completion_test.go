package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// completed lists ends of command lines with some of the words that complete them. A word that
// begins with ! must not be offered. Where only files can follow, the shell lists them.
var completed = []struct{ line, want string }{
	{"", "run sandbox restore completion !--help"},
	{"re", "render replay restore !run"},
	{"--", "--help !run"},
	{"run ", "!run !games.pdn"},
	{"run --", "--config !--data"},
	{"restore ", "games.pdn !--data !--help"},
	{"backup ", "games.pdn !--data"},
	{"check ", "games.pdn !--json"},
	{"check --json ", "games.pdn !--json"},
	{"check --", "--json --rules !games.pdn"},
	{"restore --data ", "games.pdn !--help !--data"},
	{"export -o ", "games.pdn !--running"},
	{"completion ", "bash zsh fish !--help"},
	{"completion z", "zsh !bash"},
	{"render --theme ", "classic slate !--theme !--bare"},
	{"render --theme s", "slate !classic"},
	{"render --from ", "white black !--from"},
	{"render --as ", "png alt text"},
	{"render --rules russian-m", "russian-misere !russian"},
	{"render --bare --", "--theme --no-hints"},
	{"render --fen ", "!--fen !--help"},
	{"rules ", "list show pages !--help"},
	{"rules show ", "russian !list"},
	{"compact ", "!games.pdn !run"},
	{"compact --", "--data"},
}

func TestCompletion(t *testing.T) {
	if testing.Short() {
		t.Skip("shells do the work")
	}
	t.Parallel()
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "games.pdn"), nil, 0o600))
	shells := map[string]func(script, line string) []string{
		"bash": func(script, line string) []string {
			words := strings.Split(strings.ReplaceAll("doublecorner "+line, "=", " = "), " ")
			for i, w := range words {
				words[i] = "'" + w + "'"
			}
			// What bash does where the function finds nothing.
			return []string{"bash", "--norc", "-c", fmt.Sprintf(
				"source %s; COMP_WORDS=(%s); COMP_CWORD=%d; _doublecorner; ((${#COMPREPLY[@]})) || COMPREPLY=(*); printf '%%s\\n' \"${COMPREPLY[@]}\"",
				script, strings.Join(words, " "), len(words)-1)}
		},
		"fish": func(script, line string) []string {
			return []string{"fish", "--no-config", "-c",
				fmt.Sprintf("source %s; complete -C 'doublecorner %s' | string split -f1 \\t; true", script, line)}
		},
	}
	for shell, ask := range shells {
		t.Run(shell, func(t *testing.T) {
			if _, err := exec.LookPath(shell); err != nil {
				t.Skipf("there is no %s here", shell)
			}
			script := filepath.Join(t.TempDir(), "script")
			var out strings.Builder
			if status := run([]string{"completion", shell}, streams{strings.NewReader(""), &out, os.Stderr}); status != statusFine {
				t.Fatalf("status %d", status)
			}
			must(t, os.WriteFile(script, []byte(out.String()), 0o600))
			for _, test := range completed {
				command := ask(script, test.line)
				c := exec.Command(command[0], command[1:]...)
				c.Dir = dir
				text, err := c.CombinedOutput()
				if err != nil {
					t.Errorf("%q: %v: %s", test.line, err, text)
				}
				got := map[string]bool{}
				for _, word := range strings.Fields(string(text)) {
					got[word] = true
				}
				for _, word := range strings.Fields(test.want) {
					if without, not := strings.CutPrefix(word, "!"); got[without] == not {
						t.Errorf("%q is completed by %q; %s", test.line, strings.Fields(string(text)), word)
					}
				}
			}
		})
	}
}
