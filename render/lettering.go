package render

import (
	_ "embed"
	"image"
	"math"
	"strings"
	"sync"
	"unicode"

	"github.com/fogleman/gg"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
)

//go:embed font/NotoSans-SemiBold.ttf
var fontFile []byte

// typeface is the one font of all pictures: Latin, Greek and Cyrillic.
var typeface = sync.OnceValue(func() *opentype.Font {
	f, err := opentype.Parse(fontFile)
	if err != nil {
		panic("render: the embedded font is broken: " + err.Error())
	}
	return f
})

// capital is the height of a capital letter or a digit of the font, as a part of its size.
const capital = .714

// box stands for every character that the font does not have.
const box = '\uFFFF'

// lettering draws text in one size. It is safe for use by many goroutines.
type lettering struct {
	px     float64
	halos  bool      // glyphs have halos
	face   font.Face // not safe for use by many goroutines: only used while a glyph is drawn
	glyphs sprites[rune, *glyph]
}

// glyph is one character, drawn.
type glyph struct {
	*mask
	halo    *mask       // covers the character and what is close to it; nil unless the lettering has halos
	offset  image.Point // of both masks from the start of the character on the baseline
	advance float64
}

func newLettering(px float64) *lettering {
	px = max(px, 6)
	face, err := opentype.NewFace(typeface(), &opentype.FaceOptions{Size: px, DPI: 72})
	if err != nil {
		panic("render: the embedded font has no size " + err.Error())
	}
	return &lettering{px: px, face: face}
}

// cap returns the height of a capital letter.
func (l *lettering) cap() int { return int(math.Round(l.px * capital)) }

// baseline returns the baseline of text in the middle of a rectangle.
func (l *lettering) baseline(r image.Rectangle) int { return (r.Min.Y + r.Max.Y + l.cap()) / 2 }

// glyph returns a character, drawn once.
func (l *lettering) glyph(r rune) *glyph {
	return l.glyphs.get(r, func() *glyph { return l.draw(r) })
}

func (l *lettering) draw(r rune) *glyph {
	pad := int(math.Ceil(l.px))
	dc := gg.NewContext(3*pad, 3*pad)
	dc.SetRGB(0, 0, 0)
	x, y := float64(pad), float64(2*pad)
	var advance float64
	if r == box {
		w, h := l.px*.5, l.px*capital
		dc.SetLineWidth(max(1, l.px*.07))
		dc.DrawRoundedRectangle(x+l.px*.06, y-h, w, h, l.px*.08)
		dc.Stroke()
		advance = w + l.px*.12
	} else {
		dc.SetFontFace(l.face)
		dc.DrawString(string(r), x, y)
		exact, _ := l.face.GlyphAdvance(r)
		advance = float64(exact) / 64
	}
	g := &glyph{mask: newMask(dc), offset: image.Pt(-pad, -2*pad), advance: advance}
	if l.halos {
		for i := range 8 {
			sin, cos := math.Sincos(math.Pi / 4 * float64(i))
			dc.DrawString(string(r), x+max(1, l.px*.1)*cos, y+max(1, l.px*.1)*sin)
		}
		g.halo = newMask(dc)
	}
	return g
}

// width returns how many pixels a printable text takes.
func (l *lettering) width(text string) int {
	w := 0.0
	for _, r := range text {
		w += l.glyph(r).advance
	}
	return int(math.Ceil(w))
}

// fit makes a text printable, and shortens it if it is wider than room.
func (l *lettering) fit(text string, room int) string { return l.shorten(printable(text), room) }

// shorten shortens a printable text that is wider than room.
func (l *lettering) shorten(text string, room int) string {
	const ellipsis = '…'
	left := float64(room) - l.glyph(ellipsis).advance
	switch {
	case l.width(text) <= room:
		return text
	case left < 0:
		return ""
	}
	end := strings.IndexFunc(text, func(r rune) bool {
		left -= l.glyph(r).advance
		return left < 0
	})
	return strings.TrimRightFunc(text[:end], unicode.IsSpace) + string(ellipsis)
}

// wrap makes a text printable and breaks it between words into at most so many lines. It
// shortens the last line if need be.
func (l *lettering) wrap(text string, room, most int) []string {
	var lines []string
	for words := strings.Split(printable(text), " "); len(words) > 0; {
		n := len(words)
		for n > 0 && len(lines) < most-1 && l.width(strings.Join(words[:n], " ")) > room {
			n--
		}
		if n == 0 { // a word too long for a line
			n = len(words)
		}
		lines = append(lines, l.shorten(strings.Join(words[:n], " "), room))
		words = words[n:]
	}
	return lines
}

// write writes a printable text from x on, with y as its baseline.
func (l *lettering) write(c *canvas, text string, x, y int, colour Colour) {
	at := float64(x)
	for _, r := range text {
		g := l.glyph(r)
		c.ink(g.mask, image.Pt(int(math.Round(at)), y).Add(g.offset), colour)
		at += g.advance
	}
}

// writeOver writes a printable text as write does, with halos that set it off from what it covers.
func (l *lettering) writeOver(c *canvas, text string, x, y int, colour, halo Colour) {
	at := float64(x)
	for _, r := range text {
		g := l.glyph(r)
		c.ink(g.halo, image.Pt(int(math.Round(at)), y).Add(g.offset), halo)
		at += g.advance
	}
	l.write(c, text, x, y, colour)
}

// writeBefore writes a text that ends at x, shortened to room, and returns where it begins.
func (l *lettering) writeBefore(c *canvas, text string, x, y, room int, colour Colour) int {
	text = l.fit(text, room)
	x -= l.width(text)
	l.write(c, text, x, y, colour)
	return x
}
