package bot

import (
	"slices"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/bot/message"
)

// button returns a button with the label of its action.
func button(l *lang.Language, id customID, style dg.ButtonStyle) dg.MessageComponent {
	return buttonLabelled(l.Say("button."+string(id.action)), id, style)
}

// buttonLabelled returns a button with a label; nil if its custom ID would be too long.
func buttonLabelled(label string, id customID, style dg.ButtonStyle) dg.MessageComponent {
	text := id.String()
	if text == "" {
		return nil
	}
	return dg.Button{Label: label, Style: style, CustomID: text}
}

// maxOptions is the number of options that Discord allows a select, and of choices an option.
const maxOptions = 25

// selectOne returns a select in which users select one option.
func selectOne(id customID, placeholder string, options []dg.SelectMenuOption) dg.MessageComponent {
	return dg.SelectMenu{MenuType: dg.StringSelectMenu, CustomID: id.String(), Placeholder: placeholder, Options: options}
}

// addSelects adds a select of one option, or several if there are too many options for one.
func addSelects(m *message.Builder, id customID, placeholder string, options []dg.SelectMenuOption) {
	for i, chunk := range slices.Collect(slices.Chunk(options, maxOptions)) {
		if i > 0 {
			id.arg = chunk[0].Value // the custom IDs of a message differ
		}
		m.Row(selectOne(id, placeholder, chunk))
	}
}
