package render

import (
	_ "embed"
	"image"
	"math"
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

// box stands for every sign that the font does not have.
const box = '\uFFFF'

// mostGlyphs bounds how many glyphs a lettering keeps; people's names have few.
const mostGlyphs = 600

// lettering draws text of one size. It is safe for use by many goroutines.
type lettering struct {
	px   float64
	grew func(bytes int)

	mu     sync.RWMutex
	face   font.Face // not safe: used with mu held
	glyphs map[rune]*glyph
}

// glyph is one sign, drawn.
type glyph struct {
	mask    *mask
	offset  image.Point // of the mask from where the sign stands on the base line
	advance float64
}

func newLettering(px float64, grew func(bytes int)) *lettering {
	px = max(px, 6)
	face, err := opentype.NewFace(typeface(), &opentype.FaceOptions{Size: px, DPI: 72})
	if err != nil {
		panic("render: the embedded font has no size " + err.Error())
	}
	return &lettering{px: px, grew: grew, face: face, glyphs: map[rune]*glyph{}}
}

// cap returns the height of a capital letter.
func (l *lettering) cap() int { return int(math.Round(l.px * .714)) }

// glyph returns a sign, drawn once.
func (l *lettering) glyph(r rune) *glyph {
	l.mu.RLock()
	g := l.glyphs[r]
	l.mu.RUnlock()
	if g != nil {
		return g
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if g = l.glyphs[r]; g != nil {
		return g
	}
	if len(l.glyphs) == mostGlyphs {
		for _, old := range l.glyphs {
			l.grew(-old.mask.bytes())
		}
		l.glyphs = map[rune]*glyph{}
	}
	g = l.draw(r)
	l.glyphs[r] = g
	l.grew(g.mask.bytes())
	return g
}

func (l *lettering) draw(r rune) *glyph {
	pad := int(math.Ceil(l.px))
	dc := gg.NewContext(3*pad, 3*pad)
	dc.SetRGB(0, 0, 0)
	x, y := float64(pad), float64(2*pad)
	offset := image.Pt(-pad, -2*pad)
	if r == box {
		w, h := l.px*.5, l.px*.714
		dc.SetLineWidth(max(1, l.px*.07))
		dc.DrawRoundedRectangle(x+l.px*.06, y-h, w, h, l.px*.08)
		dc.Stroke()
		return &glyph{newMask(dc.Image().(*image.RGBA)), offset, w + l.px*.12}
	}
	dc.SetFontFace(l.face)
	dc.DrawString(string(r), x, y)
	advance, _ := l.face.GlyphAdvance(r)
	return &glyph{newMask(dc.Image().(*image.RGBA)), offset, float64(advance) / 64}
}

// width returns how many pixels a text of printable signs takes.
func (l *lettering) width(text []rune) int {
	w := 0.0
	for _, r := range text {
		w += l.glyph(r).advance
	}
	return int(math.Ceil(w))
}

// fit shortens a text that is wider than room.
func (l *lettering) fit(text []rune, room int) []rune {
	if l.width(text) <= room {
		return text
	}
	const ellipsis = '…'
	left := float64(room) - l.glyph(ellipsis).advance
	for i, r := range text {
		if left -= l.glyph(r).advance; left < 0 {
			text = text[:i:i]
			break
		}
	}
	for len(text) > 0 && unicode.IsSpace(text[len(text)-1]) {
		text = text[:len(text)-1]
	}
	if left := l.width([]rune{ellipsis}); left > room {
		return nil
	}
	return append(text, ellipsis)
}

// write writes printable signs from x on, standing on the line y, and returns where
// they end.
func (l *lettering) write(c *canvas, text []rune, x, y int, colour Colour) int {
	at := float64(x)
	for _, r := range text {
		g := l.glyph(r)
		c.ink(g.mask, image.Pt(int(math.Round(at)), y).Add(g.offset), colour)
		at += g.advance
	}
	return int(math.Ceil(at))
}

// wrap breaks a text between words into at most so many lines; what is left over is
// cut off, visibly.
func (l *lettering) wrap(text []rune, room, most int) [][]rune {
	var lines [][]rune
	for len(text) > 0 && len(lines) < most-1 && l.width(text) > room {
		cut := 0
		for i, r := range text {
			if r == ' ' {
				if l.width(text[:i]) > room {
					break
				}
				cut = i
			}
		}
		if cut == 0 {
			break // a word too long for a line
		}
		lines = append(lines, text[:cut])
		text = text[cut+1:]
	}
	return append(lines, l.fit(text, room))
}
