package game_test

import (
	"strings"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
)

func (h *fixture) challenge(from, to game.PersonID, terms game.Terms) (*game.Challenge, error) {
	a, err := h.Challenge(background, game.ChallengeRequest{Request: h.by(from), Room: table, To: to, Terms: terms})
	return a.Challenge, err
}

// challenged has a person challenge another, and returns the challenge.
func (h *fixture) challenged(from, to game.PersonID, terms game.Terms) *game.Challenge {
	h.t.Helper()
	c, err := h.challenge(from, to, terms)
	h.must(err)
	return c
}

func TestWhoCanBeChallenged(t *testing.T) {
	h := newFixture(t)
	_, err := h.challenge(ann, ann, american(t))
	refused(t, err, game.OwnOpponent)
	_, err = h.Challenge(background, game.ChallengeRequest{Request: h.by(ann), To: bob, Robot: true, Terms: american(t)})
	refused(t, err, game.RobotOpponent)
	_, err = h.challenge(ann, game.FormerPlayer, american(t))
	refused(t, err, game.OpponentGone)

	first := h.challenged(ann, bob, american(t))
	_, err = h.challenge(ann, bob, american(t))
	if r := refused(t, err, game.AlreadyChallenged); r.Challenge.ID != first.ID {
		t.Errorf("the refusal names %v, want %v", r.Challenge.ID, first.ID)
	}
	friendly := american(t)
	friendly.Rated = false
	h.challenged(ann, bob, friendly)
	_, err = h.challenge(ann, bob, days(t, 2))
	h.must(err)
	for _, fen := range []string{"W:WK31,K32:BK1,K2", "W:WK31,K32:BK1,K3"} {
		h.challenged(ann, bob, position(t, "american", fen))
	}
	_, err = h.challenge(ann, bob, position(t, "american", "W:WK31,K32:BK1,K3"))
	refused(t, err, game.AlreadyChallenged)
	h.challenged(ann, cid, american(t))
	elsewhere := game.ChallengeRequest{Request: h.by(ann), To: bob, Terms: american(t)}
	elsewhere.Place = other
	_, err = h.Challenge(background, elsewhere)
	h.must(err)
	h.inOrder()
}

func TestTermsThatCannotBe(t *testing.T) {
	h := newFixture(t)
	fault := func(terms game.Terms, want game.TermsFault) {
		t.Helper()
		_, err := h.challenge(ann, bob, terms)
		if r := refused(t, err, game.BadTerms); r.Terms != want {
			t.Errorf("the fault is %v, want %v", r.Terms, want)
		}
	}
	fault(game.Terms{}, game.NoRules)
	mixed := american(t)
	mixed.Start = rules(t, "russian").Start()
	fault(mixed, game.OtherRules)
	rated := position(t, "american", "W:WK31,K32:BK1,K2")
	rated.Rated = true
	fault(rated, game.StartRated)
	fault(position(t, "american", "W:W:BK1"), game.StartIsOver)
	green := american(t)
	green.Colour = 7
	fault(green, game.NoColour)
	deckless := game.Terms{Variant: rules(t, "russian"), Ballot: true}
	fault(deckless, game.NoBallots)
	both := position(t, "american", "W:WK31,K32:BK1,K2")
	both.Ballot = true
	fault(both, game.NoBallots)
}

func TestAnswersToAChallenge(t *testing.T) {
	h := newFixture(t)
	reply := func(p game.PersonID, c *game.Challenge) game.ReplyRequest {
		return game.ReplyRequest{Request: h.by(p), Challenge: c.ID}
	}
	c := h.challenged(ann, bob, american(t))
	_, err := h.Accept(background, reply(cid, c))
	refused(t, err, game.NotForYou)
	_, err = h.Accept(background, reply(ann, c))
	refused(t, err, game.OwnChallenge)
	_, err = h.Decline(background, reply(ann, c))
	refused(t, err, game.NotForYou)
	_, err = h.Withdraw(background, reply(bob, c))
	refused(t, err, game.NotYourChallenge)
	_, err = h.Accept(background, game.ReplyRequest{Request: h.by(bob), Challenge: "ZZZZ"})
	refused(t, err, game.NoSuchChallenge)

	a, err := h.Decline(background, reply(bob, c))
	h.must(err)
	if a.Challenge.State != game.Refused {
		t.Errorf("the challenge is %v", a.Challenge.State)
	}
	_, err = h.Accept(background, reply(bob, c))
	if r := refused(t, err, game.ChallengeClosed); r.Challenge.State != game.Refused {
		t.Errorf("the refusal says %v", r.Challenge.State)
	}
	c = h.challenged(ann, bob, american(t))
	_, err = h.Withdraw(background, reply(ann, c))
	h.must(err)
	h.inOrder()
}

