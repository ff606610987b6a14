//go:build unix

package store

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/store/internal/keyed"
	"doublecorner/store/storetest"
)

var crashRounds = flag.Int("crash.rounds", 4, "how often TestKill kills the referee")

// Some tests need a process of their own: they start this program again and tell it
// in the environment what to be.
const (
	roleVariable = "DOUBLECORNER_TEST_ROLE"
	pathVariable = "DOUBLECORNER_TEST_PATH"
)

var roles = map[string]func(path string) error{
	"player":   playForever,
	"examiner": examine,
	"filler":   fillUp,
	"stranger": openAsStranger,
	"upgrader": upgradeWithoutRoom,
	"server":   serve,
}

func TestMain(m *testing.M) {
	if role := os.Getenv(roleVariable); role != "" {
		if err := roles[role](os.Getenv(pathVariable)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child returns this program in another role.
func child(t *testing.T, role, path string) *exec.Cmd {
	t.Helper()
	program, err := os.Executable()
	must(t, err)
	c := exec.Command(program)
	c.Env = append(os.Environ(), roleVariable+"="+role, pathVariable+"="+path)
	return c
}

// resumed opens a file in a child process and resumes its referee.
func resumed(path string) (*Store, *game.Referee, error) {
	s, err := Open(path, Options{})
	if err != nil {
		return nil, nil, err
	}
	r := storetest.NewReferee(s)
	return s, r, r.Resume(background)
}

// playForever plays random games, and prints what was acknowledged.
func playForever(path string) error {
	_, r, err := resumed(path)
	if err != nil {
		return err
	}
	return storetest.PlayForever(r, 12, func(error) bool { return false })
}

// TestKill kills a referee at random instants, and checks each time that everything acknowledged
// is stored once.
func TestKill(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "games.db")
	acknowledged := map[string]string{} // game and events, by request
	for round := range *crashRounds {
		c := child(t, "player", path)
		var errs bytes.Buffer
		c.Stderr = &errs
		out, err := c.StdoutPipe()
		must(t, err)
		must(t, c.Start())
		var kill sync.Once
		lines := bufio.NewReader(out)
		n := 0
		for {
			line, err := lines.ReadString('\n')
			if err != nil { // the last line may be cut off
				break
			}
			kill.Do(func() {
				after := time.Duration(rand.Int64N(int64(250 * time.Millisecond)))
				time.AfterFunc(after, func() { c.Process.Kill() })
			})
			request, answer, _ := strings.Cut(strings.TrimSpace(line), " ")
			if before, ok := acknowledged[request]; ok && before != answer {
				t.Errorf("request %s was answered %s, and then %s", request, before, answer)
			}
			acknowledged[request] = answer
			n++
		}
		var exit *exec.ExitError
		if err := c.Wait(); !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
			t.Fatalf("round %d: the referee ended by itself: %v\n%s", round+1, err, errs.String())
		}
		afterCrash(t, path, acknowledged)
		if t.Failed() {
			t.Fatalf("that was after round %d", round+1)
		}
	}
	t.Logf("%d requests were acknowledged in %d rounds", len(acknowledged), *crashRounds)
}

func afterCrash(t *testing.T, path string, acknowledged map[string]string) {
	t.Helper()
	s, err := Open(path, Options{Volatile: true})
	must(t, err)
	defer s.Close()
	must(t, s.Check())
	storetest.CheckRatings(t, s)
	must(t, storetest.Kept(s, acknowledged, answers))
}

// answers lists the requests that have answers.
func answers(tx game.Reader) (ids []game.RequestID, err error) {
	for p := range tx.(*keyed.Tx).Pairs.Scan("answers", keyed.Range{}) {
		ids = append(ids, game.RequestID(p.Key))
	}
	return ids, nil
}

// fillUp writes until the file must not grow any more, and goes on when it may.
func fillUp(path string) error {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	small := limit
	small.Cur = 20 << 20
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &small); err != nil {
		return err
	}
	s, err := Open(path, Options{})
	if err != nil {
		return err
	}
	put := func(i int) error {
		return s.Update(background, func(tx game.Tx) error {
			v, err := draughts.Builtin("american")
			if err != nil {
				return err
			}
			now := time.Now().Truncate(time.Millisecond)
			g := game.Restore(game.Header{
				ID: game.GameID(fmt.Sprintf("K%05d", i)), Place: 1, Players: [2]game.PersonID{1, 2},
				Terms: game.Terms{Variant: v}, Rules: game.IdentifyRules(v.Rules()), Pool: "american", Started: now,
			}, []game.Event{{Kind: game.Ended, At: now, Result: &game.Result{Reason: strings.Repeat("x", 400_000)}}})
			return tx.PutGame(g)
		})
	}
	kept := 0
	for ; ; kept++ {
		if err = put(kept); err != nil {
			break
		}
		if kept > 1000 {
			return errors.New("the disk never was full")
		}
	}
	if !errors.Is(err, errFull) || errors.Is(err, game.ErrUncertain) {
		return fmt.Errorf("the error does not say that the disk is full: %w", err)
	}
	// Reading goes on, nothing is lost, and after the free pages are used up, what failed fails again.
	for err = put(kept); err == nil; err = put(kept) {
		kept++
	}
	if !errors.Is(err, errFull) {
		return fmt.Errorf("the second error is %w", err)
	}
	count := func() (n int, err error) {
		err = s.View(background, func(tx game.Reader) (err error) {
			n, err = tx.CountGames(game.FinishedGamesOf(1), 10_000)
			return err
		})
		return n, err
	}
	if n, err := count(); err != nil || n != kept {
		return fmt.Errorf("%d games are there of %d: %w", n, kept, err)
	}
	if err := s.Check(); err != nil {
		return err
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	for i := range 50 {
		if err := put(kept + i); err != nil {
			return fmt.Errorf("there is room again, and still: %w", err)
		}
	}
	if n, err := count(); err != nil || n != kept+50 {
		return fmt.Errorf("%d games are there of %d: %w", n, kept+50, err)
	}
	if err := s.Check(); err != nil {
		return err
	}
	return s.Close()
}

func TestDiskFull(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "games.db")
	if out, err := child(t, "filler", path).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s := open(t, path, Options{ReadOnly: true})
	must(t, s.Check())
}

