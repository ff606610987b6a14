package message

import (
	"strings"
	"testing"
	"unicode/utf16"

	dg "github.com/bwmarrin/discordgo"
)

// TestClipTo checks that a text is cut between characters, and has room for the ellipsis.
func TestClipTo(t *testing.T) {
	characters := func(s string) int { return len(utf16.Encode([]rune(s))) }
	const text = "a𝔄b𝔄c𝔄d"
	for most := range 12 {
		got := ClipTo(text, most)
		if characters(got) > max(most, 1) || (got == text) != (most >= characters(text)) {
			t.Errorf("cut to %d: %q", most, got)
		}
	}
	m := &Builder{}
	m.Picture(File{Alt: strings.Repeat("Männer 🂡 ", 1000)})
	gallery := m.Parts[0].(dg.MediaGallery)
	for _, alt := range []string{*gallery.Items[0].Description, m.Build().Attachments[0].Description} {
		if n := characters(alt); n > MaxAlt || !strings.HasSuffix(alt, "…") {
			t.Errorf("an alt text of %d characters ends in %q", n, alt[len(alt)-8:])
		}
	}
}

// TestSectionWithoutButton checks that a section keeps its text when the controls of its message are removed.
func TestSectionWithoutButton(t *testing.T) {
	section := &dg.Section{Components: []dg.MessageComponent{&dg.TextDisplay{Content: "a game"}}, Accessory: &dg.Button{}}
	m := &dg.Message{Components: []dg.MessageComponent{&dg.Container{Components: []dg.MessageComponent{section}}}}
	if !HasControls(m) {
		t.Error("the button of a section is no control")
	}
	left := WithoutControls(m).Components[0].(dg.Container).Components
	if len(left) != 1 || left[0] != (dg.TextDisplay{Content: "a game"}) {
		t.Errorf("what is left is %+v", left)
	}
}
