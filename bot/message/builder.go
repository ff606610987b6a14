package message

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/render"
)

// Builder builds a message: one container with paragraphs, pictures, files, buttons and selects.
type Builder struct {
	Parts       []dg.MessageComponent
	Files       []File
	Private     bool     // only the user who made the request sees it
	Accent      int      // the colour of its edge; 0: none
	Mentions    []string // the IDs of the users who are notified; nobody else is
	Fingerprint Fingerprint
	Failed      bool // it says that a request failed by a fault of the bot, or of what it needs
	Aside       bool // it replaces no message: that whose component was used stays as it is
	// View is the board that its last picture shows, and Choose returns the custom ID that makes a move, if its controls do: a page
	// that has a board of its own takes them from here.
	View   *render.View
	Choose func(move string) string
}

// File is a file of a message.
type File struct {
	Name, Type string
	Data       []byte
	Alt        string // of a picture
}

// Text adds a paragraph, unless it is empty.
func (b *Builder) Text(text string) {
	if text != "" {
		b.Parts = append(b.Parts, dg.TextDisplay{Content: text})
	}
}

// Section adds a paragraph with a button beside it.
func (b *Builder) Section(text string, button dg.MessageComponent) {
	b.Parts = append(b.Parts, dg.Section{Components: []dg.MessageComponent{dg.TextDisplay{Content: text}}, Accessory: button})
}

// TextLength returns how many characters the paragraphs have, as Discord counts them.
func (b *Builder) TextLength() (n int) {
	for _, part := range b.Parts {
		texts := []dg.MessageComponent{part}
		if section, ok := part.(dg.Section); ok {
			texts = section.Components
		}
		for _, text := range texts {
			if text, ok := text.(dg.TextDisplay); ok {
				n += len(utf16.Encode([]rune(text.Content)))
			}
		}
	}
	return n
}

// Len returns how many components the message has, as Discord counts them.
func (b *Builder) Len() int {
	n := 1 // the container
	for _, part := range b.Parts {
		n++
		switch part := part.(type) {
		case dg.ActionsRow:
			n += len(part.Components)
		case dg.Section:
			n += len(part.Components) + 1
		}
	}
	return n
}

// Drawing is what is drawn as a PNG picture.
type Drawing interface{ Picture() ([]byte, error) }

// PNG adds a PNG picture with a description for those who do not see it.
func (b *Builder) PNG(name string, d Drawing, alt string) error {
	data, err := d.Picture()
	if view, ok := d.(render.View); ok {
		b.View = &view
	}
	if err == nil {
		b.Picture(File{Name: name, Type: "image/png", Data: data, Alt: alt})
	}
	return err
}

// Picture adds a picture. It shortens an alt text that is too long for Discord.
func (b *Builder) Picture(f File) {
	f.Alt = ClipTo(f.Alt, MaxAlt)
	b.Files = append(b.Files, f)
	b.Parts = append(b.Parts, dg.MediaGallery{Items: []dg.MediaGalleryItem{{
		Media:       dg.UnfurledMediaItem{URL: "attachment://" + f.Name},
		Description: &f.Alt,
	}}})
}

// Board adds the picture of a position, with its alt text.
func (b *Builder) Board(l *lang.Language, name string, view render.View) error {
	return b.PNG(name, view, view.Alt(l.Say))
}

// File adds a file to download.
func (b *Builder) File(f File) {
	b.Files = append(b.Files, f)
	b.Parts = append(b.Parts, dg.FileComponent{File: dg.UnfurledMediaItem{URL: "attachment://" + f.Name}})
}

// Row adds buttons, or a select, in one row. Nils are left out.
func (b *Builder) Row(components ...dg.MessageComponent) {
	components = slices.DeleteFunc(components, func(c dg.MessageComponent) bool { return c == nil })
	if len(components) > 0 {
		b.Parts = append(b.Parts, dg.ActionsRow{Components: components})
	}
}

