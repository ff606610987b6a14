package discord

import (
	"context"
	"encoding/json"
	"net/http"

	dg "github.com/bwmarrin/discordgo"
)

// entryPoint is the type of the command that opens an app's activity. An app has one at most, and Discord refuses
// commands without it.
const entryPoint dg.ApplicationCommandType = 4

// Register replaces the bot's global commands, except an entry point, which it retains as it is. It returns the
// commands with their IDs.
func (c *Client) Register(ctx context.Context, commands []*dg.ApplicationCommand) (registered []*dg.ApplicationCommand, err error) {
	address := dg.EndpointApplicationGlobalCommands(c.identity.Load().app)
	var present []json.RawMessage
	if err := c.request(ctx, http.MethodGet, address+"?with_localizations=true", nil, &present); err != nil {
		return nil, err
	}
	all := []any{}
	for _, command := range commands {
		all = append(all, command)
	}
	for _, text := range present {
		var command struct {
			Type dg.ApplicationCommandType `json:"type"`
		}
		if json.Unmarshal(text, &command) == nil && command.Type == entryPoint {
			all = append(all, text)
		}
	}
	err = c.request(ctx, http.MethodPut, address, all, &registered)
	return registered, err
}
