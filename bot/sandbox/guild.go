package sandbox

import (
	"slices"
	"strconv"
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
	s.join(g, owner)
	return g
}

// Join makes a user, for example the bot, a member of a guild.
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
	s.join(g, who)
	return nil
}

func (s *Server) join(g *Guild, who ID) {
	if g.Members[who] == nil {
		g.Members[who] = &Member{Joined: s.clock.Now(), Permissions: Usual}
		if who == s.world.App.ID {
			g.Members[who].Roles = []ID{s.addRole(g, Role{Name: s.world.App.Name, Managed: true})}
		}
		s.publish(&Event{Kind: "people"})
	}
}

// Permissions list what a user may do in a channel, as Discord's bits.
type Permissions uint64

const (
	Administrator      Permissions = 1 << 3
	AddReactions       Permissions = 1 << 6
	ViewChannel        Permissions = 1 << 10
	SendMessages       Permissions = 1 << 11
	EmbedLinks         Permissions = 1 << 14
	AttachFiles        Permissions = 1 << 15
	ReadHistory        Permissions = 1 << 16
	ManageRoles        Permissions = 1 << 28
	UseCommands        Permissions = 1 << 31
	CreatePublicThread Permissions = 1 << 35
	SendInThreads      Permissions = 1 << 38
	CreateEvents       Permissions = 1 << 44

	everything Permissions = 1<<53 - 1

	// Usual is what members of a new guild may do.
	Usual = AddReactions | ViewChannel | SendMessages | EmbedLinks | AttachFiles | ReadHistory |
		UseCommands | CreatePublicThread | 1<<36 | SendInThreads | CreateEvents
	// inPrivate is what people may do in direct and group messages.
	inPrivate = AddReactions | ViewChannel | SendMessages | EmbedLinks | AttachFiles | ReadHistory | UseCommands
)

// MarshalText writes permissions as a decimal string, as Discord does.
func (p Permissions) MarshalText() ([]byte, error) {
	return strconv.AppendUint(nil, uint64(p), 10), nil
}

func (p *Permissions) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(string(text), 10, 64)
	*p = Permissions(n)
	return err
}

func (p Permissions) has(all Permissions) bool { return p&all == all }

// An Overwrite changes what one person may do in one channel.
type Overwrite struct{ Allow, Deny Permissions }

// may returns what a user may do in a channel; nothing, if they cannot see it.
func (w *world) may(who ID, c *Channel) Permissions {
	if c.Kind.private() {
		if slices.Contains(c.Recipients, who) {
			return inPrivate
		}
		return 0
	}
	g := w.Guilds[c.Guild]
	if c.Kind.thread() {
		c = w.Channels[c.Parent]
	}
	p := w.mayIn(g, who)
	switch {
	case c == nil || p == 0:
		return 0
	case p == everything:
		return p
	}
	o := c.Overwrites[who]
	p = p&^o.Deny | o.Allow
	if !p.has(ViewChannel) {
		return 0
	}
	return p
}

// sends is the permission that sending to a channel needs.
func (c *Channel) sends() Permissions {
	if c.Kind.thread() {
		return SendInThreads
	}
	return SendMessages
}

// mayIn returns what a user may do in a guild, where no channel changes it.
func (w *world) mayIn(g *Guild, who ID) Permissions {
	member := g.Members[who]
	switch {
	case member == nil:
		return 0
	case g.Owner == who:
		return everything
	}
	may := member.Permissions
	for _, r := range g.Roles {
		if slices.Contains(member.Roles, r.ID) {
			may |= r.Permissions
		}
	}
	if may.has(Administrator) {
		return everything
	}
	return may
}
