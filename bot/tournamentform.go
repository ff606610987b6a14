package bot

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

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

// formats are the formats of tournaments in the order people are offered them.
var formats = []formatForm{
	{tournament.Swiss, 5, ""},
	{tournament.RoundRobin, 1, ""},
	{tournament.Knockout, 2, ""},
	{tournament.Arena, 90, "180+2"},
	{tournament.TeamMatch, 1, ""},
	{tournament.Ladder, 3, ""},
	{tournament.Simul, 0, ""},
}

// formatForm is what the form of a format begins with.
type formatForm struct {
	tournament.Format
	length int    // rounds, cycles, replays, minutes, games of a pairing, or how far players of a ladder challenge; 0: none
	clock  string // empty: the guild's own
}

var formatChoices = say.Each(formats, func(f formatForm) string { return standings.FormatKey(f.Format) })

// createOptions are the options of /tournament create. The custom ID of the form keeps them in this order: see
// kept. In another order they need another createTournamentAction, so that no open form is misread.
var createOptions = []option{
	{name: "format", kind: text, choices: formatChoices},
	rulesOption,
	{name: "opening", key: "tournament-opening", kind: text, choices: []string{freeOpening, ballotOpening}},
	{name: "games", kind: text, choices: []string{"1", "2", asOne}, only: []tournament.Format{
		tournament.Swiss, tournament.RoundRobin, tournament.Knockout, tournament.TeamMatch,
	}},
	{name: "rated", kind: boolean},
	{name: "role", key: "entry-role", kind: role},
	{name: "second-role", kind: role, only: []tournament.Format{tournament.TeamMatch}},
	{name: "check-in", kind: text, choices: []string{"10", "30", "60"}},
	{name: "interval", kind: text, choices: []string{"1", "2", "3", "7", "14"}, only: []tournament.Format{ // days
		tournament.Swiss, tournament.RoundRobin, tournament.Knockout,
	}},
	{name: "late-entry", kind: text, choices: []string{"1", "2", "3"}, only: []tournament.Format{tournament.Swiss}}, // rounds
	{name: "byes", kind: text, choices: []string{"1", "2", "3"}, only: []tournament.Format{tournament.Swiss}},       // rounds
	{name: "third-place", kind: boolean, only: []tournament.Format{tournament.Knockout}},
	{name: "vacations", kind: boolean},
	{name: "apart-role", kind: role, only: []tournament.Format{tournament.Swiss, tournament.Arena}},
	{name: "host", kind: user, only: []tournament.Format{tournament.Simul}},
	{name: "host-colour", kind: text, choices: hostColours, only: []tournament.Format{tournament.Simul}},
	{name: "repeat", kind: text, choices: repetitions, only: []tournament.Format{ // ladders have no end
		tournament.Swiss, tournament.RoundRobin, tournament.Knockout, tournament.Arena, tournament.TeamMatch, tournament.Simul,
	}},
}

// repetitions are how often a tournament can be repeated.
var repetitions = []string{tournament.Weekly.String(), tournament.Monthly.String()}

// hostColours are the colours of the host of a simul.
var hostColours = say.Each([]tournament.Colours{tournament.HostWhite, tournament.HostBlack, tournament.HostAlternates}, tournament.Colours.String)

// asOne is the choice of two games that count as one.
const asOne = "match"

// formatOf returns the format that the options of /tournament create name.
func (req *request) formatOf() (formatForm, bool) {
	at := slices.Index(formatChoices, req.text("format"))
	return formats[max(at, 0)], at >= 0
}

// withCreateOptions returns the request with the options that the custom ID of the form keeps.
func (req *request) withCreateOptions(id customID) (*request, bool) {
	options := map[string]any{}
	text, rest := "", id.arg
	for i := range createOptions {
		o := &createOptions[i]
		switch {
		case !o.isLetter():
			text, rest, _ = strings.Cut(rest, "/")
		case rest == "":
			text = noLetter
		default:
			text, rest = rest[:1], rest[1:]
		}
		if value := o.full(text); value != nil && text != noLetter {
			options[o.name] = value
		}
	}
	return req.withOptions(options), rest == ""
}

