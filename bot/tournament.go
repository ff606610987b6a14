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
)

// ownTournament returns the tournament that an option names, or else one that is not over and has the user as a player: if
// that of tournamentOf is none, the newest in which they play, or which they have left; if there is none, that of
// tournamentOf.
func (b *Bot) ownTournament(req *request) (*game.Tournament, error) {
	t, err := b.tournamentOf(req)
	if err != nil || req.text("tournament") != "" {
		return t, err
	}
	all, err := b.tournamentsHere(req)
	if err != nil {
		return nil, err
	}
	for _, status := range []tournament.Status{tournament.Active, tournament.Withdrawn} {
		isOwn := func(t *game.Tournament) bool {
			e := t.Entrant(game.PlayerOf(req.by.Person))
			return !t.IsOver() && e != nil && e.Status == status
		}
		if isOwn(t) {
			return t, nil
		}
		if i := slices.IndexFunc(all, isOwn); i >= 0 {
			return all[i], nil
		}
	}
	return t, nil
}

// tournamentOf returns the tournament that a custom ID or an option names, or else the one of the channel, or the newest
// one in the guild. While the table of one that repeats is provisional, the next one is open already.
func (b *Bot) tournamentOf(req *request) (*game.Tournament, error) {
	name := req.text("tournament")
	if req.id != nil {
		name, _, _ = strings.Cut(req.id.arg, " ")
	}
	if name != "" {
		id, ok := game.ParseTournamentID(name)
		if !ok {
			return nil, &game.RequestError{Code: game.NoSuchTournament}
		}
		return b.referee.Tournament(req, id, req.viewer())
	}
	all, err := b.tournamentsHere(req)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, errNoTournament
	}
	distance := func(t *game.Tournament) int {
		switch {
		case t.Room != req.channel:
			return 2
		case t.Phase() == tournament.Provisional:
			return 0
		}
		return 1
	}
	return slices.MinFunc(all, func(a, b *game.Tournament) int { return distance(a) - distance(b) }), nil
}

// tournamentsHere returns the tournaments of the guild, the newest first: those that are not over, and then others.
func (b *Bot) tournamentsHere(req *request) ([]*game.Tournament, error) {
	var all []*game.Tournament
	for _, list := range []game.TournamentList{game.OpenTournamentsIn(req.place), game.OverTournamentsIn(req.place)} {
		page, err := b.referee.Tournaments(req, list, req.viewer(), "", message.MaxOptions)
		if err != nil {
			return nil, err
		}
		all = append(all, page.Items...)
	}
	return all[:min(len(all), message.MaxOptions)], nil
}

// completeTournament returns the tournaments whose names contain what is typed.
func (b *Bot) completeTournament(req *request) []*message.Choice {
	all, err := b.tournamentsHere(req)
	if err != nil {
		return nil
	}
	var choices []*message.Choice
	for _, t := range all {
		name := message.Clip(lang.Inline(t.Name) + " · " + string(t.ID))
		if lang.Includes(name, req.text("tournament")) {
			choices = append(choices, &message.Choice{Name: name, Value: string(t.ID)})
		}
	}
	return choices
}

// tournamentAct returns a handler that has the user do something in a tournament.
func tournamentAct(act tournament.EventKind) handler {
	return about((*Bot).tournamentOf, func(b *Bot, req *request, t *game.Tournament) (delivery.Response, error) {
		q := game.TournamentRequest{Act: act}
		q.Team, _ = strconv.Atoi(cmp.Or(req.text("team"), req.detail()))
		return b.actInTournament(req, t, q)
	})
}

