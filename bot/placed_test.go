package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
)

// decides has a moderator decide how games are played here.
func (w *world) decides(options ...any) answer {
	w.t.Helper()
	mod := w.member(9, "Mod")
	data := dg.ApplicationCommandInteractionData{Name: "settings"}
	for i := 0; i < len(options); i += 2 {
		data.Options = append(data.Options, &dg.ApplicationCommandInteractionDataOption{Name: options[i].(string), Value: options[i+1]})
	}
	i := mod.interaction(dg.InteractionApplicationCommand, data)
	i.Member.Permissions = dg.PermissionManageGuild
	return mod.do(i)
}

// begins has two people begin a game, Black first, whose board has reached the room.
func (w *world) begins(anna, ben *someone) (board answer, g *game.Game) {
	w.t.Helper()
	board = ben.presses(anna.types("challenge", "opponent", ben, "colour", "black", "clock", "1d"), "Accept")
	if board.shows != nil {
		w.arrives(board, 78)
	}
	page, err := w.bot.referee.Games(context.Background(), game.RunningGamesIn(77), game.Viewer{Place: 77}, "", 1)
	if err != nil || len(page.Items) != 1 {
		w.t.Fatalf("%d games are being played, %v", len(page.Items), err)
	}
	return board, page.Items[0]
}

// arrives is what the bot does when an answer has reached its room.
func (w *world) arrives(a answer, room game.RoomID) *dg.Message {
	w.t.Helper()
	shown := w.rooms.shows(room, a.message.components())
	w.bot.told(&dg.Interaction{}, a)(context.Background(), shown, nil)
	w.bot.Wait()
	return shown
}

// The board that was newest loses its controls when another is shown.
func TestRetire(t *testing.T) {
	w := newWorld(t)
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	_, g := w.begins(anna, ben)
	after := anna.types("move", "move", "11-15")
	if len(w.rooms.edits) != 0 {
		t.Fatalf("edits: %v", w.rooms.edits)
	}
	w.arrives(after, 78)
	if len(w.rooms.edits) != 1 || !strings.HasPrefix(w.rooms.edits[0], fmt.Sprintf("78/%d: ", g.Post)) || strings.Contains(w.rooms.edits[0], "custom_id") {
		t.Errorf("edits: %v", w.rooms.edits)
	}
	// If Discord is busy, that is done when there is time for it.
	w.rooms.edits, w.rooms.fails[78] = nil, errors.New("429")
	w.arrives(ben.types("move", "move", "22-18"), 78)
	w.rooms.fails[78] = nil
	if err := w.announce(context.Background()); err != nil || len(w.rooms.edits) != 1 {
		t.Errorf("edits: %v, %v", w.rooms.edits, err)
	}
	w.rooms.fails[78] = errors.New("429")
	w.arrives(anna.types("move", "move", "15x22"), 78)
	for range mostRetiring {
		w.announce(context.Background())
	}
	if n := len(w.bot.retired.take()); n != 0 {
		t.Errorf("%d are tried for ever", n)
	}
	w.rooms.fails[78] = nil

	// A board that arrives after a newer one is no home.
	late := &dg.Message{ID: fmt.Sprint(uint64(g.Post) - 1), ChannelID: "78"}
	w.bot.settle(context.Background(), g, late, nil)
	if now, err := w.bot.referee.UnrestrictedGame(context.Background(), g.ID); err != nil || now.Post <= g.Post {
		t.Errorf("the game is at %d, %v", now.Post, err)
	}
}

// A board that lost its controls when one of them was pressed is not looked at again.
func TestRetiredByPress(t *testing.T) {
	w := newWorld(t)
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	_, g := w.begins(anna, ben)
	pressed, err := w.rooms.Message(t.Context(), 78, g.Post)
	if err != nil {
		t.Fatal(err)
	}
	after := anna.types("move", "move", "11-15")
	after.manner = following
	w.rooms.asked = nil
	shown := w.rooms.shows(78, after.message.components())
	w.bot.told(&dg.Interaction{Message: pressed}, after)(t.Context(), shown, nil)
	w.bot.Wait()
	if len(w.rooms.asked) != 0 || len(w.rooms.edits) != 0 {
		t.Errorf("asked for %v, edits: %v", w.rooms.asked, w.rooms.edits)
	}
}

