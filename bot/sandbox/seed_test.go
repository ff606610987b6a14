package sandbox

import (
	"path/filepath"
	"strings"
	"testing"
)

// Whoever opens a new sandbox finds people, the bot, and a word on what to do; whoever
// opens it again finds it as it was.
func TestSeed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sandbox.json")
	for _, first := range []bool{true, false} {
		s, err := Start(Options{State: file})
		if err != nil {
			t.Fatal(err)
		}
		seeded, err := s.Seed()
		if err != nil || seeded != first {
			t.Errorf("seeded: %v, %v; want %v", seeded, err, first)
		}
		for _, a := range s.world.Users {
			if a.Bot {
				continue
			}
			places, err := s.As(a.ID).Channels(t.Context())
			if err != nil || len(places) != 1 || places[0].Name != "checkers" {
				t.Errorf("%s sees %+v, %v", a.Username, places, err)
				continue
			}
			seen, err := s.As(a.ID).Messages(t.Context(), places[0].ID, 0)
			if err != nil || len(seen) != 1 || !strings.Contains(seen[0].Content, "/challenge") {
				t.Errorf("%s reads %+v, %v", a.Username, seen, err)
			}
		}
		if n := len(s.world.Users); n != 4 {
			t.Errorf("there are %d of them", n)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
