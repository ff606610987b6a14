//go:build unix

package main

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"doublecorner/bot/discord"
	"doublecorner/game"
	"doublecorner/internal/discordtest"
	"doublecorner/internal/sandbox"
)

var (
	loadGames = flag.Int("load.games", 0, "play so many games at once, in TestLoad")
	loadMoves = flag.Int("load.moves", 3, "make so many moves in each of them, by each path of interactions")
	loadRate  = flag.Float64("load.rate", 100, "make so many moves a second at people's pace, in all games together")
)

// hands is how many people act at the same time when everybody acts as fast as possible.
const hands = 32

// What may be left of a flood: a connection that is just being closed, and what the bot
// remembers on purpose, which is bounded.
const (
	fewMore  = 5
	muchMore = 16 << 20
)

// tablesInAServer is how many games are played in one server.
const tablesInAServer = 20

// TestLoad plays many games over each path of interactions: as fast as possible, at the pace of
// people, all moves in one moment; and then ends them. It logs how long responses took and what
// they cost. Every game must be stored as people saw it, and the bot must not keep memory or
// goroutines of the flood.
func TestLoad(t *testing.T) {
	if *loadGames == 0 {
		t.Skip("it takes long: -load.games 2000")
	}
	for _, path := range []string{"gateway", "posts"} {
		t.Run(path, func(t *testing.T) {
			f := newFlood(t)
			if path == "posts" {
				f.bySignedPosts()
			}
			f.rise(*loadGames)
		})
	}
}

// flood is a fixture with many players.
type flood struct {
	*fixture
	tables map[sandbox.ID]*table // by their channels
	order  []*table
	stop   func()

	mu          sync.Mutex
	dispatcher  []time.Duration // how long the responses of a phase took, as the bot counts
	people      []time.Duration // and from what people did until they saw what came of it
	deferred    int             // responses that were deferred
	undelivered int             // and those that Discord did not accept, so that they became announcements
	troubles    []string
}

// table is two players with a channel of their own.
type table struct {
	channel sandbox.ID
	players [2]*discordtest.Person
	dice    *rand.Rand
	seen    chan string // what the bot has said there

	isUntimed bool // it is not measured how long responses take

	mu    sync.Mutex // held by the user who does something
	board sandbox.MessageView
	moves int // that were made here
}

func newFlood(t *testing.T) *flood {
	f := &flood{tables: map[sandbox.ID]*table{}}
	f.fixture = newUncheckedFixture(t, sandbox.Options{Observe: f.see})
	f.fixture.observe = f.count
	return f
}

// settle makes servers with n pairs of players.
func (f *flood) settle(n int) {
	connections := http.DefaultTransport.(*http.Transport).Clone()
	connections.MaxIdleConns, connections.MaxIdleConnsPerHost = 0, 4*hands
	f.t.Cleanup(connections.CloseIdleConnections)
	client := &http.Client{Transport: connections}
	var guild sandbox.ID
	for i := range n {
		var err error
		if i%tablesInAServer == 0 {
			guild, err = f.Guild(fmt.Sprintf("Club %d", i/tablesInAServer), f.mod.ID)
			must(f.t, err)
			must(f.t, f.Join(guild, f.AppID()))
		}
		table := &table{dice: rand.New(rand.NewPCG(uint64(i), 1)), seen: make(chan string, 64)}
		table.channel, err = f.Channel(guild, fmt.Sprintf("table-%d", i))
		must(f.t, err)
		must(f.t, f.Overwrite(table.channel, f.AppID(), sandbox.Overwrite{Deny: sandbox.CreatePublicThread})) // games stay in the channel
		for k := range table.players {
			table.players[k] = f.joins(guild, fmt.Sprintf("Player %d", 2*i+k))
			table.players[k].Client = client
		}
		f.tables[table.channel] = table
		f.order = append(f.order, table)
	}
}

