package bot

import (
	"cmp"
	"maps"
	"strconv"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/bot/when"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// useCounter opens the modal with which the challenged user offers other terms.
func (b *Bot) useCounter(req *request) (delivery.Response, error) {
	return b.openCounterModal(req, *req.id, nil)
}

// asBefore is the value of the option that keeps the rules of the challenge, or the position from which it begins.
const asBefore = "="

// openCounterModal opens the modal for other terms with the terms of the challenge of a custom ID, or with those in inputs.
func (b *Bot) openCounterModal(req *request, of customID, inputs map[string]string) (delivery.Response, error) {
	req, ch, err := b.challengeTo(req, of.challenge)
	if err != nil {
		return delivery.Response{}, err
	}
	l := req.lang
	colour := map[game.Colour]string{game.PlayWhite: "white", game.PlayBlack: "black"}[ch.Colour.Opposite()]
	filled := map[string]string{
		"rules": asBefore, "clock": counterClock(l, ch), "colour": cmp.Or(colour, byLot), "rated": strconv.FormatBool(ch.Rated),
		"opening": freeOpening,
	}
	openings := openingOptions(l)
	switch {
	case !ch.IsRegular():
		filled["opening"] = asBefore
		openings = append(openings, dg.SelectMenuOption{Label: l.Say("board.position"), Value: asBefore})
	case ch.Ballot:
		filled["opening"] = ballotOpening
	}
	maps.Copy(filled, inputs)
	m := &message.Modal{CustomID: customID{action: counterTermsAction, challenge: of.challenge}.String(), Title: l.Say("challenge.form")}
	labelled := func(name, label, about string, options ...dg.SelectMenuOption) {
		m.Inputs = append(m.Inputs, message.Input{
			CustomID: name, Label: label, About: message.Clip(about),
			Value: filled[name], Options: options, Short: true,
		})
	}
	add := func(name string, options ...dg.SelectMenuOption) {
		labelled(name, l.Say("option."+name+".about"), "", options...)
	}
	add("rules", rulesOptions(req, ch.Variant.Rules(), asBefore)...)
	labelled("clock", l.Say("tournament.clock"), l.Say("option.clock.about"))
	add("colour", choiceOptions(l, "colour", colourChoices...)...)
	if !req.settings.Friendly {
		add("rated",
			dg.SelectMenuOption{Label: l.Say("challenge.form-rated", "rated", true), Value: "true"},
			dg.SelectMenuOption{Label: l.Say("challenge.form-rated", "rated", false), Value: "false"})
	}
	labelled("opening", l.Say("challenge.form-opening"), "", openings...)
	return delivery.Response{Modal: m}, nil
}

// rulesOptions returns rules, with a value, and others, as many as a select can have.
func rulesOptions(req *request, now draughts.Rules, value string) []dg.SelectMenuOption {
	options := []dg.SelectMenuOption{{Label: message.Clip(say.PlainRules(req.lang, now)), Value: value}}
	for name, key := range req.settings.offeredRules(req.lang) {
		if key != now.Key && len(options) < message.MaxOptions {
			options = append(options, dg.SelectMenuOption{Label: name, Value: key})
		}
	}
	return options
}

// counteredChallenge returns a challenge, and the request with the settings of its guild, which apply to other terms.
func (b *Bot) counteredChallenge(req *request, id game.ChallengeID) (*request, *game.Challenge, error) {
	ch, err := b.referee.ChallengeByID(req, id, req.viewer())
	if err != nil || ch.Place == req.place {
		return req, ch, err
	}
	s, _, err := b.records.settingsOf(req, ch.Place)
	return req.withSettings(*s), ch, err
}

// challengeTo returns an open challenge to the user, and the request as counteredChallenge does.
func (b *Bot) challengeTo(req *request, id game.ChallengeID) (*request, *game.Challenge, error) {
	req, ch, err := b.counteredChallenge(req, id)
	switch {
	case err != nil:
		return nil, nil, err
	case ch.State != game.Open:
		return nil, nil, &game.RequestError{Code: game.ChallengeClosed, Challenge: ch}
	case ch.To != req.by.Person:
		return nil, nil, &game.RequestError{Code: game.NotForYou, Challenge: ch}
	}
	return req, ch, nil
}

// counter answers a challenge with the terms of the modal. If they cannot be read or played by, the user can
// open it again with what they wrote.
func (b *Bot) counter(req *request) (delivery.Response, error) {
	req, ch, err := b.counteredChallenge(req, req.id.challenge)
	if err != nil {
		return delivery.Response{}, err
	}
	terms, err := b.counterTerms(req, ch)
	var a game.Answer
	if err == nil {
		a, err = b.referee.Counter(req, req.reply(), terms)
	}
	if isRefused(err, game.ChallengeClosed) || isRefused(err, game.NotForYou) {
		return delivery.Response{}, err
	} else if err != nil {
		r := b.errorResponse(req, err)
		r.Message.Row(b.keepDraft(req))
		return req.afterRetry(r), nil
	}
	b.storeName(req)
	if ch.Place != req.place { // the announcement shows it there
		return req.afterRetry(delivery.Response{Message: req.private("challenge.state", "state", game.Countered, "to", say.Mention(ch.To))}), nil
	}
	return req.afterRetry(delivery.Response{
		Message: b.composer.challengeMessage(req, req.public, a.Challenge), Announcements: a.Announced,
		Challenge: a.Challenge.ID, Closed: ch.ID, Outdated: delivery.OpenFingerprint(ch).IsOn(req.i.Message),
	}), nil
}

// counterTerms returns the terms of the modal: those of the challenge where the user left them, others as
// /challenge reads them.
func (b *Bot) counterTerms(req *request, ch *game.Challenge) (game.Terms, error) {
	now := map[string]string{"rules": asBefore, "clock": counterClock(req.lang, ch), "opening": asBefore}
	options := map[string]any{}
	for name, value := range req.inputs {
		if value != now[name] {
			options[name] = value
		}
	}
	options["rated"] = req.inputs["rated"] == strconv.FormatBool(true)
	terms, err := b.terms(req.withOptions(options))
	terms.Public = ch.Public
	if req.inputs["rules"] == asBefore {
		terms.Variant = ch.Variant
		if req.inputs["opening"] == asBefore {
			terms.Start = ch.Start
		}
	}
	if req.inputs["clock"] == now["clock"] {
		mirrored := ch.Mirrored()
		terms.Clock, terms.Odds = mirrored.Clock, mirrored.Odds
	}
	return terms, err
}

// counterClock returns the clock of a challenge as the modal for other terms has it: of two clocks, the user's own first.
func counterClock(l *lang.Language, ch *game.Challenge) string {
	mirrored := ch.Mirrored()
	if !ch.HasOdds() {
		return when.ClockName(l, ch.Clock)
	}
	return when.ClockName(l, mirrored.Clock) + " / " + when.ClockName(l, mirrored.Odds)
}
