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

// A move stays in one line; what is copied or clicked keeps its hyphens.
func TestUnbrokenMoves(t *testing.T) {
	for text, want := range map[string]string{
		"12. 22-18 15x22, d4-c5.":          "12. 22‑18 15x22, d4‑c5.",
		"**9-14** h8-g7-a1 100-105":        "**9‑14** h8‑g7‑a1 100‑105",
		"`W:W21-32` ```\n11-15\n``` 11-15": "`W:W21-32` ```\n11-15\n``` 11‑15",
		"[22-18](https://a/11-15) 11-15":   "[22‑18](https://a/11-15) 11‑15",
		"-# well-known Anna\\-1 2-in-1":    "-# well-known Anna\\-1 2-in-1",
	} {
		m := &Builder{}
		m.Text(text)
		shown := m.Build().Components[0].(dg.Container).Components[0].(dg.TextDisplay).Content
		if shown != want || m.Parts[0].(dg.TextDisplay).Content != text {
			t.Errorf("%q is shown as %q, want %q", text, shown, want)
		}
	}
}
