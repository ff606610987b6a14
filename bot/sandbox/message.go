package sandbox

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// A Message is one message as the API shows it.
type Message struct {
	ID              ID             `json:"id"`
	ChannelID       ID             `json:"channel_id"`
	GuildID         ID             `json:"guild_id,omitzero"` // only in events and to people
	Kind            int            `json:"type"`
	Author          User           `json:"author"`
	Content         string         `json:"content"`
	Flags           Flags          `json:"flags"`
	Components      []Component    `json:"components"`
	Embeds          []any          `json:"embeds"`
	Attachments     []Attachment   `json:"attachments"`
	Mentions        []User         `json:"mentions"`
	MentionRoles    []ID           `json:"mention_roles"`
	MentionEveryone bool           `json:"mention_everyone"`
	Timestamp       string         `json:"timestamp"`
	Edited          *string        `json:"edited_timestamp"`
	Pinned          bool           `json:"pinned"`
	TTS             bool           `json:"tts"`
	Nonce           string         `json:"nonce,omitempty"`
	ApplicationID   ID             `json:"application_id,omitzero"`
	WebhookID       ID             `json:"webhook_id,omitzero"`
	Interaction     *Trigger       `json:"interaction_metadata,omitempty"`
	Reference       *Reference     `json:"message_reference,omitempty"`
	Thread          map[string]any `json:"thread,omitempty"`
	Position        int            `json:"position,omitempty"`
}

// Flags are a message's flags, by Discord's bits.
type Flags int

const (
	SuppressEmbeds        Flags = 1 << 2
	HasThread             Flags = 1 << 5
	Ephemeral             Flags = 1 << 6
	Loading               Flags = 1 << 7
	SuppressNotifications Flags = 1 << 12
	ComponentsV2          Flags = 1 << 15
)

// A Trigger is the interaction that a message came from.
type Trigger struct {
	ID        ID            `json:"id"`
	Kind      int           `json:"type"`
	User      User          `json:"user"`
	Owners    map[string]ID `json:"authorizing_integration_owners"`
	Message   ID            `json:"interacted_message_id,omitzero"`
	Original  ID            `json:"original_response_message_id,omitzero"`
	Triggered *Trigger      `json:"triggering_interaction_metadata,omitempty"`
	Name      string        `json:"name,omitempty"`
}

// A Reference is the message that another replies to.
type Reference struct {
	Kind      int `json:"type"`
	ChannelID ID  `json:"channel_id"`
	MessageID ID  `json:"message_id"`
	GuildID   ID  `json:"guild_id,omitzero"`
}

// post is a message with what only Discord knows of it.
type post struct {
	Message
	Files    []Attachment `json:",omitempty"` // all, also those that components and embeds show
	Only     ID           `json:",omitzero"`  // the one person who sees it
	Pinged   []ID         `json:",omitempty"`
	OldEdits []time.Time  `json:",omitempty"` // edits made when it was over an hour old
}

const (
	maxContent  = 2000
	oldAge      = time.Hour
	maxOldEdits = 3 // Discord does not say its number; this is a small one
)

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000+00:00") }

// put makes the draft the content of a message.
func (s *Server) put(p *post, d *draft) {
	p.Content, p.Flags, p.Components, p.Embeds, p.TTS = d.content, d.flags, d.components, d.embeds, d.tts
	for _, old := range p.Files {
		if !slices.ContainsFunc(d.kept, func(a Attachment) bool { return a.ID == old.ID }) {
			s.world.forget(old.ID)
		}
	}
	p.Files = d.all()
	for _, f := range d.files {
		s.world.keep(f)
	}
	p.list()
	if p.Components == nil {
		p.Components = []Component{}
	}
	if p.Embeds == nil {
		p.Embeds = []any{}
	}
	s.mention(p, d)
}

// list lists the files that no component and no embed shows, as attachments.
func (p *post) list() {
	p.Attachments = []Attachment{}
	for _, a := range p.Files {
		inComponent := slices.ContainsFunc(mediaOf(p.Components), func(m *Media) bool { return m.AttachmentID == a.ID })
		if !inComponent && !slices.ContainsFunc(embedPictures(p.Embeds), func(m map[string]any) bool { return m["url"] == a.URL }) {
			p.Attachments = append(p.Attachments, a)
		}
	}
}

