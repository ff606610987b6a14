package discord

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/game"
)

// Permission is a permission of the bot in a channel.
type Permission struct {
	Bit     int64
	Name    string // in Discord's words
	Purpose string // what it is needed for
}

// RequiredPermissions are the permissions that the bot needs in channels where games are played.
var RequiredPermissions = []Permission{
	{dg.PermissionViewChannel, "View Channel", "to see the channel"},
	{dg.PermissionSendMessages, "Send Messages", "to announce moves and results"},
	{dg.PermissionAttachFiles, "Attach Files", "to show boards"},
	{dg.PermissionReadMessageHistory, "Read Message History", "to remove the buttons of old boards, and to announce nothing twice"},
	{dg.PermissionCreatePublicThreads, "Create Public Threads", "if games are to have threads"},
	{dg.PermissionSendMessagesInThreads, "Send Messages in Threads", "if games are to have threads"},
	{dg.PermissionCreateEvents, "Create Events", "if the starts of tournaments are to be events of the server"},
}

// requiredBits returns the bits of the required permissions.
func requiredBits() (bits int64) {
	for _, p := range RequiredPermissions {
		bits |= p.Bit
	}
	return bits
}

// Permissions returns the bot's permissions in a channel, as Discord's bits. Those in a thread are those in its channel.
func (c *Client) Permissions(ctx context.Context, channel string) (int64, error) {
	in := &channelObject{}
	if err := c.request(ctx, http.MethodGet, dg.EndpointChannel(channel), nil, in); err != nil {
		return 0, err
	}
	return c.permissionsIn(ctx, in)
}

// MayPost reports whether the bot may show pictures in a channel.
func (c *Client) MayPost(ctx context.Context, channel game.RoomID) (bool, error) {
	in, may := &channelObject{}, int64(0)
	err := c.request(ctx, http.MethodGet, dg.EndpointChannel(channel.String()), nil, in)
	if err == nil {
		may, err = c.permissionsIn(ctx, in)
	}
	if failed, ok := errors.AsType[*Error](err); ok && failed.Code != 0 && errors.Is(err, delivery.ErrUnreachable) {
		return false, nil // else it was closed a minute ago, and Discord was not asked
	}
	needed := int64(dg.PermissionViewChannel | dg.PermissionAttachFiles | dg.PermissionSendMessages)
	if in.IsThread() {
		needed ^= dg.PermissionSendMessages | dg.PermissionSendMessagesInThreads
	}
	return may&needed == needed, err
}

// permissionsIn returns the bot's permissions in a channel that was fetched.
func (c *Client) permissionsIn(ctx context.Context, in *channelObject) (int64, error) {
	if parent := in.ofThread(); parent != 0 {
		return c.Permissions(ctx, parent.String())
	}
	user := c.identity.Load().user
	guild, member := &dg.Guild{}, &dg.Member{}
	if err := c.request(ctx, http.MethodGet, dg.EndpointGuild(in.GuildID), nil, guild); err != nil {
		return 0, err
	}
	if err := c.request(ctx, http.MethodGet, dg.EndpointGuildMember(in.GuildID, user), nil, member); err != nil {
		return 0, err
	}
	member.GuildID, member.User = guild.ID, &dg.User{ID: user}
	guild.Channels, guild.Members = []*dg.Channel{&in.Channel}, []*dg.Member{member}
	state := dg.NewState()
	if err := state.GuildAdd(guild); err != nil {
		return 0, err
	}
	may, err := state.UserChannelPermissions(user, in.ID)
	if may&dg.PermissionAdministrator != 0 {
		may = -1 // PermissionAll lacks those about threads and events
	}
	return may, err
}

// Invitation returns the address that adds the bot to a guild with all required permissions. It
// needs FetchApp to have been called. It names the scopes, because Discord would otherwise use
// those of the app's page "Installation", which for a new app lack the bot.
func (c *Client) Invitation() string {
	return "https://discord.com/oauth2/authorize?" + url.Values{
		"client_id": {c.identity.Load().app}, "scope": {"bot applications.commands"}, "permissions": {strconv.FormatInt(requiredBits(), 10)},
	}.Encode()
}
