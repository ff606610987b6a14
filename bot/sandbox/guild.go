package sandbox

import (
	"errors"
	"time"
)

// A Guild is what people call a server.
type Guild struct {
	ID      ID
	Name    string
	Owner   ID
	Locale  string
	Members map[ID]*Member
}

// A Member is a user's part in a guild.
type Member struct {
	Joined      time.Time
	Permissions Permissions
}

// Guild makes a guild with one channel, "general", which has the guild's id. The bot is not in it
// until it joins.
func (s *Server) Guild(name string, owner ID) (ID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.world.Users[owner] == nil {
		return 0, newError(CodeUnknownUser)
	}
	return s.addGuild(name, owner, "general")
}

func (s *Server) addGuild(name string, owner ID, channel string) (ID, error) {
	if len(s.world.Guilds) >= maxGuilds || len(s.world.Channels) >= maxChannels {
		return 0, errors.New("there is no room for more guilds")
	}
	g := &Guild{ID: s.nextID(), Name: name, Owner: owner, Locale: "en-US", Members: map[ID]*Member{}}
	s.world.Guilds[g.ID] = g
	s.world.Channels[g.ID] = &Channel{ID: g.ID, Kind: TextChannel, Guild: g.ID, Name: channel}
	s.join(g, owner)
	return g.ID, nil
}

// changeGuild changes a guild under the lock, and publishes that.
func (s *Server) changeGuild(guild ID, change func(*Guild) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.world.Guilds[guild]
	if g == nil {
		return newError(CodeUnknownGuild)
	}
	defer s.publish(&Event{Kind: "people"})
	return change(g)
}

// Join brings a user into a guild: a person, or the bot by its id.
func (s *Server) Join(guild, who ID) error {
	return s.changeGuild(guild, func(g *Guild) error {
		if s.world.Users[who] == nil {
			return newError(CodeUnknownUser)
		}
		s.join(g, who)
		return nil
	})
}

func (s *Server) join(g *Guild, who ID) {
	if g.Members[who] == nil {
		g.Members[who] = &Member{Joined: s.clock.Now(), Permissions: Usual}
		s.publish(&Event{Kind: "people"})
	}
}

// Leave takes a user out of a guild.
func (s *Server) Leave(guild, who ID) error {
	return s.changeGuild(guild, func(g *Guild) error {
		delete(g.Members, who)
		return nil
	})
}

// Permit sets what a member may do in a guild.
func (s *Server) Permit(guild, who ID, p Permissions) error {
	return s.changeGuild(guild, func(g *Guild) error {
		m := g.Members[who]
		if m == nil {
			return newError(CodeUnknownMember)
		}
		m.Permissions = p
		return nil
	})
}
