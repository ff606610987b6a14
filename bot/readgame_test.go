package bot

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
)

// archived is a game that a club has in a file. Black loses two men by 10-14.
const archived = `[Event "Club *championship*"]
[Date "1950.??.??"]
[White "<@1002> W. Hart"]
[Black "J. Miller"]
[Result "1-0"]
[GameType "21"]

1. 10-15 21-17 2. 7-10 17-13 3. 3-7 {too slow} 23-19 4. 11-16 26-23 5. 10-14 19x3 1-0
`

// offers has Discord serve a file, and returns it as an attachment.
func (w *world) offers(name, content string) *dg.MessageAttachment {
	w.next++
	at := fmt.Sprintf("https://cdn.discordapp.com/attachments/78/%d/%s", w.next, name)
	w.discord.files[at] = content
	return &dg.MessageAttachment{ID: fmt.Sprint(w.next), URL: at, Filename: name, Size: len(content)}
}

// reads uses "Read this game" on a message.
func (s *someone) reads(m *dg.Message) answer {
	s.t.Helper()
	return s.do(s.interaction(dg.InteractionApplicationCommand, dg.ApplicationCommandInteractionData{
		Name: "Read this game", CommandType: dg.MessageApplicationCommand, TargetID: "900",
		Resolved: &dg.ApplicationCommandInteractionDataResolved{Messages: map[string]*dg.Message{"900": m}},
	}))
}

// reviewing returns the interaction of /review with a file.
func (s *someone) reviewing(file *dg.MessageAttachment) *dg.Interaction {
	i := s.command("review", "file", file.ID)
	data := i.Data.(dg.ApplicationCommandInteractionData)
	data.Options[0].Type = attachment
	data.Resolved.Attachments = map[string]*dg.MessageAttachment{file.ID: file}
	return i
}

// reviews sends /review with a file.
func (s *someone) reviews(file *dg.MessageAttachment) answer {
	s.t.Helper()
	return s.do(s.reviewing(file))
}

// uses uses the button or option with a label on a private message that shows a game that was read.
func (s *someone) uses(a answer, label string) answer {
	s.t.Helper()
	id, values := labelled(s.t, a, label)
	return s.do(s.with(a, s.click(id, values...)))
}

// with returns the interaction of a component with its message, as Discord has it.
func (s *someone) with(a answer, i *dg.Interaction) *dg.Interaction {
	i.Message = &dg.Message{Flags: dg.MessageFlagsEphemeral}
	for _, f := range a.Message.Files {
		i.Message.Attachments = append(i.Message.Attachments, s.offers(f.Name, string(f.Data)))
	}
	return i
}

