package bot

import (
	"fmt"
	"strings"

	"doublecorner/game"
)

// pageVerb turns the pages of a leaderboard: pool, where, period.
const pageVerb verb = "page"

func (b *Bot) leaderboard(c *call) (answer, error) {
	of, err := c.leaders(game.MonthOf(b.now()))
	if err != nil {
		return answer{}, err
	}
	return b.leaderPage(c, of, "")
}

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

// pressPage turns the page of a leaderboard.
func (b *Bot) pressPage(c *call, pressed control) (answer, error) {
	list, from, ok := listed(pressed.arg, 3)
	if !ok {
		return answer{}, errUnknown
	}
	of := game.Board{Pool: game.Pool(list[0]), Place: c.place}
	known := of.Pool.IsBuiltin() || c.settings.hasPool(of.Pool)
	switch list[1] {
	case "everywhere":
		of.Place = game.Everywhere
	case "here":
	default:
		known = false
	}
	switch list[2] {
	case "month":
		of.Month = game.MonthOf(b.now())
	case "all":
	default:
		known = false
	}
	if !known {
		return answer{}, errUnknown
	}
	return replacing(b.leaderPage(c, of, game.Cursor(from)))
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
	if rows.Total == 0 {
		empty := "leaderboard.empty"
		if of.Place == game.Everywhere {
			empty = "leaderboard.none-established"
		}
		m.say(c.here.Say(empty))
	}
	var lines []string
	unsure := false
	for _, row := range rows.Items {
		lines = append(lines, rowLine(c, row))
		unsure = unsure || row.Rating.IsProvisional()
	}
	if len(lines) > 0 {
		lines = append(lines, c.here.Say("leaderboard.legend"))
	}
	if unsure {
		lines = append(lines, c.here.Say("profile.unsure"))
	}
	m.say(strings.Join(lines, "\n"))
	if own, total, ok, err := b.referee.Rank(c, c.by.Person, of); err != nil {
		return answer{}, err
	} else if ok {
		m.say(c.here.Say("leaderboard.own", "player", mention(c.by.Person), "rank", own.Rank, "n", total))
	} else if own.Games() > 0 {
		m.say(c.here.Say("leaderboard.unlisted", "player", mention(c.by.Person)))
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
