package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"image"
	_ "image/gif"  // to know how large pictures are
	_ "image/jpeg" // likewise
	_ "image/png"  // likewise
	"net/http"
	"path"
	"regexp"
	"strings"
)

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

// An Upload is a file that a person attaches to a message, or gives to a command.
type Upload struct {
	Name    string `json:"name"`
	Content []byte `json:"content"` // in JSON, as base64
}

// attachmentValue takes the file that a person gives to a command, and returns its id.
func (s *Server) attachmentValue(c *Channel, v any, resolved resolved) (any, error) {
	text, err := json.Marshal(v)
	var u Upload
	if err != nil || json.Unmarshal(text, &u) != nil || u.Name == "" {
		return nil, errors.New("takes a file: its name, and its content as base64")
	}
	f := s.newFile(c.ID, upload{name: fileName(u.Name), bytes: u.Content}, "", true)
	s.world.addFile(f)
	resolved.add("attachments", f.ID, f.Attachment)
	return f.ID, nil
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
