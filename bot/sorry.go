package bot

import (
	"context"
	"errors"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// excuse is why something was not done that the referee was not even asked for: an error
// that is the key of its sentence.
type excuse string

func (e excuse) Error() string { return string(e) }

const (
	errUnknown   excuse = "sorry.unknown" // a command or control is not, or no longer, one of ours
	errNoGame    excuse = "sorry.no-game"
	errNoGames   excuse = "sorry.no-games" // nor have they ever finished one
	errWhichGame excuse = "sorry.which-game"
	errRules     excuse = "sorry.rules"  // there are none of that key
	errClock     excuse = "sorry.clock"  // likewise
	errRoom      excuse = "sorry.room"   // games are not begun here
	errAlone     excuse = "sorry.alone"  // nobody else reads what is said here
	errMyself    excuse = "sorry.myself" // the opponent is the bot
)

// sorry says privately why something was not done, and what can be done instead.
func (b *Bot) sorry(c *call, err error) answer {
	m := &message{private: true}
	var afterwards func(context.Context)
	var refused *game.Refusal
	var because excuse
	switch {
	case errors.As(err, &refused):
		b.explain(c, m, refused)
		if refused.Code == game.ChallengeClosed && bears(c.i.Message, markOfOpen(refused.Challenge)) {
			// Nobody else shall press what does nothing.
			if post, ok := snowflake(c.i.Message.ID); ok {
				afterwards = func(context.Context) { b.refresh(oldBoard{room: c.room, post: game.PostID(post)}) }
			}
		}
	case errors.As(err, &because):
		m.say(c.lang.Say(string(because), "channels", c.lang.Or(c.settings.channels())))
	default:
		b.log.Error("interaction failed", "interaction", c.i.ID, "err", err)
		m.say(c.lang.Say("sorry.failed", "reference", c.i.ID))
	}
	return answer{message: m, afterwards: afterwards}
}

// refusedAs tells whether the referee refused something for a reason.
func refusedAs(err error, code game.Code) bool {
	var refused *game.Refusal
	return errors.As(err, &refused) && refused.Code == code
}

// codes are the messages for the referee's refusals. A move that is not legal has a
// message for its reason.
var codes = map[game.Code]string{
	game.BeingErased:       "sorry.being-erased",
	game.NoSuchGame:        "sorry.no-such-game",
	game.NoSuchChallenge:   "sorry.no-such-challenge",
	game.BadTerms:          "sorry.bad-terms",
	game.OwnOpponent:       "sorry.own-opponent",
	game.RobotOpponent:     "sorry.robot-opponent",
	game.OpponentGone:      "sorry.opponent-gone",
	game.AlreadyChallenged: "sorry.already-challenged",
	game.TooManyChallenges: "sorry.too-many-challenges",
	game.TooManyGames:      "sorry.too-many-games",
	game.OpponentBusy:      "sorry.opponent-busy",
	game.PlaceFull:         "sorry.place-full",
	game.RulesClosed:       "sorry.rules-closed",
	game.ChallengeClosed:   "sorry.challenge-closed",
	game.NotForYou:         "sorry.not-for-you",
	game.NotYourChallenge:  "sorry.not-your-challenge",
	game.OwnChallenge:      "sorry.own-challenge",
	game.SameTerms:         "sorry.same-terms",
	game.NotAPlayer:        "sorry.not-a-player",
	game.NotYourTurn:       "sorry.not-your-turn",
	game.Stale:             "sorry.stale",
	game.Over:              "sorry.over",
	game.TimeIsUp:          "sorry.time-is-up",
	game.OfferedBefore:     "sorry.offered-before",
	game.NotOffered:        "sorry.not-offered",
	game.NothingToTakeBack: "sorry.nothing-to-take-back",
	game.NotOver:           "sorry.not-over",
	game.NotAModerator:     "sorry.not-a-moderator",
	game.OwnGame:           "sorry.own-game",
	game.NoReason:          "sorry.no-reason",
	game.LongReason:        "sorry.long-reason",
	game.NoRuling:          "sorry.no-ruling",
	game.LongNote:          "sorry.long-note",
}

// explain says why the referee refused, and for a move that is not legal, shows it.
func (b *Bot) explain(c *call, m *message, r *game.Refusal) {
	if r.Code == game.IllegalMove && r.Game != nil {
		if h, err := r.Game.History(); err == nil {
			p := h.Position()
			m.say(c.lang.WhyNot(p, harmless(r.Move)))
			b.illustrate(c, m, r.Game, p, r.Move)
			m.row(whyNotControl(c.lang, r.Game, r.Move))
			return
		}
	}
	key := codes[r.Code]
	if key == "" { // a request that only a broken program makes
		b.log.Error("request refused", "interaction", c.i.ID, "err", r)
		m.say(c.lang.Say("sorry.failed", "reference", c.i.ID))
		return
	}
	id, called := "", !c.preferences.Quiet
	if r.Game != nil {
		id = string(r.Game.ID)
		called = called && !(c.settings.InPlace && r.Game.Place == c.place) // changing a message calls nobody
	}
	m.say(c.lang.Say(key, "limit", r.Limit, "id", id, "called", called, "fault", faultKey(r.Terms)))
}

// faultKey is how the message about bad terms chooses.
func faultKey(f game.TermsFault) string {
	switch f {
	case game.StartIsOver:
		return "start-over"
	case game.StartRated:
		return "start-rated"
	default:
		return "other"
	}
}

// harmless returns why a move was refused, with what was typed made harmless.
func harmless(err error) error {
	var refusal *draughts.Refusal
	var unreadable *draughts.UnreadableError
	switch {
	case errors.As(err, &refusal):
		told := *refusal
		told.Typed = escape(clippedTo(told.Typed, mostTyped))
		return &told
	case errors.As(err, &unreadable):
		told := *unreadable
		told.Text = escape(clippedTo(told.Text, mostTyped))
		return &told
	}
	return err
}

// mostTyped is how much of what somebody typed is repeated to them.
const mostTyped = 60

// illustrate shows the position in which a move was refused, with what must be done.
func (b *Bot) illustrate(c *call, m *message, g *game.Game, p draughts.Position, err error) {
	var refusal *draughts.Refusal
	if !errors.As(err, &refusal) {
		return
	}
	view := render.View{Position: p, From: c.side(g), Hints: true, Size: 480, Theme: c.theme()}
	if refusal.From != 0 && refusal.To != 0 && refusal.From != refusal.To {
		view.Arrows = []render.Arrow{{Squares: []draughts.Square{refusal.From, refusal.To}, Kind: render.Refused}}
	}
	for _, q := range refusal.Squares {
		view.Marks = append(view.Marks, render.Mark{Square: q, Kind: render.Goal})
	}
	if refusal.At != 0 {
		view.Marks = append(view.Marks, render.Mark{Square: refusal.At, Kind: render.Cross})
	}
	if err := m.draw(c.lang, picture, view); err != nil {
		b.log.Error("no picture of a refusal", "game", g.ID, "err", err)
	}
}
