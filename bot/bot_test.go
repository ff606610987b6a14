package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// The response to a button makes its board one line without picture and buttons, and the next board follows.
func TestFollowUp(t *testing.T) {
	w, anna, ben := newPair(t)
	challenge := anna.types("challenge", "opponent", ben, "colour", "black")
	board := ben.presses(challenge, "Accept")
	i := anna.interaction(dg.InteractionMessageComponent, dg.MessageComponentInteractionData{
		CustomID: customID{action: moveAction, game: board.Board.Game.ID, arg: "11-15"}.String(),
	})
	gallery := &dg.MediaGallery{Items: []dg.MediaGalleryItem{{Media: dg.UnfurledMediaItem{URL: "https://example.org/board.png"}}}}
	i.Message = &dg.Message{
		ID: "555", ChannelID: "78", Attachments: []*dg.MessageAttachment{{ID: "1", Filename: "board.png", URL: "https://example.org/board.png"}},
		Components: []dg.MessageComponent{&dg.Container{Components: []dg.MessageComponent{&dg.TextDisplay{Content: "hello"},
			gallery, &dg.ActionsRow{}}}},
	}
	moved, ok := w.handle(context.Background(), i)
	initial, later := sent(i, moved)
	if !ok || initial.Type != dg.InteractionResponseUpdateMessage || len(later) != 1 {
		t.Fatalf("first comes %+v, and then %+v", initial, later)
	}
	sent, err := json.Marshal(initial.Data)
	must(t, err)
	for _, part := range []string{`"content":"\u003c@1002\u003e (White) vs. \u003c@1001\u003e (Black)`, `"attachments":[]`, `"parse":[]`} {
		if !strings.Contains(string(sent), part) {
			t.Errorf("%s is not in %s", part, sent)
		}
	}
	for _, part := range []string{"hello", "attachment:", `"type":1}`, "custom_id"} {
		if strings.Contains(string(sent), part) {
			t.Errorf("%s is left in %s", part, sent)
		}
	}
	if users := later[0].AllowedMentions.Users; len(users) != 1 || users[0] != "1002" {
		t.Errorf("mentioned are %v", users)
	}
}

// The list of commands links to the page for players, if the bot has the address of one.
func TestGuide(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	if text := said(anna.presses(anna.types("help"), "All commands")); strings.Contains(text, "Guide for players") {
		t.Errorf("there is a link to nowhere: %s", text)
	}
	w.bot.Guide = "https://example.org/playing"
	anna.presses(anna.types("help"), "All commands").mustSay(t, "\n[Guide for players](https://example.org/playing)")
}

// Games begin in so many channels at most, and what is too much is refused.
func TestMostChannels(t *testing.T) {
	w := newWorld(t)
	for i := range message.MaxOptions {
		w.decides("channel", fmt.Sprint(90+i)).mustSay(t, fmt.Sprintf("<#%d>", 90+i))
	}
	w.decides("channel", fmt.Sprint(90+message.MaxOptions)).mustSay(t, "25 channels at most.")
	w.decides("channel", "91", "theme", "slate").mustSay(t, "<#90>, <#92>", "Slate")
	w.decides("any-channel", true, "channel", fmt.Sprint(90+message.MaxOptions)).mustSay(t,
		fmt.Sprintf("Channels for games: **<#%d>**", 90+message.MaxOptions))
}

// All settings fit in a message, in the language that needs most, even if most of them change.
func TestMostSettings(t *testing.T) {
	w := newWorld(t)
	w.bot.OpenLobby()
	w.locale = dg.French
	mod := w.member(9, "Mod")
	add := mod.sub("custom-rules", "add", manages).Modal
	for i := range maxRuleSets {
		mod.submits(add, manages, fmt.Sprintf("base: russian\nkey: our-%d\nname: %q", i, strings.Repeat("*", draughts.LongestName)))
	}
	const id = "1234567890123456789"
	for i := range message.MaxOptions - 1 {
		w.decides("channel", fmt.Sprintf("12345678901234567%02d", i))
	}
	w.decides("channel", id, "rules", "our-1", "clock", "2d", "rated", false, "rated-by-default", false, "threads", false, "lobby", true,
		"challenge-list", id, "puzzle-channel", id, "month-channel", id,
		"boards", "in-place", "reminders", false, "theme", "contrast", "bottom", "white", "time-zone", "Asia/Istanbul")
}

