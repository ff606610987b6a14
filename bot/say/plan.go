package say

import (
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// Branch writes the moves of a history that come after those of a game: “If 22-18, then 15x22 · If 25x18,
// then 11-15”. The last one may be the opponent’s.
func Branch(l *lang.Language, g *game.Game, h *draughts.History) string {
	var ifs []string
	moves := h.Moves()
	for i := g.Len(); i < len(moves); i += 2 {
		said, then := []any{"move", h.At(i).Text(moves[i])}, i+1 < len(moves)
		if then {
			said = append(said, "answer", h.At(i+1).Text(moves[i+1]))
		}
		ifs = append(ifs, l.Say("plan.if", append(said, "answered", then)...))
	}
	return strings.Join(ifs, " · ")
}

// maxPlanText is the number of characters of conditional moves that a list of games shows for each.
const maxPlanText = 60

// Plan sums up the conditional moves of a player in a game, or says that they did not fit; "" if there are
// none.
func Plan(l *lang.Language, g *game.Game, of game.PersonID) string {
	branches := g.BranchesOf(of)
	if len(branches) == 0 {
		return LostPlan(l, g, of)
	}
	h, err := g.AfterBranch(branches[0])
	if err != nil {
		return ""
	}
	text := message.ClipTo(Branch(l, g, h), maxPlanText)
	if more := len(branches) - 1; more > 0 {
		text += " · " + l.Say("list.more", "n", more)
	}
	return text
}

// LostPlan tells a player that their conditional moves did not fit; "" if they had none, or have moved since.
func LostPlan(l *lang.Language, g *game.Game, of game.PersonID) string {
	if !g.HasLostBranches(of) {
		return ""
	}
	return l.Say("plan.lost")
}
