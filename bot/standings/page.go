package standings

import (
	"slices"
	"strings"

	"doublecorner/bot/message"
	"doublecorner/game/tournament"
)

// The tables of a tournament, as custom IDs name them.
const (
	Ranks   = "standings"
	Cross   = "cross"
	Bracket = "bracket"
)

// LastBracket returns the part of a bracket that has the final, with its alt text; false if there is no bracket.
func (v *View) LastBracket() (Page, bool) {
	parts := v.Brackets()
	if len(parts) == 0 {
		return Page{}, false
	}
	return v.Page(Bracket, len(parts)-1), true
}

// Legend says what stands out in the standings; "" if nothing does.
func (v *View) Legend() string {
	fire := func(line tournament.Standing) bool { return line.OnFire }
	if v.Format != tournament.Arena || v.Phase() != tournament.Running || !slices.ContainsFunc(v.Standings(), fire) {
		return ""
	}
	return "-# " + v.Lang.Say("tournament.on-fire")
}

// MostTelling returns the table, and its page, that says most about the tournament.
func (v *View) MostTelling() (kind string, page int) {
	if _, ok := v.CrossTable(); ok {
		return Cross, 0
	}
	if parts := v.Brackets(); len(parts) > 0 {
		return Bracket, len(parts) - 1
	}
	return Ranks, 0
}

// Page is a page of a table as a picture, as text and as alt text.
type Page struct {
	message.Drawing
	Text, Alt string
	Pages     int
}

// Page returns a page of a table; of the standings if the tournament has no such table.
func (v *View) Page(kind string, page int) Page {
	cross, hasCross := v.CrossTable()
	parts := v.Brackets()
	switch {
	case kind == Cross && hasCross:
		return Page{cross, cross.Text(maxTextWidth), v.Alt(), 1}
	case kind == Bracket && len(parts) > 0:
		part := parts[max(0, min(page, len(parts)-1))]
		text := part.Text()
		alt := v.Lang.Say("tournament.alt", "title", v.Name, "note", v.Note(), "lines", strings.Join(strings.Fields(text), " "))
		return Page{part, text, alt, len(parts)}
	}
	table, pages := v.Table(page)
	return Page{table, table.Text(maxTextWidth), v.Alt(), pages}
}
