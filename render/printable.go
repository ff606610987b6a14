package render

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"
)

// printable turns what people call themselves into signs that can be drawn, from left
// to right, on one line. Signs of other scripts become boxes, one for each that people
// would count; pictographs are left out where enough remains without them.
func printable(text string) []rune {
	const most = 200 // signs; no line is longer
	var signs []rune
	legible, dropped := false, 0
	for clusters := uniseg.NewGraphemes(norm.NFC.String(plainLetters(clip(text)))); clusters.Next() && len(signs) < most; {
		cluster := clusters.Runes()
		switch first := alike(cluster[0]); {
		case unicode.IsSpace(first):
			if len(signs) > 0 && signs[len(signs)-1] != ' ' {
				signs = append(signs, ' ')
			}
		case unicode.In(first, unicode.C, unicode.M) && !has(first):
			// A control sign, or a mark that stands on nothing.
		case has(first) && !unicode.Is(unicode.M, first):
			signs = append(signs, first)
			legible = legible || unicode.In(first, unicode.L, unicode.N)
			// One more mark on a letter has room; a heap of them has not.
			if len(cluster) > 1 && unicode.Is(unicode.M, cluster[1]) && has(cluster[1]) {
				signs = append(signs, cluster[1])
			}
		case unicode.In(first, unicode.L, unicode.N, unicode.P):
			signs = append(signs, box)
			legible = true
		default:
			dropped++
		}
	}
	if !legible {
		for range min(dropped, 8) {
			signs = append(signs, box)
		}
	}
	for len(signs) > 0 && signs[len(signs)-1] == ' ' {
		signs = signs[:len(signs)-1]
	}
	return signs
}

// plainLetters writes letters that the font does not have as those they are a fancy
// form of: bold, in script, in circles, of full width. People like them in names.
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

// readable tells whether the font has every sign of a text.
func readable(text string) bool {
	for _, r := range text {
		if !has(r) {
			return false
		}
	}
	return true
}

// alike returns a sign that the font has and that looks like r.
func alike(r rune) rune {
	switch r {
	case '\u2212': // minus
		return '–'
	case '\u2010', '\u2011': // hyphens
		return '-'
	}
	return r
}

// clip cuts a text that nobody could read on one line.
func clip(text string) string {
	const most = 2000
	if len(text) <= most {
		return text
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut]
}

// has tells whether the font has a sign.
func has(r rune) bool { return r >= 0 && int(r) < len(covered()) && covered()[r] }

// covered tells which of the first signs of Unicode the font has; it has no others.
var covered = sync.OnceValue(func() *[0x2200]bool {
	var signs [0x2200]bool
	var buf sfnt.Buffer
	for r := range signs {
		i, err := typeface().GlyphIndex(&buf, rune(r))
		signs[r] = err == nil && i != 0
	}
	return &signs
})
