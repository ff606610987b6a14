package bot

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/lesson"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/bot/when"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/puzzle"
)

var update = flag.Bool("update", false, "write the transcripts anew; read every one of them from top to bottom")

// transcribed are the languages with a whole transcript under testdata: English and those of the
// rule pages. The others have a short one.
var transcribed = []string{"en", "de", "fil", "hu", "nl", "tr"}

// TestTranscript plays in every language, and compares the messages with the language's transcript. In
// no language is an argument missing or English left.
func TestTranscript(t *testing.T) {
	codes := lang.Codes()
	if testing.Short() { // for the race detector, one language is like another
		codes = []string{"en"}
	}
	for _, code := range codes {
		t.Run(code, func(t *testing.T) {
			if !*update { // English is compared with others
				t.Parallel()
			}
			play := shortTranscript
			if slices.Contains(transcribed, code) {
				play = transcript
			}
			got := play(t, lang.For(code))
			compareTranscript(t, filepath.Join("testdata", "transcript", code+".txt"), got)
			if code != "en" {
				for _, words := range english(t, got) {
					t.Errorf("%q is English", words)
				}
			}
			for _, left := range unfilled.FindAllString(got, -1) {
				t.Errorf("%q is left of a message that lacks an argument, or of a key that does not exist", left)
			}
			for _, lines := range twoItems.FindAllStringSubmatch(got, -1) {
				first, _ := strconv.Atoi(lines[1])
				if second, _ := strconv.Atoi(lines[2]); second != first+1 {
					t.Errorf("%q: Discord shows the second number as %d", lines[0], first+1)
				}
			}
		})
	}
}

// unfilled matches an argument that was not filled, and a key without a message.
var unfilled = regexp.MustCompile(`\{\pL|\pL\}|(?:^|[ *(])[a-z-]+\.[a-z-]+\.[a-z-]+`)

// twoItems matches two lines that Discord numbers by itself.
var twoItems = regexp.MustCompile(`(?m)^(\d+)\. .*\n(\d+)\. .*`)

// messageLink matches a link to a message.
var messageLink = regexp.MustCompile(`(https://discord\.com/channels/\d+/\d+/)\d+`)

// compareTranscript compares a transcript with its file.
func compareTranscript(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		must(t, os.WriteFile(file, []byte(got), 0o666))
	}
	want, err := os.ReadFile(file)
	must(t, err)
	if got != string(want) {
		t.Errorf("%s is not what the bot says now; run: go test ./bot -run TestTranscript -update, and read it\n%s",
			file, firstDifference(got, string(want)))
	}
}

// english finds three adjacent words that are adjacent in the English transcript, too.
func english(t *testing.T, text string) (found []string) {
	t.Helper()
	original, err := os.ReadFile(filepath.Join("testdata", "transcript", "en.txt"))
	must(t, err)
	said := map[string]bool{}
	threes(string(original), func(three string) { said[three] = true })
	threes(text, func(three string) {
		if said[three] {
			found = append(found, three)
		}
	})
	return found
}

// threes calls visit with any three adjacent words of the messages in a transcript. Code is the same
// in every language, and left out.
func threes(text string, visit func(string)) {
	text = regexp.MustCompile("`[^`\n]*`").ReplaceAllString(text, "")
	words := regexp.MustCompile(`\pL{2,} \pL{2,} \pL{2,}`)
	for _, line := range strings.Split(text, "\n") {
		if strings.Contains(line, "> ") || strings.HasPrefix(line, "===") {
			continue // the users' requests, and the headings
		}
		for rest := line; ; {
			at := words.FindStringIndex(rest)
			if at == nil {
				break
			}
			visit(strings.ToLower(rest[at[0]:at[1]]))
			next := strings.IndexByte(rest[at[0]:], ' ')
			rest = rest[at[0]+next+1:]
		}
	}
}

