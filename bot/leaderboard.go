package bot

import (
	"fmt"
	"strings"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/game"
)

// leaderboard shows the leaderboard that the options of a command name.
func (b *Bot) leaderboard(req *request) (delivery.Response, error) {
	v, err := req.settings.variant(or(req.text("rules"), req.settings.defaultRules()))
	if err != nil {
		return delivery.Response{}, err
	}
	return b.leaderboardPage(req, b.leaderboardOf(req, game.PoolOf(v), req.text("where"), req.text("period")), "")
}

// leaderboardOf returns the leaderboard of a pool in this guild or everywhere, and of this month or all time.
func (b *Bot) leaderboardOf(req *request, pool game.Pool, where, period string) game.Leaderboard {
	of := game.Leaderboard{Pool: pool, Place: req.place}
	if where == "everywhere" {
		of.Place = game.Everywhere
	}
	if period == "month" {
		of.Month = game.MonthOf(b.now())
	}
	return of
}

// useLeaderboard shows another page of a leaderboard.
func (b *Bot) useLeaderboard(req *request, id customID) (delivery.Response, error) {
	list, from, ok := parsePage(id.arg, 3)
	if !ok {
		return delivery.Response{}, errUnknown
	}
	of := b.leaderboardOf(req, game.Pool(list[0]), list[1], list[2])
	known := of.Pool.IsBuiltin() || req.settings.hasPool(of.Pool)
	if !known || list[1] != whereKey(of.Place) || list[2] != periodKey(of.Month) {
		return delivery.Response{}, errUnknown
	}
	return replacing(b.leaderboardPage(req, of, game.Cursor(from)))
}

// leaderboardPage returns a page of a leaderboard, and the rank of the user.
func (b *Bot) leaderboardPage(req *request, of game.Leaderboard, from game.Cursor) (delivery.Response, error) {
	rows, err := b.referee.Leaderboard(req, of, from, pageSize)
	if err != nil {
		return delivery.Response{}, err
	}
	m := &message.Builder{}
	about := []any{"rules", rulesName(req.public, req.settings.poolRules(of.Pool)), "where", whereKey(of.Place), "period", periodKey(of.Month), "n", rows.Total}
	m.Text(req.public.Say("leaderboard.title", about...))
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
	addPageButtons(m, req.public, leaderboardAction, []string{string(of.Pool), whereKey(of.Place), periodKey(of.Month)}, string(from), string(rows.Next))
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

// whereKey names the place of a leaderboard in messages and custom IDs.
func whereKey(p game.PlaceID) string {
	if p == game.Everywhere {
		return "everywhere"
	}
	return "here"
}

// periodKey names the period of a leaderboard in messages and custom IDs.
func periodKey(m game.Month) string {
	if m == game.AllTime {
		return "all"
	}
	return "month"
}
