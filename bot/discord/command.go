package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	dg "github.com/bwmarrin/discordgo"
)

// Register replaces the bot's global commands if they are different, and reports whether they
// were.
func (c *Client) Register(ctx context.Context, commands []*dg.ApplicationCommand) (changed bool, err error) {
	address := dg.EndpointApplicationGlobalCommands(c.identity.Load().app)
	var registered []*dg.ApplicationCommand
	if err := c.request(ctx, http.MethodGet, address+"?with_localizations=true", nil, &registered); err != nil {
		return false, err
	}
	if sameCommands(commands, registered) {
		return false, nil
	}
	return true, c.request(ctx, http.MethodPut, address, commands, nil)
}

// sameCommands reports whether two lists have the same commands, in any order.
func sameCommands(a, b []*dg.ApplicationCommand) bool {
	if len(a) != len(b) {
		return false
	}
	byName := map[string][]byte{}
	for _, c := range a {
		byName[c.Name] = canonical(c)
	}
	for _, c := range b {
		if !bytes.Equal(byName[c.Name], canonical(c)) {
			return false
		}
	}
	return true
}

// canonical encodes a command without the fields that Discord adds, and without those that mean
// the same if they are omitted.
func canonical(c *dg.ApplicationCommand) []byte {
	e := *c
	if e.Type == 0 {
		e.Type = dg.ChatApplicationCommand
	}
	text, err := json.Marshal(e)
	if err != nil {
		return nil
	}
	var fields map[string]any
	if json.Unmarshal(text, &fields) != nil {
		return nil
	}
	for _, added := range []string{"id", "application_id", "guild_id", "version", "default_permission", "dm_permission"} {
		delete(fields, added)
	}
	text, _ = json.Marshal(withoutEmpty(fields))
	return text
}

// withoutEmpty removes empty fields from a JSON value.
func withoutEmpty(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, inner := range v {
			if v[name] = withoutEmpty(inner); isEmpty(v[name]) {
				delete(v, name)
			}
		}
	case []any:
		for i := range v {
			v[i] = withoutEmpty(v[i])
		}
	}
	return v
}

// isEmpty reports whether a field with this JSON value means the same as an omitted field.
func isEmpty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case bool:
		return !v
	case map[string]any:
		return len(v) == 0
	case []any:
		return len(v) == 0
	}
	return false
}