// firstDifference shows the first line that differs.
func firstDifference(got, want string) string {
	is, was := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(is), len(was)) {
		if is[i] != was[i] {
			return fmt.Sprintf("line %d is  %s\nand was %s", i+1, is[i], was[i])
		}
	}
	return fmt.Sprintf("it has %d lines, and had %d", len(is), len(was))
}

// tour writes down requests as users see them, and the messages of the bot.
type tour struct {
	*world
	l    *lang.Language
	text strings.Builder
}

// newTour returns a tour of two players and a moderator, who all read one language.
func newTour(t *testing.T, l *lang.Language) (w *tour, anna, ben, mod *someone) {
	w = &tour{world: newWorld(t), l: l}
	anna, ben, mod = w.member(1, "Anna"), w.member(2, "Ben"), w.member(9, "Mod")
	w.locale = localeOf(l)
	if w.locale == "" { // Discord lacks the language, so users choose it
		w.locale = dg.EnglishUS
		for _, s := range []*someone{anna, ben, mod} {
			w.types(s, "preferences", "language", l.Code)
		}
		w.decides(mod, "language", l.Code)
	}
	return w, anna, ben, mod
}

// shortTranscript is one game to its end, and every sentence about an error.
func shortTranscript(t *testing.T, l *lang.Language) string {
	w, anna, ben, mod := newTour(t, l)
	w.whole(anna, ben)
	w.review(anna, ben)
	w.types(anna, "games", "finished", true)
	w.types(anna, "profile", "member", ben)
	w.tournaments(ben, mod)
	w.votes(mod)
	w.lobby(mod)
	w.errors("K7Q2")
	return w.text.String()
}

