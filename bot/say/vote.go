package say

import (
	"slices"
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// maxTallied is how many moves a tally names.
const maxTallied = 6

// Tally says how many people voted, and for what, in a position.
func Tally(l *lang.Language, p draughts.Position, tally []game.Tallied) string {
	total, others := 0, 0
	var moves []string
	for i, t := range tally {
		total += t.Votes
		m, err := p.Along(t.Path)
		if err != nil || i >= maxTallied {
			others += t.Votes
			continue
		}
		moves = append(moves, l.Say("vote.tallied", "move", p.Text(m), "n", t.Votes))
	}
	if others > 0 {
		moves = append(moves, l.Say("vote.others", "n", others))
	}
	return l.Say("vote.tally", "n", total, "moves", strings.Join(moves, l.Say("list.comma")))
}

// LastMade writes the last move of a game that has a path.
func LastMade(h *draughts.History, path game.Path) string {
	for ply, m := range slices.Backward(h.Moves()) {
		if slices.Equal(h.At(ply).Path(m), path) {
			return moveAt(h, ply)
		}
	}
	return ""
}
