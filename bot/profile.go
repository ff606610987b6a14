package bot

import (
	"slices"
	"strings"
	"time"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/render"
)

// profile shows a page of the ratings of a member in the guild. The chart shows the rating under the rules
// that are named, or else the one in which the member has played most.
func (b *Bot) profile(req *request) (delivery.Response, error) {
	pool, err := req.poolNamed(req.text("rules"))
	if err != nil {
		return delivery.Response{}, err
	}
	list, from, ok := req.page(req.member("member", req.by.Person).String(), pool)
	if !ok {
		return delivery.Response{}, errUnknown
	}
	id, ok := message.Snowflake(list[0])
	if !ok {
		return delivery.Response{}, errUnknown
	}
	user := game.PersonID(id)
	pool = list[1]
	p, err := b.referee.Profile(req, user, req.place)
	if err != nil {
		return delivery.Response{}, err
	}
	m := &message.Builder{}
	m.Text(req.public.Say("profile.title", "player", mention(user), "running", p.Running))
	var best *game.RankedEntry
	var rows []*game.RankedEntry
	for i := range p.Entries {
		row := &p.Entries[i]
		if row.Leaderboard.Place != req.place || row.Leaderboard.Month != game.AllTime {
			continue
		}
		rows = append(rows, row)
		if string(row.Leaderboard.Pool) == pool || pool == "" && (best == nil || row.Games() > best.Games()) {
			best = row
		}
	}
	if len(rows) == 0 {
		m.Text(req.public.Say("profile.none"))
		return delivery.Response{Message: m}, nil
	}
	page, next := slicePage(rows, from)
	var lines []string
	provisional := false
	for _, row := range page {
		lines = append(lines, req.public.Say("profile.row", "rules", rulesName(req.public, req.settings.poolRules(row.Leaderboard.Pool)), "rank", row.Rank,
			"rating", int(row.Rating.Points+.5), "provisional", row.Rating.IsProvisional(),
			"wins", row.Wins, "draws", row.Draws, "losses", row.Losses))
		provisional = provisional || row.Rating.IsProvisional()
	}
	if provisional {
		lines = append(lines, req.public.Say("profile.unsure"))
	}
	m.Text(strings.Join(lines, "\n"))
	if best != nil {
		if err := b.addChart(req, m, user, best.Leaderboard.Pool); err != nil {
			return delivery.Response{}, err
		}
	}
	addPageButtons(m, req.public, profileAction, list, from, next)
	return delivery.Response{Message: m}, nil
}

// maxChartPoints is the number of ratings that a chart shows.
const maxChartPoints = 200

// addChart adds the chart of a rating to a message.
func (b *Bot) addChart(req *request, m *message.Builder, user game.PersonID, pool game.Pool) error {
	history, err := b.referee.RatingHistory(req, user, pool, req.place, "", maxChartPoints)
	if err != nil || len(history.Items) < 2 {
		return err
	}
	name, _ := b.nameOf(req, user, req.place)
	rules := plainRulesName(req.public, req.settings.poolRules(pool))
	chart := render.Chart{Theme: themeOf(req.settings.Theme), Title: strings.TrimPrefix(name+" · "+rules, " · ")}
	points := history.Items // the newest first
	for _, p := range slices.Backward(points) {
		chart.Points = append(chart.Points, render.Rating{Value: p.Rating.Points, Deviation: p.Rating.Deviation})
	}
	chart.First, chart.Last = points[len(points)-1].At.Format(time.DateOnly), points[0].At.Format(time.DateOnly)
	if chart.First == chart.Last {
		chart.First = ""
	}
	png, err := chart.Picture()
	if err != nil {
		return err
	}
	last := chart.Points[len(chart.Points)-1]
	m.Picture(message.File{Name: "rating.png", Type: "image/png", Data: png}, req.public.Say("profile.chart", "rules", rulesName(req.public, req.settings.poolRules(pool)),
		"n", len(chart.Points), "first", int(chart.Points[0].Value+.5), "last", int(last.Value+.5)))
	return nil
}
