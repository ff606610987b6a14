package bot

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/tournament"
)

// manage shows a director how far a tournament is and what there is to do, a pairing or a player of it; or does what a button of
// these asks for.
func (b *Bot) manage(req *request, t *game.Tournament) (delivery.Response, error) {
	req, err := b.asDirector(req, t)
	if err != nil {
		return delivery.Response{}, err
	}
	d := deedOf(req)
	if _, p, named := req.user("player"); named {
		d = deed{act: "player", about: []string{p.String()}}
	}
	switch d.act {
	case "":
		return b.manageMenu(req, t, ""), nil
	case "pairing":
		return b.managePairing(req, t, d)
	case "player":
		return b.managePlayer(req, t, d)
	}
	if form := req.directorsForm(t, d); form != nil {
		return delivery.Response{Modal: form}, nil
	}
	if seen := d.word(0); slices.Contains(undirected, d.act) && seen != strconv.Itoa(t.Directed()) {
		// The button was used twice, or another director has acted; or it asks for confirmation.
		return b.confirmEnd(req, t, d), nil
	}
	return b.direct(req, t, d)
}

// directByForm does what a director has filled in a form for.
func (b *Bot) directByForm(req *request, t *game.Tournament) (delivery.Response, error) {
	req, err := b.asDirector(req, t)
	if err != nil {
		return delivery.Response{}, err
	}
	return b.direct(req, t, deedOf(req))
}

// asDirector returns the request of a director, and has a tournament go on here if its channel is gone. It returns an error if
// the user directs nothing.
func (b *Bot) asDirector(req *request, t *game.Tournament) (*request, error) {
	if req.holds(req.settings.Director) {
		req = req.asModerator()
	}
	if !t.IsDirector(req.by, req.place) {
		return nil, &game.RequestError{Code: game.TournamentRefused, Tournament: t, Refusal: tournament.NotDirector}
	}
	return req, b.rescue(req, t)
}

// rescue has a tournament go on in the channel of a request if its own is gone, or closed to the bot.
func (b *Bot) rescue(req *request, t *game.Tournament) error {
	if t.IsOver() || !req.canBegin() || !b.isGone(req, t.Room) {
		return nil
	}
	if err := b.referee.MoveTournament(req, t.ID, req.channel); err != nil {
		return err
	}
	t.Room, t.Post = req.channel, 0
	return nil
}

// deed is what a director does, and what it is about: the words of a custom ID.
type deed struct {
	act   string
	about []string
}

func deedOf(req *request) deed {
	words := strings.Fields(req.detail())
	if len(words) == 0 {
		return deed{}
	}
	return deed{words[0], words[1:]}
}

// word returns a word about a deed; "" if there is none.
func (d deed) word(i int) string {
	if i >= len(d.about) {
		return ""
	}
	return d.about[i]
}

// person returns whom a word about a deed names; Anyone if it names nobody.
func (d deed) person(i int) game.PersonID { return game.PersonOf(tournament.PlayerID(d.word(i))) }

// undirected are what can be done as long as no director has done anything since the button was shown, so that nothing is
// done twice.
var undirected = []string{"begin", "pause", "resume", "end"}

// directedKinds are what the acts of a director are to the referee.
var directedKinds = map[string]tournament.EventKind{
	"begin": tournament.RoundBegan, "pause": tournament.Paused, "resume": tournament.Resumed, "extend": tournament.Extended,
	"pair": tournament.Paired, "part": tournament.Parted, "adjudicate": tournament.Adjudicated, "enter": tournament.Entered, "remove": tournament.Removed,
	"end": tournament.Ended, "cancel": tournament.Cancelled, "bye": tournament.SatOut, "rejoin": tournament.Rejoined,
	"stop-repeating": tournament.Unrepeated,
}

// directorsForm returns the form for what needs words: a reason, or the hours of an extension; nil if nothing is to be said.
func (req *request) directorsForm(t *game.Tournament, d deed) *message.Modal {
	id := customID{action: directAction, arg: req.id.arg}
	input := message.Input{CustomID: "reason", Label: req.lang.Say("tournament.reason"), Short: true}
	switch d.act {
	case "extend":
		input = message.Input{CustomID: "hours", Label: req.lang.Say("tournament.hours"), Value: "24", Short: true}
		if t.Format == tournament.Arena && t.Phase() == tournament.Running {
			input.Value = "1"
		}
	case "adjudicate", "remove", "cancel":
	default:
		return nil
	}
	title := req.lang.Say("tournament.act", "act", d.act)
	if id.String() == "" {
		return nil
	}
	return &message.Modal{CustomID: id.String(), Title: message.ClipTo(title, message.MaxInputLabel), Inputs: []message.Input{input}}
}

