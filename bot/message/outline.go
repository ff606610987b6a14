package message

import (
	"slices"

	dg "github.com/bwmarrin/discordgo"
)

// Outline is what a message says and offers, without Discord's types.
type Outline struct {
	Texts []string
	Rows  [][]Control
}

// Control is a button, or a select if it has options.
type Control struct {
	Label    string    `json:"label"`
	CustomID string    `json:"use"`
	Value    string    `json:"value,omitempty"` // of an option
	Primary  bool      `json:"primary,omitempty"`
	Options  []Control `json:"options,omitempty"`
}

// Outline returns what the message says, and the controls whose custom ID is to be kept.
func (b *Builder) Outline(keep func(customID string) bool) (o Outline) {
	for _, part := range b.Parts {
		switch part := part.(type) {
		case dg.TextDisplay:
			o.Texts = append(o.Texts, unbroken(part).Content)
		case dg.Section:
			o.Texts = append(o.Texts, unbroken(part.Components[0].(dg.TextDisplay)).Content)
			o.addRow(keep, part.Accessory)
		case dg.ActionsRow:
			o.addRow(keep, part.Components...)
		}
	}
	return o
}

func (o *Outline) addRow(keep func(string) bool, components ...dg.MessageComponent) {
	var row []Control
	for _, c := range components {
		switch c := c.(type) {
		case dg.Button:
			if c.Disabled {
				continue
			}
			row = append(row, Control{Label: c.Label, CustomID: c.CustomID, Primary: c.Style == dg.PrimaryButton || c.Style == dg.SuccessButton})
		case dg.SelectMenu:
			choice := Control{Label: c.Placeholder, CustomID: c.CustomID}
			for _, option := range c.Options {
				choice.Options = append(choice.Options, Control{Label: option.Label, CustomID: c.CustomID, Value: option.Value, Primary: option.Default})
			}
			row = append(row, choice)
		}
	}
	if row = slices.DeleteFunc(row, func(c Control) bool { return !keep(c.CustomID) }); len(row) > 0 {
		o.Rows = append(o.Rows, row)
	}
}
