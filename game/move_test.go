package game_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
)

var background = context.Background()

func TestWholeGame(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, american(t))
	if g.Player(draughts.Black) != ann || g.Player(draughts.White) != bob || g.Place != club || g.Room != table {
		t.Fatalf("the game is %+v", g.Header)
	}
	h.leap(90 * time.Second)
	g = h.play(g, "11-15", "22-18", "15x22", "25x18")
	if g.Len() != 4 || g.Ply() != 4 || g.Turn() != draughts.Black {
		t.Errorf("after four moves there are %d, at ply %d, with %v to move", g.Len(), g.Ply(), g.Turn())
	}
	if used := used(g); used[0] != 90*time.Second || used[1] != 0 {
		t.Errorf("the moves took %v", used)
	}
	g = h.resign(g, bob)
	result, over := g.Result()
	if !over || result.Cause != game.ByResignation || result.Outcome != game.BlackWon {
		t.Errorf("the result is %+v", result)
	}
	_, err := h.Move(background, game.MoveRequest{GameRequest: h.at(g, ann), Text: "8-11"})
	refused(t, err, game.Over)
	h.inOrder()
}

// The game in an answer does not change when the game goes on.
func TestAnswersStayAsTheyAre(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, american(t))
	var wg sync.WaitGroup
	for i, text := range []string{"11-15", "22-18", "15x22", "25x18", "8-11", "29-25", "4-8"} {
		g = h.play(g, text)
		answer := g
		wg.Go(func() {
			history, err := answer.History()
			if err != nil || history.Len() != i+1 || history.Position().Turn() != answer.Turn() {
				t.Errorf("after %s the board has %d moves: %v", text, history.Len(), err)
			}
		})
	}
	wg.Wait()
}

func TestOnlyTheMoverMoves(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, american(t))
	_, err := h.Move(background, game.MoveRequest{GameRequest: h.at(g, bob), Text: "22-18"})
	refused(t, err, game.NotYourTurn)
	_, err = h.Move(background, game.MoveRequest{GameRequest: h.at(g, cid), Text: "11-15"})
	refused(t, err, game.NotAPlayer)
	_, err = h.Resign(background, h.at(g, cid))
	refused(t, err, game.NotAPlayer)
	_, err = h.Move(background, game.MoveRequest{GameRequest: game.GameRequest{Request: h.by(ann), Game: "ZZZZ"}, Text: "11-15"})
	refused(t, err, game.NoSuchGame)
}

// An illegal move is refused with the reason and changes nothing.
func TestIllegalMove(t *testing.T) {
	h := newFixture(t)
	g := h.play(h.begin(ann, bob, american(t)), "11-15", "22-18")
	for text, reason := range map[string]draughts.Reason{
		"15-19": draughts.CaptureObligatory, "18-22": draughts.OpponentsPiece, "15-33": draughts.NotASquare,
	} {
		_, err := h.Move(background, game.MoveRequest{GameRequest: h.at(g, ann), Text: text})
		r := refused(t, err, game.IllegalMove)
		var why *draughts.IllegalMove
		if !errors.As(r, &why) || why.Reason != reason {
			t.Errorf("%s is refused because %v, want %v", text, r.Move, reason)
		}
		if r.Game.Ply() != g.Ply() {
			t.Errorf("the refusal shows ply %d", r.Game.Ply())
		}
	}
	_, err := h.Move(background, game.MoveRequest{GameRequest: h.at(g, ann), Text: "hello"})
	refused(t, err, game.IllegalMove)
	now := h.game(g.ID)
	if now.Seq() != g.Seq() {
		t.Errorf("the game has %d events, had %d", now.Seq(), g.Seq())
	}
}

// A repeated request gets its first answer, however the game has gone on.
func TestTheSameRequestAgain(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, american(t))
	q := game.MoveRequest{GameRequest: h.at(g, ann), Text: "11-15"}
	first, err := h.Move(background, q)
	h.must(err)
	later := h.play(first.Game, "22-18", "15x22")
	second, err := h.Move(background, q)
	h.must(err)
	if !second.Again || first.Again {
		t.Errorf("again is %v, then %v", first.Again, second.Again)
	}
	if second.Game.Seq() != first.Game.Seq() || second.Game.Ply() != 1 ||
		len(second.Announced) != 1 || second.Announced[0] != first.Announced[0] {
		t.Errorf("the second answer is of event %d with %v, the first of %d with %v",
			second.Game.Seq(), second.Announced, first.Game.Seq(), first.Announced)
	}
	now := h.game(g.ID)
	if now.Seq() != later.Seq() {
		t.Errorf("the game has %d events, had %d", now.Seq(), later.Seq())
	}
	_, err = h.Resign(background, q.GameRequest)
	refused(t, err, game.RequestReused)

	// After a day the answer is deleted; then the request is stale.
	h.leap(25 * time.Hour)
	_, err = h.Move(background, q)
	if r := refused(t, err, game.Stale); r.Game.Ply() != 3 {
		t.Errorf("the refusal shows ply %d, want the game as it stands", r.Game.Ply())
	}
	h.inOrder()
}

