package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	bolt "go.etcd.io/bbolt"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/review"
	"doublecorner/store"
	"doublecorner/store/postgres"
	"doublecorner/store/postgres/postgrestest"
)

// playSome makes a file with three games between persons 11 and 12: one finished, one drawn by
// agreement, one running.
func playSome(path string) error {
	s, err := store.Open(path, store.Options{})
	if err != nil {
		return err
	}
	now, random := time.Date(2026, time.March, 14, 12, 0, 0, 0, time.UTC), uint64(0)
	r := game.New(game.Config{
		Store: s, Now: func() time.Time { return now }, Random: func() uint64 { random++; return random },
	})
	ctx, requests := context.Background(), 0
	by := func(p game.PersonID) game.Request {
		requests++
		return game.Request{ID: game.RequestID(fmt.Sprint(requests)), By: game.Actor{Person: p}, Place: 5}
	}
	var answer game.Answer
	try := func(a game.Answer, e error) {
		if err == nil {
			answer, err = a, e
		}
	}
	v, err := draughts.Builtin("american")
	if err != nil {
		return err
	}
	at := func(g *game.Game) game.GameRequest {
		return game.GameRequest{Request: by(g.Player(g.Turn())), Game: g.ID, Ply: g.Ply()}
	}
	for i := range 3 {
		try(r.Challenge(ctx, game.ChallengeRequest{Request: by(11), To: 12, Terms: game.Terms{Variant: v, Rated: true, Colour: game.PlayBlack}}))
		try(r.Accept(ctx, game.ReplyRequest{Request: by(12), Challenge: answer.Challenge.ID}))
		for _, text := range []string{"11-15", "22-18", "15x22", "25x18", "12-16", "29-25"} {
			try(r.Move(ctx, game.MoveRequest{GameRequest: at(answer.Game), Text: text}))
		}
		switch i {
		case 0:
			try(r.Resign(ctx, at(answer.Game)))
		case 1:
			g := answer.Game
			try(r.Propose(ctx, game.OfferRequest{GameRequest: at(g), Offer: game.OfferDraw}))
			other := at(g)
			other.By.Person = 12
			try(r.Propose(ctx, game.OfferRequest{GameRequest: other, Offer: game.OfferDraw}))
		}
	}
	if err != nil {
		return err
	}
	return s.Close()
}

// games makes a file of games: games FILE
func games(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: games FILE")
	}
	ts.Check(playSome(ts.MkAbs(args[0])))
}

// inUse runs a command, checks its exit status, and returns its output.
func inUse(t *testing.T, want int, args ...string) string {
	t.Helper()
	var out, errs strings.Builder
	if got := run(args, streams{strings.NewReader(""), &out, &errs}); got != want {
		t.Errorf("%v: exit status %d, want %d: %s%s", args, got, want, out.String(), errs.String())
	}
	return out.String() + errs.String()
}

// TestBackupOfDamage checks that a copy that cannot be restored is not called a backup.
func TestBackupOfDamage(t *testing.T) {
	dir := t.TempDir()
	data, backup := filepath.Join(dir, "games.db"), filepath.Join(dir, "backup.db")
	must(t, playSome(data))
	damaged, err := bolt.Open(data, 0o600, nil)
	must(t, err)
	must(t, damaged.Update(func(tx *bolt.Tx) error {
		return tx.Bucket([]byte("leaderboard entries")).Put([]byte("AAAA"), []byte("nonsense"))
	}))
	must(t, damaged.Close())
	if text := inUse(t, statusWrong, "backup", "--data", data, backup); !strings.Contains(text, "is not in order, and could not be restored") {
		t.Errorf("it says %s", text)
	}
}

// TestExportOfReview checks that a game that was reviewed is exported with remarks.
func TestExportOfReview(t *testing.T) {
	data := filepath.Join(t.TempDir(), "games.db")
	must(t, playSome(data))
	s, err := store.Open(data, store.Options{})
	must(t, err)
	must(t, s.Update(context.Background(), func(tx game.Tx) error {
		finished, err := tx.Games(game.FinishedGamesOf(11), "", 1)
		must(t, err)
		kept := fmt.Sprintf(`{"Version":%d,"Values":"0 0 0 0 0 300 -300","Lines":{"4":"8-11"}}`, review.Version)
		return tx.PutReview(finished.Items[0].ID, []byte(kept))
	}))
	must(t, s.Close())
	text := inUse(t, statusFine, "export", "--data", data)
	if strings.Count(text, "[Event ") != 2 || strings.Count(text, "$4") != 1 || !strings.Contains(text, "(3. 8-11)") {
		t.Errorf("export says %s", text)
	}
}

