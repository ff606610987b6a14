package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"doublecorner/cmd/doublecorner/internal/config"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/internal/discordtest"
	"doublecorner/internal/sandbox"
)

// killedSandbox is the sandbox with the bot in it, as a program that is killed and started again.
type killedSandbox struct {
	*fixture
	state string // its file
	child *exec.Cmd
	page  string        // its address
	ahead time.Duration // how far its clock was moved
}

// start starts the sandbox, and waits until the bot is connected.
func (s *killedSandbox) start() {
	s.t.Helper()
	self, err := os.Executable()
	must(s.t, err)
	s.child = exec.Command(self)
	s.child.Env = append(os.Environ(), childVariable+"=sandbox --listen 127.0.0.1:0 --state "+s.state)
	out, err := s.child.StdoutPipe()
	must(s.t, err)
	must(s.t, s.child.Start())
	lines := bufio.NewScanner(out)
	lines.Scan()
	s.page, _, _ = strings.Cut(strings.TrimPrefix(lines.Text(), "Open "), " ")
	var world sandbox.World
	s.eventually("the bot", func() bool {
		response, err := http.Get(s.page + "/sandbox/world")
		must(s.t, err)
		defer response.Body.Close()
		must(s.t, json.NewDecoder(response.Body).Decode(&world))
		return world.Connected > 0
	})
	s.channel = world.Channels[0].ID
	for i, p := range []**discordtest.Person{&s.anna, &s.ben, &s.mod} {
		*p = &discordtest.Person{Base: s.page, ID: world.People[i].ID}
	}
}

func (s *killedSandbox) kill() {
	s.child.Process.Kill()
	s.child.Wait()
}

// forward moves the clock, and waits until the sandbox has written what time it is.
func (s *killedSandbox) forward(by time.Duration) {
	s.t.Helper()
	body, err := json.Marshal(map[string]string{"forward": by.String()})
	must(s.t, err)
	response, err := http.Post(s.page+"/sandbox/clock", "application/json", bytes.NewReader(body))
	must(s.t, err)
	defer response.Body.Close()
	var moved struct{ Now time.Time }
	must(s.t, json.NewDecoder(response.Body).Decode(&moved))
	s.ahead = time.Until(moved.Now)
	s.eventually("the new time in the file", func() bool {
		var kept struct{ World struct{ Ahead time.Duration } }
		text, err := os.ReadFile(s.state)
		return err == nil && json.Unmarshal(text, &kept) == nil && kept.World.Ahead > s.ahead-time.Second
	})
}

// now returns the time in the sandbox.
func (s *killedSandbox) now() time.Time { return time.Now().Add(s.ahead) }

// only returns the game that is stored, and how much time Black has left in it. The sandbox must have been killed.
func (s *killedSandbox) only() (g *game.Game, left time.Duration) {
	s.t.Helper()
	kept := s.stored()
	defer kept.Close()
	must(s.t, kept.View(s.t.Context(), func(tx game.Reader) error {
		service, err := tx.Service()
		must(s.t, err)
		for one, err := range game.All(tx.Games, game.RunningGamesOf(game.PersonID(s.anna.ID))) {
			must(s.t, err)
			g, left = one, one.Left(draughts.Black, s.now(), service)
		}
		return nil
	}))
	return g, left
}

// The sandbox is killed before a vacation, in it and after it. Each time the clock of who is away has what it must have, and the
// opponent is told once.
func TestKillAroundVacation(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts the program several times")
	}
	t.Parallel()
	state := filepath.Join(t.TempDir(), "sandbox.json")
	s := &killedSandbox{fixture: &fixture{t: t, settings: config.Default()}, state: state}
	s.settings.Data = state + ".db"
	s.start()
	t.Cleanup(func() { s.kill() })
	s.begins(s.anna, s.ben, "3d")
	began := s.now()
	s.types(s.anna, "preferences", "vacation", "2 days")
	const away, slack = 2 * day, time.Minute
	from := began.UTC().Truncate(day).Add(day)
	for _, at := range []time.Duration{-slack, slack, day, away - slack, away + slack, away + day} {
		s.forward(from.Add(at).Sub(s.now()))
		s.kill()
		_, left := s.only()
		charged := from.Sub(began) + min(at, 0) + max(at-away, 0)
		if off := (left - (3*day - charged)).Abs(); off > slack {
			t.Errorf("%v after its first day, %v are left, which is %v off", at, left, off)
		}
		s.start()
	}
	s.told("is away until", 1)
	s.types(s.anna, "move", "move", "11-15")
	s.kill()
	if g, _ := s.only(); g.Len() != 1 {
		t.Errorf("the game has %d moves", g.Len())
	}
}
