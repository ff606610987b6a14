package delivery

import "doublecorner/game"

// IsNote reports whether what happened in a game after so many events is told by a note, which
// leaves the board where it is: an offer, what came of offers, vacations, and reminders. Of two pending offers each can be over
// before the other, which a board shows.
func IsNote(g *game.Game, since int) bool {
	if since < 0 || since >= g.Seq() || g.Post == 0 {
		return false
	}
	pending := 0
	for i := since; i < g.Seq(); i++ {
		switch e := g.Event(i); e.Kind {
		case game.Offered, game.Declined, game.Withdrawn:
			if e.Kind == game.Offered && g.Offered(e.Side, e.Offer) {
				pending++
			}
			if g.HasComputer() || pending > 1 { // the computer answers at once, on the board
				return false
			}
		case game.WentAway, game.CameBack:
		default:
			if !IsReminder(g, i+1) {
				return false
			}
		}
	}
	return true
}

// IsReminder reports whether event number seq of a game, counted from 1, did no more than remind the players of
// the time: it did not let one claim the win, nor gave it a channel more time to vote.
func IsReminder(g *game.Game, seq int) bool {
	if seq < 1 || seq > g.Seq() || g.Event(seq-1).Kind != game.Reminded {
		return false
	}
	return g.AsOf(seq).Idleness() != game.ClaimOpen && !g.IsTeam(g.Event(seq-1).Side)
}

// isQuiet reports whether event number seq of a game, counted from 1, is not told: that a vacation is over, or ends at another
// time. Only the board shows it.
func isQuiet(g *game.Game, seq int) bool {
	if seq < 1 || seq > g.Seq() {
		return false
	}
	e := g.Event(seq - 1)
	_, wasAway := g.AsOf(seq - 1).Away(e.Side)
	return e.Kind == game.CameBack || e.Kind == game.WentAway && wasAway
}
