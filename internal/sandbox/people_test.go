package sandbox_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"doublecorner/internal/discordtest"
	"doublecorner/internal/sandbox"
)

// What a Discord client would not let people do, the sandbox does not either.
func TestPeopleAreHeldToTheirClient(t *testing.T) {
	w := settle(t)
	w.register()
	i := w.begin(t)
	answer := idOf(t, func() string {
		w.ok(t, "POST", i.callback(), object{"type": 4, "data": v2(
			row(button("go"), object{"type": 2, "style": 1, "label": "x", "custom_id": "off", "disabled": true}), row(menu("pick", 3)),
			row(object{"type": 5, "custom_id": "who"}), row(object{"type": 6, "custom_id": "role", "min_values": 0}),
			row(object{"type": 8, "custom_id": "voice", "channel_types": list{2}}))})
		return w.ok(t, "GET", i.original(), nil)
	}())
	i = w.begin(t)
	w.ok(t, "POST", i.callback(), object{"type": 4, "data": object{"flags": 64, "content": "x", "components": list{row(button("mine"))}}})
	secret := idOf(t, w.ok(t, "GET", i.original(), nil))
	message, _ := sandbox.ParseID(answer)
	hidden, _ := sandbox.ParseID(secret)
	dark, err := w.Channel(w.guild, "dark")
	check(t, err)
	check(t, w.Overwrite(dark, w.ben.ID, sandbox.Overwrite{Deny: sandbox.ViewChannel}))
	outsider, err := w.Person("Eve")
	check(t, err)

	for _, c := range []struct {
		name string
		do   func() (sandbox.Response, error)
		says string
	}{
		{"unknown command", w.command(w.ben, w.general, "cats", nil), "no command"},
		{"command for moderators", w.command(w.ben, w.general, "referee abort", object{"game": "x"}), "no command"},
		{"command in a channel unseen", w.command(w.ben, dark, "board", nil), "no such channel"},
		{"command in a server unseen", w.command(discordtest.As(w.Server, outsider), w.general, "board", nil), "no such channel"},
		{"command without its command", w.command(w.ann, w.general, "referee", nil), "needs one of"},
		{"command without such a command", w.command(w.ann, w.general, "referee cats", nil), "no command"},
		{"missing option", w.command(w.ben, w.general, "move", nil), "required"},
		{"unknown option", w.command(w.ben, w.general, "move", object{"move": "x", "cat": 1}), "no option"},
		{"option of another type", w.command(w.ben, w.general, "move", object{"move": 5}), "takes a text"},
		{"huge option", w.command(w.ben, w.general, "move", object{"move": strings.Repeat("x", 6001)}), "takes a text of 1 to 6000 characters"},
		{"nobody", w.command(w.ben, w.general, "move", object{"move": "x", "opponent": "5"}), "nobody"},
		{"no choice", w.command(w.ben, w.general, "move", object{"move": "x", "size": "9"}), "one of its choices"},
		{"channel of another type", w.command(w.ben, w.general, "move", object{"move": "x", "where": w.general}), "a channel of another type"},
		{"autocomplete where there is none", func() (sandbox.Response, error) {
			return w.ben.Autocomplete(w.ctx, sandbox.CommandRequest{Channel: w.general, Command: "move", Focused: "size"})
		}, "suggests no choices"},
		{"button that is not there", w.press(w.ben, message, "cats"), "no such button"},
		{"disabled button", w.press(w.ben, message, "off"), "disabled"},
		{"button with values", w.press(w.ben, message, "go", "1"), "no values"},
		{"button of a message for another", w.press(w.ben, hidden, "mine"), "no such message"},
		{"message that is not there", w.press(w.ben, 5, "go"), "no such message"},
		{"nothing chosen", w.press(w.ben, message, "pick"), "1 to 1"},
		{"too much chosen", w.press(w.ben, message, "pick", "0", "1"), "1 to 1"},
		{"what is not in the menu", w.press(w.ben, message, "pick", "7"), "not in this menu"},
		{"nobody chosen", w.press(w.ben, message, "who"), "1 to 1"},
		{"user who is not here", w.press(w.ben, message, "who", outsider.String()), "somebody who is here"},
		{"role that is not there", w.press(w.ben, message, "role", "5"), "nobody and nothing"},
		{"two roles", w.press(w.ben, message, "role", w.guild.String(), "5"), "0 to 1"},
		{"channel of another type in a menu", w.press(w.ben, message, "voice", w.general.String()), "a channel of another type"},
		{"modal that is not open", func() (sandbox.Response, error) {
			return w.ben.Submit(w.ctx, sandbox.Submission{Interaction: 5})
		}, "no modal"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := c.do(); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("says %v, not %q", err, c.says)
			}
		})
	}
	if len(w.inbox) != 0 {
		t.Error("the bot heard of what was not allowed")
	}
	// What is allowed goes through; and the owner may what moderators may.
	_, err = w.ben.Press(w.ctx, sandbox.Press{Channel: w.general, Message: message, CustomID: "go", NoWait: true})
	check(t, err)
	w.next(t)
	_, err = w.ann.Command(w.ctx,
		sandbox.CommandRequest{Channel: w.general, Command: "referee abort", Options: object{"game": "x"}, NoWait: true})
	check(t, err)
	w.next(t)
	// In direct messages and in groups only what is meant for them.
	dm, err := w.ben.DM(w.ctx)
	check(t, err)
	group, err := w.Group(w.ann.ID, w.ben.ID)
	check(t, err)
	names := func(channel sandbox.ID) (names string) {
		list, err := w.ben.Commands(w.ctx, channel)
		check(t, err)
		for _, c := range list {
			names += c.Name + " "
		}
		return names
	}
	if got := names(dm.ID); got != "move referee board " {
		t.Errorf("in direct messages: %s", got)
	}
	if got := names(group); got != "" {
		t.Errorf("in a group, not installed: %s", got)
	}
	check(t, w.ben.Change(w.ctx, sandbox.UserChange{Installed: new(true)}))
	if got := names(group); got != "board " {
		t.Errorf("in a group: %s", got)
	}
	check(t, w.ben.Change(w.ctx, sandbox.UserChange{Locale: new("nl")}))
	if list, _ := w.ben.Commands(w.ctx, w.general); list[0].NameLocalized != "zet" {
		t.Errorf("in Dutch: %+v", list[0])
	}
	// Brought by a person, the bot may follow up five times.
	_, err = w.ben.Command(w.ctx, sandbox.CommandRequest{Channel: group, Command: "board", NoWait: true})
	check(t, err)
	i = w.next(t)
	w.ok(t, "POST", i.callback(), object{"type": 4, "data": object{"content": "x"}})
	for range 5 {
		w.ok(t, "POST", i.webhook(), object{"content": "x"})
	}
	w.refuses(t, "POST", i.webhook(), object{"content": "x"}, sandbox.CodeTooManyFollowUps, "", "")
	w.refuses(t, "POST", "/channels/"+group.String()+"/messages", object{"content": "x"}, sandbox.CodeMissingAccess, "", "")
}

