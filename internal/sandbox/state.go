package sandbox

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"doublecorner/internal/system"
)

// saveAfter is the time from a change to the save that writes it with all later ones.
const saveAfter = time.Second

// stateVersion guards the state file against programs of another age.
const stateVersion = 2

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
	s.world.Last, s.world.Ahead = s.lastID, s.ahead()
	text, err := json.Marshal(stateFile{stateVersion, s.url, s.world})
	s.mu.Unlock()
	if err != nil {
		return err
	}
	return system.WriteFile(s.options.State, text, 0o600)
}

// load reads the state file; nil, if there is none. Files are served at the address that the sandbox has now.
func (s *Server) load() (*world, error) {
	if s.options.State == "" {
		return nil, nil
	}
	if err := system.RemoveParts(filepath.Split(s.options.State)); err != nil {
		return nil, err
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
	w := state.World
	if state.Sandbox != stateVersion || w == nil {
		return nil, fmt.Errorf("%s is not the state of a sandbox of this version: delete it, or name another file", s.options.State)
	}
	if err := w.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", s.options.State, err)
	}
	for _, f := range w.Files {
		w.fileBytes += len(f.Bytes)
	}
	return w, nil
}

// check finds what would make the rest of the program fail.
func (w *world) check() error {
	if w.App.ID == 0 || len(w.App.Seed) != ed25519.SeedSize || w.Users[w.App.ID] == nil {
		return errors.New("there is no app in it")
	}
	broken := hasNil(w.Users) || hasNil(w.Guilds) || hasNil(w.Channels) || hasNil(w.Files) || slices.Contains(w.Commands, nil)
	for _, g := range w.Guilds {
		broken = broken || g.Members == nil || hasNil(g.Members)
	}
	for _, c := range w.Channels {
		broken = broken || !c.Kind.private() && w.Guilds[c.Guild] == nil ||
			c.Kind == GroupMessages && len(c.Recipients) == 0 || c.Kind == DirectMessages && len(c.Recipients) != 2 || slices.Contains(c.Messages, nil)
	}
	if broken {
		return errors.New("a part of it is missing")
	}
	return nil
}

func hasNil[T any](m map[ID]*T) bool { return slices.Contains(slices.Collect(maps.Values(m)), nil) }

// ErrInUse refuses a state file that another sandbox has open: each would overwrite the other's changes.
var ErrInUse = errors.New("is in use by another sandbox")

// lockState locks a state file until it is released. It locks another file beside it, because each
// save replaces the state file itself.
func lockState(state string) (release func() error, err error) {
	if state == "" {
		return func() error { return nil }, nil
	}
	release, err = system.Hold(state + ".lock")
	if errors.Is(err, system.ErrLocked) {
		err = fmt.Errorf("%s %w", state, ErrInUse)
	}
	return release, err
}
