package bot

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/bot/standings"
	"doublecorner/bot/when"
	"doublecorner/game"
	"doublecorner/game/tournament"
	"doublecorner/internal/work"
)

// showTable shows a page of the standings of a tournament, its cross-table or its bracket: to everybody if a command
// asks for it, and to the user if a button does.
func (b *Bot) showTable(req *request, t *game.Tournament) (delivery.Response, error) {
	return b.table(req, t, req.id != nil)
}

// table shows a page of such a table, to everybody or to the user.
func (b *Bot) table(req *request, t *game.Tournament, private bool) (delivery.Response, error) {
	m := &message.Builder{Private: private}
	l, theme := req.public, themeOf(req.settings.Theme)
	if private {
		l, theme = req.lang, req.theme()
	}
	v := b.composer.viewOf(req, l, theme, t)
	kind, pageText, _ := strings.Cut(cmp.Or(req.detail(), standings.Ranks), " ")
	page, _ := strconv.Atoi(pageText)
	if req.id == nil {
		kind, page = v.MostTelling()
	}
	if !slices.Contains([]string{standings.Ranks, standings.Cross, standings.Bracket}, kind) {
		return delivery.Response{}, errUnknown
	}
	shown := v.Page(kind, page)
	m.Text(strings.TrimSuffix("**"+message.Escape(t.Name)+"** · "+message.Escape(v.Note())+" · "+b.tournamentLink(req, t), " · "))
	if standings, _ := v.Table(0); len(standings.Rows) == 0 {
		m.Text(l.Say("tournament.nobody"))
		return delivery.Response{Message: m}, nil
	}
	if err := m.PNG(kind+".png", shown, shown.Alt); err != nil {
		return delivery.Response{}, err
	}
	if private && req.prefs.Text {
		m.Text("```\n" + message.ClipTo(strings.ReplaceAll(shown.Text, "`", "'"), maxListText) + "\n```")
	}
	if kind == standings.Ranks && t.Phase() != tournament.SignUp && len(t.Tiebreaks) > 0 {
		m.Text("-# " + strings.Join(standings.ExplainTiebreaks(l, t.Tiebreaks), " · "))
	}
	if kind == standings.Ranks {
		m.Text(v.Legend())
	}
	m.Row(tableButtons(v, kind, page, shown.Pages)...)
	return delivery.Response{Message: m, Placement: req.replacing()}, nil
}

// tableButtons returns the buttons to other pages of a table, to another table and to the files.
func tableButtons(v *standings.View, kind string, page, pages int) (row []dg.MessageComponent) {
	to := func(label, kind string, page int) {
		id := customID{action: tableAction, arg: string(v.ID) + " " + kind + " " + strconv.Itoa(page)}
		row = append(row, buttonLabelled(v.Lang.Say(label), id, dg.SecondaryButton))
	}
	if page > 0 {
		to("button.first", kind, 0)
	}
	if page+1 < pages {
		to("button.page", kind, page+1)
	}
	if kind != standings.Ranks {
		to("button.table", standings.Ranks, 0)
	} else if other, page := v.MostTelling(); other != standings.Ranks {
		to("button."+other, other, page)
	}
	if v.Phase() != tournament.SignUp {
		row = append(row, button(v.Lang, customID{action: filesAction, arg: string(v.ID)}, dg.SecondaryButton))
	}
	return row
}

// showPairings lists the pairings of a round, or of the newest one if none is named, with links to their boards.
func (b *Bot) showPairings(req *request, t *game.Tournament) (delivery.Response, error) {
	roundText, from, _ := strings.Cut(req.detail(), " ")
	round, err := strconv.Atoi(cmp.Or(roundText, req.text("round")))
	if wrong := err != nil || round < 1 || round > t.Round(); wrong && req.text("round") != "" {
		return delivery.Response{Message: req.private("tournament.no-round", "n", t.Round())}, nil
	} else if wrong {
		round = t.Round()
	}
	m := &message.Builder{Private: req.id != nil}
	l := req.public
	if m.Private {
		l = req.lang
	}
	v := b.composer.viewOf(req, l, "", t)
	pairings := t.Pairings(round)
	if t.Format == tournament.Ladder { // whose pairings have no rounds
		slices.Reverse(pairings)
	}
	page, next := slicePage(pairings, from)
	lines := []string{"**" + message.Escape(t.Name) + "** · " + v.RoundText(round)}
	for _, p := range page {
		lines = append(lines, b.pairingLine(req, v, p))
	}
	if len(page) == 0 {
		lines = append(lines, l.Say("tournament.no-pairings"))
	}
	m.Text(message.ClipTo(strings.Join(lines, "\n"), maxListText))
	var row []dg.MessageComponent
	to := func(label string, round int, from string) {
		id := customID{action: pairingsAction, arg: strings.Join([]string{string(t.ID), strconv.Itoa(round), from}, " ")}
		row = append(row, buttonLabelled(l.Say(label, "n", round), id, dg.SecondaryButton))
	}
	if round > 1 {
		to("tournament.round", round-1, "")
	}
	if round < t.Round() {
		to("tournament.round", round+1, "")
	}
	if from != "" {
		to("button.first", round, "")
	}
	if next != "" {
		to("button.page", round, next)
	}
	m.Row(row...)
	return delivery.Response{Message: m, Placement: req.replacing()}, nil
}

