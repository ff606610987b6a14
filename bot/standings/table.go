package standings

import (
	"slices"
	"strconv"
	"strings"

	"doublecorner/game/draughts"
	"doublecorner/game/tournament"
	"doublecorner/render"
)

const (
	pageRows        = 20 // of a page
	maxCrossPlayers = 12
	maxTextWidth    = 60 // characters of a line of a table as text
)

// Table returns a page of the standings, and how many pages there are.
func (v *View) Table(page int) (table render.Table, pages int) {
	if v.Format == tournament.TeamMatch && v.Phase() != tournament.SignUp {
		return v.boards(page)
	}
	if v.Format == tournament.Simul && v.Phase() != tournament.SignUp {
		return v.simulBoards(page)
	}
	all := v.Standings()
	shown, pages := rowsOn(all, page)
	columns := v.columns(all)
	table = render.Table{Theme: v.Theme, Title: v.Title(), Note: v.Note()}
	for _, c := range columns {
		table.Columns = append(table.Columns, c.Column)
	}
	for i := range shown {
		var row []render.Cell
		for _, c := range columns {
			row = append(row, c.cell(&shown[i]))
		}
		table.Rows = append(table.Rows, row)
	}
	return table, pages
}

// rowsOn returns what is on a page of a table, and how many pages there are.
func rowsOn[T any](all []T, page int) (shown []T, pages int) {
	pages = max(1, (len(all)+pageRows-1)/pageRows)
	first := max(0, min(page, pages-1)) * pageRows
	return all[first:min(len(all), first+pageRows)], pages
}

// column is a column of the standings, and what it has in the line of a player.
type column struct {
	render.Column
	cell func(*tournament.Standing) render.Cell
}

// columns returns the columns of the standings.
func (v *View) columns(all []tournament.Standing) []column {
	head := func(key string) string { return v.Lang.Say("tournament.head." + key) }
	rows := map[tournament.PlayerID]int{} // by which the results in each round name opponents
	if v.Phase() != tournament.SignUp && (v.Format == tournament.Swiss || v.Format == tournament.RoundRobin) {
		for i, line := range all {
			rows[line.Player] = i + 1
		}
	}
	columns := []column{
		{render.Column{}, func(line *tournament.Standing) render.Cell { return v.rankCell(line, rows[line.Player]) }},
		{render.Column{Kind: render.Names, Head: head("player")}, v.playerCell},
	}
	add := func(c render.Column, cell func(*tournament.Standing) render.Cell) {
		columns = append(columns, column{c, cell})
	}
	addNumber := func(key string, spare bool, of func(*tournament.Standing) int) {
		add(render.Column{Head: head(key), Spare: spare}, func(line *tournament.Standing) render.Cell {
			return render.Cell{Text: strconv.Itoa(of(line))}
		})
	}
	switch {
	case v.Phase() == tournament.SignUp:
		addNumber("rating", false, func(line *tournament.Standing) int { return line.Rating })
		return columns
	case len(rows) > 0:
		for round := 1; round <= v.Round(); round++ {
			c := render.Column{Head: strconv.Itoa(round), Kind: render.Results, Spare: true}
			add(c, func(line *tournament.Standing) render.Cell { return v.resultIn(line.Player, round, rows) })
		}
	default:
		addNumber("games", true, func(line *tournament.Standing) int { return line.Games })
		addNumber("won", true, func(line *tournament.Standing) int { return line.Wins })
		addNumber("drawn", true, func(line *tournament.Standing) int { return line.Draws })
		addNumber("lost", true, func(line *tournament.Standing) int { return line.Losses })
	}
	if !v.hasPoints() {
		return columns
	}
	add(render.Column{Head: head("points")}, pointsCell)
	for i, tiebreak := range v.Tiebreaks {
		c := render.Column{Head: v.Lang.Say(tiebreakKey("tournament.tiebreak-short.", tiebreak)), Spare: true}
		add(c, func(line *tournament.Standing) render.Cell {
			return render.Cell{Text: v.Lang.Decimal(tournament.Fractional(line.Values[i]))}
		})
	}
	return columns
}

