package message

import (
	"strconv"

	dg "github.com/bwmarrin/discordgo"
)

// Snowflake reads one of Discord's IDs.
func Snowflake(text string) (uint64, bool) {
	id, err := strconv.ParseUint(text, 10, 63)
	return id, err == nil && id != 0
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

	Choices  []*dg.ApplicationCommandOptionChoice `json:"choices,omitzero"`
	CustomID string                               `json:"custom_id,omitempty"`
	Title    string                               `json:"title,omitempty"`
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
type Choice struct{ Label, Value string }

// Choices returns choices as Discord receives them.
func Choices(choices []Choice) *Message {
	m := &Message{Choices: []*dg.ApplicationCommandOptionChoice{}}
	for _, c := range choices {
		m.Choices = append(m.Choices, &dg.ApplicationCommandOptionChoice{Name: c.Label, Value: c.Value})
	}
	return m
}
