package sandbox_test

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"doublecorner/bot/sandbox"
)

func TestThreadsAndTheirPeople(t *testing.T) {
	w := settle(t)
	bot := w.bot()
	general := w.general.String()
	thread, err := bot.ThreadStart(general, "Secret", discordgo.ChannelTypeGuildPrivateThread, 60)
	check(t, err)
	id, _ := sandbox.ParseID(thread.ID)
	if _, err := w.ben.Messages(w.ctx, id, 0); err == nil {
		t.Error("Ben sees a private thread that he is not in")
	}
	check(t, bot.ThreadMemberAdd(thread.ID, w.ben.ID.String()))
	if _, err := w.ben.Say(w.ctx, id, "here"); err != nil {
		t.Error(err)
	}
	places, err := w.ben.Channels(w.ctx)
	check(t, err)
	if len(places) != 2 || places[1].Name != "Secret" || places[1].Parent != w.general {
		t.Errorf("Ben sees %+v", places)
	}
	active, err := bot.GuildThreadsActive(w.guild.String())
	check(t, err)
	if len(active.Threads) != 1 {
		t.Errorf("active threads %+v", active.Threads)
	}
	check(t, bot.ChannelTyping(thread.ID))
	_, err = bot.GuildRoles(w.guild.String())
	check(t, err)
	guilds, err := bot.UserGuilds(10, "", "", false)
	check(t, err)
	if len(guilds) != 1 {
		t.Errorf("servers %+v", guilds)
	}

	// A message to an archived thread opens it; to a locked one only moderators write.
	_, err = bot.ChannelEdit(thread.ID, &discordgo.ChannelEdit{Archived: ptr(true)})
	check(t, err)
	_, err = bot.ChannelMessageSend(thread.ID, "again")
	check(t, err)
	if c, _ := bot.Channel(thread.ID); c.ThreadMetadata.Archived {
		t.Error("the thread is still archived")
	}
	_, err = bot.ChannelEdit(thread.ID, &discordgo.ChannelEdit{Archived: ptr(true)})
	check(t, err)
	events, err := w.ann.Listen(w.ctx, 0)
	check(t, err)
	defer events.Close()
	_, err = w.ben.Say(w.ctx, id, "and again")
	check(t, err)
	if c, _ := bot.Channel(thread.ID); c.ThreadMetadata.Archived {
		t.Error("the thread is still archived, although Ben wrote there")
	}
	if e, err := events.Next(); err != nil || e.Kind != "channel" || e.Channel != id {
		t.Errorf("people hear of %+v, %v", e, err)
	}
	status, body := w.raw("PATCH", "/channels/"+thread.ID, object{"locked": true})
	refused(t, status, body, sandbox.CodeMissingPermissions, "", "")
	check(t, w.Permit(w.guild, w.AppID(), sandbox.Usual|sandbox.ManageThreads|sandbox.ManageMessages|sandbox.ManageChannels))
	w.ok(t, "PATCH", "/channels/"+thread.ID, object{"locked": true, "archived": true, "name": "Closed"})
	check(t, w.Permit(w.guild, w.AppID(), sandbox.Usual))
	status, body = w.raw("POST", "/channels/"+thread.ID+"/messages", object{"content": "x"})
	refused(t, status, body, sandbox.CodeThreadArchived, "", "")
	if _, err := w.ben.Say(w.ctx, id, "x"); err == nil {
		t.Error("Ben writes to a locked thread")
	}

	// A moderator deletes what others wrote; a channel takes its threads along.
	check(t, w.Permit(w.guild, w.AppID(), sandbox.Usual|sandbox.ManageMessages|sandbox.ManageChannels))
	said, err := w.ben.Say(w.ctx, w.general, "spam")
	check(t, err)
	check(t, bot.ChannelMessageDelete(general, said.ID.String()))
	said, err = w.ben.Say(w.ctx, w.general, "more")
	check(t, err)
	check(t, w.RemoveMessage(w.general, said.ID))
	_, err = bot.ChannelDelete(general)
	check(t, err)
	status, body = w.raw("GET", "/channels/"+thread.ID, nil)
	refused(t, status, body, sandbox.CodeUnknownChannel, "", "")

	check(t, w.Leave(w.guild, w.AppID()))
	status, body = w.raw("GET", "/guilds/"+w.guild.String(), nil)
	refused(t, status, body, sandbox.CodeMissingAccess, "", "")
	if _, err := w.ben.Commands(w.ctx, w.general); err == nil || !strings.Contains(err.Error(), "no such channel") {
		t.Errorf("commands of a channel that is gone: %v", err)
	}
}

// The bot hears of servers, channels and messages only as far as its intents go.
func TestEventsByIntent(t *testing.T) {
	w := settle(t)
	all := w.dial(t, "?v=10&encoding=json")
	all.hear(10, "")
	all.say(w.identify(object{"intents": 1 | 1<<9 | 1<<12}))
	all.hear(0, "READY")
	all.hear(0, "GUILD_CREATE")
	none := w.dial(t, "?v=10&encoding=json")
	none.hear(10, "")
	none.say(w.identify(nil))
	none.hear(0, "READY")

	channel, err := w.Channel(w.guild, "new")
	check(t, err)
	all.hear(0, "CHANNEL_CREATE")
	said, err := w.ann.Say(w.ctx, channel, "x")
	check(t, err)
	all.hear(0, "MESSAGE_CREATE")
	check(t, w.RemoveMessage(channel, said.ID))
	all.hear(0, "MESSAGE_DELETE")
	check(t, w.RemoveChannel(channel))
	all.hear(0, "CHANNEL_DELETE")
	dm, err := w.ann.DM(w.ctx)
	check(t, err)
	_, err = w.ann.Say(w.ctx, dm.ID, "private")
	check(t, err)
	if p := all.hear(0, "MESSAGE_CREATE"); !strings.Contains(string(p.D), "private") {
		t.Errorf("direct message %s", p.D)
	}
	check(t, w.Leave(w.guild, w.AppID()))
	all.hear(0, "GUILD_DELETE")
	check(t, w.Join(w.guild, w.AppID()))
	all.hear(0, "GUILD_CREATE")

	w.Hangup(4000)
	none.hearsNothing()
}

// hearsNothing reads until the end, and finds no event.
func (c wire) hearsNothing() {
	c.t.Helper()
	for {
		var p payload
		if err := c.ws.ReadJSON(&p); err != nil {
			return
		}
		if p.Op == 0 {
			c.t.Errorf("heard %s", p.T)
		}
	}
}
