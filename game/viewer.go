package game

// Viewer is a person who looks at something, and the place where they do so. Everybody in a
// game's place can see it, and its players can see it from anywhere.
type Viewer struct {
	Person PersonID
	Place  PlaceID
}

// sees tells whether the viewer may see a game.
func (v Viewer) sees(g *Game) bool {
	_, plays := g.Side(v.Person)
	return plays || v.Place == g.Place
}

// seesChallenge tells whether the viewer may see a challenge: if they are in its place, or
// made it, or are challenged by it.
func (v Viewer) seesChallenge(c *Challenge) bool {
	return v.Place == c.Place || v.is(c.From) || v.is(c.To)
}

// lists tells whether the viewer may see every game of a list.
func (v Viewer) lists(l GameList) bool {
	switch {
	case l.Kind == GamesAll:
		return false
	case l.Place != Everywhere:
		return v.Place == l.Place
	case l.Kind == GamesRunningOf, l.Kind == GamesFinishedOf, l.Kind == GamesBetween:
		return v.is(l.Person) || v.is(l.Other)
	}
	return false
}

// listsChallenges tells whether the viewer may see every challenge of a list.
func (v Viewer) listsChallenges(l ChallengeList) bool {
	if l.Kind == ChallengesIn {
		return v.Place == l.Place
	}
	return v.is(l.Person)
}

func (v Viewer) is(p PersonID) bool { return p.IsSomebody() && v.Person == p }
