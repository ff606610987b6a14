package game_test

import (
	"errors"
	"testing"

	"doublecorner/game"
)

// Everyone in its place and its players anywhere see a game. To all others every request says that
// there is no such game.
func TestGamesAreSeenWhereTheyArePlayed(t *testing.T) {
	for _, test := range []struct {
		name  string
		who   game.PersonID
		place game.PlaceID
		sees  bool
	}{
		{"a stranger here", cid, club, true},
		{"a player here", ann, club, true},
		{"a player elsewhere", bob, other, true},
		{"a stranger elsewhere", cid, other, false},
		{"a moderator elsewhere", mod, other, false},
		{"nobody elsewhere", game.Anyone, other, false},
		{"a former player elsewhere", game.FormerPlayer, other, false},
		{"a stranger nowhere", cid, game.Everywhere, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := newFixture(t)
			running := h.play(h.begin(ann, bob, american(t)), "11-15")
			finished := h.win(ann, bob, american(t))
			viewer := game.Viewer{Person: test.who, Place: test.place}
			see := func(what string, err error, sees bool) {
				t.Helper()
				if sees {
					h.must(err)
				} else if r := refused(t, err, game.NoSuchGame); r.Game != nil {
					t.Errorf("%s: the refusal shows the game", what)
				}
			}
			_, err := h.Referee.Game(background, running.ID, viewer)
			see("a game", err, test.sees)
			_, err = h.Referee.Games(background, game.AllGames(), viewer, "", 1)
			see("all games", err, false)
			_, err = h.Referee.Games(background, game.AllGames().In(test.place), viewer, "", 1)
			see("all games in a place", err, false)
			for name, list := range map[string]game.GameList{
				"running": game.RunningGamesIn(club), "finished": game.FinishedGamesIn(club), "a person's running": game.RunningGamesOf(ann).In(club),
				"a person's finished": game.FinishedGamesOf(ann).In(club),
				"between two":         game.FinishedGamesBetween(ann, bob).In(club), "ruled": game.GamesRuled(mod).In(club),
			} {
				_, err = h.Referee.Games(background, list, viewer, "", 1)
				see(name, err, test.place == club)
			}
			for _, p := range []game.PersonID{ann, bob} {
				for _, list := range []game.GameList{game.RunningGamesOf(p), game.FinishedGamesOf(p), game.FinishedGamesBetween(p, mod)} {
					_, err = h.Referee.Games(background, list, viewer, "", 1)
					see("a person's anywhere", err, test.who == p || list.Kind == game.GamesBetween && test.who == mod)
				}
			}
			_, err = h.Referee.Games(background, game.GamesRuled(test.who), viewer, "", 1)
			see("what they ruled anywhere", err, false)

			if !test.who.IsPerson() || test.place == game.Everywhere {
				return // who makes no requests
			}
			at := func(g *game.Game) game.GameRequest {
				q := h.at(g, test.who)
				q.Place = test.place
				q.By.Moderator = test.who == mod
				return q
			}
			does := map[string]func(g *game.Game) error{
				"move": func(g *game.Game) error {
					_, err := h.Move(background, game.MoveRequest{GameRequest: at(g), Text: "22-18"})
					return err
				},
				"propose": func(g *game.Game) error {
					_, err := h.Propose(background, game.OfferRequest{GameRequest: at(g), Offer: game.OfferAbort})
					return err
				},
				"dismiss": func(g *game.Game) error {
					_, err := h.Dismiss(background, game.OfferRequest{GameRequest: at(g)})
					return err
				},
				"resign": func(g *game.Game) error { _, err := h.Resign(background, at(g)); return err },
				"rematch": func(g *game.Game) error {
					_, err := h.Rematch(background, game.RematchRequest{Request: at(g).Request, Game: g.ID, Room: table})
					return err
				},
				"adjudicate": func(g *game.Game) error {
					_, err := h.Adjudicate(background, game.RulingRequest{GameRequest: at(g), Outcome: game.Drawn, Reason: "because"})
					return err
				},
				"annul": func(g *game.Game) error {
					_, err := h.Annul(background, game.RulingRequest{GameRequest: at(g), Reason: "because"})
					return err
				},
			}
			for name, do := range does {
				for _, g := range []*game.Game{running, finished} {
					err := do(g)
					if !test.sees {
						see(name, err, false)
					} else if r := (*game.RequestError)(nil); errors.As(err, &r) && r.Code == game.NoSuchGame {
						t.Errorf("%s: there is no such game", name)
					}
				}
			}
			h.inOrder()
		})
	}
}

// Everyone in its place and its two people anywhere see a challenge.
func TestChallengesAreSeenWhereTheyAreMade(t *testing.T) {
	h := newFixture(t)
	toBob := h.challenged(ann, bob, american(t))
	friendly := american(t)
	friendly.Rated = false
	open := h.challenged(ann, game.Anyone, friendly)
	for _, test := range []struct {
		name                 string
		who                  game.PersonID
		place                game.PlaceID
		seesDirect, seesOpen bool
	}{
		{"a stranger here", cid, club, true, true},
		{"a stranger elsewhere", cid, other, false, false},
		{"the addressee elsewhere", bob, other, true, false},
		{"the challenger elsewhere", ann, other, true, true},
	} {
		viewer := game.Viewer{Person: test.who, Place: test.place}
		for c, sees := range map[*game.Challenge]bool{toBob: test.seesDirect, open: test.seesOpen} {
			_, err := h.Referee.ChallengeByID(background, c.ID, viewer)
			errs := []error{err}
			if test.who == cid {
				q := game.ReplyRequest{Challenge: c.ID}
				for _, do := range []func() (game.Answer, error){
					func() (game.Answer, error) { return h.Decline(background, q) },
					func() (game.Answer, error) { return h.Withdraw(background, q) },
					func() (game.Answer, error) { return h.Accept(background, q) },
				} {
					if sees && c == open {
						break // they may
					}
					q.Request = h.by(test.who)
					q.Place = test.place
					_, err := do()
					errs = append(errs, err)
				}
			}
			for i, err := range errs {
				r := (*game.RequestError)(nil)
				if unseen := errors.As(err, &r) && r.Code == game.NoSuchChallenge; unseen == sees || unseen && r.Challenge != nil {
					t.Errorf("%s, look %d: %v", test.name, i, err)
				}
			}
		}
		for list, sees := range map[game.ChallengeList]bool{
			game.OpenChallengesIn(club):            test.place == club,
			game.OpenChallengesIn(game.Everywhere): false, game.OpenChallengesBy(ann): test.who == ann,
			game.OpenChallengesTo(bob): test.who == bob, game.AllChallengesWith(bob): test.who == bob,
		} {
			_, err := h.Challenges(background, list, viewer, 1)
			if (err == nil) != sees {
				t.Errorf("%s, list %+v: %v", test.name, list, err)
			}
		}
	}
	// The challenged person may answer from anywhere.
	q := game.ReplyRequest{Request: h.by(bob), Challenge: toBob.ID}
	q.Place = other
	a, err := h.Accept(background, q)
	h.must(err)
	if a.Game.Place != club {
		t.Errorf("the game is in %v", a.Game.Place)
	}
	h.inOrder()
}