// rankCell returns the rank of a player; those who are last without one have a dash. Where opponents are named by rows, it is the
// row, with a sign if it shares the rank of the one above.
func (v *View) rankCell(line *tournament.Standing, row int) render.Cell {
	c := render.Cell{Text: strconv.Itoa(line.Rank)}
	if line.Rank == 1 && v.Phase() == tournament.Finished {
		c.Look = render.Won
	}
	switch {
	case row > 0 && line.Rank > 0 && row != line.Rank:
		c.Text = strconv.Itoa(row) + "="
	case row > 0:
		c.Text = strconv.Itoa(row)
	case line.Rank == 0:
		c.Text = "–"
	}
	return c
}

// playerCell returns the name of a player, which stands back if they have left.
func (v *View) playerCell(line *tournament.Standing) render.Cell {
	c := render.Cell{Text: v.NameOf(line.Player)}
	if line.Status == tournament.Withdrawn || line.Status == tournament.Expelled {
		c.Look = render.Lost
	}
	return c
}

// pointsCell returns the points of a player, which stand out if the next win in an arena counts double.
func pointsCell(line *tournament.Standing) render.Cell {
	c := render.Cell{Text: line.Points.String()}
	if line.OnFire {
		c.Look = render.Won
	}
	return c
}

// boards returns a page of the boards of a team match, the first team on the left, and how many pages there are.
func (v *View) boards(page int) (table render.Table, pages int) {
	shown, pages := rowsOn(v.Pairings(0), page)
	table = render.Table{Theme: v.Theme, Title: v.Title(), Note: v.progress()}
	points := v.TeamPoints()
	table.Columns = []render.Column{
		{}, {Kind: render.Names, Head: v.teamTitle(1)}, {Kind: render.Results, Head: points[0].String()},
		{Kind: render.Results, Head: points[1].String()}, {Kind: render.Names, Head: v.teamTitle(2)},
	}
	for _, p := range shown {
		first, second := v.byTeam(p)
		table.Rows = append(table.Rows, []render.Cell{
			{Text: strconv.Itoa(p.Board)}, {Text: v.NameOf(first)}, resultCell(p, first), resultCell(p, second), {Text: v.NameOf(second)},
		})
	}
	return table, pages
}

// simulBoards returns a page of the boards of a simul, with what the others have won, and how many pages there are.
func (v *View) simulBoards(page int) (table render.Table, pages int) {
	shown, pages := rowsOn(v.Pairings(0), page)
	table = render.Table{Theme: v.Theme, Title: v.Title(), Note: v.Note()}
	table.Columns = []render.Column{
		{Head: "#"}, {Kind: render.Names, Head: v.Lang.Say("tournament.head.player")},
		{Kind: render.Results, Head: v.Lang.Say("tournament.head.points")},
	}
	for _, p := range shown {
		player := p.Opponent(v.Host())
		result := resultCell(p, player)
		if result.Piece = draughts.BlackMan; p.White == player {
			result.Piece = draughts.WhiteMan
		}
		table.Rows = append(table.Rows, []render.Cell{{Text: strconv.Itoa(p.Board)}, {Text: v.NameOf(player)}, result})
	}
	return table, pages
}

// byTeam returns the players of a board of a team match, the one of the first team first.
func (v *View) byTeam(p *tournament.Pairing) (first, second tournament.PlayerID) {
	if v.Entrant(p.White).Team == 1 {
		return p.White, p.Black
	}
	return p.Black, p.White
}

// hasPoints reports whether points decide about the standings.
func (v *View) hasPoints() bool {
	return v.Format != tournament.Knockout && v.Format != tournament.Ladder
}

