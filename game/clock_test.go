package game_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

func FuzzParseClock(f *testing.F) {
	for _, seed := range []string{"none", "1d", "3d+5d", "3d+31d", "+5d", "30d", "31d", "300+5", "1+0", "0+5", "+", "d", "-1d", "300+601",
		"99999999999999999999+1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := game.ParseClock(text)
		if err != nil {
			var wrong *game.ClockError
			if !errors.As(err, &wrong) {
				t.Fatalf("%q: the error is %v", text, err)
			}
			return
		}
		again, err := game.ParseClock(c.String())
		if err != nil || again != c {
			t.Errorf("%q is %v, which reads as %v, %v", text, c, again, err)
		}
		if c.PerMove() < 0 || c.Base() < 0 || c.Increment() < 0 || c.PerMove() > game.MaxDays*24*time.Hour || c.Base() > game.MaxBase {
			t.Errorf("%q is %v", text, c)
		}
	})
}

func TestClockBounds(t *testing.T) {
	for _, test := range []struct {
		text            string
		perMove         time.Duration
		base, increment time.Duration
		wrong           bool
	}{
		{text: "none"},
		{text: "1d", perMove: 24 * time.Hour},
		{text: "30d", perMove: 30 * 24 * time.Hour},
		{text: "0d", wrong: true},
		{text: "31d", wrong: true},
		{text: "1+0", base: time.Second},
		{text: "86400+600", base: 24 * time.Hour, increment: 10 * time.Minute},
		{text: "0+5", wrong: true},
		{text: "86401+0", wrong: true},
		{text: "60+601", wrong: true},
	} {
		c, err := game.ParseClock(test.text)
		if (err != nil) != test.wrong || c.PerMove() != test.perMove || c.Base() != test.base || c.Increment() != test.increment {
			t.Errorf("%s is %v a move, or %v and %v more, %v", test.text, c.PerMove(), c.Base(), c.Increment(), err)
		}
	}
	if c, err := game.Live(time.Minute, -time.Second); err == nil {
		t.Errorf("a clock that takes time away is %v", c)
	}
}

func timed(t *testing.T, clock game.Clock, err error) game.Terms {
	t.Helper()
	must(t, err)
	terms := american(t)
	terms.Clock = clock
	return terms
}

func live(t *testing.T, base, increment time.Duration) game.Terms {
	t.Helper()
	c, err := game.Live(base, increment)
	return timed(t, c, err)
}

func days(t *testing.T, n int) game.Terms {
	t.Helper()
	c, err := game.Correspondence(n)
	return timed(t, c, err)
}

func TestLiveClock(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, live(t, 5*time.Minute, 3*time.Second))
	left := func(s draughts.Side, want time.Duration) {
		t.Helper()
		service := h.service()
		if got := g.Left(s, h.now(), service); got != want {
			t.Errorf("%v has %v left, want %v", s, got, want)
		}
	}
	h.leap(60 * time.Second)
	left(draughts.Black, 4*time.Minute)
	g = h.play(g, "11-15")
	left(draughts.Black, 4*time.Minute+3*time.Second)
	left(draughts.White, 5*time.Minute)
	h.leap(5*time.Minute - time.Second)
	g = h.play(g, "22-18")
	left(draughts.White, 4*time.Second)
	g = h.play(g, "15x22", "25x18")

	// Black's time runs out on the second, once, and a move that arrived before has a few seconds to be made.
	h.leap(4*time.Minute + 6*time.Second + grace - time.Millisecond)
	if now := h.game(g.ID); now.IsOver() {
		t.Fatal("the game ended too soon")
	}
	h.leap(time.Millisecond)
	now := h.game(g.ID)
	result, over := now.Result()
	if ended := now.Event(now.Seq() - 1); !ended.Happened().Equal(h.now().Add(-grace)) {
		t.Errorf("its time is %v, and it is %v", ended.Happened(), h.now())
	}
	if !over || result.Cause != game.ByTime || result.Outcome != game.WhiteWon || result.Weight != 1 {
		t.Fatalf("the result is %+v", result)
	}
	h.must(h.Tick(background))
	if again := h.game(g.ID); again.Seq() != now.Seq() {
		t.Errorf("the game has %d events, had %d", again.Seq(), now.Seq())
	}
	h.inOrder()
}