// transcript uses every command and component of the bot.
func transcript(t *testing.T, l *lang.Language) string {
	w, anna, ben, mod := newTour(t, l)
	w.chapter("help, and nothing yet")
	w.presses(anna, w.types(anna, "help"), "commands")
	w.presses(anna, w.types(anna, "help"), "first-puzzle")
	w.types(anna, "games")
	w.types(anna, "move", "move", "11-15")
	w.types(anna, "leaderboard")
	w.types(anna, "profile")
	w.types(anna, "challenge", "opponent", anna)
	w.types(anna, "challenge", "rules", "chess")

	w.chapter("a challenge")
	open := w.presses(anna, w.presses(anna, w.types(anna, "help"), "opponent"), "challenge")
	w.presses(anna, open, "withdraw")
	w.presses(anna, w.types(anna, "challenge", "opening", "W:W31,K32:B1-3"), "withdraw")
	challenge := w.types(anna, "challenge", "opponent", ben, "colour", "black", "clock", "3d")
	w.presses(mod, challenge, "accept")
	w.presses(anna, challenge, "accept")
	w.tells(ben.fills(w.presses(ben, challenge, "terms"), map[string]string{"clock": "?"}))
	w.presses(anna, challenge, "rated", "rated", true)
	w.presses(ben, challenge, "accept")
	w.presses(ben, challenge, "decline")
	challenge = w.types(anna, "challenge", "opponent", ben, "colour", "black", "clock", "3d")
	board := w.presses(ben, challenge, "accept")

	w.chapter("a game, with moves that are not allowed")
	w.types(ben, "move", "move", "22-18")
	w.types(anna, "move", "move", "hello")
	w.types(anna, "move", "move", "11-14")
	w.types(anna, "move", "move", "11-18")
	w.types(anna, "move", "move", "22-18")
	w.types(anna, "move", "move", "14-18")
	w.types(anna, "move", "move", "7-11")
	w.types(anna, "move", "move", "12-20")
	refused := w.types(anna, "move", "move", "11-7")
	w.presses(anna, refused, "lesson", "topic", l.Say("choice.topic.moving"))
	w.chooses(anna, board, "11-15")
	w.presses(mod, board, "resign")
	w.chooses(anna, board, "11-15")
	board = w.types(ben, "move", "move", "22-18")
	w.types(anna, "move", "move", "8-11")
	board = w.presses(anna, board, "only-move", "move", "15x22")
	w.types(ben, "board")
	more := w.presses(ben, board, "more")
	w.presses(ben, more, "flip")
	w.presses(ben, more, "moves")
	w.presses(ben, more, "thread")
	follow := w.presses(mod, w.presses(mod, board, "more"), "follow", "follows", "end")
	w.types(mod, "preferences", "pings", false)
	w.presses(mod, follow, "follow", "follows", "moves")
	w.types(mod, "preferences", "pings", true)
	w.types(mod, "games", "whose", "followed")

	w.chapter("offers")
	w.types(anna, "takeback")
	w.types(anna, "takeback")
	w.presses(ben, w.types(ben, "board"), "no")
	board = w.types(ben, "draw")
	w.types(ben, "draw")
	w.presses(anna, board, "no")
	w.presses(ben, w.presses(ben, w.types(ben, "takeback"), "no"), "withdraw")
	w.types(ben, "move", "move", "25x18")
	board = w.types(ben, "abort")
	w.presses(anna, board, "no")
	w.presses(anna, w.types(ben, "takeback"), "agree", "offer", "back")
	w.types(ben, "move", "move", "25x18")
	sure := w.types(ben, "resign")
	final := w.presses(ben, sure, "yes")
	w.presses(ben, final, "again")
	w.types(ben, "move", "move", "25x18")

	w.chapter("a game to the end, by the rules")
	w.whole(anna, ben)
	w.presses(anna, w.types(anna, "replay"), "step")
	steps := w.chooses(ben, w.types(anna, "replay", "steps", true), "▶")
	w.chooses(anna, w.chooses(mod, steps, "⏭"), "◀")

	w.chapter("a game with a ballot")
	w.types(anna, "challenge", "opponent", ben, "rules", "russian", "opening", "ballot")
	board = w.presses(ben, w.types(anna, "challenge", "opponent", ben, "rules", "american", "opening", "ballot"), "accept")
	w.presses(ben, w.presses(ben, w.presses(ben, board, "more"), "step"), "share")
	w.types(anna, "abort")

	w.chapter("a review")
	w.review(anna, ben)

	w.chapter("conditional moves")
	w.presses(ben, w.types(anna, "challenge", "opponent", ben, "colour", "black", "clock", "2d"), "accept")
	w.types(anna, "plan")
	w.types(anna, "move", "move", "11-15")
	expected := w.chooses(anna, w.types(anna, "plan"), "22-18")
	planned := w.presses(anna, expected, "answer", "move", l.Say("move.label", "move", "15 × 22", "does", l.Say("move.takes", "n", 1)))
	w.types(anna, "plan", "moves", "24-19 15x24 28x19 8-11")
	w.types(anna, "plan", "moves", "22-17 8-11; 22-18 8-11")
	w.chooses(anna, planned, l.Say("plan.back"))
	w.types(anna, "games")
	w.types(ben, "move", "move", "22-18")
	w.types(anna, "plan", "moves", "25x18 8-11")
	w.types(ben, "move", "move", "26x17")
	w.types(anna, "games")
	w.presses(ben, w.types(ben, "resign"), "yes")

	w.chapter("a game that nobody plays on")
	live := w.types(anna, "challenge", "opponent", ben, "colour", "black", "clock", "3+2")
	w.presses(ben, live, "accept")
	w.passes(4 * time.Minute)
	w.news()

	w.chapter("what is kept")
	w.types(mod, "games", "whose", "here", "finished", true)
	w.types(anna, "games", "finished", true)
	w.types(anna, "leaderboard", "where", "everywhere")
	w.types(anna, "leaderboard", "period", "month")
	w.types(anna, "profile", "member", ben)
	w.types(anna, "head-to-head", "member", ben)
	w.types(anna, "replay")
	w.types(anna, "export")
	w.types(anna, "export", "everything", true)

	w.chapter("a moderator")
	w.presses(ben, w.types(anna, "challenge", "opponent", ben, "rules", "russian", "house-rules", "misere", "rated", false), "accept")
	id := string(w.running(anna).ID)
	w.sub(anna, "referee", "end", 0, "game", id, "outcome", "draw", "reason", "…")
	w.sub(mod, "referee", "repost", manages, "game", id)
	w.sub(mod, "referee", "end", manages, "game", id, "outcome", "draw", "reason", "…")
	w.types(anna, "settings")
	w.decides(mod, "channel", "78", "rules", "international", "clock", "2d", "rated", false,
		"threads", true, "boards", "in-place", "reminders", false, "theme", "tournament")
	w.discord.fails[79] = delivery.ErrUnreachable
	w.decides(mod, "month-channel", "79")
	w.decides(mod, "channel", "78", "threads", false, "boards", "new", "challenge-list", "78")
	list := func() {
		shown, err := w.bot.composer.ComposeBulletin(context.Background(), delivery.Bulletin{Guild: 77})
		must(t, err)
		w.tells(answerOf(shown.Message))
	}
	list()
	w.types(ben, "challenge")
	list()
	w.sub(mod, "custom-rules", "show", 0, "rules", "frisian")
	form := w.sub(mod, "custom-rules", "add", manages, "like", "russian").Modal
	for _, wrong := range []string{"base: russian", "key: our-rules\nname: \"Our rules",
		"base: russian\nkey: our-rules\nname: Ours\nboard:\n  size: 9\nking:\n  turns-back: true\n"} {
		w.tells(mod.submits(form, manages, wrong))
	}
	w.tells(mod.submits(form, manages, form.Inputs[0].Value))
	w.decides(mod)
	w.sub(mod, "custom-rules", "remove", manages, "rules", "our-russian")

	w.chapter("what a person likes, and what is known of them")
	w.types(anna, "preferences", "theme", "slate", "view", "white", "text-boards", true, "pings", false)
	w.sub(anna, "privacy", "export", 0)
	w.presses(anna, w.sub(anna, "privacy", "erase", 0), "erase")
	w.types(ben, "games", "finished", true)

	w.chapter("a game against the bot")
	w.types(ben, "challenge", "level", "3", "rated", true)
	w.presses(ben, w.types(ben, "help"), "play")
	w.types(ben, "challenge", "level", "3", "rules", "american", "colour", "white")
	w.lets()
	w.types(ben, "board")
	w.types(ben, "draw")
	w.lets()
	w.types(ben, "board")
	w.presses(ben, w.types(ben, "resign"), "yes")
	w.types(ben, "challenge", "level", "8", "rules", "american", "colour", "black", "opening", "B:W18:B14")
	w.types(ben, "move", "move", "14x23")
	beaten := w.types(ben, "challenge", "level", "8", "rules", "american", "colour", "black")
	w.gives(beaten.Board.Game)
	w.types(ben, "board", "game", string(beaten.Board.Game.ID))
	w.types(ben, "profile")

	w.chapter("puzzles")
	w.puzzles(ben, mod)

	w.chapter("tournaments")
	w.tournaments(ben, mod)

	w.chapter("the rules")
	for _, topic := range topicChoices {
		w.types(ben, "rules", "rules", "frisian", "topic", topic)
	}
	w.types(ben, "rules", "rules", "turkish", "topic", "setup")
	w.types(ben, "rules", "rules", "russian-misere-free-jump", "topic", "ending")
	w.exercises(ben)

	w.votes(mod)
	w.lobby(mod)
	w.errors(id)
	return w.text.String()
}

