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
	kind  string // its content type
	bytes []byte
}

// body is what a request says: an object, and files beside it.
type body struct {
	form  form
	raw   []byte // the JSON, as it came
	files []upload
	// listed is set when `attachments` of an edit must list new files, too: from version 10
	// of the API on.
	listed bool
}

// readBody reads a request or an answer: JSON, or multipart with the JSON in
// payload_json and the files in files[n].
func readBody(contentType string, r io.Reader) (body, *Refusal) {
	all, refusal := readAll(r)
	if refusal != nil {
		return body{}, refusal
	}
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil && contentType != "" {
		return body{}, plain(http.StatusBadRequest)
	}
	if strings.HasPrefix(kind, "multipart/") {
		return readMultipart(all, params["boundary"])
	}
	if len(bytes.TrimSpace(all)) == 0 {
		return body{form: form{notes: &notes{}}}, nil
	}
	if kind != "application/json" {
		return body{}, refuse(CodeInvalidJSON)
	}
	f, refusal := parseForm(all)
	return body{form: f, raw: all}, refusal
}

func readAll(r io.Reader) ([]byte, *Refusal) {
	all, err := io.ReadAll(io.LimitReader(r, maxBody+1))
	if err != nil {
		return nil, plain(http.StatusBadRequest)
	}
	if len(all) > maxBody {
		return nil, refuse(CodeTooLarge)
	}
	return all, nil
}

var fileField = regexp.MustCompile(`^files?\[(\d{1,4})\]$`)

func readMultipart(all []byte, boundary string) (body, *Refusal) {
	b := body{form: form{notes: &notes{}}}
	seen := map[int]bool{}
	if boundary == "" || !bytes.Contains(all, []byte("--"+boundary+"--")) {
		return body{}, plain(http.StatusBadRequest) // it was cut off
	}
	parts := multipart.NewReader(bytes.NewReader(all), boundary)
	for {
		part, err := parts.NextRawPart()
		if err == io.EOF {
			return b, nil
		}
		if err != nil {
			return body{}, plain(http.StatusBadRequest)
		}
		content, err := io.ReadAll(part)
		if err != nil {
			return body{}, plain(http.StatusBadRequest)
		}
		if part.FormName() == "payload_json" {
			f, refusal := parseForm(content)
			if refusal != nil {
				return body{}, refusal
			}
			b.form, b.raw = f, content
			continue
		}
		m := fileField.FindStringSubmatch(part.FormName())
		if m == nil || part.FileName() == "" {
			continue
		}
		index, _ := strconv.Atoi(m[1])
		if len(content) > maxFile {
			return body{}, refuse(CodeTooLarge)
		}
		if len(b.files) == maxFiles {
			return body{}, refuse(codeTooManyUploads)
		}
		if seen[index] {
			return body{}, plain(http.StatusBadRequest)
		}
		seen[index] = true
		b.files = append(b.files, upload{index, fileName(part.FileName()), part.Header.Get("Content-Type"), content})
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
	About       string `json:"description,omitempty"`
	Ephemeral   bool   `json:"ephemeral,omitempty"`
}

// stored is an attachment with its bytes.
type stored struct {
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

// store keeps the bytes of an upload and gives it an address.
func (s *Server) store(channel ID, u upload, about string, ephemeral bool) *stored {
	id := s.nextID()
	a := &stored{Channel: channel, Bytes: u.bytes, Attachment: Attachment{
		ID: id, Name: u.name, Size: len(u.bytes), About: about, Ephemeral: ephemeral,
	}}
	a.URL = s.url + "/attachments/" + channel.String() + "/" + id.String() + "/" + u.name
	a.ProxyURL = a.URL
	// The sender's word for the type is not taken: a page shows these bytes.
	a.ContentType = http.DetectContentType(u.bytes)
	if picture, _, err := image.DecodeConfig(bytes.NewReader(u.bytes)); err == nil {
		a.Width, a.Height = picture.Width, picture.Height
	}
	return a
}

// serveAttachment answers with the bytes of a file. It needs no permission, as in
// life: whoever has the address has the file.
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
