package say

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/openings"
)

// Opening names the opening that a game has reached with its last n moves; "" if they reach none.
func Opening(l *lang.Language, h *draughts.History, n int) string {
	name, ok := openings.Name(h)
	if !ok || openings.Known(h) <= h.Len()-n {
		return ""
	}
	return "-# " + l.Say("board.opening", "name", name)
}

// Ballot names the ballot that a game began with, and its moves; "" if it began without one.
func Ballot(l *lang.Language, g *game.Game, h *draughts.History) string {
	b, ok := openings.BallotOf(h)
	if !ok || g.Opening == nil {
		return ""
	}
	return l.Say("board.ballot", "n", b.Number, "named", b.Name != "", "name", b.Name, "moves", Score(h, 0, len(g.Opening)))
}

// fullMove writes a move with its whole path.
func fullMove(before draughts.Position, m draughts.Move) string {
	return before.Full(m, before.Variant().Rules().Board.Notation)
}

// moveAt writes a move of a game, counted from 0.
func moveAt(h *draughts.History, ply int) string {
	return h.At(ply).Text(h.Moves()[ply])
}

// NumberedMove writes a move of a game, counted from 0, with the number that it has on a score sheet: 12.
// 22-18, or 12… 9-13 for the side that did not begin.
func NumberedMove(h *draughts.History, ply int) string {
	mark := "."
	if ply%2 == 1 {
		mark = "…"
	}
	return strconv.Itoa(ply/2+1) + mark + " " + moveAt(h, ply)
}

// Score writes some moves of a game as a score sheet: 1. 9-14 23-18 2. 14x23, or 1… 23-18 2. 14x23.
func Score(h *draughts.History, from, to int) string {
	var words []string
	for ply := from; ply < to; ply++ {
		if ply%2 == 0 || ply == from {
			words = append(words, NumberedMove(h, ply))
		} else {
			words = append(words, moveAt(h, ply))
		}
	}
	return strings.Join(words, " ")
}

// MoveList writes the moves of a game in two columns, the side that begins on the left.
func MoveList(h *draughts.History) string {
	var b strings.Builder
	for i := range h.Len() {
		text := moveAt(h, i)
		if i%2 == 0 {
			fmt.Fprintf(&b, "%3d. %-12s", i/2+1, text)
		} else {
			b.WriteString(" " + text + "\n")
		}
	}
	if h.Len()%2 == 1 {
		b.WriteString("\n")
	}
	return b.String()
}

// MoveChoices returns the names of moves among the choices of an option that a user types: 22x15 · jumps 2 and crowns.
func MoveChoices(l *lang.Language, p draughts.Position, moves []draughts.Move) []string {
	names := p.TextsIn(moves, p.Variant().Rules().Board.Notation)
	for i, m := range moves {
		names[i] = withEffects(l, m, names[i])
	}
	return names
}

// MoveLabels returns the labels of moves on buttons and in selects, with an arrow as on a board with a side at its bottom:
// ↗ 22 → 18, or 22 × 15 × 8 · jumps 2.
func MoveLabels(l *lang.Language, p draughts.Position, moves []draughts.Move, from draughts.Side) []string {
	v := p.Variant()
	labels := make([]string, len(moves))
	for i, m := range moves {
		text := arrow(v, m, from) + " " + v.Name(m.From()) + " → " + v.Name(m.To())
		if m.IsCapture() {
			text = strings.ReplaceAll(fullMove(p, m), "x", " × ")
		}
		labels[i] = withEffects(l, m, text)
	}
	return labels
}

// withEffects returns a label with what the move does.
func withEffects(l *lang.Language, m draughts.Move, text string) string {
	var effects []string
	if n := m.Captured().Len(); n > 0 {
		effects = append(effects, l.Say("move.takes", "n", n))
	}
	if m.Crowns() {
		effects = append(effects, l.Say("move.crowns"))
	}
	if len(effects) > 0 {
		text = l.Say("move.label", "move", text, "does", l.And(effects))
	}
	return message.Clip(text)
}

// arrows points to the eight neighbours of a square, by row and column.
var arrows = [3][3]string{{"↖", "↑", "↗"}, {"←", "", "→"}, {"↙", "↓", "↘"}}

// arrow returns the arrow of a move on a board with a side at its bottom.
func arrow(v *draughts.Variant, m draughts.Move, from draughts.Side) string {
	x, y := seen(v, m.From(), from)
	toX, toY := seen(v, m.To(), from)
	return arrows[1+cmp.Compare(toY, y)][1+cmp.Compare(toX, x)]
}

// seen returns the column and the row of a square on a board with a side at its bottom, counted from the top left.
func seen(v *draughts.Variant, q draughts.Square, from draughts.Side) (x, y int) {
	x, y = v.XY(q)
	if last := v.Rules().Board.Size - 1; from == draughts.Black {
		x, y = last-x, last-y
	}
	return x, y
}

// Arrange returns moves in the order of their pieces on a board with a side at its bottom, from left to right, and above
// each other from top to bottom.
func Arrange(v *draughts.Variant, moves []draughts.Move, from draughts.Side) []draughts.Move {
	places := map[draughts.Square][2]int{}
	place := func(q draughts.Square) [2]int {
		if _, known := places[q]; !known {
			x, y := seen(v, q, from)
			places[q] = [2]int{x, y}
		}
		return places[q]
	}
	compare := func(a, b draughts.Square) int {
		atA, atB := place(a), place(b)
		return slices.Compare(atA[:], atB[:])
	}
	return slices.SortedStableFunc(slices.Values(moves), func(a, b draughts.Move) int {
		return cmp.Or(compare(a.From(), b.From()), compare(a.To(), b.To()))
	})
}

// MoveNumber returns the number of the next move, or of the last one if the game is over.
func MoveNumber(g *game.Game) int {
	if g.IsOver() {
		return max(1, FullMoves(g.Len()))
	}
	return g.Len()/2 + 1
}

// FullMoves returns how many moves a score sheet counts after so many plies: one of each side is a move.
func FullMoves(plies int) int { return (plies + 1) / 2 }

// Step says which move of a game was the last of so many, and who made it.
func Step(l *lang.Language, g *game.Game, h *draughts.History, ply int) string {
	switch {
	case ply == 0:
		return l.Say("steps.start")
	case ply <= len(g.Opening):
		return "**" + NumberedMove(h, ply-1) + "** · " + l.Say("board.by-ballot")
	}
	return "**" + NumberedMove(h, ply-1) + "** · " + Player(l, g, h.At(ply-1).Turn())
}

// Moves writes moves that follow each other from a position.
func Moves(at draughts.Position, moves []draughts.Move) string {
	return strings.Join(at.Line(moves), " ")
}