func TestOpenChallenge(t *testing.T) {
	h := newFixture(t)
	c := h.challenged(ann, game.Anyone, american(t))
	q := game.ReplyRequest{Request: h.by(bob), Challenge: c.ID}
	q.Place = other
	_, err := h.Accept(background, q)
	refused(t, err, game.NoSuchChallenge)
	_, err = h.Decline(background, game.ReplyRequest{Request: h.by(bob), Challenge: c.ID})
	refused(t, err, game.NotForYou)
	a, err := h.Accept(background, game.ReplyRequest{Request: h.by(cid), Challenge: c.ID})
	h.must(err)
	if a.Game.Player(draughts.White) != cid {
		t.Errorf("players are %v", a.Game.Players)
	}
	_, err = h.Accept(background, game.ReplyRequest{Request: h.by(bob), Challenge: c.ID})
	refused(t, err, game.ChallengeClosed)
}

// A challenge to one's challenger is a counter-challenge.
func TestCounter(t *testing.T) {
	h := newFixture(t)
	c, err := h.challenge(ann, bob, american(t)) // Ann has Black
	h.must(err)
	same := american(t)
	same.Colour = game.PlayWhite // Bob has White: that is what Ann proposes
	_, err = h.challenge(bob, ann, same)
	refused(t, err, game.SameTerms)

	q := game.ChallengeRequest{Request: h.by(bob), Room: table, To: ann, Terms: american(t)}
	for again := range 2 {
		a, err := h.Challenge(background, q)
		h.must(err)
		if a.Again != (again == 1) || a.Challenge.From != bob || a.Challenge.To != ann || a.Challenge.CounterTo != c.ID || len(a.Announced) != 2 {
			t.Errorf("time %d: the counter-challenge is %+v", again, a.Challenge)
		}
		if old, err := h.ChallengeByID(background, c.ID); err != nil || old.State != game.Countered {
			t.Errorf("the challenge is %v, %v", old.State, err)
		}
	}
	open := h.challengesBy(bob)
	if len(open) != 1 {
		t.Fatalf("there are %d counter-challenges", len(open))
	}
	a, err := h.Accept(background, game.ReplyRequest{Request: h.by(ann), Challenge: open[0].ID})
	h.must(err)
	if a.Game.Player(draughts.Black) != bob {
		t.Errorf("players are %v", a.Game.Players)
	}
	h.inOrder()
}

// A challenge is countered by its ID, also if there is a newer one.
func TestCounterByID(t *testing.T) {
	h := newFixture(t)
	c := h.challenged(ann, bob, american(t))
	newer := american(t)
	newer.Rated = !newer.Rated
	h.challenged(ann, bob, newer)
	terms := american(t)
	terms.Clock = days(t, 2).Clock
	q := game.ReplyRequest{Request: h.by(cid), Challenge: c.ID}
	_, err := h.Counter(background, q, terms)
	refused(t, err, game.NotForYou)
	q.Request = h.by(bob)
	a, err := h.Counter(background, q, terms)
	h.must(err)
	if a.Challenge.CounterTo != c.ID || a.Challenge.To != ann || len(a.Announced) != 2 {
		t.Errorf("the counter-challenge is %+v", a.Challenge)
	}
	q.Request = h.by(bob)
	_, err = h.Counter(background, q, terms)
	refused(t, err, game.ChallengeClosed)
	h.inOrder()
}