// puzzles has a user try two puzzles, and writes down the puzzle of the day.
func (w *tour) puzzles(ben, mod *someone) {
	w.t.Helper()
	w.decides(mod, "rules", "russian", "puzzle-channel", "78")
	w.types(ben, "preferences", "puzzles", true)
	w.types(ben, "puzzle", "rules", "american-misere")
	a := w.types(ben, "puzzle", "rules", "russian", "theme", "shot")
	a = w.presses(ben, a, "idea")
	w.tells(ben.fills(w.presses(ben, a, "solve-type"), map[string]string{quizMoveInput: "a1-a2"}))
	w.presses(ben, a, "solution")
	i := slices.IndexFunc(puzzle.Of("russian"), func(p *puzzle.Puzzle) bool { return p.Asks() == 2 })
	p := puzzle.Of("russian")[i]
	daily := &game.DailyPuzzle{Place: 77, Puzzle: game.PuzzleID(p.ID), Before: game.PuzzleID(puzzle.Of("russian")[0].ID)}
	told, err := w.bot.composer.dailyMessage(context.Background(), &settings{}, w.l, daily)
	must(w.t, err)
	w.presses(ben, w.tells(answerOf(told)), "daily")
	w.tells(ben.solves(p, 0, wrongMove(w.t, p, 0)))
	w.tells(ben.solves(p, 0, p.Moves[0]))
	w.presses(ben, w.tells(ben.solves(p, 2, p.Moves[2])), "puzzlers")
	w.types(ben, "profile")
}

