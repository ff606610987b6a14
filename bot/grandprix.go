package bot

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/standings"
	"doublecorner/bot/when"
	"doublecorner/game"
	"doublecorner/game/tournament"
)

const (
	maxGrandPrixName = 40
	maxGrandPrix     = 20   // of a guild
	maxPlacePoints   = 1000 // for a place
	maxOverRead      = 500  // tournaments that are searched for those that count
)

// readPoints reads the points for the first place, the second and so on; nil if none are typed.
func readPoints(typed string) ([]int, error) {
	var points []int
	for _, word := range strings.FieldsFunc(typed, func(r rune) bool { return r == ' ' || r == ',' || r == ';' || r == '-' }) {
		n, err := strconv.Atoi(word)
		if err != nil || n > maxPlacePoints {
			return nil, errPoints
		}
		points = append(points, n)
	}
	return points, nil
}

// createGrandPrix makes a grand prix, or replaces the one of its name.
func (b *Bot) createGrandPrix(req *request) (delivery.Response, error) {
	inLine := func(text string) string { return strings.Join(strings.Fields(lang.Inline(text)), " ") }
	added := grandPrix{
		Name:   message.ClipTo(inLine(req.text("name")), maxGrandPrixName),
		Period: cmp.Or(req.text("period"), b.now().In(req.settings.zone(req.public)).Format("2006")),
	}
	for name := range strings.SplitSeq(cmp.Or(req.text("tournaments"), added.Name), ",") {
		if name = inLine(name); name != "" {
			added.Events = append(added.Events, name)
		}
	}
	var err error
	if !monthForm.MatchString(added.Period) {
		return delivery.Response{}, errPeriod
	}
	if added.Points, err = readPoints(req.text("points")); err != nil {
		return delivery.Response{}, err
	}
	if added.Best, err = strconv.Atoi(cmp.Or(req.text("best"), "0")); err != nil || added.Best < 0 || added.Name == "" {
		return delivery.Response{}, errNumber
	}
	full := false
	err = change(req, b.referee, game.PlaceSettings(req.place), func(s *settings) {
		s.GrandPrix = slices.DeleteFunc(s.GrandPrix, added.isSame)
		if full = len(s.GrandPrix) >= maxGrandPrix; !full {
			s.GrandPrix = append(s.GrandPrix, added)
		}
	})
	switch {
	case err != nil:
		return delivery.Response{}, err
	case full:
		return delivery.Response{}, errGrandPrix
	}
	names := make([]string, len(added.Events))
	for i, name := range added.Events {
		names[i] = "**" + message.Escape(name) + "**"
	}
	return delivery.Response{Message: req.private("grand-prix.created",
		"name", message.Escape(added.Name), "tournaments", req.lang.And(names), "period", when.Period(req.lang, added.Period))}, nil
}

// isSame reports whether two grand prix have the same name.
func (g grandPrix) isSame(other grandPrix) bool { return strings.EqualFold(g.Name, other.Name) }

// removeGrandPrix removes a grand prix. The tournaments stay.
func (b *Bot) removeGrandPrix(req *request) (delivery.Response, error) {
	g, err := req.grandPrix(req.text("name"))
	if err != nil {
		return delivery.Response{}, err
	}
	err = change(req, b.referee, game.PlaceSettings(req.place), func(s *settings) {
		s.GrandPrix = slices.DeleteFunc(s.GrandPrix, g.isSame)
	})
	if err != nil {
		return delivery.Response{}, err
	}
	return delivery.Response{Message: req.private("grand-prix.removed", "name", message.Escape(g.Name))}, nil
}

// grandPrix returns the grand prix of a name; the newest one for "".
func (req *request) grandPrix(name string) (grandPrix, error) {
	all := req.settings.GrandPrix
	for i := len(all) - 1; i >= 0; i-- {
		if name == "" || all[i].isSame(grandPrix{Name: name}) {
			return all[i], nil
		}
	}
	return grandPrix{}, errNoGrandPrix
}

// completeGrandPrix returns the grand prix tables whose names contain what is typed.
func (b *Bot) completeGrandPrix(req *request) []*message.Choice {
	var choices []*message.Choice
	for _, g := range req.settings.GrandPrix {
		if lang.Includes(g.Name, req.text("name")) {
			choices = append(choices, &message.Choice{Name: g.Name, Value: g.Name})
		}
	}
	return choices
}

