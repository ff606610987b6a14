package sandbox_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"doublecorner/internal/discordtest"
	"doublecorner/internal/sandbox"
)

// redirect sends what is meant for discord.com to a sandbox: this is all that a bot
// needs to live in one.
type redirect struct{ to *url.URL }

func (d redirect) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = d.to.Scheme, d.to.Host, d.to.Host
	return http.DefaultTransport.RoundTrip(r)
}

// noon is when manual clocks begin.
var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// testWorld is a sandbox with a server, in which are two people and the bot.
type testWorld struct {
	*discordtest.Server
	t              *testing.T
	clock          *discordtest.ManualClock
	guild, general sandbox.ID
	ann, ben       *discordtest.Person
	ctx            context.Context
	inbox          <-chan open // what the bot got, once it listens
}

// settle starts a sandbox whose clock stands still and whose limits are off, unless
// the options are changed.
func settle(t *testing.T, change ...func(*sandbox.Options)) *testWorld {
	t.Helper()
	clock := discordtest.NewManualClock(noon)
	o := sandbox.Options{
		Clock: clock, Limits: sandbox.Limits{Off: true}, Heartbeat: 240 * time.Hour, IdentifyEvery: -1,
		Observe: discordtest.Observe(t),
	}
	for _, f := range change {
		f(&o)
	}
	s, err := discordtest.Start(o)
	check(t, err)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(cancel)
	w := &testWorld{Server: s, t: t, clock: clock, ctx: ctx}
	guild, people := s.Club(t, "Ann", "Ben")
	w.guild, w.general, w.ann, w.ben = guild, guild, people[0], people[1]
	return w
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// bot makes a discordgo session that is pointed at the sandbox.
func (w *testWorld) bot() *discordgo.Session {
	w.t.Helper()
	s, err := discordgo.New("Bot " + w.Token())
	check(w.t, err)
	to, err := url.Parse(w.URL())
	check(w.t, err)
	s.Client = &http.Client{Transport: redirect{to}, Timeout: 10 * time.Second}
	s.StateEnabled = false
	s.Identify.Intents = discordgo.IntentsNone
	s.ShouldRetryOnRateLimit = false
	s.LogLevel = -1
	return s
}

// online opens the bot's gateway, and closes it when the test is over.
func (w *testWorld) online(handle func(*discordgo.Session, *discordgo.InteractionCreate)) *discordgo.Session {
	w.t.Helper()
	s := w.bot()
	s.AddHandler(handle)
	check(w.t, s.Open())
	w.t.Cleanup(func() { go s.Close() }) // it sleeps a second
	return s
}

// raw sends a request as the bot, and returns status and body.
func (w *testWorld) raw(method, path string, body any, files ...*discordgo.File) (int, string) {
	w.t.Helper()
	status, answer, err := w.SendJSON(method, path, body, files...)
	check(w.t, err)
	return status, answer
}

// register declares the commands that the tests use.
func (w *testWorld) register() {
	w.t.Helper()
	_, err := w.bot().ApplicationCommandBulkOverwrite(w.AppID().String(), "", commands())
	check(w.t, err)
}

func commands() []*discordgo.ApplicationCommand {
	dutch := map[discordgo.Locale]string{discordgo.Dutch: "zet"}
	return []*discordgo.ApplicationCommand{
		{Name: "move", NameLocalizations: &dutch, Description: "Play a move", Options: []*discordgo.ApplicationCommandOption{
			{Type: discordgo.ApplicationCommandOptionString, Name: "move", Description: "Which", Required: true, Autocomplete: true},
			{Type: discordgo.ApplicationCommandOptionUser, Name: "opponent", Description: "Against whom"},
			{Type: discordgo.ApplicationCommandOptionString, Name: "size",
				Description: "Of the board", Choices: []*discordgo.ApplicationCommandOptionChoice{
					{Name: "eight", Value: "8"}, {Name: "ten", Value: "10"},
				}},
			{Type: discordgo.ApplicationCommandOptionChannel, Name: "where", Description: "In a thread",
				ChannelTypes: []discordgo.ChannelType{discordgo.ChannelTypeGuildPublicThread}},
		}},
		{Name: "referee", Description: "For moderators",
			DefaultMemberPermissions: new(int64(discordgo.PermissionManageGuild)),
			Options: []*discordgo.ApplicationCommandOption{
				{Type: discordgo.ApplicationCommandOptionSubCommand, Name: "abort",
					Description: "End a game", Options: []*discordgo.ApplicationCommandOption{
						{Type: discordgo.ApplicationCommandOptionString, Name: "game", Description: "Which", Required: true},
					}},
			}},
		{Name: "board", Description: "Show the board", Contexts: &[]discordgo.InteractionContextType{0, 1, 2},
			IntegrationTypes: &[]discordgo.ApplicationIntegrationType{0, 1}},
	}
}

func picture() []byte {
	img := image.NewPaletted(image.Rect(0, 0, 8, 4), color.Palette{color.Black, color.White})
	var b bytes.Buffer
	_ = png.Encode(&b, img)
	return b.Bytes()
}

// board is an answer as the bot of this house sends it: a container with a text, a
// picture and buttons.
func board(text string) *discordgo.InteractionResponseData {
	return &discordgo.InteractionResponseData{
		Flags:           discordgo.MessageFlagsIsComponentsV2,
		Files:           []*discordgo.File{{Name: "board.png", ContentType: "image/png", Reader: bytes.NewReader(picture())}},
		AllowedMentions: &discordgo.MessageAllowedMentions{},
		Components: []discordgo.MessageComponent{
			discordgo.Container{Components: []discordgo.MessageComponent{
				discordgo.TextDisplay{Content: text},
				discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{{
					Media: discordgo.UnfurledMediaItem{URL: "attachment://board.png"}, Description: new("a board"),
				}}},
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{
					discordgo.Button{Label: "Resign", Style: discordgo.DangerButton, CustomID: "resign"},
					discordgo.Button{Label: "Wait", Style: discordgo.SecondaryButton, CustomID: "wait", Disabled: true},
				}},
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{
					discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: "moves", Options: []discordgo.SelectMenuOption{
						{Label: "11-15", Value: "11-15"}, {Label: "9-13", Value: "9-13"},
					}},
				}},
			}},
		},
	}
}