// noLetter stands for an option of a letter that has no value.
const noLetter = "-"

// isLetter reports whether a custom ID keeps the option as one letter, because it has few choices.
func (o *option) isLetter() bool { return o.kind == boolean || o.choices != nil }

// kept writes the options for a form as its custom ID keeps them: as a letter, or up to a slash. Those at the end that have no
// value are left out.
func (req *request) kept() string {
	kept, length := "", 0
	for i := range createOptions {
		o := &createOptions[i]
		value := o.brief(req.options[o.name])
		if o.isLetter() {
			kept += cmp.Or(value, noLetter)
		} else {
			kept += strings.ReplaceAll(value, "/", " ") + "/" // which no number has, either
		}
		if value != "" {
			length = len(kept)
		}
	}
	return kept[:length]
}

// withFormat returns the request with the format that a form chose, and without the options that mean nothing for it.
func (req *request) withFormat(chosen string) (*request, formatForm, bool) {
	if chosen != "" {
		req = req.withOption("format", chosen)
	}
	format, ok := req.formatOf()
	for i := range createOptions {
		if o := &createOptions[i]; o.only != nil && !slices.Contains(o.only, format.Format) && req.options[o.name] != nil {
			req = req.withOption(o.name, nil)
		}
	}
	return req, format, ok
}

// maxTournamentName is the number of characters of a name.
const maxTournamentName = 80

// openTournamentForm opens the form with the questions about a tournament: which format, when, and who.
func (b *Bot) openTournamentForm(req *request) (delivery.Response, error) {
	if !req.canBegin() {
		return delivery.Response{}, errChannel // before the user has written anything
	}
	if host, _, _ := req.user("host"); host != nil && host.Bot {
		return delivery.Response{}, errRobot
	}
	if req.text("rules") != "" {
		v, err := req.settings.variant(req.text("rules"))
		if err != nil {
			return delivery.Response{}, err
		}
		req = req.withOption("rules", v.Rules().Key) // and not the many letters that can be typed
	}
	if data, ok := req.i.Data.(dg.ApplicationCommandInteractionData); ok && data.Resolved != nil {
		first, second := data.Resolved.Roles[req.text("role")], data.Resolved.Roles[req.text("second-role")]
		if first != nil && second != nil {
			teams := strings.ReplaceAll(first.Name, ",", " ") + ", " + strings.ReplaceAll(second.Name, ",", " ")
			b.drafts.Put(req.teamsKey(), draft{inputs: map[string]string{"teams": teams}})
		}
	}
	return b.tournamentForm(req, customID{action: createTournamentAction, arg: req.kept()}, nil)
}

// teamsKey is what the names of the roles of two teams are kept by.
func (req *request) teamsKey() draftKey {
	return draftKey{req.by.Person, req.text("role") + " " + req.text("second-role")}
}

// tournamentForm returns the form of a custom ID, with what the user wrote into it before.
func (b *Bot) tournamentForm(req *request, id customID, inputs map[string]string) (delivery.Response, error) {
	req, ok := req.withCreateOptions(id)
	if !ok || id.String() == "" {
		return delivery.Response{}, errUnknown
	}
	l := req.lang
	m := &message.Modal{CustomID: id.String(), Title: message.ClipTo(l.Say("command.tournament.create.about"), message.MaxInputLabel)}
	format := message.Input{CustomID: "format", Label: l.Say("tournament.format"), Value: cmp.Or(inputs["format"], req.text("format"), formatChoices[0])}
	for _, f := range formatChoices {
		format.Options = append(format.Options, dg.SelectMenuOption{Label: l.Say("choice.format." + f), Value: f})
	}
	zone := when.ZoneName(l, req.settings.zone(req.public).String())
	m.Inputs = []message.Input{format,
		textInput("starts", l.Say("tournament.start"), l.Say("tournament.starts-about", "zone", zone, "example", when.Example(l), "format", req.text("format")), asWritten(inputs, "starts", when.Example(l)), true),
		textInput("who", l.Say("tournament.who"), l.Say("tournament.who-about"), inputs["who"], true),
	}
	return delivery.Response{Modal: m}, nil
}

