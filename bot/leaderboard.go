package bot

import (
	"cmp"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/bot/standings"
	"doublecorner/game"
)

// leaderboard shows a page of a leaderboard in this guild or everywhere, of this month or all time, and
// the rank of the user.
func (b *Bot) leaderboard(req *request) (delivery.Response, error) {
	l := req.public
	if req.isPrivate() {
		l = req.lang
	}
	of, list, from, err := b.leaderboardOf(req)
	if err != nil {
		return delivery.Response{}, err
	}
	rows, err := b.referee.Leaderboard(req, of, game.Cursor(from), pageSize)
	if err != nil {
		return delivery.Response{}, err
	}
	m := &message.Builder{Private: req.isPrivate()}
	m.Text(l.Say("leaderboard.title", "rules", req.poolName(l, of.Pool),
		"where", list[1], "period", list[2], "n", rows.Total))
	if rows.Total == 0 {
		empty := "leaderboard.empty"
		if of.Place == game.Everywhere {
			empty = "leaderboard.none-established"
		}
		m.Text(l.Say(empty))
	}
	m.Text(standings.Leaderboard(l, rows.Items))
	if entry, total, err := b.referee.Rank(req, req.by.Person, of); err != nil {
		return delivery.Response{}, err
	} else if entry.Rank > 0 {
		m.Text(l.Say("leaderboard.own", "player", say.Mention(req.by.Person), "rank", entry.Rank, "n", total))
	} else if entry.Games() > 0 {
		m.Text(l.Say("leaderboard.unlisted", "player", say.Mention(req.by.Person),
			"puzzles", of.Pool == game.PuzzlePool, "n", entry.Rating.GamesLeft()))
	}
	addPageButtons(m, l, leaderboardAction, list, from, string(rows.Next))
	return delivery.Response{Message: m}, nil
}

// leaderboardOf returns the leaderboard that a request is about, with the words of its custom IDs and where its page
// begins.
func (b *Bot) leaderboardOf(req *request) (of game.Leaderboard, list []string, from string, err error) {
	pool, err := req.poolNamed(cmp.Or(req.text("rules"), req.defaultRules()))
	if err != nil {
		return of, nil, "", err
	}
	period := "all"
	if req.text("period") == "month" {
		period = "month"
	}
	list, from, ok := req.page(pool, cmp.Or(req.text("where"), "here"), period)
	if !ok {
		return of, nil, "", errUnknown
	}
	of = game.Leaderboard{Pool: game.Pool(list[0]), Place: req.place}
	if list[1] == "everywhere" {
		of.Place = game.Everywhere
	}
	if list[2] == "month" {
		of.Month = game.MonthOf(b.now())
	}
	known := of.Pool.IsBuiltin() || of.Pool == game.PuzzlePool || req.settings.hasPool(of.Pool)
	if !known || list[1] != "everywhere" && list[1] != "here" || list[2] != "month" && list[2] != "all" {
		return of, nil, "", errUnknown
	}
	return of, list, from, nil
}
