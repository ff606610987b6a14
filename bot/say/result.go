package say

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/tournament"
)

// Result says how a game ended, and why.
func Result(l *lang.Language, g *game.Game, r game.Result) string {
	players := [...]string{Player(l, g, draughts.White), Player(l, g, draughts.Black)}
	text := "**" + Winner(l, g) + "** " + endText(l, g, r, players)
	if _, won := r.Outcome.Winner(); won {
		return "🏆 " + text
	}
	return text
}

// Winner says who won a game; "" while it is not over.
func Winner(l *lang.Language, g *game.Game) string {
	r, over := g.Result()
	if !over {
		return ""
	}
	return l.Say(lang.Key("result.", r.Outcome), "white", Player(l, g, draughts.White), "black", Player(l, g, draughts.Black))
}

// endText says why a game ended, and if it ended too early to count.
func endText(l *lang.Language, g *game.Game, r game.Result, players [len(draughts.Sides)]string) string {
	text := Cause(l, g, r, players[EndSide(g, r)])
	switch {
	case r.Outcome != game.NoOutcome || r.Cause == game.Aborted || g.IsUnderway():
		return text
	case r.Moderator != game.Anyone: // a moderator's reason may lack its full stop
		return l.Say("result.early") + " " + text
	default:
		return text + " " + l.Say("result.early")
	}
}

// EndSide returns the side that ended a game, or that has no pieces or no moves left.
func EndSide(g *game.Game, r game.Result) draughts.Side {
	if r.Cause == game.ByRules && (r.Rule == draughts.NoPieces || r.Rule == draughts.NoMoves) {
		return g.Turn()
	}
	return g.Event(g.Seq() - 1).Side
}

// Cause says why a game ended. The player is the name of its EndSide.
func Cause(l *lang.Language, g *game.Game, r game.Result, player string) string {
	switch {
	case r.Moderator != game.Anyone: // also without a result
		reason := cmp.Or(message.Escape(r.Reason), "…") // an erasure removes it
		return l.Say("result.cause.ruling", "director", g.Tournament != "", "reason", reason)
	case r.Cause == game.Aborted && g.IsUnderway():
		return l.Say("result.cause.agreement")
	case r.Cause == game.ByRules || r.Cause == game.ByClaim:
		return l.Say(lang.Key("result.rule.", r.Rule), "player", player)
	case r.Cause == game.Abandoned && g.Tournament != "" && g.Player(EndSide(g, r)) != game.FormerPlayer:
		return l.Say("tournament.news.withdrew", "player", player, "missed", false)
	}
	return l.Say(lang.Key("result.cause.", r.Cause), "player", player, "n", game.MaxPlies)
}

// RatingChange says how ratings changed by a game, or why they did not.
func RatingChange(l *lang.Language, g *game.Game, r game.Result) string {
	switch {
	case g.HasComputer():
		return beatenText(l, g, r)
	case !g.Rated:
		return l.Say("result.unrated")
	case r.Outcome == game.NoOutcome: // which has been explained
		return l.Say("result.unchanged")
	}
	var lines []string
	for _, s := range draughts.Sides {
		for _, c := range r.Changes[s] {
			if c.Place != g.RatingPlace() {
				continue
			}
			if c.After.IsProvisional() {
				lines = append(lines, l.Say("result.provisional", "player", Player(l, g, s), "n", c.After.GamesLeft()))
				continue
			}
			lines = append(lines, Player(l, g, s)+" "+RatingStep(c.Before, c.After))
		}
	}
	if r.Cause == game.ByRuling && g.Pool.IsBuiltin() { // other rules are never rated everywhere
		lines = append(lines, l.Say("result.here"))
	}
	if r.Weight < 1 {
		lines = append(lines, l.Say("result.weight"))
	}
	return strings.Join(lines, "\n")
}

// RatingStep writes how a rating changed: 1500 → **1512** (+12).
func RatingStep(before, after game.Rating) string {
	from, to := Round(before.Points), Round(after.Points)
	sign := [...]string{"−", "±", "+"}[cmp.Compare(to, from)+1]
	return fmt.Sprintf("%d → **%d** (%s%d)", from, to, sign, max(to-from, from-to))
}

// beatenText congratulates the player who beat the computer; "" if nobody did.
func beatenText(l *lang.Language, g *game.Game, r game.Result) string {
	side, _ := g.Side(game.Computer)
	winner := side.Opponent()
	switch {
	case r.Outcome != game.WonBy(winner):
		return ""
	case !g.CountsAgainstComputer():
		return l.Say("computer.beaten-uncounted")
	}
	return l.Say("computer.beaten", "player", Player(l, g, winner), "level", g.Level, "best", g.Level == game.Levels)
}

// PairingEnd says what becomes of a game of a tournament that ended without a result: it is played again, or a player
// forfeits it, or the director has decided its pairing; "" if none of these.
func PairingEnd(l *lang.Language, g *game.Game, t *game.Tournament) string {
	p := t.Pairing(g.Pairing)
	if p != nil && !t.IsOver() && !slices.ContainsFunc(p.Games, func(of tournament.ScoredGame) bool { return of.ID == string(g.ID) }) {
		return l.Say("result.again")
	}
	switch {
	case p == nil || p.Annulled || len(p.Games) == 0 || p.Games[len(p.Games)-1].ID != string(g.ID):
		return ""
	case p.Ruling:
		return l.Say("result.decided", "white", Named(l, &g.Terms, game.PersonOf(p.White)), "black", Named(l, &g.Terms, game.PersonOf(p.Black)),
			"score", p.Score.White.String()+" – "+p.Score.Black.String())
	case !p.Score.Forfeit || p.Score.White == p.Score.Black:
		return ""
	}
	loser := p.White
	if p.Score.White > p.Score.Black {
		loser = p.Black
	}
	side, plays := g.Side(game.PersonOf(loser))
	if !plays {
		return "" // they were erased
	}
	return l.Say("result.forfeit", "player", Player(l, g, side))
}
