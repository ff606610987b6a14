package bot

import (
	"context"
	"math/rand/v2"
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

	"doublecorner/bot/delivery"
	"doublecorner/bot/lesson"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
)

// mostEffort is how long a processor may work for one interaction, if not for one whose
// answer takes long and counts against a budget.
const mostEffort = 50 * time.Millisecond

// effort returns how long a processor worked to answer an interaction.
func (w *world) effort(i *dg.Interaction) (delivery.Plan, time.Duration) {
	w.t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	worked := func() time.Duration {
		var use syscall.Rusage
		must(w.t, syscall.Getrusage(syscall.RUSAGE_THREAD, &use))
		return time.Duration(use.Utime.Nano() + use.Stime.Nano())
	}
	before := worked()
	reply, ok := w.handle(context.Background(), i)
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
	must(t, err)
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
	id := string(board.Board.Game.ID)
	tries := func(what string, asks func() *dg.Interaction) (reply delivery.Plan) {
		var took time.Duration
		for range 3 { // a processor that others use works slower
			if reply, took = w.effort(asks()); took <= mostEffort || reply.Later != nil {
				return reply
			}
		}
		t.Errorf("%s took %v of a processor", what, took)
		return reply
	}
	moves := draughtstest.Listed(p.Moves())
	longest := slices.MaxFunc(moves, func(a, b draughts.Move) int { return a.Captured().Len() - b.Captured().Len() })
	way := p.Path(longest)
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
			if o.autocomplete && o.name != "move" {
				tries("completing "+o.name+" of "+c.name, func() *dg.Interaction { return typing(anna, c.name, o.name, "") })
			}
		}
		if c.subcommands == nil && c.name != "move" && c.name != "resign" && c.name != "abort" && c.name != "challenge" {
			tries("/"+c.name, func() *dg.Interaction { return anna.command(c.name) })
		}
	}
	for v := range components {
		if v == moveAction || v == confirmResignAction || v == abortAction {
			continue
		}
		for _, arg := range []string{"", p.Variant().Name(way[0]), "black", " captures 0"} {
			tries(string(v)+" "+arg, func() *dg.Interaction {
				return anna.click(customID{action: v, game: board.Board.Game.ID, arg: arg}.String())
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

// TestRulesEffort checks that no page about a guild's own rule set costs more than
// mostEffort.
func TestRulesEffort(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector makes everything slow")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	random := rand.New(rand.NewPCG(31, 32))
	all := costlyRules()
	for len(all) < 40 {
		all = append(all, mixedRules(random))
	}
	for _, rules := range all {
		rules.Key, rules.Name, rules.GameType = "mine", "Mine", 0
		if v, err := draughts.Compile(rules); err == nil && v.CheckCaptures() == nil {
			runtime.GC()
			t.Run("", func(t *testing.T) { everyPage(t, v) })
		}
	}
}

// everyPage turns all pages about a guild's own rule set, forward and backward.
func everyPage(t *testing.T, v *draughts.Variant) {
	rules := v.Rules()
	w := newWorld(t)
	anna := w.member(1, "Anna")
	if err := change(context.Background(), w.bot, game.PlaceSettings(77), func(s *settings) {
		s.Own = []ruleSet{ruleSetOf(v, "")}
	}); err != nil {
		t.Fatal(err)
	}
	for _, topic := range lesson.Topics() {
		chapter, _ := lesson.ChapterOn(v, topic)
		for n := range chapter.Pages() {
			page := rulesPage{rules: rules.Key, topic: topic, page: n}
			var took time.Duration
			for range 3 { // a processor that others use works slower
				if _, took = w.effort(anna.click(page.customID(rulesPageAction).String())); took <= mostEffort {
					break
				}
			}
			if took > mostEffort {
				t.Errorf("page %d of %s took %v of a processor, of %+v", n, topic, took, rules)
			}
		}
	}
}

// costlyRules returns rule sets whose pictures are hard to find.
func costlyRules() (all []draughts.Rules) {
	for _, r := range draughts.Families() {
		r.Draws = draughts.Draws{Repetition: 10, RepetitionClaimed: true, Counters: []draughts.Counter{{Moves: 17, Quiet: true}}}
		all = append(all, r)
		r.Draws.RepetitionClaimed = false
		r.Draws.Counters = slices.Repeat([]draughts.Counter{{Moves: 17, Exact: true}}, 20)
		for _, force := range []draughts.Force{
			{Kings: draughts.Span{Min: 20, Max: 20}}, {Kings: draughts.Span{Min: 5, Max: 5}, Men: draughts.Span{Min: 15, Max: 15}},
		} {
			for range 10 {
				b := draughts.Balance{Strong: force, Weak: force}
				r.Draws.Dead, r.Draws.Unwinnable = append(r.Draws.Dead, b), append(r.Draws.Unwinnable, b)
			}
		}
		all = append(all, r)
	}
	return all
}

// mixedRules returns rules mixed at random, which may contradict themselves.
func mixedRules(random *rand.Rand) draughts.Rules {
	pick := func(of ...draughts.Directions) draughts.Directions { return of[random.IntN(len(of))] }
	yes := func() bool { return random.IntN(2) == 0 }
	families := draughts.Families()
	r := families[random.IntN(len(families))]
	r.Board.Size, r.Board.Gap = 8+2*random.IntN(3), 0
	r.Board.Rows = 1 + random.IntN(r.Board.Size/2-1)
	r.Man.Captures = pick(r.Man.Captures, draughts.DiagonalForward, draughts.Diagonals, draughts.Straights, draughts.Diagonals|draughts.Straights)
	r.Man.CapturesKings, r.Man.Crowning = yes(), draughts.Crowning(random.IntN(3))
	r.King.Moves, r.King.Captures = draughts.Diagonals|draughts.Straights, draughts.Diagonals|draughts.Straights
	r.King.Range, r.King.Reach = draughts.Range(random.IntN(2)), draughts.Range(random.IntN(2))
	r.King.Landing = draughts.Landing(random.IntN(2))
	r.Capture.Removal = draughts.Removal(random.IntN(2))
	r.King.TurnsBack = r.Capture.Removal == draughts.AtOnce && yes()
	r.Capture.Obligatory = yes()
	r.Capture.Prefer = nil
	if r.Capture.Obligatory {
		r.Capture.Prefer = []draughts.Preference{draughts.MostPieces, draughts.MostKings, draughts.KingsSoonest}[:random.IntN(4)]
	}
	r.Draws.Repetition = 2 + random.IntN(9)
	for range random.IntN(20) {
		kings := draughts.Span{Min: 1 + random.IntN(12), Max: 12}
		r.Draws.Counters = append(r.Draws.Counters, draughts.Counter{Moves: 1 + random.IntN(40), Quiet: yes()})
		r.Draws.Dead = append(r.Draws.Dead, draughts.Balance{Strong: draughts.Force{Kings: kings, Men: kings}, Weak: draughts.Force{Men: kings}})
	}
	r.Draws.Counters = r.Draws.Counters[:min(len(r.Draws.Counters), 20)]
	return r
}