// asWritten returns what the user wrote into an input, also if that is nothing, or else a value.
func asWritten(inputs map[string]string, name, value string) string {
	if text, ok := inputs[name]; ok {
		return text
	}
	return value
}

// textInput returns an input of one line.
func textInput(name, label, about, value string, optional bool) message.Input {
	return message.Input{
		CustomID: name, Label: message.ClipTo(label, message.MaxInputLabel), About: message.Clip(about), Value: value, Short: true, Optional: optional,
	}
}

// detailInputs returns the inputs of the form with the rest about a tournament, with sensible values.
func (b *Bot) detailInputs(req *request, format formatForm, inputs map[string]string) ([]message.Input, error) {
	l, key := req.lang, req.text("format")
	clock, err := game.ParseClock(cmp.Or(format.clock, req.settings.Clock, when.DefaultClock))
	if err != nil {
		return nil, err
	}
	var all []message.Input
	add := func(name, label, about, value string, optional bool) {
		all = append(all, textInput(name, label, about, asWritten(inputs, name, value), optional))
	}
	add("name", l.Say("tournament.name"), "", req.public.Say("choice.format."+key), false)
	add("clock", l.Say("tournament.clock"), l.Say("option.clock.about"), when.ClockName(l, clock), false)
	length := format.length
	if format.Format == tournament.TeamMatch && (req.text("games") == "2" || req.text("games") == asOne) {
		length = 2
	}
	if length > 0 {
		add("length", l.Say("tournament.length."+key), "", strconv.Itoa(length), false)
	}
	switch tiebreaks := format.DefaultTiebreaks(); {
	case len(tiebreaks) > 0:
		add("tiebreaks", l.Say("tournament.tiebreaks"), standings.TiebreakNames(l, format.Tiebreaks()), standings.TiebreakNames(l, tiebreaks), true)
	case format.Format == tournament.TeamMatch:
		names := req.numberedTeams()
		if kept, ok := b.drafts.Get(req.teamsKey()); ok {
			names = kept.inputs["teams"]
		}
		add("teams", l.Say("tournament.teams"), "", names, true)
	case format.Format == tournament.Knockout:
		add("replay-clock", l.Say("tournament.replay-clock"), l.Say("option.clock.about"), "", true)
	}
	add("prize", l.Say("tournament.prize"), "", "", true)
	return all, nil
}

// createTournament shows the tournament of a form, which is not made yet, with what the user can still say about it.
func (b *Bot) createTournament(req *request) (delivery.Response, error) {
	return b.preview(req, *req.id, req.inputs)
}

// addDetails does so with the rest, which another form asks for.
func (b *Bot) addDetails(req *request) (delivery.Response, error) {
	d, ok := b.drafts.Get(draftKey{req.by.Person, req.id.arg})
	if !ok {
		return delivery.Response{}, errNoDraft
	}
	inputs := maps.Clone(d.inputs)
	maps.Copy(inputs, req.inputs)
	return b.preview(req, d.modal, inputs)
}

// chooseSource adds the tournament that the user selected to those from which the players of a draft come, or takes it away if
// it is one of them; or sets how many of each come.
func (b *Bot) chooseSource(req *request) (delivery.Response, error) {
	words := strings.Fields(req.id.arg)
	if len(words) != 3 {
		return delivery.Response{}, errUnknown
	}
	d, ok := b.drafts.Get(draftKey{req.by.Person, words[0]})
	if !ok {
		return delivery.Response{}, errNoDraft
	}
	inputs := maps.Clone(d.inputs)
	if words[1] == bestInput {
		inputs[bestInput] = words[2]
		return b.preview(req, d.modal, inputs)
	}
	from := strings.Fields(inputs[fromInput])
	if i := slices.Index(from, words[2]); i >= 0 {
		from = slices.Delete(from, i, i+1)
	} else {
		from = append(from, words[2])
	}
	inputs[fromInput] = strings.Join(from, " ")
	return b.preview(req, d.modal, inputs)
}

