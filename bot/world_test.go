package bot

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/mind"
	"doublecorner/internal/discordtest"
	"doublecorner/store"
)

// world is a bot with a referee over a real file, and users who talk to it.
type world struct {
	t       testing.TB
	bot     *Bot
	store   game.Store
	discord *fakeDiscord
	mind    *mind.Mind
	at      time.Time
	next    int

	locale dg.Locale      // of the guild and of all users
	kind   dg.ChannelType // of all channels
}

func newWorld(t testing.TB) *world { return newWorldWithin(t, game.Quotas{}) }

// newPair is a world with two members.
func newPair(t testing.TB) (w *world, anna, ben *someone) {
	t.Helper()
	w = newWorld(t)
	return w, w.member(1, "Anna"), w.member(2, "Ben")
}

// newTrio is a world with three members.
func newTrio(t testing.TB) (w *world, anna, ben, carl *someone) {
	t.Helper()
	w, anna, ben = newPair(t)
	return w, anna, ben, w.member(3, "Carl")
}

func newWorldWithin(t testing.TB, limits game.Quotas) *world {
	t.Helper()
	w := &world{t: t, discord: newFakeDiscord(t), at: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), locale: dg.EnglishUS}
	s, err := store.Open(filepath.Join(t.TempDir(), "games.db"), store.Options{Volatile: true})
	must(t, err)
	t.Cleanup(func() { s.Close() })
	w.store = s
	w.thinks(time.Hour) // what is thought does not depend on the machine
	dice := rand.New(rand.NewPCG(1, 1))
	referee := game.New(game.Config{Store: s, Now: func() time.Time { return w.at },
		Random: dice.Uint64, Quotas: limits, Changed: func(g *game.Game) { w.bot.Changed(g) }})
	must(t, referee.Resume(context.Background()))
	w.serve(referee)
	return w
}

// thinks gives the next bot a mind that takes so long at most.
func (w *world) thinks(most time.Duration) {
	w.mind = mind.New(mind.Options{Cores: 1, Hash: 1, Time: most})
	w.t.Cleanup(w.mind.Close)
}

// serve makes the bot of a referee.
func (w *world) serve(referee *game.Referee) {
	w.bot = New(Config{
		Referee: referee, Discord: w.discord, Now: func() time.Time { return w.at },
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}, w.mind)
}

// restart replaces the bot by another, as a new process does.
func (w *world) restart() { w.serve(w.bot.referee) }

// announce lets time pass, delivers what is due, and returns all that was posted.
func (w *world) announce(after time.Duration) (posts string) {
	w.t.Helper()
	w.lives(after)
	must(w.t, w.bot.Courier.Announce(w.t.Context()))
	w.bot.Courier.Wait()
	return strings.Join(w.discord.posts, "\n")
}

// handle returns the response to an interaction, with its board drawn.
func (w *world) handle(ctx context.Context, i *dg.Interaction) (delivery.Response, bool) {
	r, ok := w.bot.Handle(ctx, w.arriving(i))
	if r.Wait != nil {
		r = r.Wait(ctx)
	}
	if r.Compose != nil && !r.Slow {
		r = w.bot.Draw(ctx, r, false)
	}
	return r, ok
}

// sent returns what Discord receives of a response to an interaction: the initial response, and then messages.
func sent(i *dg.Interaction, r delivery.Response) (initial *message.Response, later []*message.Message) {
	if m := r.FollowUp(); m != nil {
		later = append(later, m)
	}
	if r.Think != nil {
		r.Think(context.Background())
	}
	if r.Slow {
		later = append(later, r.Compose(context.Background()).Build())
	}
	return r.Initial(i), later
}

// someone is a member of the guild.
type someone struct {
	*world
	id   string
	name string
	from func(*dg.Interaction) *dg.Interaction // another guild, or the DM; nil: the guild
}

func (w *world) member(id int, name string) *someone {
	return &someone{w, fmt.Sprint(1000 + id), name, nil}
}

// interaction returns an interaction of a user, as Discord sends it.
func (s *someone) interaction(kind dg.InteractionType, data dg.InteractionData) *dg.Interaction {
	s.next++
	s.lives(3 * time.Second)
	i := &dg.Interaction{
		ID: snowflake(s.at, s.next), Type: kind, Data: data, GuildID: "77", ChannelID: "78", Token: "token",
		Member: &dg.Member{User: &dg.User{ID: s.id, Username: s.name}}, Locale: s.locale, GuildLocale: &s.locale,
	}
	if s.from != nil {
		return s.from(i)
	}
	return i
}