// direct does what a director asks for, and shows what there is to do then.
func (b *Bot) direct(req *request, t *game.Tournament, d deed) (delivery.Response, error) {
	q, err := b.directing(req, t, d)
	if err != nil {
		return delivery.Response{}, err
	}
	if _, err = b.actInTournament(req, t, q); err != nil {
		return delivery.Response{}, err
	}
	before := t
	if t, err = b.tournamentOf(req); err != nil {
		return delivery.Response{}, err
	}
	return b.manageMenu(req, t, req.lang.Say("tournament.done", "act", doneAct(q, before, t), "name", message.Escape(t.Name))), nil
}

// directing returns the request of a director for a deed.
func (b *Bot) directing(req *request, t *game.Tournament, d deed) (game.TournamentRequest, error) {
	q := game.TournamentRequest{Reason: req.inputs["reason"], Player: d.person(0)}
	var ok bool
	if q.Act, ok = directedKinds[d.act]; !ok {
		return q, errUnknown
	}
	switch d.act {
	case "begin", "pause", "resume", "end", "extend", "cancel", "adjudicate", "stop-repeating":
		q.Player = game.Anyone
	default:
		if q.Player == game.Anyone { // else it would be about the director
			return q, errUnknown
		}
	}
	switch d.act {
	case "begin":
		if t.Phase() == tournament.SignUp {
			q.Act = tournament.Started
		}
	case "extend":
		hours, err := strconv.Atoi(strings.TrimSpace(req.inputs["hours"]))
		if err != nil || hours < 1 || hours > 24*30 {
			return q, errNumber
		}
		q.Extension = time.Duration(hours) * time.Hour
	case "pair", "part":
		q.Opponent = d.person(1)
	case "bye":
		if d.word(1) == "half" {
			q.Score.White = t.HalfPoints()
		}
	case "enter":
		q.Team, _ = strconv.Atoi(d.word(1))
		member, err := b.memberHere(req, q.Player)
		q.Apart = holds(member, t.ApartRole)
		return q, err
	case "adjudicate":
		return q, adjudicate(t, &q, d)
	}
	return q, nil
}

// adjudicate names the pairing of a deed, and the score for it: the first player is the one with White in its first game.
func adjudicate(t *game.Tournament, q *game.TournamentRequest, d deed) error {
	q.Pairing, _ = strconv.Atoi(d.word(0))
	if t.Pairing(q.Pairing) == nil {
		return errUnknown
	}
	most := 2 * t.HalfPoints()
	switch d.word(1) {
	case "first":
		q.Score.White = most
	case "draw":
		q.Score.White, q.Score.Black = most/2, most/2
	case "second":
		q.Score.Black = most
	case "neither": // which is a forfeit if nothing was played
	default:
		return errUnknown
	}
	return nil
}

// manageButton returns a button of a director.
func manageButton(l *lang.Language, t *game.Tournament, label string, style dg.ButtonStyle, words ...string) dg.MessageComponent {
	return buttonLabelled(label, customID{action: manageAction, arg: strings.Join(append([]string{string(t.ID)}, words...), " ")}, style)
}

// actLabel returns what the button of an act says: the end of a table that is provisional closes it.
func actLabel(l *lang.Language, t *game.Tournament, act string) string {
	if act == "end" && t.Phase() == tournament.Provisional {
		act = "close"
	}
	return l.Say("tournament.act", "act", act)
}

