package render

import "sync"

// palette holds the at most 255 colours of a theme's pictures: the declared ones, and steps
// between those that meet. Every picture of the theme and every frame of a replay uses it.
type palette struct {
	colours []Colour
	near    [1 << 15]uint8 // the index of the nearest colour, by five bits of each channel
	plte    []byte         // the colours as a PNG file has them
}

// unchanged is an index that no pixel of a board has. In replays it leaves a pixel as it was.
const unchanged = 255

// steps is how many colours a soft edge has between two colours.
const steps = 2

// How much faded pieces keep of their own colours, in 256ths.
const (
	ghostPart   = 110 // a captured piece
	previewPart = 176 // a piece that is not there yet
)

// newPalette collects a theme's colours.
func newPalette(t *Theme) *palette {
	p := &palette{}
	squares := []Colour{t.Square, t.Last}
	for _, c := range []Colour{t.Square, t.Other, t.Last, t.Rim, t.Bar, t.Turn} {
		p.add(c)
	}
	p.ramp(t.Line, t.Square)
	if t.Grain != 0 {
		for _, ground := range []Colour{t.Square, t.Other, t.Last} {
			for part := 24; part <= 96; part += 24 {
				p.add(t.Grain.over(ground, part))
			}
		}
	}
	p.ramp(t.Edge, t.Rim)
	p.ramp(t.BarText, t.Bar)
	p.ramp(t.BarNote, t.Bar)
	p.ramp(t.TurnText, t.Turn)
	p.ramp(t.TurnNote, t.Turn)
	p.ramp(t.Turn, t.Bar)
	p.add(t.Turn.over(t.Bar, bandPart))
	p.ramp(t.Turn, t.Turn.over(t.Bar, bandPart))
	for _, s := range squares {
		p.ramp(t.Number, s)
		p.ramp(t.May, s)
		p.ramp(t.Must, s)
		p.ramp(t.Must, t.Halo.over(s, haloPart))
		for part := 24; part <= 96; part += 24 {
			p.add(shadow.over(s, part))
		}
	}
	for _, men := range []Men{t.White, t.Black} {
		p.ramp(men.Face, men.Wall)
		p.ramp(men.Face, men.Groove)
		p.ramp(men.Face, men.Crown)
		for _, s := range squares {
			p.ramp(men.Wall, s)
		}
		p.ramp(t.Must, men.Face)
		p.ramp(t.Must, t.Halo.over(men.Face, haloPart))
		for _, s := range squares {
			ghost := men.fade(s, ghostPart)
			p.ramp(ghost.Face, ghost.Wall)
			p.ramp(ghost.Wall, s)
			p.ramp(t.Arrow, ghost.Face)
			preview := men.fade(s, previewPart)
			p.ramp(preview.Face, preview.Wall)
			p.ramp(preview.Wall, s)
		}
		p.ramp(t.Preview, men.Face)
	}
	for _, ground := range []Colour{t.Square, t.Other, t.Last} {
		p.ramp(t.Arrow, ground)
		p.ramp(t.Preview, ground)
	}
	p.index()
	return p
}

// add adds a colour if it is new and there is room.
func (p *palette) add(c Colour) {
	if len(p.colours) == unchanged {
		return
	}
	for _, had := range p.colours {
		if had.distance(c) < 12 {
			return
		}
	}
	p.colours = append(p.colours, c)
}

// ramp adds two colours, and the steps from one to the other.
func (p *palette) ramp(c, ground Colour) {
	p.add(c)
	p.add(ground)
	for i := 1; i <= steps; i++ {
		p.add(c.over(ground, 256*i/(steps+1)))
	}
}

// index fills near and plte.
func (p *palette) index() {
	var wait sync.WaitGroup
	for r := range 32 {
		wait.Go(func() {
			for gb := range 1 << 10 {
				at := r<<10 | gb
				c := Colour(r<<19 | 4<<16 | (gb>>5)<<11 | 4<<8 | (gb&31)<<3 | 4)
				p.near[at] = p.nearest(c)
			}
		})
	}
	wait.Wait()
	for _, c := range p.colours {
		r, g, b := c.rgb()
		p.plte = append(p.plte, r, g, b)
	}
}

// nearest returns the index of the colour most like c.
func (p *palette) nearest(c Colour) uint8 {
	best, least := 0, 1<<30
	for i, had := range p.colours {
		if d := had.distance(c); d < least {
			best, least = i, d
		}
	}
	return uint8(best)
}

// approximate returns the index of a colour very like r, g, b.
func (p *palette) approximate(r, g, b uint32) uint8 {
	return p.near[r>>3<<10|g>>3<<5|b>>3]
}

// distance returns how different two colours look: a square, with the weights of the eye.
func (c Colour) distance(d Colour) int {
	r := int(c>>16&255) - int(d>>16&255)
	g := int(c>>8&255) - int(d>>8&255)
	b := int(c&255) - int(d&255)
	return 3*r*r + 6*g*g + 2*b*b
}
