package render

import (
	"strings"
	"unicode/utf16"

	"doublecorner/game/draughts"
)

// mostAlt is how many characters the description of a picture may have on Discord.
const mostAlt = 1024

// Say returns the sentence of a catalogue key in a language. About holds the names and
// values of the sentence in turns. AltKeys lists the keys that Alt uses.
type Say func(key string, about ...any) string

// AltKeys lists the keys that Alt uses, each with the names of its values. A side is a
// draughts.Side, a number is an int, and all others are text.
var AltKeys = map[string][]string{
	"alt.playing":   {"white", "black"},        // the players' names
	"alt.to-move":   {"side"},                  // whose turn it is
	"alt.must-take": nil,                       // a capture must be made
	"alt.result":    {"text"},                  // how the game ended
	"alt.side":      {"side", "pieces"},        // the pieces of a side
	"alt.men":       {"n", "squares"},          // how many men
	"alt.kings":     {"n", "squares"},          // how many kings
	"alt.no-pieces": nil,                       // a side has no pieces
	"alt.moved":     {"side", "move"},          // the last move
	"alt.took":      {"side", "move", "taken"}, // the last move, a capture
	"alt.preview":   {"move"},                  // a move that is not made yet
}

// Alt describes the view to people who do not see it: who is to move, every piece by its
// square, and the last move. Names are not changed. The description has at most 1,024
// characters. The error is a ViewError.
func (v View) Alt(say Say) (string, error) {
	if err := v.check(); err != nil {
		return "", err
	}
	var sentences []string
	add := func(key string, about ...any) { sentences = append(sentences, say(key, about...)) }
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
		if taken := last.Move.Captured(); taken.Empty() {
			add("alt.moved", "side", side, "move", move)
		} else {
			add("alt.took", "side", side, "move", move, "taken", list(p.Variant(), taken))
		}
	}
	if !v.Preview.IsZero() {
		add("alt.preview", "move", p.Full(v.Preview, notation(p)))
	}
	return cut(strings.ToValidUTF8(strings.Join(sentences, " "), ""), mostAlt-1), nil
}

func notation(p draughts.Position) draughts.Notation { return p.Variant().Rules().Board.Notation }

// pieces names the pieces of a side and their squares.
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

// list names squares.
func list(v *draughts.Variant, squares draughts.Squares) string {
	return strings.Join(v.Names(squares), ", ")
}

// cut shortens a text to a number of characters, as Discord counts characters.
func cut(text string, most int) string {
	n, end := 0, 0 // end is where to cut to leave room for an ellipsis
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
