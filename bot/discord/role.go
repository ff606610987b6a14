package discord

import (
	"context"
	"errors"
	"net/http"
	"slices"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/game"
)

// GiveRole gives a member of a guild a role. A member who has left gets none, without an error.
func (c *Client) GiveRole(ctx context.Context, guild game.PlaceID, user game.PersonID, role game.RoleID) error {
	return c.changeRole(ctx, http.MethodPut, guild, user, role)
}

// TakeRole takes a role from a member of a guild, if they have it.
func (c *Client) TakeRole(ctx context.Context, guild game.PlaceID, user game.PersonID, role game.RoleID) error {
	return c.changeRole(ctx, http.MethodDelete, guild, user, role)
}

// Member returns a member of a guild; nil if a user is none, or a bot.
func (c *Client) Member(ctx context.Context, guild game.PlaceID, user game.PersonID) (*dg.Member, error) {
	var found dg.Member
	err := c.request(ctx, http.MethodGet, dg.EndpointGuildMember(guild.String(), user.String()), nil, &found)
	if isUnknownMember(err) || found.User != nil && found.User.Bot {
		return nil, nil
	}
	return &found, err
}

func (c *Client) changeRole(ctx context.Context, method string, guild game.PlaceID, user game.PersonID, role game.RoleID) error {
	err := c.request(ctx, method, dg.EndpointGuildMemberRole(guild.String(), user.String(), role.String()), nil, nil)
	if isUnknownMember(err) {
		return nil
	}
	return err
}

// isUnknownMember reports whether a request failed because a user is no member of the guild.
func isUnknownMember(err error) bool {
	failed, ok := errors.AsType[*Error](err)
	return ok && (failed.Code == unknownMember || failed.Code == unknownUser)
}

// moderating are the permissions that a role given for a won game must not have.
const moderating = dg.PermissionAdministrator | dg.PermissionManageGuild | dg.PermissionManageRoles | dg.PermissionManageChannels |
	dg.PermissionManageMessages | dg.PermissionManageThreads | dg.PermissionManageWebhooks | dg.PermissionManageEvents |
	dg.PermissionManageGuildExpressions | dg.PermissionManageNicknames | dg.PermissionKickMembers | dg.PermissionBanMembers |
	dg.PermissionModerateMembers | dg.PermissionMentionEveryone | dg.PermissionViewAuditLogs | dg.PermissionVoiceMuteMembers |
	dg.PermissionVoiceDeafenMembers | dg.PermissionVoiceMoveMembers

// RoleObstacle returns what keeps the bot from giving a role of a guild to members, or a member from having it do so; there
// is none when it gives the role.
func (c *Client) RoleObstacle(ctx context.Context, guild game.PlaceID, role game.RoleID, by *dg.Member) (delivery.RoleObstacle, error) {
	in, bot := &dg.Guild{}, &dg.Member{}
	if err := c.request(ctx, http.MethodGet, dg.EndpointGuild(guild.String()), nil, in); err != nil {
		return "", err
	}
	if err := c.request(ctx, http.MethodGet, dg.EndpointGuildMember(guild.String(), c.identity.Load().user), nil, bot); err != nil {
		return "", err
	}
	if err := c.request(ctx, http.MethodGet, dg.EndpointGuildChannels(guild.String()), nil, &in.Channels); err != nil {
		return "", err
	}
	given := roleOf(in, role.String())
	if given == nil {
		return delivery.NoSuchRole, nil
	}
	permissions, highest := rank(in, bot)
	switch {
	case given.ID == in.ID:
		return delivery.EverybodysRole, nil
	case given.Managed:
		return delivery.ManagedRole, nil
	case given.Permissions&moderating != 0:
		return delivery.RoleModerates, nil
	case opensChannel(in, given):
		return delivery.RoleOpensChannels, nil
	case permissions&managingRoles == 0:
		return delivery.MayNotManageRoles, nil
	case given.Position >= highest:
		return delivery.RoleTooHigh, nil
	case by == nil || by.User.ID == in.OwnerID:
		return "", nil
	}
	permissions, highest = rank(in, by)
	if permissions&managingRoles == 0 || given.Position >= highest {
		return delivery.RoleNotYours, nil
	}
	return "", nil
}

// managingRoles are permissions. A member needs one of them to give roles.
const managingRoles = dg.PermissionManageRoles | dg.PermissionAdministrator

// roleOf returns a role of a guild; nil if there is none.
func roleOf(in *dg.Guild, id string) *dg.Role {
	i := slices.IndexFunc(in.Roles, func(r *dg.Role) bool { return r.ID == id })
	if i < 0 {
		return nil
	}
	return in.Roles[i]
}

// rank returns what the roles of a member permit in a guild, and the position of the highest one.
func rank(in *dg.Guild, m *dg.Member) (permissions int64, highest int) {
	for _, r := range in.Roles {
		if r.ID == in.ID || slices.Contains(m.Roles, r.ID) {
			permissions |= r.Permissions
			highest = max(highest, r.Position)
		}
	}
	return permissions, highest
}

// opensChannel reports whether a role lets its holders see a channel of a guild that not everybody sees, or moderate in one.
func opensChannel(in *dg.Guild, role *dg.Role) bool {
	var everybodys int64
	if everybody := roleOf(in, in.ID); everybody != nil {
		everybodys = everybody.Permissions
	}
	return slices.ContainsFunc(in.Channels, func(channel *dg.Channel) bool {
		without := overwritten(everybodys, channel, in.ID)
		with := overwritten(overwritten(everybodys|role.Permissions, channel, in.ID), channel, role.ID)
		return with&^without&(moderating|dg.PermissionViewChannel) != 0
	})
}

// overwritten returns what permissions become by the overwrite of a role in a channel.
func overwritten(permissions int64, channel *dg.Channel, role string) int64 {
	for _, o := range channel.PermissionOverwrites {
		if o.ID == role {
			return permissions&^o.Deny | o.Allow
		}
	}
	return permissions
}
