package render

import (
	"image"

	"doublecorner/game/draughts"
)

// layout says where everything is in a picture.
type layout struct {
	width, height int
	squares       int // along an edge of the board
	cell          int // pixels along an edge of a square
	rim           int
	bar           int  // height of a player's bar; 0: no bars
	footer        int  // height of the strip with the result; 0: no strip
	letters       bool // squares have names of letters and digits
	lined         bool // all squares are played on
	flipped       bool // seen from Black's side
}

// newLayout lays out the picture of a view.
func newLayout(v *View) layout {
	board := v.Position.Variant().Rules().Board
	l := layout{
		width:   v.size(),
		squares: board.Size,
		letters: board.Notation == draughts.Letters,
		lined:   board.Playable == draughts.All,
		flipped: v.From == draughts.Black,
	}
	rim := max(4, l.width/80)
	if l.letters {
		rim = max(10, l.width/32)
	}
	l.cell = (l.width - 2*rim) / l.squares
	l.rim = (l.width - l.cell*l.squares) / 2
	l.height = l.width
	if v.Bars != nil {
		l.bar = l.width * 7 / 100
		l.height += 2 * l.bar
		if v.Bars.Result != nil || v.footerKept {
			l.footer = l.bar
			l.height += l.footer
		}
	}
	return l
}

// board returns the rectangle in which the board and its rim lie.
func (l *layout) board() image.Rectangle {
	return image.Rect(0, l.bar, l.width, l.bar+l.width)
}

// square returns the rectangle of the square in column x and row y as White sees them.
func (l *layout) square(x, y int) image.Rectangle {
	if l.flipped {
		x, y = l.squares-1-x, l.squares-1-y
	}
	at := image.Pt(l.rim+x*l.cell, l.bar+l.rim+y*l.cell)
	return image.Rectangle{at, at.Add(image.Pt(l.cell, l.cell))}
}