// openDetails opens the form with the rest about a tournament.
func (b *Bot) openDetails(req *request) (delivery.Response, error) {
	d, ok := b.drafts.Get(draftKey{req.by.Person, req.id.arg})
	if !ok {
		return delivery.Response{}, errNoDraft
	}
	return b.detailForm(req, customID{action: detailTournamentAction, arg: req.id.arg}, d.inputs)
}

// detailForm returns that form, with what the user wrote into it before.
func (b *Bot) detailForm(req *request, id customID, inputs map[string]string) (delivery.Response, error) {
	d, ok := b.drafts.Get(draftKey{req.by.Person, id.arg})
	if !ok {
		return delivery.Response{}, errNoDraft
	}
	of, ok := req.withCreateOptions(d.modal)
	of, format, known := of.withFormat(inputs["format"])
	if !ok || !known {
		return delivery.Response{}, errUnknown
	}
	details, err := b.detailInputs(of, format, inputs)
	title := req.lang.Say("tournament.form", "format", req.lang.Say("choice.format."+of.text("format")))
	m := &message.Modal{CustomID: id.String(), Title: message.ClipTo(title, message.MaxInputLabel), Inputs: details}
	return delivery.Response{Modal: m}, err
}

// preview shows the tournament that a form and its options describe, with the button that makes it. If it cannot be played, the
// user can open the form again.
func (b *Bot) preview(req *request, form customID, inputs map[string]string) (delivery.Response, error) {
	if !req.by.Moderator {
		return delivery.Response{}, &game.RequestError{Code: game.NotAModerator}
	}
	if !req.canBegin() {
		return delivery.Response{}, errChannel
	}
	key := draftKey{req.by.Person, req.i.ID}
	q, err := b.draftOf(req, form, inputs)
	if err == nil {
		err = b.referee.CheckTournament(req, q)
	}
	if err != nil {
		r := b.errorResponse(req, err)
		r.Message.Row(b.keepDraftOf(req, *req.id, inputs))
		return req.afterRetry(r), nil
	}
	b.drafts.Put(key, draft{form, inputs})
	h := game.TournamentHeader{Place: q.Place, Role: q.Role, SecondRole: q.SecondRole, ApartRole: q.ApartRole, ReplayClock: q.ReplayClock, Terms: q.Terms}
	var events []tournament.Event
	if q.Declaration.Format == tournament.Simul {
		host := game.PlayerOf(cmp.Or(q.Host, req.by.Person))
		events = append(events, tournament.Event{Kind: tournament.Entered, By: game.PlayerOf(req.by.Person), Player: host, Team: 1})
	}
	v := b.composer.viewOf(req, req.lang, "", game.RestoreTournament(h, q.Declaration, events))
	m := &message.Builder{Private: true}
	m.Text(v.Headline() + "\n" + v.PhaseText())
	b.composer.addDeclared(m, v)
	m.Row(
		button(req.lang, customID{action: makeTournamentAction, arg: req.i.ID}, dg.SuccessButton),
		button(req.lang, customID{action: moreTournamentAction, arg: req.i.ID}, dg.SecondaryButton),
	)
	if err := b.addSources(req, m, &q.Declaration); err != nil {
		return delivery.Response{}, err
	}
	return req.afterRetry(delivery.Response{Message: m}), nil
}

// makeTournament makes the tournament that the user has seen.
func (b *Bot) makeTournament(req *request) (delivery.Response, error) {
	d, ok := b.drafts.Get(draftKey{req.by.Person, req.id.arg})
	switch {
	case !ok:
		return delivery.Response{}, errNoDraft
	case !req.by.Moderator:
		return delivery.Response{}, &game.RequestError{Code: game.NotAModerator}
	case !req.canBegin():
		return delivery.Response{}, errChannel
	}
	q, err := b.draftOf(req, d.modal, d.inputs)
	var r delivery.Response
	if err == nil {
		r, err = b.declareTournament(req, q)
	}
	if err != nil {
		r = b.errorResponse(req, err)
		r.Message.Row(b.keepDraftOf(req, d.modal, d.inputs))
	}
	return req.afterRetry(r), nil
}

