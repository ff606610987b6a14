package delivery

import (
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// Sides is a set of sides of a game.
type Sides [len(draughts.Sides)]bool

// JustBegun stands for the number of events before a game began.
const JustBegun = -1

// Mentioned returns the sides that a board mentions because of what happened after so many
// events: the side that is to act, or that waited for it.
func Mentioned(g *game.Game, since int) (sides Sides) {
	if since == JustBegun {
		sides[g.Turn()] = !g.IsOver()
	}
	for i := max(since, 0); i < g.Seq(); i++ {
		e := g.Event(i)
		other := e.Side.Opponent()
		switch e.Kind {
		case game.Moved, game.TookBack, game.Reminded:
			sides[g.Turn()] = sides[g.Turn()] || !g.IsOver()
			sides[g.Turn().Opponent()] = sides[g.Turn().Opponent()] || g.Idleness() != game.NotIdle
		case game.Offered:
			sides[other] = sides[other] || g.Offered(e.Side, e.Offer)
		case game.Declined:
			sides[other] = true
		case game.Ended:
			unclaimed := e.Result.Cause == game.ByInactivity && e.Side == g.Turn()
			if e.Result.Cause == game.ByTime || unclaimed || e.Result.Moderator != game.Anyone { // neither player did it
				return Sides{true, true}
			}
			sides[other] = true
		}
	}
	return sides
}

// ToAct returns the sides that are to act: to move, or to answer an offer.
func ToAct(g *game.Game) (sides Sides) {
	if g.IsOver() {
		return sides
	}
	sides[g.Turn()] = true
	for _, s := range draughts.Sides {
		for _, o := range game.Offers {
			sides[s.Opponent()] = sides[s.Opponent()] || g.Offered(s, o)
		}
	}
	return sides
}

// Without returns the sides without that of a player.
func (s Sides) Without(g *game.Game, p game.PersonID) Sides {
	if side, plays := g.Side(p); plays {
		s[side] = false
	}
	return s
}

// Or returns the sides that are in one set or the other.
func (s Sides) Or(t Sides) Sides {
	for i := range s {
		s[i] = s[i] || t[i]
	}
	return s
}
