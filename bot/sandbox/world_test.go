package sandbox_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"doublecorner/bot/sandbox"
)

func TestThreads(t *testing.T) {
	w := settle(t)
	bot := w.bot()
	general := w.general.String()
	thread, err := bot.ThreadStart(general, "Game", discordgo.ChannelTypeGuildPublicThread, 60)
	check(t, err)
	places, err := w.ben.Channels(w.ctx)
	check(t, err)
	if len(places) != 2 || places[1].Name != "Game" || places[1].Parent != w.general {
		t.Errorf("Ben sees %+v", places)
	}

	// A channel takes its threads along.
	check(t, w.RemoveChannel(w.general))
	w.refuses(t, "GET", "/channels/"+thread.ID, nil, sandbox.CodeUnknownChannel, "", "")

	if _, err := w.ben.Commands(w.ctx, w.general); err == nil || !strings.Contains(err.Error(), "no such channel") {
		t.Errorf("commands of a channel that is gone: %v", err)
	}
}

// A state file of an older sandbox opens, and nothing of it is lost when it is saved.
func TestOldState(t *testing.T) {
	text, err := os.ReadFile("testdata/state.json")
	check(t, err)
	file := filepath.Join(t.TempDir(), "sandbox.json")
	check(t, os.WriteFile(file, text, 0o600))
	s, err := sandbox.Start(sandbox.Options{State: file})
	check(t, err)
	moved := strings.ReplaceAll(string(text), `http://127.0.0.1:45225`, s.URL())
	check(t, s.Close())
	text, err = os.ReadFile(file)
	check(t, err)
	var before, after any
	check(t, json.Unmarshal([]byte(moved), &before))
	check(t, json.Unmarshal(text, &after))
	kept(t, "", before, after)
}

// kept checks that a value of JSON has everything that another one has.
func kept(t *testing.T, at string, before, after any) {
	switch before := before.(type) {
	case object:
		after, _ := after.(object)
		for key, v := range before {
			kept(t, at+"."+key, v, after[key])
		}
	case list:
		after, _ := after.(list)
		if len(before) != len(after) {
			t.Errorf("%s has %d items, not %d", at, len(after), len(before))
			return
		}
		for i, v := range before {
			kept(t, fmt.Sprint(at, ".", i), v, after[i])
		}
	default:
		if empty := before == nil || before == "" || before == false || before == 0.0; !empty && before != after {
			t.Errorf("%s is %v, not %v", at, after, before)
		}
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