// upgradeWithoutRoom migrates a file where there is room for a copy, but not for the migration.
func upgradeWithoutRoom(path string) error {
	limit := syscall.Rlimit{Cur: 2 << 20, Max: 2 << 20}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	migrations = []func(*bolt.Tx) error{func(tx *bolt.Tx) error {
		return tx.Bucket([]byte(metaBucket)).Put([]byte("new"), make([]byte, 4<<20))
	}}
	for range 2 {
		if _, err := Open(path, Options{}); !errors.Is(err, errFull) {
			return fmt.Errorf("the error does not say that the disk is full: %w", err)
		}
	}
	return nil
}

// TestMigrationWithoutRoom checks that a migration that fails on a full disk leaves the file
// unchanged, and no copy.
func TestMigrationWithoutRoom(t *testing.T) {
	path := filled(t)
	if out, err := child(t, "upgrader", path).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if left, err := filepath.Glob(path + ".*"); err != nil || len(left) > 0 {
		t.Errorf("copies are left: %v", left)
	}
	must(t, open(t, path, Options{}).Check())
}

// openAsStranger opens a file as a user who can read it, but not write.
func openAsStranger(path string) error {
	if os.Getuid() == 0 {
		if err := errors.Join(syscall.Setgid(65534), syscall.Setuid(65534)); err != nil {
			return err
		}
	}
	_, err := Open(path, Options{})
	if err == nil || !errors.Is(err, os.ErrPermission) || !strings.Contains(err.Error(), "may not write") {
		return fmt.Errorf("opened to be written, the error is %w", err)
	}
	s, err := Open(path, Options{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("opened to be read: %w", err)
	}
	if err := s.Update(background, func(tx game.Tx) error { return tx.PutErasure(1, time.Time{}) }); err == nil {
		return errors.New("a file that is only read was written")
	}
	return errors.Join(s.Check(), s.Close())
}

func TestReadOnlyFile(t *testing.T) {
	dir := t.TempDir()
	must(t, os.Chmod(filepath.Dir(dir), 0o755))
	must(t, os.Chmod(dir, 0o755))
	path := filepath.Join(dir, "games.db")
	must(t, open(t, path, Options{}).Close())
	must(t, os.Chmod(path, 0o444))
	if out, err := child(t, "stranger", path).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// TestSuperuserReplaces checks that a file that the superuser restores belongs to the owner of
// the old one, or of the directory, so that the bot can open it.
func TestSuperuserReplaces(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only the superuser can give files away")
	}
	const bot = 65534
	backup := filled(t)
	dir := t.TempDir()
	must(t, os.Chown(dir, bot, bot))
	path := filepath.Join(dir, "games.db")
	for _, step := range []struct {
		name string
		do   func() error
	}{
		{"restored where there was none", func() error { _, err := Restore(path, backup); return err }},
		{"restored over another", func() error { _, err := Restore(path, backup); return err }},
		{"compacted", func() error { _, _, err := Compact(path); return err }},
	} {
		must(t, step.do())
		info, err := os.Stat(path)
		must(t, err)
		if owner := info.Sys().(*syscall.Stat_t); owner.Uid != bot || owner.Gid != bot || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: it belongs to %d of %d, %v", step.name, owner.Uid, owner.Gid, info.Mode())
		}
	}
}
