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

func notation(p draughts.Position) draughts.Notation { return p.Variant().Rules().Board.Notation }