// manageMenu shows how far a tournament is, what its director has just done, and what they can do now.
func (b *Bot) manageMenu(req *request, t *game.Tournament, done string) delivery.Response {
	v := b.composer.viewOf(req, req.lang, "", t)
	m := &message.Builder{Private: true}
	m.Text("**" + message.Escape(t.Name) + "** · `" + string(t.ID) + "`\n" + v.PhaseText())
	if t.Phase() == tournament.SignUp {
		m.Text(v.EntrantsText())
	}
	m.Text(v.ApartText())
	m.Text(roundRobinText(req.lang, t))
	m.Text(done)
	if t.IsOver() {
		if t.Phase() == tournament.Finished { // a player can still be removed
			b.addPlayers(req, m, t, "menu.player", "player")
		}
		return delivery.Response{Message: m, Placement: req.replacing()}
	}
	act := func(act string, style dg.ButtonStyle, words ...string) dg.MessageComponent {
		return manageButton(req.lang, t, actLabel(req.lang, t, act), style, append([]string{act}, words...)...)
	}
	now := strconv.Itoa(t.Directed())
	var row []dg.MessageComponent
	if next, waits := t.Next(); next.Kind == tournament.Started || waits && next.Kind == tournament.RoundBegan {
		row = append(row, act("begin", dg.PrimaryButton, now))
	}
	switch {
	case t.IsPaused():
		row = append(row, act("resume", dg.PrimaryButton, now))
	case t.Phase() == tournament.Running:
		row = append(row, act("pause", dg.SecondaryButton, now))
	}
	if t.HasDeadline() {
		row = append(row, act("extend", dg.SecondaryButton))
	}
	if t.Phase() != tournament.SignUp {
		row = append(row, act("end", dg.SecondaryButton))
	}
	row = append(row, act("cancel", dg.DangerButton))
	if t.Format == tournament.Knockout && t.Phase() == tournament.Running {
		m.Text(req.lang.Say("tournament.knockout-final"))
	}
	m.Row(row...)
	if t.Repeats() && t.Phase() < tournament.Provisional { // later the next one has its own button
		m.Row(act("stop-repeating", dg.SecondaryButton))
	}
	b.addPairings(req, m, t)
	b.addPlayers(req, m, t, "menu.player", "player")
	m.Text("-# " + req.lang.Say("tournament.manage"))
	return delivery.Response{Message: m, Placement: req.replacing()}
}

// maxSelects is how many selects of pairings, or of players, a menu has: the newest pairings, and the first players.
const maxSelects = 4

// addPairings adds selects of the pairings that a director can decide: those that are played, and then others.
func (b *Bot) addPairings(req *request, m *message.Builder, t *game.Tournament) {
	v := b.composer.viewOf(req, req.lang, "", t)
	all := slices.DeleteFunc(t.Pairings(0), func(p *tournament.Pairing) bool { return p.IsBye() || p.Annulled })
	slices.Reverse(all)
	slices.SortStableFunc(all, func(a, b *tournament.Pairing) int {
		over := map[bool]int{true: 1}
		return cmp.Or(cmp.Compare(over[a.Over], over[b.Over]), cmp.Compare(b.Round, a.Round), cmp.Compare(a.Board, b.Board))
	})
	var options []dg.SelectMenuOption
	for _, p := range all[:min(len(all), maxSelects*message.MaxOptions)] {
		score := "–"
		if p.Over {
			score = p.Score.White.String() + " – " + p.Score.Black.String()
		}
		label := v.NameOf(p.White) + " " + score + " " + v.NameOf(p.Black)
		options = append(options, dg.SelectMenuOption{
			Label: message.Clip(label), Description: message.Clip(v.PairingText(p)), Value: string(t.ID) + " pairing " + strconv.Itoa(p.Number),
		})
	}
	addSelects(m, customID{action: manageAction, arg: string(t.ID) + " pairings"}, req.lang.Say("menu.pairing"), options)
}

// addPlayers adds selects of the players, in the order of the standings. What is done with the selected one are words before
// their ID. A director who plays does not choose whom they meet.
func (b *Bot) addPlayers(req *request, m *message.Builder, t *game.Tournament, placeholder string, words ...string) {
	v := b.composer.viewOf(req, req.lang, "", t)
	var options []dg.SelectMenuOption
	chooses := words[0] == "player"
	for _, line := range t.Standings() {
		isOwn := line.Player == game.PlayerOf(req.by.Person)
		if line.Status == tournament.Expelled || isOwn && !chooses || slices.Contains(words, string(line.Player)) {
			continue
		}
		value := strings.Join(append(append([]string{string(t.ID)}, words...), string(line.Player)), " ")
		options = append(options, dg.SelectMenuOption{Label: message.Clip(v.NameOf(line.Player)), Value: value})
	}
	id := customID{action: manageAction, arg: strings.Join(append([]string{string(t.ID)}, words...), " ") + " of"}
	addSelects(m, id, req.lang.Say(placeholder), options[:min(len(options), maxSelects*message.MaxOptions)])
}

