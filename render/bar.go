package render

import (
	"image"
	"strconv"

	"doublecorner/game/draughts"
)

// bars paints the two players, each beside the player's side of the board, and the result.
func (p *painter) bars(b *Bars) {
	p.strip(b.Chance)
	bottom := p.frame().Max.Y + p.chance
	p.player(b, p.From.Opponent(), 0)
	p.player(b, p.From, bottom)
	p.footnote(b, image.Rect(0, bottom+p.bar, p.width, p.height))
}

// footnote paints the strip below everything: the result on the left, and the note on the right.
func (p *painter) footnote(b *Bars, at image.Rectangle) {
	t, l, gap := p.style.theme, p.style.note, p.bar/4
	p.canvas.fill(at, t.Rim)
	y := l.baseline(at)
	right := l.writeBefore(p.canvas, b.Note, at.Max.X-gap, y, at.Dx()/2, t.Edge)
	if b.Result != nil {
		l.write(p.canvas, l.fit(b.Result.Text, right-2*gap), gap, y, t.Edge)
	}
}

// strip paints the chances of the two sides, White's on the left, with a notch where they are even.
func (p *painter) strip(chance *Chance) {
	if chance == nil {
		return
	}
	t, top := p.style.theme, p.frame().Max.Y
	p.canvas.fill(image.Rect(0, top, p.width, top+p.chance), t.Rim)
	line := max(1, p.width/384)
	frame := image.Rect(p.rim, top, p.width-p.margin, top+p.chance-p.chance/3)
	p.canvas.fill(frame, t.Edge)
	at := frame.Inset(line)
	share := at.Min.X + int(max(0, min(1, chance.White))*float64(at.Dx())+.5)
	p.canvas.fill(image.Rect(at.Min.X, at.Min.Y, share, at.Max.Y), t.White.Face)
	p.canvas.fill(image.Rect(share, at.Min.Y, at.Max.X, at.Max.Y), t.Black.Face)
	p.canvas.fill(image.Rect(p.width/2-line, at.Min.Y, p.width/2+line, at.Max.Y), t.Must)
}

// player paints one player's bar, whose upper edge is at top. From the left it shows whose
// turn it is, the colour and the name; from the right the score, the clock and the captured pieces.
// The bar of the player to move, or of the winner, is bright.
func (p *painter) player(b *Bars, side draughts.Side, top int) {
	s, h := p.style, p.bar
	at := image.Rect(0, top, p.width, top+h)
	turn := b.Result == nil && p.Position.Turn() == side
	bright := turn || b.Result != nil && !b.Result.Drawn && b.Result.Winner == side
	ground, text, note := s.theme.bar(bright)
	p.canvas.fill(at, ground)
	gap := h / 4
	x, mid := gap, top+(h-s.iconSize())/2
	if turn {
		p.canvas.ink(s.pointer, image.Pt(x, top+(h-len(s.pointer.rows))/2), text)
	}
	x += h * 2 / 5
	p.canvas.put(s.icon(icon{side, ground, s.iconSize()}), image.Pt(x, mid))
	x += s.iconSize() + gap

	right := p.width - gap
	player := &b.Players[side]
	if b.Result != nil && b.Result.Score[side] != "" {
		right = s.name.writeBefore(p.canvas, b.Result.Score[side], right, s.name.baseline(at), (right-x)/2, text) - gap*3/2
	}
	if player.Clock != "" {
		right = p.clock(player, at, right, (right-x)/2, text) - gap*3/2
	}
	if player.Captured > 0 {
		count := "×" + strconv.Itoa(player.Captured)
		right = s.note.writeBefore(p.canvas, count, right, s.note.baseline(at), p.width, note) - s.iconSize()
		p.canvas.put(s.icon(icon{side.Opponent(), ground, s.iconSize()}), image.Pt(right, mid))
		right -= gap
	}
	s.name.write(p.canvas, s.name.fit(player.Name, right-x), x, s.name.baseline(at), text)
}

// clock writes the time that a player has left so that it ends at right, on red if that is little, and returns where
// it begins.
func (p *painter) clock(player *Player, bar image.Rectangle, right, room int, colour Colour) int {
	l := p.style.name
	if !player.Low {
		return l.writeBefore(p.canvas, player.Clock, right, l.baseline(bar), room, colour)
	}
	pad := p.bar / 5
	left := right - l.width(l.fit(player.Clock, room)) - pad
	p.style.chip(p.canvas, image.Rect(left, bar.Min.Y+p.bar/10, right+pad, bar.Max.Y-p.bar/10), lowGround)
	l.writeBefore(p.canvas, player.Clock, right, l.baseline(bar), room, lowText)
	return left
}
