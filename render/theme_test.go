package render

import (
	"errors"
	"fmt"
	"image"
	"math"
	"testing"

	"github.com/fogleman/gg"

	"doublecorner/game/draughts"
)

// light turns a colour into linear light, 0 to 1 in each channel.
func (c Colour) light() [3]float64 {
	r, g, b := c.rgb()
	var out [3]float64
	for i, v := range []uint8{r, g, b} {
		s := float64(v) / 255
		if s <= .04045 {
			out[i] = s / 12.92
		} else {
			out[i] = math.Pow((s+.055)/1.055, 2.4)
		}
	}
	return out
}

// contrast is the ratio of WCAG 2: from 1, the same, to 21, black on white.
func contrast(a, b [3]float64) float64 {
	luminance := func(l [3]float64) float64 { return .2126*l[0] + .7152*l[1] + .0722*l[2] }
	x, y := luminance(a), luminance(b)
	return (max(x, y) + .05) / (min(x, y) + .05)
}

// sights are kinds of colour vision, as matrices on linear light. The three
// deficiencies are those of Machado, Oliveira and Fernandes (2009) at full strength.
var sights = map[string][3][3]float64{
	"common":       {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{.152286, 1.052583, -.204868}, {.114503, .786281, .099216}, {-.003882, -.048116, 1.051998}},
	"deuteranopia": {{.367322, .860646, -.227968}, {.280085, .672501, .047413}, {-.011820, .042940, .968881}},
	"tritanopia":   {{1.255528, -.076749, -.178779}, {-.078411, .930809, .147602}, {.004733, .691367, .303900}},
	"none":         {{.2126, .7152, .0722}, {.2126, .7152, .0722}, {.2126, .7152, .0722}},
}

func seen(c Colour, sight [3][3]float64) [3]float64 {
	l := c.light()
	var out [3]float64
	for i, row := range sight {
		out[i] = min(max(row[0]*l[0]+row[1]*l[1]+row[2]*l[2], 0), 1)
	}
	return out
}

func TestContrast(t *testing.T) {
	type pair struct {
		what string
		a, b Colour
		// The least contrast in every theme, and in the one made for it. WCAG asks for 3
		// between shapes, and for 4.5 between a text and its ground.
		least, high float64
	}
	for _, theme := range themes {
		edge := theme.White.Face
		if edge == theme.Square { // books leave it to the line around
			edge = theme.White.Wall
		}
		pairs := []pair{
			{"the sides", theme.White.Face, theme.Black.Face, 4.5, 7},
			{"white's crown", theme.White.Crown, theme.White.Face, 3, 7},
			{"black's crown", theme.Black.Crown, theme.Black.Face, 3, 7},
			{"white on its square", edge, theme.Square, 2, 4.5},
			{"white and its edge", theme.White.Wall, theme.White.Face, 2.5, 7},
			{"black on its square", theme.Black.Face, theme.Square, 2, 4.5},
			{"the two kinds of squares", theme.Square, theme.Other, 1.8, 3},
			{"a captured black piece on its square", theme.Black.fade(theme.Square, ghostPart).Face, theme.Square, 1.8, 2.5},
			{"numbers", theme.Number, theme.Square, 4.5, 4.5},
			{"a clock with little time", lowText, lowGround, 4.5, 4.5},
			{"letters on the rim", theme.Edge, theme.Rim, 4.5, 7},
			{"the arrow on squares", theme.Arrow, theme.Square, 1.6, 3},
			{"the name of who waits", theme.BarText, theme.Bar, 4.5, 7},
			{"the name of who is to move", theme.TurnText, theme.Turn, 4.5, 7},
			{"notes of who waits", theme.BarNote, theme.Bar, 4.5, 7},
			{"notes of who is to move", theme.TurnNote, theme.Turn, 4.5, 7},
			{"whose turn it is", theme.Turn, theme.Bar, 4.5, 7},
		}
		for _, look := range []Look{Won, Drawn, Lost} {
			ground, text := theme.look(look)
			pairs = append(pairs, pair{fmt.Sprint("look ", look), text, ground, 4.5, 7})
		}
		if theme.Line != theme.Other {
			pairs = append(pairs, pair{"lines", theme.Line, theme.Square, 1.5, 2})
		}
		for sight, matrix := range sights {
			for _, p := range pairs {
				least := p.least
				if theme.Key == "contrast" {
					least = p.high
				}
				if got := contrast(seen(p.a, matrix), seen(p.b, matrix)); got < least {
					t.Errorf("%s, %s vision: the contrast of %s is %.2f, less than %.2f", theme.Key, sight, p.what, got, least)
				}
			}
			// What must be done is marked on squares and on pieces, with a line along it:
			// one of the two must stand out from whatever it lies on.
			for _, ground := range []Colour{theme.Square, theme.White.Face, theme.Black.Face} {
				mark := contrast(seen(theme.Must, matrix), seen(ground, matrix))
				line := contrast(seen(theme.Halo.over(ground, haloPart), matrix), seen(ground, matrix))
				if max(mark, line) < 2 {
					t.Errorf("%s, %s vision: what must be done is lost on %06x: %.2f, %.2f", theme.Key, sight, ground, mark, line)
				}
			}
		}
	}
}

