package bot

import (
	"context"
	"strconv"
	"strings"

	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/render"
)

// ComposeSeason returns the message with which a month ends in a guild, and its channel; nil if the guild has
// none.
func (b *Bot) ComposeSeason(ctx context.Context, a *game.Announcement) (*message.Builder, game.RoomID, error) {
	s, l, err := b.settingsOf(ctx, a.Place)
	if err != nil || s.Months == 0 {
		return nil, 0, err
	}
	board := game.Leaderboard{Pool: a.Pool, Place: a.Place, Month: a.Month}
	page, err := b.referee.Leaderboard(ctx, board, "", pageSize)
	if err != nil || len(page.Items) == 0 {
		return nil, 0, err
	}
	champion, err := b.referee.Champion(ctx, board)
	if err != nil {
		return nil, 0, err
	}
	year, number := a.Month.Date()
	month := l.Say("when.month", "month", int(number), "year", year)
	rules := say.PlainRules(l, s.poolRules(a.Pool))
	if a.Pool == game.PuzzlePool {
		rules = l.Say("puzzle.pool")
	}
	m := &message.Builder{
		Accent: challengeAccent, Fingerprint: message.NewFingerprint("m", a.Place.String()+" "+string(a.Pool), uint64(a.Month)),
	}
	crowned := champion != game.Anyone
	if crowned {
		m.Mentions = []string{champion.String()}
	}
	m.Text(l.Say("tournament.month", "rules", message.Escape(rules), "month", month, "crowned", crowned, "champion", say.Mention(champion)))
	head := func(key string) string { return l.Say("tournament.head." + key) }
	table := render.Table{Theme: themeOf(s.Theme), Title: rules, Note: month, Columns: []render.Column{
		{}, {Kind: render.Names, Head: head("player")}, {Head: head("rating")}, {Head: head("won")}, {Head: head("drawn")}, {Head: head("lost")},
	}}
	var lines []string
	for _, row := range page.Items {
		name := b.pictureName(ctx, l, row.Person, a.Place)
		cells := []render.Cell{{Text: strconv.Itoa(row.Rank)}, {Text: name}}
		for _, n := range []int{say.Round(row.Rating.Points), row.Wins, row.Draws, row.Losses} {
			cells = append(cells, render.Cell{Text: strconv.Itoa(n)})
		}
		if row.Person == champion {
			cells[0].Look = render.Won
		}
		table.Rows = append(table.Rows, cells)
		lines = append(lines, cells[0].Text+". "+name+" "+cells[2].Text)
	}
	alt := l.Say("tournament.alt", "title", rules, "note", month, "lines", strings.Join(lines, ", "))
	if err := m.PNG("month.png", table, alt); err != nil {
		return nil, 0, err
	}
	return m, s.Months, nil
}