// A member reads a game out of somebody's message, steps through it, reviews and exports it, and plays on from there, also after
// a restart.
func TestReadGame(t *testing.T) {
	w, anna, ben := newPair(t)
	page := ben.reads(&dg.Message{Content: "From our archive:\n```pdn\n" + archived + "```"}).mustSay(t,
		`\<@`+"\u200b"+`1002\> W. Hart (White) vs. J. Miller (Black) · American checkers`,
		`-# Club \*championship\* · 1950 · 1\-0`, "Before the first move",
		"1. 10-15 21-17, 2. 7-10 17-13,", "(Review) (Best moves) (Export)", "(Play on from here)")
	if !page.Message.Private || len(page.Message.Mentions) > 0 {
		t.Errorf("private: %v, mentions %v", page.Message.Private, page.Message.Mentions)
	}
	ben.uses(page, "⏭").mustSay(t, "**5… 19x3** · ", "wins.**")
	page = ben.uses(page, "4. 11-16 26-23").mustSay(t, "**4… 26-23** · ")
	if page.Placement != delivery.Replace {
		t.Errorf("a step is placed as %d", page.Placement)
	}
	w.restart()
	review := ben.uses(page, "Review").mustSay(t, "**Review** · ", "Accuracy, out of 100: ", "(Turning points) (Step through) (Export)")
	thoughts := w.mind.Counters().Thoughts
	turn := ben.uses(review, "Turning points").mustSay(t, "**Turning point 1: ", "-# Better: ", "(Previous) (Next)")
	if turn.Placement != delivery.Replace || w.mind.Counters().Thoughts != thoughts {
		t.Errorf("a page is placed as %d, after %d thoughts", turn.Placement, w.mind.Counters().Thoughts-thoughts)
	}
	ben.uses(turn, "Previous").mustSay(t, "**Review**")
	ben.uses(review, "Step through").mustSay(t, "Before the first move")
	ben.uses(page, "Best moves").mustSay(t, "**Best moves** · American checkers · Black to move")

	export := ben.uses(page, "Export").mustSay(t, "card.png", "replay.gif: The game from the start, 5 moves.")
	file := string(export.Message.Files[len(export.Message.Files)-1].Data)
	for _, part := range []string{`[Date "1950.??.??"]`, "{too slow}", "10-14 $4 {"} {
		if !strings.Contains(file, part) {
			t.Errorf("%s is not in\n%s", part, file)
		}
	}

	whom := ben.uses(page, "Play on from here").mustSay(t, "Who will you play?", "<Challenge someone:>", "<Play the bot:", "(Anyone here)")
	level, values := labelled(t, whom, "1 · First game")
	ben.clicks(level, values...)
	if g := w.lastGame(ben); !g.HasComputer() || g.Level != 1 {
		t.Errorf("the bot plays at level %d", g.Level)
	}
	ben.uses(whom, "Anyone here").mustSay(t, "<@1002> is looking for an opponent!", "from a set position", "unrated")
	users := slices.IndexFunc(whom.controls(), func(c dg.MessageComponent) bool {
		s, _ := c.(dg.SelectMenu)
		return s.MenuType == dg.UserSelectMenu
	})
	chosen := ben.click(whom.controls()[users].(dg.SelectMenu).CustomID, anna.id)
	data := chosen.Data.(dg.MessageComponentInteractionData)
	data.ComponentType, data.Resolved.Users = dg.UserSelectMenuComponent, map[string]*dg.User{anna.id: {ID: anna.id}}
	chosen.Data = data
	asked := ben.do(chosen).mustSay(t, "<@1002> challenges <@1001>!")
	anna.presses(asked, "Accept")
	g := w.lastGame(anna)
	h, err := g.History()
	must(t, err)
	if want := draughtstest.Game(t, "american", "", strings.Fields(blunder)[:8]...).Position(); h.Position() != want || g.Rated {
		t.Errorf("the game begins from another position, or is rated: %v", g.Rated)
	}
}

// lastGame returns the game that a member began last.
func (w *world) lastGame(s *someone) *game.Game {
	w.t.Helper()
	var last *game.Game
	person := game.PersonID(0)
	fmt.Sscan(s.id, &person)
	games, err := w.bot.referee.Games(w.t.Context(), game.RunningGamesOf(person), game.Viewer{Person: person}, "", 100)
	must(w.t, err)
	for _, g := range games.Items {
		if last == nil || g.Started.After(last.Started) {
			last = g
		}
	}
	return last
}

// What is read of a message, or of a file, and what is said if that is no game.
func TestWhatIsRead(t *testing.T) {
	const tagged = "[GameType \"21\"]\n"
	w := newWorld(t)
	ben := w.member(2, "Ben")
	many := strings.Repeat("[White \"A\"]\n[GameType \"21\"]\n1. 11-15 *\n\n", 30)
	for name, c := range map[string]struct {
		text, file string
		says       []string
	}{
		"words":             {text: "I have 3-4 cats and 12 dogs", says: []string{"I see no game here."}},
		"nothing":           {says: []string{"I see no game here."}},
		"bare moves":        {text: "look: 1. 32-28 19-23 2. 28x19 14x23", says: []string{"By which rules?", "Frisian", "International"}},
		"only one fits":     {text: "1. 11-15 23-19 2. 8-11 22-17 3. 15-18 *", says: []string{"American checkers"}},
		"a position":        {text: "White wins: `W:W31,K32:B1-12`", says: []string{"By which rules?", "American checkers"}},
		"a tagged position": {text: tagged + `[FEN "W:W31,K32:B5"]`, says: []string{"American checkers", "(Best moves) (Export)"}},
		"two blocks": {text: "```\n" + tagged + "1. 11-15 *\n```and```\n" + tagged + "1. 9-13 *\n```",
			says: []string{"2 games in here. Which one?", "1. White – Black,", "2. White – Black,"}},
		"several in a file": {file: many, says: []string{"30 games in here. Which one? The menu has the first 25.", "25. A – Black,"}},
		"an illegal move": {text: tagged + "1. 11-15 23-19 2. 15-11 22-17", says: []string{
			"1. 11-15 23-19,", "American checkers"}},
		"a comment without end": {file: tagged + "1. 11-15\n{ this never ends 23-19", says: []string{"American checkers"}},
		"a bad position":        {text: tagged + `[FEN "W:W31,99:B5"]`, says: []string{"Can’t set this up: “99”"}},
		"too many moves":        {file: tagged + strings.Repeat("11-15 ", 10_001), says: []string{"more than 1000 moves"}},
		"too many elements":     {file: tagged + strings.Repeat("() ", 60_000), says: []string{"The game in line 1 is too long."}},
		"too large":             {file: tagged + strings.Repeat(" ", maxGameFile), says: []string{"I read up to 200 KB."}},
		"not text":              {file: "\x89PNG\r\n\x1a\n\x00\x00", says: []string{"I see no game here."}},
		"rules that nobody has": {text: "[Variant \"x\"]\n1. 11-15 23-19 2. 8-11 22-17 3. 15-18 *", says: []string{"American checkers"}},
	} {
		t.Run(name, func(t *testing.T) {
			m := &dg.Message{Content: c.text}
			if c.file != "" {
				m.Attachments = append(m.Attachments, w.offers("games.pdn", c.file))
			}
			page := ben.reads(m).mustSay(t, c.says...)
			if !page.Message.Private {
				t.Error("others see it")
			}
		})
	}
}

