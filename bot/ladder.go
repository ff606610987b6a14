package bot

import (
	"slices"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/tournament"
)

// ladder shows the ladder of the channel, or the newest one of the guild, or challenges one of its players for their
// place.
func (b *Bot) ladder(req *request) (delivery.Response, error) {
	all, err := b.tournamentsHere(req)
	if err != nil {
		return delivery.Response{}, err
	}
	all = slices.DeleteFunc(all, func(t *game.Tournament) bool { return t.Format != tournament.Ladder || t.IsOver() })
	if len(all) == 0 {
		return delivery.Response{}, errNoLadder
	}
	t := all[max(0, slices.IndexFunc(all, func(t *game.Tournament) bool { return t.Room == req.channel }))]
	if _, p, ok := req.user("challenge"); ok {
		if !slices.Contains(t.Places(), game.PlayerOf(req.by.Person)) {
			return b.showOwnPairing(req, t) // which says how to take part
		}
		return b.actInTournament(req, t, game.TournamentRequest{Act: tournament.Challenged, Opponent: p})
	}
	return b.showLadder(req, t)
}

// showLadder shows a ladder, with a select of those whom the user can challenge.
func (b *Bot) showLadder(req *request, t *game.Tournament) (delivery.Response, error) {
	r, err := b.table(req, t, true)
	if err != nil {
		return r, err
	}
	v := b.composer.viewOf(req, req.lang, "", t)
	places, now := t.Places(), tournament.Moment{At: b.now(), Downtime: t.Downtime}
	var resting []string
	for _, id := range places {
		if t.Rests(id, now) && len(resting) < pageSize {
			until := say.Timestamp(t.RestsUntil(id, now), "D")
			resting = append(resting, v.Lang.Say("tournament.resting", "player", v.Player(id), "time", until))
		}
	}
	r.Message.Text(strings.Join(resting, "\n"))
	var options []dg.SelectMenuOption
	for i, id := range places {
		if id != game.PlayerOf(req.by.Person) {
			continue
		}
		for _, above := range places[max(0, i-min(t.Reach, message.MaxOptions)):i] { // the option of /ladder names others
			if t.Rests(above, now) {
				continue
			}
			options = append(options, dg.SelectMenuOption{Label: message.Clip(v.NameOf(above)), Value: string(t.ID) + " " + string(above)})
		}
	}
	addSelects(r.Message, customID{action: climbAction}, req.lang.Say("menu.climb"), options)
	arg := string(t.ID)
	row := []dg.MessageComponent{button(req.lang, customID{action: enterAction, arg: arg}, dg.SuccessButton)}
	if slices.Contains(places, game.PlayerOf(req.by.Person)) {
		row = []dg.MessageComponent{
			button(req.lang, customID{action: ownPairingAction, arg: arg}, dg.SecondaryButton),
			button(req.lang, customID{action: leaveTournamentAction, arg: arg}, dg.SecondaryButton),
		}
	}
	row = append(row, b.restButton(req, t))
	r.Message.Row(append(row, button(req.lang, customID{action: pairingsAction, arg: arg}, dg.SecondaryButton))...)
	return r, nil
}

// restButton returns the button by which the user rests on a ladder, or comes back; nil if they can do neither.
func (b *Bot) restButton(req *request, t *game.Tournament) dg.MessageComponent {
	id, now := game.PlayerOf(req.by.Person), tournament.Moment{At: b.now(), Downtime: t.Downtime}
	switch {
	case t.Rest == 0 || !slices.Contains(t.Places(), id):
		return nil
	case t.Rests(id, now):
		return buttonLabelled(req.lang.Say("button.rest", "rests", true, "days", 0), customID{action: restAction, arg: string(t.ID) + " back"}, dg.SecondaryButton)
	}
	label := req.lang.Say("button.rest", "rests", false, "days", int(t.Rest.Hours()/24))
	return buttonLabelled(label, customID{action: restAction, arg: string(t.ID)}, dg.SecondaryButton)
}

// rest has the user rest on a ladder for as long as it lets people, or comes back from that, and shows the ladder, which says
// until when.
func (b *Bot) rest(req *request, t *game.Tournament) (delivery.Response, error) {
	q := game.TournamentRequest{Act: tournament.Rested, Extension: t.Rest}
	if req.detail() == "back" {
		q.Extension = 0
	}
	if _, err := b.actInTournament(req, t, q); err != nil {
		return delivery.Response{}, err
	}
	t, err := b.referee.Tournament(req, t.ID, req.viewer())
	if err != nil {
		return delivery.Response{}, err
	}
	return b.showLadder(req.withID(customID{action: restAction, arg: string(t.ID)}), t)
}

// climb challenges the player of a ladder whom the user selected.
func (b *Bot) climb(req *request, t *game.Tournament) (delivery.Response, error) {
	return b.actInTournament(req, t, game.TournamentRequest{
		Act: tournament.Challenged, Opponent: game.PersonOf(tournament.PlayerID(req.detail())),
	})
}

// replyToClimb accepts or refuses a challenge on a ladder. Once it is answered, or gone, the message loses its buttons.
func (b *Bot) replyToClimb(req *request, t *game.Tournament) (delivery.Response, error) {
	answer, by, _ := strings.Cut(req.detail(), " ")
	act, ok := map[string]tournament.EventKind{"accept": tournament.Accepted, "refuse": tournament.Refused}[answer]
	if !ok {
		return delivery.Response{}, errUnknown
	}
	r, err := b.actInTournament(req, t, game.TournamentRequest{Act: act, Opponent: game.PersonOf(tournament.PlayerID(by))})
	r.Placement = delivery.Follow
	if err != nil && !slices.ContainsFunc(t.Challenges(), func(c tournament.Challenge) bool { return c.By == tournament.PlayerID(by) }) {
		r, err = b.errorResponse(req, err), nil
		r.Outdated = true
	}
	return r, err
}
