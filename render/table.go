package render

import (
	"fmt"
	"image"
	"slices"
	"strings"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/bidi"

	"doublecorner/game/draughts"
)

// Table shows rows of texts in columns: a leaderboard, or results of games. All words come from the caller.
type Table struct {
	Theme   string // as View.Theme
	Title   string
	Note    string // beside the title
	Columns []Column
	Rows    [][]Cell // each with a cell for each column
}

// Column is a column of a table.
type Column struct {
	Head  string
	Kind  ColumnKind
	Spare bool // omitted, the first ones first, if names would have too little room
}

// ColumnKind says how a column is laid out.
type ColumnKind uint8

const (
	Numbers ColumnKind = iota // as wide as its widest text, which ends on the right
	Names                     // has the room that others leave; texts begin on the left and are shortened
	Results                   // as wide as its widest text, which is in the middle
)

// Cell is a text of a table.
type Cell struct {
	Text  string
	Look  Look
	Piece draughts.Piece // a piece beside the text, for the side that was played; may be NoPiece
}

// Look is how a text stands out. Texts say the same in words or signs.
type Look uint8

const (
	Plain Look = iota
	Won
	Drawn
	Lost
	Void // nothing can be here: a player against themselves
)

// mostRows is how many rows a table can have.
const mostRows = 50

// check reports why the table cannot be drawn.
func (t *Table) check() error {
	if !slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Kind == Names }) {
		return &ViewError{"table's columns", "must include one of names"}
	}
	n := len(t.Rows)
	if n == 0 || n > mostRows || slices.ContainsFunc(t.Rows, func(row []Cell) bool { return len(row) != len(t.Columns) }) {
		return &ViewError{"table's rows", fmt.Sprintf("must be from one to %d, with a cell for each column", mostRows)}
	}
	_, err := themeIndex(t.Theme)
	return err
}

// Picture draws the table as a PNG picture. The error is a ViewError.
func (t Table) Picture() ([]byte, error) {
	if err := t.check(); err != nil {
		return nil, err
	}
	const width = DefaultSize
	s := panelStyle(t.Theme, width)
	unit := width / 32
	columns, err := t.layout(s, image.Rect(unit/2, 0, width-unit/2, 0))
	if err != nil {
		return nil, err
	}
	row := unit * 7 / 4
	top := headingHeight(unit) + unit*5/4
	height := top + row*len(t.Rows) + unit/2
	to := newCanvas(width, height, s.palette)
	defer to.release()
	to.fill(image.Rect(0, 0, width, height), s.theme.Bar)
	s.heading(to, t.Title, t.Note)
	for i, at := range columns {
		c := t.Columns[i]
		at.Min.Y, at.Max.Y = headingHeight(unit), top
		s.text(to, s.note, at, c.Kind, c.Head, s.theme.BarNote)
	}
	for y, cells := range t.Rows {
		y = top + y*row
		to.fill(image.Rect(unit/2, y, width-unit/2, y+max(1, unit/24)), s.theme.line())
		for i, at := range columns {
			at.Min.Y, at.Max.Y = y, y+row
			if !at.Empty() {
				s.tableCell(to, at, t.Columns[i].Kind, cells[i])
			}
		}
	}
	return to.png(), nil
}

// Text writes the table with letters, for a monospaced typeface. It omits columns as narrow pictures do, if
// its lines would be longer than most characters, and shortens names then.
func (t Table) Text(most int) string {
	widths := make([]int, len(t.Columns))
	for i, c := range t.Columns {
		widths[i] = uniseg.StringWidth(c.Head)
		for _, row := range t.Rows {
			widths[i] = max(widths[i], uniseg.StringWidth(row[i].letters()))
		}
	}
	total := func() (n int) {
		for _, w := range widths {
			if w > 0 {
				n += w + 1
			}
		}
		return n - 1
	}
	const least = 10 // of a name
	for i, c := range t.Columns {
		if c.Kind == Names {
			widths[i] = max(min(widths[i], least), widths[i]-max(0, total()-most))
		}
	}
	for i := 0; i < len(widths) && total() > most; i++ {
		if t.Columns[i].Spare {
			widths[i] = 0
		}
	}
	var b strings.Builder
	line := func(text func(i int) string) {
		var cells []string
		for i, c := range t.Columns {
			if widths[i] == 0 {
				continue
			}
			cell := clipLetters(text(i), widths[i])
			space := strings.Repeat(" ", widths[i]-uniseg.StringWidth(cell))
			if c.Kind == Names {
				cell = isolate(cell) + space
			} else {
				cell = space + cell
			}
			cells = append(cells, cell)
		}
		b.WriteString(strings.TrimRight(strings.Join(cells, " "), " ") + "\n")
	}
	line(func(i int) string { return t.Columns[i].Head })
	for _, row := range t.Rows {
		line(func(i int) string { return row[i].letters() })
	}
	return b.String()
}