// The time used before a take-back is not given back, and the clocks of the moves taken back are
// not recorded any more.
func TestTakingBackGivesNoTime(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, live(t, 5*time.Minute, 0))
	h.leap(10 * time.Second)
	g = h.play(g, "11-15")
	h.leap(20 * time.Second)
	g = h.play(g, "22-18")
	h.leap(40 * time.Second)
	g = h.propose(g, game.OfferTakeBack, bob, ann)
	left := func(want map[draughts.Side]time.Duration) {
		t.Helper()
		service := h.service()
		for side, want := range want {
			if got := g.Left(side, h.now(), service); got != want {
				t.Errorf("%v has %v left, want %v", side, got, want)
			}
		}
	}
	left(map[draughts.Side]time.Duration{draughts.Black: 250 * time.Second, draughts.White: 280 * time.Second})
	h.leap(5 * time.Second)
	g = h.play(g, "24-19")
	if used := used(g); len(used) != 2 || used[0] != 10*time.Second || used[1] != 5*time.Second {
		t.Errorf("the moves took %v", used)
	}
	h.leap(5 * time.Second)
	g = h.resign(g, bob)
	h.leap(time.Hour)
	left(map[draughts.Side]time.Duration{draughts.Black: 245 * time.Second, draughts.White: 275 * time.Second})
}

// An immediate restart gives back its few seconds, too, and a move made in the last of them is not
// in the future.
func TestKilledAndStartedAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	h := openFixture(t, path, noon)
	g := h.begin(ann, bob, live(t, 5*time.Minute, 0))
	h.pass(20 * time.Second)
	h.nap(4 * time.Second)
	g = h.play(g, "11-15")
	h.must(h.store.Close())
	asked := h.asked
	h = openFixture(t, path, h.now().Add(20*time.Second))
	h.asked = asked
	service := h.service()
	if service.Downtime != 24*time.Second {
		t.Errorf("the referee was away for %v", service.Downtime)
	}
	g = h.play(g, "22-18")
	if used := used(g); used[0] != 24*time.Second || used[1] != 0 {
		t.Errorf("the moves took %v", used)
	}
	h.pass(10 * time.Second)
	g = h.play(g, "15x22")
	if used := used(g); used[2] > 10*time.Second || used[2] < 6*time.Second {
		t.Errorf("the moves took %v", used)
	}
	service = h.service()
	w, b := g.Left(draughts.White, h.now(), service), g.Left(draughts.Black, h.now(), service)
	if w != 5*time.Minute || b != 5*time.Minute-24*time.Second-used(g)[2] {
		t.Errorf("%v and %v are left after %v", w, b, used(g))
	}
}

// After the deadline no request counts, and a tick a few seconds later ends the game.
func TestMoveAfterTheDeadline(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, live(t, time.Minute, 0))
	h.pass(time.Minute)
	_, err := h.Move(background, game.MoveRequest{GameRequest: h.at(g, ann), Text: "11-15"})
	refused(t, err, game.TimeIsUp)
	_, err = h.Propose(background, h.offer(g, bob, game.OfferDraw))
	refused(t, err, game.TimeIsUp)
	h.pass(grace)
	if result, over := h.game(g.ID).Result(); !over || result.Cause != game.ByTime {
		t.Errorf("the result is %+v", result)
	}
}

// Anna asks four slow questions, and Ben moves in time: his move counts from when it arrived, not from when its turn came,
// and what it waited is not taken from Anna either.
func TestMoveThatWaitsForItsTurn(t *testing.T) {
	h := newFixture(t)
	g := h.play(h.begin(ann, bob, live(t, time.Minute, 0)), "11-15")
	h.pass(time.Minute - 5*time.Second)
	moves := game.MoveRequest{GameRequest: h.at(g, bob), Text: "22-18"}
	h.pass(4900 * time.Millisecond)
	moves.Arrived = h.now()
	h.pass(4 * time.Second) // in which Anna's questions are answered
	a, err := h.Move(background, moves)
	h.must(err)
	service := h.service()
	for side, want := range map[draughts.Side]time.Duration{draughts.White: 100 * time.Millisecond, draughts.Black: time.Minute} {
		if left := a.Game.Left(side, h.now(), service); left != want {
			t.Errorf("%v has %v left, want %v", side, left, want)
		}
	}
	h.pass(time.Minute) // the record says so, too
	h.must(h.game(g.ID).Verify())
	if left := h.game(g.ID).Left(draughts.White, h.now(), h.service()); left != 100*time.Millisecond {
		t.Errorf("read again, White has %v left", left)
	}
}

// A move that arrived before the one that it answers takes no time, but not less.
func TestMoveThatArrivedTooSoon(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, live(t, time.Minute, 0))
	h.pass(10 * time.Second)
	g = h.play(g, "11-15")
	moves := game.MoveRequest{GameRequest: h.at(g, bob), Text: "22-18"}
	moves.Arrived = h.now().Add(-5 * time.Second)
	h.pass(10 * time.Second)
	a, err := h.Move(background, moves)
	h.must(err)
	if left := a.Game.Left(draughts.White, h.now(), h.service()); left != time.Minute {
		t.Errorf("%v left", left)
	}
}

