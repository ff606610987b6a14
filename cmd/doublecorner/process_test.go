package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"
)

// childVariable makes the test binary run the program with this command line.
const childVariable = "TEST_AS_THE_PROGRAM"

// statusVariable names a file to which such a program copies /proc/self/status when it ends. The
// resource usage that its parent gets from the system would include that of the parent.
const statusVariable = "TEST_STATUS_FILE"

// hurriedVariable lets people act as fast as machines in such a program.
const hurriedVariable = "TEST_BOUNDLESS"

// process is the bot in a process of its own, which can be killed.
type process struct {
	*fixture
	log       string // the file of it
	isHurried bool   // people act as fast as machines
	posts     string // the address at which it gets signed posts; "" for none

	running sync.Mutex // guards what follows
	child   *exec.Cmd
	over    chan struct{} // closed when the child has ended
}

func newProcess(w *fixture) *process {
	return &process{fixture: w, log: filepath.Join(w.t.TempDir(), "log")}
}

// begin starts the bot, waits until it is connected, and stops it when the test ends.
func (p *process) begin() {
	p.t.Helper()
	p.start()
	p.t.Cleanup(func() { p.stop(); p.read() })
	p.connected()
}

func (p *process) start() {
	p.t.Helper()
	p.running.Lock()
	defer p.running.Unlock()
	program, err := os.Executable()
	must(p.t, err)
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	must(p.t, err)
	defer log.Close()
	child := exec.Command(program)
	child.Env = append(os.Environ(), childVariable+"=run",
		"DOUBLECORNER_DATA="+p.settings.Data, "DOUBLECORNER_DISCORD_API="+p.settings.Discord.API,
		"DOUBLECORNER_DISCORD_TOKEN="+string(p.settings.Discord.Token))
	if p.posts != "" {
		child.Env = append(child.Env, "DOUBLECORNER_POSTS_LISTEN="+p.posts)
	}
	if p.settings.Live.Address != "" {
		child.Env = append(child.Env, "DOUBLECORNER_LIVE_LISTEN="+p.settings.Live.Listen, "DOUBLECORNER_LIVE_ADDRESS="+p.settings.Live.Address)
	}
	if p.settings.Lobby {
		child.Env = append(child.Env, "DOUBLECORNER_LOBBY=true")
	}
	if p.isHurried {
		child.Env = append(child.Env, hurriedVariable+"=1")
	}
	child.Dir = filepath.Dir(p.log)
	child.Stderr = log
	must(p.t, child.Start())
	over := make(chan struct{})
	p.child, p.over = child, over
	go func() {
		child.Wait()
		close(over)
	}()
}

// kill kills the bot with SIGKILL, if it is running.
func (p *process) kill() {
	p.running.Lock()
	defer p.running.Unlock()
	if p.child != nil {
		p.child.Process.Kill()
	}
}

// isOver reports whether the bot has ended.
func (p *process) isOver() bool {
	p.running.Lock()
	defer p.running.Unlock()
	select {
	case <-p.over:
		return true
	default:
		return false
	}
}

// stop asks the bot to stop, and waits for it.
func (p *process) stop() {
	p.running.Lock()
	child, over := p.child, p.over
	p.running.Unlock()
	child.Process.Signal(os.Interrupt)
	select {
	case <-over:
	case <-time.After(15 * time.Second):
		p.t.Error("the bot does not stop")
		child.Process.Kill()
	}
}

// read logs the bot's log if the test has failed.
func (p *process) read() {
	log, err := os.ReadFile(p.log)
	must(p.t, err)
	if bytes.Contains(log, []byte("panic")) || p.t.Failed() {
		const most = 200_000
		p.t.Errorf("the bot's log ends with:\n%s", log[max(0, len(log)-most):])
	}
}
