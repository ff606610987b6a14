package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"doublecorner/game/draughts/pdn"
)

// nasty returns files that repeat something short so often that reading them could take much
// memory.
func nasty() map[string]string {
	const much = 2 * pdn.MaxGame
	repeat := func(text string) string { return strings.Repeat(text, much/len(text)) }
	// whole repeats an element until a game is nearly too long, and writes that game twice.
	whole := func(tags, element string, n int) string {
		game := "[GameType \"21\"]\n" + tags + strings.Repeat(element, n) + " *\n"
		return game + game
	}
	var names strings.Builder
	for i := range pdn.MaxElements - 100 {
		fmt.Fprintf(&names, "[N%d\"\"]", i)
	}
	const backAndForth = `[FEN "W:WK1:BK32"]` + "\n"
	latin := "{" + strings.Repeat("\xe9", pdn.MaxGame/2) + "}"
	return map[string]string{
		"annotations":        repeat("(!"),
		"parentheses":        repeat("("),
		"nested variations":  repeat("1-2 (1-2 "),
		"closed variations":  repeat("1-2 (1-2) "),
		"closing":            repeat(")"),
		"an open comment":    "{" + repeat("words "),
		"moves":              repeat("1-2 "),
		"glyphs":             repeat("$1"),
		"slashes":            repeat("/"),
		"separators":         repeat("11 - "),
		"a word":             repeat("x"),
		"no UTF-8":           repeat("\xe9"),
		"the same tag":       strings.Repeat(`[a "b"]`, 40_000),
		"tags":               whole(names.String(), "", 0),
		"moves of a game":    whole(backAndForth, "1-6 32-27 6-1 27-32 ", (pdn.MaxElements-100)/4),
		"moves that count":   whole(backAndForth, "1-6 32-27 6-1 27-32 ", pdn.MaxMoves/4),
		"moves and a remark": whole(latin, "1-2 ", pdn.MaxElements-100),
		"glued prose":        whole("1-2 ", "1-2"+strings.Repeat("a", pdn.MaxGame-100), 1),
		"letters turned":     whole(backAndForth, "g1-h2 b8-a7 h2-g1 a7-b8 ", pdn.MaxMoves/4-1),
		"a wrong word":       whole("", strings.Repeat("\xe9", pdn.MaxGame-100)+"1", 1),
		"a type":             whole(`[GameType "21`+strings.Repeat(",", pdn.MaxGame-100)+`"] 1-2`, "", 1),
		"a variant":          whole(`[Variant "`+strings.Repeat("\x80", pdn.MaxGame-100)+`"]`, "", 1),
		"a name":             whole(`[White "`+strings.Repeat("<", pdn.MaxGame-100)+`"] 1-2`, "", 1),
		"a FEN":              whole(`[FEN "W:W`+strings.Repeat("1-50,", pdn.MaxGame/5-100)+`"] 1-2`, "", 1),
	}
}

// Whatever a file holds, less than 64 MB of memory are needed to check it.
func TestCheckInLittleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector needs memory of its own")
	}
	t.Parallel()
	const most = 64 << 10 // in kB
	program, err := os.Executable()
	must(t, err)
	dir := t.TempDir()
	for what, text := range nasty() {
		must(t, os.WriteFile(filepath.Join(dir, "nasty.pdn"), []byte(text), 0o600))
		child := exec.Command(program)
		child.Env = append(os.Environ(), childVariable+"=check --json nasty.pdn", statusVariable+"=status")
		child.Dir = dir
		var errs bytes.Buffer
		child.Stderr = &errs
		child.Run()
		status, err := os.ReadFile(filepath.Join(dir, "status"))
		must(t, err)
		peak := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(status)
		used, err := strconv.Atoi(string(peak[1]))
		must(t, err)
		t.Logf("%s: %d MB, %v", what, used>>10, child.ProcessState.UserTime())
		if used >= most {
			t.Errorf("%s: it takes %d MB", what, used>>10)
		}
		if code := child.ProcessState.ExitCode(); code != 0 && code != 1 || len(errs.String()) > 1000 {
			t.Errorf("%s: it ends with %d and says %.1000s", what, code, errs.String())
		}
	}
}
