package bot

import dg "github.com/bwmarrin/discordgo"

// Message is a message as Discord is told it: in a response, after one, in a channel, or as
// what another becomes. Responses that are no messages use its last fields.
type Message struct {
	Components      []dg.MessageComponent      `json:"components,omitzero"`
	Flags           dg.MessageFlags            `json:"flags,omitempty"`
	AllowedMentions *dg.MessageAllowedMentions `json:"allowed_mentions,omitempty"`
	// Attachments are all files that the message has afterwards: new ones are known by their
	// places in Files, those that stay by Discord's ids. Nil leaves those of a message that is
	// changed as they are.
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

// Response is the first that Discord is told about an interaction.
type Response struct {
	Type dg.InteractionResponseType `json:"type"`
	Data *Message                   `json:"data,omitempty"`
}
