package sandbox

import (
	"cmp"
	"errors"
	"slices"
)

// ChannelKind is the type of a channel, by Discord's numbers.
type ChannelKind int

const (
	TextChannel    ChannelKind = 0
	DirectMessages ChannelKind = 1
	GroupMessages  ChannelKind = 3
	PublicThread   ChannelKind = 11
)

func (k ChannelKind) private() bool { return k == DirectMessages || k == GroupMessages }
func (k ChannelKind) thread() bool  { return k == PublicThread }

// A Channel holds messages. A thread is a channel.
type Channel struct {
	ID          ID
	Kind        ChannelKind
	Guild       ID // zero in private
	Parent      ID // of a thread
	Name        string
	Owner       ID   // of a thread
	Recipients  []ID // of private channels, in direct messages first the bot; members of threads
	Overwrites  map[ID]Overwrite
	AutoArchive int // minutes until a thread would be archived
	Messages    []*message
	Sent        int // messages ever sent here
}

// message finds a message of the channel by its id.
func (c *Channel) message(id ID) *message {
	i, ok := slices.BinarySearchFunc(c.Messages, id, func(m *message, id ID) int { return cmp.Compare(m.ID, id) })
	if !ok {
		return nil
	}
	return c.Messages[i]
}

// context returns where an interaction in the channel happens.
func (c *Channel) context() Context {
	switch c.Kind {
	case DirectMessages:
		return InBotDM
	case GroupMessages:
		return InPrivate
	}
	return InGuild
}

// Channel opens a text channel in a guild.
func (s *Server) Channel(guild ID, name string) (ID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.world.Guilds[guild] == nil {
		return 0, newError(CodeUnknownGuild)
	}
	return s.addChannel(&Channel{Kind: TextChannel, Guild: guild, Name: name})
}

// Group opens a group of direct messages among people. Bots cannot be in one, but people can use
// apps in it that they have installed for themselves.
func (s *Server) Group(people ...ID) (ID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range people {
		if a := s.world.Users[p]; a == nil || a.Bot {
			return 0, newError(CodeUnknownUser)
		}
	}
	return s.addChannel(&Channel{Kind: GroupMessages, Recipients: slices.Clone(people)})
}

// addChannel opens a channel.
func (s *Server) addChannel(c *Channel) (ID, error) {
	if len(s.world.Channels) >= maxChannels {
		return 0, errors.New("there is no room for more channels")
	}
	c.ID = s.nextID()
	s.world.Channels[c.ID] = c
	s.publish(&Event{Kind: "channel", Channel: c.ID})
	return c.ID, nil
}

// directChannel returns the channel of direct messages between a person and the bot.
func (s *Server) directChannel(person ID) (*Channel, error) {
	for _, c := range s.world.Channels {
		if c.Kind == DirectMessages && slices.Contains(c.Recipients, person) {
			return c, nil
		}
	}
	c := &Channel{Kind: DirectMessages, Recipients: []ID{s.world.App.ID, person}}
	_, err := s.addChannel(c)
	return c, err
}

// ChannelView is a channel as people see it.
type ChannelView struct {
	ID         ID          `json:"id"`
	Kind       ChannelKind `json:"type"`
	Guild      ID          `json:"guild,omitzero"`
	Parent     ID          `json:"parent,omitzero"`
	Name       string      `json:"name"`
	Recipients []ID        `json:"recipients,omitempty"`
	// Closed says that the person may not write. In a world, which is shown to nobody in particular, it is false.
	Closed bool `json:"closed,omitempty"`
}

func (c *Channel) summary() ChannelView {
	return ChannelView{ID: c.ID, Kind: c.Kind, Guild: c.Guild, Parent: c.Parent, Name: c.Name, Recipients: c.Recipients}
}

// channelFor returns a channel as one person sees it.
func (s *Server) channelFor(c *Channel, who ID) ChannelView {
	shown := c.summary()
	shown.Closed = !s.world.may(who, c).has(c.sends())
	return shown
}
