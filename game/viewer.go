package game

import "context"

// Viewer is a person who looks at something in a place. Everyone in a game's place sees the
// game, and its players and voters see it from anywhere.
type Viewer struct {
	Person PersonID
	Place  PlaceID

	unrestricted bool // sees everything
}

// sees reports whether the viewer may see a game.
func (v Viewer) sees(g *Game) bool {
	_, plays := g.Side(v.Person)
	_, votes := g.VotesFor(v.Person)
	return plays || votes || v.Place == g.Place || v.unrestricted || g.Abroad != nil && v.Place == g.Abroad.Place
}

// seesChallenge reports whether the viewer may see a challenge: in its place, or as one of its two
// people. One to anyone everywhere is seen by all, but see Challenge.abroad.
func (v Viewer) seesChallenge(c *Challenge) bool {
	return v.Place == c.Place || v.knows(c) || c.Everywhere
}

// knows reports whether the viewer may see a whole challenge.
func (v Viewer) knows(c *Challenge) bool {
	return v.Place == c.Place || v.is(c.From) || v.is(c.To) || v.unrestricted
}

// lists reports whether the viewer may see every game of a list.
func (v Viewer) lists(l GameList) bool {
	switch {
	case l.Kind == GamesAll, l.Kind == GamesFollowedBy && !v.is(l.Person):
		return false
	case l.Place != Everywhere:
		return v.Place == l.Place
	}
	return l.Kind != GamesRuledBy && l.Kind != GamesFollowedBy && (v.is(l.Person) || v.is(l.Other))
}

// listsChallenges reports whether the viewer may see every challenge of a list.
func (v Viewer) listsChallenges(l ChallengeList) bool {
	return l.Kind == ChallengesIn && v.Place == l.Place || v.is(l.Person)
}

// listsTournaments reports whether the viewer may see every tournament of a list.
func (v Viewer) listsTournaments(l TournamentList) bool { return v.Place == l.Place || v.is(l.Person) }

func (v Viewer) is(p PersonID) bool { return p.IsPerson() && v.Person == p }

// game reads a game that the viewer may see, as it is stored.
func (v Viewer) game(tx Reader, id GameID) (*Game, error) {
	g, err := tx.Game(id.home())
	if isNotFound(err) || err == nil && !v.sees(g) {
		return nil, refuse(NoSuchGame)
	}
	return g, err
}

// challenge reads a challenge that the viewer may see.
func (v Viewer) challenge(tx Reader, id ChallengeID) (*Challenge, error) {
	c, err := tx.Challenge(id)
	if isNotFound(err) || err == nil && !v.seesChallenge(c) {
		return nil, refuse(NoSuchChallenge)
	}
	return c, err
}

// Game returns a game that the viewer may see.
func (r *Referee) Game(ctx context.Context, id GameID, v Viewer) (*Game, error) {
	return view(ctx, r, func(tx Reader) (*Game, error) {
		g, err := v.game(tx, id)
		if err != nil {
			return nil, err
		}
		return v.from(g, id), nil
	})
}

// UnrestrictedGame returns a game regardless of who may see it. It is for announcements, which go
// to the game's own room and players. Do not use it to answer a request.
func (r *Referee) UnrestrictedGame(ctx context.Context, id GameID) (*Game, error) {
	return r.Game(ctx, id, Viewer{unrestricted: true})
}

// GameOfRequest returns the game of a request that was answered before, if the viewer may see
// it.
func (r *Referee) GameOfRequest(ctx context.Context, id RequestID, v Viewer) (*Game, error) {
	return view(ctx, r, func(tx Reader) (*Game, error) {
		before, err := tx.AnswerRecord(id)
		if isNotFound(err) || err == nil && before.Game == "" {
			return nil, refuse(NoSuchGame)
		} else if err != nil {
			return nil, err
		}
		g, err := v.game(tx, before.Game)
		if err != nil {
			return nil, err
		}
		return v.from(g, before.Game), nil
	})
}

// Games returns a page of a list of games. It refuses a list that can hold a game that the
// viewer may not see.
func (r *Referee) Games(ctx context.Context, list GameList, v Viewer, from Cursor, most int) (Page[*Game], error) {
	if !v.lists(list) {
		return Page[*Game]{}, refuse(NoSuchGame)
	}
	return view(ctx, r, func(tx Reader) (Page[*Game], error) {
		page, err := tx.Games(list, from, most)
		for i, g := range page.Items {
			page.Items[i] = v.from(g, g.ID)
		}
		return page, err
	})
}

// ChallengeByID returns a challenge that the viewer may see.
func (r *Referee) ChallengeByID(ctx context.Context, id ChallengeID, v Viewer) (*Challenge, error) {
	return view(ctx, r, func(tx Reader) (*Challenge, error) {
		c, err := v.challenge(tx, id)
		if err != nil {
			return nil, err
		}
		return v.fromHere(c), nil
	})
}

// UnrestrictedChallenge returns a challenge regardless of who may see it. Like UnrestrictedGame, it
// is for announcements.
func (r *Referee) UnrestrictedChallenge(ctx context.Context, id ChallengeID) (*Challenge, error) {
	return r.ChallengeByID(ctx, id, Viewer{unrestricted: true})
}

// Challenges returns the first challenges of a list. It refuses a list that can hold a challenge that
// the viewer may not see.
func (r *Referee) Challenges(ctx context.Context, list ChallengeList, v Viewer, most int) ([]*Challenge, error) {
	if !v.listsChallenges(list) {
		return nil, refuse(NoSuchChallenge)
	}
	return view(ctx, r, func(tx Reader) ([]*Challenge, error) {
		page, err := tx.Challenges(list, "", most)
		return page.Items, err
	})
}

// listedOfOne is how many challenges of one person the lobby lists, so that others have room.
const listedOfOne = 2

// Lobby returns the newest open challenges to anyone in any place, as the viewer sees them, with the ratings of the challengers:
// without those of people who have blocked the viewer, or whom the viewer has blocked.
func (r *Referee) Lobby(ctx context.Context, v Viewer, most int) ([]*Challenge, error) {
	return view(ctx, r, func(tx Reader) ([]*Challenge, error) {
		page, err := tx.Challenges(OpenChallengesEverywhere(), "", most)
		if err != nil {
			return nil, err
		}
		var seen []*Challenge
		by := map[PersonID]int{}
		for _, c := range page.Items {
			blocked, err := areApart(tx, v.Person, c.From)
			if err != nil {
				return nil, err
			}
			if by[c.From]++; blocked || by[c.From] > listedOfOne {
				continue
			}
			if err := c.findRating(tx); err != nil {
				return nil, err
			}
			seen = append(seen, v.fromHere(c))
		}
		return seen, nil
	})
}

// findRating finds the challenger's rating everywhere. People who vote have none.
func (c *Challenge) findRating(tx Reader) error {
	if c.Voting {
		return nil
	}
	last, err := tx.RatingHistory(c.From, PoolOf(c.Variant), Everywhere, 1)
	if err == nil && len(last) > 0 && !last[0].Rating.IsProvisional() {
		c.Rating = &last[0].Rating
	}
	return err
}
