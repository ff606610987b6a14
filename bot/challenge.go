package bot

import (
	"strconv"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
)

// challenge challenges a user, or anyone in the guild.
func (b *Bot) challenge(req *request) (delivery.Response, error) {
	everywhere := req.boolean(everywhereOption, false)
	if err := b.checkEverywhere(req); err != nil {
		return delivery.Response{}, err
	}
	switch {
	case req.asksComputer() && !req.namesTerms():
		return b.setUp(req, req.firstChoice())
	case req.asksComputer():
		return b.challengeComputer(req)
	case req.i.Context == dg.InteractionContextBotDM && !everywhere:
		return delivery.Response{}, errDM
	case !req.canBegin():
		return delivery.Response{}, errChannel
	case req.text("level") != "": // beside a person
		return delivery.Response{}, &game.RequestError{Code: game.BadTerms, Terms: game.NoLevel}
	}
	terms, err := b.terms(req)
	if err != nil {
		return delivery.Response{}, err
	}
	q := game.ChallengeRequest{Request: req.gameRequest(), Room: req.channel, Terms: terms}
	if terms.Voting {
		q.Name = req.channelName()
	}
	if user, id, ok := req.user("opponent"); ok {
		q.To, q.Robot = id, user != nil && user.Bot
	}
	if q.To == req.by.Person { // they play against the channel, and have chosen their own side
		q.Terms.Colour = q.Terms.Colour.Opposite()
	}
	if everywhere {
		if !game.PoolOf(q.Terms.Variant).IsBuiltin() {
			return delivery.Response{}, errBuiltInOnly
		}
		q.Everywhere, q.Name, q.Terms.Public = true, req.nameInChallenge(&q.Terms), false
	}
	a, err := b.referee.Challenge(req, q)
	if err != nil {
		return delivery.Response{}, err
	}
	b.storeName(req)
	if a.Game != nil { // people vote against the challenger
		return b.beginResponse(req, a), nil
	}
	b.storePlace(req)
	b.updateList(req, a.Challenge)
	return delivery.Response{
		Message: b.composer.challengeMessage(req, req.public, a.Challenge), Announcements: a.Announced,
		Challenge: a.Challenge.ID, Closed: a.Challenge.CounterTo,
	}, nil
}

// anyone is the arg of the custom ID that challenges nobody in particular.
const anyone = "anyone"

// askOpponent asks which member to challenge, and offers to challenge anyone.
func (b *Bot) askOpponent(req *request) (delivery.Response, error) {
	switch {
	case req.i.Context == dg.InteractionContextBotDM:
		return delivery.Response{}, errDM
	case !req.canBegin():
		return delivery.Response{}, errChannel
	}
	m := req.private("challenge.whom")
	m.Row(message.UserSelect(customID{action: challengeAction}.String(), req.lang.Say("menu.member")))
	row := []dg.MessageComponent{button(req.lang, customID{action: challengeAction, arg: anyone}, dg.PrimaryButton)}
	if b.mayMeet(req) == nil {
		row = append(row, everyoneButton(req.lang))
	}
	m.Row(row...)
	return delivery.Response{Message: m}, nil
}

// useChallenge challenges the selected member, or anyone in the guild or everywhere, to a game by the usual terms. A user who selects
// the bot sees what to choose before a game against it.
func (b *Bot) useChallenge(req *request) (delivery.Response, error) {
	if req.id.arg == anyone || req.id.arg == everyone {
		r, err := b.challenge(req.withOptions(map[string]any{everywhereOption: req.id.arg == everyone}))
		r.Before = req.private("challenge.sent")
		return r, err
	}
	if len(req.selected) != 1 {
		return delivery.Response{}, errUnknown
	}
	named := req.withOptions(map[string]any{"opponent": req.selected[0]})
	if _, _, ok := named.user("opponent"); !ok {
		return delivery.Response{}, errUnknown
	}
	r, err := b.challenge(named)
	switch {
	case named.asksComputer():
		r.Placement = req.replacing()
	case err == nil:
		r.Before = req.private("challenge.sent")
	}
	return r, err
}

// useAccept begins the game of a challenge. The board follows the challenge's message if it is the
// response; else the response replaces that message.
func (b *Bot) useAccept(req *request) (delivery.Response, error) {
	a, err := b.referee.Accept(req, req.reply())
	if err != nil {
		return b.begunBefore(req, err)
	}
	b.storeName(req)
	return b.acceptedResponse(req, a), nil
}

// useDecline declines a challenge, which tells the challenger unless they want no mentions.
func (b *Bot) useDecline(req *request) (delivery.Response, error) {
	a, err := b.referee.Decline(req, req.reply())
	if err != nil {
		return delivery.Response{}, err
	}
	r := b.closedResponse(req, a)
	prefs, err := b.records.preferencesOf(req, a.Challenge.From)
	if err != nil || prefs[a.Challenge.From].Quiet || !delivery.OpenFingerprint(a.Challenge).IsOn(req.i.Message) {
		return r, err
	}
	r.Before, r.Message, r.Placement = r.Message, &message.Builder{}, delivery.Follow // an edit notifies nobody
	r.Message.Text(req.public.Say("challenge.declined", "from", say.Mention(a.Challenge.From), "to", say.Mention(a.Challenge.To)))
	r.Message.Mentions = []string{a.Challenge.From.String()}
	r.Message.Fingerprint, r.Before.Fingerprint = r.Before.Fingerprint, 0
	return r, nil
}

