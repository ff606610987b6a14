package sandbox

import (
	"encoding/hex"
	"net/http"
	"slices"
	"time"
)

// The calls about the app, servers, channels and messages.

func (s *Server) getMe(*call) (any, *Refusal) {
	me := s.world.Users[s.world.App.ID]
	return struct {
		User
		MFA      bool   `json:"mfa_enabled"`
		Locale   string `json:"locale"`
		Verified bool   `json:"verified"`
		Email    any    `json:"email"`
	}{User: me.User.shown(), Locale: me.Locale, Verified: true}, nil
}

func (s *Server) getUser(c *call) (any, *Refusal) {
	a := s.world.Users[c.id("user")]
	if a == nil {
		return nil, refuse(CodeUnknownUser)
	}
	return a.User.shown(), nil
}

func (s *Server) getMyGuilds(c *call) (any, *Refusal) {
	list := []any{}
	for _, g := range s.guilds() {
		list = append(list, map[string]any{
			"id": g.ID, "name": g.Name, "icon": nil, "banner": nil, "owner": false,
			"permissions": g.Members[s.world.App.ID].Permissions, "features": []string{},
		})
	}
	return list, nil
}

func (s *Server) getApplication(*call) (any, *Refusal) {
	app := s.world.App
	shown := map[string]any{
		"id": app.ID, "name": app.Name, "icon": nil, "description": "", "type": nil, "flags": 0,
		"bot": s.user(app.ID), "bot_public": true, "bot_require_code_grant": false, "verify_key": hex.EncodeToString(s.PublicKey()),
		"integration_types_config":  map[string]any{"0": map[string]any{}, "1": map[string]any{}},
		"interactions_endpoint_url": nil, "redirect_uris": []string{}, "role_connections_verification_url": nil,
		"owner": User{ID: 1, Username: "owner", Discriminator: "0"}, "team": nil, "summary": "",
		"approximate_guild_count": len(s.guilds()), "approximate_user_install_count": 0,
		"approximate_user_authorization_count": 0, "flags_new": "0", "explicit_content_filter": 0, "eligible_oauth2_scopes": []string{},
	}
	if app.InteractionsURL != "" {
		shown["interactions_endpoint_url"] = app.InteractionsURL
	}
	return shown, nil
}

// guild finds a server that the bot is in.
func (s *Server) guild(c *call) (*Guild, *Refusal) {
	g := s.world.Guilds[c.id("guild")]
	if g == nil {
		return nil, refuse(CodeUnknownGuild)
	}
	if g.Members[s.world.App.ID] == nil {
		return nil, refuse(CodeMissingAccess)
	}
	return g, nil
}

func (s *Server) getGuild(c *call) (any, *Refusal) {
	g, refusal := s.guild(c)
	if refusal != nil {
		return nil, refusal
	}
	return s.showGuild(g), nil
}

func (s *Server) getGuildRoles(c *call) (any, *Refusal) {
	g, refusal := s.guild(c)
	if refusal != nil {
		return nil, refusal
	}
	return []any{s.everyone(g)}, nil
}

func (s *Server) getGuildChannels(c *call) (any, *Refusal) {
	g, refusal := s.guild(c)
	if refusal != nil {
		return nil, refusal
	}
	list := []any{}
	for _, channel := range s.sortedChannels() {
		if channel.Guild == g.ID && !channel.Kind.thread() {
			list = append(list, s.showChannel(channel))
		}
	}
	return list, nil
}

func (s *Server) getActiveThreads(c *call) (any, *Refusal) {
	g, refusal := s.guild(c)
	if refusal != nil {
		return nil, refusal
	}
	list := []any{}
	for _, channel := range s.sortedChannels() {
		if channel.Guild == g.ID && channel.Kind.thread() && !channel.Archived && s.world.may(s.world.App.ID, channel).has(ViewChannel) {
			list = append(list, s.showChannel(channel))
		}
	}
	return map[string]any{"threads": list, "members": []any{}, "has_more": false}, nil
}

func (s *Server) getGuildMember(c *call) (any, *Refusal) {
	g, refusal := s.guild(c)
	if refusal != nil {
		return nil, refusal
	}
	who := c.id("user")
	if s.world.Users[who] == nil {
		return nil, refuse(CodeUnknownUser)
	}
	m := g.Members[who]
	if m == nil {
		return nil, refuse(CodeUnknownMember)
	}
	return s.showFullMember(g, who), nil
}

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

// getGateway says where the gateway is.
func (s *Server) getGateway(*call) (any, *Refusal) {
	return map[string]any{"url": s.gatewayURL()}, nil
}

func (s *Server) getGatewayBot(*call) (any, *Refusal) {
	left, reset := s.startsLeft()
	return map[string]any{
		"url": s.gatewayURL(), "shards": s.options.Shards,
		"session_start_limit": map[string]any{
			"total": startsADay, "remaining": left, "reset_after": reset.Milliseconds(), "max_concurrency": s.options.Concurrency,
		},
	}, nil
}

func (s *Server) gatewayURL() string { return "ws" + s.url[len("http"):] + "/gateway" }