// Each setting and each preference can be set back to what it was at first.
func TestSettingsGoBack(t *testing.T) {
	changes := map[string][]any{ // to another value, and back
		"channel": {"79", "79"}, "any-channel": nil, "rules": {"russian", "american"}, "clock": {"1d", "3d"}, "rated": {false, true},
		"settings theme": {"slate", "classic"}, "preferences theme": {"slate", "server"}, "bottom": {"white", "mover"}, "view": {"black", "own"},
		"language": {"de", "auto"}, "threads": {false, true}, "challenge-list": {"79", "79"}, "puzzle-channel": {"79", "79"},
		"month-channel": {"79", "79"}, "champion-role": {"5", "5"}, "director-role": {"5", "5"}, "time-zone": {"Asia/Tokyo", "UTC"},
		"rated-by-default": {false, true}, "public-games": {true, false}, "boards": {"in-place", "new"}, "reminders": {false, true},
		"text-boards": {true, false}, "pings": {false, true}, "puzzles": {true, false},
		"lobby": {true, false}, "name-elsewhere": nil, // which a form empties
		"vacation": {"7", "0"}, "vacation-from": nil, // which alone plans none
	}
	for _, c := range commands {
		if c.name != "settings" && c.name != "preferences" {
			continue
		}
		for _, o := range c.options {
			change, known := changes[o.name]
			if !known {
				if change, known = changes[c.name+" "+o.name]; !known {
					t.Errorf("the test lacks the option %q of /%s", o.name, c.name)
				}
			}
			w := newWorld(t)
			w.bot.OpenLobby()
			mod := w.member(9, "Mod")
			show := func(options ...any) string {
				mod.moderates(mod.command(c.name, options...))
				shown := said(mod.moderates(mod.command(c.name)))
				for _, page := range settingsPages {
					shown += said(w.settingsPage(page))
				}
				return shown
			}
			before := show()
			for n, value := range change {
				if after := show(o.name, value); (after == before) != (n == 1) {
					t.Errorf("with %s: %v, /%s says\n%s", o.name, value, c.name, after)
				}
			}
		}
	}
}

// Users can export and erase what is stored about them.
func TestPrivacy(t *testing.T) {
	w, anna, ben := newPair(t)
	board := ben.presses(anna.types("challenge", "opponent", ben, "colour", "black"), "Accept")
	export := func(month string) answer { return anna.sub("privacy", "export", 0, "month", month) }
	for _, wrong := range []string{"March", "2026-13", "26-03", "2026-"} {
		export(wrong).mustSay(t, "takes a month such as 2026-03")
	}
	for month, said := range map[string]string{
		"": "about you.", w.at.Format("2006-01"): "of other times.", w.at.Format("2006"): "of other times.", "1999-12": "of other times.",
	} {
		a := export(month).mustSay(t, said)
		if data := string(a.Message.Files[0].Data); !a.Message.Private ||
			strings.Contains(data, string(board.Board.Game.ID)) == (month == "1999-12") {
			t.Errorf("the export of %q is\n%s", month, data)
		}
	}
	erased := anna.presses(anna.sub("privacy", "erase", 0).mustSay(t, "can’t be undone"), "Erase everything")
	if erased.Placement != delivery.Replace {
		t.Error("the button that erases is still there")
	}
	erased.mustSay(t, "Erased: your ratings, challenges and preferences",
		"Messages in Discord", fmt.Sprintf("<t:%d:F>", w.at.Add(24*time.Hour).Unix()),
		"Traces in my storage", "backups of those who run this bot")
	ben.types("board", "game", string(board.Board.Game.ID)).mustSay(t, "A player left")
}

// An erasure is done whatever becomes of its response, and beside the channel it is asked for in.
func TestErasureWithoutResponse(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	anna.types("preferences", "theme", "slate")
	i := anna.click(customID{action: eraseAction}.String())
	erased, ok := w.bot.Handle(t.Context(), w.arriving(i))
	if !ok || erased.Compose == nil {
		t.Fatalf("the response is %+v", erased)
	}
	w.bot.Shown(t.Context(), i, w.bot.Draw(t.Context(), erased, true), nil, errors.New("Discord is away"))
	if record, err := w.bot.referee.Settings(t.Context(), game.PersonSettings(1001)); err != nil || len(record[0]) != 0 {
		t.Errorf("still stored is %q, %v", record, err)
	}
}