// exercises has a user find the move of a picture, win an exercise, and spoil two others.
func (w *tour) exercises(ben *someone) {
	w.t.Helper()
	asked := w.presses(ben, w.types(ben, "rules", "rules", "italian", "topic", "obligatory"), "try")
	choose := func(i string) answer {
		id, _ := parseCustomID(customIDOf(w.t, asked, w.l.Say("button.solve-type")))
		return w.tells(ben.clicks(customID{action: quizMoveAction, arg: id.arg + " #" + i}.String()))
	}
	choose("1")
	w.presses(ben, choose("0"), "next-picture")
	w.presses(ben, asked, "solution")

	begin := func(rules, key string) *exercise {
		return beginExercise(lesson.ExerciseOf(draughtstest.Variant(w.t, rules), key))
	}
	a := w.tells(ben.clicks(begin("frisian", "two-kings").customID(quizAction, "").String()))
	w.presses(ben, a, "best-move")
	for range 3 {
		a = w.tells(ben.playsWell(a))
	}
	w.presses(ben, a, "exercises")
	road := begin("russian", "main-road")
	w.tells(ben.plays(road, road.at.Moves()[0]))
	late := begin("italian", "two-kings")
	late.ply = 2 * (late.Moves - 1)
	w.tells(ben.plays(late, late.at.Moves()[0]))
}

// votes has a channel vote against one of its users.
func (w *tour) votes(mod *someone) {
	w.chapter("a channel votes")
	gil, hana := w.member(7, "Gil"), w.member(8, "Hana")
	if localeOf(w.l) == "" {
		gil.types("preferences", "language", w.l.Code)
		hana.types("preferences", "language", w.l.Code)
	}
	w.presses(mod, w.types(gil, "challenge", "opponent", hana, "vote", "1d"), "decline")
	w.types(gil, "challenge", "opponent", gil, "vote", "?")
	board := w.types(gil, "challenge", "opponent", gil, "rules", "american", "colour", "white", "vote", "30m", "votes-needed", "2")
	w.arrives(board, 78)
	w.chooses(hana, board, "11-15")
	w.chooses(gil, board, "11-15")
	w.types(mod, "challenge", "opponent", mod, "vote", "1d")
	w.passes(30*time.Minute + 6*time.Second)
	w.news()
	w.types(gil, "move", "move", "22-18")
	w.types(gil, "takeback")
	w.types(hana, "move", "move", "15x22")
	w.news()
	w.types(gil, "move", "move", "25x18")
	w.passes(30*time.Minute + 6*time.Second)
	w.news()
	w.types(hana, "games")
	w.types(hana, "export")
	w.passes(30 * time.Minute)
	w.news()
}

