package render

import (
	"strings"
	"unicode/utf16"

	"doublecorner/game/draughts"
)

// MostAlt is how many characters the description of a picture may have on Discord.
const MostAlt = 1024

// Say says something in a language: a key, and what it is about, names and values in
// turns. The keys that Alt uses are in AltKeys.
type Say func(key string, about ...any) string

// AltKeys lists what Alt says, each with the names of what it is about. A side is a
// draughts.Side, a number an int, all else is text.
var AltKeys = map[string][]string{
	"alt.playing":   {"white", "black"},        // the players' names
	"alt.to-move":   {"side"},                  // whose turn it is
	"alt.must-take": nil,                       // there is a capture, which must be made
	"alt.result":    {"text"},                  // how the game ended
	"alt.side":      {"side", "pieces"},        // what a side has
	"alt.men":       {"n", "squares"},          // one man or more, how many
	"alt.kings":     {"n", "squares"},          // one king or more, how many
	"alt.no-pieces": nil,                       // a side has none left
	"alt.moved":     {"side", "move"},          // the last move
	"alt.took":      {"side", "move", "taken"}, // the last move, a capture
	"alt.preview":   {"move"},                  // a move that is only thought of
}

// Alt describes the picture of a view to people who do not see it: who is to move,
// every piece by its square, and the last move. Names stand in it as they are. It stays
// below MostAlt characters. The error is a ViewError.
func Alt(v View, say Say) (string, error) {
	if err := v.check(); err != nil {
		return "", err
	}
	var said []string
	add := func(key string, about ...any) { said = append(said, say(key, about...)) }
	p := v.Position
	if b := v.Bars; b != nil {
		white, black := b.Players[draughts.White].Name, b.Players[draughts.Black].Name
		if white != "" && black != "" {
			add("alt.playing", "white", white, "black", black)
		}
	}
	if v.Bars != nil && v.Bars.Result != nil {
		add("alt.result", "text", strings.TrimRight(cut(v.Bars.Result.Text, 200), "."))
	} else {
		add("alt.to-move", "side", p.Turn())
		for _, must := range hints(p) {
			if must {
				add("alt.must-take")
				break
			}
		}
	}
	for _, s := range draughts.Sides {
		add("alt.side", "side", s, "pieces", pieces(p, s, say))
	}
	if last := v.Last; !last.Move.IsZero() {
		side, move := last.Before.Turn(), last.Before.Full(last.Move, notation(p))
		if taken := last.Move.Taken(); taken.Empty() {
			add("alt.moved", "side", side, "move", move)
		} else {
			add("alt.took", "side", side, "move", move, "taken", list(p.Variant(), taken))
		}
	}
	if !v.Preview.IsZero() {
		add("alt.preview", "move", p.Full(v.Preview, notation(p)))
	}
	return cut(strings.ToValidUTF8(strings.Join(said, " "), ""), MostAlt-1), nil
}

func notation(p draughts.Position) draughts.Notation { return p.Variant().Rules().Board.Notation }

// pieces says what a side has, and where.
func pieces(p draughts.Position, s draughts.Side, say Say) string {
	var has []string
	if kings := p.Kings(s); !kings.Empty() {
		has = append(has, say("alt.kings", "n", kings.Len(), "squares", list(p.Variant(), kings)))
	}
	if men := p.Men(s); !men.Empty() {
		has = append(has, say("alt.men", "n", men.Len(), "squares", list(p.Variant(), men)))
	}
	if len(has) == 0 {
		return say("alt.no-pieces")
	}
	return strings.Join(has, "; ")
}

// list lists squares by their names.
func list(v *draughts.Variant, squares draughts.Squares) string {
	return strings.Join(v.Names(squares), ", ")
}

// cut shortens a text to a number of characters, as Discord counts them.
func cut(text string, most int) string {
	n, end := 0, 0 // end: where to cut so that an ellipsis has room
	for i, r := range text {
		if n < most {
			end = i
		}
		if n += utf16.RuneLen(r); n > most {
			return text[:end] + "…"
		}
	}
	return text
}
