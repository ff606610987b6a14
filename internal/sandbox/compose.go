package sandbox

import (
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
	"nonce":             text(0, 25),
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
		"users": set(0, 100, snowflake), "replied_user": flag,
	}
	mentionsConstraints = []constraint{
		{func(o fields) bool { return len(o.list("users")) > 0 && slices.Contains(o.list("parse"), any("users")) },
			"", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", `parse:["users"] and users: [ids...] are mutually exclusive.`},
	}
)

// A draft is a message as it will be sent, or as an edit will leave it.
type draft struct {
	message
	files []*file       // new ones, which are stored when the message is
	pings func(ID) bool // whom it may ping
	once  bool          // send the earlier message with this nonce, if there is one
}

// compose checks a message that the bot sends. before is the message that it edits, or nil.
func (s *Server) compose(b body, channel ID, before *message) (*draft, error) {
	at, d := b.at, &draft{}
	if before != nil {
		d.message = *before
	}
	had := d.Files
	read := messageShape.read(at, b.fields)
	d.readFlags(at, read, before)
	if b.has("content") {
		d.Content = read.text("content")
	}
	d.Nonce, d.once = read.text("nonce"), read["enforce_nonce"] == true
	d.pings = pingable(read)
	s.attach(at, b, d, read.list("attachments"), channel, before != nil)
	if b.has("components") {
		where, most := "message", maxRows
		if d.Flags&ComponentsV2 != 0 {
			where, most = "message of layouts", maxComponents
		}
		d.Components = nil
		if v := b.fields["components"]; v != nil {
			find := func(url string) *Media { return d.media(url, had) }
			d.Components = readComponents(at.in("components"), v, where, 0, most, find)
		}
	} else if before != nil && (d.Flags&^before.Flags)&ComponentsV2 != 0 && len(before.Components) > 0 {
		at.in("components").require()
	}
	for _, shown := range mediaIn(d.Components) {
		if shown.AttachmentID != 0 && !hasFile(d.Files, shown.AttachmentID) {
			at.in("components").note(noAttachment, "The specified attachment could not be found.")
		}
	}
	isV2 := d.Flags&ComponentsV2 != 0
	if isV2 && d.Content != "" {
		at.in("content").note("MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
			"The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
	}
	if err := at.err(); err != nil {
		return nil, err
	}
	if len(d.Files) > maxFiles {
		return nil, newError(codeTooManyUploads)
	}
	if len(d.Components) == 0 && (isV2 || strings.TrimSpace(d.Content) == "" && len(d.Files) == 0) {
		return nil, newError(CodeEmptyMessage)
	}
	return d, nil
}

// readFlags takes the flags that can be chosen. Discord ignores the other bits.
func (d *draft) readFlags(at place, read fields, before *message) {
	if read["flags"] == nil {
		return
	}
	requested := Flags(read.number("flags", 0))
	if before == nil {
		d.Flags = requested & (Ephemeral | ComponentsV2)
		return
	}
	if d.Flags&ComponentsV2 != 0 && requested&ComponentsV2 == 0 {
		at.in("flags").note("MESSAGE_FLAGS_CANNOT_UNSET_COMPONENTS_V2", "The IS_COMPONENTS_V2 flag cannot be removed from a message")
	}
	d.Flags |= requested & ComponentsV2
}

// attach pairs what `attachments` lists with the files that came along and with those that the message has. A
// file that is not listed has no description, or is left out if new files must be listed, too.
func (s *Server) attach(at place, b body, d *draft, listed []any, channel ID, isEdit bool) {
	had, items := d.Files, map[int]fields{}
	d.Files = slices.Clone(had)
	if b.has("attachments") {
		d.Files = nil
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
		d.Files = append(d.Files, a)
	}
	for _, u := range b.files {
		item, isListed := items[u.index]
		if at.err() != nil || !isListed && isEdit && b.listed && b.has("attachments") {
			continue
		}
		if name := item.text("filename"); name != "" {
			u.name = fileName(name)
		}
		f := s.newFile(channel, u, item.text("description"), d.Only != 0 || d.Flags&Ephemeral != 0)
		d.files, d.Files = append(d.files, f), append(d.Files, f.Attachment)
	}
}

func hasFile(files []Attachment, id ID) bool {
	return slices.ContainsFunc(files, func(a Attachment) bool { return a.ID == id })
}

// media returns the file of the message that an address in a component names: by attachment://NAME
// or by the address that the file had before an edit.
func (d *draft) media(url string, had []Attachment) *Media {
	name, isNew := strings.CutPrefix(url, "attachment://")
	if isNew {
		had = d.Files
	}
	for _, a := range slices.Backward(had) { // new ones first
		if isNew && a.Name == name || a.URL == url {
			return &Media{a.ID, a.URL, a.ProxyURL, a.Width, a.Height, a.ContentType, a.ID, a.Size}
		}
	}
	return nil
}

// noAttachment is Discord's code for a component that shows a file that the message does not have.
const noAttachment = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
