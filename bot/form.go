package bot

import dg "github.com/bwmarrin/discordgo"

// mostField is how much can be written into a field of a form.
const mostField = 4000

// form asks for what is more than a control can say.
type form struct {
	control control // what is done with what is written
	title   string
	fields  []field
}

// field is one place of a form to write in.
type field struct {
	id, label, text string
	most            int
}

// response returns the form as Discord opens it.
func (f *form) response() *Message {
	data := &Message{CustomID: f.control.String(), Title: f.title}
	for _, field := range f.fields {
		data.Components = append(data.Components, dg.ActionsRow{Components: []dg.MessageComponent{dg.TextInput{
			CustomID: field.id, Label: field.label, Style: dg.TextInputParagraph, Value: field.text, Required: true, MaxLength: field.most,
		}}})
	}
	return data
}

// read takes what was written into a form.
func (c *call) read(components []dg.MessageComponent) {
	c.fields = map[string]string{}
	for _, row := range components {
		row, ok := row.(*dg.ActionsRow)
		if !ok || row == nil {
			continue
		}
		for _, part := range row.Components {
			if input, ok := part.(*dg.TextInput); ok && input != nil && len(input.Value) <= 4*mostField {
				c.fields[input.CustomID] = input.Value
			}
		}
	}
}
