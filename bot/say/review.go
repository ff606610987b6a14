package say

import (
	"strconv"

	"doublecorner/bot/lang"
	"doublecorner/game/draughts"
	"doublecorner/game/puzzle"
	"doublecorner/game/review"
	"doublecorner/game/search"
)

// Accuracy writes the accuracy of a side; a dash if none of its moves counts.
func Accuracy(r *review.Review, s draughts.Side) string {
	accuracy, moves := r.Accuracy(s)
	if moves == 0 {
		return "–"
	}
	return strconv.Itoa(Round(accuracy))
}

// Change says what a turning point changed for the player who made the move.
func Change(l *lang.Language, r *review.Review, t review.Turn) string {
	side := r.History().At(t.Ply).Turn()
	return l.Say("review.change", "side", side.String(), "before", valueText(l, r, t.Before), "after", valueText(l, r, t.After))
}

// valueText writes what a position is worth to a player: a chance, or what is proven.
func valueText(l *lang.Language, r *review.Review, v search.Value) string {
	result := "open"
	if v.Proven {
		result = [...]string{"lost", "drawn", "won"}[v.Score+1]
	}
	return l.Say("review.value", "result", result, "n", max(1, FullMoves(v.Plies)), "percent", review.Percent(r.ChanceOf(v)))
}

// mostShown is how many moves of a line one reads and keeps in mind.
const mostShown = 6

// Line writes how it could go on after a number of moves of a game as a score sheet.
func Line(h *draughts.History, ply int, line []draughts.Move) string {
	with := h.Until(ply)
	with.PlayLine(line[:min(mostShown, len(line))])
	text := Score(with, ply, with.Len())
	if len(line) > mostShown {
		text += " …"
	}
	return text
}

// Idea writes a move and what it is worth, in words and as the chance of the side that stands better.
func Idea(l *lang.Language, p draughts.Position, line search.Line) string {
	return "**" + p.Text(line.Moves[0]) + "** · " + standingText(l, p, line.Value)
}

// standingText says who stands better if a position has a value.
func standingText(l *lang.Language, p draughts.Position, v search.Value) string {
	side, chance := p.Turn(), review.CurveOf(p.Variant()).ChanceOf(v)
	if chance < .5 {
		side, chance = side.Opponent(), 1-chance
	}
	degree := "winning"
	switch {
	case v.Proven && v.Score == 0:
		degree = "drawn"
	case v.Proven:
		degree = "won"
	case chance < .53:
		degree = "even"
	case chance < .65:
		degree = "slight"
	case chance < .85:
		degree = "better"
	}
	return l.Say("analysis.standing", "degree", degree, "side", side.String(),
		"n", max(1, FullMoves(v.Plies)), "percent", review.Percent(chance))
}

// PuzzleTask says what is to be done from a ply of a puzzle on.
func PuzzleTask(l *lang.Language, p *puzzle.Puzzle, ply int) string {
	return l.Say("puzzle.task", "side", p.Start.Turn().String(), "saves", p.Saves, "n", (p.Asked-ply+1)/2)
}
