package sandbox_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"doublecorner/internal/sandbox"
)

func TestThreads(t *testing.T) {
	w := settle(t)
	bot := w.bot()
	general := w.general.String()
	_, err := bot.ThreadStart(general, "Game", discordgo.ChannelTypeGuildPublicThread, 60)
	check(t, err)
	places, err := w.ben.Channels(w.ctx)
	check(t, err)
	if len(places) != 2 || places[1].Name != "Game" || places[1].Parent != w.general {
		t.Errorf("Ben sees %+v", places)
	}
	if _, err := w.ben.Commands(w.ctx, w.guild+1); err == nil || !strings.Contains(err.Error(), "no such channel") {
		t.Errorf("commands of no channel: %v", err)
	}
}

// A state file of an older sandbox is not read, and the error says what to do.
func TestOldState(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sandbox.json")
	check(t, os.WriteFile(file, []byte(`{"Sandbox":1,"World":{}}`), 0o600))
	if _, err := sandbox.Start(sandbox.Options{State: file}); err == nil || !strings.Contains(err.Error(), "delete it") {
		t.Errorf("an old state: %v", err)
	}
}

// What a bot does is saved soon, also if nobody sees it.
func TestSavedSoon(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sandbox.json")
	w := settle(t, func(o *sandbox.Options) { o.State = file })
	w.clock.Advance(time.Second)
	w.ok(t, "POST", "/guilds/"+w.guild.String()+"/scheduled-events", object{
		"name": "Cup", "privacy_level": 2, "entity_type": 3, "scheduled_start_time": "2099-01-01T18:00:00Z",
		"scheduled_end_time": "2099-01-01T20:00:00Z", "entity_metadata": object{"location": "x"},
	})
	w.clock.Advance(time.Second)
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), `"Cup"`) {
		t.Errorf("the scheduled event is not saved: %v", err)
	}
}

// The bot reads what people write only where it is mentioned and in direct messages.
func TestContentOfPeople(t *testing.T) {
	w := settle(t)
	dm, err := w.ann.DM(w.ctx)
	check(t, err)
	for _, c := range []struct {
		channel sandbox.ID
		text    string
		reads   bool
	}{
		{w.general, "not for the bot", false},
		{w.general, "for <@" + w.AppID().String() + ">", true},
		{dm.ID, "private", true},
	} {
		said, err := w.ann.Say(w.ctx, c.channel, c.text)
		check(t, err)
		path := "/channels/" + c.channel.String() + "/messages"
		for _, body := range []string{w.ok(t, "GET", path+"/"+said.ID.String(), nil), w.ok(t, "GET", path+"?limit=1", nil)} {
			if reads := !strings.Contains(body, `"content":""`); reads != c.reads {
				t.Errorf("of %q the bot reads %s", c.text, body)
			}
		}
	}
}
