package message

import dg "github.com/bwmarrin/discordgo"

// MaxInput is how many characters a text input accepts.
const MaxInput = 4000

// Modal asks a user for text.
type Modal struct {
	CustomID, Title string
	Inputs          []TextInput
}

// TextInput is one input of a modal.
type TextInput struct {
	CustomID, Label, Value string
}

// Build returns the modal as Discord receives it.
func (m *Modal) Build() *Message {
	data := &Message{CustomID: m.CustomID, Title: m.Title}
	for _, in := range m.Inputs {
		data.Components = append(data.Components, dg.ActionsRow{Components: []dg.MessageComponent{dg.TextInput{
			CustomID: in.CustomID, Label: in.Label, Style: dg.TextInputParagraph, Value: in.Value, Required: true, MaxLength: MaxInput,
		}}})
	}
	return data
}

// Inputs returns what a user wrote into a modal, by custom ID.
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