// News is not told again that people have read, even if the bot did not live to know.
func TestToldOnce(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	board, _ := w.begins(anna, ben)
	if len(w.rooms.there[78]) != 1 {
		t.Fatalf("there are %d messages", len(w.rooms.there[78]))
	}
	after := anna.types("move", "move", "11-15")
	w.rooms.shows(78, after.message.components()) // it arrived, and then the process fell
	w.at = w.at.Add(1e9)
	w.bot = New(Config{Referee: w.bot.referee, Poster: w.rooms, Now: w.bot.now, Log: w.bot.log})
	before := len(w.rooms.posts)
	if err := w.announce(ctx); err != nil || len(w.rooms.posts) != before {
		t.Fatalf("what the process before said may still be on its way: %v, %v", w.rooms.posts[before:], err)
	}
	w.at = w.at.Add(settling)
	if err := w.announce(ctx); err != nil {
		t.Fatal(err)
	}
	for _, text := range w.rooms.posts[before:] {
		if strings.Contains(text, "11-15") {
			t.Errorf("told again: %s", text)
		}
	}
	if news, err := w.bot.referee.Waiting(ctx, 0, 10); err != nil || len(news) != 0 {
		t.Errorf("waiting: %v, %v", news, err)
	}
	if g, _ := w.bot.referee.UnrestrictedGame(ctx, board.shows.ID); g.Post.String() != w.rooms.there[78][1].ID {
		t.Errorf("the game is at %v", g.Post)
	}
}

func TestThreads(t *testing.T) {
	w := newWorld(t)
	w.decides("threads", true).mustSay(t, "Each game has a thread of its own.")
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	accepted, g := w.begins(anna, ben)
	accepted.mustSay(t, "It was accepted.")
	const thread = 100078
	if g.Room != thread || len(w.rooms.there[thread]) != 1 || accepted.manner != instead {
		t.Fatalf("the game is in %v, where %d messages are", g.Room, len(w.rooms.there[thread]))
	}
	// Who moves elsewhere is told where to look.
	there := anna.types("move", "move", "11-15").mustSay(t, "is in <#100078>")
	if !there.message.private || len(w.rooms.there[thread]) != 2 {
		t.Errorf("%d messages are in the thread", len(w.rooms.there[thread]))
	}
	if news, _ := w.bot.referee.Waiting(context.Background(), 0, 10); len(news) != 1 { // that of the challenge
		t.Errorf("waiting: %v", news)
	}

	// A rematch has a thread of its own, too.
	ben.presses(ben.types("resign"), "Yes, resign")
	w.decides("channel", "4242")
	anna.types("rematch").mustSay(t, "Games are begun in <#4242> here.")
	w.decides("channel", "4242")
	anna.types("rematch")
	ben.types("rematch").mustSay(t, "It was accepted.")
	if n := len(w.rooms.there[thread]); n != 4 {
		t.Errorf("%d messages are in the thread", n)
	}

	// Where threads may not be opened, the game is in the room.
	w = newWorld(t)
	w.decides("threads", true)
	w.rooms.fails[thread] = ErrUnreachable
	_, g = w.begins(w.member(1, "Anna"), w.member(2, "Ben"))
	if g.Room != 78 || len(w.rooms.there[78]) != 1 {
		t.Errorf("the game is in %v", g.Room)
	}
}

func TestInPlace(t *testing.T) {
	w := newWorld(t)
	w.decides("boards", "in-place").mustSay(t, "Boards are changed in their places.")
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	board, g := w.begins(anna, ben)
	pressed := anna.interaction(dg.InteractionMessageComponent, dg.MessageComponentInteractionData{
		CustomID: control{verb: moveVerb, game: g.ID, arg: "11-15"}.String(),
	})
	pressed.Message = &dg.Message{ID: g.Post.String()}
	if a := anna.do(pressed); a.manner != instead {
		t.Errorf("the board is not changed in its place: %+v", a)
	}
	ben.types("move", "move", "22-18").mustSay(t, "is in <#78>")
	if len(w.rooms.edits) != 1 || !strings.Contains(w.rooms.edits[0], "22-18") || len(w.rooms.there[78]) != 1 {
		t.Errorf("edits %v, %d messages", w.rooms.edits, len(w.rooms.there[78]))
	}
	if now, err := w.bot.referee.UnrestrictedGame(context.Background(), g.ID); err != nil || now.Post != g.Post || now.Shown != now.Seq() {
		t.Errorf("what is shown is %d, of %d, in %v, %v", now.Shown, now.Seq(), now.Post, err)
	}
	// A board that cannot be changed any more is followed by another.
	w.rooms.fails[78] = ErrUnreachable
	anna.types("move", "move", "15x22")
	if news, _ := w.bot.referee.Waiting(context.Background(), 0, 10); len(news) < 2 {
		t.Errorf("waiting: %v", news)
	}
	_ = board
}