func (w *testWorld) command(p *discordtest.Person, channel sandbox.ID, name string, options object) func() (sandbox.Response, error) {
	return func() (sandbox.Response, error) {
		return p.Command(w.ctx, sandbox.CommandRequest{Channel: channel, Command: name, Options: options})
	}
}

func (w *testWorld) press(p *discordtest.Person, message sandbox.ID, id string, values ...string) func() (sandbox.Response, error) {
	return func() (sandbox.Response, error) {
		return p.Press(w.ctx, sandbox.Press{Channel: w.general, Message: message, CustomID: id, Values: values})
	}
}

func TestNobodyAnswers(t *testing.T) {
	w := settle(t)
	w.register()
	done := make(chan sandbox.Response)
	go func() {
		out, _ := w.ann.Command(w.ctx, sandbox.CommandRequest{Channel: w.general, Command: "board"})
		done <- out
	}()
	until(t, func() bool { return w.clock.Waiting() > 0 })
	w.clock.Advance(3 * time.Second)
	if out := <-done; out.Kind != "failed" || out.Reason != "The application did not respond" {
		t.Errorf("outcome %+v", out)
	}
}

// A sandbox for everybody has an address that leads there: links, pictures and live boards have it.
func TestAddressForEverybody(t *testing.T) {
	w, err := sandbox.Start(sandbox.Options{Listen: "0.0.0.0:0", Public: true})
	check(t, err)
	defer w.Close()
	at, err := url.Parse(w.URL())
	check(t, err)
	if ip := net.ParseIP(at.Hostname()); ip == nil || ip.IsUnspecified() {
		t.Errorf("its address is %s", at)
	}
	resp, err := http.Get(w.URL() + "/sandbox/world")
	check(t, err)
	resp.Body.Close()
}

