package render

import (
	"fmt"
	"strings"

	"doublecorner/game/draughts"
)

// Text draws a board with letters, for a monospaced typeface: w and b are men, W and B are
// kings. Beside each row are the numbers of its first and last squares. If the rule set names
// squares by letters and digits, these are around the board.
func Text(p draughts.Position, from draughts.Side) string {
	variant := p.Variant()
	size := variant.Rules().Board.Size
	letters := notation(p) == draughts.Letters
	at := func(i int) int { // the column or row that is shown as number i
		if from == draughts.Black {
			return size - 1 - i
		}
		return i
	}
	var b strings.Builder
	for row := range size {
		if letters {
			fmt.Fprintf(&b, "%2d ", size-at(row))
		}
		var first, last draughts.Square
		for column := range size {
			piece := byte(' ')
			if q := variant.SquareAt(at(column), at(row)); q != 0 {
				piece = ".wWbB"[p.At(q)]
				if last = q; first == 0 {
					first = q
				}
			}
			b.Write([]byte{' ', piece})
		}
		if !letters {
			fmt.Fprintf(&b, "  %d-%d", first, last)
		}
		b.WriteByte('\n')
	}
	if letters {
		b.WriteString("   ")
		for column := range size {
			b.Write([]byte{' ', byte('a' + at(column))})
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Say returns the sentence of a catalogue key in a language. About holds the names and
// values of the sentence in turns: a side is a draughts.Side, a number is an int, and all
// others are text.
type Say func(key string, about ...any) string

// Alt describes the view to people who do not see it: who is to move, every piece by its
// square, and the last move.
func (v View) Alt(say Say) string {
	p := v.Position
	squares := func(s draughts.Squares) string { return strings.Join(p.Variant().Names(s), ", ") }
	var sentences []string
	add := func(key string, about ...any) { sentences = append(sentences, say(key, about...)) }
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
	if !v.Preview.IsZero() {
		add("alt.preview", "move", p.Full(v.Preview, notation(p)))
	}
	return strings.ToValidUTF8(strings.Join(sentences, " "), "")
}

func notation(p draughts.Position) draughts.Notation { return p.Variant().Rules().Board.Notation }