// Only an open challenge to the challenger in the same place is countered. A challenge in another
// place, or to anyone, is a new one.
func TestNoCounter(t *testing.T) {
	h := newFixture(t)
	for _, to := range []game.PersonID{cid, game.Anyone} {
		h.challenged(ann, to, american(t))
	}
	q := game.ChallengeRequest{Request: h.by(ann), To: bob, Terms: american(t)}
	q.Place = other
	_, err := h.Challenge(background, q)
	h.must(err)
	h.challenged(ann, bob, american(t))
	h.leap(48*time.Hour - 10*time.Second)
	h.nap(10 * time.Second) // they have expired, but no tick has closed them
	c := h.challenged(bob, ann, american(t))
	if c.CounterTo != "" {
		t.Errorf("it answers %s", c.CounterTo)
	}
	h.inOrder()
}

// An expired challenge cannot be accepted, even before a tick has closed it.
func TestAcceptingTooLate(t *testing.T) {
	h := newFixture(t)
	c := h.challenged(ann, bob, american(t))
	h.leap(48*time.Hour - 10*time.Second)
	h.nap(10 * time.Second)
	_, err := h.Accept(background, game.ReplyRequest{Request: h.by(bob), Challenge: c.ID})
	if r := refused(t, err, game.ChallengeClosed); r.Challenge.State != game.Expired {
		t.Errorf("the challenge is %v", r.Challenge.State)
	}
}

// Downtime before a challenge or a game neither lengthens nor shortens it.
func TestAfterAnAbsence(t *testing.T) {
	h := newFixture(t)
	h.nap(8 * time.Hour)
	h.must(h.Tick(background))
	c := h.challenged(ann, bob, american(t))
	g := h.begin(bob, cid, live(t, 5*time.Minute, 0))
	service := h.service()
	if service.Downtime != 8*time.Hour {
		t.Errorf("the referee was away for %v", service.Downtime)
	}
	if at := service.Time(c.Expires()); !at.Equal(h.now().Add(48 * time.Hour)) {
		t.Errorf("the challenge expires at %v, it is %v", at, h.now())
	}
	h.leap(time.Minute)
	if left := g.Left(g.Turn(), h.now(), service); left != 4*time.Minute {
		t.Errorf("%v left", left)
	}
}

// Challenges expire, and are deleted some time after they were closed.
func TestExpiry(t *testing.T) {
	h := newFixture(t)
	c := h.challenged(ann, bob, american(t))
	h.leap(48*time.Hour - time.Millisecond)
	if now, err := h.ChallengeByID(background, c.ID); err != nil || now.State != game.Open {
		t.Fatalf("the challenge is %v, %v", now.State, err)
	}
	h.leap(time.Millisecond)
	if now, err := h.ChallengeByID(background, c.ID); err != nil || now.State != game.Expired {
		t.Fatalf("the challenge is %v, %v", now.State, err)
	}
	_, err := h.Accept(background, game.ReplyRequest{Request: h.by(bob), Challenge: c.ID})
	refused(t, err, game.ChallengeClosed)
	h.leap(30*24*time.Hour - time.Millisecond)
	if now, err := h.ChallengeByID(background, c.ID); err != nil || now.State != game.Expired {
		t.Fatalf("the challenge is %v, %v", now, err)
	}
	h.leap(time.Millisecond)
	_, err = h.ChallengeByID(background, c.ID)
	refused(t, err, game.NoSuchChallenge)
	h.inOrder()
}