// see hands a message of the bot to the table in its channel.
func (f *flood) see(e sandbox.Exchange) {
	if e.Status >= 300 && !strings.Contains(e.Response, `"code":10062,`) && e.Status != http.StatusServiceUnavailable {
		f.trouble("%s: %d %.200s", e.Route, e.Status, e.Response)
	}
	_, rest, ok := strings.Cut(e.Response, `"channel_id":"`)
	if !ok || strings.HasPrefix(e.Route, "GET ") { // what is read again has been seen
		return
	}
	digits, _, _ := strings.Cut(rest, `"`)
	channel, _ := sandbox.ParseID(digits)
	if table := f.tables[channel]; table != nil {
		table.seen <- e.Response
	}
}

// count records the time from an interaction's arrival until Discord took the response.
func (f *flood) count(o discord.Handled) {
	switch o.Status {
	case discord.Answered, discord.Deferred, discord.Undelivered:
	default:
		f.trouble("%s is %s", o.Subject, o.Status)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	switch o.Status {
	case discord.Deferred:
		f.deferred++
	case discord.Undelivered:
		f.undelivered++
	}
	f.dispatcher = append(f.dispatcher, o.Took)
}

func (f *flood) trouble(format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.troubles = append(f.troubles, fmt.Sprintf(format, args...))
}

// phase runs a phase of the test and logs its figures.
func (f *flood) phase(name string, do func() error) {
	f.t.Helper()
	f.mu.Lock()
	f.dispatcher, f.people, f.deferred, f.undelivered = nil, nil, 0, 0
	f.mu.Unlock()
	begin, worked := time.Now(), processorTime()
	err := do()
	took := time.Since(begin)
	worked = processorTime() - worked
	if err == nil { // people see a response before the bot knows that they do
		f.eventually("the last response", func() bool {
			f.mu.Lock()
			defer f.mu.Unlock()
			return len(f.dispatcher) >= len(f.people)
		})
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.t.Logf("%-27s %6d responses (%d deferred, %d undelivered), %5.0f a second, "+
		"%.1f ms of a processor each; at the dispatcher %s; as people see it %s",
		name, len(f.dispatcher), f.deferred, f.undelivered, float64(len(f.dispatcher))/took.Seconds(),
		worked.Seconds()*1000/float64(len(f.dispatcher)), quantiles(f.dispatcher), quantiles(f.people))
	if f.undelivered > 0 {
		f.t.Errorf("%d people read that the app did not respond", f.undelivered)
	}
	if len(f.troubles) > 0 {
		f.t.Fatalf("%d went wrong:\n%s", len(f.troubles), strings.Join(f.troubles[:min(10, len(f.troubles))], "\n"))
	}
	must(f.t, err)
}

// processorTime returns the processor time of this process: of the bot, the sandbox and the
// players.
func processorTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// quantiles formats the median, the 99th percentile and the maximum.
func quantiles(all []time.Duration) string {
	if len(all) == 0 {
		return "nothing"
	}
	slices.Sort(all)
	at := func(q float64) time.Duration {
		return all[int(q*float64(len(all)-1))].Round(100 * time.Microsecond)
	}
	return fmt.Sprintf("50 %% %v, 99 %% %v, worst %v", at(0.5), at(0.99), at(1))
}

// quickly does something at every table a number of times, as fast as possible.
func (f *flood) quickly(times int, do func(*table) error) error {
	var next atomic.Int64
	return atOnce(hands, func(int) error {
		for {
			n := int(next.Add(1)) - 1
			if n >= times*len(f.order) {
				return nil
			}
			if err := f.order[n%len(f.order)].at(do); err != nil {
				return err
			}
		}
	})
}

// atPace does something at every table a number of times, at random moments of a given total
// rate.
func (f *flood) atPace(times int, aSecond float64, do func(*table) error) error {
	begin, dice, due := time.Now(), rand.New(rand.NewPCG(1, 2)), 0.0
	starts := make([]time.Time, times*len(f.order))
	for n := range starts {
		due += dice.ExpFloat64() / aSecond
		starts[n] = begin.Add(time.Duration(due * float64(time.Second)))
	}
	return atOnce(len(f.order), func(n int) error {
		for ; n < len(starts); n += len(f.order) {
			time.Sleep(time.Until(starts[n]))
			if err := f.order[n%len(f.order)].at(do); err != nil {
				return err
			}
		}
		return nil
	})
}

// inOneMoment does something at every table in the same moment.
func (f *flood) inOneMoment(do func(*table) error) error {
	return atOnce(len(f.order), func(n int) error { return f.order[n].at(do) })
}

// atOnce does n things at the same time and returns the first error.
func atOnce(n int, do func(int) error) error {
	errs := make(chan error, n)
	for i := range n {
		go func() { errs <- do(i) }()
	}
	var first error
	for range n {
		if err := <-errs; first == nil {
			first = err
		}
	}
	return first
}

// at does something at a table, one thing at a time.
func (t *table) at(do func(*table) error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := do(t); err != nil {
		return fmt.Errorf("in channel %v: %w", t.channel, err)
	}
	return nil
}

// act has a person do something and waits until they see its effect. After a long wait they
// repeat it.
func (f *flood) act(t *table, do func() error, shows func(sandbox.MessageView) bool) (sandbox.MessageView, error) {
	begin := time.Now()
	if err := do(); err != nil {
		return sandbox.MessageView{}, err
	}
	again := time.NewTicker(20 * time.Second)
	defer again.Stop()
	for tries := 1; ; {
		select {
		case text := <-t.seen:
			m, err := shown(text)
			if err != nil {
				return m, err
			}
			if shows(m) {
				f.mu.Lock()
				if !t.isUntimed {
					f.people = append(f.people, time.Since(begin))
				}
				f.mu.Unlock()
				return m, nil
			}
		case <-again.C:
			if tries++; tries > 5 {
				return sandbox.MessageView{}, errors.New("nothing comes of it")
			}
			do()
		}
	}
}

// isBoard reports whether a message shows a game and its buttons.
func isBoard(m sandbox.MessageView) bool { return has("Resign")(m) || has("Rematch")(m) }

// press has a person use the button with a label on a message.
func (f *flood) press(p *discordtest.Person, channel sandbox.ID, m sandbox.MessageView, label string) func() error {
	return func() error {
		press, ok := find(m, label)
		if !ok {
			return fmt.Errorf("nobody shows %q on %q", label, said(m))
		}
		press.Channel, press.NoWait = channel, true
		_, err := p.Press(f.t.Context(), press)
		return err
	}
}

// begin begins a game.
func (f *flood) begin(t *table) error {
	use := sandbox.CommandRequest{Channel: t.channel, Command: "challenge", Options: map[string]any{"opponent": t.players[1].ID}, NoWait: true}
	offered, err := f.act(t, func() error {
		_, err := t.players[0].Command(f.t.Context(), use)
		return err
	}, has("Accept"))
	if err != nil {
		return err
	}
	t.board, err = f.act(t, f.press(t.players[1], t.channel, offered, "Accept"), isBoard)
	return err
}

// move makes a move, and begins another game if the game is over.
func (f *flood) move(t *table) error {
	if has("Rematch")(t.board) {
		return f.begin(t)
	}
	mover := awaits(t.board, t.players)
	if mover == nil {
		return fmt.Errorf("nobody is mentioned by %q", said(t.board))
	}
	press, typed := choose(t.dice, t.board)
	press.Channel, press.NoWait = t.channel, true
	do := func() error {
		_, err := mover.Press(f.t.Context(), press)
		return err
	}
	text, _, _ := strings.Cut(typed, " · ")
	if typed != "" && t.dice.IntN(4) == 0 && isOnly(t.board, text) {
		do = func() error {
			_, err := mover.Command(f.t.Context(),
				sandbox.CommandRequest{Channel: t.channel, Command: "move", Options: map[string]any{"move": text}, NoWait: true})
			return err
		}
	}
	var err error
	if t.board, err = f.act(t, do, isBoard); err == nil {
		t.moves++
	}
	return err
}

// isOnly reports whether a board offers exactly one move that is written so.
func isOnly(board sandbox.MessageView, move string) bool {
	n := 0
	for _, c := range flat(board.Components) {
		for _, o := range c.Options {
			if text, _, _ := strings.Cut(o.Label, " · "); text == move {
				n++
			}
		}
	}
	return n == 1
}

// giveUp ends a game.
func (f *flood) giveUp(t *table) error {
	if has("Rematch")(t.board) {
		return nil
	}
	sure, err := f.act(t, f.press(t.players[0], t.channel, t.board, "Resign"), has("Yes, resign"))
	if err != nil {
		return err
	}
	t.board, err = f.act(t, f.press(t.players[0], t.channel, sure, "Yes, resign"), has("Rematch"))
	return err
}

// rise plays a number of games at the same time.
func (f *flood) rise(games int) {
	t := f.t
	f.settle(games)

	// What the bot needs with nothing to do, but with all that it draws once.
	f.stop = f.serve()
	must(t, f.begin(f.order[0]))
	for range 3 {
		must(t, f.move(f.order[0]))
	}
	must(t, f.giveUp(f.order[0]))
	quiet := goroutines()
	idle := f.leave()

	f.stop = f.serve()
	f.phase("begun as fast as it goes", func() error { return f.quickly(1, f.begin) })
	f.phase("moves as fast as it goes", func() error { return f.quickly(*loadMoves, f.move) })
	running := f.leave()
	size, err := os.Stat(f.settings.Data)
	must(t, err)
	t.Logf("%d games need %.1f MB of memory and %.1f MB of the disk, %.1f MB and %.1f MB for a thousand",
		games, mega(running), mega(size.Size()), mega(running-idle)*1000/float64(games), mega(size.Size())*1000/float64(games))
	begin := time.Now()
	f.stop = f.serve()
	t.Logf("with %d games running, the bot starts in %v", games, time.Since(begin).Round(time.Millisecond))
	f.phase("moves at people's pace", func() error { return f.atPace(*loadMoves, *loadRate, f.move) })
	f.phase("all move in one moment", func() error { return f.inOneMoment(f.move) })
	f.phase("given up as fast as it goes", func() error { return f.quickly(1, f.giveUp) })
	t.Logf("%d goroutines run before and %d after the flood", quiet, goroutines())
	f.eventually("an end of all that the flood had to do", func() bool { return goroutines() <= quiet+fewMore })
	after := f.leave()
	t.Logf("with nothing to do the bot needs %.1f MB before and %.1f MB after the flood", mega(idle), mega(after))
	if after > idle+muchMore {
		t.Errorf("%.1f MB are left of the flood", mega(after-idle))
	}
	f.explain()
}

// leave stops the bot and returns how much memory it used.
func (f *flood) leave() int64 {
	with := heap()
	f.stop()
	return with - heap()
}

// heap returns how much memory is in use.
func heap() int64 {
	var m runtime.MemStats
	for range 3 { // what is pooled is kept for a while
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func mega(bytes int64) float64 { return float64(bytes) / (1 << 20) }

// goroutines counts goroutines, except for the few of idle connections.
func goroutines() (n int) {
	text := make([]byte, 1<<20)
	for {
		if n := runtime.Stack(text, true); n < len(text) {
			text = text[:n]
			break
		}
		text = make([]byte, 2*len(text))
	}
	for one := range strings.SplitSeq(string(text), "\n\n") {
		if !strings.Contains(one, "net/http.(*persistConn)") && !strings.Contains(one, "net/http.(*conn).serve") {
			n++
		}
	}
	return n
}

// explain checks that every game is stored as it was played, and that no announcement is
// pending.
func (f *flood) explain() {
	t := f.t
	if n := f.pending(); n > 0 {
		t.Errorf("%d announcements were never delivered", n)
	}
	kept := f.stored()
	defer kept.Close()
	games := allGames(t, kept)
	moves, all := map[sandbox.ID]int{}, 0
	for _, g := range games {
		if !g.IsOver() {
			t.Errorf("game %s is not over", g.ID)
		}
		for _, e := range g.Events() {
			if e.Kind == game.Moved {
				moves[sandbox.ID(g.Room)]++
				all++
			}
		}
	}
	for _, table := range f.order {
		if moves[table.channel] != table.moves {
			t.Errorf("in channel %v %d moves were made, and %d are stored", table.channel, table.moves, moves[table.channel])
		}
	}
	t.Logf("%d games with %d moves are stored as they were played", len(games), all)
}
