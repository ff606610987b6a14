package sandbox_test

import (
	"path/filepath"
	"testing"

	"doublecorner/internal/discordtest"
	"doublecorner/internal/sandbox"
)

// A seeded world has what a newcomer needs, and seeding it again, also after a restart,
// adds nothing.
func TestSeed(t *testing.T) {
	o := sandbox.Options{State: filepath.Join(t.TempDir(), "sandbox.json"), Clock: discordtest.NewManualClock(noon)}
	s, err := discordtest.Start(o)
	check(t, err)
	check(t, s.Seed())
	w := s.World()
	if len(w.People) != 3 || len(w.Guilds) != 1 || len(w.Channels) != 1 {
		t.Fatalf("world %+v", w)
	}
	if g := w.Guilds[0]; g.Name != "Double Corner" || len(g.Members) != 4 {
		t.Errorf("server %+v", g)
	}
	room := w.Channels[0]
	if room.Name != "checkers" {
		t.Errorf("channel %+v", room)
	}
	for _, p := range w.People {
		seen, err := discordtest.As(s, p.ID).Messages(t.Context(), room.ID, 0)
		check(t, err)
		if len(seen) != 1 || seen[0].PingsYou || seen[0].Author.ID != s.AppID() {
			t.Errorf("%s reads %+v", p.Username, seen)
		}
		if moderates := discordtest.As(s, p.ID); (p.Username == "cleo") != (w.Guilds[0].Owner == moderates.ID) {
			t.Errorf("%s owns the server or does not", p.Username)
		}
	}
	check(t, s.Seed())
	check(t, s.Close())
	s, err = discordtest.Start(o)
	check(t, err)
	defer s.Close()
	check(t, s.Seed())
	if again := s.World(); len(again.People) != 3 || len(again.Guilds) != 1 || len(again.Channels) != 1 {
		t.Errorf("seeded again: %+v", again)
	}
	if seen, err := discordtest.As(s, w.People[0].ID).Messages(t.Context(), room.ID, 0); err != nil || len(seen) != 1 {
		t.Errorf("welcomed again: %+v %v", seen, err)
	}
}

// The neighbour of a seeded world is another server, with people of its own, and comes once.
func TestSeedNeighbour(t *testing.T) {
	s, err := discordtest.Start(sandbox.Options{})
	check(t, err)
	defer s.Close()
	check(t, s.Seed())
	for range 2 {
		check(t, s.SeedNeighbour())
		w := s.World()
		if len(w.People) != 5 || len(w.Guilds) != 2 || len(w.Guilds[1].Members) != 3 {
			t.Fatalf("world %+v", w)
		}
	}
}

// Seeding leaves a world with users as it is.
func TestSeedLeavesAWorldAlone(t *testing.T) {
	w := settle(t)
	check(t, w.Seed())
	if seen := w.World(); len(seen.People) != 2 || len(seen.Guilds) != 1 {
		t.Errorf("world %+v", seen)
	}
}
