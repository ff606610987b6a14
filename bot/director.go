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

// manageActs are what a director does.
var manageActs = []string{"begin", "pause", "resume", "extend", "pair", "part", "adjudicate", "enter", "remove", "end", "cancel"}

// lastingActs are those of manageActs that cannot be undone.
var lastingActs = []string{"begin", "pair", "remove", "end", "cancel"}

// manageResults are the results of a pairing that a director gives, from the side of the first player named.
var manageResults = []string{"first", "draw", "second", "neither"}

// manage does what a director asks for, or shows what there is to do.
func (b *Bot) manage(req *request, t *game.Tournament) (delivery.Response, error) {
	if req.holds(req.settings.Director) {
		req = req.asModerator()
	}
	act, seen, _ := strings.Cut(req.detail(), " ")
	act = cmp.Or(act, req.text("act"))
	if _, _, named := req.user("player"); !named && (act == "remove" || act == "pair" || act == "part") {
		act = "" // else it would be about the director; the menu says how to name a player
	}
	stale := seen != "" && seen != strconv.Itoa(t.Directed()) // the button was used twice, or another director has acted
	if t.IsDirector(req.by, req.place) {
		if err := b.rescue(req, t); err != nil {
			return delivery.Response{}, err
		}
	} else if act == "" {
		return delivery.Response{}, &game.RequestError{Code: game.TournamentRefused, Tournament: t, Refusal: tournament.NotDirector}
	}
	if act == "" || stale {
		return b.manageMenu(req, t, ""), nil
	}
	if slices.Contains(lastingActs, act) {
		if err := b.checkNamed(req); err != nil {
			return delivery.Response{}, err
		}
	}
	q, err := req.directing(t, act)
	if err != nil {
		return delivery.Response{}, err
	}
	r, err := b.actInTournament(req, t, q)
	if err != nil || req.id == nil {
		return r, err
	}
	if t, err = b.tournamentOf(req); err != nil {
		return delivery.Response{}, err
	}
	return b.manageMenu(req, t, req.lang.Say("tournament.done", "act", lang.Key("", q.Act), "name", message.Escape(t.Name))), nil
}

// directing returns the request of a director for one of manageActs.
func (req *request) directing(t *game.Tournament, act string) (game.TournamentRequest, error) {
	q := game.TournamentRequest{Reason: req.text("reason")}
	player, p, named := req.user("player")
	if named {
		q.Player = p
	}
	if _, p, ok := req.user("opponent"); ok {
		q.Opponent = p
	}
	var ok bool
	q.Act, ok = map[string]tournament.EventKind{
		"begin": tournament.RoundBegan, "pause": tournament.Paused, "resume": tournament.Resumed, "extend": tournament.Extended,
		"pair": tournament.Paired, "part": tournament.Parted, "adjudicate": tournament.Adjudicated, "enter": tournament.Entered, "remove": tournament.Removed,
		"end": tournament.Ended, "cancel": tournament.Cancelled,
	}[act]
	switch {
	case !ok:
		return q, errUnknown
	case act == "begin" && t.Phase() == tournament.SignUp:
		q.Act = tournament.Started
	case act == "extend":
		usual := "24"
		if t.Format == tournament.Arena && t.Phase() == tournament.Running {
			usual = "1"
		}
		hours, err := strconv.Atoi(cmp.Or(req.text("hours"), usual))
		if err != nil || hours < 1 || hours > 24*30 {
			return q, errNumber
		}
		q.Extension = time.Duration(hours) * time.Hour
	case act == "enter" && player != nil && player.Bot:
		return q, errRobot
	case act == "enter":
		// Otherwise a guild could fill the games of users who have nothing to do with it.
		if _, isMember := req.members[p]; p != game.Anyone && !isMember {
			return q, errStranger
		}
		q.Team, _ = strconv.Atoi(req.text("team"))
	case act == "adjudicate":
		if err := adjudicatePairing(t, &q, req.text("result")); err != nil {
			return q, err
		}
	}
	return q, nil
}

// checkNamed returns an error if a command could be about several tournaments that are not over: it names none of them,
// and its channel has not exactly one.
func (b *Bot) checkNamed(req *request) error {
	if req.id != nil || req.text("tournament") != "" {
		return nil
	}
	all, err := b.tournamentsHere(req)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(t *game.Tournament) bool { return t.IsOver() })
	here := slices.DeleteFunc(slices.Clone(all), func(t *game.Tournament) bool { return t.Room != req.channel })
	if len(all) > 1 && len(here) != 1 {
		return errTournament
	}
	return nil
}

// rescue has a tournament go on in the channel of a request if its own is gone, or closed to the bot.
func (b *Bot) rescue(req *request, t *game.Tournament) error {
	if t.IsOver() || !req.canBegin() || b.checkNamed(req) != nil || !b.isGone(req, t.Room) {
		return nil
	}
	if err := b.referee.MoveTournament(req, t.ID, req.channel); err != nil {
		return err
	}
	t.Room, t.Post = req.channel, 0
	return nil
}

// adjudicatePairing names the newest pairing of the two players of a request, and the score for it.
func adjudicatePairing(t *game.Tournament, q *game.TournamentRequest, result string) error {
	player, opponent := game.PlayerOf(q.Player), game.PlayerOf(q.Opponent)
	of := t.PairingsOf(player)
	slices.Reverse(of)
	i := slices.IndexFunc(of, func(p *tournament.Pairing) bool { return p.Has(opponent) && opponent != player })
	if i < 0 {
		return errPairing
	}
	most := tournament.Whole(1)
	if !t.MatchPoints {
		most = tournament.Whole(max(1, t.Games))
	}
	switch result {
	case "first":
		q.Score.White = most
	case "draw":
		q.Score.White, q.Score.Black = most/2, most/2
	case "second":
		q.Score.Black = most
	case "neither": // which is a forfeit if nothing was played
	default:
		return &game.RequestError{Code: game.NoRuling}
	}
	if of[i].White != player {
		q.Score = q.Score.Exchanged()
	}
	q.Pairing = of[i].Number
	return nil
}

// manageMenu shows how far a tournament is, what its director has just done, and what they can do now.
func (b *Bot) manageMenu(req *request, t *game.Tournament, done string) delivery.Response {
	v := b.composer.viewOf(req, req.lang, "", t)
	m := &message.Builder{Private: true}
	m.Text("**" + message.Escape(t.Name) + "** · `" + string(t.ID) + "`\n" + v.PhaseText())
	m.Text(v.ApartText())
	m.Text(roundRobinText(req.lang, t))
	m.Text(done)
	var row []dg.MessageComponent
	add := func(act string) {
		id := customID{action: manageAction, arg: string(t.ID) + " " + act + " " + strconv.Itoa(t.Directed())}
		row = append(row, buttonLabelled(req.lang.Say("choice.act."+act), id, dg.SecondaryButton))
	}
	if !t.IsOver() {
		if next, waits := t.Next(); next.Kind == tournament.Started || waits && next.Kind == tournament.RoundBegan {
			add("begin")
		}
		switch {
		case t.IsPaused():
			add("resume")
		case t.Phase() == tournament.Running:
			add("pause")
		}
		if t.HasDeadline() {
			add("extend")
		}
		m.Text(req.lang.Say("tournament.manage", "knockout", t.Format == tournament.Knockout))
	}
	m.Row(row...)
	return delivery.Response{Message: m, Placement: req.replacing()}
}
