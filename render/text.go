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
	if variant == nil {
		return ""
	}
	size := variant.Rules().Board.Size
	letters := notation(p) == draughts.Letters
	var b strings.Builder
	for row := range size {
		if letters {
			fmt.Fprintf(&b, "%2d ", rank(row, size, from))
		}
		var numbers []draughts.Square
		for column := range size {
			x, y := column, row
			if from == draughts.Black {
				x, y = size-1-column, size-1-row
			}
			q := variant.SquareAt(x, y)
			if q != 0 {
				numbers = append(numbers, q)
			}
			b.WriteByte(' ')
			b.WriteByte(letter(p, q))
		}
		if !letters {
			fmt.Fprintf(&b, "  %d-%d", numbers[0], numbers[len(numbers)-1])
		}
		b.WriteByte('\n')
	}
	if letters {
		b.WriteString("   ")
		for column := range size {
			if from == draughts.Black {
				column = size - 1 - column
			}
			b.WriteByte(' ')
			b.WriteByte(byte('a' + column))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// rank returns the digit beside a row, counted from the top of the picture.
func rank(row, size int, from draughts.Side) int {
	if from == draughts.Black {
		return row + 1
	}
	return size - row
}

// letter returns the letter of the piece on a square, a dot for an empty square, or a blank
// for a square that is not played on.
func letter(p draughts.Position, q draughts.Square) byte {
	if q == 0 {
		return ' '
	}
	return [...]byte{'.', 'w', 'W', 'b', 'B'}[p.At(q)]
}
