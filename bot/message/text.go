package message

import (
	"strings"

	"doublecorner/bot/lang"
)

// Escape escapes text that a user wrote: nothing in it is a mention, a disguised link or a
// heading, and no control character changes the direction of the text around it.
func Escape(text string) string { return escaper.Replace(lang.Inline(text)) }

var escaper = strings.NewReplacer(
	`\`, `\\`, "*", `\*`, "_", `\_`, "~", `\~`, "`", "\\`", "|", `\|`, ">", `\>`, "#", `\#`, "-", `\-`,
	"<", `\<`, "[", `\[`, "]", `\]`, "(", `\(`, ")", `\)`, "@", "@\u200b", ":", `\:`,
)

// MaxLabel is how many characters a label, an option's name or a thread's name can have.
const MaxLabel = 100

// Clip shortens a label to what Discord accepts.
func Clip(label string) string { return ClipTo(label, MaxLabel) }

// ClipTo shortens a text to so many characters.
func ClipTo(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most-1]) + "…"
}
