package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"slices"

	dg "github.com/bwmarrin/discordgo"
)

// Register replaces the bot's global commands if they are different, and reports whether they
// were. It returns the commands with their IDs.
func (c *Client) Register(
	ctx context.Context, commands []*dg.ApplicationCommand,
) (registered []*dg.ApplicationCommand, changed bool, err error) {
	address := dg.EndpointApplicationGlobalCommands(c.identity.Load().app)
	if err := c.request(ctx, http.MethodGet, address+"?with_localizations=true", nil, &registered); err != nil {
		return nil, false, err
	}
	if sameCommands(commands, registered) {
		return registered, false, nil
	}
	registered = nil
	err = c.request(ctx, http.MethodPut, address, commands, &registered)
	return registered, true, err
}

// sameCommands reports whether two lists have the same commands, in any order.
func sameCommands(a, b []*dg.ApplicationCommand) bool {
	byKey := map[commandKey]any{}
	for _, c := range a {
		byKey[keyOf(c)] = canonical(c)
	}
	differs := func(c *dg.ApplicationCommand) bool { return !reflect.DeepEqual(byKey[keyOf(c)], canonical(c)) }
	return len(a) == len(b) && !slices.ContainsFunc(b, differs)
}

// commandKey identifies a command: a command of a context menu can be called as a slash command is.
type commandKey struct {
	kind dg.ApplicationCommandType
	name string
}

func keyOf(c *dg.ApplicationCommand) commandKey {
	return commandKey{cmp.Or(c.Type, dg.ChatApplicationCommand), c.Name}
}

// canonical returns a command as JSON, without the fields that Discord adds, and without those
// that mean the same if they are omitted.
func canonical(c *dg.ApplicationCommand) any {
	own := *c
	own.Type = cmp.Or(own.Type, dg.ChatApplicationCommand)
	text, _ := json.Marshal(own)
	var fields map[string]any
	json.Unmarshal(text, &fields)
	for _, added := range []string{"id", "application_id", "guild_id", "version", "default_permission", "dm_permission"} {
		delete(fields, added)
	}
	return withoutEmpty(fields)
}

// withoutEmpty returns a JSON value without its empty fields, or nil if it is empty itself.
func withoutEmpty(v any) any {
	switch v := v.(type) {
	case bool:
		if !v {
			return nil
		}
	case []any:
		for i := range v {
			v[i] = withoutEmpty(v[i])
		}
		if len(v) == 0 {
			return nil
		}
	case map[string]any:
		for name, inner := range v {
			if v[name] = withoutEmpty(inner); v[name] == nil {
				delete(v, name)
			}
		}
		if len(v) == 0 {
			return nil
		}
	}
	return v
}