// A repeated request to accept a challenge gets the same game at the same event.
func TestAcceptingAgain(t *testing.T) {
	h := newFixture(t)
	made := game.ChallengeRequest{Request: h.by(ann), To: bob, Terms: american(t)}
	a, err := h.Challenge(background, made)
	h.must(err)
	q := game.ReplyRequest{Request: h.by(bob), Challenge: a.Challenge.ID}
	first, err := h.Accept(background, q)
	h.must(err)
	h.play(first.Game, "11-15")
	again, err := h.Challenge(background, made)
	h.must(err)
	if c := again.Challenge; !again.Again || c.ID != a.Challenge.ID || c.State != game.Open || c.Game != "" || !c.Closed.IsZero() {
		t.Errorf("the challenge, as it was, is %+v", c)
	}
	second, err := h.Accept(background, q)
	h.must(err)
	if second.Game.ID != first.Game.ID || second.Game.Len() != 0 || second.Challenge.State != game.Accepted {
		t.Errorf("the second answer is %v with %d moves", second.Game.ID, second.Game.Len())
	}
	if games := h.listed(game.RunningGamesOf(ann)); len(games) != 1 {
		t.Errorf("there are %d games", len(games))
	}
}

func TestRequestsNeedAnID(t *testing.T) {
	h := newFixture(t)
	_, err := h.Challenge(background,
		game.ChallengeRequest{Request: game.Request{By: game.Actor{Person: ann}, Place: club}, To: bob, Terms: american(t)})
	refused(t, err, game.NoRequestID)
	_, err = h.Challenge(background, game.ChallengeRequest{Request: game.Request{ID: "x", Place: club}, To: bob, Terms: american(t)})
	refused(t, err, game.NoPerson)
	_, err = h.Challenge(background,
		game.ChallengeRequest{Request: game.Request{ID: "x", By: game.Actor{Person: ann}}, To: bob, Terms: american(t)})
	refused(t, err, game.NoPlace)
	long := game.Request{ID: game.RequestID(strings.Repeat("x", 129)), By: game.Actor{Person: ann}, Place: club}
	_, err = h.Challenge(background, game.ChallengeRequest{Request: long, To: bob, Terms: american(t)})
	refused(t, err, game.NoRequestID)
	long.ID = long.ID[1:]
	_, err = h.Challenge(background, game.ChallengeRequest{Request: long, To: bob, Terms: american(t)})
	h.must(err)
}

// For 24 hours the same request gets the same answer.
func TestAnswersAreRemembered(t *testing.T) {
	h := newFixture(t)
	q := game.ChallengeRequest{Request: h.by(ann), To: bob, Terms: american(t)}
	_, err := h.Challenge(background, q)
	h.must(err)
	h.leap(24 * time.Hour)
	a, err := h.Challenge(background, q)
	if h.must(err); !a.Again {
		t.Error("after 24 hours the request is done anew")
	}
	h.leap(time.Minute)
	h.must(h.store.View(background, func(tx game.Reader) error {
		if _, err := tx.AnswerRecord(q.ID); err != game.ErrNotFound {
			t.Errorf("after that its answer is still there: %v", err)
		}
		return nil
	}))
}

// When the wall clock is set back, also to before the end of an absence, the times of events do not decrease, and nobody
// loses time.
func TestClockSetBack(t *testing.T) {
	for _, absence := range []time.Duration{0, 5 * time.Minute} {
		h := newFixture(t)
		g := h.begin(ann, bob, live(t, 5*time.Minute, 0))
		h.nap(absence)
		h.must(h.Tick(background))
		h.leap(time.Minute)
		g = h.play(g, "11-15")
		at := h.now()
		h.nap(-10 * time.Second)
		g = h.play(g, "22-18")
		h.nap(-time.Hour)
		g = h.play(g, "15x22")
		for i, e := range g.Events() {
			if !e.At.Equal(at) {
				t.Errorf("event %d was at %v", i+1, e.At)
			}
		}
		h.nap(time.Hour + 20*time.Second)
		g = h.play(g, "25x18")
		service := h.service()
		w, b := g.Left(draughts.White, h.now(), service), g.Left(draughts.Black, h.now(), service)
		if w != 5*time.Minute-10*time.Second || b != 4*time.Minute {
			t.Errorf("%v and %v are left", w, b)
		}
		h.nap(-time.Minute)
		h.resign(g, ann)
		h.inOrder()
	}
}

