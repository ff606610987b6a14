// Package message builds messages as Discord receives them: texts, pictures with alt text,
// files, buttons, selects and modals. It knows nothing of games.
package message

import (
	"slices"
	"strconv"

	dg "github.com/bwmarrin/discordgo"
)

// Snowflake reads one of Discord's IDs; it returns 0 and false if the text is none.
func Snowflake[ID ~uint64](text string) (ID, bool) {
	id, err := strconv.ParseUint(text, 10, 63)
	if err != nil {
		return 0, false
	}
	return ID(id), id != 0
}

// Message is a message as Discord receives it: in a response, as a follow-up, in a channel, or
// as an edit. Responses that are not messages use its last fields.
type Message struct {
	Components      []dg.MessageComponent      `json:"components,omitzero"`
	Flags           dg.MessageFlags            `json:"flags,omitempty"`
	AllowedMentions *dg.MessageAllowedMentions `json:"allowed_mentions,omitempty"`
	// Attachments lists all files of the message: new ones by their index in Files, those that
	// an edit retains by Discord's IDs. An edit with nil retains all.
	Attachments []Attachment `json:"attachments,omitzero"`
	Files       []*dg.File   `json:"-"`

	Choices  []*Choice `json:"choices,omitzero"`
	CustomID string    `json:"custom_id,omitempty"`
	Title    string    `json:"title,omitempty"`
}

// Attachment is a file of a message.
type Attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename,omitempty"`
	Description string `json:"description,omitempty"`
}

// Response is the first response to an interaction.
type Response struct {
	Type dg.InteractionResponseType `json:"type"`
	Data *Message                   `json:"data,omitempty"`
}

// Choice completes an option that a user types.
type Choice = dg.ApplicationCommandOptionChoice

// WithoutControls returns an edit that removes the buttons and selects of a message, and
// retains its texts, pictures and files.
func WithoutControls(m *dg.Message) *Message {
	edit := &Message{
		Flags: dg.MessageFlagsIsComponentsV2, AllowedMentions: mentions(),
		Components: []dg.MessageComponent{}, Attachments: []Attachment{},
	}
	if m == nil {
		return edit
	}
	names := map[string]string{} // of the files, by their addresses
	for _, a := range m.Attachments {
		if a != nil {
			edit.Attachments = append(edit.Attachments, Attachment{ID: a.ID})
			names[a.URL] = a.Filename
		}
	}
	edit.Components = withoutControls(m.Components, names)
	return edit
}

// withoutControls returns components without buttons and selects; of a section the texts stay. It refers to files that were
// attached to the message by their names.
func withoutControls(components []dg.MessageComponent, names map[string]string) []dg.MessageComponent {
	attached := func(m dg.UnfurledMediaItem) dg.UnfurledMediaItem {
		if name, ok := names[m.URL]; ok {
			m.URL = "attachment://" + name
		}
		return m
	}
	all := []dg.MessageComponent{}
	for _, c := range components {
		switch c := c.(type) {
		case *dg.Container:
			inner := *c
			inner.Components = withoutControls(c.Components, names)
			all = append(all, inner)
		case *dg.TextDisplay:
			all = append(all, dg.TextDisplay{Content: c.Content})
		case *dg.Section:
			all = append(all, withoutControls(c.Components, names)...)
		case *dg.MediaGallery:
			inner := dg.MediaGallery{Items: append([]dg.MediaGalleryItem{}, c.Items...)}
			for i, item := range c.Items {
				inner.Items[i].Media = attached(item.Media)
			}
			all = append(all, inner)
		case *dg.FileComponent:
			all = append(all, dg.FileComponent{File: attached(c.File), Spoiler: c.Spoiler})
		}
	}
	return all
}

// HasControls reports whether a message has buttons or selects.
func HasControls(m *dg.Message) bool {
	return m != nil && slices.ContainsFunc(m.Components, hasControls)
}

func hasControls(c dg.MessageComponent) bool {
	if inner, ok := c.(*dg.Container); ok {
		return slices.ContainsFunc(inner.Components, hasControls)
	}
	switch c.(type) {
	case *dg.ActionsRow, *dg.Section:
		return true
	}
	return false
}

// HasPicture reports whether a message shows a picture.
func HasPicture(m *dg.Message) bool {
	return m != nil && slices.ContainsFunc(m.Components, hasPicture)
}

func hasPicture(c dg.MessageComponent) bool {
	if inner, ok := c.(*dg.Container); ok {
		return slices.ContainsFunc(inner.Components, hasPicture)
	}
	_, ok := c.(*dg.MediaGallery)
	return ok
}
