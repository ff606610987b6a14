package bot

import (
	"context"
	"strings"
	"testing"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// Pictures call people what they are called in the server where the game is, whatever was
// pressed or typed last, and nowhere else.
func TestNicknames(t *testing.T) {
	w := newWorld(t)
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	_, g := w.begins(anna, ben) // Anna has Black
	names := func() [2]string { return w.bot.names(context.Background(), lang.English(), g) }
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
	score := control{verb: scoreVerb, game: g.ID}.String()
	asks("The Queen", anna.command("board"))
	asks("The Queen", anna.click(score))
	asks("Annie", typing(anna, "move", "move", "11"))

	elsewhere := anna.command("help")
	elsewhere.GuildID, elsewhere.Member.Nick = "88", "Number 7"
	anna.do(elsewhere)
	if got := names(); got[draughts.Black] != "Annie" {
		t.Errorf("here she is called %q", got)
	}
	asks("", anna.command("board"))

	named := ben.command("head-to-head", "member", anna)
	named.Data.(dg.ApplicationCommandInteractionData).Resolved.Members = map[string]*dg.Member{anna.id: {Nick: "Rook"}}
	if ben.do(named); names() != [2]string{"Ben", "Rook"} {
		t.Errorf("they are called %q", names())
	}
	w.bot.people.forget(1001)
	if name, ok := w.bot.people.name(1001, 77); ok {
		t.Errorf("%q is remembered", name)
	}
}

// Who has had themselves erased is somebody without a name wherever their games are shown.
func TestFormerPlayersAreNotNamed(t *testing.T) {
	w := newWorld(t)
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	w.finishes(anna, ben, "american")
	games, err := w.bot.referee.Games(context.Background(), game.FinishedGamesIn(77), game.Viewer{Place: 77}, "", 1)
	if err != nil {
		t.Fatal(err)
	}
	id := string(games.Items[0].ID)
	ben.clicks(control{verb: eraseVerb}.String())
	for _, a := range []answer{
		anna.types("board", "game", id).mustSay(t, "a former player (White) against <@1001> (Black)", "a former player played", "a former player: 1500"),
		anna.types("replay", "game", id).mustSay(t, "a former player (White) against <@1001> (Black)"),
		anna.types("games", "finished", true).mustSay(t, "a former player against <@1001>"),
	} {
		for _, text := range []string{"<@former", "<@1002>", "Ben"} {
			if strings.Contains(said(a), text) {
				t.Errorf("%q is in\n%s", text, said(a))
			}
		}
	}
}
