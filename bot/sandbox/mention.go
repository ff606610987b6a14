package sandbox

import (
	"regexp"
	"slices"
	"strings"
)

// mentions say whom a message may ping.
type mentions struct {
	users    bool // all that the text mentions
	everyone bool
	only     []ID // these users
}

// readMentions takes `allowed_mentions`. Without it, everybody whom the text mentions is pinged.
func readMentions(message fields) mentions {
	read, ok := message["allowed_mentions"].(fields)
	if !ok {
		return mentions{users: true, everyone: true}
	}
	parse := read.list("parse")
	m := mentions{users: slices.Contains(parse, any("users")), everyone: slices.Contains(parse, any("everyone"))}
	for _, v := range read.list("users") {
		id, _ := v.(ID)
		m.only = append(m.only, id)
	}
	return m
}

var userMention = regexp.MustCompile(`<@!?(\d{1,20})>`)

// mentioned finds whom texts mention: users by their ids, and everyone.
func mentioned(texts []string) (ids []ID, everyone bool) {
	for _, text := range texts {
		for _, m := range userMention.FindAllStringSubmatch(text, 100) {
			if id, err := ParseID(m[1]); err == nil && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
		everyone = everyone || strings.Contains(text, "@everyone") || strings.Contains(text, "@here")
	}
	return ids, everyone
}

// mention records whom a message mentions, and whom of them it pings. An edit pings nobody.
func (s *Server) mention(m *message, allowed mentions) {
	texts := []string{m.Content}
	walk(m.Components, func(c *Component) { texts = append(texts, c.Content) })
	ids, everyone := mentioned(texts)
	c := s.world.Channels[m.ChannelID]
	ping := func(id ID) {
		if m.Edited == nil && id != m.Author.ID && m.visible(id) && !slices.Contains(m.Pinged, id) && s.world.may(id, c).has(ViewChannel) {
			m.Pinged = append(m.Pinged, id)
		}
	}
	m.Mentions, m.MentionRoles = []User{}, []ID{}
	for _, id := range ids {
		if a := s.world.Users[id]; a != nil && (allowed.users || slices.Contains(allowed.only, id)) {
			m.Mentions = append(m.Mentions, a.User.shown())
			ping(id)
		}
	}
	m.MentionEveryone = everyone && allowed.everyone && s.world.may(m.Author.ID, c).has(MentionEveryone)
	if g := s.world.Guilds[c.Guild]; m.MentionEveryone && g != nil {
		for _, id := range sortedKeys(g.Members) {
			ping(id)
		}
	}
}
