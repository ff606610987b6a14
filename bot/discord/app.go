package discord

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	dg "github.com/bwmarrin/discordgo"
)

// AppProfile is what Discord shows of an app, and what it asks of those who add it.
type AppProfile struct {
	Description string                `json:"description"`
	Tags        []string              `json:"tags"`
	Installs    map[string]AppInstall `json:"integration_types_config"` // by GuildInstall and UserInstall
}

// The ways to add an app.
const (
	GuildInstall = "0" // to a guild
	UserInstall  = "1" // to a user's account
)

// AppInstall is what an app gets when it is added in one way, unless the invitation names something else.
type AppInstall struct {
	Params AppPermissions `json:"oauth2_install_params"`
}

// AppPermissions are the scopes and the permissions that an app gets.
type AppPermissions struct {
	Scopes      []string    `json:"scopes"`
	Permissions json.Number `json:"permissions"` // Discord writes it as a string
}

// DefaultInstalls is how the bot is added: to a guild with all that it needs there, or to an account with its commands alone.
func DefaultInstalls() map[string]AppInstall {
	return map[string]AppInstall{
		GuildInstall: {AppPermissions{[]string{"applications.commands", "bot"}, json.Number(strconv.FormatInt(requiredBits(), 10))}},
		UserInstall:  {AppPermissions{[]string{"applications.commands"}, "0"}},
	}
}

// EditApp changes the profile of the bot's app.
func (c *Client) EditApp(ctx context.Context, p AppProfile) error {
	return c.request(ctx, http.MethodPatch, dg.EndpointApplication("@me"), p, nil)
}