// managePairing shows a pairing, with a button for each result that a director can give it.
func (b *Bot) managePairing(req *request, t *game.Tournament, d deed) (delivery.Response, error) {
	number, _ := strconv.Atoi(d.word(0))
	p := t.Pairing(number)
	if p == nil || p.IsBye() {
		return delivery.Response{}, errUnknown
	}
	v := b.composer.viewOf(req, req.lang, "", t)
	m := &message.Builder{Private: true}
	lines := []string{"**" + message.Escape(t.Name) + "**"}
	if text := v.PairingText(p); text != "" {
		lines[0] += " · " + text
	}
	m.Text(strings.Join(append(lines, b.pairingLine(req, v, p)), "\n"))
	var row []dg.MessageComponent
	for _, result := range []string{"first", "draw", "second", "neither"} {
		player := map[string]tournament.PlayerID{"first": p.White, "second": p.Black}[result]
		label := req.lang.Say("tournament.result", "result", result, "player", v.NameOf(player))
		row = append(row, manageButton(req.lang, t, label, dg.SecondaryButton, "adjudicate", d.word(0), result))
	}
	m.Row(row...)
	m.Row(b.backButton(req, t))
	return delivery.Response{Message: m, Placement: req.replacing()}, nil
}

// backButton leads back to the menu of a director.
func (b *Bot) backButton(req *request, t *game.Tournament) dg.MessageComponent {
	return manageButton(req.lang, t, req.lang.Say("tournament.act", "act", "back"), dg.SecondaryButton)
}

// managePlayer shows a player, or a user who can become one, and what a director can do with them.
func (b *Bot) managePlayer(req *request, t *game.Tournament, d deed) (delivery.Response, error) {
	p := d.person(0)
	if !p.IsPerson() {
		return delivery.Response{}, errUnknown
	}
	if user := req.users[p]; user != nil && user.Bot {
		return delivery.Response{}, errRobot
	}
	id := game.PlayerOf(p)
	v := b.composer.viewOf(req, req.lang, "", t)
	m := &message.Builder{Private: true}
	m.Text("**" + message.Escape(t.Name) + "** · " + v.Player(id))
	var row []dg.MessageComponent
	add := func(act string, style dg.ButtonStyle, words ...string) {
		label := req.lang.Say("tournament.act", "act", act)
		row = append(row, manageButton(req.lang, t, label, style, append([]string{strings.TrimSuffix(act, "-half"), d.word(0)}, words...)...))
	}
	e := t.Entrant(id)
	plays := e != nil && e.Status == tournament.Active
	switch can, forHalf := t.CanBeGivenBye(id, game.PlayerOf(req.by.Person)); {
	case t.IsOver() || plays && t.Phase() == tournament.Provisional:
	case plays && t.SitsOut(id):
		add("rejoin", dg.SecondaryButton)
	case plays && can:
		if forHalf {
			add("bye-half", dg.SecondaryButton, "half")
		}
		add("bye", dg.SecondaryButton)
	case plays:
	case t.Format == tournament.TeamMatch && (t.AdmitsByDirector() || t.CanReturn(id)):
		for team := 1; team <= 2; team++ {
			label := req.lang.Labelled(req.lang.Say("tournament.act", "act", "enter"), v.TeamName(team))
			row = append(row, manageButton(req.lang, t, label, dg.SuccessButton, "enter", d.word(0), strconv.Itoa(team)))
		}
	case t.AdmitsByDirector() || t.CanReturn(id):
		add("enter", dg.SuccessButton)
	}
	if e != nil && e.Status != tournament.Expelled {
		add("remove", dg.DangerButton)
	}
	m.Row(row...)
	meets := plays && p != req.by.Person
	if meets && t.LeavesByForfeit() && t.Phase() == tournament.Running {
		b.addPlayers(req, m, t, "menu.pair", "pair", d.word(0))
	}
	if meets && t.Format.KeepsApart() && t.Phase() <= tournament.Running {
		b.addPlayers(req, m, t, "menu.part", "part", d.word(0))
	}
	m.Row(b.backButton(req, t))
	return delivery.Response{Message: m, Placement: req.replacing()}, nil
}

// confirmEnd asks whether a tournament is to end now. Of another deed whose button is out of date, it shows the menu.
func (b *Bot) confirmEnd(req *request, t *game.Tournament, d deed) delivery.Response {
	if d.act != "end" || d.word(0) != "" {
		return b.manageMenu(req, t, "")
	}
	m := req.private("tournament.end-really", "name", message.Escape(t.Name), "closes", t.Phase() == tournament.Provisional, "playing", hasOpenGame(t))
	m.Row(manageButton(req.lang, t, actLabel(req.lang, t, "end"), dg.DangerButton, "end", strconv.Itoa(t.Directed())), b.backButton(req, t))
	return delivery.Response{Message: m, Placement: req.replacing()}
}

// hasOpenGame reports whether a pairing is not over.
func hasOpenGame(t *game.Tournament) bool {
	return slices.ContainsFunc(t.Pairings(0), func(p *tournament.Pairing) bool { return !p.Over })
}
