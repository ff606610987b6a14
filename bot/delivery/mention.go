package delivery

import (
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// Mentions is whom a message about a game mentions.
type Mentions struct {
	Sides Sides
	Moved bool // a side moved, which those who follow the moves want to know
	Ended bool // the game ended, which all who follow it want to know
}

// Sides is a set of sides of a game.
type Sides [len(draughts.Sides)]bool

// JustBegun stands for the number of events before a game began.
const JustBegun = -1

// Mentioned returns whom a message mentions because of what happened after so many events: the
// side that is to act, or that waited for it, and those who follow the game.
func Mentioned(g *game.Game, since int) Mentions {
	m := Mentions{Sides: mentionedSides(g, since)}
	for i := max(since, 0); i < g.Seq(); i++ {
		m.Moved = m.Moved || g.Event(i).Kind == game.Moved
		m.Ended = m.Ended || g.Event(i).Kind == game.Ended
	}
	return m
}

// mentionedSides returns the sides that a message mentions because of what happened after so many events.
func mentionedSides(g *game.Game, since int) (sides Sides) {
	if since == JustBegun {
		for _, s := range draughts.Sides { // who waits elsewhere does not see that it was accepted
			sides[s] = !g.IsOver() && (s == g.Turn() || g.IsBetween() && g.IsHere(s))
		}
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
			planned := i > 0 && g.Event(i-1).Answers
			if e.Result.Cause == game.ByTime || planned || unclaimed || e.Result.Moderator != game.Anyone { // neither player did it now
				return Sides{true, true}
			}
			sides[other] = true
		}
	}
	return sides
}

// ToAct mentions the sides that are to act: to move, or to answer an offer.
func ToAct(g *game.Game) (m Mentions) {
	if g.IsOver() {
		return m
	}
	m.Sides[g.Turn()] = true
	for _, s := range draughts.Sides {
		for _, o := range game.Offers {
			m.Sides[s.Opponent()] = m.Sides[s.Opponent()] || g.Offered(s, o)
		}
	}
	return m
}

// Without returns the mentions without that of a player.
func (m Mentions) Without(g *game.Game, p game.PersonID) Mentions {
	if side, plays := g.Side(p); plays {
		m.Sides[side] = false
	}
	return m
}

// Or returns the mentions of one message and of another.
func (m Mentions) Or(other Mentions) Mentions {
	for i := range m.Sides {
		m.Sides[i] = m.Sides[i] || other.Sides[i]
	}
	return Mentions{Sides: m.Sides, Moved: m.Moved || other.Moved, Ended: m.Ended || other.Ended}
}

// Players returns the players of a game whom a message mentions.
func (m Mentions) Players(g *game.Game) (people []game.PersonID) {
	for _, s := range draughts.Sides {
		if m.Sides[s] {
			people = append(people, g.Player(s))
		}
	}
	return people
}

// Followers returns the followers of a game whom a message mentions.
func (m Mentions) Followers(g *game.Game) (people []game.PersonID) {
	for _, f := range g.Followers {
		if m.Ended || m.Moved && f.Follows == game.FollowsMoves {
			people = append(people, f.Person)
		}
	}
	return people
}
