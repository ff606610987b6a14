package bot

import (
	"context"
	"encoding/json"
	"fmt"
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
	"doublecorner/game/review"
)

// mostEffort is how long a processor may work for one interaction, if not for one whose
// answer takes long and counts against a budget.
const mostEffort = 50 * time.Millisecond

// effort returns how long a processor worked to answer an interaction.
func (w *world) effort(i *dg.Interaction) (delivery.Response, time.Duration) {
	w.t.Helper()
	var reply delivery.Response
	var ok bool
	took := worked(w.t, func() { reply, ok = w.handle(context.Background(), i) })
	if !ok {
		w.t.Fatalf("%+v is not answered", i)
	}
	return reply, took
}

// worked returns how long a processor works for something.
func worked(t testing.TB, something func()) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	used := func() time.Duration {
		var use syscall.Rusage
		must(t, syscall.Getrusage(syscall.RUSAGE_THREAD, &use))
		return time.Duration(use.Utime.Nano() + use.Stime.Nano())
	}
	before := used()
	something()
	return used() - before
}

// tries answers an interaction, and checks that it costs little before its answer or deferral, and then no more than the
// budget that is declared of it.
func (w *world) tries(what string, asks func() *dg.Interaction) (reply delivery.Response) {
	w.t.Helper()
	var took, later, budget time.Duration
	for range 3 { // a processor that others use works slower
		i := asks()
		reply, took = w.effort(i)
		if later = 0; reply.Slow {
			later = worked(w.t, func() {
				if reply.Think != nil { // what the mind does for it is limited there, and done by others
					reply.Think(w.t.Context())
				}
				reply.Compose(w.t.Context())
			})
		}
		if budget = w.bot.Budget(i); took <= mostEffort && later <= budget {
			return reply
		}
	}
	w.t.Errorf("%s took %v of a processor, and then %v of %v", what, took, later, budget)
	return reply
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
		if fields[0] == "#" {
			continue
		}
		runtime.GC()
		t.Run(fields[0], func(t *testing.T) { crowdedGame(t, fields[0], fields[2]) })
	}
}