// arriving returns an interaction as the bot gets it. It brings what the bot must not ask Discord.
func (w *world) arriving(i *dg.Interaction) delivery.Interaction {
	room, _ := message.Snowflake[game.RoomID](i.ChannelID)
	w.discord.mu.Lock()
	defer w.discord.mu.Unlock()
	w.discord.told = room
	return delivery.Interaction{Interaction: i, Parent: parentOf(room), ChannelType: w.kind, ChannelName: "general"}
}

// snowflake returns an ID that Discord gives at a time.
func snowflake(at time.Time, n int) string {
	const epoch = 1420070400000
	return fmt.Sprint((at.UnixMilli()-epoch)<<22 + int64(n))
}

func (s *someone) do(i *dg.Interaction) answer {
	s.t.Helper()
	r, ok := s.bot.Handle(context.Background(), s.arriving(i))
	if !ok {
		s.t.Fatalf("%+v is not answered", i)
	}
	if r.Wait != nil {
		r = r.Wait(context.Background())
	}
	if r.Modal != nil && !s.bot.OpensModal(i) {
		s.t.Errorf("%v opens a modal, and is not declared so", i.Data)
	}
	if r.Slow && s.bot.Budget(i) == 0 {
		s.t.Errorf("the response to %v is slow, and has no budget", i.Data)
	}
	a := answer{drawn(r)}
	if a.Message != nil {
		fits(s.t, a.Message)
	}
	if a.Outdated || a.Board != nil && a.Board.In != delivery.InResponse {
		s.bot.Shown(context.Background(), i, a.Response, nil, nil)
		s.bot.Courier.Wait()
	}
	return a
}

// answer is a response that tests look at.
type answer struct{ delivery.Response }

// answerOf returns a message as that of a response.
func answerOf(m *message.Builder) answer { return answer{delivery.Response{Message: m}} }

// drawn returns a response whose message is composed.
func drawn(r delivery.Response) delivery.Response {
	if r.Think != nil {
		r.Think(context.Background())
	}
	if r.Compose != nil {
		if r.Message, r.Compose = r.Compose(context.Background()), nil; r.Message == nil {
			panic("a board is not composed")
		}
	}
	return r
}

// fits checks a message against Discord's limits.
func fits(t testing.TB, m *message.Builder) {
	t.Helper()
	takes(t, &message.Response{Type: dg.InteractionResponseChannelMessageWithSource, Data: m.Build()})
}

// takes checks that Discord accepts the response to an interaction.
func takes(t testing.TB, r *message.Response) {
	t.Helper()
	var files []*dg.File
	if r.Data != nil {
		files = r.Data.Files
	}
	if r.Type == dg.InteractionResponseUpdateMessage && len(r.Data.Components) == 0 {
		return // a component of an unknown message was used
	}
	discordtest.Check(t, "POST /interactions/{id}/{token}/callback", r, files)
}

// types sends a command: options are names and values in turns.
func (s *someone) types(command string, options ...any) answer {
	s.t.Helper()
	return s.do(s.command(command, options...))
}

func (s *someone) command(command string, options ...any) *dg.Interaction {
	data := dg.ApplicationCommandInteractionData{Name: command, Resolved: &dg.ApplicationCommandInteractionDataResolved{
		Users: map[string]*dg.User{}, Members: map[string]*dg.Member{},
	}}
	for i := 0; i < len(options); i += 2 {
		o := &dg.ApplicationCommandInteractionDataOption{Name: options[i].(string), Type: text, Value: options[i+1]}
		if other, ok := options[i+1].(*someone); ok {
			o.Type, o.Value = user, other.id
			data.Resolved.Users[other.id] = &dg.User{ID: other.id, Username: other.name}
			data.Resolved.Members[other.id] = &dg.Member{}
		}
		if _, ok := options[i+1].(bool); ok {
			o.Type = boolean
		}
		data.Options = append(data.Options, o)
	}
	return s.interaction(dg.InteractionApplicationCommand, data)
}

// sub sends a subcommand, with permissions.
func (s *someone) sub(command, sub string, permissions int64, options ...any) answer {
	s.t.Helper()
	i := s.subcommand(command, sub, options...)
	i.Member.Permissions = permissions
	return s.do(i)
}

// subcommand returns the interaction that sends a subcommand.
func (s *someone) subcommand(command, sub string, options ...any) *dg.Interaction {
	i := s.command(command, options...)
	data := i.Data.(dg.ApplicationCommandInteractionData)
	data.Options = []*dg.ApplicationCommandInteractionDataOption{{Name: sub,
		Type: dg.ApplicationCommandOptionSubCommand, Options: data.Options}}
	i.Data = data
	return i
}

