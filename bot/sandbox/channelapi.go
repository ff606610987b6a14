package sandbox

import (
	"net/http"
)

// The calls about channels and threads.

func (s *Server) createDM(c *call) (any, *Refusal) {
	f := c.body.form
	f.require("recipient_id")
	id := f.id("recipient_id")
	if refusal := f.notes.refusal(); refusal != nil {
		return nil, refusal
	}
	a := s.world.Users[id]
	if a == nil {
		return nil, refuse(codeInvalidRecipients)
	}
	if a.Bot {
		return nil, refuse(CodeCannotMessageUser)
	}
	channel, err := s.direct(id)
	if err != nil {
		return nil, plain(http.StatusInternalServerError)
	}
	return s.showChannel(channel), nil
}

// channel finds a channel in which the bot may do all of what is needed.
func (s *Server) channel(c *call, needed Permissions) (*Channel, *Refusal) {
	channel := s.world.Channels[c.id("channel")]
	if channel == nil {
		return nil, refuse(CodeUnknownChannel)
	}
	may := s.world.may(s.world.App.ID, channel)
	if !may.has(ViewChannel) {
		return nil, refuse(CodeMissingAccess)
	}
	if !may.has(needed) {
		return nil, refuse(CodeMissingPermissions)
	}
	return channel, nil
}

func (s *Server) getChannel(c *call) (any, *Refusal) {
	channel, refusal := s.channel(c, ViewChannel)
	if refusal != nil {
		return nil, refusal
	}
	return s.showChannel(channel), nil
}

// editChannel renames, archives and locks threads.
func (s *Server) editChannel(c *call) (any, *Refusal) {
	channel, refusal := s.channel(c, ViewChannel)
	if refusal != nil {
		return nil, refusal
	}
	may, f := s.world.may(s.world.App.ID, channel), c.body.form
	switch {
	case channel.Kind.private():
		return nil, refuse(CodeDirectMessage)
	case channel.Kind.thread() && channel.Owner != s.world.App.ID && !may.has(ManageThreads),
		channel.Kind.thread() && f.given("locked") && !may.has(ManageThreads),
		!channel.Kind.thread() && !may.has(ManageChannels):
		return nil, refuse(CodeMissingPermissions)
	}
	if channel.Archived && !(f.named("archived") && f.fields["archived"] == false) {
		return nil, refuse(CodeThreadArchived)
	}
	changed := *channel
	if f.given("name") {
		changed.Name = f.text("name", 1, 100)
	}
	if channel.Kind.thread() {
		if f.given("archived") {
			changed.Archived = f.yes("archived")
		}
		if f.given("locked") {
			changed.Locked = f.yes("locked")
		}
		if f.given("auto_archive_duration") {
			changed.AutoHide = autoHide(f)
		}
	}
	if f.given("rate_limit_per_user") {
		changed.Slow = int(f.integer("rate_limit_per_user", 0, 21600))
	}
	if refusal := f.notes.refusal(); refusal != nil {
		return nil, refusal
	}
	*channel = changed
	s.tellChannel(channel, "UPDATE")
	return s.showChannel(channel), nil
}

func (s *Server) deleteChannel(c *call) (any, *Refusal) {
	channel, refusal := s.channel(c, ViewChannel)
	if refusal != nil {
		return nil, refusal
	}
	needed := ManageChannels
	if channel.Kind.thread() {
		needed = ManageThreads
	}
	if channel.Kind.private() {
		return nil, refuse(CodeDirectMessage)
	}
	if !s.world.may(s.world.App.ID, channel).has(needed) {
		return nil, refuse(CodeMissingPermissions)
	}
	shown := s.showChannel(channel)
	s.removeChannel(channel)
	return shown, nil
}

func (s *Server) typing(c *call) (any, *Refusal) {
	channel, refusal := s.channel(c, ViewChannel)
	if refusal != nil {
		return nil, refusal
	}
	if !s.world.may(s.world.App.ID, channel).has(channel.sends()) {
		return nil, refuse(CodeMissingPermissions)
	}
	return nil, nil
}

func autoHide(f form) int {
	n := int(f.integer("auto_archive_duration", 0, 100000))
	if n != 60 && n != 1440 && n != 4320 && n != 10080 {
		f.note("auto_archive_duration", "BASE_TYPE_CHOICES", "Value must be one of (60, 1440, 4320, 10080).")
	}
	return n
}

// createThread opens a thread: from a message, if the path names one.
func (s *Server) createThread(c *call) (any, *Refusal) {
	channel, refusal := s.channel(c, ViewChannel)
	if refusal != nil {
		return nil, refusal
	}
	if channel.Kind != TextChannel {
		return nil, refuse(CodeWrongChannelType)
	}
	f := c.body.form
	thread := &Channel{Kind: PrivateThread, Guild: channel.Guild, Parent: channel.ID, Owner: s.world.App.ID,
		Recipients: []ID{s.world.App.ID}, AutoHide: 4320}
	var start *post
	if c.r.PathValue("message") != "" {
		if start = channel.post(c.id("message")); start == nil || start.Only != 0 {
			return nil, refuse(CodeUnknownMessage)
		}
		if start.Flags&HasThread != 0 {
			return nil, refuse(CodeThreadAlreadyThere)
		}
		thread.ID, thread.Kind = start.ID, PublicThread
	} else if f.given("type") {
		thread.Kind = ChannelKind(f.integer("type", 10, 12))
		if !thread.Kind.thread() {
			f.note("type", "BASE_TYPE_CHOICES", "Value must be one of (11, 12).")
		}
	}
	thread.Name = f.requiredText("name", 1, 100)
	if f.given("auto_archive_duration") {
		thread.AutoHide = autoHide(f)
	}
	if f.given("rate_limit_per_user") {
		thread.Slow = int(f.integer("rate_limit_per_user", 0, 21600))
	}
	if refusal := f.notes.refusal(); refusal != nil {
		return nil, refusal
	}
	needed := CreatePublicThread
	if thread.Kind == PrivateThread {
		needed = CreatePrivateThread
	}
	if !s.world.may(s.world.App.ID, channel).has(needed) {
		return nil, refuse(CodeMissingPermissions)
	}
	if start != nil && s.world.Channels[start.ID] != nil {
		return nil, refuse(CodeThreadAlreadyThere)
	}
	if _, err := s.open(thread); err != nil {
		return nil, plain(http.StatusInternalServerError)
	}
	if start != nil {
		start.Flags |= HasThread
		start.Thread = s.showChannel(thread)
		s.announce(channel, start, false)
	}
	c.status = http.StatusCreated
	return s.showChannel(thread), nil
}

func (s *Server) addThreadMember(c *call) (any, *Refusal) {
	thread, refusal := s.channel(c, ViewChannel)
	if refusal != nil {
		return nil, refusal
	}
	if !thread.Kind.thread() {
		return nil, refuse(CodeWrongChannelType)
	}
	who := c.id("user")
	if c.r.PathValue("user") == "@me" {
		who = s.world.App.ID
	}
	if s.world.Guilds[thread.Guild].Members[who] == nil {
		return nil, refuse(CodeUnknownMember)
	}
	if thread.Archived {
		return nil, refuse(CodeThreadArchived)
	}
	if !s.world.may(s.world.App.ID, thread).has(SendInThreads) {
		return nil, refuse(CodeMissingPermissions)
	}
	if !thread.recipient(who) {
		thread.Recipients = append(thread.Recipients, who)
		s.tell(&Event{Kind: "channel", Channel: thread.ID})
		s.touch()
	}
	return nil, nil
}
