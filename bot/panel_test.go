package bot

import (
	"strings"
	"testing"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
)

// selects returns the interaction that selects roles or channels in the panel of the settings.
func (s *someone) selects(kind dg.ComponentType, option string, ids ...string) *dg.Interaction {
	return s.inPanel(s.interaction(dg.InteractionMessageComponent, dg.MessageComponentInteractionData{
		CustomID: customID{action: settingAction, arg: option}.String(), ComponentType: kind, Values: ids,
	}))
}

// inPanel returns the interaction as that with a component of a private message.
func (s *someone) inPanel(i *dg.Interaction) *dg.Interaction {
	i.Message = &dg.Message{ID: "9000", ChannelID: i.ChannelID, Flags: dg.MessageFlagsEphemeral}
	return i
}

// Each control of /preferences changes its preference, and the message shows that in its place.
func TestPreferencesPanel(t *testing.T) {
	_, anna, _ := newPair(t)
	panel := anna.types("preferences").mustSay(t, "Look of private boards\n<As on this server: ", "Ping on my turn: **on** (Turn off)")
	for _, c := range []struct{ option, now string }{
		{"Slate, for dark screens", "Look of private boards\n<Slate, for dark screens: "},
		{"Turn off", "Ping on my turn: **off** (Turn on)"},
		{"Deutsch", "Ping, wenn ich am Zug bin: **aus** (Einschalten)"},
	} {
		id, values := labelled(t, panel, c.option)
		panel = anna.do(anna.inPanel(anna.click(id, values...))).mustSay(t, c.now)
		if panel.Placement != delivery.Replace {
			t.Errorf("after %s there is another message", c.option)
		}
	}
	if text := said(panel); strings.Contains(text, "✅") {
		t.Errorf("the panel repeats the change: %s", text)
	}
}

// Each kind of control of /settings changes its setting. A role or a channel that is not selected any more is removed.
func TestSettingsPanel(t *testing.T) {
	w := newWorld(t)
	mod := w.member(9, "Mod")
	press := func(page, label string) *dg.Interaction {
		id, values := labelled(t, w.settingsPage(page), label)
		return mod.inPanel(mod.click(id, values...))
	}
	const roles, channels = dg.RoleSelectMenuComponent, dg.ChannelSelectMenuComponent
	for _, c := range []struct {
		change *dg.Interaction
		now    string
	}{
		{press("games", "Turn off"), "Rated games: **off** (Turn on)\nRated by default: **off** (Turn on)"},
		{press("games", "Italian draughts"), "Default rules\n<Italian draughts: "},
		{press("games", "10 min + 5 s"), "Default time\n<10 min + 5 s: "},
		{press("boards", "White"), "Bottom of boards\n<White: "},
		{mod.selects(roles, "director-role", "501"), "Role for directors\n<501:"},
		{mod.selects(roles, "director-role", "501"), "Role for directors\n<501:"},
		{mod.selects(roles, "director-role"), "Role for directors\n<off:"},
		{mod.selects(channels, "channel", "79", "80"), "Channels for games\n<79, 80:"},
		{mod.selects(channels, "channel", "80"), "Channels for games\n<80:"},
		{mod.selects(channels, "channel"), "Channels for games\n<any:"},
		{mod.selects(channels, "puzzle-channel", "79"), "Puzzle of the day\n<79:"},
		{mod.selects(channels, "challenge-list", "79"), "List of open challenges\n<79:"},
	} {
		if a := mod.moderates(c.change).mustSay(t, c.now); a.Placement != delivery.Replace {
			t.Errorf("%s is said in another message", c.now)
		}
	}
	form := mod.moderates(press("roles", "Change"))
	mod.fillsAs(form, map[string]string{settingInput: "Asia/Tokyo"}, manages).mustSay(t, "Time zone: **Tokyo**")
	mod.fillsAs(form, map[string]string{settingInput: "new york"}, manages).mustSay(t, "Time zone: **New York**")
	mod.fillsAs(form, map[string]string{settingInput: "Atlantis"}, manages).mustSay(t, "time zone")
}

// Only members with Manage Server can use the panel of /settings, also if they could when it was sent.
func TestSettingsPanelOfOthers(t *testing.T) {
	w := newWorld(t)
	mod := w.member(9, "Mod")
	zone := customID{action: typeSettingAction, arg: "time-zone"}
	form := mod.moderates(mod.click(zone.String()))
	for what, a := range map[string]answer{
		"a page":   mod.presses(w.decides(), "Boards"),
		"a toggle": mod.presses(w.decides(), "Turn off"),
		"a role":   mod.do(mod.selects(dg.RoleSelectMenuComponent, "director-role", "501")),
		"a form":   mod.clicks(zone.String()),
		"a zone":   mod.fillsAs(form, map[string]string{settingInput: "Asia/Tokyo"}, 0),
	} {
		if !strings.Contains(said(a), "Only server admins") {
			t.Errorf("%s: %s", what, said(a))
		}
	}
	w.decides().mustSay(t, "Rated by default: **on**")
}

// A page of settings has no more components than Discord takes.
func TestPanelsAreShort(t *testing.T) {
	w := newWorld(t)
	for _, page := range settingsPages {
		if n := w.settingsPage(page).Message.Len(); n > message.MaxParts {
			t.Errorf("the page %s has %d components", page, n)
		}
	}
}
