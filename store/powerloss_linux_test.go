package store

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/store/storetest"
	"doublecorner/store/transfer"
)

var powerStates = flag.Int("power.states", 50, "how many states of a disk TestPowerLoss looks at after each recording; 0: all")

func init() {
	roles["keeper"] = maintain
	roles["keeper without links"] = func(path string) error {
		link = noLinks
		return maintain(path)
	}
	roles["later player"] = func(path string) error { return inLater(func() error { return roles["player"](path) }) }
	roles["unlucky"] = writeOnFull
}

// marked is the subject of a note that a backup lacks.
var marked = game.PersonSettings(7)

// maintain does everything that is done to a file besides playing: much is deleted and zeroed,
// the file grows step by step, and is backed up, copied record by record, compacted, restored and migrated. It prints
// what must hold from then on, for survived.
func maintain(path string) (err error) {
	say := func(words ...any) { os.Stdout.WriteString(fmt.Sprintln(words...)) }
	s, err := Open(path, Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	s.db.AllocSize = 32 << 10
	put := func(about game.SettingsKey, note []byte) error {
		return s.Update(background, func(tx game.Tx) error { return tx.PutSettings(about, note) })
	}
	for _, note := range [][]byte{bytes.Repeat([]byte(secret), 400), nil} {
		for p := range game.PersonID(12) {
			if err := put(game.PersonSettings(100+p), note); err != nil {
				return err
			}
		}
	}
	if err := s.Update(background, func(tx game.Tx) error { return tx.PutErasure(99, time.Now().Add(time.Hour)) }); err != nil {
		return err
	}
	say("erased")
	if err := s.Close(); err != nil {
		return err
	}
	if s, err = Open(path, Options{}); err != nil {
		return err
	}
	s.db.AllocSize = 32 << 10

	rules, err := draughts.Find("russian")
	if err != nil {
		return err
	}
	rules.Key, rules.Name = "mine", "Mine"
	own, err := game.VariantOf(rules)
	if err != nil {
		return err
	}
	c := &game.Challenge{ID: "OWN", Place: 5, From: 1, To: 2, Rules: game.IdentifyRules(own.Rules()),
		Terms: game.Terms{Variant: own}, Made: time.Now().Truncate(time.Millisecond)}
	if err := errors.Join(
		s.Update(background, func(tx game.Tx) error { return tx.PutChallenge(c) }),
		s.Update(background, func(tx game.Tx) error { return tx.DeleteChallenge(c.ID) }),
		s.backupTo(path+".backup"),
	); err != nil {
		return err
	}
	say("whole", ".backup")
	if _, err := transfer.All(background, s, NewFiller(path+".moved"), func(int, int) {}); err != nil {
		return err
	}
	say("whole", ".moved")
	if err := errors.Join(put(marked, []byte("not in the backup")), s.Close()); err != nil {
		return err
	}
	if _, _, err := Compact(path); err != nil {
		return err
	}
	say("aside", ".before-restore.")
	if _, err := Restore(path, path+".backup"); err != nil {
		return err
	}
	say("whole", "")

	say("aside", ".schema-1.")
	if err := inLater(func() error { s, err = Open(path, Options{}); return err }); err != nil {
		return err
	}
	s.db.AllocSize = 32 << 10
	for p := range game.PersonID(12) {
		if err := put(game.PersonSettings(100+p), bytes.Repeat([]byte("grow "), 2000)); err != nil {
			return err
		}
	}
	return nil
}

// asideFor is how one sees that a file is not yet replaced or changed, by what its copy is
// called then.
var asideFor = map[string]func(*Store) (bool, error){
	".before-restore.": func(s *Store) (is bool, err error) {
		err = s.View(background, func(tx game.Reader) error {
			note, err := tx.Settings(marked)
			is = note != nil
			return err
		})
		return is, err
	},
	".schema-1.": func(s *Store) (bool, error) {
		version, err := s.version()
		return version == 1, err
	},
}

// survived returns what a file, and the files beside it, lack of what was printed before the
// power was cut.
func survived(path string, printed []string) error {
	acknowledged, erased := map[string]string{}, false
	for _, line := range printed {
		switch first, rest, _ := strings.Cut(line, " "); first {
		case "erased":
			erased = true
		case "whole":
			check := func() error { return checkCopy(path + rest) }
			if rest == "" { // it may be migrated meanwhile
				check = func() error { return inLater(func() error { return checkCopy(path) }) }
			}
			if err := check(); err != nil {
				return err
			}
		case "aside":
			copies, err := filepath.Glob(path + rest + "*")
			if !slices.ContainsFunc(append(copies, path), func(at string) bool {
				s, e := Open(at, Options{ReadOnly: true, older: true})
				if e != nil {
					err = errors.Join(err, e)
					return false
				}
				defer s.Close()
				is, e := asideFor[rest](s)
				e = errors.Join(e, s.Check())
				err = errors.Join(err, e)
				return is && e == nil
			}) {
				return fmt.Errorf("what the file was is not in %v: %v", append(copies, path), err)
			}
		default:
			acknowledged[first] = rest
		}
	}
	return inLater(func() error {
		s, err := Open(path, Options{Volatile: true})
		if err != nil {
			return err
		}
		defer s.Close()
		if b, err := os.ReadFile(path); err != nil || erased && bytes.Contains(b, []byte(secret)) {
			return fmt.Errorf("what was erased is there, %v", err)
		}
		if err := s.Check(); err != nil {
			return err
		}
		return storetest.Kept(s, acknowledged, answers)
	})
}

// process is a process that uses a file.
type process struct {
	role string
	// It is killed after the first step that last holds for, once it has printed so many
	// lines; without last it ends by itself.
	printed int
	last    func(step) bool
}

// recorded returns the steps of processes that use a file one after another.
func recorded(t *testing.T, processes []process) []step {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "games.db")
	r := newRecorder(dir)
	for _, p := range processes {
		printed := 0
		r.run(t, p.role, path, func(s step) bool {
			if s.kind == stepPrint {
				printed++
			}
			return p.last != nil && printed >= p.printed && p.last(s)
		})
		if os.Geteuid() == 0 {
			must(t, os.Chown(path, 65534, 65534)) // what takes its place is given away, too
		}
	}
	// The steps make the files that are there.
	d := newMachine(nil).synced
	for _, s := range r.steps {
		d.apply(s, whole)
	}
	entries, err := os.ReadDir(dir)
	must(t, err)
	for _, e := range entries {
		b, f := contents(t, filepath.Join(dir, e.Name())), d.files[d.names[e.Name()]]
		if f.size != int64(len(b)) || !bytes.Equal(b, append(f.data, make([]byte, len(b)-len(f.data))...)) {
			t.Errorf("the steps do not make %s", e.Name())
		}
	}
	if len(entries) != len(d.names) {
		t.Errorf("the steps make %v, and there are %v", d.names, entries)
	}
	return r.steps
}

