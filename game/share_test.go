package game_test

import (
	"testing"

	"doublecorner/game"
)

// A game has one address, until a player withdraws it; only that player can share it again, at another one.
func TestShare(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, american(t))
	viewer := func(p game.PersonID) game.Viewer { return game.Viewer{Person: p, Place: club} }
	share := func(p game.PersonID) string {
		t.Helper()
		g, err := h.ShareGame(background, g.ID, viewer(p))
		h.must(err)
		return g.Share.Secret
	}
	seen := func(secret string) error {
		_, err := h.SharedGame(background, g.ID, secret)
		return err
	}
	refused(t, seen(""), game.NoSuchGame) // it has none
	first := share(cid)
	if len(first) != 22 || share(ann) != first || seen(first) != nil {
		t.Errorf("the secret is %q, then %q; with it one sees the game: %v", first, share(ann), seen(first))
	}
	_, err := h.WithdrawGame(background, g.ID, viewer(cid))
	refused(t, err, game.NotAPlayer)
	_, err = h.WithdrawGame(background, g.ID, viewer(bob))
	h.must(err)
	refused(t, seen(first), game.NoSuchGame)
	refused(t, seen(""), game.NoSuchGame)
	for _, p := range []game.PersonID{ann, cid} {
		_, err = h.ShareGame(background, g.ID, viewer(p))
		refused(t, err, game.ShareWithdrawn)
	}
	second := share(bob)
	if refused(t, seen(first), game.NoSuchGame); second == first || seen(second) != nil {
		t.Errorf("shared again, the secret is %q after %q", second, first)
	}
	_, err = h.ShareGame(background, g.ID, game.Viewer{Person: cid, Place: other})
	refused(t, err, game.NoSuchGame)
}

// Nobody watches a game of somebody who was erased.
func TestErasedIsNotShared(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, american(t))
	g, err := h.ShareGame(background, g.ID, game.Viewer{Person: ann, Place: club})
	h.must(err)
	secret := g.Share.Secret
	h.erase(bob)
	_, err = h.SharedGame(background, g.ID, secret)
	refused(t, err, game.NoSuchGame)
	_, err = h.ShareGame(background, g.ID, game.Viewer{Person: ann, Place: club})
	refused(t, err, game.ShareWithdrawn)
}