// showGrandPrix shows a page of the table of a grand prix, to everybody if a command asks for it; or its file.
func (b *Bot) showGrandPrix(req *request) (delivery.Response, error) {
	what, name := "0", req.text("name")
	if req.id != nil {
		what, name, _ = strings.Cut(req.id.arg, " ")
	}
	g, err := req.grandPrix(name)
	if err != nil {
		return delivery.Response{}, err
	}
	private := req.id != nil
	r := b.slowResponse(req, private, func(ctx context.Context) (*message.Builder, error) {
		events, err := b.eventsOf(ctx, req, g)
		if err != nil {
			return nil, err
		}
		rules := tournament.GrandPrix{Points: g.Points, Best: g.Best}
		lines := rules.Table(events, func(id tournament.PlayerID) bool { return game.PersonOf(id).IsPerson() })
		if what == "files" {
			return b.grandPrixFile(ctx, req, g, events, lines)
		}
		page, _ := strconv.Atoi(what)
		return b.composeGrandPrix(ctx, req, g, len(events), lines, page)
	})
	if what != "files" {
		r.Placement = req.replacing()
	}
	return r, nil
}

// composeGrandPrix returns the message with a page of the table of a grand prix.
func (b *Bot) composeGrandPrix(
	ctx context.Context, req *request, g grandPrix, events int, lines []tournament.GrandPrixLine, page int,
) (*message.Builder, error) {
	l, theme := req.public, themeOf(req.settings.Theme)
	if req.id != nil {
		l, theme = req.lang, req.theme()
	}
	note := l.Say("grand-prix.note", "period", when.Period(l, g.Period), "n", events, "limited", g.Best > 0, "best", g.Best)
	m := &message.Builder{}
	m.Text("**" + message.Escape(g.Name) + "** · " + note)
	if len(lines) == 0 {
		m.Text(l.Say("grand-prix.none"))
		return m, nil
	}
	v := standings.GrandPrix{Name: g.Name, Note: when.Period(l, g.Period), Lines: lines, Lang: l, Theme: theme, NameOf: func(id tournament.PlayerID) string {
		return b.names.pictureName(ctx, l, game.PersonOf(id), req.place)
	}}
	table, pages := v.Table(page)
	if err := m.PNG("grand-prix.png", table, v.Alt(page)); err != nil {
		return nil, err
	}
	if req.prefs.Text {
		m.Text("```\n" + message.ClipTo(strings.ReplaceAll(v.Text(page), "`", "'"), maxListText) + "\n```")
	}
	var row []dg.MessageComponent
	to := func(label, what string) {
		row = append(row, buttonLabelled(l.Say(label), customID{action: grandPrixAction, arg: what + " " + g.Name}, dg.SecondaryButton))
	}
	if page > 0 {
		to("button.first", "0")
	}
	if page+1 < pages {
		to("button.page", strconv.Itoa(page+1))
	}
	to("button.files", "files")
	m.Row(row...)
	return m, nil
}

// grandPrixFile returns the message with the table of a grand prix as CSV.
func (b *Bot) grandPrixFile(
	ctx context.Context, req *request, g grandPrix, events []*tournament.Tournament, lines []tournament.GrandPrixLine,
) (*message.Builder, error) {
	var out strings.Builder
	name := func(id tournament.PlayerID) string { return b.plainName(ctx, game.PersonOf(id), req.place) }
	if err := tournament.WriteGrandPrix(&out, events, lines, name); err != nil {
		return nil, err
	}
	m := &message.Builder{}
	m.Text("**" + message.Escape(g.Name) + "**")
	m.File(textFile("grand-prix.csv", out.String()))
	return m, nil
}

// eventsOf returns the tournaments of the guild that count for a grand prix, the oldest first.
func (b *Bot) eventsOf(ctx context.Context, req *request, g grandPrix) ([]*tournament.Tournament, error) {
	from, until := g.span(req.settings.zone(req.public))
	read := func(list game.TournamentList, from game.Cursor, most int) (game.Page[*game.Tournament], error) {
		return b.referee.Tournaments(ctx, list, req.viewer(), from, most)
	}
	var events []*tournament.Tournament
	n := 0
	for t, err := range game.All(read, game.OverTournamentsIn(req.place)) {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		isCounted := func(name string) bool { return strings.EqualFold(name, t.Name) }
		if ended := t.Ended(); t.HasFinalPlaces() && !ended.Before(from) && ended.Before(until) && slices.ContainsFunc(g.Events, isCounted) {
			events = append(events, t.Tournament)
		}
		if n++; n == maxOverRead {
			break
		}
	}
	slices.Reverse(events)
	return events, nil
}

// span returns the beginning and the end of the period of a grand prix.
func (g grandPrix) span(zone *time.Location) (from, until time.Time) {
	if month, err := time.ParseInLocation("2006-01", g.Period, zone); err == nil {
		return month, month.AddDate(0, 1, 0)
	}
	year, _ := time.ParseInLocation("2006", g.Period, zone) // monthForm has checked it
	return year, year.AddDate(1, 0, 0)
}
