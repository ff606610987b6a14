package say

import (
	"doublecorner/bot/lang"
	"doublecorner/game/draughts"
	"doublecorner/game/review"
	"doublecorner/game/story"
)

// TurnFact says what is certain about a turning point; "" if nothing is.
func TurnFact(l *lang.Language, r *review.Review, t review.Turn) string {
	f, ok := r.Fact(t)
	if !ok {
		return ""
	}
	before := r.History().At(t.Ply)
	move, side := before.Text(t.Played), before.Turn().Opponent().String()
	switch f.Kind {
	case story.Loses:
		line := Moves(before.Play(t.Played), f.Line)
		return l.Say("review.loses", "move", move, "given", len(f.Line) == 1, "pieces", pieces(l, f), "line", line)
	case story.LetsCrown:
		return l.Say("review.lets-crown", "move", move, "side", side, "line", Moves(before.Play(t.Played), f.Line))
	case story.Misses:
		return l.Say("review.misses", "line", Moves(before, f.Line), "taken", len(f.Line) == 1, "pieces", pieces(l, f))
	case story.MissesKing:
		return l.Say("review.misses-king", "line", Moves(before, f.Line))
	case story.SpoilsWin:
		return l.Say("review.spoils", "was", "won", "line", Moves(before, f.Line))
	}
	return l.Say("review.spoils", "was", "drawn", "line", Moves(before, f.Line))
}

// Merit says what is certain about the first move of a line of best play; "" if nothing is.
func Merit(l *lang.Language, p draughts.Position, line []draughts.Move) string {
	f, ok := story.Merit(p, line)
	switch {
	case !ok:
		return ""
	case f.Kind == story.Wins:
		return l.Say("hint.wins", "pieces", pieces(l, f), "line", Moves(p, f.Line))
	case f.Kind == story.Crowns:
		return l.Say("hint.crowns")
	}
	return l.Say("hint.saves", "piece", lang.PieceWord(f.Of), "square", p.Variant().Name(f.At))
}

// pieces writes the pieces of a fact as the object of a sentence: a man.
func pieces(l *lang.Language, f story.Fact) string {
	of := "piece"
	if f.Of != draughts.NoPiece {
		of = lang.PieceWord(f.Of)
	}
	return l.Say("review.pieces", "n", f.N, "of", of)
}