// rules sends a subcommand of /referee, with permissions.
func (s *someone) rules(sub string, permissions int64, options ...any) answer {
	s.t.Helper()
	return s.sub("referee", sub, permissions, options...)
}

// click returns the interaction that uses a component.
func (s *someone) click(id string, values ...string) *dg.Interaction {
	return s.interaction(dg.InteractionMessageComponent, dg.MessageComponentInteractionData{CustomID: id, Values: values})
}

func (s *someone) clicks(id string, values ...string) answer {
	s.t.Helper()
	return s.do(s.click(id, values...))
}

// typing returns the interaction that completes an option.
func typing(s *someone, command, option string, typed any) *dg.Interaction {
	i := s.command(command, option, typed)
	i.Type = dg.InteractionApplicationCommandAutocomplete
	i.Data.(dg.ApplicationCommandInteractionData).Options[0].Focused = true
	return i
}

// completes returns the labels of the choices for an option that is being typed.
func (s *someone) completes(command, option string, typed any) []string {
	s.t.Helper()
	var labels []string
	for _, c := range s.do(typing(s, command, option, typed)).Choices {
		labels = append(labels, c.Name)
	}
	return labels
}

// picture returns the picture of a message, if it has one.
func (a answer) picture() (message.File, bool) {
	if a.Message == nil {
		return message.File{}, false
	}
	for _, f := range a.Message.Files {
		if f.Type == "image/png" {
			return f, true
		}
	}
	return message.File{}, false
}

// presses uses the button with a label, or selects the option with that label.
func (s *someone) presses(a answer, label string) answer {
	s.t.Helper()
	id, values := labelled(s.t, a, label)
	return s.clicks(id, values...)
}

// pressesMore uses a button that "More" shows.
func (s *someone) pressesMore(a answer, label string) answer {
	s.t.Helper()
	return s.presses(s.presses(a, "More"), label)
}

// customIDOf returns the custom ID of the component with a label.
func customIDOf(t testing.TB, a answer, label string) string {
	t.Helper()
	id, _ := labelled(t, a, label)
	return id
}

// controls returns the buttons and selects of a message.
func (a answer) controls() (all []dg.MessageComponent) {
	for _, part := range a.Message.Parts {
		switch part := part.(type) {
		case dg.ActionsRow:
			all = append(all, part.Components...)
		case dg.Section:
			all = append(all, part.Accessory)
		}
	}
	return all
}

// labelled returns the custom ID of the component with a label, and the selected value if it is
// an option of a select. A move is found also as it is written, without an arrow.
func labelled(t testing.TB, a answer, label string) (id string, values []string) {
	t.Helper()
	if a.Message == nil {
		t.Fatal("there is no message to press a button of")
	}
	for _, c := range a.controls() {
		switch c := c.(type) {
		case dg.Button:
			if c.Label == label || plainMove(c.Label) == label {
				return c.CustomID, nil
			}
		case dg.SelectMenu:
			for _, o := range c.Options {
				if o.Label == label || plainMove(o.Label) == label {
					return c.CustomID, []string{o.Value}
				}
			}
		}
	}
	t.Fatalf("there is no %q in:\n%s", label, said(a))
	return "", nil
}

// plainMove returns the move of a label as it is written: 22-18 of ↗ 22 → 18, and 22x15x8 of 22 × 15 × 8 · jumps 2.
func plainMove(label string) string {
	move, _, _ := strings.Cut(label, " · ")
	if _, squares, ok := strings.Cut(move, " "); ok && strings.Contains(move, " → ") {
		move = squares
	}
	return strings.NewReplacer(" → ", "-", " × ", "x").Replace(move)
}

// said returns what a message says, with its buttons and selects, and hyphens in moves as tests type them.
func said(a answer) string {
	if a.Message == nil {
		return ""
	}
	var b strings.Builder
	for _, part := range a.Message.Parts {
		switch part := part.(type) {
		case dg.TextDisplay:
			fmt.Fprintln(&b, part.Content)
		case dg.MediaGallery:
			fmt.Fprintf(&b, "[%s: %s]\n", part.Items[0].Media.URL, *part.Items[0].Description)
		case dg.Section:
			fmt.Fprintf(&b, "%s (%s)\n", part.Components[0].(dg.TextDisplay).Content, part.Accessory.(dg.Button).Label)
		case dg.ActionsRow:
			for _, c := range part.Components {
				switch c := c.(type) {
				case dg.Button:
					fmt.Fprintf(&b, "(%s) ", c.Label)
				case dg.SelectMenu:
					fmt.Fprintf(&b, "<%s:", shownBy(c))
					for _, o := range c.Options {
						fmt.Fprintf(&b, " %s,", o.Label)
					}
					b.WriteString("> ")
				}
			}
			b.WriteString("\n")
		}
	}
	return strings.ReplaceAll(b.String(), "\u2011", "-")
}