func TestLimits(t *testing.T) {
	h := newFixture(t, game.Quotas{GamesPerPerson: 2, GamesPerPlace: 3, ChallengesPerPerson: 2})
	h.begin(ann, bob, american(t))
	h.begin(ann, cid, american(t))
	_, err := h.challenge(ann, mod, american(t))
	if r := refused(t, err, game.TooManyGames); r.Limit != 2 {
		t.Errorf("the limit is %d", r.Limit)
	}
	c := h.challenged(mod, ann, american(t))
	_, err = h.Accept(background, game.ReplyRequest{Request: h.by(ann), Challenge: c.ID})
	refused(t, err, game.TooManyGames)
	h.challenged(mod, bob, american(t))
	_, err = h.challenge(mod, cid, american(t))
	refused(t, err, game.TooManyChallenges)
	c = h.challenged(cid, 107, american(t))

	h.begin(bob, cid, american(t))
	_, err = h.Accept(background, game.ReplyRequest{Request: h.by(107), Challenge: c.ID})
	refused(t, err, game.OpponentBusy)
	_, err = h.challenge(105, 106, american(t))
	refused(t, err, game.PlaceFull)
	toBob := h.challengesBy(mod)[0]
	_, err = h.Accept(background, game.ReplyRequest{Request: h.by(toBob.To), Challenge: toBob.ID})
	refused(t, err, game.TooManyGames)
	elsewhere := game.ChallengeRequest{Request: h.by(105), To: 106, Terms: american(t)}
	elsewhere.Place = other
	_, err = h.Challenge(background, elsewhere)
	h.must(err)
}

// The rematch of a game without an outcome has the same colours.
func TestRematchOfNothing(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, american(t))
	h.resign(g, ann)
	a, err := h.Rematch(background, game.RematchRequest{Request: h.by(bob), Game: g.ID, Room: table})
	h.must(err)
	if side, _ := g.Side(bob); a.Challenge.Colour != game.ColourOf(side) {
		t.Errorf("the challenge is %+v", a.Challenge)
	}
}

func TestRematch(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, american(t))
	_, err := h.Rematch(background, game.RematchRequest{Request: h.by(ann), Game: g.ID, Room: table})
	refused(t, err, game.NotOver)
	g = h.play(g, american4...)
	h.resign(g, ann)
	_, err = h.Rematch(background, game.RematchRequest{Request: h.by(cid), Game: g.ID, Room: table})
	refused(t, err, game.NotAPlayer)
	a, err := h.Rematch(background, game.RematchRequest{Request: h.by(ann), Game: g.ID, Room: table})
	h.must(err)
	if a.Challenge.To != bob || a.Challenge.RematchOf != g.ID || a.Challenge.Colour != game.PlayWhite {
		t.Fatalf("the challenge is %+v", a.Challenge)
	}
	a, err = h.Rematch(background, game.RematchRequest{Request: h.by(bob), Game: g.ID, Room: table})
	h.must(err)
	if a.Game == nil || a.Game.Player(draughts.White) != ann || a.Game.RematchOf != g.ID || !a.Game.Rated {
		t.Fatalf("the rematch is %+v", a.Game)
	}
	for _, p := range []game.PersonID{bob, ann} {
		again, err := h.Rematch(background, game.RematchRequest{Request: h.by(p), Game: g.ID, Room: table})
		h.must(err)
		if again.Game == nil || again.Game.ID != a.Game.ID || again.Challenge != nil {
			t.Errorf("while it is running, the answer is %+v", again)
		}
	}
	h.resign(a.Game, ann)

	// A counter-challenge is still a rematch, but asking for a rematch does not agree to its terms.
	a, err = h.Rematch(background, game.RematchRequest{Request: h.by(ann), Game: g.ID, Room: table})
	h.must(err)
	friendly := a.Challenge.Terms
	friendly.Rated = false
	countered := h.challenged(bob, ann, friendly)
	if countered.RematchOf != g.ID {
		t.Errorf("the counter-challenge is %+v", countered)
	}
	a, err = h.Rematch(background, game.RematchRequest{Request: h.by(ann), Game: g.ID, Room: table})
	h.must(err)
	if a.Game != nil || a.Challenge == nil {
		t.Errorf("a rematch began by terms nobody agreed to: %+v", a.Game.Header)
	}
	h.inOrder()
}

