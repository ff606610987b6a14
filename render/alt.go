package render

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"doublecorner/game/draughts"
)

// MostAlt is how many characters the description of a picture may have on Discord.
const MostAlt = 1024

// Words are what Alt says, in a language. Where a text has %s, it is told something.
type Words struct {
	Sides     [2]string // White, Black
	Playing   string    // %s White's name, %s Black's name
	ToMove    string    // %s a side
	MustTake  string    // a sentence: the side to move must take
	Pieces    string    // %s a side, %s what it has
	Men       string    // %s squares, of one man or more
	Kings     string    // %s squares, of one king or more
	NoPieces  string    // a side has none left
	LastMove  string    // %s a side, %s a move
	LastTook  string    // %s a side, %s a move, %s the squares of what it took
	Considers string    // %s a move that is only thought of
}

// English is what Alt says to people who read English.
var English = Words{
	Sides:     [2]string{"White", "Black"},
	Playing:   "%s (White) against %s (Black).",
	ToMove:    "%s to move.",
	MustTake:  "There is a capture, and it must be made.",
	Pieces:    "%s: %s.",
	Men:       "men on %s",
	Kings:     "kings on %s",
	NoPieces:  "no pieces",
	LastMove:  "Last move: %s %s.",
	LastTook:  "Last move: %s %s, taking %s.",
	Considers: "Shown as a possibility: %s.",
}

// Alt describes the picture of a view to people who do not see it: who is to move,
// every piece by its square, and the last move. It stays below MostAlt characters.
// The error is a ViewError.
func Alt(v View, w Words) (string, error) {
	if err := v.check(); err != nil {
		return "", err
	}
	var said []string
	say := func(text string, args ...any) { said = append(said, fmt.Sprintf(text, args...)) }
	p := v.Position
	if b := v.Bars; b != nil {
		names := [2]string{plainName(b.Players[draughts.White].Name), plainName(b.Players[draughts.Black].Name)}
		if names[0] != "" && names[1] != "" && names != w.Sides {
			say(w.Playing, names[0], names[1])
		}
	}
	if v.Bars != nil && v.Bars.Result != nil {
		say("%s.", strings.TrimRight(cut(v.Bars.Result.Text, 200), "."))
	} else {
		say(w.ToMove, w.Sides[p.Turn()])
		for _, must := range hints(p) {
			if must {
				say("%s", w.MustTake)
				break
			}
		}
	}
	for _, s := range draughts.Sides {
		say(w.Pieces, w.Sides[s], pieces(p, s, w))
	}
	if last := v.Last; !last.Move.IsZero() {
		side, text := w.Sides[last.Before.Turn()], last.Before.Full(last.Move, notation(p))
		if taken := last.Move.Taken(); taken.Empty() {
			say(w.LastMove, side, text)
		} else {
			say(w.LastTook, side, text, list(p.Variant(), taken))
		}
	}
	if !v.Preview.IsZero() {
		say(w.Considers, p.Full(v.Preview, notation(p)))
	}
	return cut(strings.ToValidUTF8(strings.Join(said, " "), ""), MostAlt-1), nil
}

func notation(p draughts.Position) draughts.Notation { return p.Variant().Rules().Board.Notation }

// pieces says what a side has, and where.
func pieces(p draughts.Position, s draughts.Side, w Words) string {
	var has []string
	if kings := p.Kings(s); !kings.Empty() {
		has = append(has, fmt.Sprintf(w.Kings, list(p.Variant(), kings)))
	}
	if men := p.Men(s); !men.Empty() {
		has = append(has, fmt.Sprintf(w.Men, list(p.Variant(), men)))
	}
	if len(has) == 0 {
		return w.NoPieces
	}
	return strings.Join(has, "; ")
}

// list lists squares by their names; three numbers in a row or more as 1-12.
func list(v *draughts.Variant, squares draughts.Squares) string {
	numbers := v.Rules().Board.Notation == draughts.Numbers
	var out []string
	all := squares.List()
	for i := 0; i < len(all); {
		last := i
		for numbers && last+1 < len(all) && all[last+1] == all[last]+1 {
			last++
		}
		if last < i+2 {
			out = append(out, v.Name(all[i]))
			i++
			continue
		}
		out = append(out, v.Name(all[i])+"-"+v.Name(all[last]))
		i = last + 1
	}
	return strings.Join(out, ", ")
}

// plainName is a name as it can stand in a sentence.
func plainName(name string) string {
	return cut(strings.Join(strings.Fields(name), " "), 64)
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