func TestWhileTheFileIsInUse(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data := filepath.Join(dir, "games.db")
	must(t, playSome(data))
	s, err := store.Open(data, store.Options{})
	must(t, err)
	defer s.Close()

	// A process that gives no copies away is named.
	for _, args := range [][]string{{"doctor"}, {"export"}, {"compact"}, {"backup", filepath.Join(dir, "b.db")}} {
		text := inUse(t, statusWrong, append(args, "--data", data)...)
		if _, err := os.Stat("/proc/locks"); err == nil && !strings.Contains(text, fmt.Sprintf("in use by process %d", os.Getpid())) {
			t.Errorf("%v says %s", args, text)
		}
	}

	// One that does is asked for them.
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error)
	go func() { served <- s.Serve(ctx) }()
	for _, err := os.Stat(data + ".sock"); err != nil; _, err = os.Stat(data + ".sock") {
		continue
	}
	info, err := os.Stat(data) // which is more than its copy has
	must(t, err)
	size := fmt.Sprintf("%d KB, ", info.Size()>>10)
	if text := inUse(t, statusFine, "doctor", "--data", data); !strings.Contains(text, "is in order: 1 game being played, 2 finished, "+size) {
		t.Errorf("doctor says %s", text)
	}
	if text := inUse(t, statusFine, "export", "--data", data); strings.Count(text, "[Event ") != 2 {
		t.Errorf("export says %s", text)
	}
	backup := filepath.Join(dir, "backup.db")
	if text := inUse(t, statusFine, "backup", "--data", data, backup); !strings.Contains(text, "has 3 games in it") {
		t.Errorf("backup says %s", text)
	}
	inUse(t, statusFine, "doctor", "--data", backup)
	if text := inUse(t, statusWrong, "restore", "--data", data, backup); !strings.Contains(text, "in use by") {
		t.Errorf("restore says %s", text)
	}
	cancel()
	if err := <-served; err != nil {
		t.Error(err)
	}
}

// TestInterruptedLook checks that a command that looks at a copy leaves none behind when it is stopped, nor one of a
// command that was killed before.
func TestInterruptedLook(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no process can be interrupted")
	}
	t.Parallel()
	dir := t.TempDir()
	data, temporary := filepath.Join(dir, "games.db"), filepath.Join(dir, "temporary")
	must(t, os.Mkdir(temporary, 0o700))
	s, err := store.Open(data, store.Options{})
	must(t, err)
	defer s.Close()
	stalled, err := net.Listen("unix", data+".sock")
	must(t, err)
	defer stalled.Close()
	for _, signal := range []os.Signal{os.Kill, os.Interrupt} {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), childVariable+"=doctor --data "+data, "TMPDIR="+temporary)
		must(t, child.Start())
		connection, err := stalled.Accept()
		must(t, err)
		defer connection.Close()
		must(t, child.Process.Signal(signal))
		if err := child.Wait(); err == nil {
			t.Error("it is content")
		}
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("it leaves %v, %v", left, err)
	}
}

// database makes an empty database and sets a variable to its address: database one sets $ONE.
func database(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: database NAME")
	}
	server, err := postgrestest.New(postgrestest.Options{})
	ts.Check(err)
	ts.Defer(server.Remove)
	ts.Setenv(strings.ToUpper(args[0]), server.Address("postgres"))
}

// While a bot may still run on a database, nothing is copied; the status says that another try may help.
func TestMoveDataOfARunningBot(t *testing.T) {
	t.Parallel()
	address := postgrestest.Start(t, postgrestest.Options{}).Database(t)
	ctx := context.Background()
	s, err := postgres.Open(ctx, address, postgres.Options{})
	must(t, err)
	must(t, game.New(game.Config{Store: s, Now: time.Now, Random: rand.Uint64}).Tick(ctx))
	must(t, s.Close())
	var errs strings.Builder
	to := filepath.Join(t.TempDir(), "games.db")
	if status := run([]string{"move-data", address, to}, streams{strings.NewReader(""), io.Discard, &errs}); status != statusWrong {
		t.Errorf("status %d: %s", status, errs.String())
	}
	if !strings.Contains(errs.String(), "a bot ran on this database just now") {
		t.Error(errs.String())
	}
}
