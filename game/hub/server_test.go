package hub_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"doublecorner/game/draughts"
	"doublecorner/game/hub"
	"doublecorner/game/search"
)

// fake finds the first legal move at once. With more than a second to think, it thinks until it is
// stopped.
type fake struct {
	forgotten int
	limits    []search.Limit
	slow      time.Duration // how long a search takes
	brief     bool          // it never waits to be stopped
	stopped   bool
}

func (f *fake) Think(ctx context.Context, h *draughts.History, l search.Limit) (search.Thought, error) {
	f.limits = append(f.limits, l)
	thought := search.Thought{Depth: 3, Nodes: 2_000_000, Time: time.Second}
	line := search.Line{Value: search.Value{Score: -25}}
	for p := h.Position(); len(line.Moves) < 3; {
		moves := p.Moves()
		if len(moves) == 0 {
			break
		}
		line.Moves = append(line.Moves, moves[0])
		p = p.Play(moves[0])
	}
	thought.Lines = []search.Line{line}
	if l.Progress != nil {
		l.Progress(thought)
	}
	if l.Time > time.Second && !f.brief {
		<-ctx.Done()
	}
	time.Sleep(f.slow)
	f.stopped = ctx.Err() != nil
	return thought, nil
}

func (f *fake) Forget() { f.forgotten++ }

// talk is a conversation with a server.
type talk struct {
	t      *testing.T
	in     *io.PipeWriter
	out    *bufio.Reader
	served chan error
	engine *fake
	made   []string // the engines
}

func startTalk(t *testing.T) *talk {
	in, said := io.Pipe()
	answers, out := io.Pipe()
	c := &talk{t: t, in: said, out: bufio.NewReader(answers), served: make(chan error, 1), engine: &fake{}}
	s := hub.Server{
		Name: "Test", Version: "1", Variant: variant(t, "international"), Hash: 16,
		New: func(v *draughts.Variant, hash int) (hub.Engine, error) {
			c.made = append(c.made, v.Rules().Key)
			if hash == 4000 {
				return nil, errors.New("no memory")
			}
			if hash == 3000 {
				return c.engine, errors.New("no endings")
			}
			return c.engine, nil
		},
	}
	go func() {
		err := s.Serve(in, out)
		out.Close()
		c.served <- err
	}()
	return c
}

func (c *talk) say(lines ...string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, strings.Join(lines, "\n")+"\n"); err != nil {
		c.t.Fatal(err)
	}
}

// expect expects lines that begin like these.
func (c *talk) expect(lines ...string) {
	c.t.Helper()
	for _, want := range lines {
		got, err := c.out.ReadString('\n')
		if err != nil || !strings.HasPrefix(got, want) {
			c.t.Fatalf("it says %q, %v; want %q", got, err, want)
		}
	}
}

const start = "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"

func TestServe(t *testing.T) {
	t.Parallel()
	c := startTalk(t)
	c.say("hub")
	c.expect(`id name=Test version=1`, `param name=variant value=international type=enum values="american `,
		"param name=hash value=16 type=int min=1 max=4096", "param name=threads value=1 type=int min=1 max=1",
		"param name=level value=0 type=int min=0 max=8", "wait")
	c.say("set-param name=threads value=1", "init")
	c.expect("ready")
	c.say("", "  ping  ")
	c.expect("pong")

	c.say(start, "level move-time=0.1", "go think")
	const info = `info depth=3 score=-0.25 nodes=2000000 time=1.000 nps=2.000 pv="31-26 16-21 32-27"`
	c.expect(info+"\n", info+"\n", "done move=31-26 ponder=16-21\n")
	if got := c.engine.limits[0]; got.Time != 100*time.Millisecond || got.Level != 0 {
		t.Errorf("it thinks with %+v", got)
	}
	c.say(start+` moves="32-28 17-22 28x17x22"`, "go think")
	c.expect(`info depth=3 score=-0.25 nodes=2000000 time=1.000 nps=2.000 pv="11x22x17 `, "info", "done move=11x22x17")

	// Without end, until stop; the next commands may follow at once.
	c.say(start, "level infinite", "go analyze")
	c.expect("info")
	c.say("ping", "hub", "nonsense", "level depth=1")
	c.expect("pong", `error message="hub has to wait until the search is done`, `error message="no command 'nonsense' is known"`,
		`error message="level has to wait`)
	c.say("stop", "new-game", "stop", "ping")
	c.expect("info", "done move=31-26", "pong")
	if c.engine.forgotten != 1 {
		t.Errorf("forgot %d times", c.engine.forgotten)
	}

	// The opponent thinks; the time runs from the expected move on.
	c.say("level time=2 moves=1", "go ponder")
	c.expect("info")
	c.say("ping", "ponder-hit")
	c.expect("pong", "info", "done move=31-26")

	c.say("set-param name=variant value=american", "set-param name=level value=3", "init", "level depth=5", "go think")
	c.expect("ready", "info", "info", "done move=9-13")
	if got := c.engine.limits[len(c.engine.limits)-1]; got.Level != 3 {
		t.Errorf("it thinks with %+v", got)
	}
	c.say("set-param name=variant value=losing", start, "set-param name=level value=0", "level nodes=500", "go think")
	c.expect("info", "info", "done move=31-26")
	c.say("quit")
	if err := <-c.served; err != nil {
		t.Error(err)
	}
	if got := strings.Join(c.made, " "); got != "international american international-misere" {
		t.Errorf("made engines for %s", got)
	}
}

