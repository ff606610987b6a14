package main

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"doublecorner": func() { os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr})) },
	})
}

// TestScripts runs the terminal sessions under testdata/script.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status,
			"games":  games,
		},
	})
}

// status runs the program and checks what it exits with: status 2 moves --rules no-such
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

// Every reason has a sentence of its own.
func TestEveryReasonHasASentence(t *testing.T) {
	v, err := draughts.Builtin("american")
	if err != nil {
		t.Fatal(err)
	}
	p, err := pdn.ParseFEN(v, "W:W31,22:B18")
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]draughts.Reason{}
	for _, reason := range draughts.Reasons() {
		text := sentence(p, &draughts.Refusal{
			Reason: reason, From: 31, To: 22, At: 18, Squares: []draughts.Square{15}, Moves: p.Moves(), Limit: 2, Typed: "x9",
		})
		if text == reason.String() && reason != draughts.GameOver {
			t.Errorf("%v has no sentence", reason)
		}
		if other, ok := said[text]; ok {
			t.Errorf("%v and %v have the same sentence: %s", reason, other, text)
		}
		said[text] = reason
	}
}
