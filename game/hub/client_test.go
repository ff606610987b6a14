package hub_test

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"doublecorner/game/draughts"
	"doublecorner/game/hub"
	"doublecorner/game/search"
)

// asProgram is the first argument that makes the test binary a program that speaks Hub, in the manner
// of the second.
const asProgram = "as-program"

func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == asProgram {
		program(os.Args[2])
		os.Exit(0)
	}
	flag.Set("test.parallel", "8")           // tests of programs wait most of the time
	os.Setenv("GORACE", "atexit_sleep_ms=0") // with which the race detector lets programs end at once
	os.Exit(m.Run())
}

// program plays by the protocol, with one flaw.
func program(manner string) {
	if manner == "deaf" { // reads nothing
		time.Sleep(time.Hour)
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		l, _ := hub.ParseLine(in.Text())
		switch l.Command {
		case "hub":
			fmt.Println("id name=Fake")
			switch manner {
			case "mute at first":
				time.Sleep(time.Hour)
			case "other game":
				fmt.Println(`param name=variant value=normal type=enum values="normal frisian"`)
			case "declares on":
				for n := 0; ; n++ {
					fmt.Printf("param name=p%d value=%s type=string\n", n, strings.Repeat("x", 1<<16))
				}
			case "old names":
				fmt.Println(`param name=variant value=frisian type=enum values="normal frisian"`)
			}
			fmt.Println("param name=book value=true type=bool")
			fmt.Println("wait")
		case "set-param":
			fmt.Fprintln(os.Stderr, in.Text())
			if manner == "complains" {
				fmt.Println(`error message="no such thing"`)
			}
		case "ping":
			if manner != "without pong" {
				fmt.Println("pong")
			}
		case "init":
			switch manner {
			case "informs":
				fmt.Println(`error message="there is no book"`)
			case "not ready":
				fmt.Println(`error message="no memory"`)
				continue
			}
			fmt.Println("ready")
		case "go":
			switch manner {
			case "dies":
				fmt.Fprint(os.Stderr, "one\nout of cheese\n")
				os.Exit(3)
			case "paints":
				fmt.Println("error message=\"\x1b[31mred\"")
				fmt.Fprint(os.Stderr, "one\n\x1b[32mgreen\n")
				os.Exit(3)
			case "mute":
			case "rubbish":
				for {
					fmt.Println(strings.Repeat("rubbish \"\x00 = ", 100))
				}
			case "long line":
				for {
					fmt.Print(strings.Repeat("x", 1<<16))
				}
			case "illegal":
				fmt.Println("done move=32-22")
			case "says no move":
				fmt.Println("done")
			case "closes":
				os.Stdout.Close()
				time.Sleep(time.Hour)
			default:
				fmt.Println("rubbish\ninfo pv=\"32-28\"\ndone move=32-28 ponder=17-22")
			}
		case "stop":
			fmt.Println("done move=32-28")
		case "quit":
			switch manner {
			case "stays":
				time.Sleep(time.Hour)
			case "says goodbye":
				fmt.Println(strings.Repeat("info bye\n", 1000))
			}
			return
		}
	}
}

func startProgram(t *testing.T, manner string) *hub.Client {
	t.Helper()
	c, err := hub.Start(os.Args[0], asProgram, manner)
	must(t, err)
	return c
}

func TestClient(t *testing.T) {
	c := startProgram(t, "old names")
	defer c.Close()
	v := variant(t, "international")
	ctx := t.Context()
	must(t, c.Init(ctx, v, map[string]string{"book": "false"}))
	if c.Params["book"] != "true" {
		t.Errorf("the program has %v", c.Params)
	}
	for range 3 {
		h := draughts.NewHistory(v.Start())
		must(t, c.NewGame(ctx))
		m, err := c.Think(ctx, h, search.Limit{Time: time.Second})
		if err != nil || hub.MoveText(h.Position(), m) != "32-28" {
			t.Errorf("it plays %v, %v", m, err)
		}
	}
}

// A program is ready if it says so, whatever it says before, and also if it does not know ping.
func TestClientOfReadyPrograms(t *testing.T) {
	t.Parallel()
	for _, manner := range []string{"informs", "without pong"} {
		t.Run(manner, func(t *testing.T) {
			t.Parallel()
			c := startProgram(t, manner)
			defer c.Close()
			v := variant(t, "international")
			must(t, c.Init(t.Context(), v, map[string]string{"book": "false"}))
			if _, err := c.Think(t.Context(), draughts.NewHistory(v.Start()), search.Limit{Time: time.Second}); err != nil {
				t.Error(err)
			}
		})
	}
}

