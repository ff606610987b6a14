package sandbox

import (
	"net/http"
	"slices"
	"time"
)

// The calls about channels and messages.

func (s *Server) createDM(c *call) (any, error) {
	read, err := c.body.read(shape{"recipient_id!": snowflake})
	if err != nil {
		return nil, err
	}
	a := s.world.Users[field[ID](read, "recipient_id")]
	if a == nil {
		return nil, newError(codeInvalidRecipients)
	}
	if a.Bot {
		return nil, newError(CodeCannotMessageUser)
	}
	channel, err := s.directChannel(a.ID)
	if err != nil {
		return nil, statusError(http.StatusInternalServerError)
	}
	return s.channelObject(channel), nil
}

// inChannel finds a channel that the bot can see.
func inChannel(s *Server, c *call) error {
	c.channel = s.world.Channels[c.id("channel")]
	if c.channel == nil {
		return newError(CodeUnknownChannel)
	}
	c.may = s.world.may(s.world.App.ID, c.channel)
	if !c.may.has(ViewChannel) {
		return newError(CodeMissingAccess)
	}
	return nil
}

// ofMessage finds a message that everybody in its channel sees.
func ofMessage(s *Server, c *call) error {
	if err := inChannel(s, c); err != nil {
		return err
	}
	c.message = c.channel.message(c.id("message"))
	if c.message == nil || c.message.Only != 0 {
		return newError(CodeUnknownMessage)
	}
	return nil
}

func (s *Server) getChannel(c *call) (any, error) { return s.channelObject(c.channel), nil }

var threadShape = shape{
	"name!": text(1, 100),
	// Without a type, Discord opens a private thread, which the sandbox does not have.
	"type!":                 oneOfNumbers(int64(PublicThread)),
	"auto_archive_duration": oneOfNumbers(60, 1440, 4320, 10080), "invitable": flag,
}

func (s *Server) createThread(c *call) (any, error) {
	if c.channel.Kind != TextChannel {
		return nil, newError(CodeWrongChannelType)
	}
	read, err := c.body.read(threadShape)
	if err != nil {
		return nil, err
	}
	if !c.may.has(CreatePublicThread) {
		return nil, newError(CodeMissingPermissions)
	}
	thread := &Channel{
		Kind: PublicThread, Guild: c.channel.Guild, Parent: c.channel.ID, Owner: s.world.App.ID, Recipients: []ID{s.world.App.ID},
		Name: read.text("name"), AutoArchive: read.number("auto_archive_duration", 4320),
	}
	if _, err := s.addChannel(thread); err != nil {
		return nil, statusError(http.StatusInternalServerError)
	}
	c.status = http.StatusCreated
	return s.channelObject(thread), nil
}

func (s *Server) getMessage(c *call) (any, error) {
	if !c.may.has(ReadHistory) {
		return nil, newError(CodeMissingPermissions)
	}
	return s.forBot(c.message.Message), nil
}

var pageShape = shape{
	"limit": integer(1, 100), "before": snowflake,
	"after": notServed("lists after a message"), "around": notServed("lists around a message"),
}

func (s *Server) listMessages(c *call) (any, error) {
	c.body.fields = map[string]any{}
	for key, values := range c.URL.Query() {
		c.body.fields[key] = values[0]
	}
	read, err := c.body.read(pageShape)
	if err != nil {
		return nil, err
	}
	list := []Message{}
	if !c.may.has(ReadHistory) {
		return list, nil
	}
	limit := read.number("limit", 50)
	before := field[ID](read, "before")
	found := slices.DeleteFunc(slices.Clone(c.channel.Messages), func(m *message) bool {
		return m.Only != 0 || before != 0 && m.ID >= before
	})
	found = found[max(0, len(found)-limit):]
	for _, m := range slices.Backward(found) {
		list = append(list, s.forBot(m.Message))
	}
	return list, nil
}

func (s *Server) createMessage(c *call) (any, error) {
	switch {
	case !c.may.has(c.channel.sends()) || len(c.body.files) > 0 && !c.may.has(AttachFiles):
		return nil, newError(CodeMissingPermissions)
	case !s.reaches(c.channel):
		return nil, newError(CodeCannotMessageUser)
	}
	d, err := s.compose(c.body, c.channel.ID, nil)
	if err != nil {
		return nil, err
	}
	if d.once {
		if m := s.sentBefore(c.channel, d.Nonce); m != nil {
			return m.Message, nil
		}
	}
	d.Flags &^= Ephemeral // only responses can be seen by one alone
	d.Author = s.user(s.world.App.ID)
	return s.send(c.channel, d).Message, nil
}

// nonceLives is how long a second message with the same nonce is not sent. Discord only says that it
// is a few minutes.
const nonceLives = 5 * time.Minute

// sentBefore finds the message that the bot sent a short while ago with a nonce.
func (s *Server) sentBefore(c *Channel, nonce string) *message {
	for _, m := range slices.Backward(c.Messages) {
		if nonce != "" && m.Nonce == nonce && m.Author.ID == s.world.App.ID && s.clock.Now().Sub(m.ID.Time()) < nonceLives {
			return m
		}
	}
	return nil
}

// reaches reports whether the bot can write to a channel. A person gets no direct messages if they
// refuse them, or if they neither share a guild with the bot nor have the app.
func (s *Server) reaches(c *Channel) bool {
	if c.Kind != DirectMessages {
		return true
	}
	a := s.world.Users[c.Recipients[1]]
	shares := slices.ContainsFunc(s.guilds(), func(g *Guild) bool { return g.Members[a.ID] != nil })
	return !a.ClosedDMs && (a.Installed || shares)
}

func (s *Server) editMessage(c *call) (any, error) {
	switch {
	case c.message.Author.ID != s.world.App.ID:
		return nil, newError(CodeNotYourMessage)
	case len(c.body.files) > 0 && !c.may.has(AttachFiles):
		return nil, newError(CodeMissingPermissions)
	}
	now := s.clock.Now()
	old := now.Sub(c.message.ID.Time()) > oldAge
	if old {
		c.message.OldEdits = slices.DeleteFunc(c.message.OldEdits, func(t time.Time) bool { return now.Sub(t) >= oldAge })
		if len(c.message.OldEdits) >= maxOldEdits {
			return nil, newError(CodeTooManyOldEdits)
		}
	}
	err := s.edit(c.body, c.message)
	if err == nil && old {
		c.message.OldEdits = append(c.message.OldEdits, now)
	}
	return c.message.Message, err
}

func (s *Server) deleteMessage(c *call) (any, error) {
	if c.message.Author.ID != s.world.App.ID {
		return nil, newError(CodeMissingPermissions)
	}
	s.remove(c.channel, c.message)
	return nil, nil
}
