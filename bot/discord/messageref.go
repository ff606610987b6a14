package discord

import (
	"encoding/json"
	"net/url"
	"path"

	dg "github.com/bwmarrin/discordgo"
)

// messageRef is what the client reads of a message that the bot has just sent: where it is, and
// its flags, which tell whether it is a deferral. Reading all of it would cost as much as writing
// it.
type messageRef struct {
	ID      string          `json:"id"`
	Channel string          `json:"channel_id"`
	Flags   dg.MessageFlags `json:"flags"`
}

// message returns the message as discordgo's type.
func (ref messageRef) message() *dg.Message {
	return &dg.Message{ID: ref.ID, ChannelID: ref.Channel, Flags: ref.Flags}
}

// wholeMessage reads a message, including the IDs of files in its components.
type wholeMessage struct{ dg.Message }

func (m *wholeMessage) UnmarshalJSON(text []byte) error {
	if err := json.Unmarshal(text, &m.Message); err != nil {
		return err
	}
	var files mediaComponent
	if json.Unmarshal(text, &files) == nil {
		files.attach(&m.Message)
	}
	return nil
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