// A game ends where a move is illegal, and what is wrong there is said.
func TestReadUntilFault(t *testing.T) {
	w := newWorld(t)
	ben := w.member(2, "Ben")
	for text, says := range map[string]string{
		"1. 11-15 23-19 2. 15-11 22-17": "⚠️ **2. 15\\-11** isn’t legal: A man can’t move backward",
		"1. 11-15 23-19 2. /W:W31:B1/":  "⚠️ A new position is set up between slashes.",
		"1. 11-15\n{ 23-19":             "⚠️ A comment or variation in line 3 is never closed",
	} {
		ben.reads(&dg.Message{Content: "[GameType \"21\"]\n" + text}).mustSay(t, says, "1. 11-15")
	}
}

// A game is chosen of several, and then the rules if it does not say them.
func TestChooseReadGame(t *testing.T) {
	w := newWorld(t)
	ben := w.member(2, "Ben")
	menu := ben.reviews(w.offers("archive.pdn", "1. 32-28 19-23 *\n\n1. 33-28 18-23 2. 39-33 *"))
	rules := ben.uses(menu.mustSay(t, "2 games in here."), "2. White – Black").mustSay(t, "By which rules? The game doesn’t say.")
	if rules.Placement == delivery.Replace {
		t.Error("the other games cannot be chosen any more")
	}
	page := ben.uses(rules, "Frisian draughts").mustSay(t, "Frisian draughts", "1. 33-28 18-23,")
	ben.uses(page, "▶").mustSay(t, "Frisian draughts", "**1. 33-28**")
}

// The kinds of files that servers, programs and people make can all be read.
func TestReadKindsOfFiles(t *testing.T) {
	w := newWorld(t)
	ben := w.member(2, "Ben")
	files, err := filepath.Glob("../game/draughts/pdn/testdata/kinds/*.pdn")
	must(t, err)
	if len(files) == 0 {
		t.Fatal("there are no files")
	}
	for _, name := range files {
		content, err := os.ReadFile(name)
		must(t, err)
		page := ben.reviews(w.offers(filepath.Base(name), string(content)))
		if !slices.ContainsFunc(page.controls(), func(c dg.MessageComponent) bool { _, ok := c.(dg.SelectMenu); return ok }) {
			t.Errorf("%s: %s", name, said(page))
		}
	}
}

// The file of a message can be gone, or be another one's.
func TestReadGameGone(t *testing.T) {
	w := newWorld(t)
	ben := w.member(2, "Ben")
	page := ben.reads(&dg.Message{Content: archived})
	id, _ := labelled(t, page, "Review")
	ben.clicks(id).mustSay(t, "The file is gone. Choose it again.")
	lost := ben.with(page, ben.click(id))
	clear(w.discord.files)
	if a := ben.do(lost).mustSay(t, "The file didn’t arrive."); !a.Message.Aside || !a.Message.Private {
		t.Error("it takes the place of the game, or others see it")
	}
}