func TestStrangersStayOut(t *testing.T) {
	page := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "a page") })
	w := settle(t, func(o *sandbox.Options) { o.Page = page })
	open, err := sandbox.Start(sandbox.Options{Public: true, Page: page})
	check(t, err)
	defer open.Close()
	for header, value := range map[string]string{"Origin": "https://elsewhere.example", "Host": "elsewhere.example"} {
		r, _ := http.NewRequest("GET", w.URL()+"/sandbox/world", nil)
		r.Header.Set(header, value)
		if header == "Host" {
			r.Host = value
		}
		resp, err := http.DefaultClient.Do(r)
		check(t, err)
		resp.Body.Close()
		if resp.StatusCode != http.StatusForbidden {
			t.Errorf("%s %s: %s", header, value, resp.Status)
		}
	}
	for _, path := range []string{"/", "/?as=Ben", "/attachments/1/2/board.png", "/gateway", "/api/v10/gateway"} {
		for host, stays := range map[string]bool{"elsewhere.example": true,
			"localhost": false, "[::1]:80": false, "discord.com": !strings.HasPrefix(path, "/api")} {
			for public, stays := range map[string]bool{w.URL(): stays, open.URL(): false} {
				r, _ := http.NewRequest("GET", public+path, nil)
				r.Host = host
				resp, err := http.DefaultClient.Do(r)
				check(t, err)
				resp.Body.Close()
				if (resp.StatusCode == http.StatusForbidden) != stays {
					t.Errorf("%s at %s: %s", path, host, resp.Status)
				}
			}
		}
	}
	if s, err := sandbox.Start(sandbox.Options{Listen: "0.0.0.0:0"}); err == nil {
		s.Close()
		t.Error("it listens to everybody, unasked")
	}
}

// The calls of docs/sandbox.md, as a script sends them.
func TestPeopleAPI(t *testing.T) {
	page := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "a page") })
	w := settle(t, func(o *sandbox.Options) { o.Page = page })
	call := func(method, path, body string, status int) string {
		t.Helper()
		got, text := w.asks(method, path, body)
		if got != status {
			t.Errorf("%s %s: %d %s", method, path, got, text)
		}
		return text
	}
	if call("GET", "/", "", 200) != "a page" {
		t.Error("no page")
	}
	person := call("POST", "/sandbox/people", `{"name":"Cem","locale":"tr","guilds":["`+w.guild.String()+`"]}`, 201)
	id := idOf(t, person)
	call("POST", "/sandbox/people", `{"name":"cem"}`, 400)
	call("POST", "/sandbox/people", `{"nom":"x"}`, 400)
	if world := call("GET", "/sandbox/world", "", 200); !strings.Contains(world, `"Cem"`) || !strings.Contains(world, "Club") {
		t.Errorf("world: %s", world)
	}
	call("POST", "/sandbox/people/"+id+"/say", `{"channel":"`+w.general.String()+`","content":"merhaba"}`, 201)
	if said := call("GET", "/sandbox/people/"+id+"/messages?channel="+w.general.String(), "", 200); !strings.Contains(said, "merhaba") {
		t.Errorf("messages: %s", said)
	}
	call("GET", "/sandbox/people/5/messages?channel="+w.general.String(), "", 404)
	call("GET", "/sandbox/people/"+w.AppID().String()+"/channels", "", 404)
	call("GET", "/sandbox/cats", "", 404)
	fault := call("POST", "/sandbox/faults", `{"do":"fail","status":500,"times":1}`, 201)
	if fault != `{"id":1}` {
		t.Errorf("fault %s", fault)
	}
	call("POST", "/sandbox/faults", `{"do":"sulk"}`, 400)
	if status, _ := w.raw("GET", "/users/@me", nil); status != 500 {
		t.Errorf("status %d", status)
	}
	if got := call("DELETE", "/sandbox/faults/1", "", 200); got != `{"happened":1}` {
		t.Errorf("withdrawn: %s", got)
	}
	call("POST", "/sandbox/gateway", `{"do":"hangup","code":4000}`, 200)
	call("POST", "/sandbox/gateway", `{"do":"hangup","code":70000}`, 400)
	call("POST", "/sandbox/gateway", `{"do":"sulk"}`, 400)
	if got := call("GET", "/sandbox/requests", "", 200); !strings.Contains(got, `"GET /users/@me"`) {
		t.Errorf("requests: %s", got)
	}
}