// What is wrong gets an error line and changes nothing.
func TestServeWrongInput(t *testing.T) {
	c := startTalk(t)
	for _, text := range []string{
		"go think", "go", "go think ponder", "level", "level depth=0", "pos", "pos pos=W", start + "w", start + " moves=32-27-22",
		start + " moves=32-22", "pos fen=W:W31", "set-param", "set-param name=hash", "set-param name=hash value=0",
		"set-param name=hash value=99999999", "set-param name=threads value=2", "set-param name=variant value=chess",
		"set-param name=level value=9", "set-param name=book value=true", "nonsense", `x y="`, "x =",
		"\x00\xff", strings.Repeat("x", 1<<18), strings.Repeat("ping ", 1<<16),
	} {
		t.Logf("%.80q", text)
		c.say(text, "ping")
		c.expect("error message=", "pong")
	}
	c.say("set-param name=hash value=4000", "init", "level depth=1", "go think", "set-param name=hash value=16")
	c.expect(`error message="no memory"`, `error message="no memory"`)
	c.say("set-param name=hash value=3000", "init", "go think") // it knows less, and plays
	c.expect(`error message="no endings"`, "ready", "info", "info", "done move=")
	c.say("set-param name=hash value=16") // not before: it would have to wait
	over := "pos fen=W:W:B1"
	c.say(over, "level depth=1", "go think")
	c.expect(`error message="there is no move to think about`)
	c.say("pos fen=W:W28:B23,1 moves=28x19"+strings.Repeat("x23", 40), "go think")
	c.expect("info", "info", "done move=1-6")
	c.say("pos fen=W:W31:B1,2", "go think")
	c.expect("info", "info", "done move=31-26")
	c.in.Close()
	if err := <-c.served; err != nil {
		t.Error(err)
	}
}

// A search ends with the program that asked for it, which still receives what it came to.
func TestServeEndsWithItsInput(t *testing.T) {
	for _, last := range []string{"", "quit\n"} {
		c := startTalk(t)
		c.say(start, "level infinite", "go think")
		c.expect("info")
		if last != "" {
			c.say("quit")
		} else {
			c.in.Close()
		}
		c.expect("info", "done move=31-26")
		select {
		case err := <-c.served:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(10 * time.Second):
			t.Fatal("the server goes on")
		}
	}
}

// A search with a limit goes on to its end, so that a script can ask.
func TestServeScript(t *testing.T) {
	c := startTalk(t)
	c.engine.slow = 300 * time.Millisecond
	c.say(start, "level move-time=0.5", "go think")
	c.in.Close()
	c.expect("info", "info depth=3", "done move=31-26")
	if err := <-c.served; err != nil || c.engine.stopped {
		t.Errorf("%v, stopped: %v", err, c.engine.stopped)
	}
	// So does one whose time runs since the expected move.
	c = startTalk(t)
	c.say(start, "level move-time=0.5", "go ponder", "ponder-hit")
	began := time.Now()
	c.in.Close()
	c.expect("info", "info depth=3", "done move=31-26")
	if took := time.Since(began); <-c.served != nil || took < 300*time.Millisecond {
		t.Errorf("after the expected move it thinks for %v", took)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestServeToNobody(t *testing.T) {
	s := hub.Server{Variant: variant(t, "american"), Hash: 1}
	r, w := io.Pipe()
	defer w.Close()
	go io.WriteString(w, "hub\n")
	if err := s.Serve(r, broken{}); err == nil {
		t.Error("the server noticed nothing")
	}
}

// FuzzServe: whatever is said, the server answers in lines of the protocol, and ends with its input.
func FuzzServe(f *testing.F) {
	f.Add("hub\nset-param name=variant value=russian\ninit\n" + start + "\nlevel depth=1\ngo think\nstop\nquit\n")
	f.Add(start + " moves=\"32-28 17-22 28x17x22\"\nlevel time=1 inc=2 moves=3\ngo ponder\nponder-hit\nping\nstop\n")
	f.Add("pos fen=W:W31,K32:B1-12 moves=31-26\nlevel infinite\ngo analyze\nnew-game\nstop\n")
	f.Add("set-param name=variant value=frisian\npos fen=W:WK46:BK5:+346+0\nset-param name=level value=3\ngo think")
	f.Fuzz(func(t *testing.T, said string) {
		var out strings.Builder
		s := hub.Server{
			Name: "Test", Version: "1", Variant: variant(t, "international"), Hash: 1,
			New: func(*draughts.Variant, int) (hub.Engine, error) { return &fake{brief: true}, nil },
		}
		must(t, s.Serve(strings.NewReader(said), &out))
		for text := range strings.Lines(out.String()) {
			l, err := hub.ParseLine(text)
			if err != nil || !strings.Contains(" id param wait ready pong info done error ", " "+l.Command+" ") {
				t.Errorf("%q gets %q, %v", said, text, err)
			}
		}
		if n, most := strings.Count(out.String(), "\ndone "), strings.Count(said, "go"); n > most {
			t.Errorf("%q gets %d moves", said, n)
		}
	})
}
