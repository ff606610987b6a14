package game_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// until lets time pass until a time while the referee runs. It gives signs of life around the beginning of each hour.
func (h *fixture) until(at time.Time) {
	h.t.Helper()
	for h.now().Before(at) {
		hour := h.now().Truncate(time.Hour).Add(time.Hour)
		if quiet := hour.Add(-3 * time.Second); quiet.After(h.now()) {
			h.leap(min(quiet.Sub(h.now()), at.Sub(h.now())))
		}
		h.pass(min(10*time.Second, at.Sub(h.now())))
	}
}

func (h *fixture) plan(p game.PersonID, from, until time.Time) []game.Vacation {
	h.t.Helper()
	all, err := h.PlanVacation(background, p, from, until)
	h.must(err)
	return all
}

// kinds returns what happened in a game, word by word.
func kinds(g *game.Game) string {
	var words []string
	for _, e := range g.Events() {
		words = append(words, strings.ReplaceAll(e.Kind.String(), " ", "-"))
	}
	return strings.Join(words, " ")
}

// Ann goes away for two weeks. Her own clocks of days stand still, and so does the patience of games without a clock; those of
// others, of minutes and of tournaments go on. A game that begins meanwhile knows that she is away.
func TestVacation(t *testing.T) {
	h := newFixture(t)
	away, back := noon.Add(12*time.Hour), noon.Add(12*time.Hour+14*day)
	own := h.begin(ann, bob, days(t, 3))    // ann is to move
	other := h.begin(bob, ann, days(t, 30)) // bob is
	idle := h.begin(ann, bob, american(t))
	h.plan(ann, away, back)
	h.until(away.Add(time.Minute))
	began := h.begin(ann, cid, days(t, 3))
	for _, g := range []*game.Game{own, other, idle, began} {
		until, is := h.game(g.ID).Away(draughts.Black)
		if g.ID == other.ID {
			until, is = h.game(g.ID).Away(draughts.White)
		}
		if !is || !until.Equal(back) {
			t.Errorf("%v: away %v until %v", g.Clock, is, until)
		}
	}
	deadline := func(g *game.Game, want time.Time) {
		t.Helper()
		if got, ok := h.game(g.ID).Deadline(h.service()); !ok || !got.Equal(want) {
			t.Errorf("the time runs out at %v, want %v", got, want)
		}
	}
	deadline(own, noon.Add(3*day+14*day))
	deadline(other, noon.Add(30*day))
	deadline(began, back.Add(3*day))

	h.play(h.game(began.ID), "11-15") // who is away may move
	h.until(back.Add(time.Hour))
	if g := h.game(idle.ID); g.IsOver() || g.Idleness() != game.NotIdle {
		t.Errorf("the game without a clock: over %v, %v", g.IsOver(), g.Idleness())
	}
	deadline(own, noon.Add(3*day+14*day))
	if got := kinds(h.game(own.ID)); got != "went-away came-back" {
		t.Errorf("it went %q", got)
	}
	h.until(noon.Add(17*day + time.Minute))
	if g := h.game(own.ID); kinds(g) != "went-away came-back reminded ended" {
		t.Errorf("it went %q", kinds(g))
	}
	h.inOrder()
}