// crowdedGame tries everything in one position.
func crowdedGame(t *testing.T, rules, fen string) {
	w := newWorld(t)
	w.thinks(10 * time.Millisecond)
	w.restart()
	board, anna, p := w.beginsFrom(rules, fen)
	id, tries := string(board.Board.Game.ID), w.tries
	moves := p.Moves()
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
			if o.complete != nil && o.name != "move" {
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
			if v == analyseAction && arg != "" { // it thinks for a second each time
				continue
			}
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
	reply := tries("/move "+part(way...), func() *dg.Interaction {
		return anna.command("move", "move", part(way...), "game", id)
	})
	if reply.Slow {
		t.Error("a move is made to wait")
	}
}

// crowded is a position of many optional captures.
const crowded = "W:WK3-6,K15,K25,K26,K34,K46,K48,K50:B7,8,17,18,21,28-31,39,40,43,K14,K41,K42"

// crowd has two players play many games at once, each of 44 plies from a position of many optional captures.
func (w *world) crowd(anna, ben *someone, games int) {
	w.t.Helper()
	board, _, _ := w.beginsFrom("international-free-jump", crowded)
	g := w.goesOn(board.Board.Game, 44, anna, ben)
	must(w.t, w.store.Update(w.t.Context(), func(tx game.Tx) error {
		for i := range games - 1 {
			copied, err := tx.Game(g.ID)
			must(w.t, err)
			copied.ID = game.GameID(fmt.Sprintf("C%03d", i))
			must(w.t, tx.PutGame(copied))
		}
		return nil
	}))
}

// goesOn has two players make so many quiet moves.
func (w *world) goesOn(g *game.Game, plies int, players ...*someone) *game.Game {
	w.t.Helper()
	for range plies {
		h, err := g.History()
		must(w.t, err)
		i := slices.IndexFunc(players, func(s *someone) bool { return s.id == g.Player(g.Turn()).String() })
		g = players[i].types("move", "game", string(g.ID), "move", quietMove(w.t, h)).Board.Game
	}
	return g
}

// reviewed has two players finish a game from a position that is part of those of the crowd, and keeps a review of it
// that says what is best in each position.
func (w *world) reviewed(anna, ben *someone) string {
	w.t.Helper()
	board, _, _ := w.beginsFrom("international-free-jump", "W:W25:B18,30")
	g := w.goesOn(board.Board.Game, 6, anna, ben)
	ben.presses(ben.types("resign", "game", string(g.ID)), "Yes, resign")
	h, err := g.History()
	must(w.t, err)
	lines := map[int]string{}
	for ply, m := range h.Moves() {
		var squares []string
		for _, q := range h.At(ply).Path(m) {
			squares = append(squares, strconv.Itoa(int(q)))
		}
		lines[ply] = strings.Join(squares, "-")
	}
	kept, err := json.Marshal(map[string]any{"Version": review.Version, "Values": strings.Repeat("0 ", h.Len()+1), "Lines": lines})
	must(w.t, err)
	must(w.t, w.bot.referee.KeepReview(w.t.Context(), g.ID, kept))
	return string(g.ID)
}

// quietMove returns the move that captures nothing after which the most moves are possible, unless it repeats a position
// or ends the game.
func quietMove(t testing.TB, h *draughts.History) (quiet string) {
	t.Helper()
	p, most, stood := h.Position(), 0, map[draughts.Position]bool{}
	for ply := range h.Len() {
		stood[h.At(ply)] = true
	}
	for _, m := range p.Moves() {
		next := h.Clone()
		if m.IsCapture() || next.Play(m) != nil || stood[next.Position()] {
			continue
		}
		if n := len(next.Position().Moves()); n > most {
			most, quiet = n, p.Full(m, p.Variant().Rules().Board.Notation)
		}
	}
	return quiet
}

// TestEffortBesideCrowdedGames checks that whatever a player asks beside 24 running games, each in a position of many
// optional captures, costs little, or stays within its budget: a position that is part of theirs, a file of a game
// that was reviewed, and every command that is about other positions.
func TestEffortBesideCrowdedGames(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector makes everything slow")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	w, anna, ben := newPair(t)
	id := w.reviewed(anna, ben)
	w.crowd(anna, ben, 24)
	type question struct {
		command string
		options []any
	}
	questions := []question{
		{"best-moves", []any{"rules", "international", "position", "W:W25:B18,30"}},
		{"best-moves", []any{"rules", "american", "position", "W:WK1:B20,21"}},
		{"challenge", []any{"level", "1", "rules", "international", "opening", "W:W25:B18,30"}},
		{"puzzle", []any{"rules", "international"}},
		{"board", []any{"game", "C000"}},
		{"review", []any{"game", id}},
		{"replay", []any{"game", id}},
		{"replay", []any{"game", id, "steps", true}},
		{"replay", []any{"game", "C000"}},
		{"export", []any{"game", id}},
		{"export", []any{"everything", true}},
	}
	for _, c := range commands {
		if c.subcommands == nil && c.name != "resign" && c.name != "abort" {
			questions = append(questions, question{c.name, nil})
		}
	}
	for _, asks := range questions {
		runtime.GC()
		w.tries(fmt.Sprint("/", asks.command, asks.options), func() *dg.Interaction { return anna.command(asks.command, asks.options...) })
	}
	w.tries("/privacy export", func() *dg.Interaction { return anna.subcommand("privacy", "export") })
	for step := range 6 {
		w.tries("step", func() *dg.Interaction {
			return anna.click(customID{action: stepAction, game: game.GameID(id), arg: fmt.Sprint(step)}.String())
		})
	}
}

// TestEffortOfFiles checks that whatever is in a file, reading its game stays within the budget: files made to be costly, and
// the longest game in positions of many optional captures.
func TestEffortOfFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector makes everything slow")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	w := newWorld(t)
	w.thinks(10 * time.Millisecond)
	w.restart()
	ben := w.member(2, "Ben")
	files := hostile()
	files["captures"] = "[Variant \"international-free-jump\"]\n[FEN \"" + crowded + "\"]\n" +
		strings.Repeat("15-20 14-10 20-15 10-14 ", game.MaxPlies/4)
	for name, text := range files {
		runtime.GC()
		w.tries(name, func() *dg.Interaction { return ben.reviewing(w.offers("x.pdn", text)) })
	}
	page := ben.reviews(w.offers("x.pdn", files["captures"]))
	for _, label := range []string{"⏭", "Best moves"} {
		runtime.GC()
		id, values := labelled(t, page, label)
		w.tries(label, func() *dg.Interaction { return ben.with(page, ben.click(id, values...)) })
	}
}

// TestRulesEffort checks that neither a page about a guild's own rule set nor the search for its exercises costs more
// than mostEffort.
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
	if took := worked(t, func() { lesson.Exercises(v) }); took > mostEffort {
		t.Errorf("the search for exercises took %v of a processor, of %+v", took, rules)
	}
	if err := change(context.Background(), w.bot.referee, game.PlaceSettings(77), func(s *settings) {
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
	r.Man.Captures = pick(r.Man.Captures, draughts.DiagonalForward,
		draughts.Diagonals, draughts.Straights, draughts.Diagonals|draughts.Straights)
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
