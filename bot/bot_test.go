package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image/gif"
	"image/png"
	"io"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/discord/discordtest"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/store"
)

// world is a bot with a referee over a real file, and people who talk to it.
type world struct {
	t     testing.TB
	bot   *Bot
	store game.Store
	rooms *rooms
	at    time.Time
	next  int

	locale dg.Locale // of the server, and of everybody's Discord
}

func newWorld(t testing.TB) *world { return newWorldWithin(t, game.Limits{}) }

func newWorldWithin(t testing.TB, limits game.Limits) *world {
	t.Helper()
	w := &world{t: t, rooms: newRooms(t), at: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), locale: dg.EnglishUS}
	s, err := store.Open(filepath.Join(t.TempDir(), "games.db"), store.Options{Volatile: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	w.store = s
	dice := rand.New(rand.NewPCG(1, 1))
	referee := game.New(game.Config{Store: s, Now: func() time.Time { return w.at }, Random: dice.Uint64, Limits: limits})
	if err := referee.Resume(context.Background()); err != nil {
		t.Fatal(err)
	}
	w.bot = New(Config{Referee: referee, Poster: w.rooms, Now: func() time.Time { return w.at }, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	return w
}

// announce has everything told that can be told now.
func (w *world) announce(ctx context.Context) error {
	err := w.bot.Announce(ctx)
	w.bot.Wait()
	return err
}

// handle answers an interaction as Discord is told it.
func (w *world) handle(ctx context.Context, i *dg.Interaction) (Reply, bool) {
	reply, ok := w.bot.Handle(ctx, i)
	if reply.Finish != nil {
		reply = reply.Finish(ctx, false)
	}
	return reply, ok
}

// someone is a member of the server.
type someone struct {
	*world
	id   string
	name string
}

func (w *world) member(id int, name string) *someone { return &someone{w, fmt.Sprint(1000 + id), name} }

// interaction returns one of somebody's, as Discord sends it.
func (s *someone) interaction(kind dg.InteractionType, data dg.InteractionData) *dg.Interaction {
	s.next++
	s.at = s.at.Add(time.Second)
	return &dg.Interaction{
		ID: fmt.Sprint(900000 + s.next), Type: kind, Data: data, GuildID: "77", ChannelID: "78", Token: "token",
		Member: &dg.Member{User: &dg.User{ID: s.id, Username: s.name}}, Locale: s.locale, GuildLocale: &s.locale,
	}
}

func (s *someone) do(i *dg.Interaction) answer {
	s.t.Helper()
	a, ok := s.bot.hear(context.Background(), i)
	if !ok {
		s.t.Fatalf("%+v is not answered", i)
	}
	if a.finish != nil {
		a.finish(context.Background(), &a, false)
	}
	if a.later != nil {
		a.message = a.later(context.Background())
	}
	if a.message != nil {
		fits(s.t, a.message)
	}
	if a.afterwards != nil {
		a.afterwards(context.Background())
		s.bot.Wait()
	}
	return a
}

// fits checks a message against Discord's limits.
func fits(t testing.TB, m *message) {
	t.Helper()
	takes(t, &Response{Type: dg.InteractionResponseChannelMessageWithSource, Data: m.outgoing()})
}

// takes checks that Discord takes the response to an interaction.
func takes(t testing.TB, r *Response) {
	t.Helper()
	var files []*dg.File
	if r.Data != nil {
		files = r.Data.Files
	}
	if r.Type == dg.InteractionResponseUpdateMessage && len(r.Data.Components) == 0 {
		return // a control of no message was used, and nothing is left of that
	}
	discordtest.Check(t, "POST /interactions/{id}/{token}/callback", r, files)
}

// types sends a command: options are names and values in turns.
func (s *someone) types(command string, options ...any) answer {
	s.t.Helper()
	return s.do(s.command(command, options...))
}

func (s *someone) command(command string, options ...any) *dg.Interaction {
	data := dg.ApplicationCommandInteractionData{Name: command, Resolved: &dg.ApplicationCommandInteractionDataResolved{Users: map[string]*dg.User{}}}
	for i := 0; i < len(options); i += 2 {
		o := &dg.ApplicationCommandInteractionDataOption{Name: options[i].(string), Type: text, Value: options[i+1]}
		if other, ok := options[i+1].(*someone); ok {
			o.Type, o.Value = person, other.id
			data.Resolved.Users[other.id] = &dg.User{ID: other.id, Username: other.name}
		}
		if _, ok := options[i+1].(bool); ok {
			o.Type = truth
		}
		data.Options = append(data.Options, o)
	}
	return s.interaction(dg.InteractionApplicationCommand, data)
}

// sub sends a command of two words, with permissions.
func (s *someone) sub(command, sub string, permissions int64, options ...any) answer {
	s.t.Helper()
	i := s.command(command, options...)
	data := i.Data.(dg.ApplicationCommandInteractionData)
	data.Options = []*dg.ApplicationCommandInteractionDataOption{{Name: sub, Type: dg.ApplicationCommandOptionSubCommand, Options: data.Options}}
	i.Data, i.Member.Permissions = data, permissions
	return s.do(i)
}

// rules decides about a game.
func (s *someone) rules(sub string, permissions int64, options ...any) answer {
	s.t.Helper()
	return s.sub("referee", sub, permissions, options...)
}

// click is a control pressed, whatever shows it.
func (s *someone) click(id string, values ...string) *dg.Interaction {
	return s.interaction(dg.InteractionMessageComponent, dg.MessageComponentInteractionData{CustomID: id, Values: values})
}

func (s *someone) clicks(id string, values ...string) answer {
	s.t.Helper()
	return s.do(s.click(id, values...))
}

// typing is an option being typed.
func typing(s *someone, command, option string, typed any) *dg.Interaction {
	i := s.command(command, option, typed)
	i.Type = dg.InteractionApplicationCommandAutocomplete
	i.Data.(dg.ApplicationCommandInteractionData).Options[0].Focused = true
	return i
}

// completes returns what is offered to complete an option that somebody is typing.
func (s *someone) completes(command, option string, typed any) []string {
	s.t.Helper()
	var labels []string
	for _, c := range s.do(typing(s, command, option, typed)).choices {
		labels = append(labels, c.label)
	}
	return labels
}

// picture is the picture of a message, if it has one.
func (a answer) picture() (file, bool) {
	if a.message == nil {
		return file{}, false
	}
	for _, f := range a.message.files {
		if f.kind == "image/png" {
			return f, true
		}
	}
	return file{}, false
}

// presses presses the button of a message that is called so, or chooses a line of its menu.
func (s *someone) presses(a answer, label string) answer {
	s.t.Helper()
	id, values := labelledSo(s.t, a, label)
	return s.clicks(id, values...)
}

// customID is that of the control that is called so.
func customID(t testing.TB, a answer, label string) string {
	t.Helper()
	id, _ := labelledSo(t, a, label)
	return id
}

// labelledSo finds the control that is called so, with what is chosen if it is a line of
// a menu.
func labelledSo(t testing.TB, a answer, label string) (id string, values []string) {
	t.Helper()
	if a.message == nil {
		t.Fatal("there is no message to press a button of")
	}
	for _, part := range a.message.parts {
		row, ok := part.(dg.ActionsRow)
		if !ok {
			continue
		}
		for _, c := range row.Components {
			switch c := c.(type) {
			case dg.Button:
				if c.Label == label {
					return c.CustomID, nil
				}
			case dg.SelectMenu:
				for _, o := range c.Options {
					if o.Label == label {
						return c.CustomID, []string{o.Value}
					}
				}
			}
		}
	}
	t.Fatalf("there is no %q in:\n%s", label, said(a))
	return "", nil
}

// said is what a message says, with its controls.
func said(a answer) string {
	if a.message == nil {
		return ""
	}
	var b strings.Builder
	for _, part := range a.message.parts {
		switch part := part.(type) {
		case dg.TextDisplay:
			fmt.Fprintln(&b, part.Content)
		case dg.MediaGallery:
			fmt.Fprintf(&b, "[%s: %s]\n", part.Items[0].Media.URL, *part.Items[0].Description)
		case dg.ActionsRow:
			for _, c := range part.Components {
				switch c := c.(type) {
				case dg.Button:
					fmt.Fprintf(&b, "(%s) ", c.Label)
				case dg.SelectMenu:
					fmt.Fprintf(&b, "<%s:", c.Placeholder)
					for _, o := range c.Options {
						fmt.Fprintf(&b, " %s,", o.Label)
					}
					b.WriteString("> ")
				}
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

func (a answer) mustSay(t testing.TB, texts ...string) answer {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(said(a), text) {
			t.Fatalf("it does not say %q:\n%s", text, said(a))
		}
	}
	return a
}

func TestAGame(t *testing.T) {
	w := newWorld(t)
	anna, ben, carl := w.member(1, "Anna"), w.member(2, "Ben"), w.member(3, "Carl")

	challenge := anna.types("challenge", "opponent", ben, "colour", "black", "clock", "3d")
	challenge.mustSay(t, "<@1001> challenges <@1002> to a game.", "American checkers · 3 days a move · rated · <@1001> plays Black", "(Accept) (Decline) (Other terms) (Withdraw)")
	carl.presses(challenge, "Accept").mustSay(t, "This challenge is for somebody else.")
	anna.presses(challenge, "Accept").mustSay(t, "This is your own challenge")
	board := ben.presses(challenge, "Accept").mustSay(t, "<@1002> (White) against <@1001> (Black)", "<@1001>, it is your turn.", "11-15", "Black to move.")
	if len(board.message.pings) != 1 || board.message.pings[0] != 1001 || board.manner != following {
		t.Errorf("pinged are %v", board.message.pings)
	}
	if _, err := png.Decode(bytes.NewReader(board.message.files[0].data)); err != nil {
		t.Error(err)
	}

	// Wrong moves are explained to who tried them, and change nothing.
	ben.types("move", "move", "22-18").mustSay(t, "It is not your turn")
	anna.types("move", "move", "10").mustSay(t, "This could be 10-14 or 10-15: say which.")
	anna.types("move", "move", "12").mustSay(t, "That is not the whole move. Is it 12-16?")
	wrong := anna.types("move", "move", "11-14").mustSay(t, "does not move in the direction")
	if !wrong.message.private || wrong.announced != nil {
		t.Error("a refusal must be private")
	}
	carl.presses(board, "11-15").mustSay(t, "Only the two players")

	after := anna.presses(board, "11-15").mustSay(t, "<@1001> played **11-15**.", "<@1002>, it is your turn.")
	if after.manner != following || after.shows == nil || len(after.announced) == 0 {
		t.Error("a board follows, and the news is told with it")
	}
	anna.presses(board, "11-15").mustSay(t, "has moved on since")
	ben.types("move", "move", "22-18").mustSay(t, "You must capture.", "(Play 15x22)")
	anna.types("move", "move", "8-11").mustSay(t, "There is a capture, and it must be made: 15x22.", "attachment://board.png")
	anna.types("move", "move", "15x22").mustSay(t, "taking a piece")

	ben.types("draw").mustSay(t, "<@1002> offers a draw.")
	anna.types("takeback").mustSay(t, "<@1001> asks to take their last move back.")
	board = ben.types("takeback").mustSay(t, "<@1001>, it is your turn. You must capture.")
	board = w.underway(anna, ben, board)
	sure := anna.presses(board, "Resign").mustSay(t, "Do you really resign")
	if !sure.message.private {
		t.Error("the question is private")
	}
	final := anna.presses(sure, "Yes, resign").mustSay(t, "**<@1002> wins.** The opponent resigned.", "<@1002>: 1500 → 1662", "(Rematch)")
	anna.types("move", "move", "15x22").mustSay(t, "You have no game going on.")

	again := ben.presses(final, "Rematch").mustSay(t, "<@1002> challenges <@1001>", "<@1002> plays Black")
	anna.presses(final, "Rematch").mustSay(t, "<@1001> (White) against <@1002> (Black)")
	anna.presses(again, "Accept").mustSay(t, "no longer open")
}

// What Discord is told: after a command the board, after a button the board without
// controls and then the next one; and where the board is then, is kept.
func TestReplies(t *testing.T) {
	w := newWorld(t)
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	challenge := anna.types("challenge", "opponent", ben, "colour", "black")
	board := ben.presses(challenge, "Accept")
	i := anna.interaction(dg.InteractionMessageComponent, dg.MessageComponentInteractionData{
		CustomID: control{verb: moveVerb, game: board.shows.ID, arg: "11-15"}.String(),
	})
	gallery := &dg.MediaGallery{Items: []dg.MediaGalleryItem{{Media: dg.UnfurledMediaItem{URL: "https://example.org/board.png"}}}}
	i.Message = &dg.Message{
		ID: "555", ChannelID: "78", Attachments: []*dg.MessageAttachment{{ID: "1", Filename: "board.png", URL: "https://example.org/board.png"}},
		Components: []dg.MessageComponent{&dg.Container{Components: []dg.MessageComponent{&dg.TextDisplay{Content: "hello"}, gallery, &dg.ActionsRow{}}}},
	}
	reply, ok := w.handle(context.Background(), i)
	if !ok || reply.Response.Type != dg.InteractionResponseUpdateMessage || len(reply.FollowUps) != 1 {
		t.Fatalf("the reply is %+v", reply)
	}
	told, err := json.Marshal(reply.Response.Data)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"hello"`, `"attachment://board.png"`, `"attachments":[{"id":"1"`, `"parse":[]`} {
		if !strings.Contains(string(told), part) {
			t.Errorf("%s is not in %s", part, told)
		}
	}
	if strings.Contains(string(told), `"type":1`) && !strings.Contains(string(told), `"type":1`+"7") {
		t.Errorf("controls are left in %s", told)
	}
	if users := reply.FollowUps[0].AllowedMentions.Users; len(users) != 1 || users[0] != "1002" {
		t.Errorf("called are %v", users)
	}

	waiting := func() int {
		list, err := w.bot.referee.Waiting(context.Background(), 0, 100)
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	before := waiting()
	reply.Done(context.Background(), nil, errors.New("Discord is away"))
	if waiting() != before {
		t.Error("what did not arrive is taken for delivered")
	}
	reply.Done(context.Background(), &dg.Message{ID: "556", ChannelID: "78"}, nil)
	w.bot.Wait()
	if waiting() >= before {
		t.Error("what arrived still waits")
	}
	g, err := w.bot.referee.UnrestrictedGame(context.Background(), board.shows.ID)
	if err != nil || g.Post != 556 || g.Room != 78 {
		t.Errorf("the board is shown in %v, %v (%v)", g.Room, g.Post, err)
	}
}

// What is kept of games can be looked at by anybody.
func TestRecords(t *testing.T) {
	w := newWorld(t)
	anna, ben, carl := w.member(1, "Anna"), w.member(2, "Ben"), w.member(3, "Carl")
	carl.types("games").mustSay(t, "You have no game going on.")
	carl.types("leaderboard").mustSay(t, "Nobody has finished a rated game yet.")
	carl.types("profile").mustSay(t, "No rated game is finished yet.")
	for range 3 {
		board := ben.presses(anna.types("challenge", "opponent", ben, "colour", "black"), "Accept")
		board = anna.presses(board, "11-15")
		board = ben.presses(board, "22-18")
		carl.types("games", "whose", "here").mustSay(t, "<@1002> against <@1001> · American checkers · 2 moves · <@1001> to move")
		w.underway(anna, ben, board)
		ben.presses(ben.types("resign"), "Yes, resign")
	}
	replay := anna.types("replay").mustSay(t, "4 moves")
	if _, err := gif.DecodeAll(bytes.NewReader(replay.message.files[0].data)); err != nil {
		t.Error(err)
	}
	record := anna.types("export")
	if text := string(record.message.files[0].data); !strings.Contains(text, `[White "Ben"]`) || !strings.Contains(text, "1. 11-15 22-18") {
		t.Errorf("the record is\n%s", text)
	}
	ben.types("leaderboard", "rules", "american", "period", "month").mustSay(t, "American checkers · here · this month", "1. <@1001>", "3/3", "<@1002>: 2 of 2")
	carl.types("leaderboard", "where", "everywhere").mustSay(t, "American checkers · everywhere · all time** (0 players)", "Nobody’s rating is settled enough")
	ben.types("leaderboard", "where", "everywhere").mustSay(t, "<@1002>: not on this board yet, because the rating is still provisional.")
	carl.types("profile", "member", anna).mustSay(t, "3 won, 0 drawn, 0 lost", "[attachment://rating.png: Rating in American checkers over 3 games")
	carl.types("head-to-head", "member", anna, "other", ben).mustSay(t, "<@1001> against <@1002>", "3 won, 0 drawn, 0 lost")
	carl.types("help").mustSay(t, "**/challenge**")
}

// Only moderators decide games, and only those of their own place.
func TestRuling(t *testing.T) {
	w := newWorld(t)
	anna, ben, mod := w.member(1, "Anna"), w.member(2, "Ben"), w.member(9, "Mod")
	board := w.underway(anna, ben, ben.presses(anna.types("challenge", "opponent", ben), "Accept"))
	rule := func(s *someone, permissions int64) answer {
		i := s.interaction(dg.InteractionApplicationCommand, dg.ApplicationCommandInteractionData{Name: "referee", Options: []*dg.ApplicationCommandInteractionDataOption{{
			Name: "adjudicate", Type: dg.ApplicationCommandOptionSubCommand, Options: []*dg.ApplicationCommandInteractionDataOption{
				{Name: "game", Type: text, Value: string(board.shows.ID)}, {Name: "outcome", Type: text, Value: "draw"}, {Name: "reason", Type: text, Value: "both are *away*"},
			},
		}}})
		i.Member.Permissions = permissions
		return s.do(i)
	}
	rule(mod, 0).mustSay(t, "Only members who can manage the server")
	rule(anna, dg.PermissionManageGuild).mustSay(t, "games of their own")
	rule(mod, dg.PermissionManageGuild).mustSay(t, "**It is a draw.** A moderator decided: both are \\*away\\*")

	board = ben.presses(anna.types("challenge", "opponent", ben), "Accept")
	rule(mod, dg.PermissionManageGuild).mustSay(t, "**The game does not count.** A game counts only once both players have made two moves. A moderator decided: both are")
}

// What a server has decided, and what people like, is so from then on.
func TestSettingsAndPreferences(t *testing.T) {
	w := newWorld(t)
	anna, ben, mod := w.member(1, "Anna"), w.member(2, "Ben"), w.member(9, "Mod")
	settings := func(s *someone, permissions int64, options ...any) answer {
		data := dg.ApplicationCommandInteractionData{Name: "settings"}
		for i := 0; i < len(options); i += 2 {
			data.Options = append(data.Options, &dg.ApplicationCommandInteractionDataOption{Name: options[i].(string), Value: options[i+1]})
		}
		i := s.interaction(dg.InteractionApplicationCommand, data)
		i.Member.Permissions = permissions
		return s.do(i)
	}
	settings(anna, 0, "rules", "russian").mustSay(t, "Only members who can manage the server")
	settings(mod, dg.PermissionManageGuild).mustSay(t, "plays American checkers.", "no clock", "Games count for ratings", "any channel")
	settings(mod, dg.PermissionManageGuild, "rules", "russian", "clock", "3d", "rated", false, "theme", "slate").mustSay(t, "✅ **Who names no rules plays Russian draughts.** Before: Who names no rules plays American checkers.", "3 days a move", "✅ **Games do not count for ratings.**", "\nGames can be begun in any channel.", "Slate")
	settings(mod, dg.PermissionManageGuild, "rules", "chess").mustSay(t, "I do not know these rules.")
	challenge := anna.types("challenge", "opponent", ben, "colour", "black").mustSay(t, "Russian draughts · 3 days a move · friendly")
	settings(mod, dg.PermissionManageGuild, "channel", "4242").mustSay(t, "begun in <#4242>.")
	anna.types("challenge").mustSay(t, "Games are begun in <#4242> here.")
	anna.types("rematch").mustSay(t, "You have not finished a game yet.")
	settings(mod, dg.PermissionManageGuild, "channel", "4242").mustSay(t, "any channel")

	ben.types("preferences", "text-boards", true, "pings", false).mustSay(t, "✅ **Boards come as letters, too, when it is your turn.**", "You are not called")
	board := ben.presses(challenge, "Accept").mustSay(t, "    a b c d e f g h")
	if len(board.message.pings) != 0 {
		t.Errorf("called are %v", board.message.pings)
	}
}

// People get what is kept about them, and have it erased.
func TestPrivacy(t *testing.T) {
	w := newWorld(t)
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	board := ben.presses(anna.types("challenge", "opponent", ben, "colour", "black"), "Accept")
	ask := func(sub string) answer {
		return anna.do(anna.interaction(dg.InteractionApplicationCommand, dg.ApplicationCommandInteractionData{Name: "privacy", Options: []*dg.ApplicationCommandInteractionDataOption{
			{Name: sub, Type: dg.ApplicationCommandOptionSubCommand},
		}}))
	}
	a := ask("export").mustSay(t, "everything that is kept about you")
	if !a.message.private || !strings.Contains(string(a.message.files[0].data), string(board.shows.ID)) {
		t.Errorf("the export is\n%s", a.message.files[0].data)
	}
	anna.presses(ask("erase").mustSay(t, "cannot be undone"), "Erase everything").mustSay(t, "Your ratings, challenges and preferences are erased",
		"Messages already in Discord", fmt.Sprintf("<t:%d:F>", w.at.Add(24*time.Hour).Unix()), "Copies that were made")
	ben.types("board", "game", string(board.shows.ID)).mustSay(t, "A player left")
}

// What is typed is completed, in any notation, and never fails loudly.
func TestCompletion(t *testing.T) {
	w := newWorld(t)
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	if got := anna.completes("move", "move", "1"); got != nil {
		t.Errorf("without a game: %v", got)
	}
	board := ben.presses(anna.types("challenge", "opponent", ben, "colour", "black"), "Accept")
	for typed, want := range map[string]string{
		"": "9-13 9-14 10-14 10-15 11-15 11-16 12-16", "1": "10-14 10-15 11-15 11-16 12-16", "11": "11-15 11-16", "11 - 16": "11-16",
		"11x16": "11-16", "d6": "10-14 10-15", "D6:e5": "10-15", "99": "", "zzz": "",
	} {
		if got := strings.Join(anna.completes("move", "move", typed), " "); got != want {
			t.Errorf("%q is completed as %q, want %q", typed, got, want)
		}
	}
	if got := ben.completes("move", "move", ""); got != nil {
		t.Errorf("who is not to move is offered %q", got)
	}
	if got := anna.completes("move", "move", 17.0); len(got) != 7 {
		t.Errorf("of a wrong type: %v", got)
	}
	if got := anna.completes("board", "game", strings.ToLower(string(board.shows.ID[:2]))); len(got) != 1 {
		t.Errorf("games: %v", got)
	}
	if got := anna.completes("challenge", "rules", "russ"); len(got) != 1 || got[0] != "Russian draughts" {
		t.Errorf("rules: %v", got)
	}
}

// The same interaction, however often it arrives, is done once.
func TestInteractionsAreDoneOnce(t *testing.T) {
	w := newWorld(t)
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	ben.presses(anna.types("challenge", "opponent", ben, "colour", "black"), "Accept")
	for _, i := range []*dg.Interaction{anna.command("move", "move", "11-15"), anna.command("abort")} {
		first := said(anna.do(i))
		if second := said(anna.do(i)); second != first { // although no game goes on by then
			t.Errorf("the second time it says\n%s\nafter\n%s", second, first)
		}
	}
}

// FuzzControl: whatever comes as a custom id, nothing panics, and what is understood
// is written the same.
func FuzzControl(f *testing.F) {
	f.Add("1:move:K7Q2:14:22x15x8")
	f.Add("1:accept:cK7Q2:0:")
	f.Fuzz(func(t *testing.T, id string) {
		if c, ok := parseControl(id); ok && c.String() != id {
			t.Errorf("%q is written %q", id, c.String())
		}
	})
}

// legalMoves returns moves that are known to be few enough to be listed.
func legalMoves(moves []draughts.Move, err error) []draughts.Move {
	if err != nil {
		panic(err)
	}
	return moves
}
