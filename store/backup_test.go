package store

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"doublecorner/game"
	"doublecorner/store/storetest"
)

func TestBackupAndRestore(t *testing.T) {
	path := filled(t)
	s := open(t, path, Options{})
	backup := filepath.Join(t.TempDir(), "backup.db")

	// While games go on.
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for i := game.PersonID(1000); ; i++ {
			select {
			case <-stop:
				return
			default:
				if err := s.Update(background, func(tx game.Tx) error { return tx.PutErasure(i, time.Time{}) }); err != nil {
					t.Error(err)
				}
			}
		}
	}()
	must(t, s.backupTo(backup))
	close(stop)
	<-stopped
	if err := s.backupTo(backup); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a backup over another: %v", err)
	}
	must(t, s.Close())
	must(t, checkCopy(backup))

	before := contents(t, path)
	kept, err := Restore(path, backup)
	must(t, err)
	if !bytes.Equal(contents(t, kept), before) {
		t.Error("the file that was there was not kept")
	}
	must(t, checkCopy(path))

	// To another machine, where there is none.
	elsewhere := filepath.Join(t.TempDir(), "games.db")
	if kept, err := Restore(elsewhere, backup); err != nil || kept != "" {
		t.Errorf("kept %q, %v", kept, err)
	}
	must(t, open(t, elsewhere, Options{}).Check())

	// What is not in order is not restored.
	cut := filepath.Join(t.TempDir(), "cut.db")
	must(t, os.WriteFile(cut, before[:len(before)/3], 0o600))
	if _, err := Restore(path, cut); err == nil {
		t.Error("a backup that is cut short was restored")
	}
	must(t, checkCopy(path))
	left, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("files are left over: %v", left)
	}
}

// What is kept aside twice in a second gets two names.
func TestKeepAsideTwice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	must(t, os.WriteFile(path, []byte("new"), 0o600))
	taken := map[string]bool{}
	for now, s := time.Now().UTC(), 0; s < 120; s++ {
		aside := path + ".why." + now.Add(time.Duration(s)*time.Second).Format(stamp)
		must(t, os.WriteFile(aside, []byte("old"), 0o600))
		taken[aside] = true
	}
	aside, err := keepAside(path, "why")
	must(t, err)
	if first, ok := strings.CutSuffix(aside, "-2"); !ok || !taken[first] || string(contents(t, aside)) != "new" {
		t.Errorf("it is kept as %s", aside)
	}
}

// Where files cannot have two names the file that was there is kept as well.
func TestRestoreWithoutLinks(t *testing.T) {
	defer func() { link = os.Link }()
	path, backup := filled(t), filled(t)
	link = noLinks
	before := contents(t, path)
	kept, err := Restore(path, backup)
	must(t, err)
	if !bytes.Equal(contents(t, kept), before) || !bytes.Equal(contents(t, path), contents(t, backup)) {
		t.Error("what was there was not kept, or the backup is not there")
	}
	elsewhere := filepath.Join(t.TempDir(), "games.db")
	if kept, err := Restore(elsewhere, backup); err != nil || kept != "" {
		t.Errorf("kept %q, %v", kept, err)
	}
	must(t, open(t, filepath.Join(t.TempDir(), "fresh.db"), Options{}).Check())
}

func TestCompact(t *testing.T) {
	path := filled(t)
	s := open(t, path, Options{Volatile: true})
	var before bytes.Buffer
	must(t, storetest.NewReferee(s).Export(background, 10, "", &before))
	for range 3 {
		must(t, s.Update(background, func(tx game.Tx) error {
			for i := range 20_000 {
				if err := errors.Join(tx.PutErasure(game.PersonID(i), time.Time{}), tx.DeleteErasure(game.PersonID(i-1000))); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	must(t, s.Close())
	long, short, err := Compact(path)
	must(t, err)
	if is, err := sizeOf(path); err != nil || short != is || short >= long {
		t.Errorf("compacting made %d bytes of %d, and the file has %d, %v", short, long, is, err)
	}
	s = open(t, path, Options{})
	must(t, s.Check())
	var after bytes.Buffer
	must(t, storetest.NewReferee(s).Export(background, 10, "", &after))
	if !bytes.Equal(before.Bytes(), after.Bytes()) {
		t.Error("compacting changed what is kept of a person")
	}
	// Numbers go on where they were.
	must(t, s.Update(background, func(tx game.Tx) error {
		id, err := tx.Announce(game.Announcement{At: time.Now()})
		if id < 100 {
			t.Errorf("after compacting, the next announcement is number %d", id)
		}
		return err
	}))
}

func sizeOf(path string) (int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// A symbolic link goes on leading to the file of games.
func TestLinkToFile(t *testing.T) {
	path, backup, link := filled(t), filled(t), filepath.Join(t.TempDir(), "games.db")
	must(t, os.Symlink(path, link))
	_, short, err := Compact(link)
	must(t, err)
	if is, err := sizeOf(path); err != nil || is != short {
		t.Errorf("the file has %d bytes instead of %d, %v", is, short, err)
	}
	before := contents(t, path)
	kept, err := Restore(link, backup)
	must(t, err)
	if !bytes.Equal(contents(t, kept), before) || !bytes.Equal(contents(t, path), contents(t, backup)) {
		t.Error("what was there was not kept, or the backup is not there")
	}
	if at, err := os.Readlink(link); err != nil || at != path {
		t.Errorf("the link leads to %s, %v", at, err)
	}
}

// A file that is not in order is left as it is.
func TestCompactWhatIsWrong(t *testing.T) {
	path := filled(t)
	s := open(t, path, Options{})
	must(t, s.db.Update(func(tx *bolt.Tx) error {
		return bucketIn(tx, "games by person").Put([]byte("X"), nil)
	}))
	must(t, s.Close())
	before := contents(t, path)
	if _, _, err := Compact(path); err == nil || !strings.Contains(err.Error(), "not compacted") {
		t.Errorf("the error is %v", err)
	}
	if !bytes.Equal(contents(t, path), before) {
		t.Error("the file was changed")
	}
}
