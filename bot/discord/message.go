package discord

import (
	"encoding/json"
	"net/url"
	"path"

	dg "github.com/bwmarrin/discordgo"
)

// readMessage reads a message, including the IDs of files in its components.
func readMessage(text []byte) (*dg.Message, error) {
	m := &dg.Message{}
	if err := json.Unmarshal(text, m); err != nil {
		return nil, err
	}
	var s mediaComponent
	if json.Unmarshal(text, &s) == nil {
		s.attach(m)
	}
	return m, nil
}

// mediaComponent is what discordgo does not read of a component: the files that it shows. A
// message has the same fields.
type mediaComponent struct {
	Components []mediaComponent `json:"components"`
	Items      []struct {
		Media mediaItem `json:"media"`
	} `json:"items"`
	File mediaItem `json:"file"`
}

// mediaItem is a file that a component shows.
type mediaItem struct {
	URL          string `json:"url"`
	AttachmentID string `json:"attachment_id"`
}

// attach adds the files of components to the attachments of their message, because Discord lists
// only other files there.
func (s *mediaComponent) attach(m *dg.Message) {
	files := []mediaItem{s.File}
	for _, item := range s.Items {
		files = append(files, item.Media)
	}
	for _, f := range files {
		if at, err := url.Parse(f.URL); err == nil && f.AttachmentID != "" {
			m.Attachments = append(m.Attachments, &dg.MessageAttachment{ID: f.AttachmentID, URL: f.URL, Filename: path.Base(at.Path)})
		}
	}
	for i := range s.Components {
		s.Components[i].attach(m)
	}
}
