package hub

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/search"
)

// Client asks a program that speaks the protocol. It trusts the program in nothing: a call ends
// when its time is over, whatever the program does. After an error other than a move that is not
// legal, the program is of no more use.
type Client struct {
	Params map[string]string // the parameters it declared, with their values

	in    io.WriteCloser
	lines chan string
	gone  chan struct{} // closed by Close
	end   func() error  // ends the program, and says why it ended before

	variants  []string // the rule sets that it names
	complaint string   // its last error line

	startTimeout, grace, moveTimeout time.Duration
}

const (
	// startTimeout is how long a program may take to start, or to set up its tables.
	startTimeout = 60 * time.Second
	// grace is given to a program that thinks too long, besides as much time again as it has, since
	// a busy machine can be the reason.
	grace = 2 * time.Second
	// moveTimeout is how long a move may take without a limit of time.
	moveTimeout = 10 * time.Minute
	// mostDeclared is how many bytes of parameters a program may declare. All are kept.
	mostDeclared = 1 << 20
)

// NewClient returns a client of a program that reads from in and writes to out.
func NewClient(in io.WriteCloser, out io.ReadCloser) *Client {
	c := &Client{
		in: in, lines: make(chan string), gone: make(chan struct{}), Params: map[string]string{},
		startTimeout: startTimeout, grace: grace, moveTimeout: moveTimeout,
	}
	c.end = func() error { in.Close(); return out.Close() }
	go func() {
		defer close(c.lines)
		readLines(out, c.lines, c.gone)
		io.Copy(io.Discard, out) // a program that says more before it ends waits for a reader
	}()
	return c
}

// Init makes the program ready to play by a rule set, with parameters of its own.
func (c *Client) Init(ctx context.Context, v *draughts.Variant, params map[string]string) error {
	ctx, cancel := context.WithTimeoutCause(ctx, c.startTimeout, fmt.Errorf("it is not ready after %v", c.startTimeout))
	defer cancel()
	if err := c.send(ctx, Line{Command: "hub"}); err != nil {
		return err
	}
	for declared := 0; ; {
		l, err := c.next(ctx, "param", "wait")
		if err != nil {
			return err
		}
		if l.Command == "wait" {
			break
		}
		if declared += len(l.String()); declared > mostDeclared {
			return fmt.Errorf("it declares more than %d bytes of parameters", mostDeclared)
		}
		name, _ := l.Get("name")
		c.Params[name], _ = l.Get("value")
		if values, ok := l.Get("values"); ok && name == "variant" {
			c.variants = strings.Fields(values)
		}
	}
	lines, err := c.settings(v, params)
	if err != nil {
		return err
	}
	if err := c.set(ctx, lines); err != nil {
		return err
	}
	if err := c.send(ctx, Line{Command: "init"}); err != nil {
		return err
	}
	_, err = c.next(ctx, "ready") // other lines inform, errors among them: it is ready if it says so
	return err
}

// set sends settings. An error line is about one of them if it comes before the pong to the ping behind
// them. A program without a pong is trusted after a while.
func (c *Client) set(ctx context.Context, settings []Line) error {
	if len(settings) == 0 {
		return nil
	}
	c.complaint = ""
	if err := c.send(ctx, append(settings, Line{Command: "ping"})...); err != nil {
		return err
	}
	waiting, cancel := context.WithTimeout(ctx, c.grace)
	defer cancel()
	if _, err := c.next(waiting, "pong"); err != nil && waiting.Err() == nil {
		return err
	}
	if c.complaint != "" {
		return errors.New("it says: " + c.complaint)
	}
	return nil
}

