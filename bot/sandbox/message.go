package sandbox

import (
	"regexp"
	"slices"
	"strconv"
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
	Only     ID          `json:",omitzero"` // the one person who sees it
	Pinged   []ID        `json:",omitempty"`
	OldEdits []time.Time `json:",omitempty"` // edits made when it was over an hour old
}

const (
	maxContent  = 2000
	oldAge      = time.Hour
	maxOldEdits = 3 // Discord does not say its number; this is a small one
)

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000+00:00") }

// draft is the part of a message that its author decides.
type draft struct {
	content    string
	flags      Flags
	components []Component
	embeds     []any
	kept       []Attachment // of an edit: what stays of what was there
	files      []*stored
	mentions   allowed
	tts        bool
	nonce      string
	reference  ID
}

func (d *draft) empty() bool {
	return strings.TrimSpace(d.content) == "" && len(d.components) == 0 && len(d.embeds) == 0 && len(d.kept) == 0 && len(d.files) == 0
}

// compose reads what a bot wants a message to be. before is the message that it
// edits, or nil. Files are not kept before the message is.
func (s *Server) compose(b body, channel ID, before *post, ephemeral bool) (*draft, *Refusal) {
	f, d := b.form, &draft{}
	if before != nil {
		d.content, d.flags, d.components, d.embeds = before.Content, before.Flags, before.Components, before.Embeds
		d.kept = before.Attachments
	}
	v2before := d.flags&ComponentsV2 != 0
	if f.given("flags") {
		asked := Flags(f.integer("flags", 0, 1<<31-1))
		// Only these can be chosen; the rest of the bits are passed over, as Discord does.
		if before == nil {
			d.flags = asked & (SuppressEmbeds | Ephemeral | SuppressNotifications | ComponentsV2)
		} else {
			d.flags = d.flags&^SuppressEmbeds | asked&(SuppressEmbeds|ComponentsV2)
		}
		if asked&ComponentsV2 == 0 && v2before {
			f.note("flags", "MESSAGE_FLAGS_CANNOT_UNSET_COMPONENTS_V2", "The IS_COMPONENTS_V2 flag cannot be removed from a message")
		}
	}
	v2 := d.flags&ComponentsV2 != 0
	if f.named("content") {
		d.content = f.text("content", 0, maxContent)
	}
	if f.named("embeds") {
		d.embeds = parseEmbeds(f)
	}
	d.tts, d.nonce = f.yes("tts"), ""
	if n, ok := f.fields["nonce"].(string); ok {
		d.nonce = n
		if utf8.RuneCountInString(n) > 25 {
			f.note("nonce", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
		}
	}
	if reference, ok := f.object("message_reference"); ok {
		d.reference = reference.id("message_id")
		reference.require("message_id")
	}
	if f.given("sticker_ids") && len(f.values("sticker_ids", 0, 3)) > 0 {
		f.note("sticker_ids", "SANDBOX_NOT_SERVED", "The sandbox has no stickers")
	}
	if f.given("poll") {
		f.note("poll", "SANDBOX_NOT_SERVED", "The sandbox has no polls")
	}
	d.mentions = parseAllowed(f)
	s.attach(b, d, channel, before, ephemeral || d.flags&Ephemeral != 0)
	if f.named("components") {
		d.components = parseComponents(f, v2, d.media)
	} else if v2 && !v2before && before != nil && len(before.Components) > 0 {
		f.note("components", "BASE_TYPE_REQUIRED", "This field is required")
	}
	if v2 {
		// Present means filled: discordgo always writes empty ones.
		for key, filled := range map[string]bool{"content": d.content != "", "embeds": len(d.embeds) > 0} {
			if filled {
				f.note(key, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "The '%s' field cannot be used when using MessageFlags.IS_COMPONENTS_V2", key)
			}
		}
		if len(d.components) == 0 && f.notes.refusal() == nil {
			return nil, refuse(CodeEmptyMessage)
		}
	}
	if total := len(d.kept) + len(d.files); total > maxFiles {
		return nil, refuse(codeTooManyUploads)
	}
	if refusal := f.notes.refusal(); refusal != nil {
		return nil, refusal
	}
	if d.empty() {
		return nil, refuse(CodeEmptyMessage)
	}
	return d, nil
}

// attach pairs what `attachments` says with the files that came along and with those
// that the message has. A file that is not spoken of comes without a description.
func (s *Server) attach(b body, d *draft, channel ID, before *post, ephemeral bool) {
	f := b.form
	about := map[int]string{}
	names := map[int]string{}
	if f.named("attachments") {
		d.kept = nil
		for _, item := range f.forms("attachments", 0, maxFiles) {
			if !item.require("id") {
				continue
			}
			text := item.text("description", 0, maxAltText)
			id := item.idOrIndex("id")
			if i := slices.IndexFunc(b.files, func(u upload) bool { return ID(u.index) == id }); i >= 0 {
				about[b.files[i].index] = text
				if name := item.text("filename", 0, 1024); name != "" {
					names[b.files[i].index] = fileName(name)
				}
				continue
			}
			kept := -1
			if before != nil {
				kept = slices.IndexFunc(before.Attachments, func(a Attachment) bool { return a.ID == id })
			}
			if kept < 0 {
				item.note("id", "ATTACHMENT_NOT_FOUND", "Attachment data not found: there is no file %d in this request and none with this id in the message", id)
				continue
			}
			a := before.Attachments[kept]
			if item.given("description") {
				a.About = text
			}
			d.kept = append(d.kept, a)
		}
	}
	if f.notes.refusal() != nil {
		return
	}
	for _, u := range b.files {
		if name := names[u.index]; name != "" {
			u.name = name
		}
		d.files = append(d.files, s.store(channel, u, about[u.index], ephemeral))
	}
}

// idOrIndex reads the id of an attachment, which for a file of the same request is
// its n, from zero.
func (f form) idOrIndex(key string) ID {
	switch v := f.fields[key].(type) {
	case string:
		if n, err := strconv.ParseUint(v, 10, 63); err == nil {
			return ID(n)
		}
	default:
		return ID(f.integer(key, 0, 1<<62))
	}
	return f.id(key)
}

// media resolves an address in a component. attachment://NAME means a file of the
// message.
func (d *draft) media(address string) *Media {
	name, attached := strings.CutPrefix(address, "attachment://")
	if !attached {
		return &Media{ID: 1, URL: address, ProxyURL: address}
	}
	for _, f := range d.files {
		if f.Name == name {
			return f.asMedia()
		}
	}
	for i := range d.kept {
		if d.kept[i].Name == name {
			return d.kept[i].asMedia()
		}
	}
	return nil
}

func (a *Attachment) asMedia() *Media {
	return &Media{ID: a.ID, URL: a.URL, ProxyURL: a.ProxyURL, Width: a.Width, Height: a.Height, ContentType: a.ContentType, AttachmentID: a.ID, size: a.Size}
}

// allowed says who a message may ping. Nil lists mean that nothing was said: then
// everybody whom the text names is pinged.
type allowed struct {
	said     bool
	users    bool
	roles    bool
	everyone bool
	only     []ID
	replied  bool
}

func parseAllowed(f form) allowed {
	m, ok := f.object("allowed_mentions")
	if !ok {
		return allowed{users: true, roles: true, everyone: true}
	}
	a := allowed{said: true, replied: m.yes("replied_user")}
	for i, v := range m.values("parse", 0, 1521) {
		switch v {
		case "users":
			a.users = true
		case "roles":
			a.roles = true
		case "everyone":
			a.everyone = true
		default:
			m.note("parse/"+strconv.Itoa(i), "BASE_TYPE_CHOICES", "Value must be one of ('users', 'roles', 'everyone').")
		}
	}
	a.only = m.idList("users")
	roles := m.idList("roles")
	for key, both := range map[string]bool{"users": a.users && len(a.only) > 0, "roles": a.roles && len(roles) > 0} {
		if both {
			m.note("", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[\"%s\"] and %s: [ids...] are mutually exclusive.", key, key)
		}
	}
	return a
}

func (f form) idList(key string) []ID {
	var ids []ID
	for i, v := range f.values(key, 0, 100) {
		place := key + "/" + strconv.Itoa(i)
		id := f.asID(place, v)
		if slices.Contains(ids, id) {
			f.note(place, "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
		}
		ids = append(ids, id)
	}
	return ids
}

var mention = regexp.MustCompile(`<@!?(\d{1,20})>`)

// named finds whom a text names: users by their ids, and everybody.
func named(texts []string) (ids []ID, everyone bool) {
	for _, text := range texts {
		for _, m := range mention.FindAllStringSubmatch(text, 100) {
			if id, err := ParseID(m[1]); err == nil && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
		everyone = everyone || strings.Contains(text, "@everyone") || strings.Contains(text, "@here")
	}
	return ids, everyone
}

// texts are the parts of a message in which mentions count.
func (d *draft) texts() []string {
	texts := []string{d.content}
	for i := range d.components {
		d.components[i].walk(func(c *Component) {
			if c.Kind == TextDisplay {
				texts = append(texts, c.Content)
			}
		})
	}
	return texts
}

// put makes the draft the content of a message.
func (s *Server) put(p *post, d *draft) {
	p.Content, p.Flags, p.Components, p.Embeds, p.TTS = d.content, d.flags, d.components, d.embeds, d.tts
	for _, old := range p.Attachments {
		if !slices.ContainsFunc(d.kept, func(a Attachment) bool { return a.ID == old.ID }) {
			s.world.forget(old.ID)
		}
	}
	p.Attachments = slices.Clone(d.kept)
	for _, f := range d.files {
		p.Attachments = append(p.Attachments, f.Attachment)
		s.world.keep(f)
	}
	if p.Components == nil {
		p.Components = []Component{}
	}
	if p.Embeds == nil {
		p.Embeds = []any{}
	}
	if p.Attachments == nil {
		p.Attachments = []Attachment{}
	}
	s.mention(p, d)
}

// mention works out who is named and who of them may be pinged.
func (s *Server) mention(p *post, d *draft) {
	c := s.world.Channels[p.ChannelID]
	ids, everyone := named(d.texts())
	p.Mentions, p.MentionRoles = []User{}, []ID{}
	for _, id := range ids {
		a := s.world.Users[id]
		if a == nil || !d.mentions.users && !slices.Contains(d.mentions.only, id) {
			continue
		}
		p.Mentions = append(p.Mentions, a.User.shown())
		if c != nil && s.world.may(id, c).has(ViewChannel) && id != p.Author.ID && (p.Only == 0 || p.Only == id) && p.Edited == nil {
			p.Pinged = append(p.Pinged, id)
		}
	}
	p.MentionEveryone = everyone && d.mentions.everyone && c != nil && s.world.may(p.Author.ID, c).has(MentionEveryone)
	if p.MentionEveryone && p.Edited == nil && c.Guild != 0 {
		for id := range s.world.Guilds[c.Guild].Members {
			if !slices.Contains(p.Pinged, id) && id != p.Author.ID && s.world.may(id, c).has(ViewChannel) {
				p.Pinged = append(p.Pinged, id)
			}
		}
		slices.Sort(p.Pinged)
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

func parseEmbeds(f form) []any {
	list, total := []any{}, 0
	for _, e := range f.forms("embeds", 0, 10) {
		for key, most := range map[string]int{"title": 256, "description": 4096} {
			total += utf8.RuneCountInString(e.text(key, 0, most))
		}
		e.url("url", 2048, "http", "https")
		e.integer("color", 0, 0xFFFFFF)
		if footer, ok := e.object("footer"); ok {
			total += utf8.RuneCountInString(footer.text("text", 0, 2048))
		}
		if author, ok := e.object("author"); ok {
			total += utf8.RuneCountInString(author.text("name", 0, 256))
		}
		for _, field := range e.forms("fields", 0, 25) {
			total += utf8.RuneCountInString(field.requiredText("name", 1, 256)) + utf8.RuneCountInString(field.requiredText("value", 1, 1024))
		}
		shown := map[string]any{}
		for k, v := range e.fields {
			shown[k] = v
		}
		shown["type"] = "rich"
		list = append(list, shown)
	}
	if total > 6000 {
		f.note("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
	}
	return list
}
