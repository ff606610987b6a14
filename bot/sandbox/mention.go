package sandbox

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// allowed says who a message may ping. Nil lists mean that nothing was said: then
// everybody whom the text names is pinged.
type allowed struct {
	said     bool
	users    bool
	roles    bool
	everyone bool
	only     []ID
	replied  bool
}

func parseAllowed(f form) allowed {
	m, ok := f.object("allowed_mentions")
	if !ok {
		return allowed{users: true, roles: true, everyone: true}
	}
	a := allowed{said: true, replied: m.yes("replied_user")}
	for i, v := range m.values("parse", 0, 1521) {
		switch v {
		case "users":
			a.users = true
		case "roles":
			a.roles = true
		case "everyone":
			a.everyone = true
		default:
			m.note("parse/"+strconv.Itoa(i), "BASE_TYPE_CHOICES", "Value must be one of ('users', 'roles', 'everyone').")
		}
	}
	a.only = m.idList("users")
	roles := m.idList("roles")
	for key, both := range map[string]bool{"users": a.users && len(a.only) > 0, "roles": a.roles && len(roles) > 0} {
		if both {
			m.note("", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[\"%s\"] and %s: [ids...] are mutually exclusive.", key, key)
		}
	}
	return a
}

func (f form) idList(key string) []ID {
	var ids []ID
	for i, v := range f.values(key, 0, 100) {
		place := key + "/" + strconv.Itoa(i)
		id := f.asID(place, v)
		if slices.Contains(ids, id) {
			f.note(place, "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
		}
		ids = append(ids, id)
	}
	return ids
}

var mention = regexp.MustCompile(`<@!?(\d{1,20})>`)

// named finds whom a text names: users by their ids, and everybody.
func named(texts []string) (ids []ID, everyone bool) {
	for _, text := range texts {
		for _, m := range mention.FindAllStringSubmatch(text, 100) {
			if id, err := ParseID(m[1]); err == nil && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
		everyone = everyone || strings.Contains(text, "@everyone") || strings.Contains(text, "@here")
	}
	return ids, everyone
}

// texts are the parts of a message in which mentions count.
func (d *draft) texts() []string {
	texts := []string{d.content}
	for i := range d.components {
		d.components[i].walk(func(c *Component) {
			if c.Kind == TextDisplay {
				texts = append(texts, c.Content)
			}
		})
	}
	return texts
}

// mention works out who is named and who of them may be pinged.
func (s *Server) mention(p *post, d *draft) {
	c := s.world.Channels[p.ChannelID]
	ids, everyone := named(d.texts())
	p.Mentions, p.MentionRoles = []User{}, []ID{}
	for _, id := range ids {
		a := s.world.Users[id]
		if a == nil || !d.mentions.users && !slices.Contains(d.mentions.only, id) {
			continue
		}
		p.Mentions = append(p.Mentions, a.User.shown())
		if c != nil && s.world.may(id, c).has(ViewChannel) && id != p.Author.ID && (p.Only == 0 || p.Only == id) && p.Edited == nil {
			p.Pinged = append(p.Pinged, id)
		}
	}
	p.MentionEveryone = everyone && d.mentions.everyone && c != nil && s.world.may(p.Author.ID, c).has(MentionEveryone)
	if p.MentionEveryone && p.Edited == nil && c.Guild != 0 {
		for id := range s.world.Guilds[c.Guild].Members {
			if !slices.Contains(p.Pinged, id) && id != p.Author.ID && s.world.may(id, c).has(ViewChannel) {
				p.Pinged = append(p.Pinged, id)
			}
		}
		slices.Sort(p.Pinged)
	}
}