// House rules and a server's own rule sets are stored whole, and have ratings of their own.
func TestRulesOfTheirOwn(t *testing.T) {
	h := newFixture(t)
	own := rules(t, "american").Rules()
	own.Key, own.Name, own.King.Range = "house", "As we play it", draughts.Far
	v, err := draughts.Compile(own)
	h.must(err)
	g := h.begin(ann, bob, game.Terms{Variant: v, Rated: true, Colour: game.PlayBlack})
	if !strings.HasPrefix(string(g.Pool), "house~") {
		t.Errorf("the pool is %s", g.Pool)
	}
	g = h.game(g.ID)
	if got := g.Variant.Rules(); got.King.Range != draughts.Far || got.Name != own.Name {
		t.Errorf("the rules are %+v", got)
	}
	g = h.win(bob, ann, game.Terms{Variant: v, Rated: true})
	result, _ := g.Result()
	if n := len(result.Changes[0]); n != 1 || result.Changes[0][0].Place != club {
		t.Errorf("%d ratings changed, want the one in the place", n)
	}
	// Another name makes no other game, another rule does.
	own.Name = "As they play it"
	renamed, err := draughts.Compile(own)
	h.must(err)
	own.King.Range = draughts.Adjacent
	changed, err := draughts.Compile(own)
	h.must(err)
	if a, b, c := game.PoolOf(v), game.PoolOf(renamed), game.PoolOf(changed); a != b || a == c {
		t.Errorf("the pools are %s, renamed %s, changed %s", a, b, c)
	}
	own = v.Rules()
	// The same under a borrowed key is not the built-in game.
	own.Key = "american"
	v, err = draughts.Compile(own)
	h.must(err)
	if pool := game.PoolOf(v); pool == "american" || pool.IsBuiltin() {
		t.Errorf("the pool of borrowed rules is %s", pool)
	}
	g = h.begin(ann, bob, game.Terms{Variant: rules(t, "american-free-jump"), Rated: true})
	if g.Pool != "american-free-jump" {
		t.Errorf("the pool is %s", g.Pool)
	}
	h.inOrder()
}

// Aborting games does not change the colours that the lot decided.
func TestLotIsKeptAfterAbort(t *testing.T) {
	h := newFixture(t)
	terms := american(t)
	terms.Colour = game.ByLot
	resigned := func(g *game.Game) bool { _, err := h.Resign(background, h.at(g, ann)); return err == nil }
	aborted := func(g *game.Game) bool { return h.propose(g, game.OfferAbort, ann).IsOver() }
	timedOut := func(*game.Game) bool { h.leap(25 * time.Hour); return true }
	g := h.begin(ann, bob, terms)
	lot := g.Players
	for i := range 30 {
		ends := []func(*game.Game) bool{aborted, resigned, timedOut}
		if !ends[i%3](g) {
			t.Fatal("the game did not end")
		}
		if i == 10 { // a colour that was agreed on is no lot
			agreed := terms
			agreed.Colour = game.PlayWhite
			if lot[draughts.White] == ann {
				agreed.Colour = game.PlayBlack
			}
			h.propose(h.begin(ann, bob, agreed), game.OfferAbort, ann)
		}
		terms.Clock, _ = game.Correspondence(1)
		from, to := ann, bob
		if i%2 == 0 {
			from, to = bob, ann
		}
		if g = h.begin(from, to, terms); g.Players != lot {
			t.Fatalf("after %d games that did not count the players are %v, were %v", i+1, g.Players, lot)
		}
	}
	// The lot decides again with another opponent, and after a game with an outcome.
	white := map[game.PersonID]int{}
	for i := range 40 {
		h.win(ann, bob, terms)
		h.leap(time.Hour)
		g := h.begin(ann, bob, terms)
		white[g.Player(draughts.White)]++
		h.play(g, american4...)
		g = h.game(g.ID)
		h.resign(g, ann)
		stranger := h.begin(ann, game.PersonID(1000+i), terms)
		white[stranger.Player(draughts.White)]++
		h.propose(stranger, game.OfferAbort, ann)
	}
	if white[ann] < 20 || white[ann] > 60 {
		t.Errorf("Ann had White %d times of 80", white[ann])
	}
}

