package render

import (
	"strings"

	"doublecorner/game/draughts"
)

// Say returns the sentence of a catalogue key in a language. About holds the names and
// values of the sentence in turns: a side is a draughts.Side, a number is an int, and all
// others are text.
type Say func(key string, about ...any) string

// Alt describes the view to people who do not see it: who is to move, with which pieces, every
// piece by its square, and the last move.
func (v View) Alt(say Say) string {
	p := v.Position
	squares := func(s draughts.Squares) string { return strings.Join(p.Variant().Names(s), ", ") }
	var sentences []string
	add := func(key string, about ...any) { sentences = append(sentences, say(key, about...)) }
	if p.Occupied().Empty() {
		var marked draughts.Squares
		for _, m := range v.Marks {
			marked = marked.With(m.Square)
		}
		return say("alt.empty", "marked", !marked.Empty(), "squares", squares(marked))
	}
	bars := v.Bars
	if bars == nil {
		bars = &Bars{}
	}
	white, black := bars.Players[draughts.White].Name, bars.Players[draughts.Black].Name
	if white != "" && black != "" {
		add("alt.playing", "white", white, "black", black)
	}
	if bars.Result != nil {
		add("alt.result", "text", strings.TrimRight(bars.Result.Text, "."))
	} else {
		add("alt.to-move", "side", p.Turn())
		if p.Variant().Rules().Capture.Obligatory && p.CanCapture() {
			add("alt.must-take")
		}
		if can := v.movable(); !can.Empty() {
			add("alt.can-move", "squares", squares(can))
		}
	}
	for _, side := range draughts.Sides {
		var has []string
		if kings := p.Kings(side); !kings.Empty() {
			has = append(has, say("alt.kings", "n", kings.Len(), "squares", squares(kings)))
		}
		if men := p.Men(side); !men.Empty() {
			has = append(has, say("alt.men", "n", men.Len(), "squares", squares(men)))
		}
		if len(has) == 0 {
			has = append(has, say("alt.no-pieces"))
		}
		add("alt.side", "side", side, "pieces", strings.Join(has, "; "))
	}
	if last := v.Last; !last.Move.IsZero() {
		side, move := last.Before.Turn(), last.Before.Full(last.Move, notation(p))
		if taken := last.Move.Captured(); taken.Empty() {
			add("alt.moved", "side", side, "move", move)
		} else {
			add("alt.took", "side", side, "move", move, "taken", squares(taken))
		}
	}
	if bars.Chance != nil {
		sentences = append(sentences, bars.Chance.Text)
	}
	return strings.ToValidUTF8(strings.Join(sentences, " "), "")
}

// movable returns the squares of the pieces that can move, if the view shows them.
func (v *View) movable() (squares draughts.Squares) {
	if !v.showsMoves() {
		return squares
	}
	for _, m := range v.Position.Moves() {
		squares = squares.With(m.From())
	}
	return squares
}