func TestState(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sandbox.json")
	w := settle(t, func(o *sandbox.Options) { o.State = file })
	w.register()
	i := w.begin(t)
	status, body := w.upload(i.callback(), object{"type": 4, "data": v2(
		object{"type": 12, "items": list{object{"media": object{"url": "attachment://f0.bin"}, "description": "alt"}}},
		object{"type": 17, "accent_color": 255, "components": list{text(3), row(button("go"))}})}, 1, 99)
	if status != 204 {
		t.Fatal(body)
	}
	before, err := w.ann.Messages(w.ctx, w.general, 0)
	check(t, err)
	// A second later it is in the file, without being closed.
	w.clock.Advance(time.Second)
	until(t, func() bool { _, err := os.Stat(file); return err == nil })
	token, key, app := w.Token(), w.PublicKey(), w.AppID()
	check(t, w.Close())

	s, err := sandbox.Start(sandbox.Options{State: file})
	check(t, err)
	defer s.Close()
	if s.Token() != token || !bytes.Equal(s.PublicKey(), key) || s.AppID() != app {
		t.Error("it is another app")
	}
	after, err := discordtest.As(s, w.ann.ID).Messages(w.ctx, w.general, 0)
	check(t, err)
	old, _ := json.Marshal(before)
	now, _ := json.Marshal(after)
	if moved := strings.ReplaceAll(string(old), w.URL(), s.URL()); moved != string(now) {
		t.Errorf("before\n%s\nafter\n%s", moved, now)
	}
	resp, err := http.Get(after[0].Components[0].Items[0].Media.URL)
	check(t, err)
	resp.Body.Close()
	if resp.StatusCode != 200 || resp.ContentLength != 99 {
		t.Errorf("file: %s, %d bytes", resp.Status, resp.ContentLength)
	}
	if list, err := discordtest.As(s, w.ann.ID).Commands(w.ctx, w.general); err != nil || len(list) != 3 {
		t.Errorf("commands %v %v", list, err)
	}
	for _, bad := range []string{"", "{}", `{"Sandbox":1,"World":{}}`,
		`{"Sandbox":2}`, `{"Sandbox":1,"World":{"App":{"ID":"5"},"Channels":{"5":null}}}`} {
		check(t, os.WriteFile(file+".bad", []byte(bad), 0o600))
		if s, err := sandbox.Start(sandbox.Options{State: file + ".bad"}); err == nil {
			s.Close()
			t.Errorf("started from %q", bad)
		}
	}
}

func TestBounds(t *testing.T) {
	w := settle(t)
	events := w.hears(w.ben, 0)
	for range 510 {
		w.ok(t, "POST", "/channels/"+w.general.String()+"/messages", object{"content": "x"})
	}
	if got, err := w.ann.Messages(w.ctx, w.general, 0); err != nil || len(got) != 500 {
		t.Errorf("%d messages are kept, %v", len(got), err)
	}
	for range 510 {
		if m, err := nextMessage(events); err != nil || m.Content != "x" {
			t.Fatalf("event %+v %v", m, err)
		}
	}
	if n := len(w.Exchanges()); n != 500 {
		t.Errorf("%d exchanges are kept", n)
	}
}

