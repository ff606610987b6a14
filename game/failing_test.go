package game_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/tournament"
	"doublecorner/store/storetest"
)

// failing makes a store fail once, at the read or write to which at counts down. If it is broken, every later one fails,
// too.
type failing struct {
	at     int
	broken bool
}

// fails counts a read or write and returns its error, if it is the one to fail.
func (f *failing) fails() error {
	if f.at--; f.at == 0 || f.at < 0 && f.broken {
		return errFaulty
	}
	return nil
}

// Whichever read or write of the store fails, the request fails with its error and can be made again.
func TestEveryFailureIsTold(t *testing.T) {
	h := newFixture(t)
	s := &failing{}
	h.Referee = game.New(game.Config{Store: storetest.Failing(h.store, s.fails), Now: h.now, Random: h.random})
	do := func(what string, request func() error) {
		t.Helper()
		for n := 1; ; n++ {
			s.at = n
			err := request()
			if s.at > 0 {
				h.must(err)
				return
			}
			if !errors.Is(err, errFaulty) {
				t.Fatalf("%s: read or write %d of the store failed, and the error is %v", what, n, err)
			}
		}
	}
	tick := func() {
		t.Helper()
		s.broken = true // what failed once is tried again
		do("tick", func() error { return h.Tick(background) })
		s.broken = false
	}
	var a game.Answer
	answered := func(what string, request func() (game.Answer, error)) {
		t.Helper()
		do(what, func() (err error) { a, err = request(); return err })
	}
	challenge := func(from, to game.PersonID, terms game.Terms) game.ChallengeID {
		t.Helper()
		answered("challenge", func() (game.Answer, error) {
			return h.Challenge(background, game.ChallengeRequest{Request: h.by(from), Room: table, To: to, Terms: terms})
		})
		return a.Challenge.ID
	}
	reply := func(what string, by game.PersonID, id game.ChallengeID, do func(context.Context, game.ReplyRequest) (game.Answer, error)) {
		t.Helper()
		answered(what, func() (game.Answer, error) {
			return do(background, game.ReplyRequest{Request: h.by(by), Challenge: id})
		})
	}
	play := func(moves ...string) {
		t.Helper()
		for _, text := range moves {
			g := a.Game
			answered(text, func() (game.Answer, error) {
				return h.Move(background, game.MoveRequest{GameRequest: h.at(g, g.Player(g.Turn())), Text: text})
			})
		}
	}
	begin := func(terms game.Terms) {
		t.Helper()
		reply("accept", bob, challenge(ann, bob, terms), h.Accept)
	}

	do("amend", func() error {
		return h.ChangeSettings(background, game.PersonSettings(ann), func([]byte) ([]byte, error) { return []byte("{}"), nil })
	})
	reply("decline", cid, challenge(ann, cid, american(t)), h.Decline)
	reply("withdraw", ann, challenge(ann, cid, american(t)), h.Withdraw)
	challenge(ann, cid, days(t, 1))
	challenge(cid, ann, american(t)) // with other terms

	lot := american(t)
	lot.Colour = game.ByLot
	begin(lot)
	g := a.Game
	answered("resign", func() (game.Answer, error) { return h.Resign(background, h.at(g, ann)) })
	answered("rematch", func() (game.Answer, error) {
		return h.Rematch(background, game.RematchRequest{Request: h.by(ann), Game: g.ID, Room: table})
	})
	begin(lot) // with the same colours
	play("11-15", "22-18", "15x22", "25x18")
	g = a.Game
	do("show", func() error {
		_, err := h.RecordShown(background, g.ID, game.ShownPost{Room: table, Post: 1, Seq: g.Seq()})
		return err
	})
	for _, o := range []game.Offer{game.OfferTakeBack, game.OfferDraw} {
		if a.Game.Len() < 4 {
			play(american4[a.Game.Len():]...) // again
		}
		g = a.Game
		answered("propose", func() (game.Answer, error) { return h.Propose(background, h.offer(g, ann, o)) })
		g = a.Game
		answered("agree", func() (game.Answer, error) { return h.Propose(background, h.offer(g, bob, o)) })
	}
	begin(days(t, 2)) // other terms than those of the rematch
	g = a.Game
	for _, change := range []func(context.Context, game.BranchRequest) (game.Answer, error){h.AddBranches, h.RemoveBranches} {
		answered("conditional moves", func() (game.Answer, error) { return change(background, h.branchBy(g, bob, "11-15 22-18")) })
	}
	answered("propose", func() (game.Answer, error) { return h.Propose(background, h.offer(g, ann, game.OfferDraw)) })
	answered("dismiss", func() (game.Answer, error) { return h.Dismiss(background, h.offer(g, bob, game.OfferDraw)) })
	g = a.Game
	answered("adjudicate", func() (game.Answer, error) {
		q := game.RulingRequest{GameRequest: h.at(g, mod), Outcome: game.BlackWon, Reason: "no show"}
		q.By.Moderator = true
		return h.Adjudicate(background, q)
	})

	begin(days(t, 1))
	for range 3 { // a reminder, the end, and the end of challenges
		h.sleep(20 * time.Hour)
		tick()
	}

	board := game.Leaderboard{Pool: "american", Place: club}
	do("leaderboard", func() error { _, err := h.Leaderboard(background, board, "", 10); return err })
	do("rank", func() error { _, _, err := h.Rank(background, ann, board); return err })
	do("profile", func() error { _, err := h.Profile(background, ann, club); return err })
	do("export", func() error { return h.Export(background, ann, "", io.Discard) })
	answered("create", func() (game.Answer, error) {
		return h.CreateTournament(background, game.TournamentDraft{
			Request: h.by(mod), Room: table, Terms: days(t, 1),
			Declaration: tournament.Declaration{Name: "Spring", Format: tournament.Swiss, Rounds: 3, LateRounds: 3},
		})
	})
	tour := a.Tournament
	act := func(by game.PersonID, act tournament.EventKind) {
		t.Helper()
		answered(act.String(), func() (game.Answer, error) {
			return h.ActInTournament(background, game.TournamentRequest{Request: h.by(by), Tournament: tour.ID, Act: act})
		})
	}
	act(ann, tournament.Entered)
	act(bob, tournament.Entered)
	act(cid, tournament.Entered)
	act(mod, start)
	s.at = 0
	g = h.running(tour)[0]
	loser, other := g.Player(g.Turn()), g.Player(g.Turn().Opponent()) // by lot
	answered("resign", func() (game.Answer, error) { return h.Resign(background, h.at(g, loser)) })
	do("show a tournament", func() error {
		return h.RecordTournamentShown(background, tour.ID, game.ShownPost{Room: table, Post: 1, Seq: 1})
	})
	act(other, tournament.Withdrew)
	begin(american(t)) // which erasing ends
	reply("accept", cid, challenge(bob, cid, american(t)), h.Accept)
	g = a.Game
	answered("follow", func() (game.Answer, error) { return h.follow(ann, g, game.FollowsEnd) })
	do("erase", func() error { _, err := h.Erase(background, ann); return err })
	h.sleep(25 * time.Hour)
	tick()
	s.at = 0
	h.must(h.store.View(background, func(tx game.Reader) error {
		left, err := tx.Erasures(h.now().AddDate(1, 0, 0))
		if len(left) > 0 {
			t.Errorf("there are erasures of %v", left)
		}
		return err
	}))
	h.inOrder()
}