func TestOffers(t *testing.T) {
	h := newFixture(t)
	g := h.play(h.begin(ann, bob, american(t)), "11-15", "22-18", "15x22", "25x18")
	_, err := h.Propose(background, h.offer(g, ann, game.Offer(len(game.Offers))))
	refused(t, err, game.NotOffered)
	_, err = h.Propose(background, h.offer(g, cid, game.OfferDraw))
	refused(t, err, game.NotAPlayer)

	g = h.propose(g, game.OfferDraw, ann)
	if !g.Offered(draughts.Black, game.OfferDraw) || g.IsOver() {
		t.Error("the offer does not stand")
	}
	_, err = h.Propose(background, h.offer(g, ann, game.OfferDraw))
	refused(t, err, game.OfferedBefore)
	own := h.offer(g, ann, game.OfferDraw)
	own.Answers = true
	_, err = h.Propose(background, own)
	refused(t, err, game.OwnOffer)

	// A move ends the offer.
	g = h.play(g, "8-11")
	_, err = h.Dismiss(background, h.offer(g, bob, game.OfferDraw))
	refused(t, err, game.NotOffered)

	// Declined, it cannot be made again before the next move; withdrawn neither.
	a, err := h.Dismiss(background, h.offer(h.propose(g, game.OfferDraw, ann), bob, game.OfferDraw))
	h.must(err)
	_, err = h.Propose(background, h.offer(a.Game, ann, game.OfferDraw))
	refused(t, err, game.OfferedBefore)
	a, err = h.Dismiss(background, h.offer(h.propose(a.Game, game.OfferAbort, bob), bob, game.OfferAbort))
	h.must(err)
	kinds := []game.EventKind{game.Offered, game.Declined, game.Offered, game.Withdrawn}
	for i, e := range a.Game.Events()[a.Game.Seq()-len(kinds):] {
		if e.Kind != kinds[i] {
			t.Errorf("event %d is that a player %v, want %v", i+1, e.Kind, kinds[i])
		}
	}
	_, err = h.Propose(background, h.offer(a.Game, bob, game.OfferAbort))
	refused(t, err, game.OfferedBefore)
	g = h.play(a.Game, "29-25")

	// Proposing what the other has offered agrees to it.
	g = h.propose(g, game.OfferDraw, ann, bob)
	if result, _ := g.Result(); result.Cause != game.ByAgreement || result.Outcome != game.Drawn {
		t.Errorf("the result is %+v", result)
	}
	for _, o := range game.Offers {
		if g.Offered(draughts.White, o) || g.Offered(draughts.Black, o) {
			t.Errorf("after the end an offer stands: %v", o)
		}
	}
	h.inOrder()
}

func TestTakingBack(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, american(t))
	_, err := h.Propose(background, h.offer(g, ann, game.OfferTakeBack))
	refused(t, err, game.NothingToTakeBack)
	g = h.play(g, "11-15")
	_, err = h.Propose(background, h.offer(g, bob, game.OfferTakeBack))
	refused(t, err, game.NothingToTakeBack)

	// The side that moved last takes back one move, the other side two.
	g = h.play(g, "22-18")
	old := h.at(g, ann)
	g = h.propose(g, game.OfferTakeBack, ann, bob)
	if g.Len() != 0 || g.Turn() != draughts.Black || g.Ply() != 3 {
		t.Fatalf("after taking back there are %d moves at ply %d", g.Len(), g.Ply())
	}
	// A player who has no move to take back can still agree to the other's.
	g = h.propose(h.play(g, "9-14"), game.OfferTakeBack, ann, bob)
	if g.Len() != 0 || g.Turn() != draughts.Black {
		t.Errorf("after taking back there are %d moves", g.Len())
	}
	// A request of an earlier ply is stale, though as many moves stand again.
	g = h.play(g, "9-14", "22-18")
	_, err = h.Move(background, game.MoveRequest{GameRequest: old, Text: "11-15"})
	refused(t, err, game.Stale)
	h.play(g, "11-15")
	h.inOrder()
}

