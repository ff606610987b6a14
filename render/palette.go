package render

import (
	"slices"
	"sync"
)

// palette holds the at most 255 colours of a theme's pictures: the declared ones, and steps
// between those that meet. Every picture of the theme and every frame of a replay uses it.
type palette struct {
	colours []Colour
	near    [1 << 15]uint8 // about the index of the nearest colour, by five bits of each channel
	plte    []byte         // the colours as a PNG file has them
}

// unchanged is an index that no pixel of a board has. In replays it leaves a pixel as it was.
const unchanged = 255

// steps is how many colours a soft edge has between two colours.
const steps = 2

// ghostPart is how much captured pieces keep of their own colours, in 256ths.
const ghostPart = 150

// newPalette collects a theme's colours.
func newPalette(t *Theme) *palette {
	p := &palette{}
	squares, grounds := []Colour{t.Square, t.Last}, []Colour{t.Square, t.Other, t.Last}
	for _, c := range []Colour{t.Square, t.Other, t.Last, t.Rim, t.Bar, t.Turn} {
		p.add(c)
	}
	p.ramps(t.Square, t.Line)
	p.ramps(t.Rim, t.Edge)
	p.ramps(t.Bar, t.BarText, t.BarNote)
	p.ramps(t.Turn, t.TurnText, t.TurnNote)
	p.ramps(t.Bar, t.Turn, lowGround)
	p.ramps(t.Turn, lowGround)
	p.ramps(lowGround, lowText)
	band := t.Turn.over(t.Bar, bandPart)
	p.add(band)
	p.ramps(band, t.Turn)
	for _, s := range squares {
		p.ramps(s, t.Number, t.May, t.Must)
		p.ramps(t.Halo.over(s, haloPart), t.Must)
		for part := 24; part <= 96; part += 24 { // shadows never cover the ground
			p.add(shadow.over(s, part))
		}
	}
	for _, men := range []Men{t.White, t.Black} {
		p.ramps(men.Wall, men.Face)
		p.ramps(men.Groove, men.Face)
		p.ramps(men.Crown, men.Face)
		for _, s := range squares {
			p.ramps(s, men.Wall)
		}
		p.ramps(men.Face, t.Must)
		p.ramps(t.Halo.over(men.Face, haloPart), t.Must)
		for _, s := range squares {
			ghost := men.fade(s, ghostPart)
			p.ramps(ghost.Wall, ghost.Face)
			p.ramps(s, ghost.Wall)
			p.ramps(ghost.Face, t.Arrow)
			pale := men.fade(s, 176) // which no piece has, but texts on panels have steps like these
			p.ramps(pale.Wall, pale.Face)
			p.ramps(s, pale.Wall)
		}
		p.ramps(men.Face, t.Proposed)
	}
	for _, ground := range grounds {
		p.ramps(ground, t.Arrow, t.Proposed)
	}
	var wait sync.WaitGroup
	for r := range 32 {
		wait.Go(func() {
			for gb := range 1 << 10 {
				p.near[r<<10|gb] = p.nearest(Colour(r<<19 | gb>>5<<11 | gb&31<<3 | 0x040404))
			}
		})
	}
	wait.Wait()
	for _, c := range p.colours {
		r, g, b := c.rgb()
		p.plte = append(p.plte, r, g, b)
	}
	return p
}

// add adds a colour if it is new. There is room for those of every theme.
func (p *palette) add(c Colour) {
	if !slices.ContainsFunc(p.colours, func(had Colour) bool { return had.distance(c) < 12 }) {
		p.colours = append(p.colours, c)
	}
}

// ramps adds colours and their ground, and the steps between.
func (p *palette) ramps(ground Colour, colours ...Colour) {
	for _, c := range colours {
		p.add(c)
		p.add(ground)
		for i := 1; i <= steps; i++ {
			p.add(c.over(ground, 256*i/(steps+1)))
		}
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
