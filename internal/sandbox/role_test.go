package sandbox_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/bwmarrin/discordgo"

	"doublecorner/internal/sandbox"
)

// A channel that is hidden from everybody is seen by those who hold a role for which it is not. The bot gets it with the
// others, and without threads.
func TestOverwritesOfRoles(t *testing.T) {
	w := settle(t)
	secret, err := w.Channel(w.guild, "secret")
	check(t, err)
	role, err := w.Role(w.guild, "Insider")
	check(t, err)
	check(t, w.Overwrite(secret, w.guild, sandbox.Overwrite{Deny: sandbox.ViewChannel}))
	check(t, w.Overwrite(secret, role, sandbox.Overwrite{Allow: sandbox.ViewChannel}))
	for _, holds := range []bool{false, true} {
		check(t, w.Hold(w.ben.ID, role, holds))
		_, err := w.ben.Say(w.ctx, secret, "hello")
		if (err == nil) != holds {
			t.Errorf("it is %t that Ben holds the role: %v", holds, err)
		}
	}
	w.ok(t, "POST", "/channels/"+w.general.String()+"/threads", object{"name": "t", "type": 11})
	channels, err := w.bot().GuildChannels(w.guild.String())
	check(t, err)
	var ids []string
	kinds := map[string]discordgo.PermissionOverwriteType{}
	for _, c := range channels {
		ids = append(ids, c.ID)
		for _, o := range c.PermissionOverwrites {
			kinds[o.ID] = o.Type
		}
	}
	if want := []string{w.general.String(), secret.String()}; !slices.Equal(ids, want) {
		t.Errorf("the channels are %q, want %q", ids, want)
	}
	for _, id := range []sandbox.ID{w.guild, role} {
		if kind, ok := kinds[id.String()]; !ok || kind != discordgo.PermissionOverwriteTypeRole {
			t.Errorf("the overwrites are %v", kinds)
		}
	}
}

// The bot gives and takes roles that are below its own, if that permits it; people hold any role, and the bot is told.
func TestRoles(t *testing.T) {
	w := settle(t)
	above, err := w.Role(w.guild, "Champion")
	check(t, err)
	bot := w.bot()
	guild, ben := w.guild.String(), w.ben.ID.String()
	path := "/guilds/" + guild + "/members/" + ben + "/roles/"
	low, err := w.Role(w.guild, "Low")
	check(t, err)
	w.refuses(t, "PUT", path+low.String(), nil, sandbox.CodeMissingPermissions, "", "") // it may not manage roles
	check(t, w.Permit(w.guild, w.BotRole(w.guild), sandbox.ManageRoles))
	for range 2 {
		check(t, bot.GuildMemberRoleAdd(guild, ben, low.String()))
		if got := w.Holds(w.guild, low); !slices.Equal(got, []sandbox.ID{w.ben.ID}) {
			t.Errorf("%v hold the role", got)
		}
	}
	member, err := bot.GuildMember(guild, ben)
	check(t, err)
	if !slices.Equal(member.Roles, []string{low.String()}) {
		t.Errorf("the roles are %q", member.Roles)
	}
	for range 2 {
		check(t, bot.GuildMemberRoleRemove(guild, ben, low.String()))
		if got := w.Holds(w.guild, low); len(got) != 0 {
			t.Errorf("%v hold the role", got)
		}
	}
	check(t, w.Raise(w.guild, above))
	alone, err := w.Person("Cem")
	check(t, err)
	for _, c := range []struct {
		name, path string
		code       sandbox.Code
	}{
		{"above", path + above.String(), sandbox.CodeMissingPermissions},
		{"the bot's own", path + w.BotRole(w.guild).String(), sandbox.CodeMissingPermissions},
		{"everybody's", path + guild, 50028},
		{"none", path + "5", sandbox.CodeUnknownRole},
		{"of nobody", "/guilds/" + guild + "/members/5/roles/" + low.String(), sandbox.CodeUnknownUser},
		{"of no member", "/guilds/" + guild + "/members/" + alone.String() + "/roles/" + low.String(), sandbox.CodeUnknownMember},
	} {
		for _, method := range []string{"PUT", "DELETE"} {
			t.Run(method+" "+c.name, func(t *testing.T) {
				w.refuses(t, method, c.path, nil, c.code, "", "")
			})
		}
	}

	check(t, w.Hold(w.ben.ID, above, true))
	check(t, w.Permit(w.guild, above, sandbox.Administrator))
	g, err := bot.Guild(guild)
	check(t, err)
	positions := map[string]int{}
	for _, r := range g.Roles {
		positions[r.Name] = r.Position
	}
	want := map[string]int{"@everyone": 0, "Low": 1, "Double Corner": 2, "Champion": 3}
	for name, position := range want {
		if positions[name] != position {
			t.Errorf("the role %s is at %d, want %d", name, positions[name], position)
		}
	}
	if w.Hold(w.ben.ID, w.BotRole(w.guild), true) == nil || w.Hold(w.ben.ID, 5, true) == nil || w.Hold(alone, low, true) == nil {
		t.Error("a person holds a role that they cannot")
	}

	// An option takes a role, and an interaction has those of its member, and what they permit.
	name := "settings"
	option := &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionRole, Name: "role", Description: "x"}
	w.ok(t, "PUT", "/applications/"+w.AppID().String()+"/commands", list{object{
		"name": name, "description": "x", "options": list{option}, "default_member_permissions": "32",
	}})
	came := make(chan *discordgo.InteractionCreate, 1)
	w.online(func(s *discordgo.Session, i *discordgo.InteractionCreate) { came <- i })
	use := sandbox.CommandRequest{Channel: w.general, Command: name, Options: map[string]any{"role": low}, NoWait: true}
	_, err = w.ben.Command(w.ctx, use)
	check(t, err)
	i := <-came
	if !slices.Equal(i.Member.Roles, []string{above.String()}) || i.Member.Permissions&discordgo.PermissionManageGuild == 0 {
		text, _ := json.Marshal(i.Member)
		t.Errorf("the member is %s", text)
	}
	if r := i.ApplicationCommandData().Resolved.Roles[low.String()]; r == nil || r.Name != "Low" {
		t.Errorf("the role is %+v", r)
	}
	use.Options = map[string]any{"role": "5"}
	if _, err := w.ben.Command(w.ctx, use); err == nil {
		t.Error("an option takes a role that there is not")
	}
	check(t, w.Hold(w.ben.ID, above, false))
	use.Options = nil
	if _, err := w.ben.Command(w.ctx, use); err == nil {
		t.Error("without the role the command can be used")
	}
	check(t, w.Hold(w.ben.ID, low, true))
	check(t, w.RemoveRole(w.guild, low))
	if member, err := bot.GuildMember(guild, ben); err != nil || len(member.Roles) != 0 {
		t.Errorf("roles that are gone: %+v, %v", member, err)
	}
}
