package bot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/game"
	"doublecorner/internal/discordtest"
)

// state returns everything that hostile interactions must not change, as text.
func (w *world) state() string {
	w.t.Helper()
	open, err := w.bot.referee.Challenges(context.Background(), game.OpenChallengesIn(77), game.Viewer{Place: 77}, 100)
	must(w.t, err)
	text := w.others()
	for _, ch := range open {
		text += fmt.Sprintf("challenge %s %v\n", ch.ID, ch.State)
	}
	own, err := w.bot.referee.Settings(context.Background(), game.PersonSettings(1666))
	must(w.t, err)
	return text + string(own[0])
}

// others returns what a stranger must not change, even if they may change their own preferences.
func (w *world) others() string {
	w.t.Helper()
	ctx := context.Background()
	var b strings.Builder
	if err := w.store.View(ctx, func(tx game.Reader) error {
		b.Reset()
		games, err := tx.Games(game.AllGames(), "", 100)
		for _, g := range games.Items {
			fmt.Fprintf(&b, "game %s %d %v %d\n", g.ID, g.Seq(), g.Room, g.Post)
		}
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
	for _, about := range []game.SettingsKey{game.PlaceSettings(77), game.PersonSettings(1001), game.PersonSettings(1002)} {
		record, err := w.bot.referee.Settings(ctx, about)
		must(w.t, err)
		fmt.Fprintf(&b, "settings %s\n", record)
	}
	return b.String()
}

// survives handles a hostile interaction, and checks that Discord accepts the response, if there is one, and
// that it mentions nobody.
func (w *world) survives(i *dg.Interaction) (r delivery.Response, answered bool) {
	w.t.Helper()
	r, answered = w.handle(context.Background(), i)
	if !answered {
		return r, false
	}
	initial, later := sent(i, r)
	takes(w.t, initial)
	for _, p := range later {
		discordtest.Check(w.t, "POST /webhooks/{id}/{token}", p, p.Files)
		if p.AllowedMentions == nil {
			w.t.Error("the follow-up mentions everyone it names")
		}
	}
	w.bot.Shown(context.Background(), i, r, nil, context.Canceled)
	return r, true
}

// evil are hostile texts of every kind.
var evil = []string{
	"", " ", "\x00", "\n\r\t", "\xff\xfe", "\u202e\u2066", "\u200b\u200d",
	"@everyone", "<@1001> <@&77> <#78>", "```", "`", "||x||", "[x](https://x)",
	"../../etc", "'; drop table games; --", "{name}", "%s%d%n", "𝟙𝟙-𝟙𝟜", "１１－１４", "١١-١٤",
	"11–14", "e\u0301\u0301\u0301\u0301", "👨‍👩‍👧‍👦", "شطرنج", "跳棋", "NaN", "-1", "0", "1e9",
	"18446744073709551615", "18446744073709551616", "9223372036854775808", strings.Repeat("9", 400),
	strings.Repeat("11-15", 2000), strings.Repeat("\u0300", 6000), strings.Repeat("🏁", 6000),
}

// An option's value of any type changes nothing unless it is valid, and never causes a panic.
func TestHostileOptions(t *testing.T) {
	w := newWorld(t)
	_, g := w.begins(w.member(1, "Anna"), w.member(2, "Ben"))
	mallory := w.member(666, "Mallory")
	values := []any{nil, true, 1.5, -1.0, 1e300, []any{"x"}, map[string]any{"a": 1}, struct{}{}}
	for _, text := range evil {
		values = append(values, text)
	}
	before := w.state()
	send := func(name, sub string, o *dg.ApplicationCommandInteractionDataOption) {
		options := []*dg.ApplicationCommandInteractionDataOption{nil, o}
		if sub != "" {
			options = []*dg.ApplicationCommandInteractionDataOption{{Name: sub, Type: dg.ApplicationCommandOptionSubCommand, Options: options}}
		}
		for _, kind := range []dg.InteractionType{dg.InteractionApplicationCommand, dg.InteractionApplicationCommandAutocomplete} {
			w.survives(mallory.interaction(kind, dg.ApplicationCommandInteractionData{Name: name, Options: options}))
		}
	}
	tried := 0
	for _, c := range commands {
		subs := c.subcommands
		if subs == nil {
			subs = []command{{options: c.options}}
		}
		for _, s := range subs {
			for _, o := range append(s.options, option{name: "unknown", kind: text}) {
				for _, v := range values {
					if o.accepts(v) && (c.name == "challenge" || c.name == "preferences") {
						continue // they may
					}
					tried++
					send(c.name, s.name, &dg.ApplicationCommandInteractionDataOption{Name: o.name, Type: o.kind, Value: v, Focused: o.complete != nil})
				}
			}
		}
	}
	if after := w.state(); after != before {
		t.Errorf("after %d tries it is\n%s\nand was\n%s", tried, after, before)
	}
	// Hostile values of a player change nothing either.
	for _, text := range evil {
		a := w.member(1, "Anna").types("move", "move", text, "game", string(g.ID))
		if a.showsBoard() || !a.Message.Private {
			t.Errorf("%.40q is a move", text)
		}
	}
	if after := w.state(); after != before {
		t.Errorf("it is\n%s\nand was\n%s", after, before)
	}
}

// Custom IDs that are forged, of other users or of old messages change nothing.
func TestHostileCustomIDs(t *testing.T) {
	w := newWorld(t)
	anna, ben, mallory := w.member(1, "Anna"), w.member(2, "Ben"), w.member(666, "Mallory")
	open := anna.types("challenge", "opponent", ben, "rules", "italian")
	_, g := w.begins(anna, ben)
	anna.types("move", "move", "11-15")
	g = w.storedGame(g.ID)
	challenge, _ := parseCustomID(customIDOf(t, open, "Accept"))
	before := w.state()

	actions := []action{"", "unknown"}
	for v := range components {
		if v != eraseAction && v != playAction && v != challengeAction { // they may, for themselves
			actions = append(actions, v)
		}
	}
	var ids []string
	for _, v := range actions {
		for _, c := range []customID{
			{action: v}, {action: v, game: g.ID, ply: g.Ply()}, {action: v, game: g.ID, ply: g.Ply() + 1}, {action: v, game: g.ID, ply: 1<<31 - 1},
			{action: v, game: "ZZZZ"}, {action: v, challenge: challenge.challenge}, {action: v, challenge: "ZZZZ"},
		} {
			for _, arg := range []string{"", "22-18", "#0", "#-1", "#99999999999999999999", "22", "white", "draw", "back", "abort", ":", "::::",
				string(g.ID) + " move 22-18", string(g.ID) + " resign", string(g.ID) + " referee adjudicate", "ZZZZ board", " "} {
				c.arg = arg
				ids = append(ids, c.String())
			}
		}
	}
	for _, text := range evil {
		ids = append(ids, text, "1:move:"+string(g.ID)+":1:"+text, "1:"+text+":"+string(g.ID)+":1:",
			"1:move:"+text+":1:22-18", "1:move:"+string(g.ID)+":"+text+":22-18")
	}
	values := [][]string{{""}, {"22-18"}, {"#0", "#1"}, evil}
	dice := rand.New(rand.NewPCG(1, 1))
	for _, id := range ids {
		switch dice.IntN(3) {
		case 0:
			w.survives(mallory.click(id, values[dice.IntN(len(values))]...))
		case 1:
			w.survives(mallory.interaction(dg.InteractionModalSubmit, dg.ModalSubmitInteractionData{CustomID: id}))
		default:
			w.survives(mallory.click(id))
		}
	}
	if after := w.state(); after != before {
		t.Errorf("after a stranger's actions it is\n%s\nand was\n%s", after, before)
	}

	// Custom IDs of a player, of an old board, or for the opponent's turn.
	for _, v := range actions {
		switch v {
		case acceptAction, declineAction, withdrawAction, addRuleSetAction, blockAction: // not about the game
			continue
		}
		for _, ply := range []game.Ply{0, 2, 99} {
			for _, arg := range []string{"", "11-15", "22-18", "15-18", "draw", "#0", "white", string(g.ID) + " move 22-18"} {
				w.survives(anna.click(customID{action: v, game: g.ID, ply: ply, arg: arg}.String()))
			}
		}
	}
	for _, arg := range []string{"22-18", "15-18", "#0", "", "31-26", "@everyone"} {
		w.survives(anna.click(inGame(g, moveAction).with(arg).String()))
		w.survives(anna.click(inGame(g, pieceAction).with(arg).String()))
	}
	if after := w.state(); after != before {
		t.Errorf("after a player's actions it is\n%s\nand was\n%s", after, before)
	}
}

// Any part of an interaction may be missing or malformed.
func TestHostileInteractions(t *testing.T) {
	w, anna, ben := newPair(t)
	_, g := w.begins(anna, ben)
	before := w.state()
	id := customID{action: flipAction, game: g.ID, arg: "white"}.String()
	tests := map[string]struct {
		change   func(*dg.Interaction)
		answered bool
	}{
		"no data":              {func(i *dg.Interaction) { i.Data = nil }, true},
		"no data of a command": {func(i *dg.Interaction) { i.Data, i.Type = nil, dg.InteractionApplicationCommand }, true},
		"no data of a modal":   {func(i *dg.Interaction) { i.Data, i.Type = nil, dg.InteractionModalSubmit }, true},
		"no data while typing": {func(i *dg.Interaction) { i.Data, i.Type = nil, dg.InteractionApplicationCommandAutocomplete }, true},
		"an empty modal": {func(i *dg.Interaction) {
			i.Type, i.Data = dg.InteractionModalSubmit, dg.ModalSubmitInteractionData{CustomID: id}
		}, true},
		"another's data":         {func(i *dg.Interaction) { i.Type = dg.InteractionApplicationCommand }, true},
		"an unknown type":        {func(i *dg.Interaction) { i.Type = 99 }, false},
		"a ping":                 {func(i *dg.Interaction) { i.Type, i.Data = dg.InteractionPing, nil }, false},
		"nobody":                 {func(i *dg.Interaction) { i.Member = nil }, true},
		"a member who is nobody": {func(i *dg.Interaction) { i.Member.User = nil }, true},
		"a nameless id":          {func(i *dg.Interaction) { i.Member.User.ID = "" }, true},
		"the id of nobody":       {func(i *dg.Interaction) { i.Member.User.ID = "0" }, true},
		"the id of all":          {func(i *dg.Interaction) { i.Member.User.ID = "18446744073709551615" }, true},
		"an id of letters":       {func(i *dg.Interaction) { i.Member.User.ID = "anna" }, true},
		"no channel":             {func(i *dg.Interaction) { i.ChannelID = "" }, true},
		"a guild of letters":     {func(i *dg.Interaction) { i.GuildID = "club" }, true},
		"no id":                  {func(i *dg.Interaction) { i.ID = "" }, true},
		"a long id":              {func(i *dg.Interaction) { i.ID = strings.Repeat("9", 500) }, true},
		"a strange name":         {func(i *dg.Interaction) { i.Member.User.GlobalName = strings.Repeat("\u202e👑\u0300", 500) }, true},
		"no name":                {func(i *dg.Interaction) { i.Member.User.Username = "" }, true},
		"no locale":              {func(i *dg.Interaction) { i.Locale = "" }, true},
		"a strange locale":       {func(i *dg.Interaction) { i.Locale = "\x00-\xff" }, true},
		"a message of nothing":   {func(i *dg.Interaction) { i.Message = &dg.Message{} }, true},
		"a message of nils": {func(i *dg.Interaction) {
			i.Message = &dg.Message{Attachments: []*dg.MessageAttachment{nil},
				Components: []dg.MessageComponent{nil, &dg.Container{Components: []dg.MessageComponent{nil, &dg.MediaGallery{}}}}}
		}, true},
		"nils resolved": {func(i *dg.Interaction) {
			i.Type, i.Data = dg.InteractionApplicationCommand, dg.ApplicationCommandInteractionData{Name: "profile",
				Resolved: &dg.ApplicationCommandInteractionDataResolved{Users: map[string]*dg.User{"1": nil, "x": {ID: "x"}}}}
		}, true},
		"nobody resolved": {func(i *dg.Interaction) {
			i.Type, i.Data = dg.InteractionApplicationCommand, dg.ApplicationCommandInteractionData{Name: "profile",
				Options: []*dg.ApplicationCommandInteractionDataOption{{Name: "member", Type: user, Value: "4242"}}}
		}, true},
		"commands within commands": {func(i *dg.Interaction) {
			o := &dg.ApplicationCommandInteractionDataOption{Name: "export", Type: dg.ApplicationCommandOptionSubCommand}
			for range 1000 {
				o = &dg.ApplicationCommandInteractionDataOption{Name: "export",
					Type: dg.ApplicationCommandOptionSubCommand, Options: []*dg.ApplicationCommandInteractionDataOption{o, nil}}
			}
			i.Type, i.Data = dg.InteractionApplicationCommand,
				dg.ApplicationCommandInteractionData{Name: "privacy", Options: []*dg.ApplicationCommandInteractionDataOption{o}}
		}, true},
		"a command without a subcommand": {func(i *dg.Interaction) {
			i.Type, i.Data = dg.InteractionApplicationCommand, dg.ApplicationCommandInteractionData{Name: "privacy"}
		}, true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			i := anna.click(id)
			test.change(i)
			if reply, answered := w.survives(i); answered != test.answered {
				t.Errorf("the response is %+v", reply)
			}
		})
	}
	if after := w.state(); after != before {
		t.Errorf("it is\n%s\nand was\n%s", after, before)
	}
}

// Thousands of completions at once, of any text, each get a response, and the game that goes on meanwhile
// is not affected.
func TestThousandsOfCompletions(t *testing.T) {
	w, anna, ben := newPair(t)
	_, g := w.begins(anna, ben)
	var asked []*dg.Interaction
	for n := range 3000 {
		s, typed := []*someone{anna, ben, w.member(100+n, "Someone")}[n%3], any(evil[n%len(evil)])
		if n%4 == 0 {
			typed = "11"
		}
		of := [][2]string{{"move", "move"}, {"board", "game"}, {"challenge", "rules"},
			{"replay", "game"}, {"unknown", "move"}, {"move", "unknown"}}[n%6]
		asked = append(asked, typing(s, of[0], of[1], typed))
	}
	var moves []*dg.Interaction
	for n, text := range []string{"11-15", "22-18", "15x22", "25x18", "8-11", "29-25"} {
		moves = append(moves, []*someone{anna, ben}[n%2].command("move", "move", text))
	}
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			for i := n; i < len(asked); i += 8 {
				reply, ok := w.handle(context.Background(), asked[i])
				initial := reply.Initial(asked[i])
				if !ok || initial.Type != dg.InteractionApplicationCommandAutocompleteResult || initial.Data.Choices == nil {
					t.Errorf("%+v gets the response %+v", asked[i].Data, initial)
				}
			}
		})
	}
	all.Go(func() {
		for _, i := range moves {
			w.handle(context.Background(), i)
		}
	})
	all.Wait()
	if now := w.storedGame(g.ID); now.Len() != len(moves) {
		t.Errorf("%d moves were made", now.Len())
	}
}
