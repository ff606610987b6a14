package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"doublecorner/internal/discordtest"
	"doublecorner/internal/sandbox"
	"doublecorner/store"
)

// TestSandboxInUse checks that a sandbox that cannot be opened says what to do, and prints no
// address.
func TestSandboxInUse(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer l.Close()
	dir := t.TempDir()
	held, err := sandbox.Start(sandbox.Options{State: filepath.Join(dir, "held.json")})
	must(t, err)
	defer held.Close()
	games, err := store.Open(filepath.Join(dir, "played.json.db"), store.Options{})
	must(t, err)
	defer games.Close()
	for _, c := range []struct {
		name   string
		args   []string
		status int
		says   string
	}{
		{"the address", []string{"--fresh", "--listen", l.Addr().String()}, statusUsage, "--listen 127.0.0.1:8081"},
		{"the world", []string{"--listen", "127.0.0.1:0", "--state", filepath.Join(dir, "held.json")}, statusUsage, "--state other.json"},
		{"the world, without a bot",
			[]string{"--no-bot", "--listen", "127.0.0.1:0", "--state", filepath.Join(dir, "held.json")},
			statusUsage, "--state other.json"},
		{"the games", []string{"--listen", "127.0.0.1:0", "--state", filepath.Join(dir, "played.json")},
			statusWrong, "played.json.db is in use by"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out, errs strings.Builder
			status := run(append([]string{"sandbox"}, c.args...), streams{strings.NewReader(""), &out, &errs})
			if status != c.status || !strings.Contains(errs.String(), c.says) || out.Len() > 0 {
				t.Errorf("status %d: %s%s", status, out.String(), errs.String())
			}
		})
	}
}

// program is this program as a user at a terminal sees it.
type program struct {
	t     *testing.T
	lines *bufio.Scanner
	errs  strings.Builder
}

// launch starts the program. At the end of the test it is interrupted, and must exit with 0.
func launch(t *testing.T, command string, settings ...string) *program {
	t.Helper()
	self, err := os.Executable()
	must(t, err)
	p := &program{t: t}
	child := exec.Command(self)
	child.Dir = t.TempDir()
	child.Env = append(append(os.Environ(), childVariable+"="+command), settings...)
	child.Stderr = &p.errs
	out, err := child.StdoutPipe()
	must(t, err)
	must(t, child.Start())
	patience := time.AfterFunc(30*time.Second, func() { child.Process.Kill() })
	t.Cleanup(func() {
		child.Process.Signal(os.Interrupt)
		io.Copy(io.Discard, out)
		if err := child.Wait(); err != nil {
			t.Errorf("doublecorner %s: %v\n%s", command, err, &p.errs)
		}
		patience.Stop()
	})
	p.lines = bufio.NewScanner(out)
	return p
}

// says reads on to a line that matches, and returns its first group.
func (p *program) says(pattern string) string {
	p.t.Helper()
	wanted := regexp.MustCompile(pattern)
	var said []string
	for p.lines.Scan() {
		said = append(said, p.lines.Text())
		if found := wanted.FindStringSubmatch(p.lines.Text()); found != nil {
			return found[1]
		}
	}
	p.t.Fatalf("it does not say %s, but %q", pattern, said)
	return ""
}

// TestSandboxForAnotherBot checks that what a sandbox without a bot prints is all that a bot
// needs.
func TestSandboxForAnotherBot(t *testing.T) {
	sand := launch(t, "sandbox --no-bot --fresh --listen 127.0.0.1:0")
	page := sand.says(`^Open (http://127\.0\.0\.1:\d+) in a browser`)
	api := sand.says(`^ +api +(http://\S+/api/v10)$`)
	token := sand.says(`^ +token +(\S+)$`)
	key := sand.says(`^ +public key +([0-9a-f]{64})$`)
	sand.says(`^(Nothing is kept)`)

	var world sandbox.World
	look := func() {
		t.Helper()
		resp, err := http.Get(page + "/sandbox/world")
		must(t, err)
		defer resp.Body.Close()
		must(t, json.NewDecoder(resp.Body).Decode(&world))
	}
	look()
	if world.Connected != 0 || len(world.People) != 5 || world.PublicKey != key {
		t.Fatalf("the world is %+v", world)
	}
	bot := launch(t, "run", "DOUBLECORNER_DISCORD_API="+api, "DOUBLECORNER_DISCORD_TOKEN="+token)
	bot.says(`^Double Corner (is at work)`)
	anna := &discordtest.Person{Base: page, ID: world.People[0].ID}
	for world.Connected == 0 { // launch's patience ends this
		look()
	}
	out, err := anna.Command(t.Context(), sandbox.CommandRequest{Channel: world.Channels[0].ID, Command: "help"})
	if err != nil || out.Kind != "message" {
		t.Errorf("the bot responds with %+v, %v", out, err)
	}
}