// What is typed is completed, in any notation, and never fails loudly.
func TestCompletion(t *testing.T) {
	_, anna, ben := newPair(t)
	if got := anna.completes("move", "move", "1"); got != nil {
		t.Errorf("without a game: %v", got)
	}
	board := ben.presses(anna.types("challenge", "opponent", ben, "colour", "black"), "Accept")
	for typed, want := range map[string]string{
		"": "9-13 9-14 10-14 10-15 11-15 11-16 12-16", "1": "10-14 10-15 11-15 11-16 12-16", "11": "11-15 11-16", "11 - 16": "11-16",
		"11x16": "11-16", "d6": "10-14 10-15", "D6:e5": "10-15", "d6e": "10-15", "de": "10-15",
		"d:e5": "10-15", "д6": "10-14 10-15", "１１": "11-15 11-16", "99": "", "zzz": "",
		"1. 11": "11-15 11-16", "1...d6": "10-14 10-15", "1… 11-1": "11-15 11-16",
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
	if got := anna.completes("board", "game", strings.ToLower(string(board.Board.Game.ID[:2]))); len(got) != 1 {
		t.Errorf("games: %v", got)
	}
	if got := anna.completes("challenge", "rules", "russ"); len(got) != 1 || got[0] != "Russian draughts" {
		t.Errorf("rules: %v", got)
	}
}

// The same interaction, however often it arrives, is done once.
func TestInteractionsAreDoneOnce(t *testing.T) {
	_, anna, ben := newPair(t)
	ben.presses(anna.types("challenge", "opponent", ben, "colour", "black"), "Accept")
	for _, i := range []*dg.Interaction{anna.command("move", "move", "11-15"), anna.command("abort")} {
		first := said(anna.do(i))
		if second := said(anna.do(i)); second != first { // although no game goes on by then
			t.Errorf("the second time it says\n%s\nafter\n%s", second, first)
		}
	}
}

// TestSettingsAreChangedOnce checks that a command whose options are taken back by a repetition changes settings once,
// also if another process gets it again.
func TestSettingsAreChangedOnce(t *testing.T) {
	w := newWorld(t)
	i := w.member(9, "Mod").command("settings", "channel", "4242")
	i.Member.Permissions = manages
	i.Data.(dg.ApplicationCommandInteractionData).Options[0].Type = channel
	for range 2 {
		w.member(9, "Mod").do(i)
		w.restart()
	}
	if s, _, err := w.bot.records.settingsOf(t.Context(), 77); err != nil || !slices.Equal(s.Channels, []game.RoomID{4242}) {
		t.Errorf("games begin in %v, %v", s.Channels, err)
	}
}

// TestUnreadableInteraction checks that interactions whose user, guild or channel cannot be read
// get the general error sentence in the language of the client, and that an interaction of an
// unknown type gets no response.
func TestUnreadableInteraction(t *testing.T) {
	for locale, start := range map[string]string{"": "Something went wrong", "de": "Da ging etwas schief"} {
		w := newWorld(t)
		anna := w.member(1, "anna")
		for name, lose := range map[string]func(*dg.Interaction){
			"member and user": func(i *dg.Interaction) { i.Member, i.User = nil, nil },
			"user's ID":       func(i *dg.Interaction) { i.Member.User.ID = "x" },
			"guild":           func(i *dg.Interaction) { i.GuildID = "x" },
			"channel":         func(i *dg.Interaction) { i.ChannelID = "" },
		} {
			for _, i := range []*dg.Interaction{anna.command("move"), anna.click("b:x"),
				anna.interaction(dg.InteractionModalSubmit, dg.ModalSubmitInteractionData{})} {
				lose(i)
				i.Locale = dg.Locale(locale)
				a := anna.do(i)
				if text := said(a); !a.Message.Private || !strings.Contains(text, start) || !strings.Contains(text, i.ID) {
					t.Errorf("%s unreadable, locale %q: %s", name, locale, text)
				}
			}
			typing := anna.interaction(dg.InteractionApplicationCommandAutocomplete, dg.ApplicationCommandInteractionData{Name: "move"})
			lose(typing)
			completed, ok := w.bot.Handle(t.Context(), w.arriving(typing))
			if !ok || completed.Initial(typing).Type != dg.InteractionApplicationCommandAutocompleteResult {
				t.Errorf("%s unreadable: autocomplete gets %+v, %v", name, completed, ok)
			}
			unknown := anna.interaction(99, nil)
			lose(unknown)
			if _, ok := w.bot.Handle(t.Context(), w.arriving(unknown)); ok {
				t.Errorf("%s unreadable: an interaction of an unknown type gets a response", name)
			}
		}
	}
}

// FuzzControl parses any custom ID: nothing panics, and what is valid is written the same.
func FuzzControl(f *testing.F) {
	f.Add("1:move:K7Q2:14:22x15x8")
	f.Add("1:accept:cK7Q2:0:")
	f.Fuzz(func(t *testing.T, id string) {
		if c, ok := parseCustomID(id); ok && c.String() != id {
			t.Errorf("%q is written %q", id, c.String())
		}
	})
}
