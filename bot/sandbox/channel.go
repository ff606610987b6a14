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
	Recipients  []ID // of private channels; members of threads
	Overwrites  map[ID]Overwrite
	Archived    bool
	Locked      bool
	AutoArchive int        `json:"AutoHide"` // minutes until a thread is archived, as the bot says
	RateLimit   int        `json:"Slow"`     // seconds between messages of one person, as the bot says
	Messages    []*message `json:"Posts"`
	Sent        int        // messages ever sent here
}

func (c *Channel) recipient(who ID) bool { return slices.Contains(c.Recipients, who) }

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
	c := &Channel{Kind: TextChannel, Guild: guild, Name: name}
	return c.ID, s.addChannel(c)
}

// Group opens a group of direct messages among people. Bots cannot be in one; an app
// that somebody installed for themselves can be used in it.
func (s *Server) Group(people ...ID) (ID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range people {
		if a := s.world.Users[p]; a == nil || a.Bot {
			return 0, newError(CodeUnknownUser)
		}
	}
	c := &Channel{Kind: GroupMessages, Recipients: slices.Clone(people)}
	return c.ID, s.addChannel(c)
}

// addChannel opens a channel, with an id that it has or with a new one.
func (s *Server) addChannel(c *Channel) error {
	if len(s.world.Channels) >= maxChannels {
		return errors.New("there is no room for more channels")
	}
	if c.ID == 0 {
		c.ID = s.nextID()
	}
	s.world.Channels[c.ID] = c
	s.publish(&Event{Kind: "channel", Channel: c.ID})
	return nil
}

// directChannel returns the channel of direct messages between a person and the bot.
func (s *Server) directChannel(person ID) (*Channel, error) {
	for _, c := range s.world.Channels {
		if c.Kind == DirectMessages && c.recipient(person) {
			return c, nil
		}
	}
	c := &Channel{Kind: DirectMessages, Recipients: []ID{s.world.App.ID, person}}
	return c, s.addChannel(c)
}

// changeChannel changes a channel under the lock.
func (s *Server) changeChannel(id ID, change func(*Channel) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.world.Channels[id]
	if c == nil {
		return newError(CodeUnknownChannel)
	}
	return change(c)
}

// Archive archives a thread, as a moderator would. Only moderators write to one that is locked.
func (s *Server) Archive(thread ID, locked bool) error {
	return s.changeChannel(thread, func(c *Channel) error {
		c.Archived, c.Locked = true, locked
		s.publish(&Event{Kind: "channel", Channel: c.ID})
		return nil
	})
}

// RemoveChannel deletes a channel with its threads and everything in them.
func (s *Server) RemoveChannel(id ID) error {
	return s.changeChannel(id, func(c *Channel) error {
		s.removeChannel(c)
		return nil
	})
}

func (s *Server) removeChannel(c *Channel) {
	for _, m := range c.Messages {
		s.world.removeFiles(m)
	}
	delete(s.world.Channels, c.ID)
	s.publish(&Event{Kind: "channel", Channel: c.ID})
	for _, thread := range s.world.Channels {
		if thread.Parent == c.ID {
			s.removeChannel(thread)
		}
	}
}

// RemoveMessage deletes a message, as a moderator would.
func (s *Server) RemoveMessage(channel, message ID) error {
	return s.changeChannel(channel, func(c *Channel) error {
		m := c.message(message)
		if m == nil {
			return newError(CodeUnknownMessage)
		}
		s.remove(c, m)
		return nil
	})
}

// Overwrite changes what a user may do in one channel.
func (s *Server) Overwrite(channel, who ID, o Overwrite) error {
	return s.changeChannel(channel, func(c *Channel) error {
		if c.Overwrites == nil {
			c.Overwrites = map[ID]Overwrite{}
		}
		c.Overwrites[who] = o
		s.publish(&Event{Kind: "channel", Channel: c.ID})
		return nil
	})
}
