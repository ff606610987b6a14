package tournament

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"
	"time"
)

// group returns a round robin that is over, in which each player has beaten all who are named after them.
func group(t *testing.T, players string) *Tournament {
	t.Helper()
	tour := Restore(Declaration{Format: RoundRobin}, nil)
	for _, id := range players {
		do(t, tour, Event{Kind: Entered, Player: PlayerID(id)})
	}
	do(t, tour, Event{Kind: Started, By: "director"})
	for advance(t, tour); tour.Phase() == Running; advance(t, tour) {
		for _, p := range tour.Pairings(tour.Round()) {
			if g := p.running(); g != nil {
				score := WhiteWins
				if p.Opponent(g.White) < g.White {
					score = BlackWins
				}
				do(t, tour, Event{Kind: GameEnded, Pairing: p.Number, Score: score})
			}
		}
	}
	do(t, tour, Event{Kind: Ended, By: "director"})
	return tour
}

// qualified returns a knockout with the best players of others, who have entered.
func qualified(t *testing.T, d Declaration, from ...*Tournament) *Tournament {
	t.Helper()
	for i := range from {
		d.From = append(d.From, fmt.Sprint(i))
	}
	if fault := d.Fault(); fault != 0 {
		t.Fatal(fault)
	}
	tour := Restore(d, nil)
	for i, e := range d.Qualifiers(from, func(PlayerID) bool { return true }) {
		e.Rating = 1500 + i%3*100
		do(t, tour, e)
	}
	do(t, tour, Event{Kind: Qualified})
	return tour
}

// The best of each group enter: all firsts are seeded before all seconds, and two of a group do not meet in the first round.
func TestGroupsThenKnockout(t *testing.T) {
	for _, test := range []struct {
		best   int
		groups []string
		pairs  string
	}{
		{2, []string{"abc", "xyz"}, "bx ay "},
		{2, []string{"abc", "lmn", "xyz"}, "x by l am "}, // and two byes
		{4, []string{"abcd", "wxyz"}, "dw cx az by "},
		{3, []string{"abcd"}, "a bc "},
		{1, []string{"ab", "cd", "ef", "gh"}, "eg ac "},
	} {
		var from []*Tournament
		for _, players := range test.groups {
			from = append(from, group(t, players))
		}
		tour := qualified(t, Declaration{Format: Knockout, Best: test.best}, from...)
		do(t, tour, Event{Kind: Started, By: "director"})
		advance(t, tour)
		for _, e := range tour.entrants {
			for _, worse := range tour.entrants {
				if e.Place < worse.Place && e.Seed > worse.Seed {
					t.Errorf("%+v: %s has seed %d, and %s %d", test, e.Player, e.Seed, worse.Player, worse.Seed)
				}
			}
		}
		if got := pairs(tour, 1); got != test.pairs {
			t.Errorf("%+v: they meet %s", test, got)
		}
	}
}

// No other order with the same places has fewer meetings within a group in the first round.
func TestSeparate(t *testing.T) {
	clashes := func(seeds []*Entrant) (n int) {
		full := 1 << bits.Len(uint(len(seeds)-1))
		for i, e := range seeds[:full/2] {
			if j := full - 1 - i; j < len(seeds) && seeds[j].Group == e.Group {
				n++
			}
		}
		return n
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var seeds []*Entrant
		groups, best := 1+rng.IntN(4), 1+rng.IntN(3)
		for place := 1; place <= best; place++ {
			for _, n := range rng.Perm(groups) {
				if rng.IntN(8) > 0 { // else the player has left
					seeds = append(seeds, &Entrant{Place: place, Group: n + 1})
				}
			}
		}
		if len(seeds) < 2 {
			continue
		}
		least := clashes(seeds)
		var try func(i int)
		try = func(i int) {
			if least = min(least, clashes(seeds)); least == 0 {
				return
			}
			for j := i; i < len(seeds) && j < len(seeds) && seeds[j].Place == seeds[i].Place; j++ {
				seeds[i], seeds[j] = seeds[j], seeds[i]
				try(i + 1)
				seeds[i], seeds[j] = seeds[j], seeds[i]
			}
		}
		try(0)
		separate(seeds)
		if got := clashes(seeds); got != least {
			t.Errorf("%d of a group meet, and could %d", got, least)
		}
	}
}