// If a player's time runs out and the opponent cannot win, the game is drawn.
func TestTimeAgainstNothing(t *testing.T) {
	h := newFixture(t)
	terms := position(t, "russian", "W:WKa1,Kc1,Ke1:BKb8")
	terms.Clock, _ = game.Live(time.Minute, 0)
	g := h.play(h.begin(ann, bob, terms), "a1-b2", "b8-a7", "b2-a1", "a7-b8")
	if g.Start().CanWin(draughts.Black) {
		t.Fatal("these rules hold one king able to win: take others")
	}
	h.leap(time.Minute + grace)
	g = h.game(g.ID)
	if result, _ := g.Result(); result.Cause != game.ByTime || result.Outcome != game.Drawn {
		t.Errorf("the result is %+v", result)
	}
}

// A turn that takes longer than its days uses up spare ones, which never come back, and each stage has its reminder.
func TestSpareDays(t *testing.T) {
	h := newFixture(t)
	terms := days(t, 3)
	terms.Clock, _ = game.ParseClock("3d+5d")
	g := h.begin(ann, bob, terms)
	left := func(want time.Duration) {
		t.Helper()
		if got := h.game(g.ID).Left(draughts.Black, h.now(), h.service()); got != want {
			t.Errorf("Black has %v left, want %v", got, want)
		}
	}
	left(8 * day)
	h.leap(5 * day)
	left(3 * day)
	g = h.play(g, "11-15", "22-18")
	left(6 * day)
	h.leap(day)
	g = h.play(g, "15x22", "25x18")
	left(6 * day)
	for range 7 {
		h.leap(day)
	}
	var happened []string
	g = h.game(g.ID)
	for _, e := range g.Events() {
		happened = append(happened, e.Kind.String())
	}
	want := "reminded moved moved moved moved reminded reminded ended"
	if got := strings.Join(happened, " "); got != want {
		t.Errorf("it went %s, want %s", got, want)
	}
	if result, _ := g.Result(); result.Cause != game.ByTime {
		t.Errorf("the result is %+v", result)
	}
	h.inOrder()
}

// Each person keeps their clock, whichever side they play: in the game, when the other counters, and in a rematch.
func TestOdds(t *testing.T) {
	h := newFixture(t)
	terms := live(t, 10*time.Minute, 0)
	terms.Odds, _ = game.ParseClock("60+5")
	terms.Colour = game.PlayBlack
	terms.Rated = true
	challenge := func(terms game.Terms) error {
		_, err := h.Challenge(background, game.ChallengeRequest{Request: h.by(ann), To: bob, Terms: terms})
		return err
	}
	badTerms(t, challenge(terms), game.OddsRated)
	terms.Rated = false
	for _, wrong := range []string{"3d", "none"} {
		mixed := terms
		mixed.Clock, _ = game.ParseClock(wrong)
		badTerms(t, challenge(mixed), game.OddsOfKinds)
	}
	g := h.begin(ann, bob, terms)
	left := func(g *game.Game, black, white time.Duration) {
		t.Helper()
		b, w := g.Left(draughts.Black, h.now(), h.service()), g.Left(draughts.White, h.now(), h.service())
		if b != black || w != white {
			t.Errorf("Black has %v and White %v, want %v and %v", b, w, black, white)
		}
	}
	left(g, 10*time.Minute, time.Minute)
	h.pass(10 * time.Second)
	g = h.play(g, "11-15")
	h.pass(10 * time.Second)
	g = h.play(g, "22-18", "15x22", "25x18")
	left(g, 10*time.Minute-10*time.Second, time.Minute)
	g = h.resign(g, ann)
	for _, p := range []game.PersonID{ann, bob} {
		a, err := h.Rematch(background, game.RematchRequest{Request: h.by(p), Game: g.ID})
		h.must(err)
		if a.Game != nil { // the other one agrees
			left(a.Game, time.Minute, 10*time.Minute)
			g = h.resign(a.Game, ann)
		}
	}
	a, err := h.Rematch(background, game.RematchRequest{Request: h.by(bob), Game: g.ID})
	h.must(err)
	if c := a.Challenge; c.Clock.String() != "60+5" || c.Odds.String() != "600+0" {
		t.Errorf("who had less time offers %v, and %v to the other", c.Clock, c.Odds)
	}
}

func badTerms(t *testing.T, err error, want game.TermsFault) {
	t.Helper()
	if wrong, ok := errors.AsType[*game.RequestError](err); !ok || wrong.Code != game.BadTerms || wrong.Terms != want {
		t.Errorf("the error is %v, want %v", err, want)
	}
}

