package bot

import (
	"context"

	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/bot/standings"
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
	name := func(p game.PersonID) string { return b.pictureName(ctx, l, p, a.Place) }
	table, alt := standings.MonthTable(l, render.Table{Theme: themeOf(s.Theme), Title: rules, Note: month}, page.Items, champion, name)
	if err := m.PNG("month.png", table, alt); err != nil {
		return nil, 0, err
	}
	return m, s.Months, nil
}