// shownBy returns what a select shows: its placeholder, or what is selected.
func shownBy(menu dg.SelectMenu) string {
	shown := []string{}
	for _, o := range menu.Options {
		if o.Default {
			shown = append(shown, o.Label)
		}
	}
	for _, v := range menu.DefaultValues {
		shown = append(shown, v.ID)
	}
	return cmp.Or(menu.Placeholder, strings.Join(shown, ", "))
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

// showsBoard reports whether the message is the board of a game.
func (a answer) showsBoard() bool { return a.Board != nil && a.Board.In == delivery.InResponse }

// manages is the permission of moderators.
const manages = dg.PermissionManageGuild

// moderates does an interaction as a moderator.
func (s *someone) moderates(i *dg.Interaction) answer {
	s.t.Helper()
	i.Member.Permissions = manages
	return s.do(i)
}

// decides has a moderator change the guild's settings.
func (w *world) decides(options ...any) answer {
	w.t.Helper()
	mod := w.member(9, "Mod")
	return mod.moderates(mod.command("settings", options...))
}

// settingsPage has a moderator open a page of the settings.
func (w *world) settingsPage(page string) answer {
	w.t.Helper()
	mod := w.member(9, "Mod")
	return mod.moderates(mod.click(customID{action: settingsPageAction, arg: page}.String()))
}

// begins has two users begin a game, Black first, whose board Discord shows.
func (w *world) begins(anna, ben *someone) (board answer, g *game.Game) {
	w.t.Helper()
	board = ben.presses(anna.types("challenge", "opponent", ben, "colour", "black", "clock", "1d"), "Accept")
	if board.showsBoard() {
		w.arrives(board, 78)
	}
	return board, w.running(anna)
}

// running returns a game that a user is playing.
func (w *world) running(s *someone) *game.Game {
	w.t.Helper()
	who, _ := message.Snowflake[game.PersonID](s.id)
	page, err := w.bot.referee.Games(w.t.Context(), game.RunningGamesOf(who), game.Viewer{Person: who}, "", 1)
	if err != nil || len(page.Items) == 0 {
		w.t.Fatalf("%s plays no game, %v", s.name, err)
	}
	return page.Items[0]
}

// storedGame returns a game as it is stored.
func (w *world) storedGame(id game.GameID) *game.Game {
	w.t.Helper()
	g, err := w.bot.referee.UnrestrictedGame(context.Background(), id)
	must(w.t, err)
	return g
}

// arrives delivers a response that Discord shows in a channel.
func (w *world) arrives(a answer, channel game.RoomID) *dg.Message {
	w.t.Helper()
	shown := w.discord.show(channel, a.Message.Build().Components)
	w.bot.Shown(context.Background(), &dg.Interaction{}, drawn(a.Response), shown, nil)
	w.bot.Courier.Wait()
	return shown
}

// lives lets time pass in which the referee gives signs of life, and nothing is due.
func (w *world) lives(d time.Duration) {
	w.t.Helper()
	w.at = w.at.Add(d)
	must(w.t, w.store.Update(w.t.Context(), func(tx game.Tx) error {
		s, err := tx.Service()
		if err != nil {
			return err
		}
		if w.at.Sub(s.LastAlive) <= d+15*time.Second { // else it is absent
			s.LastAlive = w.at
		}
		return tx.PutService(s)
	}))
}

// passes lets time pass while the referee runs.
func (w *world) passes(d time.Duration) {
	w.t.Helper()
	for end := w.at.Add(d); w.at.Before(end); {
		w.lives(min(30*time.Second, end.Sub(w.at)))
		must(w.t, w.bot.referee.Tick(w.t.Context()))
	}
}

// elsewhere returns an interaction as Discord sends it from another guild.
func elsewhere(i *dg.Interaction) *dg.Interaction {
	i.GuildID, i.ChannelID = "99", "98"
	return i
}

// inDirect returns an interaction as Discord sends it from the DM with the bot.
func inDirect(i *dg.Interaction) *dg.Interaction {
	i.GuildID, i.GuildLocale, i.ChannelID = "", nil, "555"
	i.User, i.Member, i.Context = i.Member.User, nil, dg.InteractionContextBotDM
	return i
}

func must(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
