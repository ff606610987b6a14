package bot

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// ownThread is the thread that the fake Discord creates in channel 78.
const ownThread = 100078

// A game stays in its thread, whatever the settings say by now: a move in the channel above shows the
// board there, and links to it, as /board does.
func TestGamesStayInTheirThreads(t *testing.T) {
	w, anna, ben := newPair(t)
	w.decides("threads", true)
	_, g := w.begins(anna, ben)
	w.decides("threads", false)
	shown := func(want int) {
		t.Helper()
		now := w.storedGame(g.ID)
		if n := len(w.discord.channels[ownThread]); now.Room != ownThread || n != want {
			t.Errorf("the game is in %d, where %d messages are, want %d", now.Room, n, want)
		}
	}
	anna.types("move", "move", "11-15").mustSay(t, "<#100078>")
	shown(2)
	ben.types("draw").mustSay(t, "<#100078>")
	shown(3)
	ben.types("board").mustSay(t, "<#100078>")
	shown(3)
	inThread := ben.command("move", "move", "22-18")
	inThread.ChannelID = "100078"
	if moved := ben.do(inThread); !moved.showsBoard() {
		t.Errorf("a move in the thread is shown elsewhere: %s", said(moved))
	}
	w.discord.fails[ownThread] = delivery.ErrUnreachable // it is gone
	if moved := anna.types("move", "move", "15x22"); !moved.showsBoard() {
		t.Errorf("without the thread the board is shown elsewhere: %s", said(moved))
	}
}

// The message of a challenge becomes the result when its game in a thread is over.
func TestThreadsTellTheirResult(t *testing.T) {
	w, anna, ben := newPair(t)
	w.decides("threads", true)
	made := anna.types("challenge", "opponent", ben)
	shown := w.arrives(made, 78)
	ben.presses(made, "Accept")
	g := w.running(anna)
	w.ends(g, g.Players[draughts.White])
	w.announce(delivery.ResponseTimeout)
	edits := slices.DeleteFunc(w.discord.edits, func(e string) bool { return !strings.HasPrefix(e, "78/"+shown.ID+": ") })
	if !strings.Contains(edits[0], "Accepted · ") || !strings.Contains(edits[0], "#100078") {
		t.Errorf("it does not say where the game is: %s", edits[0])
	}
	last := edits[len(edits)-1]
	link := fmt.Sprintf("[`%s`](https://discord.com/channels/77/%d/%d)", g.ID, ownThread, w.storedGame(g.ID).Post)
	for _, want := range []string{"wins.**", "American checkers · " + link, "2 moves", "attachment://board.png", `"Replay"`} {
		if !strings.Contains(last, want) {
			t.Errorf("%q is not in %s", want, last)
		}
	}
}

// A game that begins in a thread stays there, and Discord is not asked for a thread in it.
func TestGameBegunInAThread(t *testing.T) {
	w, anna, ben := newPair(t)
	w.decides("threads", true)
	made := anna.in("100078", "challenge", "opponent", ben)
	i := ben.click(customIDOf(t, made, "Accept"))
	i.ChannelID = "100078"
	if begun := ben.do(i); !begun.showsBoard() || len(w.discord.threads) > 0 {
		t.Errorf("threads: %q; it says\n%s", w.discord.threads, said(begun))
	}
}

// A member who sets that games have threads reads that the bot lacks the permissions, if it does.
func TestThreadsWithoutPermissions(t *testing.T) {
	w := newWorld(t)
	const lacks = "Ask an admin to let me create threads"
	w.decides("threads", true).mustSay(t, lacks)
	mod := w.member(9, "Mod")
	i := mod.command("settings", "threads", true)
	i.AppPermissions = dg.PermissionCreatePublicThreads | dg.PermissionSendMessagesInThreads
	mod.moderates(i).mustSay(t, lacks) // the board is a file
	i = mod.command("settings", "threads", true)
	i.AppPermissions = threadPermissions
	for _, a := range []answer{mod.moderates(i), w.decides("threads", false), w.decides()} {
		if text := said(a); strings.Contains(text, lacks) {
			t.Errorf("without need it warns:\n%s", text)
		}
	}
}

// Discord has no threads in voice channels: nobody is offered one there, and games stay where they begin.
func TestVoiceChannelsHaveNoThreads(t *testing.T) {
	for _, kind := range []dg.ChannelType{dg.ChannelTypeGuildVoice, dg.ChannelTypeGuildStageVoice} {
		w := newWorld(t)
		w.kind = kind
		anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
		if text := said(w.decides("threads", true)); strings.Contains(text, "not allowed") {
			t.Errorf("no permission would help, but it says\n%s", text)
		}
		board, g := w.begins(anna, ben)
		if len(w.discord.threads) > 0 || g.Room != 78 || !board.showsBoard() {
			t.Errorf("the game is in %d, and the response\n%s", g.Room, said(board))
		}
		if text := said(ben.presses(board, "More")); strings.Contains(text, "Own thread") {
			t.Errorf("a thread is offered:\n%s", text)
		}
	}
}

// A game without a thread gets one by a click, or goes to the thread that a player makes.
func TestOwnThread(t *testing.T) {
	w, anna, ben := newPair(t)
	board, g := w.begins(anna, ben)
	room := func() game.RoomID { return w.storedGame(g.ID).Room }
	more := ben.presses(board, "More")
	ben.presses(more, "Own thread").mustSay(t, "Ask an admin to let me create threads")
	press := func() answer {
		i := ben.click(customIDOf(t, more, "Own thread"))
		i.AppPermissions = threadPermissions
		return ben.do(i)
	}
	anna.types("draw") // its note is not taken for the board
	both := ben.click(customIDOf(t, more, "Own thread"))
	both.AppPermissions = threadPermissions
	first, _ := w.bot.Handle(t.Context(), w.arriving(both)) // and the opponent clicks before the game is there
	press().mustSay(t, "<#100078>")
	w.bot.Shown(t.Context(), both, first, nil, nil)
	w.bot.Courier.Wait()
	if n := len(w.discord.channels[ownThread]); n != 1 || room() != ownThread || !slices.Equal(w.discord.mentioned, []string{anna.id}) {
		t.Errorf("%d messages are in the thread, the game is in %d, mentioned are %v", n, room(), w.discord.mentioned)
	}
	press().mustSay(t, "<#100078>")
	if len(w.discord.threads) != 1 {
		t.Errorf("threads: %v", w.discord.threads)
	}
	i := ben.click(customID{action: moreAction, game: g.ID}.String())
	i.AppPermissions = threadPermissions
	if text := said(ben.do(i)); strings.Contains(text, "Own thread") {
		t.Errorf("where games have threads, a player reads\n%s", text)
	}

	_, g = w.begins(anna, ben)
	made := anna.command("move", "move", "11-15", "game", string(g.ID))
	made.ChannelID = "100079"
	w.arrives(anna.do(made), 100079)
	if room() != 100079 {
		t.Errorf("the game is in %d", room())
	}
}
