package game_test

import (
	"testing"

	"doublecorner/game"
)

// follow has a person follow a game.
func (h *fixture) follow(p game.PersonID, g *game.Game, follows game.Following) (game.Answer, error) {
	return h.Follow(background, game.FollowRequest{Request: h.by(p), Game: g.ID, Follows: follows})
}

// follows fails unless a person follows so much of a game.
func (h *fixture) follows(p game.PersonID, id game.GameID, want game.Following) {
	h.t.Helper()
	g := h.game(id)
	if got := g.Following(p); got != want {
		h.t.Errorf("%d follows %v, want %v", p, got, want)
	}
}

// Everybody in the place of a running game can follow it, except its players.
func TestFollow(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, american(t))
	for _, follows := range []game.Following{game.FollowsEnd, game.FollowsMoves, game.FollowsNothing, game.FollowsEnd} {
		_, err := h.follow(cid, g, follows)
		h.must(err)
		h.follows(cid, g.ID, follows)
	}
	if now := h.game(g.ID); now.Seq() != g.Seq() || len(now.Followers) != 1 {
		t.Errorf("the game has %d events and the followers %v", now.Seq(), now.Followers)
	}
	_, err := h.follow(ann, g, game.FollowsEnd)
	refused(t, err, game.FollowsOwnGame)
	elsewhere := h.by(mod)
	elsewhere.Place = other
	_, err = h.Follow(background, game.FollowRequest{Request: elsewhere, Game: g.ID, Follows: game.FollowsEnd})
	refused(t, err, game.NoSuchGame)
	_, err = h.Referee.Games(background, game.FollowedGamesOf(cid), game.Viewer{Person: cid, Place: other}, "", 10)
	refused(t, err, game.NoSuchGame)
	_, err = h.Referee.Games(background, game.FollowedGamesOf(cid).In(club), game.Viewer{Person: mod, Place: club}, "", 10)
	refused(t, err, game.NoSuchGame)

	for p := game.PersonID(201); p < 225; p++ {
		_, err := h.follow(p, g, game.FollowsEnd)
		h.must(err)
	}
	_, err = h.follow(225, g, game.FollowsEnd)
	if full := refused(t, err, game.TooManyFollowers); full.Limit != 25 {
		t.Errorf("the limit is %d", full.Limit)
	}
	_, err = h.follow(cid, g, game.FollowsMoves) // who follows already may follow more
	h.must(err)
	h.inOrder()
}

// Followers are remembered until a post has told them that the game ended.
func TestFollowersAreForgotten(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, american(t))
	_, err := h.follow(cid, g, game.FollowsEnd)
	h.must(err)
	shows := func(post game.PostID, seq int, announced ...game.AnnouncementID) {
		t.Helper()
		_, err := h.RecordShown(background, g.ID, game.ShownPost{Room: table, Post: post, Seq: seq}, announced...)
		h.must(err)
	}
	shows(1, 0, 1)
	h.follows(cid, g.ID, game.FollowsEnd)
	a, err := h.Resign(background, h.at(g, bob))
	h.must(err)
	_, err = h.follow(cid, g, game.FollowsMoves)
	refused(t, err, game.Over)
	shows(2, 0, 1) // it comes late, and shows the game before its end
	h.follows(cid, g.ID, game.FollowsEnd)
	shows(3, 1) // it tells nobody
	h.follows(cid, g.ID, game.FollowsEnd)
	shows(4, 1, a.Announced...)
	h.follows(cid, g.ID, game.FollowsNothing)
	h.inOrder()
}

// Followers are also forgotten when the end of their game is delivered without a post.
func TestFollowersAreForgottenWithoutPost(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, american(t))
	_, err := h.follow(cid, g, game.FollowsEnd)
	h.must(err)
	a, err := h.Resign(background, h.at(g, bob))
	h.must(err)
	h.must(h.Delivered(background, 1)) // of the challenge
	h.follows(cid, g.ID, game.FollowsEnd)
	h.must(h.Delivered(background, a.Announced...))
	h.must(h.Delivered(background, a.Announced...))
	h.follows(cid, g.ID, game.FollowsNothing)
	h.inOrder()
}