func headerWritten(s step) bool { return s.kind == stepWrite && s.at < int64(2*os.Getpagesize()) }
func pageWritten(s step) bool   { return s.kind == stepWrite && !headerWritten(s) }
func linked(s step) bool        { return s.kind == stepLink }

// TestPowerLoss checks that whatever a disk that obeys syncs holds after a loss of power, the
// file opens, is in order, and has everything acknowledged.
func TestPowerLoss(t *testing.T) {
	for _, test := range []struct {
		name      string
		processes []process
		refused   string // how the file may be refused until something was acknowledged
	}{
		{"killed and begun again", []process{
			{"player", 0, linked},
			{"player", 40, headerWritten}, {"player", 40, pageWritten},
			{"player", 40, headerWritten}, {"player", 40, pageWritten},
			{role: "keeper"},
			{"later player", 40, headerWritten},
		}, ""},
		{"files have one name only", []process{{role: "keeper without links"}},
			"is empty; restore a backup, or remove it to begin with a new one"},
	} {
		t.Run(test.name, func(t *testing.T) {
			steps := recorded(t, test.processes)
			m := newMachine(steps)
			for n, s := range steps {
				for _, p := range m.pending {
					if (s.kind == stepLink || s.kind == stepRename) && s.file == steps[p].place() {
						t.Errorf("before a sync, what was to %v was to %v", steps[p], s)
					}
				}
				m.run(n)
			}
			type state struct{ cut, outcome int }
			var states []state
			for cut, m := range cuts(steps) {
				for n := range m.outcomes() {
					states = append(states, state{cut, n})
				}
			}
			all, dice := len(states), rand.New(rand.NewPCG(rand.Uint64(), 17))
			if *powerStates > 0 && *powerStates < all {
				dice.Shuffle(all, func(i, j int) { states[i], states[j] = states[j], states[i] })
				states = states[:*powerStates]
				slices.SortFunc(states, func(a, b state) int { return a.cut - b.cut })
			}
			t.Logf("%d of %d states after %d steps", len(states), all, len(steps))
			scratch := t.TempDir()
			for cut, m := range cuts(steps) {
				for ; len(states) > 0 && states[0].cut == cut; states = states[1:] {
					d, told := m.outcome(states[0].outcome, dice)
					err := powerless(t, scratch, d, m.printed)
					if err != nil && (test.refused == "" || len(m.printed) > 0 || !strings.Contains(err.Error(), test.refused)) {
						t.Fatalf("the power went at step %d of %d, after %d lines: %v%s", cut, len(steps), len(m.printed), err, told)
					}
				}
			}
		})
	}
}