// Several games by lot at once have alternate colours until the newest of them is underway.
func TestColoursAlternateWhileGameIsNotUnderway(t *testing.T) {
	h := newFixture(t, game.Quotas{GamesPerPerson: 100})
	terms := american(t)
	terms.Colour = game.ByLot
	newest := h.begin(ann, bob, terms)
	alternates := func(g *game.Game) {
		t.Helper()
		if g.Player(draughts.White) != newest.Player(draughts.Black) {
			t.Fatalf("while %v play the players of the next game are %v", newest.Players, g.Players)
		}
		newest = g
	}
	for i := range 10 {
		h.leap(time.Second)
		from, to := ann, bob
		if i%2 == 0 {
			from, to = bob, ann
		}
		alternates(h.begin(from, to, terms))
	}
	// Cancelling the newest one changes nothing.
	h.propose(newest, game.OfferAbort, ann)
	h.leap(time.Second)
	if g := h.begin(ann, bob, terms); g.Players != newest.Players {
		t.Fatalf("after a cancelled game of %v the players are %v", newest.Players, g.Players)
	} else {
		newest = g
	}
	white := map[game.PersonID]int{}
	for i := range 40 {
		stranger := h.begin(ann, game.PersonID(1000+i), terms)
		white[stranger.Player(draughts.White)]++
		h.propose(stranger, game.OfferAbort, ann)
	}
	// Once the newest game is underway, the lot decides again, however many others wait.
	for range 40 {
		h.leap(time.Second)
		next := h.begin(ann, bob, terms)
		alternates(next)
		h.play(next, american4...)
		h.leap(time.Second)
		newest = h.begin(ann, bob, terms)
		white[newest.Player(draughts.White)]++
		g := h.game(next.ID)
		h.resign(g, ann)
	}
	if white[ann] < 20 || white[ann] > 60 {
		t.Errorf("Ann had White %d times of 80", white[ann])
	}
}

// The challenger makes a challenge rated or not while it is open, and nobody accepts other terms than they saw.
func TestSetRated(t *testing.T) {
	h := newFixture(t)
	c := h.challenged(ann, bob, american(t))
	set := func(p game.PersonID, rated bool) (game.Answer, error) {
		return h.SetRated(background, game.ReplyRequest{Request: h.by(p), Challenge: c.ID}, rated)
	}
	accept := func(changes int) (game.Answer, error) {
		return h.Accept(background, game.ReplyRequest{Request: h.by(bob), Challenge: c.ID, Changes: changes})
	}
	_, err := set(bob, false)
	refused(t, err, game.NotYourChallenge)
	for _, rated := range []bool{true, false, false} {
		a, err := set(ann, rated)
		h.must(err)
		if a.Challenge.Rated != rated || a.Challenge.State != game.Open {
			t.Errorf("it is %+v", a.Challenge)
		}
	}
	if n := len(h.pending()); n != 1 { // that it was made
		t.Errorf("%d announcements", n)
	}
	_, err = accept(0)
	refused(t, err, game.TermsChanged)
	a, err := accept(1)
	h.must(err)
	if a.Game.Rated {
		t.Error("the game is rated")
	}
	_, err = set(ann, true)
	refused(t, err, game.ChallengeClosed)

	c = h.challenged(ann, cid, game.Terms{Variant: rules(t, "american"), Start: draughtstest.Position(t, "american", "W:W31,32:B1,2")})
	_, err = set(ann, true)
	refused(t, err, game.BadTerms)
}

// Who asks for a rematch does not accept one whose terms were changed.
func TestChangedRematch(t *testing.T) {
	h := newFixture(t)
	g := h.win(ann, bob, american(t))
	q := func(p game.PersonID) game.RematchRequest {
		return game.RematchRequest{Request: h.by(p), Game: g.ID, Room: table}
	}
	a, err := h.Rematch(background, q(ann))
	h.must(err)
	_, err = h.SetRated(background, game.ReplyRequest{Request: h.by(ann), Challenge: a.Challenge.ID}, false)
	h.must(err)
	if a, err = h.Rematch(background, q(bob)); err != nil || a.Game != nil {
		t.Errorf("it begins %+v, %v", a.Game, err)
	}
}
