package render

import (
	"image"

	"doublecorner/game/draughts"
)

// bars paints the two players, each beside the own side of the board, and the result.
func (p *painter) bars(b *Bars) {
	bottom := p.layout.board().Max.Y
	p.player(b, p.From.Opponent(), 0)
	p.player(b, p.From, bottom)
	if p.layout.foot == 0 {
		return
	}
	at := image.Rect(0, bottom+p.layout.bar, p.layout.width, bottom+p.layout.bar+p.layout.foot)
	p.canvas.fill(at, p.style.nearest(p.style.theme.Rim))
	if b.Result != nil {
		text := p.style.note.fit(printable(b.Result.Text), at.Dx()-p.layout.foot)
		x := (at.Dx() - p.style.note.width(text)) / 2
		p.style.note.write(p.canvas, text, x, base(at, p.style.note), p.style.theme.Edge)
	}
}

// base returns the line that text stands on when it is in the middle of a rectangle.
func base(r image.Rectangle, l *lettering) int { return (r.Min.Y + r.Max.Y + l.cap()) / 2 }

// player paints one player's bar, from the height top on: from the left whose turn it
// is, the colour, the name; from the right the score, the clock, the pieces taken
// and, in the upper bar, the note. The player to move, or who has won, has the bright
// bar.
func (p *painter) player(b *Bars, side draughts.Side, top int) {
	h := p.layout.bar
	at := image.Rect(0, top, p.layout.width, top+h)
	over := b.Result != nil
	turn := !over && p.Position.Turn() == side
	bright := turn || over && !b.Result.Drawn && b.Result.Winner == side
	ground, text, note := p.style.theme.Bar, p.style.theme.BarText, p.style.theme.BarNote
	if bright {
		ground, text, note = p.style.theme.Turn, p.style.theme.TurnText, p.style.theme.TurnNote
	}
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
		signs := l.fit(printable(s), (right-x)/2)
		right -= l.width(signs)
		l.write(p.canvas, signs, right, base(at, l), colour)
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
	if player.Taken > 0 {
		var buf [8]rune
		signs := append(digits(buf[:0], player.Taken), ' ')
		copy(signs[1:], signs)
		signs[0] = '×'
		right -= p.style.note.width(signs)
		p.style.note.write(p.canvas, signs, right, base(at, p.style.note), note)
		right -= p.style.iconSize()
		p.canvas.put(p.style.icon(icon{side.Opponent(), bright}), image.Pt(right, mid))
		right -= gap
	}
	p.style.name.write(p.canvas, p.style.name.fit(printable(player.Name), right-x), x, base(at, p.style.name), text)
}
