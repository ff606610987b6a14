package bot

import (
	"cmp"
	"fmt"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

const (
	maxReport   = 300 // characters
	reportInput = "what"
)

// openReport opens the modal in which a player reports the opponent of a game between two guilds.
func (b *Bot) openReport(req *request) (delivery.Response, error) {
	if _, err := b.referee.ReportOpponent(req, req.id.game, req.viewer()); err != nil {
		return delivery.Response{}, err
	}
	return delivery.Response{Modal: &message.Modal{
		CustomID: customID{action: reportedAction, game: req.id.game}.String(), Title: req.lang.Say("report.form"),
		Inputs: []message.Input{{CustomID: reportInput, Label: req.lang.Say("report.what"), Most: maxReport}},
	}}, nil
}

// report logs the report of a modal, with who both players are, and sends it to the operator. The reporter is not told who the other
// one is.
func (b *Bot) report(req *request) (delivery.Response, error) {
	r, err := b.referee.ReportOpponent(req, req.id.game, req.viewer())
	if err != nil {
		return delivery.Response{}, err
	}
	if !b.reports.Admit(req.by.Person) {
		return delivery.Response{}, errReports
	}
	text := message.ClipTo(lang.Inline(req.inputs[reportInput]), maxReport)
	b.log.Warn("a player reports another one", "game", r.Game, "by", r.By, "side", r.Side,
		"white", r.Players[draughts.White], "white in", r.Places[draughts.White],
		"black", r.Players[draughts.Black], "black in", r.Places[draughts.Black], "text", text)
	if b.Operator != game.Anyone && b.told.Admit(b.Operator) {
		b.tellOperator(req, r, text)
	}
	return delivery.Response{Message: req.private("report.sent"), Placement: delivery.Beside}, nil
}

// tellOperator sends a report to the operator, in their language.
func (b *Bot) tellOperator(req *request, r game.Report, text string) {
	prefs, err := b.records.preferencesOf(req, b.Operator)
	if err != nil {
		b.log.Warn("the operator was not told of a report", "err", err)
		return
	}
	l := cmp.Or(lang.For(prefs[b.Operator].Language), lang.English())
	m := &message.Builder{Accent: challengeAccent}
	about := func(s draughts.Side) string {
		id := uint64(r.Players[s])
		if r.Players[s].IsTeam() {
			id = uint64(r.Players[s].TeamRoom())
		}
		who := fmt.Sprintf("%s `%d` · `%d`", say.Named(l, &game.Terms{}, r.Players[s]), id, uint64(r.Places[s]))
		if r.Names[s] != "" {
			who += " · " + message.Escape(r.Names[s])
		}
		return l.Labelled(l.Say("board.side", "side", s), who)
	}
	m.Text(fmt.Sprint(l.Say("report.operator", "game", say.Code(r.Game), "by", say.Mention(r.By)), "\n", about(draughts.White), "\n", about(draughts.Black)))
	m.Text("> " + message.Escape(text))
	b.Courier.Tell(b.Operator, m)
}
