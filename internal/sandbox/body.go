package sandbox

import (
	"bytes"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
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

// has reports whether a field is there, even if it is null: that is how an edit empties something.
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