// The users whom the text names and the sender allows are pinged, once, and never by an edit.
func TestPings(t *testing.T) {
	w := settle(t)
	bot := w.bot()
	ben := "<@" + w.ben.ID.String() + ">"
	for _, c := range []struct {
		name  string
		text  string
		allow *discordgo.MessageAllowedMentions
		pings bool
	}{
		{"all by default", ben, nil, true},
		{"nobody", ben, &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}}, false},
		{"only him", ben, &discordgo.MessageAllowedMentions{Users: []string{w.ben.ID.String()}}, true},
		{"only another", ben, &discordgo.MessageAllowedMentions{Users: []string{w.ann.ID.String()}}, false},
		{"not named", "hello", &discordgo.MessageAllowedMentions{Users: []string{w.ben.ID.String()}}, false},
		{"everyone, without the permission", "@everyone", nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := bot.ChannelMessageSendComplex(w.general.String(), &discordgo.MessageSend{Content: c.text, AllowedMentions: c.allow})
			check(t, err)
			id, _ := sandbox.ParseID(m.ID)
			seen, err := w.ben.Messages(w.ctx, w.general, id-1)
			check(t, err)
			if seen[0].PingsYou != c.pings {
				t.Errorf("pings: %v", seen[0].PingsYou)
			}
		})
	}
	m, err := bot.ChannelMessageSend(w.general.String(), "hello")
	check(t, err)
	_, err = bot.ChannelMessageEdit(w.general.String(), m.ID, ben)
	check(t, err)
	id, _ := sandbox.ParseID(m.ID)
	if seen, _ := w.ben.Messages(w.ctx, w.general, id-1); seen[0].PingsYou {
		t.Error("an edit pings")
	}
}

// A note for one person is in nobody else's stream, and only answers can be such notes.
func TestNotesForOne(t *testing.T) {
	w := settle(t)
	w.register()
	i := w.begin(t)
	anns := w.hears(w.ann, w.general)
	bens := w.hears(w.ben, w.general)
	w.ok(t, "POST", i.callback(), object{"type": 4, "data": object{"content": "for Ann", "flags": 64}})
	w.ok(t, "PATCH", i.original(), object{"content": "for Ann, edited"})
	w.ok(t, "DELETE", i.original(), nil)
	w.ok(t, "POST", "/channels/"+w.general.String()+"/messages", object{"content": "for all", "flags": 64})
	for _, kind := range []string{"message", "edit", "delete", "message"} {
		if e, err := anns.Next(); err != nil || e.Kind != kind {
			t.Errorf("Ann hears %+v %v, not %s", e, err, kind)
		}
	}
	if e, err := bens.Next(); err != nil || e.Kind != "message" ||
		e.Message.Content != "for all" || e.Message.OnlyYou || e.Message.Flags != 0 {
		t.Errorf("Ben hears %+v %v", e, err)
	}
}

// A command of the context menu of members is sent with the member, and is none to type.
func TestMemberMenu(t *testing.T) {
	w := settle(t)
	_, err := w.bot().ApplicationCommandBulkOverwrite(w.AppID().String(), "", []*discordgo.ApplicationCommand{
		{Type: discordgo.UserApplicationCommand, Name: "Challenge"}, {Name: "challenge", Description: "d"},
	})
	check(t, err)
	for _, u := range []sandbox.CommandRequest{
		{Channel: w.general, Command: "Challenge"},
		{Channel: w.general, Command: "challenge", Target: w.ben.ID},
		{Channel: w.general, Command: "Challenge", Target: 5},
	} {
		if _, err := w.ann.Command(w.ctx, u); err == nil {
			t.Errorf("%+v is sent", u)
		}
	}
	w.online(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		data := i.ApplicationCommandData()
		said := data.Name + " " + data.Resolved.Users[data.TargetID].Username
		s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: 4, Data: &discordgo.InteractionResponseData{Content: said}})
	})
	r, err := w.ann.Command(w.ctx, sandbox.CommandRequest{Channel: w.general, Command: "Challenge", Target: w.ben.ID})
	check(t, err)
	if r.Message == nil || r.Message.Content != "Challenge ben" {
		t.Errorf("the response is %+v", r)
	}
}

