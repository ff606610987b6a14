package sandbox

import (
	"slices"
	"time"
)

// The calls about messages.

// published is a message that the API shows: not one that only one person sees.
func (s *Server) published(c *call, needed Permissions) (*Channel, *post, *Refusal) {
	channel, refusal := s.channel(c, needed)
	if refusal != nil {
		return nil, nil, refusal
	}
	p := channel.post(c.id("message"))
	if p == nil || p.Only != 0 {
		return nil, nil, refuse(CodeUnknownMessage)
	}
	return channel, p, nil
}

func (s *Server) getMessage(c *call) (any, *Refusal) {
	_, p, refusal := s.published(c, ViewChannel|ReadHistory)
	if refusal != nil {
		return nil, refusal
	}
	return s.overAPI(p), nil
}

// overAPI is a message as the bot may see it: with its content only if it is the
// bot's own, if it was asked for, or if the app may read every message.
func (s *Server) overAPI(p *post) Message {
	return s.readable(p.Message, s.world.App.Privileged)
}

func (s *Server) readable(m Message, may Intents) Message {
	me := s.world.App.ID
	c := s.world.Channels[m.ChannelID]
	if m.Author.ID == me || may&MessageContent != 0 || c != nil && c.Kind.private() ||
		slices.ContainsFunc(m.Mentions, func(u User) bool { return u.ID == me }) {
		return m
	}
	m.Content, m.Embeds, m.Attachments, m.Components = "", []any{}, []Attachment{}, []Component{}
	return m
}

func (s *Server) listMessages(c *call) (any, *Refusal) {
	channel, refusal := s.channel(c, ViewChannel)
	if refusal != nil {
		return nil, refusal
	}
	f := form{notes: &notes{}, fields: map[string]any{}}
	for key, values := range c.r.URL.Query() {
		f.fields[key] = values[0]
	}
	limit := 50
	if f.given("limit") {
		limit = int(f.integer("limit", 1, 100))
	}
	before, after := f.id("before"), f.id("after")
	if around := f.id("around"); around != 0 {
		f.note("around", "SANDBOX_NOT_SERVED", "The sandbox lists before and after a message, not around one")
	}
	if refusal := f.notes.refusal(); refusal != nil {
		return nil, refusal
	}
	list := []Message{}
	if !s.world.may(s.world.App.ID, channel).has(ReadHistory) {
		return list, nil
	}
	var found []*post
	for _, p := range channel.Posts {
		if p.Only == 0 && (before == 0 || p.ID < before) && p.ID > after {
			found = append(found, p)
		}
	}
	// With `after`, those next to it; else the newest. Newest first in both cases.
	if len(found) > limit && after != 0 {
		found = found[:limit]
	} else if len(found) > limit {
		found = found[len(found)-limit:]
	}
	for _, p := range slices.Backward(found) {
		list = append(list, s.overAPI(p))
	}
	return list, nil
}

func (s *Server) createMessage(c *call) (any, *Refusal) {
	channel, refusal := s.channel(c, ViewChannel)
	if refusal != nil {
		return nil, refusal
	}
	may := s.world.may(s.world.App.ID, channel)
	if !may.has(channel.sends()) || len(c.body.files) > 0 && !may.has(AttachFiles) {
		return nil, refuse(CodeMissingPermissions)
	}
	if refusal := s.mayReach(channel); refusal != nil {
		return nil, refusal
	}
	if channel.Archived && channel.Locked && !may.has(ManageThreads) {
		return nil, refuse(CodeThreadArchived)
	}
	d, refusal := s.compose(c.body, channel.ID, nil, false)
	if refusal != nil {
		return nil, refusal
	}
	d.flags &^= Ephemeral // only answers can be seen by one alone
	if d.reference != 0 {
		if !may.has(ReadHistory) {
			return nil, refuse(codeCannotReplyWithoutLog)
		}
		if channel.post(d.reference) == nil {
			f := c.body.form
			f.note("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
			return nil, f.notes.refusal()
		}
	}
	if !may.has(EmbedLinks) {
		d.embeds = nil
		if d.empty() {
			return nil, refuse(CodeEmptyMessage)
		}
	}
	if c.body.form.yes("enforce_nonce") {
		if p := s.sentBefore(channel, d.nonce); p != nil {
			return p.Message, nil
		}
	}
	return s.send(channel, &post{Message: Message{Author: s.user(s.world.App.ID)}}, d).Message, nil
}

// nonceLives is how long a message is not sent again that is the same by its nonce. Of
// Discord it is only known that it is a few minutes.
const nonceLives = 5 * time.Minute

// sentBefore finds the message that the bot sent a short while ago with a nonce.
func (s *Server) sentBefore(c *Channel, nonce string) *post {
	if nonce == "" {
		return nil
	}
	for _, p := range slices.Backward(c.Posts) {
		if p.Nonce != nonce || p.Author.ID != s.world.App.ID {
			continue
		}
		if at, err := time.Parse(time.RFC3339, p.Timestamp); err == nil && s.clock.Now().Sub(at) < nonceLives {
			return p
		}
	}
	return nil
}

// mayReach says whether a person lets the bot write to them.
func (s *Server) mayReach(channel *Channel) *Refusal {
	if channel.Kind != DirectMessages {
		return nil
	}
	for _, id := range channel.Recipients {
		if a := s.world.Users[id]; a != nil && !a.Bot && (a.ClosedDMs || !s.acquainted(id)) {
			return refuse(CodeCannotMessageUser)
		}
	}
	return nil
}

// acquainted says whether a person and the bot share a server, or the person has the
// app: else Discord delivers nothing.
func (s *Server) acquainted(person ID) bool {
	if s.world.Users[person].Installed {
		return true
	}
	for _, g := range s.guilds() {
		if g.Members[person] != nil {
			return true
		}
	}
	return false
}

func (s *Server) editMessage(c *call) (any, *Refusal) {
	channel, p, refusal := s.published(c, ViewChannel)
	if refusal != nil {
		return nil, refusal
	}
	if p.Author.ID != s.world.App.ID {
		return nil, refuse(CodeNotYourMessage)
	}
	if channel.Archived {
		return nil, refuse(CodeThreadArchived)
	}
	if len(c.body.files) > 0 && !s.world.may(s.world.App.ID, channel).has(AttachFiles) {
		return nil, refuse(CodeMissingPermissions)
	}
	now := s.clock.Now()
	old := now.Sub(p.ID.Time()) > oldAge
	if old {
		p.OldEdits = slices.DeleteFunc(p.OldEdits, func(t time.Time) bool { return now.Sub(t) >= oldAge })
		if len(p.OldEdits) >= maxOldEdits {
			return nil, refuse(CodeTooManyOldEdits)
		}
	}
	d, refusal := s.compose(c.body, channel.ID, p, false)
	if refusal != nil {
		return nil, refusal
	}
	if old {
		p.OldEdits = append(p.OldEdits, now)
	}
	s.edit(channel, p, d)
	return p.Message, nil
}

func (s *Server) deleteMessage(c *call) (any, *Refusal) {
	channel, p, refusal := s.published(c, ViewChannel)
	if refusal != nil {
		return nil, refusal
	}
	if p.Author.ID != s.world.App.ID {
		if channel.Kind.private() {
			return nil, refuse(CodeDirectMessage)
		}
		if !s.world.may(s.world.App.ID, channel).has(ManageMessages) {
			return nil, refuse(CodeMissingPermissions)
		}
	}
	s.remove(channel, p)
	return nil, nil
}
