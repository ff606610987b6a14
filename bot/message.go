package bot

import (
	"bytes"
	"strconv"
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
	alts    []string        // of the files that are pictures
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

// show adds a picture with its alt text.
func (m *message) show(f file, alt string) {
	m.files, m.alts = append(m.files, f), append(m.alts, alt)
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
	m.files, m.alts = append(m.files, f), append(m.alts, "")
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

// outgoing returns the message as Discord is told it.
func (m *message) outgoing() *Message {
	out := &Message{Components: m.components(), Flags: m.flags(), AllowedMentions: m.mentions(), Attachments: []Attachment{}}
	for i, f := range m.files {
		out.Files = append(out.Files, &dg.File{Name: f.name, ContentType: f.kind, Reader: bytes.NewReader(f.data)})
		out.Attachments = append(out.Attachments, Attachment{ID: strconv.Itoa(i), Filename: f.name, Description: m.alts[i]})
	}
	return out
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