// The first theme is literal, and literal themes look as sentences about boards say.
func TestLiteralThemes(t *testing.T) {
	if !themes[0].Literal {
		t.Errorf("%s is not literal", themes[0].Key)
	}
	for _, theme := range themes {
		r, g, b := theme.Black.Face.rgb()
		black := max(r, g, b) < 0x40
		dark := contrast(theme.Square.light(), [3]float64{}) < contrast(theme.Other.light(), [3]float64{})
		if theme.Literal != (black && dark) {
			t.Errorf("%s is literal: %v; Black's pieces are black: %v, the squares played on dark: %v", theme.Key, theme.Literal, black, dark)
		}
	}
}

func TestThemesFitTheirPalette(t *testing.T) {
	for i := range themes {
		theme := &themes[i]
		p := newPalette(theme)
		t.Logf("%s: %d colours", theme.Key, len(p.colours))
		if len(p.colours) >= unchanged {
			t.Errorf("%s: the palette is full, with %d colours", theme.Key, len(p.colours))
		}
		// No square, however it looks, is changed much by bringing it onto the palette.
		for _, f := range allFaces() {
			dc := gg.NewContext(40, 40)
			drawSquare(dc, theme, 40, f)
			pix, tile := dc.Image().(*image.RGBA).Pix, newTile(dc, p)
			sum := 0.0
			for at, index := range tile.pix {
				c := Colour(pix[4*at])<<16 | Colour(pix[4*at+1])<<8 | Colour(pix[4*at+2])
				sum += math.Sqrt(float64(c.distance(p.colours[index])) / 11)
			}
			if mean := sum / float64(len(tile.pix)); mean > 7 {
				t.Errorf("%s: %+v is off by %.1f of 255 on average", theme.Key, f, mean)
			}
		}
	}
}

// allFaces returns every face that a square can have, with no mark, one or all.
func allFaces() []face {
	faces := []face{{ground: other}}
	marks := []MarkKind{0, May, Must, Target, Goal, Wrong, Wrong<<1 - 1}
	for g := plain; g <= visited; g++ {
		for piece := draughts.NoPiece; piece <= draughts.BlackKing; piece++ {
			for _, ghost := range []bool{false, true} {
				for _, m := range marks {
					faces = append(faces, face{g, piece, ghost, m, false}, face{g, piece, ghost, m, true})
				}
			}
		}
	}
	return faces
}

func TestThemeKeys(t *testing.T) {
	seen := map[string]bool{}
	for _, theme := range Themes() {
		if seen[theme.Key] {
			t.Errorf("theme %q needs a key of its own", theme.Key)
		}
		seen[theme.Key] = true
		if i, err := themeIndex(theme.Key); err != nil || themes[i].Key != theme.Key {
			t.Errorf("%s: %d, %v", theme.Key, i, err)
		}
	}
	for _, key := range []string{"classic", "tournament", "slate", "paper", "contrast"} {
		if !seen[key] {
			t.Errorf("there is no theme %s", key)
		}
	}
	var wrong *ViewError
	if _, err := themeIndex("neon"); !errors.As(err, &wrong) {
		t.Errorf("an unknown theme gives %v", err)
	}
}