// useRated makes the game of a challenge rated, or not.
func (b *Bot) useRated(req *request) (delivery.Response, error) {
	req, _, err := b.counteredChallenge(req, req.id.challenge)
	if err != nil {
		return delivery.Response{}, err
	}
	a, err := b.referee.SetRated(req, req.reply(), req.id.arg == "yes" && !req.settings.Friendly)
	if err != nil {
		return delivery.Response{}, err
	}
	b.updateList(req, a.Challenge)
	return delivery.Response{Message: b.composer.challengeMessage(req, req.public, a.Challenge), Placement: delivery.Replace}, nil
}

// useWithdraw withdraws a challenge.
func (b *Bot) useWithdraw(req *request) (delivery.Response, error) {
	a, err := b.referee.Withdraw(req, req.reply())
	if err != nil {
		return delivery.Response{}, err
	}
	return b.closedResponse(req, a), nil
}

// rematch offers a rematch in the guild of a game, or begins it if the opponent has offered one. A user in
// another guild gets a link to the game's channel.
func (b *Bot) rematch(req *request, g *game.Game) (delivery.Response, error) {
	away, channel := g.Place != req.place, req.channel
	switch {
	case away:
		channel = g.Room
	case !req.canBegin() && g.Room != req.channel: // a rematch may begin in the channel of its game
		return delivery.Response{}, errChannel
	}
	if g.HasComputer() {
		if err := b.checkFairStart(req, &g.Terms); err != nil {
			return delivery.Response{}, err
		}
	}
	gameSettings, _, err := b.settingsOfGame(req, g)
	if err != nil {
		return delivery.Response{}, err
	}
	level := 0
	if req.id != nil {
		level, _ = strconv.Atoi(req.id.arg) // without one it is that of the game
	}
	a, err := b.referee.Rematch(req, game.RematchRequest{
		Request: req.gameRequest(), Game: g.ID, Room: channel, Unrated: gameSettings.Friendly, Level: level,
	})
	if err != nil {
		return delivery.Response{}, err
	}
	b.storeName(req)
	if level != 0 {
		b.storeChoice(req, a.Game.Level)
	}
	switch {
	case a.Game != nil && a.Challenge == nil: // it had begun before, by a click on the same button
		return delivery.Response{Message: req.linkTo(a.Game)}, nil
	case a.Game != nil:
		r := b.beginResponse(req, a)
		r.Closed = a.Challenge.ID
		return r, nil
	case away:
		return delivery.Response{Message: req.linkTo(g)}, nil
	}
	return delivery.Response{
		Message: b.composer.challengeMessage(req, req.public, a.Challenge), Announcements: a.Announced, Challenge: a.Challenge.ID,
	}, nil
}

// useJoin accepts a challenge of the list. The list stays as it is, and the game is played where the
// challenge was made.
func (b *Bot) useJoin(req *request) (delivery.Response, error) {
	if req.settings.List.Channel != 0 {
		b.Courier.UpdateBulletin(delivery.Bulletin{Guild: req.place}, req.settings.List.Channel) // also if the challenge is closed
	}
	r, err := b.useAccept(req)
	if err != nil || r.Board == nil {
		return r, err
	}
	return req.begunThere(r), nil
}

// useMeet accepts a challenge of the lobby. The user plays where the button was used, and the challenger where the challenge was
// made.
func (b *Bot) useMeet(req *request) (delivery.Response, error) {
	ch, err := b.referee.ChallengeByID(req, req.id.challenge, req.viewer())
	if err != nil {
		return delivery.Response{}, err
	}
	if ch.From != game.Stranger && !ch.Voting { // of this place
		return b.useJoin(req)
	}
	if ch.Voting && req.i.GuildID == "" {
		return delivery.Response{}, errVoteHere
	}
	if err := b.mayMeet(req); err != nil {
		return delivery.Response{}, err
	}
	if err := b.mayAccept(req, ch); err != nil {
		return delivery.Response{}, err
	}
	q := req.reply()
	q.Room = req.channel
	if !ch.Voting {
		q.Name = req.nameElsewhere()
	}
	a, err := b.referee.Accept(req, q)
	if err != nil {
		return delivery.Response{}, err
	}
	b.storeName(req)
	r := b.beginResponse(req, a)
	r.Closed = a.Challenge.ID
	if r.Board != nil && r.Board.In == delivery.InThread {
		r.Message, r.Placement = req.private("lobby.joined"), req.replacing()
		return r, nil
	}
	r.Before = req.private("lobby.joined")
	return r, nil
}

// mayAccept returns why a challenge of the lobby cannot be accepted here: its guild or DM has left the lobby, or it is rated and
// the guild has no rated games; nil if it can.
func (b *Bot) mayAccept(req *request, ch *game.Challenge) error {
	whole, err := b.referee.UnrestrictedChallenge(req, ch.ID)
	if err != nil {
		return err
	}
	theirs, _, err := b.records.settingsOf(req, whole.Place)
	switch {
	case err != nil:
		return err
	case !theirs.Lobby && !theirs.isDirect(whole.Place, whole.Room):
		return &game.RequestError{Code: game.ChallengeClosed, Challenge: ch}
	case ch.Rated && req.settings.Friendly:
		return errOnlyFriendly
	}
	return nil
}