// joinTournament enters the user in a tournament. If several admit players, and neither the command nor the channel says which
// is meant, it lists them.
func (b *Bot) joinTournament(req *request) (delivery.Response, error) {
	all, err := b.tournamentsHere(req)
	if err != nil {
		return delivery.Response{}, err
	}
	isElsewhere := func(t *game.Tournament) bool { return t.Room != req.channel }
	isClosed := func(t *game.Tournament) bool {
		e := t.Entrant(game.PlayerOf(req.by.Person))
		return !t.Admits() || e != nil && e.Status == tournament.Active
	}
	if here := slices.DeleteFunc(slices.Clone(all), isElsewhere); len(here) > 0 {
		all = here
	}
	open := slices.DeleteFunc(all, isClosed)
	switch {
	case req.text("tournament") == "" && len(open) == 1:
		return tournamentAct(tournament.Entered)(b, req.withOption("tournament", string(open[0].ID)))
	case req.text("tournament") != "" || req.text("team") != "" || len(open) == 0:
		return tournamentAct(tournament.Entered)(b, req)
	}
	m := req.private("tournament.which")
	for _, t := range open[:min(len(open), pageSize)] {
		v := b.composer.viewOf(req, req.lang, "", t)
		text := strings.TrimSpace(v.Headline() + "\n" + b.tournamentLink(req, t))
		if t.Format == tournament.TeamMatch { // whose message has a button for each team
			m.Text(text)
			continue
		}
		m.Section(text, button(req.lang, customID{action: enterAction, arg: string(t.ID)}, dg.SuccessButton))
	}
	return delivery.Response{Message: m}, nil
}

// leaveTournament has the user leave a tournament, once they confirm it if it has begun: they forfeit what is not over.
func (b *Bot) leaveTournament(req *request, t *game.Tournament) (delivery.Response, error) {
	id := game.PlayerOf(req.by.Person)
	if e := t.Entrant(id); req.detail() == "" && t.Phase() == tournament.Running && e != nil && e.Status == tournament.Active {
		playing := slices.ContainsFunc(t.PairingsOf(id), func(p *tournament.Pairing) bool { return !p.Over })
		m := req.private("tournament.leave-really", "name", message.Escape(t.Name), "playing", playing)
		m.Row(button(req.lang, customID{action: leaveTournamentAction, arg: string(t.ID) + " yes"}, dg.DangerButton))
		return delivery.Response{Message: m}, nil
	}
	r, err := b.actInTournament(req, t, game.TournamentRequest{Act: tournament.Withdrew})
	r.Placement = req.replacing()
	return r, err
}

// sitOut has the user sit out the next round, for half a point or none, or play in it after all.
func (b *Bot) sitOut(req *request, t *game.Tournament) (delivery.Response, error) {
	q := game.TournamentRequest{Act: tournament.SatOut}
	switch req.detail() {
	case "half":
		q.Score.White = t.HalfPoints()
	case "back":
		q.Act = tournament.Rejoined
	}
	r, err := b.actInTournament(req, t, q)
	if err == nil && q.Act == tournament.SatOut {
		r.Message = req.private("tournament.sitting")
	}
	r.Placement = req.replacing()
	return r, err
}

// checkEntry chooses the team of a user who has the role of one of the two, and returns an error if the user lacks the
// role that the tournament demands.
func (req *request) checkEntry(t *game.Tournament, q *game.TournamentRequest) error {
	if first := req.holds(t.Role); q.Team == 0 && t.SecondRole != 0 && first != req.holds(t.SecondRole) {
		q.Team = map[bool]int{true: 1, false: 2}[first]
	}
	role := t.RoleOf(q.Team)
	if role == 0 || req.holds(role) {
		return nil
	}
	needed := &roleError{key: "error.role-needed", roles: []game.RoleID{role}}
	if q.Team == 0 && t.SecondRole != 0 {
		needed.roles = append(needed.roles, t.SecondRole)
	}
	return needed
}