// TestDiskIgnoresSyncs checks that the test notices if a disk ignores syncs and loses what was
// acknowledged, or damages the file.
func TestDiskIgnoresSyncs(t *testing.T) {
	steps := recorded(t, []process{{"player", 100, headerWritten}})
	dice := rand.New(rand.NewPCG(rand.Uint64(), 17))
	scratch, lost, damaged := t.TempDir(), 0, 0
	const tries = 100
	for range tries {
		m := newMachine(steps)
		cut := len(steps)/2 + dice.IntN(len(steps)/2)
		m.obeys = cut - 60
		for n := range cut {
			m.run(n)
		}
		d, _ := m.outcome(dice.IntN(m.outcomes()), dice)
		switch err := powerless(t, scratch, d, m.printed); {
		case err == nil:
		case strings.Contains(err.Error(), "was acknowledged"):
			lost++
		default:
			damaged++
		}
	}
	t.Logf("of %d disks %d lost something and %d were damaged", tries, lost, damaged)
	if lost == 0 || damaged == 0 {
		t.Error("what a disk lost or damaged is not seen")
	}
}

// writeOnFull writes until the disk is full just when a header was written.
func writeOnFull(path string) error {
	s, err := Open(path, Options{})
	if err != nil {
		return err
	}
	put := func() error {
		return s.Update(background, func(tx game.Tx) error { return tx.PutErasure(7, time.Time{}) })
	}
	if err := put(); err != nil {
		return err
	}
	os.Stdout.WriteString("ready\n")
	for range 2 {
		if err := put(); !errors.Is(err, game.ErrNotStored) || errors.Is(err, errFull) || !strings.Contains(err.Error(), "started again") {
			return fmt.Errorf("the error is %w", err)
		}
	}
	return nil
}

// TestHeaderOnFullDisk checks that after such an error, when it is not known which header the
// disk holds, the next commit reuses pages of neither.
func TestHeaderOnFullDisk(t *testing.T) {
	dir := t.TempDir()
	r := newRecorder(dir)
	failed := 0
	r.full = func() bool {
		ready := slices.ContainsFunc(r.steps, func(s step) bool { return s.kind == stepPrint })
		if is := ready && headerWritten(r.steps[len(r.steps)-1]); !is {
			return false
		}
		failed++
		return true
	}
	r.run(t, "unlucky", filepath.Join(dir, "games.db"), func(step) bool { return false })
	if failed != 1 {
		t.Errorf("%d syncs failed", failed)
	}
}

// powerless looks what survived on a disk.
func powerless(t *testing.T, scratch string, d disk, printed []string) error {
	t.Helper()
	dir, err := os.MkdirTemp(scratch, "")
	must(t, err)
	defer os.RemoveAll(dir)
	must(t, d.write(dir))
	return survived(filepath.Join(dir, "games.db"), printed)
}