// draftOf returns the draft of a tournament that a form and its options describe.
func (b *Bot) draftOf(req *request, form customID, inputs map[string]string) (game.TournamentDraft, error) {
	of, ok := req.withCreateOptions(form)
	of, format, known := of.withFormat(inputs["format"])
	if !ok || !known {
		return game.TournamentDraft{}, errUnknown
	}
	details, err := b.detailInputs(of, format, inputs)
	if err != nil {
		return game.TournamentDraft{}, err
	}
	all := maps.Clone(inputs)
	for _, in := range details {
		all[in.CustomID] = in.Value
	}
	q := game.TournamentDraft{Request: req.gameRequest(), Room: req.channel}
	q.Role, q.SecondRole, q.ApartRole = of.roleOf("role"), of.roleOf("second-role"), of.roleOf("apart-role")
	if _, host, named := of.user("host"); named && host != req.by.Person {
		if _, err := b.memberHere(req, host); err != nil {
			return q, err
		}
		q.Host = host
	}
	q.Declaration, q.Terms, err = b.declaration(of, all)
	if typed := strings.TrimSpace(all["replay-clock"]); err == nil && typed != "" && format.Format == tournament.Knockout {
		q.ReplayClock, _, err = of.withOption("clock", typed).clock("clock")
	}
	return q, err
}

// declareTournament makes the tournament of a draft, in a thread of its own where games have threads.
func (b *Bot) declareTournament(req *request, q game.TournamentDraft) (delivery.Response, error) {
	d := &q.Declaration
	var err error
	inThread := req.settings.threads(req) && !req.inThread()
	if inThread {
		if err := b.referee.CheckTournament(req, q); err != nil { // else its thread would stay, with nothing in it
			return delivery.Response{}, err
		}
		if q.Room, err = b.discord.Thread(req, req.channel, message.Clip("🏆 "+d.Name)); err != nil {
			q.Room, inThread = req.channel, false
		}
	}
	a, err := b.referee.CreateTournament(req, q)
	if err != nil {
		return delivery.Response{}, err
	}
	b.storePlace(req)
	t := a.Tournament
	created := req.private("tournament.created", "name", message.Escape(t.Name), "id", string(t.ID), "format", standings.FormatKey(t.Format))
	created.Row(button(req.lang, customID{action: manageAction, arg: string(t.ID)}, dg.PrimaryButton))
	if !inThread { // the announcement shows it here
		return delivery.Response{Message: created}, nil
	}
	list, err := b.composer.composeTournament(req, t.ID)
	if err != nil {
		return delivery.Response{}, err
	}
	list.Message.Text(say.Channel(t.Room))
	return delivery.Response{Message: list.Message, Before: created}, nil
}

// maxNumber is above all numbers that fit in the form. So many minutes can be counted.
const maxNumber = 1_000_000

