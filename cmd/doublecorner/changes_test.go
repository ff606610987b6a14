package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"doublecorner/internal/sandbox"
	"doublecorner/store/postgres/postgrestest"
)

// Two play on the live boards of two processes, which share a database. Each sees the moves that the other makes.
func TestLiveBoardsOfProcesses(t *testing.T) {
	t.Parallel()
	server := postgrestest.Start(t, postgrestest.Options{})
	w := newUncheckedFixture(t, sandbox.Options{})
	w.settings.Data = server.Address("postgres")
	w.withLive()
	other := *w
	other.withLive()
	for _, f := range []*fixture{w, &other} {
		p := newProcess(f)
		p.start()
		t.Cleanup(func() { p.stop(); p.read() })
	}
	w.connected()
	w.begins(w.anna, w.ben, "3d")
	anna, ben := w.opens(w.anna), other.opens(w.ben)
	anna.until("the game", func(map[string]any) bool { return true })
	ben.until("the game", func(map[string]any) bool { return true })
	var took []time.Duration
	for ply, move := range []string{"9-14", "22-18", "5-9", "25-22", "11-15", "18x11", "8x15", "24-19"} {
		began := time.Now()
		[]*livePage{anna, ben}[ply%2].moves(ply, move)
		[]*livePage{ben, anna}[ply%2].shows(move)
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	t.Logf("a move is seen on both boards after %v at the median, and %v at most", took[len(took)/2], took[len(took)-1])
}

// The doctor says whether live boards hear of the moves of other processes at once.
func TestDoctorHears(t *testing.T) {
	t.Parallel()
	server := postgrestest.Start(t, postgrestest.Options{})
	w := newUncheckedFixture(t, sandbox.Options{})
	for address, want := range map[string]string{
		server.Address("postgres"): "fine: live boards hear at once of the moves that other processes make",
		server.Pooler(t, "postgres") + "&default_query_exec_mode=exec": "note: live boards show the moves of other processes " +
			"up to a second late: nothing is heard",
	} {
		file := filepath.Join(t.TempDir(), "config.yaml")
		settings := fmt.Sprintf("discord: {token: %s, api: %s}\ndata: %q\nlive: {listen: '127.0.0.1:1', address: 'http://127.0.0.1:1'}\n",
			w.Token(), w.settings.Discord.API, address)
		must(t, os.WriteFile(file, []byte(settings), 0o600))
		w.settings.Data = address
		w.serve()()
		var out strings.Builder
		run([]string{"doctor", "--config", file}, streams{strings.NewReader(""), &out, &out})
		if !strings.Contains(out.String(), want) {
			t.Errorf("the doctor does not say %q:\n%s", want, &out)
		}
	}
}
