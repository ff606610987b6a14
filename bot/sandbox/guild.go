package sandbox

import (
	"errors"
	"time"
)

// A Guild is a server.
type Guild struct {
	ID      ID
	Name    string
	Owner   ID
	Locale  string
	Members map[ID]*Member
}

// A Member is somebody's place in a server.
type Member struct {
	Nick        string
	Joined      time.Time
	Permissions Permissions
}

// Guild founds a server with one channel, "general", whose id is that of the server,
// as it was in Discord's youth. The bot is not in it until it joins.
func (s *Server) Guild(name string, owner ID) (ID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.world.Users[owner] == nil {
		return 0, refuse(CodeUnknownUser)
	}
	return s.found(name, owner, "general")
}

func (s *Server) found(name string, owner ID, channel string) (ID, error) {
	if len(s.world.Guilds) >= maxGuilds || len(s.world.Channels) >= maxChannels {
		return 0, errors.New("there is no room for more servers")
	}
	id := s.nextID()
	s.world.Guilds[id] = &Guild{ID: id, Name: name, Owner: owner, Locale: "en-US", Members: map[ID]*Member{
		owner: {Joined: s.clock.Now(), Permissions: Usual},
	}}
	s.world.Channels[id] = &Channel{ID: id, Kind: TextChannel, Guild: id, Name: channel}
	s.peopled()
	return id, nil
}

// Join brings a person, or the bot by its id, into a server.
func (s *Server) Join(guild, who ID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.world.Guilds[guild]
	if g == nil {
		return refuse(CodeUnknownGuild)
	}
	if s.world.Users[who] == nil {
		return refuse(CodeUnknownUser)
	}
	s.join(g, who)
	return nil
}

func (s *Server) join(g *Guild, who ID) {
	if g.Members[who] != nil {
		return
	}
	g.Members[who] = &Member{Joined: s.clock.Now(), Permissions: Usual}
	if who == s.world.App.ID {
		s.emit("GUILD_CREATE", needGuilds, g.ID, s.guildEvent(g))
	}
	s.peopled()
}

// Leave takes a person or the bot out of a server.
func (s *Server) Leave(guild, who ID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.world.Guilds[guild]
	if g == nil {
		return refuse(CodeUnknownGuild)
	}
	delete(g.Members, who)
	if who == s.world.App.ID {
		s.emit("GUILD_DELETE", needGuilds, guild, map[string]any{"id": guild})
	}
	s.peopled()
	return nil
}

// Permit sets what somebody may do in a server.
func (s *Server) Permit(guild, who ID, p Permissions) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.world.Guilds[guild]
	if g == nil {
		return refuse(CodeUnknownGuild)
	}
	m := g.Members[who]
	if m == nil {
		return refuse(CodeUnknownMember)
	}
	m.Permissions = p
	s.peopled()
	return nil
}
