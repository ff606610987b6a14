package delivery

import (
	"slices"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
)

// offer has a user offer a draw, or accept it.
func (w *world) offer(by game.PersonID, g *game.Game) game.Answer {
	w.t.Helper()
	a, err := w.referee.Propose(w.t.Context(), game.OfferRequest{GameRequest: w.about(by, g), Offer: game.OfferDraw})
	w.must(err)
	return a
}

// noteResponse returns a response whose message is a note about a game.
func (w *world) noteResponse(a game.Answer) Response {
	w.t.Helper()
	m, err := w.composer.ComposeNote(w.t.Context(), a.Game, a.Game.Seq()-1)
	w.must(err)
	return Response{Message: m, Board: &Board{Game: a.Game, In: Unchanged}, Announcements: a.Announced}
}

// The note about an offer leaves the board as it is, and loses its buttons when the offer is over.
func TestOfferIsOver(t *testing.T) {
	for name, over := range map[string]func(w *world, g *game.Game){
		"by a move": func(w *world, g *game.Game) { w.done(w.boardResponse(w.move(anna, g, "11-15"), 1)) },
		"by a move that is announced": func(w *world, g *game.Game) {
			w.move(anna, g, "11-15")
			w.announces(ResponseTimeout, "[11 15]")
		},
		"because it is accepted": func(w *world, g *game.Game) { w.done(w.boardIn(InMessage, w.offer(ben, g))) },
	} {
		w, g, board := boards(t)
		offered := w.offer(anna, g)
		asked := w.done(w.noteResponse(offered))
		if !w.discord.hasControls(asked) || !w.discord.hasControls(board) || w.game(g.ID).Post.String() != board.ID {
			t.Fatalf("%s: the board is in %d, the note shows %q", name, w.game(g.ID).Post, w.discord.text(asked))
		}
		w.pending(0)
		over(w, g)
		if w.discord.hasControls(asked) || w.discord.text(asked) != "note: offered" {
			t.Errorf("%s: the note has buttons, or shows %q", name, w.discord.text(asked))
		}
		if !GameFingerprint(offered.Game).IsOn(asked) {
			t.Errorf("%s: the note is taken to announce something else", name)
		}
		w.pending(0)
	}
}

// The note whose button was used is left to the response, if that arrives.
func TestOfferIsDeclined(t *testing.T) {
	for _, failed := range []error{nil, errBusy} {
		w, g, _ := boards(t)
		asked := w.done(w.noteResponse(w.offer(anna, g)))
		declined, err := w.referee.Dismiss(t.Context(), game.OfferRequest{GameRequest: w.about(ben, g), Offer: game.OfferDraw})
		w.must(err)
		r := w.noteResponse(declined)
		r.Placement = Replace
		w.courier.Shown(t.Context(), &dg.Interaction{Message: asked}, r, asked, failed)
		w.courier.Wait()
		if edits := w.discord.take("edit"); len(edits) > 0 != (failed != nil) {
			t.Errorf("%v: edits: %+v", failed, edits)
		}
		if failed == nil {
			w.pending(0)
		}
	}
}

// A response that is finished late leaves alone what was offered since.
func TestOfferAfterADecline(t *testing.T) {
	w, g, _ := boards(t)
	asked := w.done(w.noteResponse(w.offer(anna, g)))
	declined, err := w.referee.Dismiss(t.Context(), game.OfferRequest{GameRequest: w.about(ben, g), Offer: game.OfferDraw})
	w.must(err)
	r := w.noteResponse(declined)
	r.Placement = Replace
	again := w.done(w.noteResponse(w.offer(ben, g)))
	w.courier.Shown(t.Context(), &dg.Interaction{Message: asked}, r, asked, nil)
	w.courier.Wait()
	if !w.discord.hasControls(again) {
		t.Errorf("the note about the second offer has no buttons: %q", w.discord.text(again))
	}
}

// A note that no response delivered is announced, and asks as well; the board stays where it is.
func TestNotesAreAnnounced(t *testing.T) {
	for name, deliver := range map[string]func(w *world, a game.Answer) []call{
		"after a kill": func(w *world, a game.Answer) []call {
			w.restart()
			return w.announces(ResponseTimeout, "note: offered")
		},
		"from elsewhere": func(w *world, a game.Answer) []call {
			w.done(w.boardIn(InChannel, a))
			return w.discord.take("post")
		},
	} {
		w, g, board := boards(t)
		posts := deliver(w, w.offer(anna, g))
		if len(posts) != 1 || posts[0].text != "note: offered" || !slices.Equal(posts[0].mentions, []string{ben.String()}) {
			t.Fatalf("%s: posted: %+v", name, posts)
		}
		if now := w.game(g.ID); now.Post.String() != board.ID {
			t.Errorf("%s: the game is in %d", name, now.Post)
		}
		w.pending(0)
		w.done(w.boardResponse(w.move(anna, g, "11-15"), 1))
		if edits := w.discord.take("edit"); len(edits) != 2 { // the note, and the old board
			t.Errorf("%s: edits: %+v", name, edits)
		}
	}
}

// Two offers that no response delivered are announced by a board, which keeps the buttons of one when the other is over.
func TestTwoOffers(t *testing.T) {
	w, g, _ := boards(t)
	w.done(w.boardResponse(w.move(anna, g, "11-15"), 1))
	g = w.game(g.ID)
	w.offer(ben, g)
	_, err := w.referee.Propose(t.Context(), game.OfferRequest{GameRequest: w.about(anna, g), Offer: game.OfferTakeBack})
	w.must(err)
	w.restart()
	w.announces(ResponseTimeout, "board, [11 15], offered, offered")
	w.pending(0)
}

// A note does not hide a move that no response delivered.
func TestMoveAndOffer(t *testing.T) {
	w, g, _ := boards(t)
	w.move(anna, g, "11-15")
	w.offer(anna, g)
	w.announces(ResponseTimeout+time.Second, "board, [11 15], offered")
	w.pending(0)
}