// isolate keeps a name that is written from right to left from turning round what follows on its line.
func isolate(name string) string {
	toLeft := func(r rune) bool {
		p, _ := bidi.LookupRune(r)
		return p.Class() == bidi.R || p.Class() == bidi.AL
	}
	if strings.ContainsFunc(name, toLeft) {
		return "\u2068" + name + "\u2069"
	}
	return name
}

// letters returns the text of a cell with a letter for its piece, w or b.
func (c Cell) letters() string {
	switch {
	case c.Look == Void:
		return "#"
	case c.Piece.Is(draughts.White):
		return c.Text + "w"
	case c.Piece.Is(draughts.Black):
		return c.Text + "b"
	}
	return c.Text
}

// clipLetters shortens a text to a width of a monospaced typeface.
func clipLetters(text string, width int) string {
	if uniseg.StringWidth(text) <= width {
		return text
	}
	clipped, left := "", width-1
	for g := uniseg.NewGraphemes(text); g.Next() && g.Width() <= left; left -= g.Width() {
		clipped += g.Str()
	}
	return clipped + "…"
}

// layout returns where each column lies. A column that is omitted has no width.
func (t *Table) layout(s *style, in image.Rectangle) ([]image.Rectangle, error) {
	unit := s.bar / 2
	least := 6 * unit // for names
	widths := make([]int, len(t.Columns))
	names, results, room := 0, 0, in.Dx()
	for i, c := range t.Columns {
		if c.Kind == Names {
			names++
			continue
		}
		widths[i] = s.note.width(printable(c.Head))
		for _, row := range t.Rows {
			w := s.lettering(c.Kind).width(printable(row[i].Text))
			if row[i].Piece != draughts.NoPiece {
				w += s.dot() + unit/4
			}
			widths[i] = max(widths[i], w)
		}
		widths[i] = min(widths[i], least) + unit/2
		if c.Kind == Results { // which are all equally wide
			results = max(results, widths[i])
		}
	}
	for i, c := range t.Columns {
		if c.Kind == Results {
			widths[i] = results
		}
		room -= widths[i]
	}
	for i := 0; i < len(widths) && room < least*names; i++ {
		if t.Columns[i].Spare {
			room += widths[i]
			widths[i] = 0
		}
	}
	if room < least*names {
		return nil, &ViewError{"table's columns", "leave no room for names"}
	}
	at, x := make([]image.Rectangle, len(widths)), in.Min.X
	for i := range at {
		if t.Columns[i].Kind == Names {
			widths[i] = room / names
		}
		at[i] = image.Rect(x, 0, x+widths[i], 1)
		x += widths[i]
	}
	return at, nil
}

// tableCell paints a cell of a table.
func (s *style) tableCell(to *canvas, at image.Rectangle, kind ColumnKind, c Cell) {
	ground, colour := s.theme.Bar, s.theme.BarText
	if c.Look != Plain {
		ground, colour = s.theme.look(c.Look)
		s.chip(to, at.Inset(max(1, s.bar/16)), ground)
	}
	if c.Piece != draughts.NoPiece {
		size, side := s.dot(), draughts.White
		if c.Piece.Is(draughts.Black) {
			side = draughts.Black
		}
		to.put(s.icon(icon{side, ground, size}), image.Pt(at.Min.X+s.bar/8, (at.Min.Y+at.Max.Y-size)/2))
		at.Min.X += size + s.bar/8
	}
	s.text(to, s.lettering(kind), at, kind, c.Text, colour)
}
