package review

import (
	"fmt"
	"math"

	"doublecorner/game/draughts/pdn"
	"doublecorner/game/search"
)

// Annotate adds to the game in PDN what was wrong with its moves: a glyph, a comment, and as a variation
// what was better.
func (r *Review) Annotate(g *pdn.Record) {
	remarks := map[int]pdn.Line{}
	for _, t := range r.losing(dubious) {
		remarks[t.Ply] = r.remark(t)
	}
	var line pdn.Line
	ply := -1 // of the move before
	for _, n := range g.Line {
		if n.Kind == pdn.Move {
			line = append(line, remarks[ply]...)
			ply++
		}
		line = append(line, n)
	}
	g.Line = append(line, remarks[ply]...)
}

// remark returns what is added after a move.
func (r *Review) remark(t Turn) pdn.Line {
	glyph := "6" // dubious
	switch {
	case t.Loss >= blunder:
		glyph = "4"
	case t.Loss >= mistake:
		glyph = "2"
	}
	var better pdn.Line
	for _, text := range r.history.At(t.Ply).Line(t.Better) {
		better = append(better, pdn.Node{Kind: pdn.Move, Text: text})
	}
	return pdn.Line{
		{Kind: pdn.NAG, Text: glyph},
		{Kind: pdn.Comment, Text: r.valueText(t.Before) + " before, " + r.valueText(t.After) + " after"},
		{Kind: pdn.Variation, Variation: better},
	}
}

// valueText returns a value as the chance to win, or as what is proven.
func (r *Review) valueText(v search.Value) string {
	if v.Proven {
		return v.String()
	}
	return fmt.Sprintf("%d%%", Percent(r.curve.ChanceOf(v)))
}

// Percent returns a chance in percent. Only what is proven is 0 or 100.
func Percent(chance float64) int {
	percent := int(math.Round(100 * chance))
	if chance > 0 && chance < 1 {
		percent = max(1, min(99, percent))
	}
	return percent
}