// Who has left a group, or cannot enter, makes room for the next; who is among the best of two enters once; and a group that was
// cancelled sends nobody.
func TestQualifiers(t *testing.T) {
	left := group(t, "abcd")
	do(t, left, Event{Kind: Removed, Player: "a", By: "director"})
	cancelled := Restore(Declaration{Format: Swiss, Rounds: 1}, nil)
	do(t, cancelled, Event{Kind: Cancelled, By: "director"})
	d := Declaration{Best: 2}
	got := ""
	for _, e := range d.Qualifiers([]*Tournament{left, cancelled, group(t, "bcxyz")}, func(id PlayerID) bool { return id != "x" }) {
		got += fmt.Sprintf("%s%d%d ", e.Player, e.Group, e.Place)
	}
	if got != "b11 c31 d12 y32 " {
		t.Errorf("there enter %s", got)
	}
}

// Until the players of the others are in, nothing begins, and nobody else enters but by the director.
func TestAwaits(t *testing.T) {
	d := Declaration{Format: Knockout, Starts: start, From: []string{"0"}, Best: 2, MinRating: 1800}
	tour := Restore(d, nil)
	refused := func(e Event, want Refusal) {
		t.Helper()
		if err := tour.Do(e); err != want {
			t.Errorf("%v: %v", e, err)
		}
	}
	late := Moment{At: start.Add(time.Hour)}
	if e, ok := tour.Due(late, 0); ok || tour.Admits() || tour.AdmitsByDirector() {
		t.Errorf("%v is due", e)
	}
	refused(Event{Kind: Entered, Player: "z", Rating: 1900}, NotQualified)
	refused(Event{Kind: Entered, Player: "a", By: "director"}, NotQualified) // who will qualify
	refused(Event{Kind: Started, By: "director"}, NotNow)
	for _, e := range d.Qualifiers([]*Tournament{group(t, "abc")}, func(PlayerID) bool { return true }) {
		do(t, tour, e)
	}
	do(t, tour, Event{Kind: Qualified, Extension: time.Hour})
	refused(Event{Kind: Qualified}, NotNow)
	do(t, tour, Event{Kind: Entered, Player: "y", By: "director"})
	do(t, tour, Event{Kind: Entered, Player: "z", By: "director"})
	do(t, tour, Event{Kind: Withdrew, Player: "b"}) // who can only come back by the director
	refused(Event{Kind: Entered, Player: "b"}, NotQualified)
	e, ok := tour.Due(late, 0)
	if !ok || e.Kind != Started {
		t.Fatalf("%v is due, %t", e, ok)
	}
	do(t, tour, e)
	if tour.byID["a"].Seed != 1 || tour.field() != 3 {
		t.Errorf("of %d, the first of the group has the seed %d", tour.field(), tour.byID["a"].Seed)
	}
}

// Whose players enter late begins so much later that they can come: soon, or on another day if the start is long over.
func TestLateness(t *testing.T) {
	for after, want := range map[time.Duration]string{
		-time.Hour: "Sat 18:00", -10 * time.Minute: "Sat 18:00", -time.Minute: "Sat 18:09", 40 * time.Minute: "Sat 18:50",
		2 * time.Hour: "Sun 18:00", 9 * time.Hour: "Sun 18:00", 25 * time.Hour: "Mon 18:00",
	} {
		tour := Restore(Declaration{Format: Knockout, Starts: start, Zone: "Europe/Berlin", From: []string{"0"}, Best: 2}, nil)
		if got := start.Add(tour.Lateness(start.Add(after))).Format("Mon 15:04"); got != want {
			t.Errorf("if they enter %v after the start, it begins %s", after, got)
		}
	}
}

// Who has qualified is not taken to be there, also if the check-in has begun.
func TestQualifiedCheckIn(t *testing.T) {
	tour := Restore(Declaration{Format: Knockout, Starts: start, CheckIn: time.Hour, From: []string{"0"}, Best: 2}, nil)
	now := Moment{At: start}
	for i, id := range []PlayerID{"a", "b"} {
		do(t, tour, Event{Kind: Entered, Player: id, Group: 1, Place: i + 1, Moment: now})
	}
	do(t, tour, Event{Kind: Qualified, Extension: tour.Lateness(start), Moment: now})
	if tour.byID["a"].CheckedIn || !tour.PlannedStart().Equal(start.Add(time.Hour)) {
		t.Errorf("it begins %v, and %+v", tour.PlannedStart(), tour.byID["a"])
	}
	do(t, tour, Event{Kind: CheckedIn, Player: "a", Moment: now})
}
