package hub

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/search"
)

// conversation is what has been said so far.
type conversation struct {
	server *Server
	out    *writer

	variant *draughts.Variant
	hash    int
	level   int    // 0: as strong as can be
	engine  Engine // nil until it is needed, or if it must be another one

	history *draughts.History
	limit   limit
	limited bool // a level line has set it

	thinking chan result // nil unless a search is under way
	stop     context.CancelFunc
	about    *draughts.History // what the search is about
	pondered bool              // its time does not run yet
	endless  bool              // it has no limit
}

// result is what a search comes to.
type result struct {
	search.Thought
	err error
}

// fail says that something is wrong.
func (c *conversation) fail(format string, args ...any) {
	c.out.line(Line{Command: "error"}.With("message", fmt.Sprintf(format, args...)))
}

// handle does what a line says, and reports whether it says to quit.
func (c *conversation) handle(text string) (quit bool) {
	if text == tooLong {
		c.fail("a line has more than %d bytes", mostLine)
		return false
	}
	l, err := ParseLine(text)
	if err != nil {
		c.fail("%v", err)
		return false
	}
	if c.thinking != nil && slices.Contains([]string{"hub", "set-param", "init", "pos", "level", "go", "new-game"}, l.Command) {
		c.fail("%s has to wait until the search is done; stop ends it", l.Command)
		return false
	}
	switch l.Command {
	case "":
	case "hub":
		c.identify()
	case "set-param":
		err = c.setParam(l)
	case "init":
		if err = c.ready(); err == nil {
			c.out.line(Line{Command: "ready"})
		}
	case "pos":
		err = c.position(l)
	case "level":
		var parsed limit
		if parsed, err = parseLimit(l); err == nil {
			c.limit, c.limited = parsed, true
		}
	case "go":
		err = c.think(l)
	case "ponder-hit":
		c.ponderHit()
	case "stop":
		c.halt()
	case "new-game":
		if c.engine != nil {
			c.engine.Forget()
		}
	case "ping":
		c.out.line(Line{Command: "pong"})
	case "quit":
		return true
	default:
		err = fmt.Errorf("no command %q is known", pdn.Excerpt(l.Command))
	}
	if err != nil {
		c.fail("%v", err)
	}
	return false
}

// identify says what the program is, and what can be set.
func (c *conversation) identify() {
	c.out.line(Line{Command: "id"}.With("name", c.server.Name).With("version", c.server.Version))
	param := func(name, value, kind string) Line {
		return Line{Command: "param"}.With("name", name).With("value", value).With("type", kind)
	}
	keys := draughts.Keys()
	if key := c.variant.Rules().Key; !slices.Contains(keys, key) {
		keys = append(keys, key) // a rule set of a file
	}
	c.out.line(param("variant", c.variant.Rules().Key, "enum").With("values", strings.Join(keys, " ")))
	c.out.line(param("hash", strconv.Itoa(c.hash), "int").With("min", "1").With("max", strconv.Itoa(MostHash)))
	c.out.line(param("threads", "1", "int").With("min", "1").With("max", "1"))
	c.out.line(param("level", strconv.Itoa(c.level), "int").With("min", "0").With("max", strconv.Itoa(search.Levels)))
	c.out.line(Line{Command: "wait"})
}

// setParam sets a parameter. The engine that it changes is made when it is needed.
func (c *conversation) setParam(l Line) error {
	name, _ := l.Get("name")
	value, ok := l.Get("value")
	if !ok {
		return errors.New("set-param needs a name and a value")
	}
	number := func(low, high int) (int, error) {
		n, err := strconv.Atoi(value)
		if err != nil || n < low || n > high {
			return 0, fmt.Errorf("%s is a number from %d to %d, and not %q", name, low, high, pdn.Excerpt(value))
		}
		return n, nil
	}
	switch name {
	case "variant":
		v, err := c.named(value)
		if err != nil {
			return err
		}
		c.variant, c.engine, c.history = v, nil, draughts.NewHistory(v.Start())
	case "hash":
		n, err := number(1, MostHash)
		if err != nil {
			return err
		}
		c.hash, c.engine = n, nil
	case "threads":
		_, err := number(1, 1)
		return err
	case "level":
		n, err := number(0, search.Levels)
		if err != nil {
			return err
		}
		c.level = n
	default:
		return fmt.Errorf("no parameter %q is known", pdn.Excerpt(name))
	}
	return nil
}

// named returns the rule set of a key, or of the protocol's own name.
func (c *conversation) named(name string) (*draughts.Variant, error) {
	if name == c.server.Variant.Rules().Key {
		return c.server.Variant, nil
	}
	if key, ok := keysOf[name]; ok {
		name = key
	}
	return draughts.Builtin(name)
}

