package bot

import (
	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/game"
)

// mayBegin tells whether games may be begun here: in this room, or if it is a thread, in
// the room it is in.
func (b *Bot) mayBegin(c *call) bool {
	if c.settings.allow(c.room) {
		return true
	}
	parent, err := b.poster.Parent(c, c.room)
	return err == nil && parent != 0 && c.settings.allow(parent)
}

// challenge challenges a member, or anybody here.
func (b *Bot) challenge(c *call) (answer, error) {
	switch {
	case c.i.Context == dg.InteractionContextBotDM:
		return answer{}, errAlone
	case !b.mayBegin(c):
		return answer{}, errRoom
	}
	terms, err := c.terms()
	if err != nil {
		return answer{}, err
	}
	q := game.ChallengeRequest{Request: c.request(), Room: c.room, Terms: terms}
	if user, id, ok := c.person("opponent"); ok {
		q.To, q.Robot = id, user != nil && user.Bot
		if user != nil && user.ID == c.i.AppID {
			return answer{}, errMyself
		}
	}
	a, err := b.referee.Challenge(c, q)
	if err != nil {
		return answer{}, err
	}
	b.keepName(c)
	b.keepRead(c)
	return answer{message: challengeMessage(c.here, a.Challenge), announced: a.Announced, asks: a.Challenge.ID, closes: a.Challenge.Counters}, nil
}

// pressTerms says how to answer a challenge with other terms.
func (b *Bot) pressTerms(c *call, pressed control) (answer, error) {
	ch, err := b.referee.ChallengeOf(c, pressed.challenge, c.viewer())
	switch {
	case err != nil:
		return answer{}, err
	case ch.State != game.Open:
		return answer{}, &game.Refusal{Code: game.ChallengeClosed, Challenge: ch}
	case ch.To != c.by.Person:
		return answer{}, &game.Refusal{Code: game.NotForYou, Challenge: ch}
	}
	m := &message{private: true}
	m.say(c.lang.Say("challenge.how-to-counter", "from", mention(ch.From)))
	return answer{message: m}, nil
}

// challengeMessage shows a challenge, with what can be answered while it is open.
func challengeMessage(l *lang.Language, ch *game.Challenge) *message {
	m := &message{edge: challengeEdge, mark: markOfChallenge(ch)}
	if ch.To != game.Anyone {
		m.pings = []game.PersonID{ch.To}
	}
	m.say(challengeText(l, ch))
	if ch.State != game.Open {
		m.pings = nil
		m.say(l.Say("challenge.state", "state", challengeStates[ch.State]))
		return m
	}
	buttons := []dg.MessageComponent{button(l, control{verb: acceptVerb, challenge: ch.ID}, dg.SuccessButton)}
	if ch.To != game.Anyone {
		buttons = append(buttons,
			button(l, control{verb: declineVerb, challenge: ch.ID}, dg.SecondaryButton),
			button(l, control{verb: termsVerb, challenge: ch.ID}, dg.SecondaryButton))
	}
	m.row(append(buttons, button(l, control{verb: withdrawVerb, challenge: ch.ID}, dg.SecondaryButton))...)
	return m
}

// challengeText says who challenges whom to what.
func challengeText(l *lang.Language, ch *game.Challenge) string {
	about := []any{
		"from", mention(ch.From), "to", mention(ch.To), "rules", ruleName(l, ch.Variant),
		"clock", clockName(l, ch.Clock), "rated", ch.Rated, "colour", ch.Colour,
	}
	open := "open"
	if ch.To != game.Anyone {
		open = "to"
	}
	return l.Say("challenge."+open, about...) + "\n" + l.Say("challenge.terms", about...)
}

// challengeStates are what messages call what has become of a challenge.
var challengeStates = map[game.ChallengeState]string{
	game.Open: "open", game.Accepted: "accepted", game.Refused: "refused", game.Retracted: "retracted",
	game.Countered: "countered", game.Expired: "expired",
}

// reply returns what is asked about a challenge.
func (c *call) reply(pressed control) game.ReplyRequest {
	return game.ReplyRequest{Request: c.request(), Challenge: pressed.challenge}
}

func (b *Bot) pressAccept(c *call, pressed control) (answer, error) {
	a, err := b.referee.Accept(c, c.reply(pressed))
	if err != nil {
		return answer{}, err
	}
	b.keepName(c)
	begun, err := b.begun(c, a)
	// The message with the challenge becomes the accepted one, or is followed by the board.
	begun.manner = following
	if begun.shows == nil {
		begun.manner = instead
	}
	begun.closes = a.Challenge.ID // it may have been accepted from a list
	return begun, err
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
		return answer{message: challengeMessage(c.here, a.Challenge), manner: instead, announced: a.Announced, closes: a.Challenge.ID}, nil
	}
}