// Nobody gets help in a game that they play by reading it, or with a puzzle that they have yet to solve.
func TestReadGameIsFair(t *testing.T) {
	w, anna, ben, carl := newTrio(t)
	moves := strings.Fields(blunder)
	_, g := w.begins(anna, ben)
	for i, move := range moves[:9] {
		[]*someone{anna, ben}[i%2].types("move", "move", move, "game", string(g.ID))
	}
	m := &dg.Message{Content: "[GameType \"21\"]\n" + strings.Join(moves, " ")}
	page := ben.uses(ben.reads(m), "⏭")
	page = ben.uses(page, "◀")
	ben.uses(page, "Best moves").mustSay(t, "This is too close to a game you’re playing.")
	ben.uses(page, "Review").mustSay(t, "To be fair to your opponent, I’ve left out")
	whom := ben.uses(page, "Play on from here")
	ben.uses(whom, "8 · Full strength").mustSay(t, "This is too close to a game you’re playing.")
	page = carl.uses(carl.reads(m), "⏭")
	if fair := said(carl.uses(page, "Review")); strings.Contains(fair, "To be fair") {
		t.Error("a stranger’s review is cut:\n" + fair)
	}
}

// A position fits into a custom ID, and comes back as it was.
func TestPositionCode(t *testing.T) {
	for _, r := range draughts.Families() {
		v, err := draughts.Builtin(r.Key)
		must(t, err)
		p := v.Start()
		for ply := 0; ply < 60 && len(p.Moves()) > 0; ply++ {
			code := positionCode(p)
			if id := (customID{action: playOnWithAction, arg: r.Key + " " + code + " " + anyone}); id.String() == "" {
				t.Fatalf("%s: %s is too long", r.Key, code)
			}
			got, err := positionOf(v, code)
			if err != nil || got.Occupied() != p.Occupied() || got.Kings(0) != p.Kings(0) || got.Pieces(1) != p.Pieces(1) || got.Turn() != p.Turn() {
				t.Fatalf("%s, after %d moves: %v", r.Key, ply, err)
			}
			p = p.Play(p.Moves()[ply%len(p.Moves())])
		}
		for _, code := range []string{"", "0", "-1", "!", "zzz", strings.Repeat("z", 1000), positionCode(p) + "0"} {
			if _, err := positionOf(v, code); err == nil {
				t.Errorf("%s: %q is a position", r.Key, code)
			}
		}
	}
}

// hostile returns files of the largest size that are made to be costly.
func hostile() map[string]string {
	fill := func(unit string) string { return strings.Repeat(unit, maxGameFile/len(unit)-2) }
	return map[string]string{
		"comments":        "[GameType \"21\"]\n1. 11-15 " + fill("{ x } "),
		"nested":          "1. 11-15 " + fill("("),
		"open comments":   fill("{"),
		"variations":      "1. 11-15 " + fill("(9-13) "),
		"huge numbers":    "1. " + fill("9999999999 "),
		"one number":      "1. 11-15 " + fill("9"),
		"many games":      fill("1-2 *\n"),
		"endless moves":   "[FEN \"W:WK1:BK32\"]\n" + fill("1-6 32-27 6-1 27-32 "),
		"the same move":   "1. " + fill("11-15 "),
		"many tags":       fill("[A \"b\"]\n"),
		"one tag":         "[White \"" + fill("*_`@everyone ") + "\"]\n1. 11-15 *",
		"many positions":  fill("W:W1:B2 "),
		"one position":    "W:W1" + fill(",1") + ":B2",
		"slashes":         fill("/W:W1/"),
		"nothing at all":  fill("\x00"),
		"half a UTF-16":   "\xff\xfe" + fill("x"),
		"backticks":       fill("`"),
		"unpaired quotes": "[FEN \"" + fill("\""),
	}
}

// Whatever is in a file of the largest size, it is read or refused in bounded memory, and never by a fault of the bot.
func TestReadHostileFiles(t *testing.T) {
	const mostMemory = 300 << 20
	w := newWorld(t)
	ben := w.member(2, "Ben")
	for name, text := range hostile() {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		a := ben.reviews(w.offers("x.pdn", text))
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > mostMemory {
			t.Errorf("%s: %d MB", name, used>>20)
		}
		if said := said(a); said == "" || a.Message.Failed || len(a.Message.Mentions) > 0 {
			t.Errorf("%s: %s", name, said)
		}
	}
}
