package sandbox

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// saveAfter is the time from a change to the save that writes it with all later ones.
const saveAfter = time.Second

// stateVersion guards the state file against programs of another age.
const stateVersion = 1

type stateFile struct {
	Sandbox int    // the version
	URL     string // where it was served, for the addresses within
	World   *world
}

// scheduleSave saves the state soon, with all that changes until then.
func (s *Server) scheduleSave() {
	if s.options.State == "" || s.saving != nil || s.closed() {
		return
	}
	s.saving = s.clock.AfterFunc(saveAfter, func() {
		s.mu.Lock()
		s.saving = nil
		s.mu.Unlock()
		if err := s.save(); err != nil {
			s.log.Error("sandbox cannot save its state", "err", err)
		}
	})
}

// save writes the state, if there is a file for it.
func (s *Server) save() error {
	if s.options.State == "" {
		return nil
	}
	s.saveMu.Lock()
	defer s.saveMu.Unlock()
	s.mu.Lock()
	s.world.Last = s.lastID
	text, err := json.Marshal(stateFile{stateVersion, s.url, s.world})
	s.mu.Unlock()
	if err != nil {
		return err
	}
	return replace(s.options.State, text)
}

// replace puts a file in the place of another: whoever looks sees all of the one or
// all of the other, also after a crash. It writes the new one under a random name,
// so that nobody can put a link there beforehand.
func replace(name string, content []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*"+partEnding)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	if err := os.Rename(f.Name(), name); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	dir, err := os.Open(filepath.Dir(name))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// partEnding is the suffix of files that are not complete yet.
const partEnding = ".part"

// removeParts removes incomplete state files that crashes have left.
func removeParts(state string) error {
	dir, base := filepath.Dir(state), filepath.Base(state)
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, f := range files {
		if f.Type().IsRegular() && strings.HasPrefix(f.Name(), base+".") && strings.HasSuffix(f.Name(), partEnding) {
			os.Remove(filepath.Join(dir, f.Name())) // nothing depends on it
		}
	}
	return nil
}

// load reads the state file; nil, if there is none. Files are served at the address that the sandbox
// has now.
func (s *Server) load() (*world, error) {
	if s.options.State == "" {
		return nil, nil
	}
	text, err := os.ReadFile(s.options.State)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var served struct{ URL string }
	if err := json.Unmarshal(text, &served); err == nil && served.URL != "" {
		text = bytes.ReplaceAll(text, []byte(served.URL+attachmentsPath), []byte(s.url+attachmentsPath))
	}
	var state stateFile
	if err := json.Unmarshal(text, &state); err != nil {
		return nil, fmt.Errorf("%s is not the state of a sandbox: %w", s.options.State, err)
	}
	if state.Sandbox != stateVersion || state.World == nil {
		return nil, fmt.Errorf("%s is not the state of a sandbox of this version", s.options.State)
	}
	w := state.World
	if err := w.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", s.options.State, err)
	}
	for _, c := range w.Channels {
		for _, m := range c.Messages {
			if m.Files == nil { // saved by a program that listed all of them as attachments
				m.Files = m.Attachments
				m.listAttachments()
			}
		}
	}
	w.fileOrder = sortedKeys(w.Files)
	for _, f := range w.Files {
		w.fileBytes += len(f.Bytes)
	}
	return w, nil
}

// check finds what would make the rest of the program fail.
func (w *world) check() error {
	broken := func(what string, id ID) error { return fmt.Errorf("%s %s is broken", what, id) }
	if w.App.ID == 0 || len(w.App.Seed) != ed25519.SeedSize || w.Users[w.App.ID] == nil {
		return errors.New("there is no app in it")
	}
	for id, u := range w.Users {
		if u == nil {
			return broken("user", id)
		}
	}
	for id, g := range w.Guilds {
		if g == nil || g.Members == nil {
			return broken("guild", id)
		}
		for who, m := range g.Members {
			if m == nil || w.Users[who] == nil {
				return broken("member", who)
			}
		}
	}
	for id, c := range w.Channels {
		if c == nil || !c.Kind.private() && w.Guilds[c.Guild] == nil || c.Kind == GroupMessages && len(c.Recipients) == 0 || slices.Contains(c.Messages, nil) {
			return broken("channel", id)
		}
	}
	for id, f := range w.Files {
		if f == nil {
			return broken("file", id)
		}
	}
	if slices.Contains(w.Commands, nil) {
		return errors.New("a command is broken")
	}
	return nil
}