// A client and the server of this package understand each other, also where the protocol knows no
// such rules.
func TestClientOfServer(t *testing.T) {
	usual := search.Limit{Depth: 3, Nodes: 5}
	for _, test := range []struct {
		rules, fen string
		limit      search.Limit
	}{
		{"frisian", "W:WK46:BK5,16:+246+0", usual}, {"russian-misere", "B:Wa1,Kc3:Bb8", usual}, {"turkish", "W:Wa3,h3:Ba6,Kb8", usual},
		{"turkish", "W:Wa3,h3:Ba6,Kb8", search.Limit{Time: math.MaxInt64, Nodes: math.MaxUint64}},
	} {
		p := position(t, test.rules, test.fen)
		h := draughts.NewHistory(p)
		c := startTalk(t)
		c.engine.brief = true
		client := hub.NewClient(c.in, readCloser{c.out})
		must(t, client.Init(t.Context(), p.Variant(), nil))
		for range 6 {
			legal := h.Position().Moves()
			m, err := client.Think(t.Context(), h, test.limit)
			if err != nil || m != legal[0] {
				t.Fatalf("%s: %v, %v", test.fen, m, err)
			}
			if h.Play(m) != nil {
				break
			}
			if _, over := h.Ending(); over {
				break
			}
		}
		client.Close()
	}
}

type readCloser struct{ *bufio.Reader }

func (readCloser) Close() error { return nil }

// Whatever a program does wrong, the client says so soon.
func TestClientOfBadPrograms(t *testing.T) {
	t.Parallel()
	v := variant(t, "international")
	for manner, want := range map[string]string{
		"mute at first": "it is not ready after 1s",
		"deaf":          "it is not ready after 1s",
		"complains":     "it says: no such thing",
		"not ready":     "it is not ready after 1s, and says: no memory",
		"paints":        "it ended: exit status 3,  [32mgreen, and said:  [31mred",
		"declares on":   "it declares more than 1048576 bytes of parameters",
		"other game":    "it cannot play frisian-misere",
		"dies":          "it ended: exit status 3, out of cheese",
		"mute":          "it says no move after 1.02s",
		"rubbish":       "it says no move after 1.02s",
		"long line":     "it says no move after 1.02s",
		"illegal":       "its move: 32-22 is not legal",
		"says no move":  `its move: "" is not a move`,
		"closes":        "it says no move after 1.02s",
	} {
		t.Run(manner, func(t *testing.T) {
			t.Parallel()
			started := time.Now()
			c := startProgram(t, manner)
			if strings.HasPrefix(want, "it is not ready") {
				c.Hurry(time.Second)
			}
			params, rules := map[string]string{"book": "false"}, v
			if manner == "other game" {
				rules = variant(t, "frisian-misere")
			}
			err := c.Init(t.Context(), rules, params)
			if err == nil {
				c.Hurry(time.Second)
				_, err = c.Think(t.Context(), draughts.NewHistory(v.Start()), search.Limit{Time: 10 * time.Millisecond})
			}
			if err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%v, want %s", err, want)
			}
			c.Close()
			if took := time.Since(started); took > 20*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

func TestClientOfProgramThatStays(t *testing.T) {
	t.Parallel()
	c := startProgram(t, "stays")
	if err := c.Init(t.Context(), variant(t, "international"), map[string]string{"variant": "x"}); err == nil {
		t.Error("there is no such parameter")
	}
	if err := c.Close(); err == nil || err.Error() != "it had to be killed" {
		t.Error(err)
	}
	if _, err := hub.Start("no-such-program"); err == nil {
		t.Error("there is no such program")
	}
}

// What a program says before it ends is no reason to kill it.
func TestClientOfProgramThatSaysGoodbye(t *testing.T) {
	t.Parallel()
	c := startProgram(t, "says goodbye")
	must(t, c.Init(t.Context(), variant(t, "international"), nil))
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

// A program that has said its move is not asked to stop, although nobody waits for the move any more.
func TestClientIsStoppedTooLate(t *testing.T) {
	t.Parallel()
	c := startProgram(t, "old names")
	defer c.Close()
	v := variant(t, "international")
	must(t, c.Init(t.Context(), v, nil))
	if _, err := c.Think(late{t.Context()}, draughts.NewHistory(v.Start()), search.Limit{Time: time.Second}); err != nil {
		t.Error(err)
	}
}

// late is a context that is done, which is seen only by asking.
type late struct{ context.Context }

func (late) Done() <-chan struct{} { return nil }
func (late) Err() error            { return context.Canceled }

// A client that is no longer wanted stops its program.
func TestClientIsStopped(t *testing.T) {
	t.Parallel()
	c := startProgram(t, "mute")
	defer c.Close()
	v := variant(t, "international")
	must(t, c.Init(t.Context(), v, nil))
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	started := time.Now()
	_, err := c.Think(ctx, draughts.NewHistory(v.Start()), search.Limit{Time: time.Hour})
	if took := time.Since(started); !errors.Is(err, context.DeadlineExceeded) || took > time.Second {
		t.Errorf("%v after %v", err, took)
	}
}

func must(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
