package sandbox

import (
	"bytes"
	"image"
	_ "image/gif"  // to know how large pictures are
	_ "image/jpeg" // likewise
	_ "image/png"  // likewise
	"io"
	"math"
	"mime"
	"mime/multipart"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
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
		"users": set(0, 100, snowflake),
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

// The limits of what one request may carry, for an app in a server without boosts.
const (
	maxBody  = 25 << 20
	maxFile  = 10 << 20
	maxFiles = 10
)

// An upload is one file of a multipart request.
type upload struct {
	index int // the n of files[n]
	name  string
	bytes []byte
}

// A body is what a request says: an object, or a list, and files beside it.
type body struct {
	fields map[string]any
	list   []any
	at     place  // where what is wrong with it is noted
	text   []byte // the JSON, as it came
	files  []upload
	// listed is set if `attachments` of an edit must list new files, too: from version 10 of the
	// API on, in edits and in callbacks, but not in follow-ups.
	listed bool
}

// has tells whether a field is there, even if it is null: that is how an edit empties something.
func (b body) has(key string) bool {
	_, ok := b.fields[key]
	return ok
}

// read checks the fields that a shape lists.
func (b body) read(s shape) (fields, error) {
	read := s.read(b.at, b.fields)
	return read, b.at.err()
}

// readBody reads a request or a response: JSON, or multipart with the JSON in payload_json and
// the files in files[n].
func readBody(contentType string, r io.Reader) (body, error) {
	b := body{at: newCheck(), fields: map[string]any{}}
	all, err := io.ReadAll(io.LimitReader(r, maxBody+1))
	if err != nil {
		return b, statusError(http.StatusBadRequest)
	}
	if len(all) > maxBody {
		return b, newError(CodeTooLarge)
	}
	kind, params, err := mime.ParseMediaType(contentType)
	switch {
	case err != nil && contentType != "":
		return b, statusError(http.StatusBadRequest)
	case strings.HasPrefix(kind, "multipart/"):
		return b, b.readMultipart(all, params["boundary"])
	case len(bytes.TrimSpace(all)) == 0:
		return b, nil
	case kind != "application/json":
		return b, newError(CodeInvalidJSON)
	}
	return b, b.readJSON(all)
}

// readJSON reads an object or a list.
func (b *body) readJSON(text []byte) error {
	b.text = text
	var v any
	if err := decode(text, &v); err != nil {
		return newError(CodeInvalidJSON)
	}
	b.list, _ = v.([]any)
	b.fields, _ = v.(map[string]any)
	if b.list == nil && b.fields == nil {
		return newError(CodeInvalidJSON)
	}
	return nil
}

var fileField = regexp.MustCompile(`^files?\[(\d{1,4})\]$`)

func (b *body) readMultipart(all []byte, boundary string) error {
	broken := statusError(http.StatusBadRequest)
	if boundary == "" || !bytes.Contains(all, []byte("--"+boundary+"--")) {
		return broken // it was cut off
	}
	parts := multipart.NewReader(bytes.NewReader(all), boundary)
	for {
		part, err := parts.NextRawPart()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return broken
		}
		content, err := io.ReadAll(part)
		if err != nil {
			return broken
		}
		if part.FormName() == "payload_json" {
			if err := b.readJSON(content); err != nil {
				return err
			}
			continue
		}
		m := fileField.FindStringSubmatch(part.FormName())
		if m == nil || part.FileName() == "" {
			continue
		}
		index, _ := strconv.Atoi(m[1])
		switch {
		case len(content) > maxFile:
			return newError(CodeTooLarge)
		case len(b.files) == maxFiles:
			return newError(codeTooManyUploads)
		case slices.ContainsFunc(b.files, func(u upload) bool { return u.index == index }):
			return broken
		}
		b.files = append(b.files, upload{index, fileName(part.FileName()), content})
	}
}

// An Attachment is a file of a message.
type Attachment struct {
	ID          ID     `json:"id"`
	Name        string `json:"filename"`
	Size        int    `json:"size"`
	URL         string `json:"url"`
	ProxyURL    string `json:"proxy_url"`
	Width       int    `json:"width,omitempty"`
	Height      int    `json:"height,omitempty"`
	ContentType string `json:"content_type,omitempty"`
	Description string `json:"description,omitempty"`
	Ephemeral   bool   `json:"ephemeral,omitempty"`
}

// file is an attachment with its bytes.
type file struct {
	Attachment
	Channel ID
	Bytes   []byte
}

var nameMess = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// fileName makes a name harmless in an address, as Discord does.
func fileName(name string) string {
	name = nameMess.ReplaceAllString(path.Base(name), "_")
	if strings.Trim(name, "._") == "" {
		return "unknown"
	}
	if len(name) > 200 {
		name = name[len(name)-200:]
	}
	return name
}

// newFile makes an attachment of an upload and gives it an address.
func (s *Server) newFile(channel ID, u upload, about string, ephemeral bool) *file {
	id := s.nextID()
	f := &file{Channel: channel, Bytes: u.bytes, Attachment: Attachment{
		ID: id, Name: u.name, Size: len(u.bytes), Description: about, Ephemeral: ephemeral,
		URL: s.url + attachmentsPath + channel.String() + "/" + id.String() + "/" + u.name,
		// The sender's word for the type is not taken: a page shows these bytes.
		ContentType: http.DetectContentType(u.bytes),
	}}
	f.ProxyURL = f.URL
	if picture, _, err := image.DecodeConfig(bytes.NewReader(u.bytes)); err == nil {
		f.Width, f.Height = picture.Width, picture.Height
	}
	return f
}

// attachmentsPath begins the paths of attachments.
const attachmentsPath = "/attachments/"

// serveAttachment responds with the bytes of a file to everybody who has its address, as Discord does.
func (s *Server) serveAttachment(w http.ResponseWriter, r *http.Request) {
	id, _ := ParseID(r.PathValue("id"))
	s.mu.Lock()
	a := s.world.Files[id]
	s.mu.Unlock()
	if a == nil || a.Channel.String() != r.PathValue("channel") || a.Name != r.PathValue("name") {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", a.ContentType)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	h.Set("Cache-Control", "private, max-age=31536000, immutable")
	if !strings.HasPrefix(a.ContentType, "image/") {
		h.Set("Content-Disposition", "attachment")
	}
	w.Write(a.Bytes)
}