// actInTournament has something happen in a tournament, and tells the user.
func (b *Bot) actInTournament(req *request, t *game.Tournament, q game.TournamentRequest) (delivery.Response, error) {
	checksIn := q.Act == tournament.CheckedIn && t.CheckIn > 0 && t.Phase() == tournament.SignUp
	start := t.PlannedStart()
	if from := start.Add(-t.CheckIn); checksIn && b.now().Before(from) {
		m := req.private("tournament.starts-at", "time", say.Timestamp(start, "F"), "ago", say.Timestamp(start, "R"))
		m.Text(req.lang.Say("tournament.check-in-from", "time", say.Timestamp(from, "t")))
		return delivery.Response{Message: m}, nil
	}
	entersSelf := q.Act == tournament.Entered && (q.Player == game.Anyone || q.Player == req.by.Person)
	if entersSelf {
		if err := req.checkEntry(t, &q); err != nil {
			return delivery.Response{}, err
		}
	}
	q.Request, q.Tournament = req.gameRequest(), t.ID
	q.Apart = q.Apart || holds(req.members[cmp.Or(q.Player, req.by.Person)], t.ApartRole)
	a, err := b.referee.ActInTournament(req, q)
	isOfUser := q.Player == game.Anyone && (q.Opponent == game.Anyone || t.Entrant(game.PlayerOf(req.by.Person)) == nil)
	if refused, ok := errors.AsType[*game.RequestError](err); ok {
		switch {
		case refused.Refusal == tournament.NoSuchPlayer && isOfUser:
			err = errNoEntrant
		case refused.Refusal == tournament.EnteredBefore && !entersSelf:
			err = errEntered
		case q.Act == tournament.Extended && refused.Refusal == tournament.NotNow && !t.IsOver() && !t.HasDeadline():
			err = errNoDeadline
		}
	}
	if err != nil {
		return delivery.Response{}, err
	}
	if entersSelf {
		b.storeName(req)
	}
	b.Courier.UpdateBulletin(delivery.Bulletin{Guild: t.Place, Tournament: t.ID}, t.Room)
	m := req.private("tournament.done", "act", doneAct(q, t, a.Tournament), "name", message.Escape(t.Name))
	if a.Tournament.IsPaused() {
		m.Text(req.lang.Say("tournament.paused")) // so that no game begins
	}
	if q.Act == tournament.Started {
		m.Text(roundRobinText(req.lang, a.Tournament))
	}
	if req.i.Message == nil { // else the button is on the message that the link would lead to
		m.Text(b.tournamentLink(req, a.Tournament))
	}
	return delivery.Response{Message: m}, nil
}

// memberHere returns a member, and refuses that a user takes part who is none: a guild could fill the games of users who have
// nothing to do with it.
func (b *Bot) memberHere(req *request, p game.PersonID) (*dg.Member, error) {
	member, err := b.discord.Member(req, req.place, p)
	if err == nil && member == nil {
		return nil, errStranger
	}
	return member, err
}

// doneAct names what has been done, for the sentence that says so.
func doneAct(q game.TournamentRequest, before, after *game.Tournament) string {
	switch {
	case q.Act == tournament.Parted && len(after.Parted()) < len(before.Parted()):
		return "unparted"
	case q.Act == tournament.Entered && q.Player != game.Anyone && q.Player != q.By.Person:
		return "" // the sentence would say that the director has entered
	}
	return lang.Key("", q.Act)
}

// roundRobinText tells, in the first round of a Swiss, that a round robin takes no more rounds; "" if it does.
func roundRobinText(l *lang.Language, t *game.Tournament) string {
	seeded := slices.DeleteFunc(t.Entrants(), func(e *tournament.Entrant) bool { return e.Seed == 0 })
	n := len(seeded)
	if t.Format == tournament.Swiss && t.Phase() == tournament.Running && t.Round() <= 1 && t.Rounds >= n {
		return l.Say("tournament.round-robin-fits", "n", n, "rounds", t.Rounds)
	}
	return ""
}

// tournamentLink returns a link to the message of a tournament; "" if its channel is gone.
func (b *Bot) tournamentLink(req *request, t *game.Tournament) string {
	switch {
	case b.isGone(req, t.Room):
		return ""
	case t.Post == 0:
		return say.Channel(t.Room)
	}
	return say.TournamentLink(t)
}