// lobby has two users of two servers meet.
func (w *tour) lobby(mod *someone) {
	w.chapter("the lobby")
	eva, fred := w.member(5, "Eva"), w.member(6, "Fred")
	if localeOf(w.l) == "" {
		eva.types("preferences", "language", w.l.Code)
		fred.types("preferences", "language", w.l.Code)
	}
	w.types(eva, "lobby")
	w.bot.OpenLobby()
	w.types(eva, "lobby")
	w.decides(mod, "lobby", true)
	w.types(eva, "challenge", "opponent", mod, "everywhere", true)
	w.types(eva, "challenge", "as", "Evchen")
	w.types(eva, "preferences", "name-elsewhere", "Evi")
	w.presses(eva, w.presses(eva, w.types(eva, "lobby"), "everyone"), "withdraw")
	w.types(eva, "challenge", "everywhere", true, "colour", "black")
	fred.from = inDirect
	board := w.presses(fred, w.types(fred, "lobby"), "join")
	w.tells(answerOf(board.Before))
	w.arrives(board, 555)
	w.news()
	more := w.presses(fred, board, "more")
	blocked := w.presses(fred, more, "block")
	panel := w.types(fred, "preferences")
	w.presses(fred, blocked, "unblock")
	w.presses(fred, more, "block")
	w.chooses(fred, panel, "Evi")
	form := w.presses(fred, more, "report")
	w.tells(fred.fills(form, map[string]string{reportInput: "?"}))
	over := w.presses(fred, w.presses(fred, board, "resign"), "yes")
	w.presses(fred, over, "lobby")
	w.types(fred, "rematch")
}

// errors writes down every sentence about an illegal move, a fault of a rule file, and a refused
// request, here about the game id.
func (w *tour) errors(id string) {
	w.chapter("every reason why a move is not allowed")
	w.reasons()

	w.chapter("everything that can be wrong with a rule file")
	w.faults()

	w.chapter("everything else that can be in the way")
	for _, key := range w.l.Keys() {
		if strings.HasPrefix(key, "error.") {
			text := w.l.Say(key, "role", "<@&501>", "obstacle", "permission", "limit", 5,
				"decks", w.l.RulesName("american"), "n", 5, "id", id, "mentioned", true,
				"channels", w.l.Or([]string{"<#78>", "<#79>"}), "fault", "start-rated", "reference", "900001",
				"result", w.l.Say("result.white-won", "white", "<@1001>"),
				"days", w.l.Say("clock.days", "n", 2), "most", game.MaxDays, "moves", game.MaxPlies,
				"none", w.l.Say("clock.none"), "named", true, "part", "33",
				"example", when.Example(w.l), "zone", when.ZoneName(w.l, w.l.Say("when.zone")), "wrong", "bad-times",
				"refusal", "is-full", "until", say.Timestamp(w.at.Add(24*time.Hour), "R"))
			fmt.Fprintln(&w.text, w.named(text))
		}
	}
}

// reasons writes down the sentences for every reason why a move is illegal.
func (w *tour) reasons() {
	p := draughtstest.Position(w.t, "american", "W:WK31,22:B18")
	say := func(err error) { fmt.Fprintln(&w.text, w.l.WhyNot(p, err)) }
	for reason := range draughts.GameOver + 1 {
		say(&draughts.IllegalMove{Reason: reason, From: 22, Piece: p.At(22), To: 15,
			At: 18, Squares: []draughts.Square{11, 8}, Moves: p.Moves(), Limit: 3, Typed: "x9"})
	}
	say(&draughts.IllegalMove{Reason: draughts.PathBlocked, From: 22})
	say(&draughts.IllegalMove{Reason: draughts.NotInLine, From: 31, To: 22, Piece: p.At(31)})
	say(&draughts.AmbiguousError{Moves: p.Variant().Start().Moves()})
	say(errUnknown)
}

// faults writes down the sentences for every fault of a rule file.
func (w *tour) faults() {
	wrong := &draughts.RulesError{}
	for code := range draughts.BuiltinKey + 1 {
		wrong.Faults = append(wrong.Faults, draughts.RulesFault{
			Code: code, Text: "2 kings", Words: []string{"king.moves", "king.takes"}, Min: 2, Max: 20,
		})
	}
	wrong.Faults[0].Field, wrong.Faults[1].Line = "king.moves", 7
	for _, text := range w.l.WrongRules(wrong) {
		fmt.Fprintln(&w.text, text)
	}
}

