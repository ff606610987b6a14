package sandbox

import (
	"slices"
	"strconv"
)

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

// An Overwrite changes what one user may do in one channel, or those who hold a role.
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
	var ofRoles Overwrite
	for _, role := range g.Members[who].Roles {
		ofRoles.Allow |= c.Overwrites[role].Allow
		ofRoles.Deny |= c.Overwrites[role].Deny
	}
	for _, o := range []Overwrite{c.Overwrites[g.ID], ofRoles, c.Overwrites[who]} {
		p = p&^o.Deny | o.Allow
	}
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

// Overwrite changes what a user may do in one channel, or those who hold a role: that with the guild's id is everybody's.
func (s *Server) Overwrite(channel, of ID, o Overwrite) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.world.Channels[channel]
	if c == nil {
		return newError(CodeUnknownChannel)
	}
	if c.Overwrites == nil {
		c.Overwrites = map[ID]Overwrite{}
	}
	c.Overwrites[of] = o
	s.publish(&Event{Kind: "channel", Channel: c.ID})
	return nil
}
