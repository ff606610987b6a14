package sandbox

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

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
		d.kept = before.Files
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
	if f.named("embeds") {
		d.embeds = parseEmbeds(f, func(address string) *Media { return d.media(address, before) })
	}
	if f.named("components") {
		d.components = parseComponents(f, v2, func(address string) *Media { return d.media(address, before) })
	} else if v2 && !v2before && before != nil && len(before.Components) > 0 {
		f.note("components", "BASE_TYPE_REQUIRED", "This field is required")
	}
	for _, m := range mediaOf(d.components) {
		if m.AttachmentID != 0 && !slices.ContainsFunc(d.all(), func(a Attachment) bool { return a.ID == m.AttachmentID }) {
			f.note("components", noAttachment, "The specified attachment could not be found.")
		}
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
// that the message has. A file that is not spoken of comes without a description, or not at
// all if new files must be listed, too.
func (s *Server) attach(b body, d *draft, channel ID, before *post, ephemeral bool) {
	f := b.form
	about := map[int]string{}
	names := map[int]string{}
	all := !b.listed || before == nil || !f.named("attachments")
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
				names[b.files[i].index] = b.files[i].name
				if name := item.text("filename", 0, 1024); name != "" {
					names[b.files[i].index] = fileName(name)
				}
				continue
			}
			kept := -1
			if before != nil {
				kept = slices.IndexFunc(before.Files, func(a Attachment) bool { return a.ID == id })
			}
			if kept < 0 {
				item.note("id", "ATTACHMENT_NOT_FOUND", "Attachment data not found: there is no file %d in this request and none with this id in the message", id)
				continue
			}
			a := before.Files[kept]
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
		name, listed := names[u.index]
		if listed {
			u.name = name
		} else if !all {
			continue // it is not among what there shall be
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

// all are the files that the message will have.
func (d *draft) all() []Attachment {
	all := slices.Clone(d.kept)
	for _, f := range d.files {
		all = append(all, f.Attachment)
	}
	return all
}

// media resolves an address in a component. attachment://NAME means a file of the
// message, and so does the address of one that it has had before.
func (d *draft) media(address string, before *post) *Media {
	name, attached := strings.CutPrefix(address, "attachment://")
	if !attached {
		if before != nil {
			for i := range before.Files {
				if before.Files[i].URL == address {
					return before.Files[i].asMedia()
				}
			}
		}
		return &Media{ID: 1, URL: address, ProxyURL: address}
	}
	for _, a := range slices.Backward(d.all()) { // new ones first
		if a.Name == name {
			return a.asMedia()
		}
	}
	return nil
}

// mediaOf are the pictures and files that components show.
func mediaOf(components []Component) []*Media {
	var all []*Media
	for i := range components {
		components[i].walk(func(c *Component) {
			for _, m := range []*Media{c.Media, c.File} {
				if m != nil {
					all = append(all, m)
				}
			}
			for j := range c.Items {
				all = append(all, &c.Items[j].Media)
			}
		})
	}
	return all
}

func (a *Attachment) asMedia() *Media {
	return &Media{ID: a.ID, URL: a.URL, ProxyURL: a.ProxyURL, Width: a.Width, Height: a.Height, ContentType: a.ContentType, AttachmentID: a.ID, size: a.Size}
}

// noAttachment is Discord's word for what shows a file that the message will not have.
const noAttachment = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"

// embedPictures are the pictures of embeds.
func embedPictures(embeds []any) []map[string]any {
	var all []map[string]any
	for _, e := range embeds {
		embed, _ := e.(map[string]any)
		for _, key := range []string{"image", "thumbnail"} {
			if picture, ok := embed[key].(map[string]any); ok {
				all = append(all, picture)
			}
		}
	}
	return all
}

func parseEmbeds(f form, media func(string) *Media) []any {
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
	for _, picture := range embedPictures(list) {
		if address, _ := picture["url"].(string); strings.HasPrefix(address, "attachment://") {
			if m := media(address); m != nil {
				picture["url"], picture["proxy_url"], picture["width"], picture["height"] = m.URL, m.ProxyURL, m.Width, m.Height
			} else {
				f.note("embeds", noAttachment, "The specified attachment could not be found.")
			}
		}
	}
	if total > 6000 {
		f.note("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
	}
	return list
}