// No game goes on for ever, neither by take-backs nor by draws that nobody claims.
func TestGamesEndAtLast(t *testing.T) {
	h := newFixture(t)
	const old = 988 // plies
	toAndFro := []string{"31-27", "1-6", "27-31", "6-1"}
	plan := func(g *game.Game) *game.Game {
		return h.plans(g, toAndFro[g.Len()%4]+" "+toAndFro[(g.Len()+1)%4])
	}
	for name, step := range map[string]func(*game.Game) *game.Game{
		"moves":             func(g *game.Game) *game.Game { return h.play(g, toAndFro[g.Len()%4]) },
		"conditional moves": func(g *game.Game) *game.Game { return h.play(plan(g), toAndFro[g.Len()%4]) },
		"conditional moves up to the last but one": func(g *game.Game) *game.Game {
			if g.Len() > old {
				g = plan(g)
			}
			return h.play(g, toAndFro[g.Len()%4])
		},
		"moves taken back": func(g *game.Game) *game.Game { return h.propose(g, game.OfferTakeBack, ann, bob) },
	} {
		g := h.play(h.begin(ann, bob, position(t, "american", "W:WK31,K32:BK1,K2")), toAndFro...)
		g = game.Restore(g.Header, slices.Repeat(g.Events(), old/4))
		h.must(h.store.Update(background, func(tx game.Tx) error { return tx.PutGame(g) }))
		for !g.IsOver() && g.Ply() < 2*old {
			g = step(g)
		}
		result, _ := g.Result()
		if g.Ply() != 1000 || result.Cause != game.ByLength || result.Outcome != game.Drawn {
			t.Errorf("%s: at ply %d the result is %+v", name, g.Ply(), result)
		}
	}
	h.inOrder()
}

func TestAborting(t *testing.T) {
	h := newFixture(t)
	g := h.play(h.begin(ann, bob, american(t)), "11-15")
	g = h.propose(g, game.OfferAbort, bob)
	if result, _ := g.Result(); result.Cause != game.Aborted || result.Outcome != game.NoOutcome || result.Weight != 0 {
		t.Errorf("the result is %+v", result)
	}
	g = h.play(h.begin(ann, bob, american(t)), "11-15", "22-18", "15x22")
	if g = h.propose(g, game.OfferAbort, ann); !g.IsOver() {
		t.Error("before both have made two moves, one player alone cannot abort the game")
	}
	// Once both have made two moves it takes both.
	g = h.underway(ann, bob, american(t))
	if g = h.propose(g, game.OfferAbort, bob); g.IsOver() {
		t.Fatal("one player alone has aborted the game")
	}
	g = h.propose(g, game.OfferAbort, ann)
	if result, _ := g.Result(); result.Cause != game.Aborted {
		t.Errorf("the result is %+v", result)
	}
	if row, _, err := h.Rank(background, ann, game.Leaderboard{Pool: "american", Place: club}); err != nil || row.Rank > 0 {
		t.Errorf("aborted games put a player on the leaderboard: %v", err)
	}
}

// position returns terms that begin at another position.
func position(t *testing.T, key, fen string) game.Terms {
	t.Helper()
	p := draughtstest.Position(t, key, fen)
	return game.Terms{Variant: p.Variant(), Start: p, Colour: game.PlayWhite}
}

// The rule set says which draws end the game and which a player must claim.
func TestDrawsByRule(t *testing.T) {
	h := newFixture(t)
	back := []string{"31-27", "1-6", "27-31", "6-1"}

	// American: when a position stands for the third time, a player may claim, and before that the
	// player whose next move brings it about.
	g := h.begin(ann, bob, position(t, "american", "W:WK31,K32:BK1,K2"))
	if g = h.propose(g, game.OfferDraw, ann); g.IsOver() {
		t.Fatal("a draw was claimed that no rule allows")
	}
	ahead := h.play(h.begin(ann, cid, position(t, "american", "W:WK31,K32:BK1,K2")), append(back, back[:3]...)...)
	if ahead = h.propose(ahead, game.OfferDraw, ann); ahead.IsOver() {
		t.Error("a draw was claimed by the opponent's next move")
	}
	if ahead = h.propose(ahead, game.OfferDraw, cid); !ahead.IsOver() {
		t.Error("the next move repeats the position, but that was no claim")
	}
	g = h.play(g, append(back, back...)...)
	if g.IsOver() {
		t.Fatal("the game ended though nobody claimed")
	}
	g = h.propose(g, game.OfferDraw, bob)
	if result, _ := g.Result(); result.Cause != game.ByClaim || result.Outcome != game.Drawn || result.Rule != draughts.Repeated {
		t.Errorf("the result is %+v", result)
	}

	// International: it is a draw.
	start := position(t, "international", "W:WK47,K48:BK4,K3")
	g = h.begin(ann, bob, start)
	for range 2 {
		for _, m := range []string{"47-42", "4-9", "42-47", "9-4"} {
			if !g.IsOver() {
				g = h.play(g, m)
			}
		}
	}
	if result, over := g.Result(); !over || result.Cause != game.ByRules || result.Outcome != game.Drawn {
		t.Errorf("the result is %+v", result)
	}
	h.inOrder()
}

