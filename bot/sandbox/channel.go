package sandbox

import (
	"errors"
	"slices"
)

// ChannelKind is what a channel is, by Discord's numbers.
type ChannelKind int

const (
	TextChannel    ChannelKind = 0
	DirectMessages ChannelKind = 1
	GroupMessages  ChannelKind = 3
	PublicThread   ChannelKind = 11
	PrivateThread  ChannelKind = 12
)

func (k ChannelKind) private() bool { return k == DirectMessages || k == GroupMessages }
func (k ChannelKind) thread() bool  { return k == PublicThread || k == PrivateThread }

// A Channel is a place where messages are.
type Channel struct {
	ID         ID
	Kind       ChannelKind
	Guild      ID // zero in private
	Parent     ID // of a thread
	Name       string
	Owner      ID   // of a thread
	Recipients []ID // of private channels; members of threads
	Overwrites map[ID]Overwrite
	Archived   bool
	Locked     bool
	AutoHide   int // minutes until a thread is archived, as told
	Slow       int // seconds between messages of one person, as told
	Posts      []*post
	Sent       int // messages ever sent here
}

func (c *Channel) recipient(who ID) bool { return slices.Contains(c.Recipients, who) }

// post finds a message of the channel by its id.
func (c *Channel) post(id ID) *post {
	i, ok := slices.BinarySearchFunc(c.Posts, id, func(p *post, id ID) int {
		switch {
		case p.ID < id:
			return -1
		case p.ID > id:
			return 1
		}
		return 0
	})
	if !ok {
		return nil
	}
	return c.Posts[i]
}

// Channel opens a text channel in a server.
func (s *Server) Channel(guild ID, name string) (ID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.world.Guilds[guild] == nil {
		return 0, refuse(CodeUnknownGuild)
	}
	return s.open(&Channel{Kind: TextChannel, Guild: guild, Name: name})
}

// Group opens a group of direct messages among people. Bots cannot be in one; an app
// that somebody installed for themselves can be used in it.
func (s *Server) Group(people ...ID) (ID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range people {
		if a := s.world.Users[p]; a == nil || a.Bot {
			return 0, refuse(CodeUnknownUser)
		}
	}
	return s.open(&Channel{Kind: GroupMessages, Recipients: slices.Clone(people)})
}

func (s *Server) open(c *Channel) (ID, error) {
	if len(s.world.Channels) >= maxChannels {
		return 0, errors.New("there is no room for more channels")
	}
	if c.ID == 0 {
		c.ID = s.nextID()
	}
	s.world.Channels[c.ID] = c
	s.tellChannel(c, "CREATE")
	return c.ID, nil
}

// tellChannel tells the bot, and people, that a channel was opened, changed or removed:
// CREATE, UPDATE or DELETE. Of private ones the bot hears when something is said there.
func (s *Server) tellChannel(c *Channel, what string) {
	if c.Kind.thread() {
		s.emit("THREAD_"+what, needGuilds, c.Guild, s.showChannel(c))
	} else if !c.Kind.private() {
		s.emit("CHANNEL_"+what, needGuilds, c.Guild, s.showChannel(c))
	}
	s.tell(&Event{Kind: "channel", Channel: c.ID})
	s.touch()
}

// direct is the channel of direct messages between a person and the bot.
func (s *Server) direct(person ID) (*Channel, error) {
	for _, c := range s.world.Channels {
		if c.Kind == DirectMessages && c.recipient(person) {
			return c, nil
		}
	}
	c := &Channel{Kind: DirectMessages, Recipients: []ID{s.world.App.ID, person}}
	_, err := s.open(c)
	return c, err
}

// RemoveChannel deletes a channel with its threads and everything in them.
func (s *Server) RemoveChannel(id ID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.world.Channels[id]
	if c == nil {
		return refuse(CodeUnknownChannel)
	}
	s.removeChannel(c)
	return nil
}

func (s *Server) removeChannel(c *Channel) {
	for _, p := range c.Posts {
		s.world.drop(p)
	}
	delete(s.world.Channels, c.ID)
	s.tellChannel(c, "DELETE")
	for _, thread := range s.world.Channels {
		if thread.Kind.thread() && thread.Parent == c.ID {
			s.removeChannel(thread)
		}
	}
}

// Overwrite changes what somebody may do in one channel.
func (s *Server) Overwrite(channel, who ID, o Overwrite) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.world.Channels[channel]
	if c == nil || c.Kind != TextChannel {
		return refuse(CodeUnknownChannel)
	}
	if c.Overwrites == nil {
		c.Overwrites = map[ID]Overwrite{}
	}
	c.Overwrites[who] = o
	s.tellChannel(c, "UPDATE")
	return nil
}
