package bot

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game/draughts"
)

// mostEffort is how long a processor may work for one interaction, if not for one whose
// answer takes long and counts against a budget.
const mostEffort = 50 * time.Millisecond

// effort returns how long a processor worked to answer an interaction.
func (w *world) effort(i *dg.Interaction) (Reply, time.Duration) {
	w.t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	worked := func() time.Duration {
		var use syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_THREAD, &use); err != nil {
			w.t.Fatal(err)
		}
		return time.Duration(use.Utime.Nano() + use.Stime.Nano())
	}
	before := worked()
	reply, ok := w.bot.Handle(context.Background(), i)
	took := worked() - before
	if !ok {
		w.t.Fatalf("%+v is not answered", i)
	}
	return reply, took
}

// Whatever a player types or presses in the most crowded position known of each rule set
// costs little, or counts against their budget.
func TestEffort(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector makes everything slow")
	}
	// What is collected while an interaction is answered may be left of any other.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	text, err := os.ReadFile("../game/draughts/testdata/crowded.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if fields[0] == "#" || fields[1] == "-" {
			continue
		}
		runtime.GC()
		t.Run(fields[0], func(t *testing.T) { crowdedGame(t, fields[0], fields[2]) })
	}
}

// crowdedGame tries everything in one position.
func crowdedGame(t *testing.T, rules, fen string) {
	w := newWorld(t)
	board, anna, p := w.beginsFrom(rules, fen)
	id := string(board.shows.ID)
	tries := func(what string, asks func() *dg.Interaction) (reply Reply) {
		var took time.Duration
		for range 3 { // a processor that others use works slower
			if reply, took = w.effort(asks()); took <= mostEffort || reply.Later != nil {
				return reply
			}
		}
		t.Errorf("%s took %v of a processor", what, took)
		return reply
	}
	moves := legalMoves(p.Moves())
	longest := slices.MaxFunc(moves, func(a, b draughts.Move) int { return a.Taken().Len() - b.Taken().Len() })
	way := p.Way(longest)
	part := func(squares ...draughts.Square) string {
		names := make([]string, len(squares))
		for i, q := range squares {
			names[i] = strconv.Itoa(int(q))
		}
		return strings.Join(names, "-")
	}
	last := len(way) - 1
	texts := []string{
		"", part(way[0]), part(way[last]), part(way[0], way[last]), part(way[0], way[last/2], way[last]),
		part(way...), part(way[:last]...), part(slices.Concat(way[:1], way[last/2:])...),
		part(way[0], 5, 1, 2, 3), "5-1-2-3", part(way[0]) + "-" + part(way[0]), "1-2", "a1", "x",
	}
	for _, typed := range texts {
		tries("completing "+typed, func() *dg.Interaction { return typing(anna, "move", "move", typed) })
	}
	for _, c := range commands {
		for _, o := range c.options {
			if o.search && o.name != "move" {
				tries("completing "+o.name+" of "+c.name, func() *dg.Interaction { return typing(anna, c.name, o.name, "") })
			}
		}
		if c.subs == nil && c.name != "move" && c.name != "resign" && c.name != "abort" && c.name != "challenge" {
			tries("/"+c.name, func() *dg.Interaction { return anna.command(c.name) })
		}
	}
	for v := range presses {
		if v == moveVerb || v == resignedVerb || v == abortVerb {
			continue
		}
		for _, arg := range []string{"", p.Variant().Name(way[0]), "black", " captures 0"} {
			tries(string(v)+" "+arg, func() *dg.Interaction {
				return anna.click(control{verb: v, game: board.shows.ID, arg: arg}.String())
			})
		}
	}
	for _, typed := range texts[5:] { // those that are legal moves come last
		if typed != part(way...) {
			tries("/move "+typed, func() *dg.Interaction { return anna.command("move", "move", typed, "game", id) })
		}
	}
	if reply := tries("/move "+part(way...), func() *dg.Interaction { return anna.command("move", "move", part(way...), "game", id) }); reply.Response.Type == dg.InteractionResponseDeferredChannelMessageWithSource {
		t.Error("a move is made to wait")
	}
}