// Who chooses a user from a menu sends that user, and on a server the member that they are there.
func TestMenuOfUsers(t *testing.T) {
	w := settle(t)
	came := make(chan *discordgo.InteractionCreate, 1)
	bot := w.online(func(_ *discordgo.Session, i *discordgo.InteractionCreate) { came <- i })
	dm, err := w.ann.DM(w.ctx)
	check(t, err)
	for _, c := range []struct {
		channel, chosen sandbox.ID
		members         int
	}{{w.general, w.ben.ID, 1}, {dm.ID, w.AppID(), 0}} {
		menu := discordgo.SelectMenu{MenuType: discordgo.UserSelectMenu, CustomID: "who"}
		m, err := bot.ChannelMessageSendComplex(c.channel.String(), &discordgo.MessageSend{
			Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{menu}}},
		})
		check(t, err)
		id, _ := sandbox.ParseID(m.ID)
		_, err = w.ann.Press(w.ctx, sandbox.Press{
			Channel: c.channel, Message: id, CustomID: "who", Values: []string{c.chosen.String()}, NoWait: true,
		})
		check(t, err)
		data := (<-came).MessageComponentData()
		user, member := data.Resolved.Users[c.chosen.String()], data.Resolved.Members[c.chosen.String()]
		if user == nil || len(data.Resolved.Members) != c.members || member != nil && (member.User != nil || member.Permissions == 0) {
			t.Errorf("in %s the user is %+v, the member %+v", c.channel, user, member)
		}
	}
}

// A command of the context menu of messages is sent with the whole message, also of other people, and its files.
func TestMessageMenu(t *testing.T) {
	w := settle(t)
	_, err := w.bot().ApplicationCommandBulkOverwrite(w.AppID().String(), "", []*discordgo.ApplicationCommand{
		{Type: discordgo.MessageApplicationCommand, Name: "Read"}, {Type: discordgo.UserApplicationCommand, Name: "Greet"},
	})
	check(t, err)
	m, err := w.ben.Attach(w.ctx, w.general, "look", sandbox.Upload{Name: "a game.pdn", Content: []byte("1. 11-15 *")})
	check(t, err)
	for _, u := range []sandbox.CommandRequest{
		{Channel: w.general, Command: "Read", Target: w.ben.ID},
		{Channel: w.general, Command: "Greet", Target: m.ID},
		{Channel: w.general, Command: "Read"},
	} {
		if _, err := w.ann.Command(w.ctx, u); err == nil {
			t.Errorf("%+v is sent", u)
		}
	}
	w.online(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		data := i.ApplicationCommandData()
		target := data.Resolved.Messages[data.TargetID]
		said := target.Content + " " + target.Attachments[0].Filename + ": " + fetched(t, target.Attachments[0].URL)
		s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: 4, Data: &discordgo.InteractionResponseData{Content: said}})
	})
	r, err := w.ann.Command(w.ctx, sandbox.CommandRequest{Channel: w.general, Command: "Read", Target: m.ID})
	check(t, err)
	if r.Message == nil || r.Message.Content != "look a_game.pdn: 1. 11-15 *" {
		t.Errorf("the response is %+v", r)
	}
}

// The value of an option can be a file.
func TestFileOption(t *testing.T) {
	w := settle(t)
	_, err := w.bot().ApplicationCommandBulkOverwrite(w.AppID().String(), "", []*discordgo.ApplicationCommand{
		{Name: "read", Description: "d", Options: []*discordgo.ApplicationCommandOption{
			{Type: discordgo.ApplicationCommandOptionAttachment, Name: "file", Description: "d", Required: true},
		}},
	})
	check(t, err)
	w.online(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		data := i.ApplicationCommandData()
		a := data.Resolved.Attachments[data.Options[0].Value.(string)]
		s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: 4, Data: &discordgo.InteractionResponseData{
			Content: a.Filename + ": " + fetched(t, a.URL),
		}})
	})
	for _, wrong := range []any{"11", map[string]any{"content": ""}, map[string]any{"name": "x", "content": "%"}} {
		u := sandbox.CommandRequest{Channel: w.general, Command: "read", Options: map[string]any{"file": wrong}}
		if _, err := w.ann.Command(w.ctx, u); err == nil {
			t.Errorf("%v is a file", wrong)
		}
	}
	r, err := w.ann.Command(w.ctx, sandbox.CommandRequest{Channel: w.general, Command: "read", Options: map[string]any{
		"file": sandbox.Upload{Name: "x.pdn", Content: []byte("1. 9-13 *")},
	}})
	check(t, err)
	if r.Message == nil || r.Message.Content != "x.pdn: 1. 9-13 *" {
		t.Errorf("the response is %+v", r)
	}
}

// fetched returns what is at an address.
func fetched(t *testing.T, address string) string {
	resp, err := http.Get(address)
	check(t, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	check(t, err)
	return string(text)
}
