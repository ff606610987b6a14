package render

import (
	"strings"
	"sync"
	"unicode"

	"github.com/rivo/uniseg"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"
)

// printable turns a text, such as a name that people give themselves, into characters that
// can be drawn from left to right on one line. A character of another script becomes one
// box. Pictographs are omitted unless nothing legible remains.
func printable(text string) string {
	const mostBytes, most = 2000, 200 // no line has more bytes, or characters
	text = plainLetters(text[:min(len(text), mostBytes)])
	out := make([]rune, 0, 64)
	legible, dropped := false, 0
	for clusters := uniseg.NewGraphemes(norm.NFC.String(text)); clusters.Next() && len(out) < most; {
		cluster := clusters.Runes()
		first := cluster[0]
		switch first {
		case '\u2212': // minus, which looks like a dash
			first = '–'
		case '\u2010', '\u2011': // hyphens
			first = '-'
		}
		switch {
		case unicode.IsSpace(first):
			if len(out) > 0 && out[len(out)-1] != ' ' {
				out = append(out, ' ')
			}
		case unicode.In(first, unicode.C, unicode.M) && !has(first):
			// A control character, or a mark without a letter.
		case has(first) && !unicode.Is(unicode.M, first):
			out = append(out, first)
			legible = legible || unicode.In(first, unicode.L, unicode.N)
			// A letter has room for one more mark, not for a heap of them.
			if len(cluster) > 1 && unicode.Is(unicode.M, cluster[1]) && has(cluster[1]) {
				out = append(out, cluster[1])
			}
		case unicode.In(first, unicode.L, unicode.N, unicode.P):
			out = append(out, box)
			legible = true
		default:
			dropped++
		}
	}
	if !legible {
		for range min(dropped, 8) {
			out = append(out, box)
		}
	}
	return strings.TrimSuffix(string(out), " ")
}

// CanDraw reports whether the font has every character of a name that a picture would show. Pictures omit
// the pictographs of a name, but not all of it.
func CanDraw(name string) bool {
	text := printable(name)
	return text != "" && !strings.ContainsRune(text, box)
}

// plainLetters replaces fancy letters that the font does not have by plain ones: letters that
// are bold, in script, in circles or of full width. People like them in names.
func plainLetters(text string) string {
	if readable(text) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		letter := string(r)
		if plain := norm.NFKC.String(letter); !has(r) && readable(plain) {
			letter = plain
		}
		b.WriteString(letter)
	}
	return b.String()
}

// readable reports whether the font has every character of a text.
func readable(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return !has(r) })
}

// has reports whether the font has a character.
func has(r rune) bool { return r >= 0 && int(r) < len(covered()) && covered()[r] }

// covered says which of the first characters of Unicode the font has. It has no others.
var covered = sync.OnceValue(func() *[0x2200]bool {
	var has [0x2200]bool
	var buf sfnt.Buffer
	for r := range has {
		i, err := typeface().GlyphIndex(&buf, rune(r))
		has[r] = err == nil && i != 0
	}
	return &has
})
