package say

import (
	"errors"
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/openings"
)

// Asker is what a sentence about a refused request needs to know of who made it.
type Asker struct {
	Person   game.PersonID
	Button   bool // they used a button, so that they did not type what it is about
	Mentions bool // they are mentioned when it is their turn
}

// Refused says why the referee refused a request; false if only a fault of the bot causes it.
func Refused(l *lang.Language, r *game.RequestError, by Asker) (string, bool) {
	code, result := r.Code, ""
	if r.Game != nil {
		if end, over := r.Game.Result(); over && end.Cause == game.ByTime && code == game.Over {
			code = game.TimeIsUp
		}
		result = Winner(l, r.Game)
	}
	key := lang.Key("error.", code)
	if code == game.NoSuchGame && by.Button {
		key = "error.game-gone"
	}
	plays, reach, mentioned := false, 0, by.Mentions
	if r.Tournament != nil {
		reach = r.Tournament.Reach
	}
	if r.Game != nil {
		_, plays = r.Game.Side(by.Person)
		mentioned = mentioned && plays && !r.Game.HasComputer()
	}
	return l.Say(key, "limit", r.Limit, "plays", plays, "mentioned", mentioned, "fault", lang.Key("", r.Terms), "result", result,
		"wrong", lang.Key("", r.Fault), "refusal", strings.ReplaceAll(r.Refusal.Error(), " ", "-"), "reach", reach,
		"until", Timestamp(r.Until, "R"), "decks", l.Or(Each(openings.Decks(), l.RulesName))), lang.English().Has(key)
}

// WhyNot says why a move is illegal, with what the user typed.
func WhyNot(l *lang.Language, p draughts.Position, err error) string {
	return l.WhyNot(p, escapeMove(err))
}

// escapeMove shortens and escapes what the user typed, in the error about their move.
func escapeMove(err error) error {
	if illegal, ok := errors.AsType[*draughts.IllegalMove](err); ok {
		escaped := *illegal
		escaped.Typed = Echo(illegal.Typed)
		return &escaped
	}
	if unreadable, ok := errors.AsType[*draughts.UnreadableError](err); ok {
		escaped := *unreadable
		escaped.Text = Echo(unreadable.Text)
		return &escaped
	}
	return err
}

// maxEcho is the number of characters of a typed move that an error repeats.
const maxEcho = 60

// Echo returns what a user typed for an error that repeats it: escaped, and cut short.
func Echo(typed string) string { return message.Escape(message.ClipTo(typed, maxEcho)) }
