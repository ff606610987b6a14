package standings

import (
	"strconv"
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/tournament"
	"doublecorner/render"
)

// Leaderboard returns the lines of a page of a leaderboard, and what their marks mean.
func Leaderboard(l *lang.Language, rows []game.RankedEntry) string {
	var lines []string
	provisional := false
	for _, row := range rows {
		points := tournament.Points(2*row.Wins + row.Draws).String()
		lines = append(lines, message.Numbered(row.Rank, l.Say("leaderboard.row", "player", say.Mention(row.Person),
			"rating", say.Round(row.Rating.Points), "provisional", row.Rating.IsProvisional(),
			"games", row.Games(), "score", points, "streak", row.Streak)))
		provisional = provisional || row.Rating.IsProvisional()
	}
	if len(lines) > 0 {
		lines = append(lines, l.Say("leaderboard.legend"))
	}
	if provisional {
		lines = append(lines, l.Say("profile.unsure"))
	}
	return strings.Join(lines, "\n")
}

// MonthTable fills a table with the leaderboard of a month, and returns it with its alt text.
func MonthTable(
	l *lang.Language, table render.Table, rows []game.RankedEntry, champion game.PersonID, name func(game.PersonID) string,
) (render.Table, string) {
	head := func(key string) string { return l.Say("tournament.head." + key) }
	table.Columns = []render.Column{
		{}, {Kind: render.Names, Head: head("player")}, {Head: head("rating")}, {Head: head("won")}, {Head: head("drawn")}, {Head: head("lost")},
	}
	var lines []string
	for _, row := range rows {
		cells := []render.Cell{{Text: strconv.Itoa(row.Rank)}, {Text: name(row.Person)}}
		for _, n := range []int{say.Round(row.Rating.Points), row.Wins, row.Draws, row.Losses} {
			cells = append(cells, render.Cell{Text: strconv.Itoa(n)})
		}
		if row.Person == champion {
			cells[0].Look = render.Won
		}
		table.Rows = append(table.Rows, cells)
		lines = append(lines, cells[0].Text+". "+cells[1].Text+" "+cells[2].Text)
	}
	return table, l.Say("tournament.alt", "title", table.Title, "note", table.Note, "lines", strings.Join(lines, ", "))
}
