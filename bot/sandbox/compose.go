package sandbox

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
)

const maxContent = 2000

// messageShape lists the fields of a message except its components.
var messageShape = shape{
	"content":           text(0, maxContent),
	"flags":             integer(0, 1<<31-1),
	"tts":               flag,
	"nonce":             nonce,
	"enforce_nonce":     flag,
	"allowed_mentions":  object(mentionsShape, mentionsConstraints...),
	"attachments":       list(0, maxFiles, object(attachmentShape)),
	"message_reference": notServed("replies"),
	"sticker_ids":       notServed("stickers"),
	"poll":              notServed("polls"),
	"embeds":            notServed("embeds"),
}

var (
	attachmentShape = shape{"id!": integer(0, math.MaxInt64), "filename": text(0, 1024), "description": text(0, maxAltText)}

	mentionsShape = shape{
		"parse": list(0, 1521, oneOf(text(0, 100), "users", "roles", "everyone")),
		"users": set(0, 100, snowflake), "roles": set(0, 100, snowflake), "replied_user": flag,
	}
	mentionsConstraints = []constraint{
		{func(o fields) bool { return len(o.list("users")) > 0 && slices.Contains(o.list("parse"), any("users")) },
			"", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", `parse:["users"] and users: [ids...] are mutually exclusive.`},
		{func(o fields) bool { return len(o.list("roles")) > 0 && slices.Contains(o.list("parse"), any("roles")) },
			"", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", `parse:["roles"] and roles: [ids...] are mutually exclusive.`},
	}
)

// nonce takes a short text, or a number.
func nonce(at place, v any) any {
	if n, ok := v.(json.Number); ok {
		v = n.String()
	}
	return text(0, 25)(at, v)
}

// messageParams are the parts of a message that its author decides.
type messageParams struct {
	content    string
	flags      Flags
	components []Component
	kept       []Attachment // of an edit: the files that stay
	files      []*file      // new ones
	mentions   mentions
	nonce      string
	once       bool // return the earlier message with this nonce, if there is one
}

// compose checks a message that the bot sends. before is the message that it edits, or nil. New
// files are stored when the message is.
func (s *Server) compose(b body, channel ID, before *message, ephemeral bool) (*messageParams, error) {
	at, m := b.at, &messageParams{}
	if before != nil {
		m.content, m.flags, m.components, m.kept = before.Content, before.Flags, before.Components, before.Files
	}
	had := m.kept
	read := messageShape.read(at, b.fields)
	m.readFlags(at, read, before)
	if b.has("content") {
		m.content = read.text("content")
	}
	m.nonce, m.once = read.text("nonce"), read["enforce_nonce"] == true
	m.mentions = readMentions(read)
	s.attach(at, b, m, read.list("attachments"), channel, before != nil, ephemeral || m.flags&Ephemeral != 0)
	if b.has("components") {
		where, most := "message", maxRows
		if m.flags&ComponentsV2 != 0 {
			where, most = "message of layouts", maxComponents
		}
		m.components = nil
		if v := b.fields["components"]; v != nil {
			find := func(url string) *Media { return m.media(url, had) }
			m.components = readComponents(at.in("components"), v, where, 0, most, find)
		}
	} else if before != nil && (m.flags&^before.Flags)&ComponentsV2 != 0 && len(before.Components) > 0 {
		at.in("components").require()
	}
	for _, shown := range mediaIn(m.components) {
		if shown.AttachmentID != 0 && !slices.ContainsFunc(m.all(), func(a Attachment) bool { return a.ID == shown.AttachmentID }) {
			at.in("components").note(noAttachment, "The specified attachment could not be found.")
		}
	}
	isV2 := m.flags&ComponentsV2 != 0
	if isV2 && m.content != "" {
		at.in("content").note("MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
			"The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
	}
	if err := at.err(); err != nil {
		return nil, err
	}
	if len(m.all()) > maxFiles {
		return nil, newError(codeTooManyUploads)
	}
	if len(m.components) == 0 && (isV2 || strings.TrimSpace(m.content) == "" && len(m.all()) == 0) {
		return nil, newError(CodeEmptyMessage)
	}
	return m, nil
}

// readFlags takes the flags that can be chosen. Discord ignores the other bits.
func (m *messageParams) readFlags(at place, read fields, before *message) {
	if read["flags"] == nil {
		return
	}
	asked := Flags(read.number("flags", 0))
	if before == nil {
		m.flags = asked & (SuppressEmbeds | Ephemeral | SuppressNotifications | ComponentsV2)
		return
	}
	if m.flags&ComponentsV2 != 0 && asked&ComponentsV2 == 0 {
		at.in("flags").note("MESSAGE_FLAGS_CANNOT_UNSET_COMPONENTS_V2", "The IS_COMPONENTS_V2 flag cannot be removed from a message")
	}
	m.flags = m.flags&^SuppressEmbeds | asked&(SuppressEmbeds|ComponentsV2)
}

// attach pairs what `attachments` lists with the files that came along and with those that the
// message has. A file that is not listed has no description, or is left out if new files must be
// listed, too.
func (s *Server) attach(at place, b body, m *messageParams, listed []any, channel ID, isEdit, ephemeral bool) {
	had, items := m.kept, map[int]fields{}
	if b.has("attachments") {
		m.kept = nil
	}
	for i, v := range listed {
		item, _ := v.(fields)
		id := item.number("id", -1)
		if slices.ContainsFunc(b.files, func(u upload) bool { return u.index == id }) {
			items[id] = item
			continue
		}
		kept := slices.IndexFunc(had, func(a Attachment) bool { return a.ID == ID(id) })
		if kept < 0 {
			at.in("attachments").in(i).in("id").note("ATTACHMENT_NOT_FOUND",
				"Attachment data not found: there is no file %d in this request and none with this id in the message", id)
			continue
		}
		a := had[kept]
		if item["description"] != nil {
			a.Description = item.text("description")
		}
		m.kept = append(m.kept, a)
	}
	for _, u := range b.files {
		item, isListed := items[u.index]
		if at.err() != nil || !isListed && isEdit && b.listed && b.has("attachments") {
			continue
		}
		if name := item.text("filename"); name != "" {
			u.name = fileName(name)
		}
		m.files = append(m.files, s.newFile(channel, u, item.text("description"), ephemeral))
	}
}

// all returns the files that the message will have.
func (m *messageParams) all() []Attachment {
	all := slices.Clone(m.kept)
	for _, f := range m.files {
		all = append(all, f.Attachment)
	}
	return all
}

// media returns what an address in a component names: a file of the message, by attachment://NAME or
// by the address that the file had before an edit, or something elsewhere.
func (m *messageParams) media(url string, had []Attachment) *Media {
	name, attached := strings.CutPrefix(url, "attachment://")
	if attached {
		had = m.all()
	}
	for _, a := range slices.Backward(had) { // new ones first
		if attached && a.Name == name || a.URL == url {
			return a.asMedia()
		}
	}
	if attached {
		return nil
	}
	return &Media{ID: 1, URL: url, ProxyURL: url}
}

func (a *Attachment) asMedia() *Media {
	return &Media{ID: a.ID, URL: a.URL, ProxyURL: a.ProxyURL, Width: a.Width, Height: a.Height, ContentType: a.ContentType, AttachmentID: a.ID, size: a.Size}
}

// noAttachment is Discord's code for a component that shows a file that the message does not have.
const noAttachment = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
