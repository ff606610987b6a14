package discord

import (
	"encoding/json"
	"net/url"
	"path"

	dg "github.com/bwmarrin/discordgo"
)

// readMessage reads a message.
func readMessage(text []byte) (*dg.Message, error) {
	m := &dg.Message{}
	if err := json.Unmarshal(text, m); err != nil {
		return nil, err
	}
	var s shown
	if json.Unmarshal(text, &s) == nil {
		s.attach(m)
	}
	return m, nil
}

// shown are the files that a component, or all of a message, shows, as discordgo does not
// read them.
type shown struct {
	Components []shown `json:"components"`
	Items      []struct {
		Media media `json:"media"`
	} `json:"items"`
	File media `json:"file"`
}

type media struct {
	URL          string `json:"url"`
	AttachmentID string `json:"attachment_id"`
}

// attach adds the files that components show to the attachments of their message, where
// Discord lists only the others.
func (s *shown) attach(m *dg.Message) {
	files := []media{s.File}
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
