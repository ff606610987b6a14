package bot

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/bot/when"
	"doublecorner/game"
	"doublecorner/render"
)

// profile shows a page of the ratings of a member in the guild, or in the DM with the bot, where nobody else is, of all
// places. The chart shows the rating under the rules that are named, or else the one in which the member has played most.
func (b *Bot) profile(req *request) (delivery.Response, error) {
	pool, err := req.poolNamed(req.text("rules"))
	if err != nil {
		return delivery.Response{}, err
	}
	list, from, ok := req.page(req.member("member", req.by.Person).String(), pool)
	if !ok {
		return delivery.Response{}, errUnknown
	}
	user, ok := message.Snowflake[game.PersonID](list[0])
	if !ok {
		return delivery.Response{}, errUnknown
	}
	pool = list[1]
	isOverall := req.i.Context == dg.InteractionContextBotDM
	place, games := req.place, req.place
	if isOverall {
		place = game.Everywhere
	}
	if isOverall && user == req.by.Person {
		games = game.Everywhere
	}
	p, err := b.profileIn(req, user, place)
	if err != nil {
		return delivery.Response{}, err
	}
	p.Entries = slices.DeleteFunc(p.Entries, isNoPuzzle)
	m := &message.Builder{}
	m.Text(req.public.Say("profile.title", "player", say.Mention(user), "overall", isOverall, "running", p.Running))
	if !p.LocalUntil.IsZero() {
		m.Text(req.public.Say("profile.local", "player", say.Mention(user), "until", say.Timestamp(p.LocalUntil, "D")))
	}
	if err := b.addTitles(req, m, game.TitlesOf(user, games)); err != nil {
		return delivery.Response{}, err
	}
	page, next := slicePage(p.Entries, from)
	if len(p.Entries) == 0 && place == games { // others do not see all of an overall profile
		m.Text(req.public.Say("profile.none"))
	}
	m.Text(strings.Join(req.ratingLines(page), "\n"))
	if err := b.addLevelsBeaten(req, m, user); err != nil {
		return delivery.Response{}, err
	}
	if err := b.addLastGames(req, m, game.FinishedGamesOf(user).In(games)); err != nil {
		return delivery.Response{}, err
	}
	if charted := chartedPool(p.Entries, game.Pool(pool)); charted != "" {
		if err := b.addChart(req, m, user, game.Leaderboard{Pool: charted, Place: place}); err != nil {
			return delivery.Response{}, err
		}
	}
	addPageButtons(m, req.public, profileAction, list, from, next)
	return delivery.Response{Message: m}, nil
}

// profileIn returns a member's profile in a place, or of all places as far as the user may see it.
func (b *Bot) profileIn(req *request, user game.PersonID, place game.PlaceID) (game.Profile, error) {
	if place == game.Everywhere {
		return b.referee.OverallProfile(req, user, req.viewer())
	}
	return b.referee.Profile(req, user, place)
}

// lastGames is the number of finished games that a profile or a head-to-head lists.
const lastGames = 5

// addLastGames adds the newest games of a list that there is room for, also those against the computer.
func (b *Bot) addLastGames(req *request, m *message.Builder, list game.GameList) error {
	lines, err := b.lastGameLines(req, list)
	text := req.public.Say("profile.games")
	title, room := text, message.MaxText-m.TextLength()
	for _, line := range lines {
		if len(text)+len("\n")+len(line) > room {
			break
		}
		text += "\n" + line
	}
	if text != title {
		m.Text(text)
	}
	return err
}