// keysOf holds the keys of the rule sets that the protocol names itself.
var keysOf = map[string]string{
	"normal": "international",
	"bt":     "international-breakthrough",
	"losing": "international-misere",
}

// ready makes the engine that the settings need, unless it is there.
func (c *conversation) ready() error {
	if c.engine != nil {
		return nil
	}
	made, err := c.server.New(c.variant, c.hash)
	if made == nil {
		return err
	}
	if err != nil {
		c.fail("%v", err)
	}
	c.engine = made
	return nil
}

// position sets up the position of a line, and plays its moves.
func (c *conversation) position(l Line) error {
	var start draughts.Position
	var err error
	if text, ok := l.Get("pos"); ok {
		start, err = ParsePosition(c.variant, text)
	} else if text, ok = l.Get("fen"); ok {
		start, err = pdn.ParseFEN(c.variant, text)
	} else {
		err = errors.New("pos needs pos=, or fen= with a FEN")
	}
	if err != nil {
		return err
	}
	h := draughts.NewHistory(start)
	moves, _ := l.Get("moves")
	for i, text := range strings.Fields(moves) {
		m, err := ParseMove(h.Position(), text)
		if err == nil {
			err = h.PlayOn(m)
		}
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	c.history = h
	return nil
}

// think starts a search.
func (c *conversation) think(l Line) error {
	var modes []string
	for _, mode := range []string{"think", "ponder", "analyze"} {
		if _, ok := l.Get(mode); ok {
			modes = append(modes, mode)
		}
	}
	if len(modes) != 1 {
		return errors.New("go needs one of think, ponder and analyze")
	}
	if _, over := c.history.Position().Over(); over {
		return errors.New("there is no move to think about: the game is over")
	}
	level := c.level
	if modes[0] == "analyze" {
		level = 0
	}
	if !c.limited && level == 0 {
		return errors.New("say with level how long to think")
	}
	if err := c.ready(); err != nil {
		return err
	}
	c.pondered = modes[0] == "ponder"
	given := search.Limit{Depth: c.limit.depth, Nodes: c.limit.nodes, Level: level}
	if !c.pondered {
		given.Time = c.limit.share()
	}
	c.endless = given.IsEmpty()
	if c.endless {
		given.Time = forever
	}
	h, engine, thinking := c.history.Clone(), c.engine, make(chan result, 1)
	given.Progress = func(t search.Thought) { c.out.line(infoLine(h, t)) }
	ctx, stop := context.WithCancel(context.Background())
	c.thinking, c.stop, c.about = thinking, stop, h
	go func() {
		t, err := engine.Think(ctx, h.Clone(), given)
		thinking <- result{t, err}
	}()
	return nil
}

// forever is longer than anybody waits for a move.
const forever = 365 * 24 * time.Hour

// ponderHit lets the time of a search run from now on.
func (c *conversation) ponderHit() {
	if c.thinking == nil || !c.pondered {
		return
	}
	c.pondered = false
	if share := c.limit.share(); share > 0 {
		c.endless = false
		timer := time.AfterFunc(share, c.stop)
		stop := c.stop
		c.stop = func() { timer.Stop(); stop() }
	}
}

// done ends a search and says the move it came to.
func (c *conversation) done(r result) {
	c.stop()
	c.thinking = nil
	p := c.about.Position()
	var line []draughts.Move
	if len(r.Lines) > 0 {
		line = r.Lines[0].Moves
		c.out.line(infoLine(c.about, r.Thought))
	} else if legal := p.Moves(); len(legal) > 0 {
		line = legal[:1] // it was stopped before it knew any
		if r.err != nil && !errors.Is(r.err, context.Canceled) {
			c.fail("%v", r.err)
		}
	}
	if len(line) == 0 {
		c.fail("the search found no move")
		return
	}
	texts := lineTexts(p, line)
	l := Line{Command: "done"}.With("move", texts[0])
	if len(texts) > 1 {
		l = l.With("ponder", texts[1])
	}
	c.out.line(l)
}

// halt ends a search, if one is under way, and says what it came to.
func (c *conversation) halt() {
	if c.thinking != nil {
		c.stop()
		c.done(<-c.thinking)
	}
}

// longestFinish is how long a search may go on after the end of the input.
const longestFinish = 10 * time.Second

// finish lets a search that has a limit come to its end, for scripts whose input ends with a
// question. If the program at the other end has died, that does little harm.
func (c *conversation) finish() {
	if c.thinking == nil || c.endless {
		return
	}
	timer := time.AfterFunc(longestFinish, c.stop)
	defer timer.Stop()
	c.done(<-c.thinking)
}
