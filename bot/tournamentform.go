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
}

// formatForm is what the form of a format begins with.
type formatForm struct {
	tournament.Format
	length int    // rounds, cycles, replays, minutes, games of a pairing, or how far players of a ladder challenge
	clock  string // empty: the guild's own
}

var formatChoices = say.Each(formats, func(f formatForm) string { return standings.FormatKey(f.Format) })

// createOptions are the options of /tournament create. The custom ID of the form keeps them in this order: see
// kept. In another order they need another createTournamentAction, so that no open form is misread.
var createOptions = []option{
	{name: "format", kind: text, required: true, choices: formatChoices},
	rulesOption,
	{name: "opening", key: "tournament-opening", kind: text, choices: []string{freeOpening, ballotOpening}},
	{name: "games", kind: text, choices: []string{"1", "2", asOne}, only: []tournament.Format{
		tournament.Swiss, tournament.RoundRobin, tournament.Knockout, tournament.TeamMatch,
	}},
	{name: "players", kind: text, maxLength: 3},
	{name: "min-rating", kind: text, maxLength: 4},
	{name: "max-rating", kind: text, maxLength: 4},
	{name: "rated", kind: boolean},
	{name: "role", key: "entry-role", kind: role},
	{name: "second-role", kind: role, only: []tournament.Format{tournament.TeamMatch}},
	{name: "check-in", kind: text, choices: []string{"10", "30", "60"}},
	{name: "interval", kind: text, choices: []string{"1", "2", "3", "7", "14"}, only: []tournament.Format{ // days
		tournament.Swiss, tournament.RoundRobin, tournament.Knockout,
	}},
	{name: "late-entry", kind: text, choices: []string{"1", "2", "3"}, only: []tournament.Format{tournament.Swiss}}, // rounds
	{name: "third-place", kind: boolean, only: []tournament.Format{tournament.Knockout}},
	{name: "vacations", kind: boolean},
	{name: "apart-role", kind: role, only: []tournament.Format{tournament.Swiss, tournament.Arena}},
}

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
	req = req.withOptions(options)
	_, ok := req.formatOf()
	return req, ok && rest == ""
}

// noLetter stands for an option of a letter that has no value.
const noLetter = "-"

// isLetter reports whether a custom ID keeps the option as one letter, because it has few choices.
func (o *option) isLetter() bool { return o.kind == boolean || o.choices != nil }

// kept writes the options for a form of a format as its custom ID keeps them: as a letter, or up to a slash.
func (req *request) kept(f tournament.Format) string {
	kept := ""
	for i := range createOptions {
		o := &createOptions[i]
		value := ""
		if o.only == nil || slices.Contains(o.only, f) {
			value = o.brief(req.options[o.name])
		}
		if o.isLetter() {
			kept += cmp.Or(value, noLetter)
		} else {
			kept += strings.ReplaceAll(value, "/", " ") + "/" // which no number has, either
		}
	}
	return kept
}

// maxTournamentName is the number of characters of a name.
const maxTournamentName = 80

// openTournamentForm opens the form that creates a tournament of the chosen format, with sensible values. The teams of a
// team match have the names of their roles.
func (b *Bot) openTournamentForm(req *request) (delivery.Response, error) {
	if !req.canBegin() {
		return delivery.Response{}, errChannel // before the user has written anything
	}
	format, _ := req.formatOf()
	if req.text("rules") != "" {
		v, err := req.settings.variant(req.text("rules"))
		if err != nil {
			return delivery.Response{}, err
		}
		req = req.withOption("rules", v.Rules().Key) // and not the many letters that can be typed
	}
	inputs := map[string]string{}
	if data, ok := req.i.Data.(dg.ApplicationCommandInteractionData); ok && data.Resolved != nil {
		first, second := data.Resolved.Roles[req.text("role")], data.Resolved.Roles[req.text("second-role")]
		if first != nil && second != nil {
			inputs["teams"] = strings.ReplaceAll(first.Name, ",", " ") + ", " + strings.ReplaceAll(second.Name, ",", " ")
		}
	}
	return b.tournamentForm(req, customID{action: createTournamentAction, arg: req.kept(format.Format)}, inputs)
}

// tournamentForm returns the form of a custom ID, with what the user wrote into it before.
func (b *Bot) tournamentForm(req *request, id customID, inputs map[string]string) (delivery.Response, error) {
	req, ok := req.withCreateOptions(id)
	if !ok || id.String() == "" {
		return delivery.Response{}, errUnknown
	}
	format, _ := req.formatOf()
	l := req.lang
	clock, err := game.ParseClock(cmp.Or(format.clock, req.settings.Clock, when.DefaultClock))
	if err != nil {
		return delivery.Response{}, err
	}
	formatName := l.Say("choice.format." + req.text("format"))
	m := &message.Modal{CustomID: id.String(), Title: message.ClipTo(l.Say("tournament.form", "format", formatName), message.MaxInputLabel)}
	add := func(name, label, about, value string, optional bool) {
		if written, ok := inputs[name]; ok {
			value = written
		}
		m.Inputs = append(m.Inputs, message.Input{
			CustomID: name, Label: message.ClipTo(label, message.MaxInputLabel), About: message.Clip(about), Value: value, Short: true, Optional: optional,
		})
	}
	add("name", l.Say("tournament.name"), "", req.public.Say("choice.format."+req.text("format")), false)
	zone := req.settings.zone(req.public).String()
	add("starts", l.Say("tournament.start"), l.Say("tournament.starts-about", "zone", zone, "example", when.Example(l), "format", req.text("format")), when.Example(l), true)
	add("clock", l.Say("tournament.clock"), l.Say("option.clock.about"), when.ClockName(l, clock), false)
	length := format.length
	if format.Format == tournament.TeamMatch && (req.text("games") == "2" || req.text("games") == asOne) {
		length = 2
	}
	add("length", l.Say("tournament.length."+req.text("format")), "", strconv.Itoa(length), false)
	if tiebreaks := format.DefaultTiebreaks(); len(tiebreaks) > 0 {
		add("tiebreaks", l.Say("tournament.tiebreaks"), standings.TiebreakNames(l, format.Tiebreaks()), standings.TiebreakNames(l, tiebreaks), true)
	}
	if format.Format == tournament.TeamMatch {
		add("teams", l.Say("tournament.teams"), "", req.numberedTeams(), true)
	}
	return delivery.Response{Modal: m}, nil
}