// resultIn returns the result of a player in a round: a sign, the row of the opponent, and the side that was played.
func (v *View) resultIn(id tournament.PlayerID, round int, rows map[tournament.PlayerID]int) render.Cell {
	of := v.PairingsOf(id)
	i := slices.IndexFunc(of, func(p *tournament.Pairing) bool { return p.Round == round })
	switch {
	case i < 0:
		return render.Cell{}
	case of[i].Requested:
		return render.Cell{Text: of[i].Score.White.String(), Look: render.Drawn}
	case of[i].IsBye():
		return render.Cell{Text: v.Lang.Say("tournament.bye"), Look: render.Drawn}
	}
	p := of[i]
	c := resultCell(p, id)
	sign := map[render.Look]string{render.Won: "+", render.Drawn: "=", render.Lost: "–", render.Plain: "·"}[c.Look]
	c.Text = sign + strconv.Itoa(rows[p.Opponent(id)])
	if !p.Score.Forfeit {
		c.Piece = draughts.BlackMan
		if p.White == id {
			c.Piece = draughts.WhiteMan
		}
	}
	return c
}

// resultCell returns the points of a player in a pairing.
func resultCell(p *tournament.Pairing, id tournament.PlayerID) render.Cell {
	score := p.For(id)
	switch {
	case p.Annulled, !p.Over:
		return render.Cell{Text: "·"}
	case score.White > score.Black:
		return render.Cell{Text: score.White.String(), Look: render.Won}
	case score.White == score.Black && score.White > 0:
		return render.Cell{Text: score.White.String(), Look: render.Drawn}
	}
	return render.Cell{Text: score.White.String(), Look: render.Lost}
}

// Cross returns the results of each against each; false if the tournament has none, or too many players.
func (v *View) CrossTable() (render.Table, bool) {
	all := v.Standings()
	if v.Format != tournament.RoundRobin || v.Phase() == tournament.SignUp || len(all) > maxCrossPlayers {
		return render.Table{}, false
	}
	table := render.Table{Theme: v.Theme, Title: v.Title(), Note: v.Note()}
	table.Columns = []render.Column{{}, {Kind: render.Names, Head: v.Lang.Say("tournament.head.player")}}
	for i := range all {
		table.Columns = append(table.Columns, render.Column{Head: strconv.Itoa(i + 1), Kind: render.Results})
	}
	table.Columns = append(table.Columns, render.Column{Head: v.Lang.Say("tournament.head.points")})
	for i, line := range all {
		row := []render.Cell{{Text: strconv.Itoa(i + 1)}, {Text: v.NameOf(line.Player)}}
		for _, other := range all {
			row = append(row, v.resultAgainst(line.Player, other.Player))
		}
		table.Rows = append(table.Rows, append(row, render.Cell{Text: line.Points.String()}))
	}
	return table, true
}

// resultAgainst returns the points of a player against another, in all pairings together.
func (v *View) resultAgainst(id, other tournament.PlayerID) render.Cell {
	if id == other {
		return render.Cell{Look: render.Void}
	}
	var sum tournament.Pairing
	sum.White = id
	for _, p := range v.PairingsOf(id) {
		if p.Has(other) && p.Over && !p.Annulled {
			score := p.For(id)
			sum.Over = true
			sum.Score.White += score.White
			sum.Score.Black += score.Black
		}
	}
	return resultCell(&sum, id)
}

// Alt describes the standings to people who do not see a picture of them.
func (v *View) Alt() string {
	var lines []string
	if v.Format == tournament.TeamMatch && v.Phase() != tournament.SignUp {
		for _, p := range v.Pairings(0) {
			first, second := v.byTeam(p)
			score := " – "
			if p.Over {
				score = " " + p.For(first).White.String() + score + p.For(second).White.String() + " "
			}
			lines = append(lines, strconv.Itoa(p.Board)+". "+v.NameOf(first)+score+v.NameOf(second))
		}
	} else if v.Format == tournament.Simul && v.Phase() != tournament.SignUp {
		for _, p := range v.Pairings(0) {
			player := p.Opponent(v.Host())
			lines = append(lines, strconv.Itoa(p.Board)+". "+v.NameOf(player)+" "+resultCell(p, player).Text)
		}
	} else {
		for _, line := range v.Standings() {
			text := v.rankCell(&line, 0).Text + ". " + v.NameOf(line.Player)
			if v.hasPoints() && v.Phase() != tournament.SignUp {
				text += " " + line.Points.String()
			}
			lines = append(lines, text)
		}
	}
	return v.Lang.Say("tournament.alt", "title", v.Name, "note", v.Note(), "lines", strings.Join(lines, ", "))
}
