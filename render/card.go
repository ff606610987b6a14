package render

import (
	"image"

	"doublecorner/game/draughts"
)

// Card sums up a finished game: the last board, the players, and what the game did to their
// ratings. All words come from the caller.
type Card struct {
	View    View          // Size is the width of the whole card; Bars are ignored
	Title   string        // the rule set, or the occasion
	Players [2]CardPlayer // by side
	Result  Result        // its text may take several lines
	Note    string        // the game's id, the number of its last move, the day
}

// CardPlayer is a player on a card.
type CardPlayer struct {
	Name   string
	Rating string // "1523 +12"; empty for a friendly game
}

// Picture draws the card as a PNG picture. The error is a ViewError.
func (c Card) Picture() ([]byte, error) {
	return c.View.beside(c.panel)
}

// panel paints the part of the card beside the board.
func (c *Card) panel(to *canvas, s *style, at image.Rectangle) {
	t := s.theme
	to.fill(at, t.Bar)
	unit := at.Dx() / 16
	x, room := at.Min.X+unit, at.Dx()-2*unit
	y := at.Min.Y + unit*2
	s.note.write(to, s.note.fit(c.Title, room), x, y, t.BarNote)
	y += unit
	for _, side := range []draughts.Side{c.View.From.Opponent(), c.View.From} { // in the order of the board
		row := image.Rect(at.Min.X, y, at.Max.X, y+unit*5/2)
		c.player(to, s, row, side, unit)
		y = row.Max.Y + unit/4
	}
	y += unit * 3 / 2
	for _, line := range s.name.wrap(c.Result.Text, room, 3) {
		s.name.write(to, line, x, y, t.BarText)
		y += unit * 3 / 2
	}
	s.note.write(to, s.note.fit(c.Note, room), x, at.Max.Y-unit, t.BarNote)
}

// player paints one player's row of a card.
func (c *Card) player(to *canvas, s *style, row image.Rectangle, side draughts.Side, unit int) {
	bright := !c.Result.Drawn && c.Result.Winner == side
	ground, text, note := s.theme.bar(bright)
	to.fill(row, ground)
	x := row.Min.X + unit/2
	to.put(s.icon(icon{side, ground, s.iconSize()}), image.Pt(x, (row.Min.Y+row.Max.Y-s.iconSize())/2))
	x += s.iconSize() + unit/2
	right := row.Max.X - unit
	right = s.name.writeBefore(to, c.Result.Score[side], right, s.name.baseline(row), row.Dx()/4, text) - unit/2
	player, upper, lower := &c.Players[side], row, row
	if player.Rating != "" {
		half := row.Dy() / 2
		upper.Max.Y, lower.Min.Y = row.Min.Y+half+unit/4, row.Min.Y+half
	}
	s.name.write(to, s.name.fit(player.Name, right-x), x, s.name.baseline(upper), text)
	s.note.write(to, s.note.fit(player.Rating, right-x), x, s.note.baseline(lower), note)
}
