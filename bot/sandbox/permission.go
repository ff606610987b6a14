package sandbox

import (
	"strconv"
)

// Permissions list what a user may do in a channel, as Discord's bits.
type Permissions uint64

const (
	Administrator      Permissions = 1 << 3
	ManageChannels     Permissions = 1 << 4
	ManageServer       Permissions = 1 << 5
	AddReactions       Permissions = 1 << 6
	ViewChannel        Permissions = 1 << 10
	SendMessages       Permissions = 1 << 11
	ManageMessages     Permissions = 1 << 13
	EmbedLinks         Permissions = 1 << 14
	AttachFiles        Permissions = 1 << 15
	ReadHistory        Permissions = 1 << 16
	MentionEveryone    Permissions = 1 << 17
	UseCommands        Permissions = 1 << 31
	ManageThreads      Permissions = 1 << 34
	CreatePublicThread Permissions = 1 << 35
	SendInThreads      Permissions = 1 << 38

	everything Permissions = 1<<53 - 1

	// Usual is what members of a new guild may do.
	Usual = AddReactions | ViewChannel | SendMessages | EmbedLinks | AttachFiles | ReadHistory |
		UseCommands | CreatePublicThread | 1<<36 | SendInThreads
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

// may says what somebody may do in a channel; nothing, if it is closed to them.
func (w *world) may(who ID, c *Channel) Permissions {
	if c.Kind.private() {
		if c.recipient(who) {
			return inPrivate
		}
		return 0
	}
	g := w.Guilds[c.Guild]
	member := g.Members[who]
	if member == nil {
		return 0
	}
	place := c
	if c.Kind.thread() {
		if place = w.Channels[c.Parent]; place == nil {
			return 0
		}
	}
	p := member.Permissions
	if g.Owner == who || p.has(Administrator) {
		return everything
	}
	o := place.Overwrites[who]
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
