package bot

import (
	"context"
	"strings"
	"testing"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
)

// inDirect is an interaction as Discord sends it from a talk with the bot alone.
func inDirect(i *dg.Interaction) *dg.Interaction {
	i.GuildID, i.GuildLocale, i.ChannelID = "", nil, "555"
	i.User, i.Member, i.Context = i.Member.User, nil, dg.InteractionContextBotDM
	return i
}

// A player looks at a game from another place alone, and the game stays where it is.
func TestLookFromElsewhere(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	_, g := w.begins(anna, w.member(2, "Ben"))
	elsewhere := anna.command("board", "game", string(g.ID))
	elsewhere.GuildID, elsewhere.ChannelID = "99", "98"
	for _, i := range []*dg.Interaction{elsewhere, inDirect(anna.command("board"))} {
		a := anna.do(i).mustSay(t, "<@1001>, it is your turn.", "board.png", "(Resign)")
		if !a.message.private || a.message.pings != nil || a.shows != nil {
			t.Errorf("others see it, %v are called, and it shows %v", a.message.pings, a.shows)
		}
	}
	replay := anna.command("replay")
	replay.GuildID, replay.ChannelID = "99", "98"
	if a := anna.do(replay); !a.private || !a.message.private {
		t.Error("others see the replay")
	}
}

// In its own place a spectator shows a game to others, who can look at it, too.
func TestSpectatorsTouchNothing(t *testing.T) {
	w := newWorld(t)
	anna, carl := w.member(1, "Anna"), w.member(3, "Carl")
	_, g := w.begins(anna, w.member(2, "Ben"))
	i := carl.command("board", "game", string(g.ID))
	i.ChannelID = "79"
	if a := carl.do(i); a.message.private || a.message.pings != nil || a.shows != nil || strings.Contains(said(a), "(Resign)") {
		t.Errorf("%v are called, it shows %v:\n%s", a.message.pings, a.shows, said(a))
	}
	i = anna.command("board")
	i.ChannelID = "79"
	if a := anna.do(i); a.message.private || a.shows == nil {
		t.Errorf("a player does not move it:\n%s", said(a))
	}
}

// Who acts from another place does not take the game along: its board is where the other
// player looks.
func TestActFromElsewhere(t *testing.T) {
	for _, boards := range []string{"new", "in-place"} {
		w := newWorld(t)
		anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
		_, g := w.begins(anna, ben)
		w.decides("boards", boards, "language", "de")
		moved := anna.do(inDirect(anna.command("move", "move", "11-15"))).mustSay(t, "is in <#78>")
		if !moved.message.private || moved.shows != nil {
			t.Errorf("the board is shown elsewhere: %s", said(moved))
		}
		shown := strings.Join(append(w.rooms.posts, w.rooms.edits...), "\n")
		if !strings.Contains(shown, "11-15") || !strings.Contains(shown, "Zug") {
			t.Errorf("in the room there is\n%s", shown)
		}
		if now, err := w.bot.referee.UnrestrictedGame(context.Background(), g.ID); err != nil || now.Room != 78 {
			t.Errorf("the game is in %v, %v", now.Room, err)
		}
		news, err := w.bot.referee.Waiting(context.Background(), 0, 10)
		if err != nil || len(news) != 1 { // that of the challenge
			t.Errorf("waiting: %v, %v", news, err)
		}
	}
}

// When the room of a game is gone, two can play on by direct messages.
func TestPlayOnWithoutARoom(t *testing.T) {
	w := newWorld(t)
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	_, g := w.begins(anna, ben)
	w.rooms.fails[78] = ErrUnreachable
	for i, move := range []string{"11-15", "22-18", "15x22"} {
		mover := []*someone{anna, ben}[i%2]
		mover.do(inDirect(mover.click(control{verb: moveVerb, game: g.ID, ply: game.Ply(i)}.String(), move)))
		w.rooms.posts = nil
		w.at = w.at.Add(UsualPatience)
		if err := w.announce(context.Background()); err != nil {
			t.Fatal(err)
		}
		if told := strings.Join(w.rooms.posts, "\n"); strings.Count(told, move) < 2 || !strings.Contains(told, "51001: ") || !strings.Contains(told, "51002: ") {
			t.Errorf("after %s there is told\n%s", move, told)
		}
	}
}