// Of a move that was made nobody is told that it failed, even if its board cannot be made
// just then: it is told when it can be.
func TestUnshown(t *testing.T) {
	w := newWorld(t)
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	_, g := w.begins(anna, ben)
	i := anna.command("move", "move", "11-15")
	gone, cancel := context.WithCancel(context.Background())
	c, _ := newCall(gone, i)
	made, err := w.bot.referee.Move(gone, game.MoveRequest{GameRequest: c.of(g.ID, g.Ply()), Text: "11-15"})
	cancel()
	a, err := w.bot.shown(c)(made, err)
	a.finish(gone, &a, false)
	if err != nil || len(a.announced) != 0 {
		t.Fatalf("it tells %v, %v", a.announced, err)
	}
	a.mustSay(t, "is in <#78>")
	w.at = w.at.Add(UsualPatience)
	if err := w.announce(context.Background()); err != nil || !strings.Contains(strings.Join(w.rooms.posts, ""), "11-15") {
		t.Errorf("posted: %v, %v", w.rooms.posts, err)
	}
}

// Everybody can turn the board for themselves, and read the moves so far.
func TestLook(t *testing.T) {
	w := newWorld(t)
	anna, ben, carl := w.member(1, "Anna"), w.member(2, "Ben"), w.member(3, "Carl")
	board, _ := w.begins(anna, ben)
	if flipped := carl.presses(board, "Flip"); !flipped.message.private || len(flipped.message.files) != 1 || flipped.manner != beside {
		t.Errorf("flipped: %+v", flipped)
	}
	carl.presses(board, "Moves").mustSay(t, "No move has been made yet.")
	anna.types("preferences", "view", "black").mustSay(t, "Black")
	board = anna.presses(board, "11-15")
	carl.presses(board, "Moves").mustSay(t, "1 move so far", "1. 11-15")
	over := ben.presses(ben.presses(board, "Resign"), "Yes, resign").mustSay(t, "(Rematch) (Replay) (Export) (Moves)")
	if replay := carl.presses(over, "Replay"); !replay.message.private || replay.message.files[0].name != "replay.gif" {
		t.Errorf("replay: %+v", replay)
	}
	if record := carl.presses(over, "Export"); !record.message.private || !strings.HasSuffix(record.message.files[0].name, ".pdn") {
		t.Errorf("record: %+v", record)
	}
}

// Who is challenged can answer with other terms, by challenging back.
func TestCounter(t *testing.T) {
	w := newWorld(t)
	anna, ben, carl := w.member(1, "Anna"), w.member(2, "Ben"), w.member(3, "Carl")
	challenge := anna.types("challenge", "opponent", ben)
	carl.presses(challenge, "Other terms").mustSay(t, "This challenge is for somebody else.")
	ben.presses(challenge, "Other terms").mustSay(t, "Challenge <@1001> with /challenge")
	ben.types("challenge", "opponent", anna).mustSay(t, "These are the same terms")
	counter := ben.types("challenge", "opponent", anna, "rules", "russian").mustSay(t, "<@1002> challenges <@1001>", "Russian draughts")
	anna.presses(challenge, "Withdraw").mustSay(t, "no longer open")
	anna.presses(counter, "Accept").mustSay(t, "The game begins.")
}

// A game whose board is lost is shown anew, and its news is told with that.
func TestUnstick(t *testing.T) {
	w := newWorld(t)
	anna, ben, mod := w.member(1, "Anna"), w.member(2, "Ben"), w.member(9, "Mod")
	_, g := w.begins(anna, ben)
	anna.types("move", "move", "11-15")
	unstick := func(permissions int64) answer {
		i := mod.interaction(dg.InteractionApplicationCommand, dg.ApplicationCommandInteractionData{Name: "referee", Options: []*dg.ApplicationCommandInteractionDataOption{{
			Name: "unstick", Type: dg.ApplicationCommandOptionSubCommand, Options: []*dg.ApplicationCommandInteractionDataOption{{Name: "game", Type: text, Value: string(g.ID)}},
		}}})
		i.Member.Permissions, i.ChannelID = permissions, "79"
		return mod.do(i)
	}
	unstick(0).mustSay(t, "Only members who can manage the server")
	a := unstick(dg.PermissionManageGuild).mustSay(t, "played **11-15**", "Choose your move", "put here anew by a moderator")
	if len(a.announced) != 1 {
		t.Errorf("it tells %v", a.announced)
	}
	w.arrives(a, 79)
	if now, err := w.bot.referee.UnrestrictedGame(context.Background(), g.ID); err != nil || now.Room != 79 {
		t.Errorf("the game is in %v, %v", now.Room, err)
	}
}