func respond(t *testing.T, s *discordgo.Session, i *discordgo.InteractionCreate,
	kind discordgo.InteractionResponseType, data *discordgo.InteractionResponseData) {
	if err := s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: kind, Data: data}); err != nil {
		t.Errorf("answer: %v", err)
	}
}

// hears follows what a person sees happen, in a channel or, if that is 0, everywhere.
func (w *testWorld) hears(p *discordtest.Person, channel sandbox.ID) *discordtest.Events {
	w.t.Helper()
	events, err := p.Listen(w.ctx, channel)
	check(w.t, err)
	w.t.Cleanup(func() { events.Close() })
	return events
}

// nextMessage waits for the next new message.
func nextMessage(events *discordtest.Events) (*sandbox.MessageView, error) {
	for {
		event, err := events.Next()
		if err != nil || event.Kind == "message" {
			return event.Message, err
		}
	}
}

func TestLife(t *testing.T) {
	w := settle(t)
	var mu sync.Mutex
	var pressed []string
	handled := make(chan struct{}, 10)
	bot := w.online(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		defer func() { handled <- struct{}{} }()
		switch i.Type {
		case discordgo.InteractionApplicationCommandAutocomplete:
			typed := i.ApplicationCommandData().GetOption("move")
			if !typed.Focused {
				t.Error("the option is not focused")
			}
			respond(t, s, i, discordgo.InteractionApplicationCommandAutocompleteResult, &discordgo.InteractionResponseData{
				Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "11-15 quiet", Value: typed.StringValue() + "15"}},
			})
		case discordgo.InteractionApplicationCommand:
			respond(t, s, i, discordgo.InteractionResponseChannelMessageWithSource, board("<@"+w.ben.ID.String()+"> to move"))
		case discordgo.InteractionMessageComponent:
			data := i.MessageComponentData()
			mu.Lock()
			pressed = append(pressed, data.CustomID+strings.Join(data.Values, ","))
			mu.Unlock()
			switch data.CustomID {
			case "resign":
				respond(t, s, i, discordgo.InteractionResponseModal, &discordgo.InteractionResponseData{
					CustomID: "sure", Title: "Really?", Components: []discordgo.MessageComponent{
						discordgo.ActionsRow{Components: []discordgo.MessageComponent{
							discordgo.TextInput{CustomID: "why", Label: "Why?", Style: discordgo.TextInputShort, Required: true},
						}},
					},
				})
			case "moves":
				data := board("moved")
				data.Components = data.Components[:1]
				data.Attachments = &[]*discordgo.MessageAttachment{}
				respond(t, s, i, discordgo.InteractionResponseUpdateMessage, data)
				m, err := s.FollowupMessageCreate(i.Interaction, true,
					&discordgo.WebhookParams{Content: "only for <@" + w.ben.ID.String() + ">", Flags: discordgo.MessageFlagsEphemeral})
				if err != nil {
					t.Errorf("follow up: %v", err)
					return
				}
				if _, err := s.FollowupMessageEdit(i.Interaction, m.ID, &discordgo.WebhookEdit{Content: new("edited")}); err != nil {
					t.Errorf("edit: %v", err)
				}
			}
		case discordgo.InteractionModalSubmit:
			row := i.ModalSubmitData().Components[0].(*discordgo.ActionsRow)
			respond(t, s, i, discordgo.InteractionResponseDeferredChannelMessageWithSource, nil)
			if _, err := s.InteractionResponseEdit(i.Interaction,
				&discordgo.WebhookEdit{Content: new("resigned: " + row.Components[0].(*discordgo.TextInput).Value)}); err != nil {
				t.Errorf("edit what was deferred: %v", err)
			}
		}
	})
	w.register()
	list, err := bot.ApplicationCommands(w.AppID().String(), "")
	check(t, err)
	if len(list) != 3 || list[0].Name != "move" || list[0].ID == "" {
		t.Fatalf("registered %+v", list)
	}

	events := w.hears(w.ben, w.general)

	choices, err := w.ann.Autocomplete(w.ctx,
		sandbox.CommandRequest{Channel: w.general, Command: "move", Options: map[string]any{"move": "11-"}, Focused: "move"})
	check(t, err)
	if choices.Kind != "choices" || len(choices.Choices) != 1 || choices.Choices[0].Value != "11-15" {
		t.Errorf("choices %+v", choices)
	}
	out, err := w.ann.Command(w.ctx,
		sandbox.CommandRequest{Channel: w.general, Command: "move", Options: map[string]any{"move": "11-15", "opponent": w.ben.ID, "size": "8"}})
	check(t, err)
	if out.Kind != "message" || out.Message == nil || out.Message.Flags&sandbox.ComponentsV2 == 0 {
		t.Fatalf("outcome %+v", out)
	}
	// The picture is there, with its size, its alt text and its bytes.
	item := out.Message.Components[0].Components[1].Items[0]
	if item.Description != "a board" || item.Media.Width != 8 || item.Media.Height != 4 {
		t.Errorf("gallery item %+v", item)
	}
	resp, err := http.Get(item.Media.URL)
	check(t, err)
	got, _ := io.ReadAll(resp.Body)
	resp.Body.Close()
	if !bytes.Equal(got, picture()) || resp.Header.Get("Content-Type") != "image/png" {
		t.Errorf("picture of %d bytes as %s", len(got), resp.Header.Get("Content-Type"))
	}
	// Ben sees it too. He is named, but not to be pinged.
	m, err := nextMessage(events)
	check(t, err)
	if m.ID != out.Message.ID || m.PingsYou || m.OnlyYou {
		t.Errorf("Ben sees %+v", m)
	}

	press := sandbox.Press{Channel: w.general, Message: m.ID, CustomID: "resign"}
	opened, err := w.ben.Press(w.ctx, press)
	check(t, err)
	if opened.Kind != "modal" || opened.Modal.Title != "Really?" {
		t.Fatalf("outcome %+v", opened)
	}
	if _, err := w.ben.Submit(w.ctx, sandbox.Submission{Interaction: opened.Interaction}); err == nil {
		t.Error("a required field was left out")
	}
	if _, err := w.ann.Submit(w.ctx, sandbox.Submission{Interaction: opened.Interaction, Fields: map[string]string{"why": "x"}}); err == nil {
		t.Error("another user's modal was submitted")
	}
	sent, err := w.ben.Submit(w.ctx, sandbox.Submission{Interaction: opened.Interaction, Fields: map[string]string{"why": "tired"}})
	check(t, err)
	if sent.Kind != "thinking" {
		t.Errorf("outcome %+v", sent)
	}
	for {
		e, err := events.Next()
		check(t, err)
		if e.Kind == "edit" && e.Message.Content == "resigned: tired" && e.Message.Flags&sandbox.Loading == 0 {
			break
		}
	}

	press = sandbox.Press{Channel: w.general, Message: m.ID, CustomID: "moves", Values: []string{"9-13"}}
	out, err = w.ben.Press(w.ctx, press)
	check(t, err)
	if out.Kind != "update" || out.Message.ID != m.ID {
		t.Errorf("outcome %+v", out)
	}
	for range 5 { // one by one, the interactions were handled to their end
		<-handled
	}
	seenByBen, err := w.ben.Messages(w.ctx, w.general, m.ID)
	check(t, err)
	if last := seenByBen[len(seenByBen)-1]; !last.OnlyYou || last.Content != "edited" || !last.PingsYou {
		t.Errorf("Ben sees %+v", last)
	}
	seenByAnn, err := w.ann.Messages(w.ctx, w.general, 0)
	check(t, err)
	for _, m := range seenByAnn {
		if m.OnlyYou || m.Content == "edited" {
			t.Errorf("Ann sees %+v", m)
		}
	}

	// Channel messages, a thread and direct messages.
	plain, err := bot.ChannelMessageSendComplex(w.general.String(), &discordgo.MessageSend{
		Content: "your turn <@" + w.ben.ID.String() + ">", AllowedMentions: &discordgo.MessageAllowedMentions{Users: []string{w.ben.ID.String()}},
	})
	check(t, err)
	_, err = bot.ChannelMessageEdit(w.general.String(), plain.ID, "your turn")
	check(t, err)
	thread, err := bot.ThreadStart(w.general.String(), "Game K7Q2", discordgo.ChannelTypeGuildPublicThread, 60)
	check(t, err)
	if thread.ParentID != w.general.String() || thread.Type != discordgo.ChannelTypeGuildPublicThread {
		t.Errorf("thread %+v", thread)
	}
	_, err = bot.ChannelMessageSend(thread.ID, "in the thread")
	check(t, err)
	dm, err := bot.UserChannelCreate(w.ben.ID.String())
	check(t, err)
	_, err = bot.ChannelMessageSend(dm.ID, "psst")
	check(t, err)
	place, err := w.ben.DM(w.ctx)
	check(t, err)
	direct, err := w.ben.Messages(w.ctx, place.ID, 0)
	check(t, err)
	if place.ID.String() != dm.ID || len(direct) != 1 || direct[0].Content != "psst" {
		t.Errorf("direct messages %+v", direct)
	}
	if _, err := w.ann.Messages(w.ctx, place.ID, 0); err == nil {
		t.Error("Ann reads Ben's direct messages")
	}
	got2, err := bot.ChannelMessages(w.general.String(), 10, "", "", "")
	check(t, err)
	if got2[0].ID != plain.ID {
		t.Errorf("newest message %+v", got2[0])
	}
	for _, read := range []func() error{
		func() error { _, err := bot.Guild(w.guild.String()); return err },
		func() error { _, err := bot.GuildMember(w.guild.String(), w.ben.ID.String()); return err },
		func() error { _, err := bot.Channel(w.general.String()); return err },
		func() error { _, err := bot.User("@me"); return err },
		func() error { _, err := bot.GatewayBot(); return err },
	} {
		check(t, read())
	}
}

// A file that a message shows has its name and size, also after an edit that says nothing
// of it.
func TestFileOfAMessage(t *testing.T) {
	w := settle(t)
	events := w.hears(w.ann, 0)
	channel := "/channels/" + w.general.String()
	status, body := w.upload(channel+"/messages", object{"flags": 1 << 15, "components": list{
		object{"type": 13, "file": object{"url": "attachment://f0.bin"}},
	}}, 1, 77)
	if status != 200 {
		t.Fatal(body)
	}
	w.ok(t, "PATCH", channel+"/messages/"+idOf(t, body), object{"flags": 1<<15 | 1<<2})
	for range 2 {
		e, err := events.Next()
		check(t, err)
		if c := e.Message.Components[0]; c.Name != "f0.bin" || c.Size != 77 {
			t.Fatalf("%s shows %+v", e.Kind, c)
		}
	}
}
