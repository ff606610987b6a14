package say

import (
	"fmt"
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

// MoveLabels returns the labels of moves: 22x15x8 · takes 2, crowns.
func MoveLabels(l *lang.Language, p draughts.Position, moves []draughts.Move) []string {
	labels := p.TextsIn(moves, p.Variant().Rules().Board.Notation)
	for i, m := range moves {
		var effects []string
		if n := m.Captured().Len(); n > 0 {
			effects = append(effects, l.Say("move.takes", "n", n))
		}
		if m.Crowns() {
			effects = append(effects, l.Say("move.crowns"))
		}
		if len(effects) > 0 {
			labels[i] = l.Say("move.label", "move", labels[i], "does", l.And(effects))
		}
		labels[i] = message.Clip(labels[i])
	}
	return labels
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