func TestCorrespondence(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, days(t, 4))
	reminded := func() int {
		t.Helper()
		now := h.game(g.ID)
		n := 0
		for _, e := range now.Events() {
			if e.Kind == game.Reminded {
				n++
			}
		}
		return n
	}
	h.leap(3*24*time.Hour - time.Millisecond)
	if n := reminded(); n != 0 {
		t.Fatalf("%d reminders, too soon", n)
	}
	h.leap(time.Millisecond)
	h.leap(time.Hour)
	if n := reminded(); n != 1 {
		t.Fatalf("%d reminders, want one", n)
	}
	g = h.play(g, "11-15", "22-18", "15x22", "25x18", "8-11")
	h.leap(3 * 24 * time.Hour)
	if n := reminded(); n != 2 {
		t.Fatalf("%d reminders, want one for each", n)
	}
	h.leap(24*time.Hour + grace)
	now := h.game(g.ID)
	if result, _ := now.Result(); result.Cause != game.ByTime || result.Outcome != game.BlackWon {
		t.Errorf("the result is %+v", result)
	}
	h.inOrder()
}

// The first request after a sleep of the machine does not count the time of the sleep, though no
// tick has stored it.
func TestRequestAfterSleep(t *testing.T) {
	for _, terms := range []game.Terms{live(t, 5*time.Minute, 0), days(t, 4)} {
		h := newFixture(t)
		g := h.begin(ann, bob, terms)
		h.pass(time.Minute)
		h.nap(8 * time.Hour)
		g = h.play(g, "11-15")
		if used := used(g); used[0] != time.Minute {
			t.Errorf("%v: the move took %v", terms.Clock, used[0])
		}
		whole := max(terms.Clock.Base(), terms.Clock.PerMove())
		for range 2 { // before a tick has stored it, and after
			service := h.service()
			deadline, _ := g.DeadlineInstant()
			if left := g.Left(draughts.White, h.now(), service); left != whole || !service.Time(deadline).Equal(h.now().Add(whole)) {
				t.Errorf("%v: White has %v, until %v; it is %v", terms.Clock, left, service.Time(deadline), h.now())
			}
			h.must(h.Tick(background))
		}
		h.inOrder()
	}
}

// If the machine falls asleep during a tick, nobody's time runs out.
func TestSleepWithinATick(t *testing.T) {
	h := newFixture(t)
	drowsy := &late{overtaken: overtaken{Store: h.store}}
	second := game.New(game.Config{Store: drowsy, Now: h.now, Random: h.random})
	g := h.begin(ann, bob, live(t, 5*time.Minute, 0))
	h.pass(time.Minute)
	for looks := range 6 {
		drowsy.beforeView = func() {
			if looks--; looks < 0 {
				h.nap(time.Hour)
				drowsy.beforeView = nil
			}
		}
		h.must(second.Tick(background))
	}
	g = h.game(g.ID)
	if g.IsOver() {
		t.Error("the game ended")
	}
}

// If the clock of the machine is set while the referee runs, nobody is charged for that, and the time of both players goes on.
func TestClockIsSet(t *testing.T) {
	for _, jump := range []time.Duration{time.Hour, -time.Hour} {
		h := newFixture(t)
		before := h.begin(ann, bob, live(t, 5*time.Minute, 0))
		h.pass(time.Minute)
		h.nap(jump)
		h.must(h.Tick(background))
		after := h.begin(ann, bob, live(t, 5*time.Minute, 0))
		h.pass(time.Minute)
		service := h.service()
		for _, g := range []*game.Game{h.game(before.ID), h.game(after.ID)} {
			if left := g.Left(draughts.Black, h.now(), service); g.IsOver() || left < 3*time.Minute {
				t.Errorf("set by %v: %v left after at most two minutes of five", jump, left)
			}
		}
		if h.pass(5 * time.Minute); !h.game(after.ID).IsOver() {
			t.Errorf("set by %v: the time never runs out", jump)
		}
	}
}

func TestManyDeadlinesAtOnce(t *testing.T) {
	h := newFixture(t, game.Quotas{GamesPerPerson: 1000, GamesPerPlace: 1000})
	const games = 250 // more than are done in one transaction
	terms := live(t, time.Minute, 0)
	for i := range games {
		h.begin(game.PersonID(1000+2*i), game.PersonID(1001+2*i), terms)
	}
	h.leap(time.Minute + grace)
	n := 0
	h.must(h.store.View(background, func(tx game.Reader) (err error) {
		n, err = tx.CountGames(game.FinishedGamesIn(club), 1000)
		return err
	}))
	if n != games {
		t.Errorf("%d games ended, want %d", n, games)
	}
	h.inOrder()
}
