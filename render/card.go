package render

import (
	"image"

	"doublecorner/game/draughts"
)

// Card is what is worth keeping of a finished game: the last board, who played, and
// what it did to their ratings. All words come from the caller.
type Card struct {
	View    View     // Size is the width of the whole card; Bars are not looked at
	Title   string   // the rule set, or the occasion
	Players [2]Rated // by side
	Result  Result   // its text may take several lines
	Note    string   // the game's id, the number of its last move, the day
}

// Rated is a player on a card.
type Rated struct {
	Name   string
	Rating string // "1523 +12"; empty for a friendly game
}

// Finish draws a card as a PNG picture. The error is a ViewError.
func Finish(c Card) ([]byte, error) {
	v := c.View
	v.Bars = nil
	if err := v.check(); err != nil {
		return nil, err
	}
	if c.Result.Winner > draughts.Black {
		return nil, &ViewError{"result", "is won by neither white nor black"}
	}
	theme, _ := themeKeyed(v.Theme)
	width := v.size()
	height := width / 2
	v.Size = height
	l := newLayout(&v)
	board := styles.get(styleKey{theme, l.cell, l.rim, l.bar})
	s := styles.get(panelKey(theme, width))
	scratch := takeScratch()
	defer scratch.giveBack()
	to := scratch.canvas(width, height, l.cell, s.palette)
	p := painter{&v, &l, board, to}
	p.board()
	c.panel(to, s, image.Rect(height, 0, width, height))
	styles.trim()
	return scratch.encode(), nil
}

// panel paints what is told beside the board.
func (c *Card) panel(to *canvas, s *style, at image.Rectangle) {
	t := s.theme
	to.fill(at, s.nearest(t.Bar))
	unit := at.Dx() / 16
	x, room := at.Min.X+unit, at.Dx()-2*unit
	y := at.Min.Y + unit*2
	s.note.write(to, s.note.fit(printable(c.Title), room), x, y, t.BarNote)
	y += unit
	for _, side := range []draughts.Side{c.View.From.Opponent(), c.View.From} { // as beside the board
		row := image.Rect(at.Min.X, y, at.Max.X, y+unit*5/2)
		c.player(to, s, row, side, unit)
		y = row.Max.Y + unit/4
	}
	y += unit * 3 / 2
	for _, line := range s.name.wrap(printable(c.Result.Text), room, 3) {
		s.name.write(to, line, x, y, t.BarText)
		y += unit * 3 / 2
	}
	s.note.write(to, s.note.fit(printable(c.Note), room), x, at.Max.Y-unit, t.BarNote)
}

// player paints one player's row of a card.
func (c *Card) player(to *canvas, s *style, row image.Rectangle, side draughts.Side, unit int) {
	bright := !c.Result.Drawn && c.Result.Winner == side
	ground, text, note := s.theme.Bar, s.theme.BarText, s.theme.BarNote
	if bright {
		ground, text, note = s.theme.Turn, s.theme.TurnText, s.theme.TurnNote
	}
	to.fill(row, s.nearest(ground))
	x := row.Min.X + unit/2
	to.put(s.icon(icon{side, bright}), image.Pt(x, (row.Min.Y+row.Max.Y-s.iconSize())/2))
	x += s.iconSize() + unit/2
	right := row.Max.X - unit
	score := s.name.fit(printable(c.Result.Score[side]), row.Dx()/4)
	right -= s.name.width(score)
	s.name.write(to, score, right, base(row, s.name), text)
	right -= unit / 2
	player := &c.Players[side]
	if player.Rating == "" {
		s.name.write(to, s.name.fit(printable(player.Name), right-x), x, base(row, s.name), text)
		return
	}
	half := row.Dy() / 2
	upper, lower := row, row
	upper.Max.Y, lower.Min.Y = row.Min.Y+half+unit/4, row.Min.Y+half
	s.name.write(to, s.name.fit(printable(player.Name), right-x), x, base(upper, s.name), text)
	s.note.write(to, s.note.fit(printable(player.Rating), right-x), x, base(lower, s.note), note)
}
