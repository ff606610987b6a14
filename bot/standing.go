package bot

import (
	"fmt"
	"strings"

	"doublecorner/game"
	"doublecorner/render"
)

// mostPoints is how many ratings a chart shows.
const mostPoints = 200

// leaders is the leaderboard that a command asks for.
func (c *call) leaders(now game.Month) (game.Board, error) {
	key := or(c.text("rules"), c.settings.usual())
	v, err := c.settings.variant(key)
	if err != nil {
		return game.Board{}, err
	}
	b := game.Board{Pool: game.PoolOf(v), Place: c.place}
	if c.text("where") == "everywhere" {
		b.Place = game.Everywhere
	}
	if c.text("period") == "month" {
		b.Month = now
	}
	return b, nil
}

func (b *Bot) leaderboard(c *call) (answer, error) {
	of, err := c.leaders(game.MonthOf(b.now()))
	if err != nil {
		return answer{}, err
	}
	return b.leaderPage(c, of, "")
}

// leaderPage shows a page of a leaderboard, and where who asks stands.
func (b *Bot) leaderPage(c *call, of game.Board, from game.Cursor) (answer, error) {
	rows, err := b.referee.Leaderboard(c, of, from, mostRows)
	if err != nil {
		return answer{}, err
	}
	m := &message{}
	about := []any{"rules", poolName(&c.settings, c.here, of.Pool), "where", whereWord(of.Place), "period", periodWord(of.Month), "n", rows.Total}
	m.say(c.here.Say("leaderboard.title", about...))
	if len(rows.Items) == 0 {
		m.say(c.here.Say("leaderboard.empty"))
		return answer{message: m}, nil
	}
	var lines []string
	for _, row := range rows.Items {
		lines = append(lines, rowLine(c, row))
	}
	m.say(strings.Join(lines, "\n"))
	if own, total, ok, err := b.referee.Rank(c, c.by.Person, of); err != nil {
		return answer{}, err
	} else if ok {
		m.say(c.here.Say("leaderboard.own", "player", mention(c.by.Person), "rank", own.Rank, "n", total))
	}
	m.turn(c.here, pageVerb, []string{string(of.Pool), whereWord(of.Place), periodWord(of.Month)}, string(from), string(rows.Next))
	return answer{message: m}, nil
}

// rowLine is one line of a leaderboard.
func rowLine(c *call, row game.Row) string {
	return c.here.Say("leaderboard.row", "rank", row.Rank, "player", mention(row.Person),
		"rating", int(row.Rating.Points+.5), "provisional", row.Rating.IsProvisional(),
		"games", row.Games(), "score", points(row.Score()), "streak", row.Streak)
}

// points are points, in halves.
func points(n float64) string {
	if whole := int(n); n != float64(whole) {
		return fmt.Sprintf("%d½", whole)
	}
	return fmt.Sprint(int(n))
}

func whereWord(p game.PlaceID) string {
	if p == game.Everywhere {
		return "everywhere"
	}
	return "here"
}

func periodWord(m game.Month) string {
	if m == game.AllTime {
		return "all"
	}
	return "month"
}

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
	var lines []string
	for i := range p.Rows {
		row := &p.Rows[i]
		if row.Board.Place != c.place || row.Board.Month != game.AllTime {
			continue
		}
		lines = append(lines, c.here.Say("profile.row", "rules", poolName(&c.settings, c.here, row.Board.Pool), "rank", row.Rank,
			"rating", int(row.Rating.Points+.5), "provisional", row.Rating.IsProvisional(),
			"wins", row.Wins, "draws", row.Draws, "losses", row.Losses))
		if string(row.Board.Pool) == pool || pool == "" && (best == nil || row.Games() > best.Games()) {
			best = row
		}
	}
	if len(lines) == 0 {
		m.say(c.here.Say("profile.none"))
		return answer{message: m}, nil
	}
	page, next := linesOf(lines, from)
	m.say(strings.Join(page, "\n"))
	if best != nil {
		if err := b.chart(c, m, who, best.Board.Pool); err != nil {
			return answer{}, err
		}
	}
	m.turn(c.here, profileVerb, []string{who.String(), pool}, from, next)
	return answer{message: m}, nil
}

// chart shows how a rating went.
func (b *Bot) chart(c *call, m *message, who game.PersonID, pool game.Pool) error {
	history, err := b.referee.RatingHistory(c, who, pool, c.place, "", mostPoints)
	if err != nil || len(history.Items) < 2 {
		return err
	}
	name, _ := b.nameOf(c, who, c.place)
	chart := render.Chart{Title: strings.TrimPrefix(name+" · "+poolName(&c.settings, c.here, pool), " · ")}
	for i := len(history.Items) - 1; i >= 0; i-- {
		rating := history.Items[i].Rating
		chart.Points = append(chart.Points, render.Rating{Value: rating.Points, Deviation: rating.Deviation})
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

// headToHead sums up what two people have against each other.
func (b *Bot) headToHead(c *call) (answer, error) {
	_, a, ok := c.person("member")
	if !ok {
		return answer{}, errUnknown
	}
	other := c.by.Person
	if _, id, ok := c.person("other"); ok {
		other = id
	}
	return b.versusPage(c, a, other, "")
}

// versusPage shows a page of what two people have against each other.
func (b *Bot) versusPage(c *call, one, other game.PersonID, from string) (answer, error) {
	scores, err := b.referee.HeadToHead(c, one, other)
	if err != nil {
		return answer{}, err
	}
	m := &message{}
	m.say(c.here.Say("versus.title", "a", mention(one), "b", mention(other)))
	if len(scores) == 0 {
		m.say(c.here.Say("versus.none"))
	}
	var lines []string
	for _, s := range scores {
		lines = append(lines, c.here.Say("versus.row", "rules", poolName(&c.settings, c.here, s.Pool), "wins", s.Wins, "draws", s.Draws, "losses", s.Losses))
	}
	page, next := linesOf(lines, from)
	m.say(strings.Join(page, "\n"))
	m.turn(c.here, versusVerb, []string{one.String(), other.String()}, from, next)
	return answer{message: m}, nil
}