// declaration reads what was written into the forms, and the options of the command.
func (b *Bot) declaration(req *request, inputs map[string]string) (d tournament.Declaration, terms game.Terms, err error) {
	format, _ := req.formatOf()
	rated := req.boolean("rated", format.Format != tournament.Simul) // the host has the more to think of
	played := req.withOption("clock", inputs["clock"]).withOption("rated", rated)
	if terms, err = b.terms(played); err != nil {
		return d, terms, err
	}
	number := func(text string) int {
		n, wrong := strconv.Atoi(strings.TrimSpace(text))
		if text != "" && (wrong != nil || n > maxNumber) {
			err = errNumber
		}
		return n
	}
	d.Name = message.ClipTo(strings.Join(strings.Fields(lang.Inline(inputs["name"])), " "), maxTournamentName)
	d.Format = format.Format
	var understood bool
	if d.Tiebreaks, understood = standings.ReadTiebreaks(req.lang, d.Format, inputs["tiebreaks"]); !understood {
		return d, terms, &tiebreakError{d.Format.Tiebreaks()}
	}
	if d.MaxPlayers, d.MinRating, d.MaxRating, understood = readWho(inputs["who"]); !understood {
		return d, terms, errWho
	}
	d.Prize = strings.Join(strings.Fields(lang.Inline(inputs["prize"])), " ")
	d.CheckIn = time.Duration(number(req.text("check-in"))) * time.Minute
	d.Interval = time.Duration(number(req.text("interval"))) * 24 * time.Hour
	d.Zone = req.settings.zone(req.public).String()
	d.Openings = terms.Ballot
	d.MatchPoints = req.text("games") == asOne
	if d.Games = 2; !d.MatchPoints {
		d.Games = max(1, number(req.text("games")))
	}
	terms.Vacations = req.boolean("vacations", false)
	if terms.Clock.PerMove() == 0 && !terms.Clock.IsNone() {
		d.NoShow = noShow
	}
	length := number(inputs["length"])
	switch d.Format {
	case tournament.Swiss:
		d.Rounds, d.LateRounds = length, max(0, min(length-1, number(req.text("late-entry")))) // nobody joins in the last round
		d.Byes = max(0, min(length, number(req.text("byes"))))
	case tournament.RoundRobin:
		d.Cycles, d.Parallel = length, 1
		if d.NoShow == 0 {
			d.Parallel = slowParallel
		}
	case tournament.Knockout:
		d.Replays, d.ThirdPlace = length, req.boolean("third-place", false)
	case tournament.Arena:
		d.Length = time.Duration(length) * time.Minute
	case tournament.TeamMatch:
		d.Games, d.MatchPoints = length, d.MatchPoints && length == 2
		if typed := lang.Inline(inputs["teams"]); strings.TrimSpace(typed) != "" && typed != req.numberedTeams() {
			first, second, _ := strings.Cut(typed, ",")
			d.Teams = [2]string{strings.TrimSpace(first), strings.TrimSpace(second)}
		}
	case tournament.Ladder:
		d.Reach, d.Reply, d.Rest, d.Idle = length, reply, rest, idle
	case tournament.Simul:
		d.NoShow = 0 // a host with White cannot begin all games within it
		d.Colours = tournament.Colours(max(0, slices.Index(hostColours, req.text("host-colour"))))
	}
	if n := slices.Index(repetitions, req.text("repeat")); n >= 0 {
		d.Repetition = tournament.Weekly + tournament.Repetition(n)
	}
	takePlayers(&d, inputs)
	if err == nil && strings.TrimSpace(inputs["starts"]) != "" {
		if d.Starts, err = when.Parse(req.lang, inputs["starts"], b.now(), req.settings.zone(req.public)); err != nil {
			err = errStart
		}
	}
	return d, terms, err
}

// whoPattern matches how many players can take part at most, and the bounds of their ratings, either alone or both.
var whoPattern = regexp.MustCompile(`^(?:(\d{1,3}))?\s*,?\s*(?:(\d{3,4})?\s*[-–]\s*(\d{3,4})?)?$`)

// readWho reads who can take part: “16”, “1200–1800”, “16, 1200–” or nothing.
func readWho(typed string) (most, low, high int, ok bool) {
	found := whoPattern.FindStringSubmatch(strings.TrimSpace(typed))
	if found == nil {
		return 0, 0, 0, false
	}
	n := [4]int{}
	for i, text := range found {
		n[i], _ = strconv.Atoi(text)
	}
	return n[1], n[2], n[3], true
}

// numberedTeams names two teams by their numbers, as they are named if they have no other names.
func (req *request) numberedTeams() string {
	return req.public.Say("choice.team.1") + ", " + req.public.Say("choice.team.2")
}

const (
	noShow       = 10 * time.Minute    // to make the first move of a live game
	slowParallel = 3                   // rounds of a round robin by correspondence that are played at the same time
	reply        = 3 * 24 * time.Hour  // to accept a challenge on a ladder
	rest         = 14 * 24 * time.Hour // in which nobody challenges a player who asks for it
	idle         = 30 * 24 * time.Hour // without a game, after which a place can be lost
)

// tiebreakError says that tie-breaks that were typed do not fit, and which do.
type tiebreakError struct{ fit []tournament.Tiebreak }

func (e *tiebreakError) Error() string { return string(errTiebreaks) }

func (e *tiebreakError) add(_ *Bot, req *request, m *message.Builder) {
	m.Text(req.lang.Say(string(errTiebreaks)) + "\n" + strings.Join(standings.ExplainTiebreaks(req.lang, e.fit), "\n"))
}
