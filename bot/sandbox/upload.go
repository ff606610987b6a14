package sandbox

import (
	"bytes"
	"image"
	_ "image/gif"  // to know how large pictures are
	_ "image/jpeg" // likewise
	_ "image/png"  // likewise
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

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

// serveAttachment answers with the bytes of a file, to whoever has its address, as Discord does.
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
