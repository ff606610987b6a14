package sandbox

import (
	"cmp"
	"maps"
	"slices"
)

// How things look to the bot: the objects of Discord's API.

func (u User) shown() User {
	u.Discriminator = "0"
	return u
}

func (s *Server) user(id ID) User {
	if a := s.world.Users[id]; a != nil {
		return a.User.shown()
	}
	return User{ID: id, Username: "deleted_user", Discriminator: "0"}
}

func (s *Server) users(ids []ID) []User {
	list := make([]User, len(ids))
	for i, id := range ids {
		list[i] = s.user(id)
	}
	return list
}

// showMember is a member without the user, as gateway events nest it.
func (s *Server) showMember(m *Member) map[string]any {
	shown := map[string]any{
		"avatar": nil, "banner": nil, "communication_disabled_until": nil, "flags": 0,
		"joined_at": stamp(m.Joined), "nick": nil, "pending": false, "premium_since": nil,
		"roles": []ID{}, "mute": false, "deaf": false,
	}
	if m.Nick != "" {
		shown["nick"] = m.Nick
	}
	return shown
}

func (s *Server) showFullMember(g *Guild, who ID) map[string]any {
	shown := s.showMember(g.Members[who])
	shown["user"] = s.user(who)
	return shown
}

func (s *Server) showChannel(c *Channel) map[string]any {
	shown := map[string]any{"id": c.ID, "type": c.Kind, "flags": 0, "last_message_id": nil}
	if n := len(c.Posts); n > 0 {
		shown["last_message_id"] = c.Posts[n-1].ID
	}
	switch {
	case c.Kind == DirectMessages:
		others := slices.DeleteFunc(slices.Clone(c.Recipients), func(id ID) bool { return id == s.world.App.ID })
		shown["recipients"] = s.users(others)
	case c.Kind == GroupMessages:
		shown["recipients"], shown["name"], shown["icon"], shown["owner_id"] = s.users(c.Recipients), c.Name, nil, c.Recipients[0]
	case c.Kind.thread():
		shown["guild_id"], shown["parent_id"], shown["name"], shown["owner_id"] = c.Guild, c.Parent, c.Name, c.Owner
		shown["rate_limit_per_user"] = c.Slow
		shown["message_count"], shown["total_message_sent"], shown["member_count"] = len(c.Posts), c.Sent, len(c.Recipients)
		shown["thread_metadata"] = map[string]any{
			"archived": c.Archived, "archive_timestamp": stamp(c.ID.Time()), "auto_archive_duration": c.AutoHide,
			"locked": c.Locked, "create_timestamp": stamp(c.ID.Time()),
		}
	default:
		shown["guild_id"], shown["name"], shown["position"], shown["nsfw"] = c.Guild, c.Name, 0, false
		shown["parent_id"], shown["topic"], shown["rate_limit_per_user"] = nil, nil, c.Slow
		overwrites := []any{}
		for _, who := range slices.Sorted(maps.Keys(c.Overwrites)) {
			o := c.Overwrites[who]
			overwrites = append(overwrites, map[string]any{"id": who, "type": 1, "allow": o.Allow, "deny": o.Deny})
		}
		shown["permission_overwrites"] = overwrites
	}
	return shown
}

func (s *Server) showGuild(g *Guild) map[string]any {
	return map[string]any{
		"id": g.ID, "name": g.Name, "icon": nil, "description": nil, "home_header": nil, "splash": nil,
		"discovery_splash": nil, "features": []string{}, "banner": nil, "owner_id": g.Owner,
		"application_id": nil, "region": "deprecated", "afk_channel_id": nil, "afk_timeout": 300,
		"system_channel_id": nil, "system_channel_flags": 0, "widget_enabled": false, "widget_channel_id": nil,
		"verification_level": 0, "default_message_notifications": 0, "mfa_level": 0,
		"explicit_content_filter": 0, "max_presences": nil, "max_members": 500000,
		"max_stage_video_channel_users": 50, "max_video_channel_users": 25, "vanity_url_code": nil,
		"premium_tier": 0, "premium_subscription_count": 0, "preferred_locale": g.Locale,
		"rules_channel_id": nil, "safety_alerts_channel_id": nil, "public_updates_channel_id": nil,
		"premium_progress_bar_enabled": false, "nsfw": false, "nsfw_level": 0,
		"emojis": []any{}, "stickers": []any{}, "incidents_data": nil, "roles": []any{s.everyone(g)},
	}
}

func (s *Server) everyone(g *Guild) map[string]any {
	return map[string]any{
		"id": g.ID, "name": "@everyone", "description": nil, "color": 0, "hoist": false, "icon": nil,
		"unicode_emoji": nil, "position": 0, "permissions": Usual, "managed": false, "mentionable": false, "flags": 0,
		"colors": map[string]any{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil},
	}
}

// guildEvent is a server as GUILD_CREATE tells of it. Only the bot itself is among
// the members, as Discord has it for large servers.
func (s *Server) guildEvent(g *Guild) map[string]any {
	shown := s.showGuild(g)
	shown["large"], shown["unavailable"], shown["member_count"] = true, false, len(g.Members)
	channels, threads := []any{}, []any{}
	for _, c := range s.sortedChannels() {
		switch {
		case c.Guild != g.ID || !s.world.may(s.world.App.ID, c).has(ViewChannel):
		case c.Kind.thread() && !c.Archived:
			threads = append(threads, s.showChannel(c))
		case !c.Kind.thread():
			channels = append(channels, s.showChannel(c))
		}
	}
	shown["channels"], shown["threads"], shown["presences"], shown["voice_states"] = channels, threads, []any{}, []any{}
	if m := g.Members[s.world.App.ID]; m != nil {
		shown["joined_at"] = stamp(m.Joined)
		shown["members"] = []any{s.showFullMember(g, s.world.App.ID)}
	}
	return shown
}

func (s *Server) sortedChannels() []*Channel {
	return slices.SortedFunc(maps.Values(s.world.Channels), func(a, b *Channel) int { return cmp.Compare(a.ID, b.ID) })
}

// guilds are the servers that the bot is in.
func (s *Server) guilds() []*Guild {
	var list []*Guild
	for _, g := range s.world.Guilds {
		if g.Members[s.world.App.ID] != nil {
			list = append(list, g)
		}
	}
	slices.SortFunc(list, func(a, b *Guild) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

func sortedKeys[V any](m map[ID]V) []ID { return slices.Sorted(maps.Keys(m)) }