// createTournament creates the tournament of a form. If it cannot be played, the user can open the form again.
func (b *Bot) createTournament(req *request) (delivery.Response, error) {
	if !req.by.Moderator {
		return delivery.Response{}, &game.RequestError{Code: game.NotAModerator}
	}
	if !req.canBegin() {
		return delivery.Response{}, errChannel
	}
	r, err := b.declareTournament(req)
	if err != nil {
		r = b.errorResponse(req, err)
		r.Message.Row(b.keepDraft(req))
	}
	return req.afterRetry(r), nil
}

// declareTournament creates the tournament of a form, in a thread of its own where games have threads.
func (b *Bot) declareTournament(req *request) (delivery.Response, error) {
	req, ok := req.withCreateOptions(*req.id)
	if !ok {
		return delivery.Response{}, errUnknown
	}
	d, terms, err := b.declaration(req)
	if err != nil {
		return delivery.Response{}, err
	}
	q := game.TournamentDraft{Request: req.gameRequest(), Room: req.channel, Terms: terms, Declaration: d}
	q.Role, q.SecondRole, q.ApartRole = req.roleOf("role"), req.roleOf("second-role"), req.roleOf("apart-role")
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
	if !inThread { // the announcement shows it here
		return delivery.Response{Message: req.private("tournament.created", "name", message.Escape(t.Name), "id", string(t.ID), "format", standings.FormatKey(t.Format))}, nil
	}
	list, err := b.composer.composeTournament(req, t.ID)
	if err != nil {
		return delivery.Response{}, err
	}
	list.Message.Text(say.Channel(t.Room))
	return delivery.Response{Message: list.Message}, nil
}

// maxNumber is above all numbers that fit in the form. So many minutes can be counted.
const maxNumber = 1_000_000

// declaration reads the form and the options of the command.
func (b *Bot) declaration(req *request) (d tournament.Declaration, terms game.Terms, err error) {
	played := req.withOption("clock", req.inputs["clock"]).withOption("rated", req.boolean("rated", true))
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
	d.Name = message.ClipTo(strings.Join(strings.Fields(lang.Inline(req.inputs["name"])), " "), maxTournamentName)
	format, _ := req.formatOf()
	d.Format = format.Format
	var understood bool
	if d.Tiebreaks, understood = standings.ReadTiebreaks(req.lang, d.Format, req.inputs["tiebreaks"]); !understood {
		return d, terms, &tiebreakError{d.Format.Tiebreaks()}
	}
	d.MaxPlayers, d.MinRating, d.MaxRating = number(req.text("players")), number(req.text("min-rating")), number(req.text("max-rating"))
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
	length := number(req.inputs["length"])
	switch d.Format {
	case tournament.Swiss:
		d.Rounds, d.LateRounds = length, max(0, min(length-1, number(req.text("late-entry")))) // nobody joins in the last round
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
		if typed := lang.Inline(req.inputs["teams"]); strings.TrimSpace(typed) != "" && typed != req.numberedTeams() {
			first, second, _ := strings.Cut(typed, ",")
			d.Teams = [2]string{strings.TrimSpace(first), strings.TrimSpace(second)}
		}
	case tournament.Ladder:
		d.Reach, d.Reply = length, reply
	}
	if err == nil && strings.TrimSpace(req.inputs["starts"]) != "" {
		if d.Starts, err = when.Parse(req.lang, req.inputs["starts"], b.now(), req.settings.zone(req.public)); err != nil {
			err = errStart
		}
	}
	return d, terms, err
}

// numberedTeams names two teams by their numbers, as they are named if they have no other names.
func (req *request) numberedTeams() string {
	return req.public.Say("choice.team.1") + ", " + req.public.Say("choice.team.2")
}

const (
	noShow       = 10 * time.Minute   // to make the first move of a live game
	slowParallel = 3                  // rounds of a round robin by correspondence that are played at the same time
	reply        = 3 * 24 * time.Hour // to accept a challenge on a ladder
)

// tiebreakError says that tie-breaks that were typed do not fit, and which do.
type tiebreakError struct{ fit []tournament.Tiebreak }

func (e *tiebreakError) Error() string { return string(errTiebreaks) }

func (e *tiebreakError) add(_ *Bot, req *request, m *message.Builder) {
	m.Text(req.lang.Say(string(errTiebreaks)) + "\n" + strings.Join(standings.ExplainTiebreaks(req.lang, e.fit), "\n"))
}