// chapter writes a heading.
func (w *tour) chapter(about string) { fmt.Fprintf(&w.text, "\n=== %s ===\n", about) }

// tells writes down a response.
func (w *tour) tells(a answer) answer {
	text := said(a)
	if a.Modal != nil {
		text = "[" + a.Modal.Title + "]\n"
		for _, in := range a.Modal.Inputs {
			value := in.Value
			for _, o := range in.Options {
				if o.Value == value {
					value = o.Label
				}
			}
			text += in.Label + ": " + value + "\n"
		}
	}
	if text != "" && a.Message != nil && a.Message.Private {
		text = "(-) " + text
	}
	if a.Message != nil {
		for _, p := range a.Message.Mentions {
			text += "calls " + "<@" + p + ">" + "\n"
		}
	}
	w.text.WriteString(w.named(text))
	if a.showsBoard() { // what follows knows where it is
		w.arrives(a, 78)
	}
	return a
}

// named replaces mentions by names, as Discord does.
func (w *tour) named(text string) string {
	text = messageLink.ReplaceAllString(text, "$1…") // two at once have their ids in any order
	return strings.NewReplacer("<@1001>", "@Anna", "<@1002>", "@Ben",
		"<@1003>", "@Cora", "<@1004>", "@Dirk", "<@1005>", "@Eva", "<@1006>", "@Fred", "<@1009>", "@Mod", "<#78>", "#dama").Replace(text)
}

// news writes down the last announcement.
func (w *tour) news() {
	w.t.Helper()
	ctx := context.Background()
	news, err := w.bot.referee.PendingAnnouncements(ctx, 0, 100)
	if err != nil || len(news) == 0 {
		w.t.Fatalf("there are %d announcements, %v", len(news), err)
	}
	last := news[len(news)-1]
	var told *message.Builder
	if last.Game != "" {
		g := w.storedGame(last.Game)
		told, err = w.bot.composer.ComposeBoard(ctx, g, delivery.Mentioned(g, last.Seq-1))
	} else {
		ch, e := w.bot.referee.UnrestrictedChallenge(ctx, last.Challenge)
		must(w.t, e)
		told, err = w.bot.composer.ComposeChallenge(ctx, ch)
	}
	must(w.t, err)
	w.text.WriteString("\n")
	w.tells(answerOf(told))
}

// writes writes down a command in the language of the user who types it.
func (w *tour) writes(s *someone, command, sub string, options []any) {
	l := w.l
	fmt.Fprintf(&w.text, "\n%s> /%s", s.name, l.Say("command."+command+".name"))
	if sub != "" {
		fmt.Fprintf(&w.text, " %s", l.Say("command."+command+"."+sub+".name"))
	}
	for i := 0; i < len(options); i += 2 {
		name, value := options[i].(string), fmt.Sprint(options[i+1])
		if other, ok := options[i+1].(*someone); ok {
			value = "@" + other.name
		}
		if choice := "choice." + name + "." + value; l.Has(choice) {
			value = l.Say(choice)
		}
		key := name
		everyCommand(func(c, s string, options []option) {
			for _, o := range options {
				if c == command && s == sub && o.name == name && !l.Has("option."+name+".name") {
					key = o.key
				}
			}
		})
		fmt.Fprintf(&w.text, " %s:%s", l.Say("option."+key+".name"), value)
	}
	w.text.WriteString("\n")
}

// types has a user type a command.
func (w *tour) types(s *someone, command string, options ...any) answer {
	w.t.Helper()
	w.writes(s, command, "", options)
	return w.tells(s.types(command, options...))
}

// sub has a user type a subcommand.
func (w *tour) sub(s *someone, command, sub string, permissions int64, options ...any) answer {
	w.t.Helper()
	w.writes(s, command, sub, options)
	return w.tells(s.sub(command, sub, permissions, options...))
}

// decides has a moderator change settings.
func (w *tour) decides(mod *someone, options ...any) answer {
	w.t.Helper()
	w.writes(mod, "settings", "", options)
	return w.tells(mod.moderates(mod.command("settings", options...)))
}

