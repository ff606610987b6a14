package sandbox

import (
	_ "embed" // for the constant fields
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
)

// The objects of Discord's API, as the bot gets them.

//go:embed objects.json
var constantsFile []byte

// constants are the fields of objects that the sandbox never changes, by the kind of object.
var constants = func() (all map[string]map[string]any) {
	if err := json.Unmarshal(constantsFile, &all); err != nil {
		panic(err) // the file is a part of the program
	}
	return all
}()

// complete adds the constant fields to an object of a kind.
func complete(kind string, fields map[string]any) map[string]any {
	all := maps.Clone(constants[kind])
	maps.Copy(all, fields)
	return all
}

func (s *Server) user(id ID) User { return s.world.Users[id].User }

func (s *Server) users(ids []ID) []User {
	list := make([]User, len(ids))
	for i, id := range ids {
		list[i] = s.user(id)
	}
	return list
}

func (s *Server) memberObject(g *Guild, who ID) map[string]any {
	m := g.Members[who]
	return complete("member", map[string]any{"joined_at": stamp(m.Joined), "user": s.user(who), "roles": append([]ID{}, m.Roles...)})
}

func (s *Server) channelObject(c *Channel) map[string]any {
	object := complete("channel", map[string]any{"id": c.ID, "type": c.Kind})
	if n := len(c.Messages); n > 0 {
		object["last_message_id"] = c.Messages[n-1].ID
	}
	if c.Guild != 0 {
		object["guild_id"], object["name"], object["rate_limit_per_user"] = c.Guild, c.Name, 0
	}
	switch {
	case c.Kind == DirectMessages:
		object["recipients"] = s.users(c.Recipients[1:])
	case c.Kind == GroupMessages:
		object["recipients"], object["name"], object["icon"], object["owner_id"] = s.users(c.Recipients), c.Name, nil, c.Recipients[0]
	case c.Kind.thread():
		object["parent_id"], object["owner_id"] = c.Parent, c.Owner
		object["message_count"], object["total_message_sent"], object["member_count"] = len(c.Messages), c.Sent, len(c.Recipients)
		object["thread_metadata"] = map[string]any{
			"archived": false, "archive_timestamp": stamp(c.ID.Time()), "auto_archive_duration": c.AutoArchive,
			"locked": false, "create_timestamp": stamp(c.ID.Time()),
		}
	default:
		overwrites := []any{}
		for _, who := range sortedKeys(c.Overwrites) {
			o, kind := c.Overwrites[who], 1
			if g := s.world.Guilds[c.Guild]; who == g.ID || g.indexOf(who) >= 0 {
				kind = 0
			}
			overwrites = append(overwrites, map[string]any{"id": who, "type": kind, "allow": o.Allow, "deny": o.Deny})
		}
		object["permission_overwrites"] = overwrites
		maps.Copy(object, constants["text channel"])
	}
	return object
}

func (s *Server) guildObject(g *Guild) map[string]any {
	return complete("guild", map[string]any{
		"id": g.ID, "name": g.Name, "owner_id": g.Owner, "preferred_locale": g.Locale,
		"roles": s.roleObjects(g), "system_channel_id": g.ID, // the channel that each guild begins with
	})
}

// joinedGuildObject returns a guild as GUILD_CREATE has it.
func (s *Server) joinedGuildObject(g *Guild) map[string]any {
	object, app := s.guildObject(g), s.world.App.ID
	channels := []any{}
	for _, c := range s.channelsOf(g) {
		channels = append(channels, s.channelObject(c))
	}
	maps.Copy(object, map[string]any{
		"joined_at": stamp(g.Members[app].Joined), "unavailable": false, "large": false, "member_count": len(g.Members),
		"members": []any{s.memberObject(g, app)}, "channels": channels, "threads": []any{},
	})
	return object
}

// channelsOf returns the channels of a guild, also those that the bot cannot see, without threads.
func (s *Server) channelsOf(g *Guild) (list []*Channel) {
	for _, id := range sortedKeys(s.world.Channels) {
		if c := s.world.Channels[id]; c.Guild == g.ID && !c.Kind.thread() {
			list = append(list, c)
		}
	}
	return list
}

func (s *Server) applicationObject() map[string]any {
	app := s.world.App
	object := complete("application", map[string]any{
		"id": app.ID, "name": app.Name, "bot": s.user(app.ID), "verify_key": hex.EncodeToString(s.PublicKey()),
		"approximate_guild_count": len(s.guilds()), "description": app.Profile.Description, "tags": app.Profile.Tags,
		"integration_types_config": app.Profile.Installs,
	})
	if app.InteractionsURL != "" {
		object["interactions_endpoint_url"] = app.InteractionsURL
	}
	if all := s.guilds(); len(all) > 0 { // its owner runs the bot
		object["owner"] = s.user(all[0].Owner)
	}
	return object
}

// guilds returns the guilds that the bot is in.
func (s *Server) guilds() (list []*Guild) {
	for _, id := range sortedKeys(s.world.Guilds) {
		if g := s.world.Guilds[id]; g.Members[s.world.App.ID] != nil {
			list = append(list, g)
		}
	}
	return list
}

func sortedKeys[V any](m map[ID]V) []ID { return slices.Sorted(maps.Keys(m)) }
