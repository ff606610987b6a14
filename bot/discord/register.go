package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	dg "github.com/bwmarrin/discordgo"
)

// Register makes the bot's commands these, everywhere, and tells whether they were other
// ones before. Nothing is written if they are the same.
func (c *Client) Register(ctx context.Context, commands []*dg.ApplicationCommand) (changed bool, err error) {
	address := dg.EndpointApplicationGlobalCommands(c.app)
	var there []*dg.ApplicationCommand
	if err := c.request(ctx, http.MethodGet, address+"?with_localizations=true", nil, nil, &there); err != nil {
		return false, err
	}
	if same(commands, there) {
		return false, nil
	}
	return true, c.request(ctx, http.MethodPut, address, commands, nil, nil)
}

// same tells whether two lists of commands are the same, in any order.
func same(a, b []*dg.ApplicationCommand) bool {
	if len(a) != len(b) {
		return false
	}
	byName := map[string][]byte{}
	for _, c := range a {
		byName[c.Name] = essence(c)
	}
	for _, c := range b {
		if !bytes.Equal(byName[c.Name], essence(c)) {
			return false
		}
	}
	return true
}

// essence writes what matters of a command: not what Discord adds to it, nor what is
// said by leaving it out as well.
func essence(c *dg.ApplicationCommand) []byte {
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
	text, _ = json.Marshal(said(fields))
	return text
}

// said leaves out of a value of JSON what says nothing.
func said(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, inner := range v {
			if v[name] = said(inner); nothing(v[name]) {
				delete(v, name)
			}
		}
	case []any:
		for i := range v {
			v[i] = said(v[i])
		}
	}
	return v
}

// nothing tells whether a field of a value means the same when it is left out.
func nothing(v any) bool {
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