// pairingLine returns the line about a pairing: its players, its score or that it is being played, and its games.
func (b *Bot) pairingLine(req *request, v *standings.View, p *tournament.Pairing) string {
	if p.IsBye() {
		return v.ByeText(p)
	}
	score := "–"
	if p.Over {
		score = p.Score.White.String() + " – " + p.Score.Black.String()
	}
	line := message.Numbered(cmp.Or(p.Board, p.Number), v.Player(p.White)+" **"+score+"** "+v.Player(p.Black))
	for _, played := range p.Games {
		if g, err := b.referee.UnrestrictedGame(req, game.GameID(played.ID)); err == nil {
			line += " · " + b.listedLink(req, g)
		}
	}
	return line
}

// showOwnPairing shows the user's running games in a tournament, or with whom they are paired, and their challenge on a
// ladder.
func (b *Bot) showOwnPairing(req *request, t *game.Tournament) (delivery.Response, error) {
	id := game.PlayerOf(req.by.Person)
	if t.Host() == id && t.Phase() == tournament.Running {
		return b.nextBoard(req, t)
	}
	enter := button(req.lang, customID{action: enterAction, arg: string(t.ID)}, dg.SuccessButton)
	v := b.composer.viewOf(req, req.lang, "", t)
	lines := []string{"**" + message.Escape(t.Name) + "** · " + message.Escape(v.Note())}
	m := &message.Builder{Private: true}
	if t.Entrant(id) == nil {
		m.Text(lines[0] + "\n" + req.lang.Say(string(errNoEntrant)))
		if t.Admits() && t.Format != tournament.TeamMatch { // whose buttons name the teams
			m.Row(enter)
		}
		return delivery.Response{Message: m}, nil
	}
	var own []dg.SelectMenuOption
	for _, p := range t.PairingsOf(id) {
		if p.Over {
			continue
		}
		lines = append(lines, b.pairingLine(req, v, p))
		for _, played := range p.Games {
			if g, err := b.referee.UnrestrictedGame(req, game.GameID(played.ID)); err == nil && !g.IsOver() {
				own = append(own, b.gameOption(req, g, string(g.ID)))
			}
		}
	}
	again := t.CanReturn(id)
	seats := seatButtons(req.lang, t, id)
	if t.SitsOut(id) {
		lines = append(lines, req.lang.Say("tournament.sitting"))
	}
	var reply []dg.MessageComponent
	for _, c := range t.Challenges() {
		switch id {
		case c.By:
			lines = append(lines, req.lang.Say("tournament.done", "act", lang.Key("", tournament.Challenged)))
		case c.To:
			lines = append(lines, req.lang.Say("tournament.news.challenged",
				"player", v.Player(c.By), "opponent", v.Player(c.To), "time", say.Timestamp(t.AnswerBy(c, b.now()), "R")))
			reply = replyButtons(req.lang, t, c.By)
		}
	}
	if len(lines) == 1 {
		lines = append(lines, req.lang.Say("tournament.no-own", "why", v.WhyNoGame(id), "again", again))
	}
	if t.IsPaused() {
		lines = append(lines, req.lang.Say("tournament.paused"))
	}
	m.Text(message.ClipTo(strings.Join(lines, "\n"), maxListText))
	m.Row(reply...)
	m.Row(seats...)
	addSelects(m, customID{action: openAction}, req.lang.Say("menu.open"), own[:min(len(own), message.MaxOptions)])
	if again {
		m.Row(enter)
	}
	return delivery.Response{Message: m}, nil
}

// seatButtons returns the buttons by which a player sits out the next round, or plays in it after all.
func seatButtons(l *lang.Language, t *game.Tournament, id tournament.PlayerID) (row []dg.MessageComponent) {
	add := func(seat string) {
		label := l.Say("button.seat", "seat", seat, "points", t.HalfPoints().String())
		row = append(row, buttonLabelled(label, customID{action: sitOutAction, arg: string(t.ID) + " " + seat}, dg.SecondaryButton))
	}
	if t.SitsOut(id) {
		add("back")
		return row
	}
	can, forHalf := t.CanSitOut(id)
	if forHalf {
		add("half")
	}
	if can {
		add("none")
	}
	return row
}