// composeTournament returns the message of a tournament that is kept up to date: how it is played, who takes part, and
// while it is played the standings.
func (c *composer) composeTournament(ctx context.Context, id game.TournamentID) (*delivery.BulletinMessage, error) {
	t, err := c.referee.UnrestrictedTournament(ctx, id)
	if err != nil {
		return nil, err
	}
	s, l, err := c.records.settingsOf(ctx, t.Place)
	if err != nil {
		return nil, err
	}
	v := c.viewOf(ctx, l, themeOf(s.Theme), t)
	m := &message.Builder{Accent: challengeAccent}
	if t.Phase() == tournament.Running {
		m.Accent = playingAccent
	}
	text := "## 🏆 " + message.Escape(t.Name) + "\n" + v.FormatText() + " · " + message.Escape(say.PlainTerms(l, &t.Terms)) + " · `" + string(t.ID) + "`"
	m.Text(text + "\n" + v.PhaseText())
	c.addDeclared(m, v)
	switch t.Phase() {
	case tournament.SignUp:
		poster := v.Poster(t.Terms.Variant, say.PlainTerms(l, &t.Terms), s.zone(l))
		facts := []string{v.Name}
		for _, f := range poster.Facts {
			facts = append(facts, l.Labelled(f.Head, f.Text))
		}
		err = m.PNG("tournament.png", poster, strings.Join(facts, ". ")+".")
		if len(v.Tiebreaks) > 0 {
			m.Text("-# " + l.Labelled(l.Say("tournament.tiebreaks"), strings.Join(standings.ExplainTiebreaks(l, v.Tiebreaks), " · ")))
		}
		m.Text(message.ClipTo(v.EntrantsText(), maxListText))
	default:
		if t.Phase() == tournament.Running || len(t.Pairings(0)) > 0 {
			err = addTable(m, v)
		}
	}
	m.Row(tournamentButtons(v)...)
	m.Fingerprint = message.NewFingerprint("t", string(t.ID), uint64(t.Post))
	return &delivery.BulletinMessage{Message: m, Channel: t.Room, Post: t.Post, Seq: t.Seq(), Final: t.IsOver()}, err
}

// addDeclared adds what a tournament declares besides its format: the clock of replays, and a prize.
func (c *composer) addDeclared(m *message.Builder, v *standings.View) {
	var lines []string
	if !v.ReplayClock.IsNone() {
		lines = append(lines, v.Lang.Labelled(v.Lang.Say("tournament.replay-clock"), when.ClockName(v.Lang, v.ReplayClock)))
	}
	if v.Prize != "" {
		lines = append(lines, v.Lang.Labelled(v.Lang.Say("tournament.prize"), message.Escape(v.Prize)))
	}
	m.Text(strings.Join(lines, "\n"))
}

// addTable adds the picture that shows best how a tournament stands, if anybody takes part: the bracket, the cross-table or the
// standings.
func addTable(m *message.Builder, v *standings.View) error {
	table, _ := v.Table(0)
	if len(table.Rows) == 0 {
		return nil
	}
	var d message.Drawing = table
	alt := v.Alt()
	if bracket, ok := v.LastBracket(); ok {
		d, alt = bracket, bracket.Alt
	} else if cross, ok := v.CrossTable(); ok {
		d = cross
	}
	if err := m.PNG("standings.png", d, alt); err != nil {
		return err
	}
	m.Text(v.Legend())
	return nil
}

// tournamentButtons returns the buttons of the message of a tournament.
func tournamentButtons(v *standings.View) []dg.MessageComponent {
	var all []dg.MessageComponent
	add := func(a action, style dg.ButtonStyle) {
		all = append(all, button(v.Lang, customID{action: a, arg: string(v.ID)}, style))
	}
	switch {
	case v.Admits() && v.Format == tournament.TeamMatch:
		for team := 1; team <= 2; team++ {
			id := customID{action: enterAction, arg: string(v.ID) + " " + strconv.Itoa(team)}
			all = append(all, buttonLabelled(v.Lang.Labelled(v.Lang.Say("button.enter"), v.TeamName(team)), id, dg.SuccessButton))
		}
	case v.Admits():
		add(enterAction, dg.SuccessButton)
	}
	if v.CheckIn > 0 && v.Phase() == tournament.SignUp {
		add(checkInAction, dg.PrimaryButton)
	}
	if v.Phase() != tournament.SignUp {
		add(tableAction, dg.PrimaryButton)
		add(pairingsAction, dg.SecondaryButton)
	}
	if v.Phase() == tournament.Running {
		add(ownPairingAction, dg.SecondaryButton)
	}
	if v.Phase() < tournament.Provisional && !v.Awaits() {
		add(leaveTournamentAction, dg.SecondaryButton)
	}
	return all[:min(len(all), 5)]
}

// replyButtons returns the buttons by which a player of a ladder answers a challenge.
func replyButtons(l *lang.Language, t *game.Tournament, challenger tournament.PlayerID) (row []dg.MessageComponent) {
	for _, reply := range []string{"accept", "refuse"} {
		id := customID{action: ladderReplyAction, arg: string(t.ID) + " " + reply + " " + string(challenger)}
		row = append(row, buttonLabelled(l.Say("button.ladder-reply", "reply", reply), id, dg.SecondaryButton))
	}
	return row
}
