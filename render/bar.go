package render

import (
	"image"
	"strconv"

	"doublecorner/game/draughts"
)

// bars paints the two players, each beside the player's side of the board, and the result.
func (p *painter) bars(b *Bars) {
	bottom := p.layout.board().Max.Y
	p.player(b, p.From.Opponent(), 0)
	p.player(b, p.From, bottom)
	if p.layout.footer == 0 {
		return
	}
	at := image.Rect(0, bottom+p.layout.bar, p.layout.width, bottom+p.layout.bar+p.layout.footer)
	p.canvas.fill(at, p.style.nearest(p.style.theme.Rim))
	if b.Result != nil {
		text := p.style.note.fit(b.Result.Text, at.Dx()-p.layout.footer)
		x := (at.Dx() - p.style.note.width(text)) / 2
		p.style.note.write(p.canvas, text, x, baseline(at, p.style.note), p.style.theme.Edge)
	}
}

// baseline returns the baseline of text in the middle of a rectangle.
func baseline(r image.Rectangle, l *lettering) int { return (r.Min.Y + r.Max.Y + l.cap()) / 2 }

// player paints one player's bar, whose upper edge is at top. From the left it shows whose
// turn it is, the colour and the name; from the right the score, the clock, the note if it is
// the upper bar, and the captured pieces. The bar of the player to move, or of the winner, is
// bright.
func (p *painter) player(b *Bars, side draughts.Side, top int) {
	h := p.layout.bar
	at := image.Rect(0, top, p.layout.width, top+h)
	over := b.Result != nil
	turn := !over && p.Position.Turn() == side
	bright := turn || over && !b.Result.Drawn && b.Result.Winner == side
	ground, text, note := p.style.theme.bar(bright)
	p.canvas.fill(at, p.style.nearest(ground))
	gap := h / 4
	x := gap
	if turn {
		p.canvas.ink(p.style.pointer, image.Pt(x, top+(h-len(p.style.pointer.rows))/2), text)
	}
	x += h * 2 / 5
	mid := top + (h-p.style.iconSize())/2
	p.canvas.put(p.style.icon(icon{side, bright}), image.Pt(x, mid))
	x += p.style.iconSize() + gap

	right := p.layout.width - gap
	put := func(l *lettering, s string, colour Colour) {
		if s == "" {
			return
		}
		s = l.fit(s, (right-x)/2)
		right -= l.width(s)
		l.write(p.canvas, s, right, baseline(at, l), colour)
		right -= gap * 3 / 2
	}
	player := &b.Players[side]
	if over {
		put(p.style.name, b.Result.Score[side], text)
	}
	put(p.style.name, player.Clock, text)
	if top == 0 {
		put(p.style.note, b.Note, note)
	}
	if player.Captured > 0 {
		count := "×" + strconv.Itoa(player.Captured)
		right -= p.style.note.width(count)
		p.style.note.write(p.canvas, count, right, baseline(at, p.style.note), note)
		right -= p.style.iconSize()
		p.canvas.put(p.style.icon(icon{side.Opponent(), bright}), image.Pt(right, mid))
		right -= gap
	}
	p.style.name.write(p.canvas, p.style.name.fit(player.Name, right-x), x, baseline(at, p.style.name), text)
}