// Clocks of minutes and games of tournaments go on, unless the tournament allows vacations.
func TestWhoTakesVacations(t *testing.T) {
	for _, test := range []struct {
		clock      string
		tournament game.TournamentID
		allowed    bool
		want       bool
	}{
		{"3d", "", false, true}, {"none", "", false, true}, {"300+5", "", true, false},
		{"3d", "TTTT", false, false}, {"3d", "TTTT", true, true}, {"300+5", "TTTT", true, false},
	} {
		header := game.Header{Terms: american(t), Tournament: test.tournament}
		header.Clock, _ = game.ParseClock(test.clock)
		header.Vacations = test.allowed
		if got := game.Restore(header, nil).TakesVacations(); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

// A vacation has whole days from tomorrow on, 30 a year, and days that it does not use come back.
func TestVacationDays(t *testing.T) {
	h := newFixture(t)
	tomorrow := noon.Add(12 * time.Hour)
	for name, wrong := range map[string][2]time.Time{
		"today": {noon.Add(-12 * time.Hour), tomorrow}, "no day": {tomorrow, tomorrow}, "an hour": {tomorrow, tomorrow.Add(time.Hour)},
		"too late": {tomorrow.AddDate(1, 1, 0), tomorrow.AddDate(1, 1, 1)},
	} {
		if _, err := h.PlanVacation(background, ann, wrong[0], wrong[1]); err == nil {
			t.Errorf("%s is a vacation", name)
		} else {
			refused(t, err, game.VacationDays)
		}
	}
	left := func(all []game.Vacation, want int) {
		t.Helper()
		if got := game.VacationDaysLeft(all, 2026); got != want {
			t.Errorf("%d days are left, want %d", got, want)
		}
	}
	_, err := h.PlanVacation(background, ann, tomorrow, tomorrow.Add(31*day))
	if e := refused(t, err, game.VacationTooLong); e.Limit != 30 {
		t.Errorf("%d days are left", e.Limit)
	}
	left(h.plan(ann, tomorrow, tomorrow.Add(20*day)), 10)
	left(h.plan(ann, tomorrow.Add(day), tomorrow.Add(26*day)), 5) // instead
	h.until(tomorrow.Add(3*day + time.Hour))
	left(h.plan(ann, tomorrow.Add(day), tomorrow.Add(11*day)), 20)
	all, err := h.EndVacation(background, ann)
	h.must(err)
	left(all, 27)
	h.until(tomorrow.Add(4 * day))
	left(h.plan(ann, tomorrow.Add(5*day), tomorrow.Add(6*day)), 26)
	all, err = h.EndVacation(background, ann)
	h.must(err)
	left(all, 27)
	newYear := time.Date(2027, time.January, 1, 0, 0, 0, 0, time.UTC)
	left(h.plan(ann, newYear.Add(-27*day), newYear.Add(30*day)), 0)
	h.erase(ann)
	h.inOrder()
}

// Shortened, a vacation ends with the day, and the games know.
func TestVacationEndsEarly(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, days(t, 3))
	away := noon.Add(12 * time.Hour)
	h.plan(ann, away, away.Add(14*day))
	h.until(away.Add(day + time.Hour))
	_, err := h.EndVacation(background, ann)
	h.must(err)
	for range 2 { // before it has ended, and after
		if at, _ := h.game(g.ID).Deadline(h.service()); !at.Equal(noon.Add(5 * day)) {
			t.Errorf("the time runs out at %v", at)
		}
		h.until(away.Add(2*day + time.Hour))
	}
	if got := kinds(h.game(g.ID)); got != "went-away went-away came-back" {
		t.Errorf("it went %q", got)
	}
	h.inOrder()
}

// The days are those of the person's time zone: the one on which summer time begins has 23 hours.
func TestVacationOverSummerTime(t *testing.T) {
	h := newFixture(t)
	berlin, err := time.LoadLocation("Europe/Berlin")
	h.must(err)
	from, to := time.Date(2026, time.March, 28, 0, 0, 0, 0, berlin), time.Date(2026, time.March, 31, 0, 0, 0, 0, berlin)
	all := h.plan(ann, from, to)
	if left := game.VacationDaysLeft(all, 2026); left != game.MaxVacation-3 || to.Sub(from) != 71*time.Hour {
		t.Errorf("%v leaves %d days", to.Sub(from), left)
	}
	h.until(time.Date(2026, time.March, 27, 22, 0, 0, 0, time.UTC))
	g := h.begin(ann, bob, days(t, 1))
	h.until(time.Date(2026, time.March, 27, 23, 30, 0, 0, time.UTC))
	if at, _ := h.game(g.ID).Deadline(h.service()); !at.Equal(g.Started.Add(day + 71*time.Hour)) {
		t.Errorf("the time runs out at %v", at)
	}
	h.until(to.Add(time.Minute))
	if until, away := h.game(g.ID).Away(draughts.Black); away {
		t.Errorf("away until %v", until)
	}
}

// span is a time by the wall clock.
type span struct{ from, to time.Time }

// outside returns how much of a time is in none of some others.
func outside(of span, others []span) (d time.Duration) {
	const step = time.Second
	for at := of.from; at.Before(of.to); at = at.Add(step) {
		in := false
		for _, o := range others {
			in = in || !at.Before(o.from) && at.Before(o.to)
		}
		if !in {
			d += min(step, of.to.Sub(at))
		}
	}
	return d
}

// Whatever comes together, a turn is charged the time that passed, without that in which its player was on vacation or no
// referee ran, and without counting any second twice. So nobody gains time by being away, or by a process that is killed.
func TestVacationTimeIsExact(t *testing.T) {
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			dice := rand.New(rand.NewPCG(seed, 7))
			path := filepath.Join(t.TempDir(), "games.db")
			h := openFixture(t, path, noon)
			terms := days(t, 2)
			terms.Clock, _ = game.ParseClock("2d+30d")
			g := h.begin(ann, bob, terms)
			people := map[draughts.Side]game.PersonID{draughts.Black: ann, draughts.White: bob}
			free := map[draughts.Side][]span{}
			for side, p := range people {
				from := noon.Add(12*time.Hour + time.Duration(dice.IntN(4))*day)
				to := from.Add(time.Duration(1+dice.IntN(4)) * day)
				h.plan(p, from, to)
				free[side] = []span{{from, to}}
			}
			spare := map[draughts.Side]time.Duration{draughts.Black: 30 * day, draughts.White: 30 * day}
			kill := func(d time.Duration) {
				from := h.service().LastAlive
				h.must(h.store.Close())
				to := h.now().Add(d)
				asked := h.asked
				h = openFixture(t, path, to)
				h.asked = asked
				for side := range free {
					free[side] = append(free[side], span{from, to})
				}
			}
			moves := []string{"11-15", "22-18", "15x22", "25x18", "8-11", "29-25", "4-8", "25-22"}
			turn := noon
			for _, text := range moves {
				for range 1 + dice.IntN(4) {
					h.until(h.now().Add(time.Duration(dice.IntN(20*3600)) * time.Second))
					if dice.IntN(2) == 0 {
						kill(time.Duration(dice.IntN(30*3600)) * time.Second)
					}
				}
				g = h.game(g.ID)
				side := g.Turn()
				charged := outside(span{turn, h.now()}, free[side])
				want := 2*day + spare[side] - charged
				if left := g.Left(side, h.now(), h.service()); left != want {
					t.Fatalf("before %s, %v has %v left, want %v (%s)", text, side, left, want, kinds(g))
				}
				spare[side] -= max(0, charged-2*day)
				g = h.play(g, text)
				turn = h.now()
			}
			for side, want := range spare {
				if got := h.game(g.ID).Spare(side); got != want {
					t.Errorf("%v has %v to spare, want %v", side, got, want)
				}
			}
			h.inOrder()
		})
	}
}
