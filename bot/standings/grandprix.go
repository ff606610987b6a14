package standings

import (
	"strconv"
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/game/tournament"
	"doublecorner/render"
)

// GrandPrix shows the table of a grand prix in a language.
type GrandPrix struct {
	Name, Note string
	Lines      []tournament.GrandPrixLine
	Lang       *lang.Language
	Theme      string
	NameOf     func(tournament.PlayerID) string
}

// Table returns a page of the table, and how many pages there are. Results that do not count stand back; those of the oldest
// tournaments are omitted if there is no room.
func (v *GrandPrix) Table(page int) (table render.Table, pages int) {
	shown, pages := rowsOn(v.Lines, page)
	title := v.Name
	if !render.CanDraw(title) {
		title = v.Lang.Say("grand-prix.title")
	}
	table = render.Table{Theme: v.Theme, Title: title, Note: v.Note}
	table.Columns = []render.Column{{}, {Kind: render.Names, Head: v.Lang.Say("tournament.head.player")}}
	if len(v.Lines) > 0 {
		for n := range v.Lines[0].Results {
			table.Columns = append(table.Columns, render.Column{Head: strconv.Itoa(n + 1), Kind: render.Results, Spare: true})
		}
	}
	table.Columns = append(table.Columns, render.Column{Head: v.Lang.Say("tournament.head.points")})
	for _, line := range shown {
		row := []render.Cell{{Text: strconv.Itoa(line.Rank)}, {Text: v.NameOf(line.Player)}}
		for _, result := range line.Results {
			cell := render.Cell{Text: result.String()}
			if !result.Counts {
				cell.Look = render.Lost
			}
			row = append(row, cell)
		}
		table.Rows = append(table.Rows, append(row, render.Cell{Text: strconv.Itoa(line.Points)}))
	}
	return table, pages
}

// Text returns a page of the table as text.
func (v *GrandPrix) Text(page int) string {
	table, _ := v.Table(page)
	return table.Text(maxTextWidth)
}

// Alt describes a page of the table to people who do not see a picture of it.
func (v *GrandPrix) Alt(page int) string {
	var lines []string
	shown, _ := rowsOn(v.Lines, page)
	for _, line := range shown {
		lines = append(lines, strconv.Itoa(line.Rank)+". "+v.NameOf(line.Player)+" "+strconv.Itoa(line.Points))
	}
	return v.Lang.Say("tournament.alt", "title", v.Name, "note", v.Note, "lines", strings.Join(lines, ", "))
}