// lastGameLines returns a line for each of the newest games of a list.
func (b *Bot) lastGameLines(req *request, list game.GameList) (lines []string, err error) {
	last, err := b.referee.Games(req, list, req.viewer(), "", lastGames)
	for _, g := range last.Items {
		line, err := b.gameLine(req, req.public, g, game.Anyone)
		if err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	return lines, err
}

// fewPuzzles is how many puzzles a member has tried before a profile shows those that they did not solve, and the rating.
const fewPuzzles = 10

// isNoPuzzle reports whether an entry is of puzzles, and a profile does not show any of them yet.
func isNoPuzzle(row game.RankedEntry) bool {
	return row.Leaderboard.Pool == game.PuzzlePool && row.Games() == row.Losses && row.Games() < fewPuzzles
}

// ratingLines returns a line for each rating of a member, and one that explains provisional ratings.
func (req *request) ratingLines(rows []game.RankedEntry) (lines []string) {
	provisional := false
	for _, row := range rows {
		if row.Leaderboard.Pool == game.PuzzlePool {
			all := row.Games() >= fewPuzzles
			provisional = provisional || all && row.Rating.IsProvisional()
			lines = append(lines, req.public.Say("puzzle.profile", "all", all, "rating", say.Round(row.Rating.Points),
				"provisional", row.Rating.IsProvisional(), "solved", row.Wins, "hinted", row.Draws, "failed", row.Losses))
			continue
		}
		provisional = provisional || row.Rating.IsProvisional()
		lines = append(lines, req.public.Say("profile.row", "rules", say.ListedRules(req.public, req.settings.poolRules(row.Leaderboard.Pool)), "rank", row.Rank, "listed", row.Rank > 0,
			"rating", say.Round(row.Rating.Points), "provisional", row.Rating.IsProvisional(),
			"wins", row.Wins, "draws", row.Draws, "losses", row.Losses))
	}
	if provisional {
		lines = append(lines, req.public.Say("profile.unsure"))
	}
	return lines
}

// chartedPool returns the pool of the rating that the chart of a profile shows: the named one if the member
// has it, or if none is named, the one in which they have played most; "" if there is none. Ratings of
// puzzles have no chart.
func chartedPool(rows []game.RankedEntry, named game.Pool) (charted game.Pool) {
	most := -1
	for _, row := range rows {
		switch pool := row.Leaderboard.Pool; {
		case pool == game.PuzzlePool:
		case named == pool:
			return pool
		case named == "" && row.Games() > most:
			charted, most = pool, row.Games()
		}
	}
	return charted
}

// maxChartPoints is the number of ratings that a chart shows.
const maxChartPoints = 200

// addChart adds the chart of a rating to a message.
func (b *Bot) addChart(req *request, m *message.Builder, user game.PersonID, of game.Leaderboard) error {
	points, err := b.referee.RatingHistory(req, user, of.Pool, of.Place, maxChartPoints)
	if err != nil || len(points) < 2 {
		return err
	}
	name, _ := b.names.drawableNameOf(req, user, req.place)
	rules := say.PlainRules(req.public, req.settings.poolRules(of.Pool))
	chart := render.Chart{Theme: themeOf(req.settings.Theme), Title: strings.TrimPrefix(name+" · "+rules, " · ")}
	for _, p := range slices.Backward(points) {
		chart.Points = append(chart.Points, render.Rating{Value: p.Rating.Points, Deviation: p.Rating.Deviation})
	}
	zone := req.settings.zone(req.public)
	chart.First, chart.Last = when.Date(req.public, points[len(points)-1].At.In(zone)), when.Date(req.public, points[0].At.In(zone))
	if chart.First == chart.Last {
		chart.First = ""
	}
	last := chart.Points[len(chart.Points)-1]
	alt := req.public.Say("profile.chart", "rules", req.poolName(req.public, of.Pool),
		"n", len(chart.Points), "first", say.Round(chart.Points[0].Value), "last", say.Round(last.Value))
	return m.PNG("rating.png", chart, alt)
}

// maxTitles is the number of titles that a profile names.
const maxTitles = 10

// addTitles adds the tournaments of a list, which a member has won.
func (b *Bot) addTitles(req *request, m *message.Builder, list game.TournamentList) error {
	read := func(list game.TournamentList, from game.Cursor, most int) (game.Page[*game.Tournament], error) {
		return b.referee.Tournaments(req, list, req.viewer(), from, most)
	}
	n := 0
	var names []string
	for t, err := range game.All(read, list) {
		if err != nil {
			return err
		}
		if n++; n <= maxTitles {
			names = append(names, say.Listed(t.Name)+" "+say.Timestamp(t.Ended(), "D"))
		}
	}
	if n == 0 {
		return nil
	}
	m.Text(req.public.Say("tournament.titles", "n", n, "names", strings.Join(names, ", ")))
	return nil
}

// headToHead shows a page of the scores of two members against each other in the guild, and their last games.
func (b *Bot) headToHead(req *request) (delivery.Response, error) {
	list, from, ok := req.page(req.text("member"), req.member("other", req.by.Person).String())
	if !ok {
		return delivery.Response{}, errUnknown
	}
	one, ok := message.Snowflake[game.PersonID](list[0])
	other, known := message.Snowflake[game.PersonID](list[1])
	if !ok || !known {
		return delivery.Response{}, errUnknown
	}
	if one == other {
		return delivery.Response{}, errSameMember
	}
	scores, err := b.referee.HeadToHead(req, one, other, req.place)
	if err != nil {
		return delivery.Response{}, err
	}
	m := &message.Builder{}
	m.Text(req.public.Say("versus.title", "a", say.Mention(one), "b", say.Mention(other)))
	if len(scores) == 0 {
		m.Text(req.public.Say("versus.none"))
	}
	var lines []string
	page, next := slicePage(scores, from)
	for _, s := range page {
		lines = append(lines, req.public.Say("versus.row", "rules", say.ListedRules(req.public, req.settings.poolRules(s.Pool)), "a", say.Mention(one), "b", say.Mention(other),
			"wins", s.Wins, "draws", s.Draws, "losses", s.Losses))
	}
	m.Text(strings.Join(lines, "\n"))
	if lines, err = b.lastGameLines(req, game.FinishedGamesBetween(one, other).In(req.place)); err != nil {
		return delivery.Response{}, err
	}
	m.Text(strings.Join(lines, "\n"))
	addPageButtons(m, req.public, headToHeadAction, list, from, next)
	return delivery.Response{Message: m}, nil
}

// addLevelsBeaten adds the levels of the computer that a user has beaten, by rule set.
func (b *Bot) addLevelsBeaten(req *request, m *message.Builder, user game.PersonID) error {
	scores, err := b.referee.ComputerRecord(req, user, req.place)
	if err != nil {
		return err
	}
	levels := map[game.Pool][]string{}
	var pools []game.Pool // those played last come first
	slices.SortStableFunc(scores, func(a, b game.Score) int { return cmp.Compare(a.Level, b.Level) })
	for _, s := range scores {
		if s.Wins > 0 {
			if levels[s.Pool] == nil {
				pools = append(pools, s.Pool)
			}
			levels[s.Pool] = append(levels[s.Pool], strconv.Itoa(s.Level))
		}
	}
	if len(pools) == 0 {
		return nil
	}
	lines := []string{req.public.Say("profile.computer")}
	for _, pool := range pools[:min(len(pools), pageSize)] {
		lines = append(lines, req.public.Say("profile.beaten", "rules", say.ListedRules(req.public, req.settings.poolRules(pool)),
			"levels", req.public.And(levels[pool])))
	}
	m.Text(strings.Join(lines, "\n"))
	return nil
}
