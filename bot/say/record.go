package say

import (
	"errors"
	"strconv"
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// maxHeader is how much is shown of what a game that was read says of itself: a name, or where it was played.
const maxHeader = 60

// header returns what a tag says, in one line; "" if it says nothing.
func header(g *pdn.Record, name string) string {
	text := strings.TrimSpace(lang.Inline(g.Tag(name)))
	if strings.Trim(text, "?.-*") == "" {
		return ""
	}
	return message.ClipTo(text, maxHeader)
}

var sideTags = [...]string{draughts.White: "White", draughts.Black: "Black"}

// RecordNames returns the names of the players of a game that was read, for pictures and menus.
func RecordNames(l *lang.Language, g *pdn.Record) (names [len(draughts.Sides)]string) {
	for _, s := range draughts.Sides {
		if names[s] = header(g, sideTags[s]); names[s] == "" {
			names[s] = l.Say("board.side", "side", s)
		}
	}
	return names
}

// RecordPlayer returns the name of a player of a game that was read, escaped.
func RecordPlayer(l *lang.Language, g *pdn.Record, s draughts.Side) string {
	return message.Escape(RecordNames(l, g)[s])
}

// RecordTitle returns the names of the players and the rules of a game that was read.
func RecordTitle(l *lang.Language, g *pdn.Record, r draughts.Rules) string {
	if header(g, sideTags[draughts.White]) == "" && header(g, sideTags[draughts.Black]) == "" {
		return Rules(l, r)
	}
	return l.Say("read.title",
		"white", RecordPlayer(l, g, draughts.White), "black", RecordPlayer(l, g, draughts.Black), "rules", Rules(l, r))
}

// RecordFacts returns what else a game that was read says of itself, in one line: the event, the date and the result.
func RecordFacts(g *pdn.Record) string {
	var facts []string
	date := strings.TrimRight(header(g, "Date"), "?.")
	result := strings.TrimSuffix(string(g.Result), string(pdn.Unfinished))
	for _, fact := range []string{header(g, "Event"), date, result} {
		if fact != "" {
			facts = append(facts, fact)
		}
	}
	return strings.Join(facts, " · ")
}

// RecordResult says who won a game that was read; "" if it does not say.
func RecordResult(l *lang.Language, g *pdn.Record) string {
	names := [...]string{RecordPlayer(l, g, draughts.White), RecordPlayer(l, g, draughts.Black)}
	key := recordResultKey(g)
	if key == "" {
		return ""
	}
	return "**" + l.Say(key, "white", names[draughts.White], "black", names[draughts.Black]) + "**"
}

// RecordEnd returns the sentence that says who won a game that was read, for pictures; "" if it does not say.
func RecordEnd(l *lang.Language, g *pdn.Record) string {
	names := RecordNames(l, g)
	if key := recordResultKey(g); key != "" {
		return l.Say(key, "white", names[draughts.White], "black", names[draughts.Black])
	}
	return ""
}

// recordResultKey returns the key of the sentence that says who won a game; "" if the game does not say.
func recordResultKey(g *pdn.Record) string {
	switch winner, won := g.Result.Winner(); {
	case won && winner == draughts.White:
		return "result.white-won"
	case won:
		return "result.black-won"
	case g.Result.Drawn():
		return "result.drawn"
	}
	return ""
}

// RecordFault says why a game or a file could be read no further.
func RecordFault(l *lang.Language, err error) string {
	if illegal, ok := errors.AsType[*pdn.MoveError](err); ok {
		number := strconv.Itoa(FullMoves(illegal.Ply)) + ". "
		if illegal.Ply%2 == 0 {
			number = strconv.Itoa(FullMoves(illegal.Ply)) + "… "
		}
		return l.Say("read.illegal", "move", number+Echo(illegal.Text), "why", WhyNot(l, illegal.Position, illegal.Err))
	}
	if long, ok := errors.AsType[*pdn.TooLongError](err); ok {
		return l.Say("read.too-long", "line", long.LineNo)
	}
	return l.Say("read.setup")
}