// Nor does who asks for a rematch.
func TestRematchFromElsewhere(t *testing.T) {
	w := newWorld(t)
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	w.begins(anna, ben)
	ben.presses(ben.types("resign"), "Yes, resign")
	asked := anna.do(inDirect(anna.command("rematch"))).mustSay(t, "is in <#78>")
	if !asked.message.private || asked.announced != nil {
		t.Errorf("it is shown elsewhere: %s", said(asked))
	}
	w.at = w.at.Add(UsualPatience)
	if err := w.announce(context.Background()); err != nil {
		t.Fatal(err)
	}
	if last := w.rooms.posts[len(w.rooms.posts)-1]; !strings.HasPrefix(last, "78: ") || !strings.Contains(last, "challenges") {
		t.Errorf("posted: %s", last)
	}
	ben.do(inDirect(ben.command("rematch"))).mustSay(t, "is in <#78>")
	games, err := w.bot.referee.Games(context.Background(), game.RunningGamesIn(77), game.Viewer{Place: 77}, "", 10)
	if err != nil || len(games.Items) != 1 || games.Items[0].Room != 78 || games.Items[0].Post == 0 {
		t.Errorf("%d games are played here, %v", len(games.Items), err)
	}
}

// A challenge that only who makes it could read is not made.
func TestChallengeAlone(t *testing.T) {
	w := newWorld(t)
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	for _, options := range [][]any{nil, {"opponent", ben}} {
		anna.do(inDirect(anna.command("challenge", options...))).mustSay(t, "Nobody else reads this.")
	}
	group := inDirect(anna.command("challenge"))
	group.Context = dg.InteractionContextPrivateChannel
	anna.do(group).mustSay(t, "challenges anybody here")
}

// When the room of a challenge is gone, it can be answered by direct messages.
func TestAnswerWithoutARoom(t *testing.T) {
	for _, accepts := range []bool{true, false} {
		w := newWorld(t)
		anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
		asked := anna.types("challenge", "opponent", ben)
		w.rooms.fails[78] = ErrUnreachable
		tell := func() string {
			w.t.Helper()
			w.rooms.posts = nil
			w.at = w.at.Add(UsualPatience)
			if err := w.announce(context.Background()); err != nil {
				t.Fatal(err)
			}
			return strings.Join(w.rooms.posts, "\n")
		}
		if told := tell(); !strings.Contains(told, "51002: ") || !strings.Contains(told, "Accept") {
			t.Fatalf("Ben is told\n%s", told)
		}
		label, answer, news := "Decline", "It was declined.", "It was declined."
		if accepts {
			label, answer, news = "Accept", "Done.", "it is your turn"
		}
		ben.do(inDirect(ben.click(customID(t, asked, label)))).mustSay(t, answer)
		if told := tell(); !strings.Contains(told, "51001: ") || !strings.Contains(told, news) {
			t.Errorf("Anna is told\n%s", told)
		}
	}
}

// A game here is found among however many elsewhere.
func TestTheGameHere(t *testing.T) {
	w := newWorldWithin(t, game.Limits{GamesPerPerson: 200})
	anna := w.member(1, "Anna")
	w.begins(anna, w.member(2, "Ben"))
	elsewhere := func(i *dg.Interaction) *dg.Interaction {
		i.GuildID, i.ChannelID = "500", "501"
		return i
	}
	for n := range 60 {
		other := w.member(100+n, "Other")
		asked := anna.do(elsewhere(anna.command("challenge", "opponent", other)))
		other.do(elsewhere(other.click(customID(t, asked, "Accept"))))
	}
	anna.types("move", "move", "11-15").mustSay(t, "<@1001> played **11-15**.")
}
