package delivery

import (
	"slices"
	"testing"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// A board that is announced mentions the players who are to act or waited for what happened.
func TestMentioned(t *testing.T) {
	propose := func(w *world, by game.PersonID, g *game.Game, o game.Offer) {
		_, err := w.referee.Propose(t.Context(), game.OfferRequest{GameRequest: w.about(by, g), Offer: o})
		w.must(err)
	}
	dismiss := func(w *world, by game.PersonID, g *game.Game, o game.Offer) {
		_, err := w.referee.Dismiss(t.Context(), game.OfferRequest{GameRequest: w.about(by, g), Offer: o})
		w.must(err)
	}
	for name, test := range map[string]struct {
		happens func(w *world, g *game.Game)
		want    []game.PersonID
	}{
		"a move": {func(w *world, g *game.Game) { w.move(anna, g, "11-15") }, []game.PersonID{ben}},
		"two moves": {func(w *world, g *game.Game) {
			w.move(anna, g, "11-15")
			w.move(ben, g, "22-18")
		}, []game.PersonID{anna}},
		"a move, and an offer that was withdrawn": {func(w *world, g *game.Game) {
			w.move(anna, g, "11-15")
			propose(w, anna, g, game.OfferDraw)
			dismiss(w, anna, g, game.OfferDraw)
		}, []game.PersonID{ben}},
		"an offer by the side to move": {func(w *world, g *game.Game) { propose(w, anna, g, game.OfferDraw) }, []game.PersonID{ben}},
		"an offer that was declined": {func(w *world, g *game.Game) {
			propose(w, anna, g, game.OfferDraw)
			dismiss(w, ben, g, game.OfferDraw)
		}, []game.PersonID{anna}},
		"a take-back": {func(w *world, g *game.Game) {
			w.move(anna, g, "11-15")
			propose(w, anna, g, game.OfferTakeBack)
			propose(w, ben, g, game.OfferTakeBack)
		}, []game.PersonID{anna}},
		"a resignation": {func(w *world, g *game.Game) {
			_, err := w.referee.Resign(t.Context(), w.about(ben, g))
			w.must(err)
		}, []game.PersonID{anna}},
		"a move, and a resignation": {func(w *world, g *game.Game) {
			w.move(anna, g, "11-15")
			_, err := w.referee.Resign(t.Context(), w.about(ben, g))
			w.must(err)
		}, []game.PersonID{anna}},
		"an adjudication": {func(w *world, g *game.Game) {
			q := game.RulingRequest{GameRequest: w.about(1003, g), Outcome: game.Drawn, Reason: "they agreed"}
			q.By.Moderator = true
			_, err := w.referee.Adjudicate(t.Context(), q)
			w.must(err)
		}, []game.PersonID{anna, ben}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			g, _ := w.begin()
			test.happens(w, g)
			var want []string
			for _, p := range test.want {
				want = append(want, p.String())
			}
			posts := w.announces(ResponseTimeout, "")
			if slices.Sort(posts[0].mentions); !slices.Equal(posts[0].mentions, want) {
				t.Errorf("mentioned are %v, want %v", posts[0].mentions, want)
			}
		})
	}
}

// The sides that are to act are those to move and to answer an offer, unless the game is over.
func TestToAct(t *testing.T) {
	w := newWorld(t)
	g, _ := w.begin()
	black, white := Mentions{Sides: Sides{draughts.Black: true}}, Mentions{Sides: Sides{draughts.White: true}}
	want := func(what string, got, want Mentions) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	want("at the beginning", ToAct(g), black)
	want("when it begins", Mentioned(g, JustBegun), black)
	want("without Black", ToAct(g).Without(g, anna), Mentions{})
	want("without another user", ToAct(g).Without(g, 1003), black)
	_, err := w.referee.Propose(t.Context(), game.OfferRequest{GameRequest: w.about(anna, g), Offer: game.OfferDraw})
	w.must(err)
	want("with an offer", ToAct(w.game(g.ID)), black.Or(white))
	_, err = w.referee.Resign(t.Context(), w.about(ben, g))
	w.must(err)
	want("when it is over", ToAct(w.game(g.ID)), Mentions{})
	want("when it ends as it begins", Mentioned(w.game(g.ID), JustBegun), Mentions{Sides: black.Sides, Ended: true})
}