// send puts a new message into a channel and tells of it.
func (s *Server) send(c *Channel, p *post, d *draft) *post {
	if p.ID == 0 {
		p.ID = s.nextID()
	}
	p.ChannelID, p.Timestamp = c.ID, stamp(s.clock.Now())
	p.Nonce = d.nonce
	if d.reference != 0 {
		p.Kind = 19
		p.Reference = &Reference{ChannelID: c.ID, MessageID: d.reference, GuildID: c.Guild}
	}
	s.put(p, d)
	if d.mentions.replied {
		if to := c.post(d.reference); to != nil && to.Author.ID != p.Author.ID && !slices.Contains(p.Pinged, to.Author.ID) {
			p.Pinged = append(p.Pinged, to.Author.ID)
		}
	}
	if c.Archived && p.Only == 0 { // what is written there brings a thread back
		c.Archived = false
		s.tellChannel(c, "UPDATE")
	}
	c.Posts = append(c.Posts, p)
	c.Sent++
	for len(c.Posts) > maxPosts {
		s.world.drop(c.Posts[0])
		c.Posts[0] = nil
		c.Posts = c.Posts[1:]
	}
	s.announce(c, p, true)
	return p
}

// edit makes the draft the content of a message that is there, and tells of it.
func (s *Server) edit(c *Channel, p *post, d *draft) {
	now := stamp(s.clock.Now())
	p.Edited = &now
	s.put(p, d)
	s.announce(c, p, false)
}

func (s *Server) remove(c *Channel, p *post) {
	s.world.drop(p)
	c.Posts = slices.DeleteFunc(c.Posts, func(q *post) bool { return q == p })
	if p.Only == 0 {
		gone := map[string]any{"id": p.ID, "channel_id": c.ID}
		if c.Guild != 0 {
			gone["guild_id"] = c.Guild
		}
		s.emit("MESSAGE_DELETE", needMessages(c), c.Guild, gone)
	}
	s.tell(&Event{Kind: "delete", Channel: c.ID, Deleted: p.ID, only: p.Only})
	s.touch()
}

// announce tells the bot, if it asked for it, and the people of a message that is new, or
// that changed.
func (s *Server) announce(c *Channel, p *post, isNew bool) {
	e := &Event{Kind: "edit", Channel: c.ID, seen: p.Message, only: p.Only}
	e.seen.GuildID = c.Guild
	name := "MESSAGE_UPDATE"
	if isNew {
		name, e.Kind, e.pinged = "MESSAGE_CREATE", "message", p.Pinged // an edit pings nobody
	}
	if p.Only == 0 && s.world.may(s.world.App.ID, c).has(ViewChannel) {
		s.emitMessage(name, c, &e.seen)
	}
	s.tell(e)
	s.touch()
}

// visible says whether somebody sees a message of a channel that they can see.
func (p *post) visible(to ID) bool { return p.Only == 0 || p.Only == to }

// mayWrite says whether a person's client lets them write in a channel.
func (s *Server) mayWrite(who ID, c *Channel) bool {
	return s.world.may(who, c).has(c.sends()) && !(c.Archived && c.Locked)
}

// say writes a plain message.
func (s *Server) say(who, channel ID, text string) (*post, *Channel, error) {
	c, err := s.seenBy(who, channel)
	if err != nil {
		return nil, nil, err
	}
	if !s.mayWrite(who, c) {
		return nil, nil, errors.New("you may not write here")
	}
	if n := utf8.RuneCountInString(text); strings.TrimSpace(text) == "" || n > maxContent {
		return nil, nil, fmt.Errorf("a message has 1 to %d characters", maxContent)
	}
	d := &draft{content: text, mentions: allowed{users: true, everyone: true}}
	return s.send(c, &post{Message: Message{Author: s.user(who)}}, d), c, nil
}

// RemoveMessage deletes a message, as a moderator would.
func (s *Server) RemoveMessage(channel, message ID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.world.Channels[channel]
	if c == nil {
		return refuse(CodeUnknownChannel)
	}
	p := c.post(message)
	if p == nil {
		return refuse(CodeUnknownMessage)
	}
	s.remove(c, p)
	return nil
}