// presses has a user press the button of a key; the rest are the arguments of its label.
func (w *tour) presses(s *someone, a answer, button string, about ...any) answer {
	w.t.Helper()
	label := w.l.Say("button."+button, about...)
	fmt.Fprintf(&w.text, "\n%s> (%s)\n", s.name, label)
	return w.tells(s.presses(a, label))
}

// chooses has a user choose an option of a select.
func (w *tour) chooses(s *someone, a answer, line string) answer {
	w.t.Helper()
	fmt.Fprintf(&w.text, "\n%s> <%s>\n", s.name, line)
	return w.tells(s.presses(a, line))
}

// pageRules are the rule sets of the rule pages in languages whose page has other rules than American.
var pageRules = map[string]string{"hu": "angol", "tr": "gamezer"}

// whole has two users play until the rules end their game, and writes down the text of each board
// and the response to some illegal moves.
func (w *tour) whole(anna, ben *someone) {
	w.t.Helper()
	rules := cmp.Or(pageRules[w.l.Code], defaultRules)
	board := w.presses(ben, w.types(anna, "challenge", "opponent", ben, "colour", "white", "clock", "none", "rules", rules), "accept")
	dice := rand.New(rand.NewPCG(3, 3))
	for board.showsBoard() && !board.Board.Game.IsOver() {
		h, err := board.Board.Game.History()
		must(w.t, err)
		p, mover := h.Position(), anna
		if p.Turn() == draughts.White == (board.Board.Game.Player(draughts.White).String() == ben.id) {
			mover = ben
		}
		moves := p.Moves()
		if h.Len()%6 == 5 {
			w.tries(mover, p, dice)
		}
		board = mover.types("move", "move", p.Full(moves[dice.IntN(len(moves))], draughts.Numbers))
		for _, part := range board.Message.Parts {
			if text, ok := part.(dg.TextDisplay); ok && !strings.Contains(text.Content, "·") {
				fmt.Fprintln(&w.text, w.named(text.Content))
			}
		}
	}
	w.tells(board)
	result, err := w.bot.composer.ComposeResult(w.t.Context(), board.Board.Game)
	must(w.t, err)
	w.tells(answerOf(result))
}

// blunderReview is a review of blunder as it is kept, so that what it says does not depend on the engine.
const blunderReview = `{"Version":2,"Values":"1 -1 1 20 90 drawn drawn drawn drawn won34 lost33",` +
	`"Lines":{"3":"24-20 3-7","4":"11-16 24-20","5":"24-20 11-16","8":"9-14 25-21","9":"19-10-3 14-17"}}`

// review plays a game with mistakes, and reviews it.
func (w *tour) review(black, white *someone) {
	w.t.Helper()
	w.presses(white, w.types(black, "challenge", "opponent", white, "colour", "black", "rated", false), "accept")
	id := w.running(black).ID
	for i, move := range strings.Fields(blunder) {
		[]*someone{black, white}[i%2].types("move", "move", move)
	}
	w.presses(black, w.types(black, "resign"), "yes")
	must(w.t, w.bot.referee.KeepReview(context.Background(), id, []byte(blunderReview)))
	w.presses(black, w.types(black, "review"), "turns")
}

// tries has a user try an illegal move.
func (w *tour) tries(s *someone, p draughts.Position, dice *rand.Rand) {
	w.t.Helper()
	for {
		from := draughts.Square(1 + dice.IntN(32))
		text := fmt.Sprintf("%d-%d", from, 1+dice.IntN(32))
		if _, err := p.Read(text); err != nil && p.Pieces(p.Turn()).Has(from) {
			w.types(s, "move", "move", text)
			return
		}
	}
}

// localeOf returns Discord's locale of a language; "" if Discord lacks it.
func localeOf(l *lang.Language) dg.Locale {
	if l == lang.English() {
		return dg.EnglishUS
	}
	for locale := range dg.Locales {
		if locale != dg.Unknown && lang.For(string(locale)) == l {
			return locale
		}
	}
	return ""
}