// Boards have names also when the bot has just begun and met nobody.
func TestNamesAreKept(t *testing.T) {
	w := newWorld(t)
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	_, g := w.begins(anna, ben)
	w.bot = New(Config{Referee: w.bot.referee, Poster: w.rooms, Now: w.bot.now, Log: w.bot.log})
	if names := w.bot.names(context.Background(), understood("en", nil), g); names != [2]string{"Ben", "Anna"} && names != [2]string{"Anna", "Ben"} {
		t.Errorf("the names are %q", names)
	}
}

// dawdles lets most of a day pass, while the referee ticks.
func (w *world) dawdles() {
	w.t.Helper()
	for range 20 * 3600 / 4 { // a referee that ticks less often is not held to be there
		w.at = w.at.Add(4 * time.Second)
		if err := w.bot.referee.Tick(w.t.Context()); err != nil {
			w.t.Fatal(err)
		}
	}
}

// Where nobody wants to be reminded, nobody is.
func TestReminders(t *testing.T) {
	for _, wanted := range []bool{true, false} {
		w := newWorld(t)
		w.decides("reminders", wanted)
		w.begins(w.member(1, "Anna"), w.member(2, "Ben"))
		w.dawdles()
		if err := w.announce(t.Context()); err != nil {
			t.Fatal(err)
		}
		told := strings.Contains(strings.Join(w.rooms.posts, "\n"), "do not let your time run out")
		if told != wanted {
			t.Errorf("wanted %v, told: %v", wanted, w.rooms.posts)
		}
	}
}

// A reminder that nobody wants takes no news with it that could not be told before.
func TestUnwantedReminderHidesNothing(t *testing.T) {
	w := newWorld(t)
	w.decides("reminders", false)
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	w.begins(anna, ben)
	anna.types("move", "move", "11-15") // the answer is lost, and so is the room for a while
	w.rooms.fails[78] = errors.New("Discord is away")
	w.dawdles()
	delete(w.rooms.fails, 78)
	if err := w.announce(t.Context()); err != nil {
		t.Fatal(err)
	}
	told := strings.Join(w.rooms.posts, "\n")
	if !strings.Contains(told, "11-15") || strings.Contains(told, "do not let your time run out") {
		t.Errorf("told is %q", told)
	}
}

// Two boards that are on their way at once, to be changed in the same place, can arrive in
// another order than that of what they show: in the end the place shows the last.
func TestInPlaceArrivesLate(t *testing.T) {
	for _, busy := range []bool{false, true} {
		w := newWorld(t)
		w.decides("boards", "in-place")
		anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
		w.begins(anna, ben)
		asks := func(s *someone, move string) answer {
			a, ok := s.bot.hear(t.Context(), s.command("move", "move", move))
			if !ok || a.afterwards == nil {
				t.Fatalf("%s is answered by %+v", move, a)
			}
			return a
		}
		first, second := asks(anna, "11-15"), asks(ben, "22-18")
		second.afterwards(t.Context())
		w.bot.Wait()
		if busy { // once, as soon as the late one has arrived
			w.rooms.edited = func() { w.rooms.fails[78] = errors.New("too many requests") }
		}
		first.afterwards(t.Context())
		w.bot.Wait()
		w.rooms.edited = nil
		delete(w.rooms.fails, 78)
		if err := w.announce(t.Context()); err != nil {
			t.Fatal(err)
		}
		if last := w.rooms.edits[len(w.rooms.edits)-1]; !strings.Contains(last, "played **22-18**") {
			t.Errorf("busy: %v; the board stays at %s", busy, last)
		}
		if n := len(w.rooms.posts); n != 0 {
			t.Errorf("%d boards are posted besides", n)
		}
	}
}
