package bot

import (
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// sides are some of the two sides of a game.
type sides [len(draughts.Sides)]bool

// justBegun is how many events a game had before its beginning was news.
const justBegun = -1

// concerned are the sides whom something concerns that happened in a game after so many
// events: who is to do something now, or has waited for it.
func concerned(g *game.Game, since int) (who sides) {
	if since == justBegun {
		who[g.Turn()] = !g.IsOver()
	}
	for i := max(since, 0); i < g.Seq(); i++ {
		e := g.Event(i)
		other := e.Side.Opponent()
		switch e.Kind {
		case game.Moved, game.TookBack, game.Reminded:
			who[g.Turn()] = who[g.Turn()] || !g.IsOver()
		case game.Offered:
			who[other] = who[other] || g.Offered(e.Side, e.Offer)
		case game.Declined:
			who[other] = true
		case game.Ended:
			if e.Result.Cause == game.ByTime || e.Result.Moderator != game.Anyone { // neither player did it
				return sides{true, true}
			}
			who[other] = true
		}
	}
	return who
}

// awaited are the sides who are to do something in a game now: to move, or to answer an
// offer.
func awaited(g *game.Game) (who sides) {
	if g.IsOver() {
		return who
	}
	who[g.Turn()] = true
	for _, s := range draughts.Sides {
		for _, o := range game.Offers {
			who[s.Opponent()] = who[s.Opponent()] || g.Offered(s, o)
		}
	}
	return who
}

// without are the sides but for that of a person, if they play one.
func (s sides) without(g *game.Game, p game.PersonID) sides {
	if side, plays := g.Side(p); plays {
		s[side] = false
	}
	return s
}

// or are the sides that are among one or the other.
func (s sides) or(t sides) sides {
	for i := range s {
		s[i] = s[i] || t[i]
	}
	return s
}
