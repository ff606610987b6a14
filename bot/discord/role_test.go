package discord

import (
	"testing"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/game"
	"doublecorner/internal/sandbox"
)

// Ben, whom a role makes a moderator, has the bot give no role that he could not give by hand, nor one that opens a channel
// or lets its holders moderate.
func TestRoleObstacle(t *testing.T) {
	type setup struct {
		*testGuild
		bots, staff, champions, secret sandbox.ID
	}
	allow := func(s setup, channel sandbox.ID, p sandbox.Permissions) {
		must(t, s.Overwrite(channel, s.champions, sandbox.Overwrite{Allow: p}))
	}
	permit := func(s setup, role sandbox.ID, p sandbox.Permissions) { must(t, s.Permit(s.room, role, p)) }
	for name, test := range map[string]struct {
		prepare      func(setup)
		byBen, given delivery.RoleObstacle // when Ben chooses it, and when it is given, or the owner chooses it
	}{
		"a role below Ben's": {prepare: func(setup) {}},
		"Ben may not manage roles": {
			prepare: func(s setup) { permit(s, s.staff, 0) },
			byBen:   delivery.RoleNotYours,
		},
		"Ben is an administrator": {prepare: func(s setup) { permit(s, s.staff, sandbox.Administrator) }},
		"Ben has no role": {
			prepare: func(s setup) { must(t, s.Hold(s.ben.ID, s.staff, false)) },
			byBen:   delivery.RoleNotYours,
		},
		"the role is above Ben's": {
			prepare: func(s setup) {
				must(t, s.Raise(s.room, s.champions))
				must(t, s.Raise(s.room, s.bots))
			},
			byBen: delivery.RoleNotYours,
		},
		"the role is above the bot's": {
			prepare: func(s setup) { must(t, s.Raise(s.room, s.champions)) },
			byBen:   delivery.RoleTooHigh, given: delivery.RoleTooHigh,
		},
		"the bot may not manage roles": {
			prepare: func(s setup) { permit(s, s.bots, 0) },
			byBen:   delivery.MayNotManageRoles, given: delivery.MayNotManageRoles,
		},
		"it is gone": {
			prepare: func(s setup) { must(t, s.RemoveRole(s.room, s.champions)) },
			byBen:   delivery.NoSuchRole, given: delivery.NoSuchRole,
		},
		"it moderates": {
			prepare: func(s setup) { permit(s, s.champions, dg.PermissionKickMembers) },
			byBen:   delivery.RoleModerates, given: delivery.RoleModerates,
		},
		"it moderates in one channel": {
			prepare: func(s setup) { allow(s, s.room, dg.PermissionManageMessages) },
			byBen:   delivery.RoleOpensChannels, given: delivery.RoleOpensChannels,
		},
		"it opens a channel": {
			prepare: func(s setup) { allow(s, s.secret, sandbox.ViewChannel) },
			byBen:   delivery.RoleOpensChannels, given: delivery.RoleOpensChannels,
		},
		"it names an open channel":   {prepare: func(s setup) { allow(s, s.room, sandbox.ViewChannel) }},
		"it sees what is not secret": {prepare: func(s setup) { permit(s, s.champions, sandbox.ViewChannel) }},
	} {
		t.Run(name, func(t *testing.T) {
			s := setup{testGuild: newTestGuild(t, sandbox.Options{})}
			s.bots = s.BotRole(s.room)
			permit(s, s.bots, sandbox.ManageRoles)
			for _, role := range []*sandbox.ID{&s.staff, &s.champions} {
				id, err := s.Role(s.room, "role")
				must(t, err)
				*role = id
			}
			permit(s, s.staff, sandbox.ManageRoles)
			must(t, s.Hold(s.ben.ID, s.staff, true))
			secret, err := s.Channel(s.room, "secret")
			must(t, err)
			must(t, s.Overwrite(secret, s.room, sandbox.Overwrite{Deny: sandbox.ViewChannel}))
			s.secret = secret
			test.prepare(s)

			for who, want := range map[*sandbox.ID]delivery.RoleObstacle{nil: test.given, &s.anna.ID: test.given, &s.ben.ID: test.byBen} {
				var by *dg.Member
				if who != nil {
					by = &dg.Member{}
					must(t, s.client.request(t.Context(), "GET", dg.EndpointGuildMember(s.room.String(), who.String()), nil, by))
				}
				got, err := s.client.RoleObstacle(t.Context(), game.PlaceID(s.room), game.RoleID(s.champions), by)
				if got != want || err != nil {
					t.Errorf("by %v: the obstacle is %q, %v, want %q", who, got, err, want)
				}
			}
		})
	}
}
