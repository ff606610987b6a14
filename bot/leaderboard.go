package bot

import (
	"fmt"
	"strings"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/game"
)

// leaderboard shows a page of a leaderboard in this guild or everywhere, of this month or all time, and
// the rank of the user.
func (b *Bot) leaderboard(req *request) (delivery.Response, error) {
	pool, err := req.poolNamed(or(req.text("rules"), req.settings.defaultRules()))
	if err != nil {
		return delivery.Response{}, err
	}
	period := "all"
	if req.text("period") == "month" {
		period = "month"
	}
	list, from, ok := req.page(pool, or(req.text("where"), "here"), period)
	if !ok {
		return delivery.Response{}, errUnknown
	}
	of := game.Leaderboard{Pool: game.Pool(list[0]), Place: req.place}
	if list[1] == "everywhere" {
		of.Place = game.Everywhere
	}
	if list[2] == "month" {
		of.Month = game.MonthOf(b.now())
	}
	known := of.Pool.IsBuiltin() || req.settings.hasPool(of.Pool)
	if !known || list[1] != "everywhere" && list[1] != "here" || list[2] != "month" && list[2] != "all" {
		return delivery.Response{}, errUnknown
	}
	rows, err := b.referee.Leaderboard(req, of, game.Cursor(from), pageSize)
	if err != nil {
		return delivery.Response{}, err
	}
	m := &message.Builder{}
	rules := rulesName(req.public, req.settings.poolRules(of.Pool))
	m.Text(req.public.Say("leaderboard.title", "rules", rules, "where", list[1], "period", list[2], "n", rows.Total))
	if rows.Total == 0 {
		empty := "leaderboard.empty"
		if of.Place == game.Everywhere {
			empty = "leaderboard.none-established"
		}
		m.Text(req.public.Say(empty))
	}
	var lines []string
	provisional := false
	for _, row := range rows.Items {
		lines = append(lines, leaderboardRow(req, row))
		provisional = provisional || row.Rating.IsProvisional()
	}
	if len(lines) > 0 {
		lines = append(lines, req.public.Say("leaderboard.legend"))
	}
	if provisional {
		lines = append(lines, req.public.Say("profile.unsure"))
	}
	m.Text(strings.Join(lines, "\n"))
	if entry, total, ok, err := b.referee.Rank(req, req.by.Person, of); err != nil {
		return delivery.Response{}, err
	} else if ok {
		m.Text(req.public.Say("leaderboard.own", "player", mention(req.by.Person), "rank", entry.Rank, "n", total))
	} else if entry.Games() > 0 {
		m.Text(req.public.Say("leaderboard.unlisted", "player", mention(req.by.Person)))
	}
	addPageButtons(m, req.public, leaderboardAction, list, from, string(rows.Next))
	return delivery.Response{Message: m}, nil
}

// leaderboardRow returns a line of a leaderboard.
func leaderboardRow(req *request, row game.RankedEntry) string {
	return req.public.Say("leaderboard.row", "rank", row.Rank, "player", mention(row.Person),
		"rating", int(row.Rating.Points+.5), "provisional", row.Rating.IsProvisional(),
		"games", row.Games(), "score", points(row.Score()), "streak", row.Streak)
}

// points writes a number of points in halves.
func points(n float64) string {
	if whole := int(n); n != float64(whole) {
		return fmt.Sprintf("%d½", whole)
	}
	return fmt.Sprint(int(n))
}
