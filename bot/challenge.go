package bot

import (
	"slices"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// usualRules are those of a challenge that names none.
const usualRules = "american"

// challenge challenges a member, or anybody here.
func (b *Bot) challenge(c *call) (answer, error) {
	if len(c.settings.Channels) > 0 && !slices.Contains(c.settings.Channels, c.room) {
		return answer{}, errRoom
	}
	terms, err := c.terms()
	if err != nil {
		return answer{}, err
	}
	q := game.ChallengeRequest{Request: c.request(), Room: c.room, Terms: terms}
	if user, id, ok := c.person("opponent"); ok {
		q.To, q.Robot = id, user != nil && user.Bot
	}
	a, err := b.referee.Challenge(c, q)
	if err != nil {
		return answer{}, err
	}
	return answer{message: challengeMessage(c.here, a.Challenge), announced: a.Announced}, nil
}

// terms reads what a challenge offers to play.
func (c *call) terms() (game.Terms, error) {
	terms := game.Terms{Rated: c.truth("rated", true) && !c.settings.Friendly}
	rules, err := draughts.Find(or(c.text("rules"), or(c.settings.Rules, usualRules)))
	if err != nil {
		return terms, errRules
	}
	if change := houseRules[c.text("house-rules")]; change != nil {
		rules = change(rules)
	}
	variant, err := draughts.Builtin(rules.Key)
	if err != nil {
		return terms, errRules
	}
	terms.Variant = variant
	switch c.text("colour") {
	case "white":
		terms.Colour = game.PlayWhite
	case "black":
		terms.Colour = game.PlayBlack
	}
	if text := or(c.text("clock"), c.settings.Clock); text != "" {
		if terms.Clock, err = game.ParseClock(text); err != nil {
			return terms, errClock
		}
	}
	return terms, nil
}

// challengeMessage shows a challenge, with what can be answered while it is open.
func challengeMessage(l *lang.Language, ch *game.Challenge) *message {
	m := &message{edge: challengeEdge}
	about := []any{
		"from", mention(ch.From), "to", mention(ch.To), "rules", ruleName(l, ch.Variant),
		"clock", clockName(l, ch.Clock), "rated", yesNo(ch.Rated), "colour", ch.Colour,
	}
	open := "open"
	if ch.To != game.Anyone {
		open = "to"
		m.pings = []game.PersonID{ch.To}
	}
	m.say(l.Say("challenge."+open, about...))
	m.say(l.Say("challenge.terms", about...))
	if ch.State != game.Open {
		m.pings = nil
		m.say(l.Say("challenge.state", append(about, "state", ch.State)...))
		return m
	}
	buttons := []dg.MessageComponent{button(l, control{verb: acceptVerb, challenge: ch.ID}, dg.SuccessButton)}
	if ch.To != game.Anyone {
		buttons = append(buttons, button(l, control{verb: declineVerb, challenge: ch.ID}, dg.SecondaryButton))
	}
	m.row(append(buttons, button(l, control{verb: withdrawVerb, challenge: ch.ID}, dg.SecondaryButton))...)
	return m
}

// clockName says what a clock is.
func clockName(l *lang.Language, clock game.Clock) string {
	switch {
	case clock.IsNone():
		return l.Say("clock.none")
	case clock.PerMove() > 0:
		return l.Say("clock.days", "n", int(clock.PerMove().Hours())/24)
	default:
		return l.Say("clock.live", "minutes", int(clock.Base().Minutes()), "seconds", int(clock.Increment().Seconds()))
	}
}

// yesNo is how messages choose by whether something is so.
func yesNo(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// reply returns what is asked about a challenge.
func (c *call) reply(pressed control) game.ReplyRequest {
	return game.ReplyRequest{Request: c.request(), Challenge: pressed.challenge}
}

func (b *Bot) pressAccept(c *call, pressed control) (answer, error) {
	return then(b.shown(c)(b.referee.Accept(c, c.reply(pressed))))
}

func (b *Bot) pressDecline(c *call, pressed control) (answer, error) {
	return b.closed(c)(b.referee.Decline(c, c.reply(pressed)))
}

func (b *Bot) pressWithdraw(c *call, pressed control) (answer, error) {
	return b.closed(c)(b.referee.Withdraw(c, c.reply(pressed)))
}

// closed shows a challenge that is no longer open in the place of the message that
// showed it.
func (b *Bot) closed(c *call) func(game.Answer, error) (answer, error) {
	return func(a game.Answer, err error) (answer, error) {
		if err != nil {
			return answer{}, err
		}
		return answer{message: challengeMessage(c.here, a.Challenge), replaces: true, announced: a.Announced}, nil
	}
}

func (b *Bot) rematch(c *call) (answer, error) {
	id, ok := game.ParseGameID(c.text("game"))
	if !ok {
		last, err := b.referee.Games(c, game.FinishedGamesOf(c.by.Person), "", 1)
		if err != nil {
			return answer{}, err
		}
		if len(last.Items) == 0 {
			return answer{}, errNoGame
		}
		id = last.Items[0].ID
	}
	return b.again(c, id)
}

func (b *Bot) pressRematch(c *call, pressed control) (answer, error) {
	return b.again(c, pressed.game)
}

// again asks for a game to be played again, or begins it if both have asked.
func (b *Bot) again(c *call, id game.GameID) (answer, error) {
	a, err := b.referee.Rematch(c, game.RematchRequest{Request: c.request(), Game: id, Room: c.room})
	switch {
	case err != nil:
		return answer{}, err
	case a.Game != nil:
		return b.shown(c)(a, nil)
	}
	return answer{message: challengeMessage(c.here, a.Challenge), announced: a.Announced}, nil
}
