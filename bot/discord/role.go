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

func (c *Client) changeRole(ctx context.Context, method string, guild game.PlaceID, user game.PersonID, role game.RoleID) error {
	err := c.request(ctx, method, dg.EndpointGuildMemberRole(guild.String(), user.String(), role.String()), nil, nil)
	if failed, ok := errors.AsType[*Error](err); ok && (failed.Code == unknownMember || failed.Code == unknownUser) {
		return nil
	}
	return err
}

// moderating are the permissions that a role given for a won game must not have.
const moderating = dg.PermissionAdministrator | dg.PermissionManageGuild | dg.PermissionManageRoles | dg.PermissionManageChannels |
	dg.PermissionManageMessages | dg.PermissionManageThreads | dg.PermissionManageWebhooks | dg.PermissionManageEvents |
	dg.PermissionManageGuildExpressions | dg.PermissionManageNicknames | dg.PermissionKickMembers | dg.PermissionBanMembers |
	dg.PermissionModerateMembers | dg.PermissionMentionEveryone | dg.PermissionViewAuditLogs | dg.PermissionVoiceMuteMembers |
	dg.PermissionVoiceDeafenMembers | dg.PermissionVoiceMoveMembers

// RoleObstacle returns what keeps the bot from giving a role of a guild to members.
func (c *Client) RoleObstacle(ctx context.Context, guild game.PlaceID, role game.RoleID) (delivery.RoleObstacle, error) {
	in, bot := &dg.Guild{}, &dg.Member{}
	if err := c.request(ctx, http.MethodGet, dg.EndpointGuild(guild.String()), nil, in); err != nil {
		return "", err
	}
	if err := c.request(ctx, http.MethodGet, dg.EndpointGuildMember(guild.String(), c.identity.Load().user), nil, bot); err != nil {
		return "", err
	}
	var permissions int64
	var given *dg.Role
	highest := 0
	for _, r := range in.Roles {
		if r.ID == role.String() {
			given = r
		}
		if r.ID == in.ID || slices.Contains(bot.Roles, r.ID) {
			permissions |= r.Permissions
			highest = max(highest, r.Position)
		}
	}
	switch {
	case given == nil:
		return delivery.NoSuchRole, nil
	case given.ID == in.ID:
		return delivery.EverybodysRole, nil
	case given.Managed:
		return delivery.ManagedRole, nil
	case given.Permissions&moderating != 0:
		return delivery.RoleModerates, nil
	case permissions&(dg.PermissionManageRoles|dg.PermissionAdministrator) == 0:
		return delivery.MayNotManageRoles, nil
	case given.Position >= highest:
		return delivery.RoleTooHigh, nil
	}
	return "", nil
}
