package message

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	dg "github.com/bwmarrin/discordgo"
)

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
	Most                   int // characters; 0: MaxInput
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
			"type": dg.TextInputComponent, "style": style, "value": in.Value, "max_length": cmp.Or(in.Most, MaxInput),
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
