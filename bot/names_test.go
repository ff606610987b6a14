package bot

import (
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"unicode"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// Pictures show the nicknames that players have in the guild of the game, after any interaction
// there, and after none elsewhere.
func TestNicknames(t *testing.T) {
	w, anna, ben := newPair(t)
	_, g := w.begins(anna, ben) // Anna has Black
	names := func() [2]string { return say.Players(context.Background(), lang.English(), g, w.bot.names.nameOf) }
	asks := func(nick string, i *dg.Interaction) {
		t.Helper()
		i.Member.Nick = nick
		anna.do(i)
		want := nick
		if nick == "" {
			want = "Anna"
		}
		if got := names(); got != [2]string{"Ben", want} {
			t.Errorf("after %v as %q they are called %q", i.Type, nick, got)
		}
	}
	score := customID{action: moveListAction, game: g.ID}.String()
	asks("The Queen", anna.command("board"))
	asks("The Queen", anna.click(score))
	asks("Annie", typing(anna, "move", "move", "11"))

	away := elsewhere(anna.command("help"))
	away.Member.Nick = "Number 7"
	anna.do(away)
	if got := names(); got[draughts.Black] != "Annie" {
		t.Errorf("here she is called %q", got)
	}
	asks("", anna.command("board"))

	named := ben.command("head-to-head", "member", anna)
	named.Data.(dg.ApplicationCommandInteractionData).Resolved.Members = map[string]*dg.Member{anna.id: {Nick: "Rook"}}
	if ben.do(named); names() != [2]string{"Ben", "Rook"} {
		t.Errorf("they are called %q", names())
	}
	w.bot.names.forgetNames(1001)
	if name, ok := w.bot.names.cachedName(1001, 77); ok {
		t.Errorf("%q is remembered", name)
	}
}

// Pictures show the first name of a user that the font has, else the side; all else shows the display name.
func TestNamesInPictures(t *testing.T) {
	w := newWorld(t)
	anna, ben := w.member(1, "anna_7"), w.member(2, "Ben")
	i := anna.command("challenge", "opponent", ben, "colour", "black")
	i.Member.User.GlobalName = "田中太郎"
	g := ben.presses(anna.do(i), "Accept").Board.Game
	shows := func(want string) {
		t.Helper()
		for what, name := range map[string]string{
			"picture": w.bot.composer.bars(t.Context(), lang.English(), g).Players[draughts.Black].Name,
			"text":    say.Players(t.Context(), lang.English(), g, w.bot.names.nameOf)[draughts.Black],
		} {
			if what == "picture" && name != want || what == "text" && render.CanDraw(name) {
				t.Errorf("the name in the %s is %q", what, name)
			}
		}
	}
	shows("anna_7")
	nick := func(display, nick string) {
		i := anna.command("help")
		i.Member.User.GlobalName, i.Member.Nick = display, nick
		anna.do(i)
	}
	nick("Anna", "アンナ")
	shows("Anna")
	nick("田中太郎", "🔥👑")
	shows("anna_7")
	w.bot.forgetAllNames()
	shows("anna_7")
	must(t, change(t.Context(), w.bot.referee, game.PersonSettings(1001), func(p *preferences) { p.Username = "" }))
	w.bot.forgetAllNames()
	shows("Black")
}

// A user who was erased has no name wherever their games are shown, and is challenged to no rematch.
func TestFormerPlayersAreNotNamed(t *testing.T) {
	w, anna, ben := newPair(t)
	w.finishes(anna, ben, "american")
	games, err := w.bot.referee.Games(context.Background(), game.FinishedGamesIn(77), game.Viewer{Place: 77}, "", 1)
	must(t, err)
	id := string(games.Items[0].ID)
	ben.clicks(customID{action: eraseAction}.String())
	for _, a := range []answer{
		anna.types("board", "game", id).mustSay(t, "Former player (White) vs. <@1001> (Black)", "Former player played",
			"Former player: about 12 more rated games"),
		anna.types("replay", "game", id).mustSay(t, "Former player (White) vs. <@1001> (Black)"),
		anna.types("games", "finished", true).mustSay(t, "Former player vs. <@1001>"),
	} {
		for _, text := range []string{"<@former", "<@1002>", "Ben", "(Rematch)"} {
			if strings.Contains(said(a), text) {
				t.Errorf("%q is in\n%s", text, said(a))
			}
		}
	}
}

// stored returns the stored name of a user, and whether anything of theirs is stored.
func (w *world) stored(p game.PersonID) (name string, any bool) {
	w.t.Helper()
	note, err := w.bot.referee.Settings(context.Background(), game.PersonSettings(p))
	must(w.t, err)
	likes, err := w.bot.records.preferencesOf(context.Background(), p)
	must(w.t, err)
	return likes[p].Name, len(note[0]) > 0
}

// A name is stored when its owner challenges or accepts, and not when others challenge or
// name them.
func TestNamesAreStoredByTheirOwners(t *testing.T) {
	w, anna, ben, carl := newTrio(t)
	want := func(after string, names ...string) {
		t.Helper()
		for i, name := range names {
			if got, _ := w.stored(game.PersonID(1001 + i)); got != name {
				t.Errorf("after %s the stored name of player %d is %q, want %q", after, i+1, got, name)
			}
		}
	}
	declined := anna.types("challenge", "opponent", ben)
	want("a challenge", "Anna", "")
	ben.presses(declined, "Decline")
	want("a refusal", "Anna", "")
	ben.presses(anna.types("challenge", "opponent", ben), "Accept")
	want("an acceptance", "Anna", "Ben")
	ben.types("head-to-head", "member", carl, "other", anna)
	carl.presses(anna.types("challenge", "rules", "russian"), "Accept")
	want("an open challenge was accepted", "Anna", "Ben", "Carl")

	// A rematch that both ask for begins without any button.
	for p := range 2 {
		about := game.PersonSettings(game.PersonID(1001 + p))
		must(t, change(context.Background(), w.bot.referee, about, func(p *preferences) { *p = preferences{} }))
	}
	ben.presses(ben.types("resign"), "Yes, resign")
	anna.types("rematch")
	want("a rematch was asked for", "Anna", "")
	ben.types("rematch")
	want("it has begun", "Anna", "Ben")
}

// Whatever others do, nothing about an erased user is stored again.
func TestErasedStayErased(t *testing.T) {
	w, anna, ben, carl := newTrio(t)
	w.finishes(anna, ben, "american")
	board, g := w.begins(anna, ben)
	waiting := ben.types("challenge", "opponent", anna, "rules", "russian")
	ben.clicks(customID{action: eraseAction}.String())
	for what, do := range map[string]func(){
		"a challenge":         func() { anna.types("challenge", "opponent", ben) },
		"an answer":           func() { anna.presses(waiting, "Accept") },
		"a rematch":           func() { anna.types("rematch", "game", string(g.ID)) },
		"a move":              func() { anna.presses(board, "11-15") },
		"a board":             func() { carl.types("board", "game", string(g.ID)) },
		"a replay":            func() { carl.types("replay", "game", string(g.ID)) },
		"a review":            func() { carl.types("review", "game", string(g.ID)) },
		"an export":           func() { anna.types("export", "game", string(g.ID)) },
		"a profile":           func() { carl.types("profile", "member", ben) },
		"a list":              func() { carl.types("games", "member", ben, "finished", true) },
		"a head-to-head":      func() { carl.types("head-to-head", "member", ben, "other", anna) },
		"another user's game": func() { w.begins(anna, carl) },
		"an announcement":     func() { w.announce(delivery.ResponseTimeout) },
	} {
		do()
		if name, any := w.stored(1002); any {
			t.Errorf("after %s %q is stored again", what, name)
		}
	}
	if name, _ := w.stored(1001); name != "Anna" {
		t.Errorf("the other player's name is %q", name)
	}
}

// No name turns the text around it, breaks its line or hides, wherever it lands.
func TestNamesAreCleanedEverywhere(t *testing.T) {
	w := newWorld(t)
	const turns = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
	anna, ben := w.member(1, turns+"An\u202ena\x00\n"+turns), w.member(2, "\u2067 שלום\r\n\t🔥"+turns)
	mod := w.member(9, "Mod")
	mod.name = turns
	var all strings.Builder
	gather := func(i *dg.Interaction) {
		t.Helper()
		i.Member.Nick = i.Member.User.Username
		reply, ok := w.handle(t.Context(), i)
		if !ok {
			t.Fatalf("%+v is not answered", i)
		}
		initial, later := sent(i, reply)
		files := initial.Data.Files
		for _, m := range later {
			files = append(files, m.Files...)
		}
		var shown *dg.Message
		if initial.Data.Flags&dg.MessageFlagsEphemeral == 0 {
			shown = w.discord.show(78, initial.Data.Components)
		}
		w.bot.Shown(t.Context(), i, reply, shown, nil)
		w.bot.Courier.Wait()
		text, err := json.Marshal([]any{initial, later})
		must(t, err)
		all.Write(text)
		for _, f := range files {
			if strings.HasSuffix(f.Name, ".pdn") {
				if _, err := io.Copy(&all, f.Reader); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	everything := func(id game.GameID) {
		t.Helper()
		for _, i := range []*dg.Interaction{
			anna.command("board", "game", string(id)), anna.command("replay", "game", string(id)), anna.command("export", "game", string(id)),
			anna.command("review", "game", string(id)), anna.command("export", "everything", true),
			anna.command("games"), anna.command("games", "finished", true), anna.command("profile"),
			anna.command("leaderboard"), anna.command("head-to-head", "member", ben), typing(anna, "board", "game", ""),
			anna.click(customID{action: flipAction, game: id, arg: "white"}.String()),
			anna.click(customID{action: moveListAction, game: id}.String()),
		} {
			gather(i)
		}
	}
	w.decides("threads", true)
	challenge := anna.types("challenge", "opponent", ben, "colour", "black", "clock", "3d")
	gather(ben.click(customIDOf(t, challenge, "Accept")))
	for _, move := range []string{"11-15", "22-18", "15x22", "25x18"} {
		g := w.running(anna)
		gather([]*someone{ben, anna}[g.Turn()].command("move", "move", move))
		everything(g.ID)
	}
	g := w.running(anna)
	gather(mod.command("board", "game", string(g.ID)))
	gather(ben.click(inGame(g, confirmResignAction).String()))
	everything(g.ID)
	w.bot.forgetAllNames() // as after a restart: what they called themselves is stored
	everything(g.ID)

	text := all.String() + strings.Join(w.discord.threads, "") + strings.Join(w.discord.posts, "") + strings.Join(w.discord.edits, "")
	for _, want := range []string{
		"(White) vs. Anna (Black)", "Anna wins", "שלום 🔥 – Anna", `[Black "Anna"]`, `[White "שלום 🔥"]`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no message says %q", want)
		}
	}
	for _, r := range text {
		if unicode.Is(unicode.Bidi_Control, r) || unicode.IsControl(r) && r != '\n' {
			t.Fatalf("a message says %q", r)
		}
	}
}

// Boards have names also when the bot has just started.
func TestNamesAreKept(t *testing.T) {
	w, anna, ben := newPair(t)
	_, g := w.begins(anna, ben)
	w.restart()
	if names := say.Players(context.Background(), lang.English(), g, w.bot.names.nameOf); names != [2]string{"Ben", "Anna"} &&
		names != [2]string{"Anna", "Ben"} {
		t.Errorf("the names are %q", names)
	}
}

// forgetAllNames empties the cache, as a restart does.
func (b *Bot) forgetAllNames() { b.names.known.Forget(func(nameKey) bool { return true }) }
