package sandbox

import (
	"regexp"
	"slices"
	"time"
)

// A Message is one message as the API shows it.
type Message struct {
	ID              ID                   `json:"id"`
	ChannelID       ID                   `json:"channel_id"`
	GuildID         ID                   `json:"guild_id,omitzero"` // only to people
	Kind            int                  `json:"type"`
	Author          User                 `json:"author"`
	Content         string               `json:"content"`
	Flags           Flags                `json:"flags"`
	Components      []Component          `json:"components"`
	Embeds          [0]any               `json:"embeds"`
	Attachments     []Attachment         `json:"attachments"`
	Mentions        []User               `json:"mentions"`
	MentionRoles    []ID                 `json:"mention_roles"`
	MentionEveryone bool                 `json:"mention_everyone"`
	Timestamp       string               `json:"timestamp"`
	Edited          *string              `json:"edited_timestamp"`
	Pinned          bool                 `json:"pinned"`
	TTS             bool                 `json:"tts"`
	Nonce           string               `json:"nonce,omitempty"`
	ApplicationID   ID                   `json:"application_id,omitzero"`
	WebhookID       ID                   `json:"webhook_id,omitzero"`
	Interaction     *InteractionMetadata `json:"interaction_metadata,omitempty"`
	Thread          map[string]any       `json:"thread,omitempty"`
}

// Flags are a message's flags, by Discord's bits.
type Flags int

const (
	Ephemeral    Flags = 1 << 6
	Loading      Flags = 1 << 7
	ComponentsV2 Flags = 1 << 15
)

// An InteractionMetadata is the interaction that a message came from.
type InteractionMetadata struct {
	ID        ID                   `json:"id"`
	Kind      int                  `json:"type"`
	User      User                 `json:"user"`
	Owners    map[string]ID        `json:"authorizing_integration_owners"`
	Message   ID                   `json:"interacted_message_id,omitzero"`
	Triggered *InteractionMetadata `json:"triggering_interaction_metadata,omitempty"`
	Name      string               `json:"name,omitempty"`
}

// message is a message with what its readers do not get.
type message struct {
	Message
	Files    []Attachment `json:",omitempty"` // all, also those that components show
	Only     ID           `json:",omitzero"`  // the only person who sees it, zero: everybody
	Pinged   []ID         `json:",omitempty"`
	OldEdits []time.Time  `json:",omitempty"` // edits made when it was over an hour old
}

const (
	oldAge      = time.Hour
	maxOldEdits = 3 // Discord does not say its number; this is a small one
)

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000+00:00") }

// replaceMessage makes a message what a draft says, and stores its new files.
func (s *Server) replaceMessage(m *message, d *draft) {
	for _, old := range m.Files {
		if !hasFile(d.Files, old.ID) {
			s.world.removeFile(old.ID)
		}
	}
	for _, f := range d.files {
		s.world.addFile(f)
	}
	*m = d.message
	if m.Components == nil {
		m.Components = []Component{}
	}
	// Attachments are the files that no component shows.
	m.Attachments = slices.DeleteFunc(append([]Attachment{}, m.Files...), func(a Attachment) bool {
		return slices.ContainsFunc(mediaIn(m.Components), func(shown *Media) bool { return shown.URL == a.URL })
	})
	s.mention(m, d.pings)
}

// mediaIn returns the pictures and files that components show.
func mediaIn(components []Component) (all []*Media) {
	walk(components, func(c *Component) {
		if c.File != nil {
			all = append(all, c.File)
		}
		for i := range c.Items {
			all = append(all, &c.Items[i].Media)
		}
	})
	return all
}

// send puts a new message into a channel and publishes it.
func (s *Server) send(c *Channel, d *draft) *message {
	m := &message{}
	d.ID, d.ChannelID, d.Timestamp = s.nextID(), c.ID, stamp(s.Now())
	s.replaceMessage(m, d)
	c.Messages = append(c.Messages, m)
	c.Sent++
	if len(c.Messages) > maxMessages {
		s.world.removeFiles(c.Messages[0])
		c.Messages = c.Messages[1:]
	}
	s.publishMessage("message", m)
	return m
}

// edit changes a message as the bot says, and publishes it. One that was deferred is no longer loading.
func (s *Server) edit(b body, m *message) error {
	d, err := s.compose(b, m.ChannelID, m)
	if err != nil {
		return err
	}
	d.Flags &^= Loading
	d.Nonce = m.Nonce
	d.Edited = new(stamp(s.Now()))
	s.replaceMessage(m, d)
	s.publishMessage("edit", m)
	return nil
}

func (s *Server) remove(c *Channel, m *message) {
	s.world.removeFiles(m)
	c.Messages = slices.DeleteFunc(c.Messages, func(other *message) bool { return other == m })
	s.publish(&Event{Kind: "delete", Channel: c.ID, Deleted: m.ID, only: m.Only})
}

// publishMessage publishes a message, as it is now.
func (s *Server) publishMessage(kind string, m *message) {
	now := *m
	s.publish(&Event{Kind: kind, Channel: m.ChannelID, message: &now, only: m.Only})
}

// forBot returns a message as the bot may read it: with its content if it is the bot's own, if it
// mentions the bot, or in direct messages.
func (s *Server) forBot(m Message) Message {
	me := s.world.App.ID
	c := s.world.Channels[m.ChannelID]
	if m.Author.ID != me && !c.Kind.private() && !slices.ContainsFunc(m.Mentions, func(u User) bool { return u.ID == me }) {
		m.Content, m.Attachments, m.Components = "", []Attachment{}, []Component{}
	}
	return m
}

// visible reports whether a user who sees the channel sees the message.
func (m *message) visible(to ID) bool { return m.Only == 0 || m.Only == to }

// pingable returns whom a message may ping, by its allowed_mentions: without them, everybody whom its
// text mentions.
func pingable(message fields) func(ID) bool {
	allowed, ok := message["allowed_mentions"].(fields)
	all := !ok || slices.Contains(allowed.list("parse"), any("users"))
	return func(id ID) bool { return all || slices.Contains(allowed.list("users"), any(id)) }
}

var userMention = regexp.MustCompile(`<@!?(\d{1,20})>`)

// mention records whom a message mentions, and whom of them it pings. An edit pings nobody.
func (s *Server) mention(m *message, allowed func(ID) bool) {
	c := s.world.Channels[m.ChannelID]
	m.Mentions, m.MentionRoles = []User{}, []ID{}
	texts := m.Content
	walk(m.Components, func(c *Component) { texts += "\n" + c.Content })
	seen := map[ID]bool{}
	for _, found := range userMention.FindAllStringSubmatch(texts, 500) {
		id, _ := ParseID(found[1])
		a := s.world.Users[id]
		if a == nil || seen[id] || !allowed(id) {
			continue
		}
		seen[id] = true
		m.Mentions = append(m.Mentions, a.User)
		if m.Edited == nil && id != m.Author.ID && m.visible(id) && s.world.may(id, c).has(ViewChannel) {
			m.Pinged = append(m.Pinged, id)
		}
	}
}