// nextBoard shows the host of a simul the next board that waits for them, after the pairing that a custom ID names.
func (b *Bot) nextBoard(req *request, t *game.Tournament) (delivery.Response, error) {
	games, err := b.runningGames(req)
	if err != nil {
		return delivery.Response{}, err
	}
	waiting := keep(games, func(g *game.Game) bool { return g.Tournament == t.ID && req.waits(g) })
	r := delivery.Response{Placement: req.replacing()}
	if len(waiting) == 0 {
		v := b.composer.viewOf(req, req.lang, "", t)
		r.Message = &message.Builder{Private: true}
		r.Message.Text("**" + message.Escape(t.Name) + "** · " + message.Escape(v.Note()) + "\n" + req.lang.Say("tournament.no-board"))
		again := customID{action: ownPairingAction, arg: string(t.ID)}
		r.Message.Row(buttonLabelled(req.lang.Say("button.next-board"), again, dg.PrimaryButton))
		return r, nil
	}
	after, _ := strconv.Atoi(req.detail())
	isLater := func(g *game.Game) int { // those after the one that was shown come first
		if g.Pairing > after {
			return 0
		}
		return 1
	}
	g := slices.MinFunc(waiting, func(a, b *game.Game) int {
		return cmp.Or(isLater(a)-isLater(b), a.Pairing-b.Pairing)
	})
	r.PrivateBoard = b.privateBoard(req.withID(inGame(g, openAction)), g)
	r.Message, err = r.PrivateBoard.Compose(req, g)
	return r, err
}

// files sends the games of a tournament as PDN, its standings and pairings as CSV and, where that fits, all as TRF.
func (b *Bot) files(req *request, t *game.Tournament) (delivery.Response, error) {
	l := req.lang
	return b.slowResponse(req, true, func(ctx context.Context) (*message.Builder, error) {
		name := func(id tournament.PlayerID) string { return b.plainName(ctx, game.PersonOf(id), t.Place) }
		var table, pairings, report strings.Builder
		if err := errors.Join(t.WriteStandings(&table, name), t.WritePairings(&pairings, name)); err != nil {
			return nil, err
		}
		files := []message.File{textFile("standings.csv", table.String()), textFile("pairings.csv", pairings.String())}
		if t.HasTRF() {
			director := name(game.PlayerOf(t.Director))
			if err := t.WriteTRF(&report, name, director, when.ClockName(lang.English(), t.Terms.Clock)); err != nil {
				return nil, err
			}
			files = append(files, textFile("standings.trf", report.String()))
		}
		games, err := b.tournamentPDN(ctx, t)
		if err != nil {
			return nil, err
		}
		if games.Len() > 0 {
			files = append(files, textFile("games.pdn", games.String()))
		}
		m := &message.Builder{}
		m.Text(l.Say("tournament.files", "name", message.Escape(t.Name),
			"games", games.Len() > 0, "report", t.HasTRF(), "whole", !games.cut))
		for _, f := range files {
			m.File(f)
		}
		return m, nil
	}), nil
}

// tournamentPDN returns the finished games of a tournament, as many as a message can have.
func (b *Bot) tournamentPDN(ctx context.Context, t *game.Tournament) (*pdnFile, error) {
	out := &pdnFile{}
	for _, p := range t.Pairings(0) {
		for i, played := range p.Games {
			if out.cut = out.cut || ctx.Err() != nil; !played.Over || out.cut {
				continue
			}
			work.Allow(ctx, gameBudget)
			g, err := b.referee.UnrestrictedGame(ctx, game.GameID(played.ID))
			if err != nil {
				continue // it was erased
			}
			record, err := game.PDN(g, func(id game.PersonID) string { return b.plainName(ctx, id, t.Place) })
			if err != nil {
				return nil, err
			}
			round := strconv.Itoa(cmp.Or(p.Board, p.Number))
			if p.Round > 0 {
				round = strconv.Itoa(p.Round) + "." + round
			}
			if len(p.Games) > 1 {
				round += "." + strconv.Itoa(i+1)
			}
			record.SetTag("Event", lang.Inline(t.Name))
			record.SetTag("Site", say.ChannelLink(t.Place, t.Room))
			record.SetTag("Round", round)
			record.SetTag("GameId", string(g.ID))
			if err := out.add(record); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// plainName returns the name of a user for files.
func (b *Bot) plainName(ctx context.Context, p game.PersonID, place game.PlaceID) string {
	if name, ok := b.names.nameOf(ctx, p, place); ok {
		return name
	}
	return p.String()
}