// settings returns the lines that set the rule set and other parameters.
func (c *Client) settings(v *draughts.Variant, params map[string]string) ([]Line, error) {
	var lines []Line
	set := func(name, value string) {
		if c.Params[name] != value {
			lines = append(lines, Line{Command: "set-param"}.With("name", name).With("value", value))
		}
	}
	if _, given := params["variant"]; !given {
		name, err := c.variantName(v)
		if err != nil {
			return nil, err
		}
		if name != "" {
			set("variant", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(params)) {
		if _, ok := c.Params[name]; !ok {
			return nil, fmt.Errorf("it has no parameter %q", name)
		}
		set(name, params[name])
	}
	return lines, nil
}

// variantName returns what the program calls a rule set, or nothing if it does not say what it
// can play.
func (c *Client) variantName(v *draughts.Variant) (string, error) {
	if len(c.variants) == 0 {
		return "", nil
	}
	key := v.Rules().Key
	names := []string{key}
	for name, of := range keysOf {
		if of == key {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if slices.Contains(c.variants, name) {
			return name, nil
		}
	}
	return "", fmt.Errorf("it cannot play %s: it plays %s", key, pdn.Excerpt(strings.Join(c.variants, ", ")))
}

// NewGame says that the next position is of another game.
func (c *Client) NewGame(ctx context.Context) error { return c.send(ctx, Line{Command: "new-game"}) }

// Think asks for a move. If ctx is done before it comes, Think has the program stop, and the error is that of ctx.
func (c *Client) Think(ctx context.Context, h *draughts.History, l search.Limit) (draughts.Move, error) {
	most := c.moveTimeout
	if l.Time > 0 {
		most = 2*min(l.Time, forever) + c.grace
	}
	timed, cancel := context.WithTimeoutCause(ctx, most, fmt.Errorf("it says no move after %v", most))
	defer cancel()
	c.complaint = ""
	if err := c.send(timed, positionLine(h), levelLine(l), Line{Command: "go"}.With("think", flag)); err != nil {
		return draughts.Move{}, err
	}
	done, err := c.next(timed, "done")
	if err != nil && ctx.Err() != nil {
		stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.grace)
		defer cancel()
		if c.send(stopping, Line{Command: "stop"}) == nil {
			c.next(stopping, "done")
		}
		return draughts.Move{}, ctx.Err()
	}
	if err != nil {
		return draughts.Move{}, err
	}
	text, _ := done.Get("move")
	m, err := ParseMove(h.Position(), text)
	if err != nil {
		err = fmt.Errorf("its move: %w", err)
	}
	return m, err
}

// positionLine writes a position with all moves before, because of repetitions and draw counters.
func positionLine(h *draughts.History) Line {
	l := Line{Command: "pos"}
	start := h.Start()
	if start.Run(draughts.White).Moves+start.Run(draughts.Black).Moves > 0 {
		l = l.With("fen", pdn.FEN(start))
	} else {
		l = l.With("pos", PositionText(start))
	}
	if h.Len() > 0 {
		l = l.With("moves", strings.Join(lineTexts(start, h.Moves()), " "))
	}
	return l
}

func levelLine(limit search.Limit) Line {
	l := Line{Command: "level"}
	if limit.Depth > 0 {
		l = l.With("depth", strconv.Itoa(limit.Depth))
	}
	if limit.Nodes > 0 {
		l = l.With("nodes", strconv.FormatUint(min(limit.Nodes, math.MaxInt64), 10))
	}
	if limit.Time > 0 {
		l = l.With("move-time", strconv.FormatFloat(limit.Time.Seconds(), 'f', -1, 64))
	}
	return l
}

// send writes lines.
func (c *Client) send(ctx context.Context, lines ...Line) error {
	var text strings.Builder
	for _, l := range lines {
		text.WriteString(l.String() + "\n")
	}
	written := make(chan error, 1)
	go func() { // because it waits for a program that reads nothing
		_, err := io.WriteString(c.in, text.String())
		written <- err
	}()
	select {
	case err := <-written:
		if err != nil {
			return c.ended()
		}
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// next returns the next line with one of the commands, and passes over others.
func (c *Client) next(ctx context.Context, commands ...string) (Line, error) {
	for {
		select {
		case text, ok := <-c.lines:
			if !ok {
				return Line{}, c.ended()
			}
			l, err := ParseLine(text)
			if err == nil && slices.Contains(commands, l.Command) {
				return l, nil
			}
			if message, ok := l.Get("message"); ok && l.Command == "error" {
				c.complaint = pdn.Excerpt(message)
			}
		case <-ctx.Done():
			err := context.Cause(ctx)
			if c.complaint != "" {
				err = fmt.Errorf("%w, and says: %s", err, c.complaint)
			}
			return Line{}, err
		}
	}
}

// ended says why the program is no longer there.
func (c *Client) ended() error {
	why := "it ended"
	if err := c.end(); err != nil {
		why += ": " + err.Error()
	}
	if c.complaint != "" {
		why += ", and said: " + c.complaint
	}
	return errors.New(why)
}

// Close ends the program, after it has asked it to quit.
func (c *Client) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	c.send(ctx, Line{Command: "quit"})
	close(c.gone)
	return c.end()
}
