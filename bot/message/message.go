// Package message builds messages as Discord receives them: texts, pictures with alt text,
// files, buttons, selects and modals. It knows nothing of games.
package message

import (
	"encoding/binary"
	"encoding/json"
	"hash/fnv"
	"maps"
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

// Fingerprint identifies what a message announces. It is the ID of the message's container, so that a process
// that was killed before it recorded a delivery finds the message later. Zero identifies nothing.
type Fingerprint int

// NewFingerprint returns the fingerprint of a state of a game or challenge. Discord numbers
// components from 1, and accepts IDs of 31 bits; fingerprints are above what it assigns.
func NewFingerprint(kind, id string, facts ...uint64) Fingerprint {
	h := fnv.New32a()
	h.Write([]byte(kind + id))
	for _, n := range facts {
		h.Write(binary.BigEndian.AppendUint64(nil, n))
	}
	return Fingerprint(h.Sum32()&(1<<31-1) | 1<<30)
}

// Nonce returns a nonce by which Discord recognizes a message that is sent twice.
func (f Fingerprint) Nonce() string { return "m" + strconv.FormatInt(int64(f), 36) }

// IsOn reports whether a message has the fingerprint.
func (f Fingerprint) IsOn(m *dg.Message) bool {
	if m == nil || f == 0 {
		return false
	}
	for _, c := range m.Components {
		if c, ok := c.(*dg.Container); ok && c.ID == int(f) {
			return true
		}
	}
	return false
}

// MaxInput is how many characters a text input accepts.
const MaxInput = 4000

// MaxInputLabel is how many characters the label of an input, or the title of a modal, can have.
const MaxInputLabel = 45

// Modal asks a user to fill in a form.
type Modal struct {
	CustomID, Title string
	Inputs          []Input
}

// Input is one input of a modal: a text, or a choice if it has options.
type Input struct {
	CustomID, Label, Value string
	About                  string // below the label; "" for nothing
	Short                  bool   // the text is one line
	Optional               bool   // it can be left empty
	Options                []dg.SelectMenuOption
}

// Build returns the modal as Discord receives it.
func (m *Modal) Build() *Message {
	data := &Message{CustomID: m.CustomID, Title: m.Title}
	for _, in := range m.Inputs {
		data.Components = append(data.Components, in)
	}
	return data
}

// LabelComponent is the type of labels, which discordgo lacks.
const LabelComponent dg.ComponentType = 18

// Type implements dg.MessageComponent.
func (in Input) Type() dg.ComponentType { return LabelComponent }

// MarshalJSON writes a label with a text input or a select in it.
func (in Input) MarshalJSON() ([]byte, error) {
	component := map[string]any{"custom_id": in.CustomID, "required": !in.Optional}
	if in.Options == nil {
		style := dg.TextInputParagraph
		if in.Short {
			style = dg.TextInputShort
		}
		maps.Copy(component, map[string]any{
			"type": dg.TextInputComponent, "style": style, "value": in.Value, "max_length": MaxInput,
		})
	} else {
		options := slices.Clone(in.Options)
		for i := range options {
			options[i].Default = options[i].Value == in.Value
		}
		component["type"], component["options"] = dg.SelectMenuComponent, options
	}
	label := map[string]any{"type": LabelComponent, "label": in.Label, "component": component}
	if in.About != "" {
		label["description"] = in.About
	}
	return json.Marshal(label)
}

// Inputs returns what a user wrote into a modal or chose, by custom ID.
func Inputs(components []dg.MessageComponent) map[string]string {
	inputs := map[string]string{}
	for _, row := range components {
		row, ok := row.(*dg.ActionsRow)
		if !ok || row == nil {
			continue
		}
		for _, c := range row.Components {
			if input, ok := c.(*dg.TextInput); ok && input != nil && len(input.Value) <= 4*MaxInput {
				inputs[input.CustomID] = input.Value
			}
		}
	}
	return inputs
}

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

// withoutControls returns components without buttons and selects. It refers to files that were
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
	_, ok := c.(*dg.ActionsRow)
	return ok
}
