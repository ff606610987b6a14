package bot

import (
	"slices"
	"strings"
	"time"

	"doublecorner/game"
	"doublecorner/render"
)

// profileVerb turns the pages of how somebody stands: who, and the rules of the chart.
const profileVerb verb = "profile"

// profile shows how a member stands, with a chart of how their rating went.
func (b *Bot) profile(c *call) (answer, error) {
	who := c.by.Person
	if _, id, ok := c.person("member"); ok {
		who = id
	}
	pool := ""
	if key := c.text("rules"); key != "" {
		v, err := c.settings.variant(key)
		if err != nil {
			return answer{}, err
		}
		pool = string(game.PoolOf(v))
	}
	return b.profilePage(c, who, pool, "")
}

// pressProfile turns the page of a profile.
func (b *Bot) pressProfile(c *call, pressed control) (answer, error) {
	list, from, ok := listed(pressed.arg, 2)
	if !ok {
		return answer{}, errUnknown
	}
	who, ok := snowflake(list[0])
	if !ok {
		return answer{}, errUnknown
	}
	return replacing(b.profilePage(c, game.PersonID(who), list[1], from))
}

// profilePage shows a page of how somebody stands. The chart is that of a pool, or where
// none is named, of that in which they have played most.
func (b *Bot) profilePage(c *call, who game.PersonID, pool, from string) (answer, error) {
	p, err := b.referee.Profile(c, who, c.place)
	if err != nil {
		return answer{}, err
	}
	m := &message{}
	m.say(c.here.Say("profile.title", "player", mention(who), "running", p.Running))
	var best *game.Row
	var rows []*game.Row
	for i := range p.Rows {
		row := &p.Rows[i]
		if row.Board.Place != c.place || row.Board.Month != game.AllTime {
			continue
		}
		rows = append(rows, row)
		if string(row.Board.Pool) == pool || pool == "" && (best == nil || row.Games() > best.Games()) {
			best = row
		}
	}
	if len(rows) == 0 {
		m.say(c.here.Say("profile.none"))
		return answer{message: m}, nil
	}
	page, next := pageOf(rows, from)
	var lines []string
	unsure := false
	for _, row := range page {
		lines = append(lines, c.here.Say("profile.row", "rules", poolName(&c.settings, c.here, row.Board.Pool), "rank", row.Rank,
			"rating", int(row.Rating.Points+.5), "provisional", row.Rating.IsProvisional(),
			"wins", row.Wins, "draws", row.Draws, "losses", row.Losses))
		unsure = unsure || row.Rating.IsProvisional()
	}
	if unsure {
		lines = append(lines, c.here.Say("profile.unsure"))
	}
	m.say(strings.Join(lines, "\n"))
	if best != nil {
		if err := b.chart(c, m, who, best.Board.Pool); err != nil {
			return answer{}, err
		}
	}
	m.turn(c.here, profileVerb, []string{who.String(), pool}, from, next)
	return answer{message: m}, nil
}

// mostPoints is how many ratings a chart shows.
const mostPoints = 200

// chart shows how a rating went.
func (b *Bot) chart(c *call, m *message, who game.PersonID, pool game.Pool) error {
	history, err := b.referee.RatingHistory(c, who, pool, c.place, "", mostPoints)
	if err != nil || len(history.Items) < 2 {
		return err
	}
	name, _ := b.nameOf(c, who, c.place)
	rules, _ := plainPoolName(&c.settings, c.here, pool)
	chart := render.Chart{Theme: themeOf(c.settings.Theme), Title: strings.TrimPrefix(name+" · "+rules, " · ")}
	points := history.Items // the newest first
	for _, p := range slices.Backward(points) {
		chart.Points = append(chart.Points, render.Rating{Value: p.Rating.Points, Deviation: p.Rating.Deviation})
	}
	chart.First, chart.Last = points[len(points)-1].At.Format(time.DateOnly), points[0].At.Format(time.DateOnly)
	if chart.First == chart.Last {
		chart.First = ""
	}
	png, err := render.Rate(chart)
	if err != nil {
		return err
	}
	last := chart.Points[len(chart.Points)-1]
	m.show(file{"rating.png", "image/png", png}, c.here.Say("profile.chart", "rules", poolName(&c.settings, c.here, pool),
		"n", len(chart.Points), "first", int(chart.Points[0].Value+.5), "last", int(last.Value+.5)))
	return nil
}