func TestRulings(t *testing.T) {
	h := newFixture(t)
	g := h.underway(ann, bob, american(t))
	rule := func(p game.PersonID, moderator bool, reason string) game.RulingRequest {
		q := game.RulingRequest{GameRequest: h.at(g, p), Outcome: game.WhiteWon, Reason: reason}
		q.By.Moderator = moderator
		return q
	}
	_, err := h.Adjudicate(background, rule(cid, false, "because"))
	refused(t, err, game.NotAModerator)
	elsewhere := rule(mod, true, "because")
	elsewhere.Place = other
	_, err = h.Adjudicate(background, elsewhere)
	refused(t, err, game.NoSuchGame)
	_, err = h.Adjudicate(background, rule(ann, true, "because"))
	refused(t, err, game.OwnGame)
	_, err = h.Adjudicate(background, rule(mod, true, "  "))
	refused(t, err, game.NoReason)
	_, err = h.Adjudicate(background, rule(mod, true, strings.Repeat("ß", 501)))
	if r := refused(t, err, game.ReasonTooLong); r.Limit != 500 {
		t.Errorf("a reason may have %d characters", r.Limit)
	}
	_, err = h.Adjudicate(background, rule(ann, true, strings.Repeat("ß", 500)))
	refused(t, err, game.OwnGame)
	other := rule(mod, true, "because")
	other.Outcome = 9
	_, err = h.Adjudicate(background, other)
	refused(t, err, game.NoRuling)
	none := rule(mod, true, "because")
	none.Outcome = game.NoOutcome
	_, err = h.Adjudicate(background, none)
	refused(t, err, game.NoRuling)

	a, err := h.Adjudicate(background, rule(mod, true, " Ann has\xff left "))
	h.must(err)
	result, _ := a.Game.Result()
	if result.Cause != game.ByRuling || result.Outcome != game.WhiteWon ||
		result.Moderator != mod || result.Reason != "Ann has� left" || result.Weight != 1 {
		t.Errorf("the result is %+v", result)
	}
	if ruled := h.listed(game.GamesRuled(mod)); len(ruled) != 1 {
		t.Errorf("there are %d games with rulings", len(ruled))
	}

	g = h.play(h.begin(ann, bob, american(t)), "11-15", "22-18")
	a, err = h.Annul(background, rule(mod, true, "they were testing"))
	h.must(err)
	if result, _ := a.Game.Result(); result.Cause != game.Aborted || result.Moderator != mod || result.Weight != 0 {
		t.Errorf("the result is %+v", result)
	}
	h.inOrder()
}

// overtaken is a store in which something happens between a view and the next update.
type overtaken struct {
	game.Store
	before func()
}

func (s *overtaken) Update(ctx context.Context, f func(game.Tx) error) error {
	if before := s.before; before != nil {
		s.before = nil
		before()
	}
	return s.Store.Update(ctx, f)
}

// A move is planned before its transaction. If the game has moved on by then, the move is refused
// and changes nothing.
func TestMoveOvertaken(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, american(t))
	store := &overtaken{Store: h.store}
	slow := game.New(game.Config{Store: store, Now: h.now, Random: h.random})
	for _, test := range []struct {
		text      string // legal, and not
		meanwhile []string
	}{{"11-15", []string{"9-13", "24-20"}}, {"11-22", []string{"10-14", "28-24"}}} {
		stale := game.MoveRequest{GameRequest: h.at(g, ann), Text: test.text}
		store.before = func() { g = h.play(g, test.meanwhile...) }
		_, err := slow.Move(background, stale)
		refused(t, err, game.Stale)
		if now := h.game(g.ID); now.Seq() != g.Seq() {
			t.Errorf("%s was made all the same", test.text)
		}
	}
}

// The error about stored moves that cannot be played names the first of them.
func TestBrokenMoves(t *testing.T) {
	v := rules(t, "american")
	g := game.Restore(game.Header{ID: "K7Q2", Terms: game.Terms{Variant: v}}, []game.Event{
		{Kind: game.Moved, Side: draughts.Black, Path: game.Path{11, 15}}, {Kind: game.Moved, Side: draughts.White, Path: game.Path{22, 31}},
	})
	if _, err := g.History(); err == nil || !strings.Contains(err.Error(), "K7Q2: stored move 2") {
		t.Errorf("the error is %v", err)
	}
}
