package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"doublecorner/bot/discord"
	"doublecorner/internal/sandbox"
	"doublecorner/store/postgres/postgrestest"
)

func TestMain(m *testing.M) {
	if command := os.Getenv(childVariable); command != "" { // this process is part of another one's test
		if os.Getenv(hurriedVariable) != "" {
			discord.DefaultRates = boundless
		}
		code := run(strings.Fields(command), streams{os.Stdin, os.Stdout, os.Stderr})
		if name := os.Getenv(statusVariable); name != "" {
			status, _ := os.ReadFile("/proc/self/status")
			os.WriteFile(name, status, 0o600)
		}
		os.Exit(code)
	}
	flag.Set("test.parallel", strconv.Itoa(8*runtime.GOMAXPROCS(0))) // most tests wait most of the time
	testscript.Main(m, map[string]func(){
		"doublecorner": func() { os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr})) },
	})
}

// TestCommandExamples checks that the help of each command that takes words has an example, and that it is a command line
// of that command.
func TestCommandExamples(t *testing.T) {
	parser := newParser(&commands{}, streams{}, nil)
	for _, n := range parser.Model.Leaves(true) {
		example := n.Tag.Get("example")
		if example == "" && len(n.Flags)+len(n.Positional) > 0 {
			t.Errorf("%s has no example", n.FullPath())
		}
		line := strings.Fields(n.FullPath() + " " + example)[1:]
		var c commands
		command, err := newParser(&c, streams{}, nil).Parse(line)
		if err != nil || command.Selected().FullPath() != n.FullPath() {
			t.Errorf("%q is not a command line of %s: %v", line, n.FullPath(), err)
		}
	}
}

// TestScripts runs the terminal sessions under testdata/script.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", filepath.Join(env.WorkDir, "home")) // endings are kept there
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name != "postgres" {
				return false, fmt.Errorf("there is no condition %q", name)
			}
			return postgrestest.Installed(), nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status":   status,
			"games":    games,
			"database": database,
			"discord":  discordFor,
		},
	})
}

// discordFor starts a sandbox without a bot, and has the settings of later commands lead there: discord
func discordFor(ts *testscript.TestScript, neg bool, args []string) {
	w, err := sandbox.Start(sandbox.Options{})
	ts.Check(err)
	ts.Defer(func() { ts.Check(w.Close()) })
	ts.Setenv("DOUBLECORNER_DISCORD_TOKEN", w.Token())
	ts.Setenv("DOUBLECORNER_DISCORD_API", w.URL()+"/api/v10")
}

// status runs the program and checks its exit status: status 2 moves --rules no-such
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: status CODE ARGUMENT...")
	}
	command := slices.Clone(args[1:])
	for i, arg := range command {
		if strings.Contains(arg, ".") {
			command[i] = ts.MkAbs(arg) // a file of the script
		}
	}
	var out, errs strings.Builder
	code := run(command, streams{strings.NewReader(""), &out, &errs})
	ts.Logf("%s%s", out.String(), errs.String())
	if got := strconv.Itoa(code); got != args[0] {
		ts.Fatalf("exit status %s, want %s", got, args[0])
	}
}
