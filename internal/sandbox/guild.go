package sandbox

import (
	"slices"
	"time"
)

// A Guild is what people call a server.
type Guild struct {
	ID      ID
	Name    string
	Owner   ID
	Locale  string
	Members map[ID]*Member
	Events  []ScheduledEvent `json:",omitempty"`
	Roles   []Role           `json:",omitempty"` // without @everyone, the highest first
}

// A Member is a user's part in a guild.
type Member struct {
	Joined      time.Time
	Permissions Permissions // without those of their roles
	Roles       []ID        `json:",omitempty"`
}

// Guild makes a guild with one channel, "general", which has the guild's id. The bot is not in it
// until it joins.
func (s *Server) Guild(name string, owner ID) (ID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.world.Users[owner] == nil {
		return 0, newError(CodeUnknownUser)
	}
	return s.addGuild(name, owner, "general").ID, nil
}

func (s *Server) addGuild(name string, owner ID, channel string) *Guild {
	g := &Guild{ID: s.nextID(), Name: name, Owner: owner, Locale: "en-US", Members: map[ID]*Member{}}
	s.world.Guilds[g.ID] = g
	s.world.Channels[g.ID] = &Channel{ID: g.ID, Kind: TextChannel, Guild: g.ID, Name: channel}
	s.join(g, owner, s.clock.Now())
	return g
}

// Join makes a user, for example the bot, a member of a guild, who is one for a day then.
func (s *Server) Join(guild, who ID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.world.Guilds[guild]
	switch {
	case g == nil:
		return newError(CodeUnknownGuild)
	case s.world.Users[who] == nil:
		return newError(CodeUnknownUser)
	}
	s.join(g, who, s.longAgo())
	return nil
}

// longAgo is when members joined who are no news: the bot greets guilds that have just added it.
func (s *Server) longAgo() time.Time { return s.clock.Now().Add(-24 * time.Hour) }

func (s *Server) join(g *Guild, who ID, at time.Time) {
	if g.Members[who] == nil {
		g.Members[who] = &Member{Joined: at, Permissions: Usual}
		if who == s.world.App.ID {
			g.Members[who].Roles = []ID{s.addRole(g, Role{Name: s.world.App.Name, Managed: true})}
			s.dispatchGuild(g.ID, "GUILD_CREATE", s.joinedGuildObject(g))
		}
		s.publish(&Event{Kind: "people"})
	}
}

// addBot has a guild add the bot, and removeBot has it remove the bot, as its owner would.
func (s *Server) addBot(c *call) (any, error) {
	s.join(c.guild, s.world.App.ID, s.clock.Now())
	return map[string]bool{"bot": true}, nil
}

func (s *Server) removeBot(c *call) (any, error) {
	g, app := c.guild, s.world.App.ID
	if m := g.Members[app]; m != nil {
		delete(g.Members, app)
		g.Roles = slices.DeleteFunc(g.Roles, func(r Role) bool { return r.Managed && slices.Contains(m.Roles, r.ID) })
		s.dispatchGuild(g.ID, "GUILD_DELETE", map[string]any{"id": g.ID})
		s.publish(&Event{Kind: "people"})
	}
	return map[string]bool{"bot": false}, nil
}

// ofGuild finds a guild.
func ofGuild(s *Server, c *call) error {
	if c.guild = s.world.Guilds[c.id("guild")]; c.guild == nil {
		return newError(CodeUnknownGuild)
	}
	return nil
}
