package game

import (
	"context"
	"slices"

	"doublecorner/game/draughts"
)

// Follower is a person who is told of a game without playing in it.
type Follower struct {
	Person  PersonID
	Follows Following
}

// Following is what of a game a person is told.
type Following uint8

const (
	FollowsNothing Following = iota
	FollowsEnd               // that it ended
	FollowsMoves             // each move, and that it ended
)

func (f Following) String() string { return draughts.Word(f, "nothing", "end", "moves") }

// maxFollowers is the greatest number of followers of a game.
const maxFollowers = 25

// Following returns what of the game a person follows.
func (h *Header) Following(p PersonID) Following {
	for _, f := range h.Followers {
		if f.Person == p {
			return f.Follows
		}
	}
	return FollowsNothing
}

// setFollowing sets what of the game a person follows. It leaves the followers of copies of the game alone.
func (h *Header) setFollowing(p PersonID, follows Following) {
	h.Followers = slices.DeleteFunc(slices.Clone(h.Followers), func(f Follower) bool { return f.Person == p })
	if follows != FollowsNothing {
		h.Followers = append(h.Followers, Follower{p, follows})
	}
}

// FollowRequest asks to follow a running game, or not to follow it any more.
type FollowRequest struct {
	Request
	Game    GameID
	Follows Following
}

// Follow has a person follow a running game in the person's place, from now on.
func (r *Referee) Follow(ctx context.Context, q FollowRequest) (Answer, error) {
	return r.do(ctx, followKind, q.Request, func(s *step) (Answer, error) {
		g, err := s.viewer().game(s.tx, q.Game)
		if err != nil {
			return Answer{}, err
		}
		_, plays := g.Side(s.by.Person)
		switch {
		case g.IsBetween():
			return Answer{}, &RequestError{Code: BetweenPlaces, Game: g}
		case plays:
			return Answer{}, &RequestError{Code: FollowsOwnGame, Game: g}
		case g.IsOver():
			return Answer{}, &RequestError{Code: Over, Game: g}
		}
		g.setFollowing(s.by.Person, q.Follows)
		if len(g.Followers) > maxFollowers {
			return Answer{}, &RequestError{Code: TooManyFollowers, Limit: maxFollowers}
		}
		return Answer{Game: g}, s.tx.PutGame(g)
	})
}