// UserSelect returns a select in which users select one user: a member of the guild, or somebody in the DM.
func UserSelect(customID, placeholder string) dg.MessageComponent {
	return dg.SelectMenu{MenuType: dg.UserSelectMenu, CustomID: customID, Placeholder: placeholder, MinValues: new(1), MaxValues: 1}
}

// RemoveRows removes all buttons and selects.
func (b *Builder) RemoveRows() {
	b.Parts = slices.DeleteFunc(b.Parts, func(part dg.MessageComponent) bool {
		_, is := part.(dg.ActionsRow)
		return is
	})
}

// Build returns the message as Discord receives it.
func (b *Builder) Build() *Message {
	c := dg.Container{ID: int(b.Fingerprint), Components: slices.Clone(b.Parts)}
	for i, part := range c.Components {
		switch part := part.(type) {
		case dg.TextDisplay:
			c.Components[i] = unbroken(part)
		case dg.Section:
			part.Components = []dg.MessageComponent{unbroken(part.Components[0].(dg.TextDisplay))}
			c.Components[i] = part
		}
	}
	if b.Accent != 0 {
		c.AccentColor = &b.Accent
	}
	m := &Message{
		Components: []dg.MessageComponent{c}, Flags: dg.MessageFlagsIsComponentsV2,
		AllowedMentions: mentions(b.Mentions...), Attachments: []Attachment{},
	}
	if b.Private {
		m.Flags |= dg.MessageFlagsEphemeral
	}
	for i, f := range b.Files {
		m.Files = append(m.Files, &dg.File{Name: f.Name, ContentType: f.Type, Reader: bytes.NewReader(f.Data)})
		m.Attachments = append(m.Attachments, Attachment{ID: strconv.Itoa(i), Filename: f.Name, Description: f.Alt})
	}
	return m
}

// breakable matches moves, in which a phone breaks the line at a hyphen, and code and addresses, which are left as they are.
var breakable = regexp.MustCompile("`[^`]*`|https?://\\S+|\\b[a-l]?\\d{1,3}(?:-[a-l]?\\d{1,3})+\\b")

// unbroken returns a paragraph with non-breaking hyphens in its moves. Who types or pastes one is understood as with hyphens.
func unbroken(text dg.TextDisplay) dg.TextDisplay {
	return dg.TextDisplay{Content: breakable.ReplaceAllStringFunc(text.Content, func(found string) string {
		if found[0] == '`' || found[0] == 'h' && strings.Contains(found, ":") {
			return found
		}
		return strings.ReplaceAll(found, "-", "\u2011")
	})}
}

// Numbered returns a line with a number before it. Discord would take it for the item of a list without the backslash, and
// number those after the first one by itself.
func Numbered(n int, line string) string { return strconv.Itoa(n) + `\. ` + line }

// mentions notifies users, and nobody else whom a message names.
func mentions(users ...string) *dg.MessageAllowedMentions {
	return &dg.MessageAllowedMentions{Parse: []dg.AllowedMentionType{}, Users: append([]string{}, users...)}
}

// Escape escapes text that a user wrote: nothing in it is a mention, a disguised link or a
// heading, and no control character changes the direction of the text around it.
func Escape(text string) string { return escaper.Replace(lang.Inline(text)) }

var escaper = strings.NewReplacer(
	`\`, `\\`, "*", `\*`, "_", `\_`, "~", `\~`, "`", "\\`", "|", `\|`, ">", `\>`, "#", `\#`, "-", `\-`,
	"<", `\<`, "[", `\[`, "]", `\]`, "(", `\(`, ")", `\)`, "@", "@\u200b", ":", `\:`,
)

// Clip shortens a label to what Discord accepts.
func Clip(label string) string { return ClipTo(label, MaxLabel) }

// ClipTo shortens a text to so many characters, as Discord counts them.
func ClipTo(text string, most int) string {
	n, end := 0, 0 // end is where to cut to leave room for an ellipsis
	for i, r := range text {
		if n < most {
			end = i
		}
		if n += utf16.RuneLen(r); n > most {
			return text[:end] + "…"
		}
	}
	return text
}
