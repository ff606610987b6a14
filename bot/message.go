package bot

import (
	"bytes"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/render"
)

// message is what the bot says, before it is known whether it becomes an answer, a
// follow-up, an edit or a message in a channel.
type message struct {
	parts   []dg.MessageComponent
	files   []file
	private bool            // only for who asked
	edge    int             // the colour of its edge
	pings   []game.PersonID // everybody else who is named is not called
	mark    mark            // of what it tells
}

// file is a picture, or something to keep.
type file struct {
	name, kind string
	data       []byte
}

// say adds a paragraph.
func (m *message) say(text string) {
	if text != "" {
		m.parts = append(m.parts, dg.TextDisplay{Content: text})
	}
}

// show adds a picture with its description.
func (m *message) show(f file, alt string) {
	m.files = append(m.files, f)
	m.parts = append(m.parts, dg.MediaGallery{Items: []dg.MediaGalleryItem{{
		Media:       dg.UnfurledMediaItem{URL: "attachment://" + f.name},
		Description: &alt,
	}}})
}

// draw adds the picture of a board, with its description.
func (m *message) draw(l *lang.Language, name string, view render.View) error {
	png, err := render.Board(view)
	if err != nil {
		return err
	}
	alt, err := render.Alt(view, l.Say)
	if err != nil {
		return err
	}
	m.show(file{name, "image/png", png}, alt)
	return nil
}

// give adds a file to keep.
func (m *message) give(f file) {
	m.files = append(m.files, f)
	m.parts = append(m.parts, dg.FileComponent{File: dg.UnfurledMediaItem{URL: "attachment://" + f.name}})
}

// row adds controls beside each other, if there are any.
func (m *message) row(controls ...dg.MessageComponent) {
	var row []dg.MessageComponent
	for _, c := range controls {
		if c != nil {
			row = append(row, c)
		}
	}
	if len(row) > 0 {
		m.parts = append(m.parts, dg.ActionsRow{Components: row})
	}
}

// isRow tells whether a part of a message is a row of controls.
func isRow(part dg.MessageComponent) bool {
	_, is := part.(dg.ActionsRow)
	return is
}

// components returns the message as Discord wants it: one container with a coloured edge.
func (m *message) components() []dg.MessageComponent {
	c := dg.Container{ID: int(m.mark), Components: m.parts}
	if m.edge != 0 {
		c.AccentColor = &m.edge
	}
	return []dg.MessageComponent{c}
}

// flags returns what kind of message it is.
func (m *message) flags() dg.MessageFlags {
	flags := dg.MessageFlagsIsComponentsV2
	if m.private {
		flags |= dg.MessageFlagsEphemeral
	}
	return flags
}

// mentions says who is called. An empty list calls nobody, whoever is named.
func (m *message) mentions() *dg.MessageAllowedMentions {
	users := make([]string, 0, len(m.pings))
	for _, p := range m.pings {
		users = append(users, p.String())
	}
	return &dg.MessageAllowedMentions{Parse: []dg.AllowedMentionType{}, Users: users}
}

// attached returns the files to be sent along.
func (m *message) attached() []*dg.File {
	var files []*dg.File
	for _, f := range m.files {
		files = append(files, &dg.File{Name: f.name, ContentType: f.kind, Reader: bytes.NewReader(f.data)})
	}
	return files
}

// response returns a message as the answer to an interaction.
func (m *message) response() *dg.InteractionResponseData {
	return &dg.InteractionResponseData{
		Components: m.components(), Files: m.attached(), Flags: m.flags(), AllowedMentions: m.mentions(),
	}
}

// followUp returns a message as what comes after an answer.
func (m *message) followUp() *dg.WebhookParams {
	return &dg.WebhookParams{
		Components: m.components(), Files: m.attached(), Flags: m.flags(), AllowedMentions: m.mentions(),
	}
}

// post returns a message as one in a channel.
func (m *message) post() *dg.MessageSend {
	return &dg.MessageSend{Components: m.components(), Files: m.attached(), Flags: m.flags(), AllowedMentions: m.mentions()}
}

// edit returns a message as what one in a channel becomes. Its pictures take the places of
// those that were there.
func (m *message) edit() *dg.MessageEdit {
	components := m.components()
	return &dg.MessageEdit{
		Components: &components, Files: m.attached(), Flags: m.flags(), AllowedMentions: m.mentions(),
		Attachments: &[]*dg.MessageAttachment{},
	}
}

// mention names a person so that Discord shows the name they have here.
func mention(p game.PersonID) string { return "<@" + p.String() + ">" }

// escape makes text from people harmless: nothing in it is a mention, a link with
// another face, or a heading, and nothing turns what stands around it.
func escape(text string) string { return escaper.Replace(lang.Inline(text)) }

var escaper = strings.NewReplacer(
	`\`, `\\`, "*", `\*`, "_", `\_`, "~", `\~`, "`", "\\`", "|", `\|`, ">", `\>`, "#", `\#`, "-", `\-`,
	"<", `\<`, "[", `\[`, "]", `\]`, "(", `\(`, ")", `\)`, "@", "@\u200b", ":", `\:`,
)
