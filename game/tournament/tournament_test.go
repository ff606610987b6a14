package tournament

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"pgregory.net/rapid"
)

// begun returns a tournament with players A, B and so on, in the order of their ratings, that has begun.
func begun(t *testing.T, d Declaration, players int) *Tournament {
	t.Helper()
	if fault := d.Fault(); fault != 0 {
		t.Fatal(fault)
	}
	tour := Restore(d, nil)
	for i := range players {
		e := Event{Kind: Entered, Player: PlayerID('A' + rune(i)), Rating: 2000 - i}
		if d.Format == TeamMatch {
			e.Team = 1 + i%2
		}
		do(t, tour, e)
	}
	do(t, tour, Event{Kind: Started, By: "director"})
	advance(t, tour)
	return tour
}

func do(t *testing.T, tour *Tournament, e Event) {
	t.Helper()
	if err := tour.Do(e); err != nil {
		t.Fatalf("%v: %v", e, err)
	}
}

// advance does what is due and begins games.
func advance(t *testing.T, tour *Tournament) {
	t.Helper()
	for e, ok := tour.Due(Moment{}, 0); ok; e, ok = tour.Due(Moment{}, 0) {
		do(t, tour, e)
	}
	for _, p := range tour.Waiting() {
		do(t, tour, Event{Kind: GameBegan, Pairing: p.Number, Game: "g"})
	}
}

// win ends the running game of a player, who wins it.
func win(t *testing.T, tour *Tournament, id PlayerID) {
	t.Helper()
	of := tour.PairingsOf(id)
	p := of[len(of)-1]
	score := BlackWins
	if p.running().White == id {
		score = WhiteWins
	}
	do(t, tour, Event{Kind: GameEnded, Pairing: p.Number, Score: score})
	advance(t, tour)
}

// pairs returns the pairs of a round, the lower letter first, in their order.
func pairs(tour *Tournament, round int) string {
	text := ""
	for _, p := range tour.Pairings(round) {
		text += string(min(p.White, p.Black) + max(p.White, p.Black) + " ")
	}
	return text
}

func order(tour *Tournament) string {
	text := ""
	for _, line := range tour.Standings() {
		text += fmt.Sprintf("%d%s ", line.Rank, line.Player)
	}
	return text
}

// In a bracket, the best seeds meet last; the first ones have the byes.
func TestBracket(t *testing.T) {
	tour := begun(t, Declaration{Format: Knockout, ThirdPlace: true}, 6)
	if got := pairs(tour, 1); got != "A DE B CF " {
		t.Errorf("round 1: %s", got)
	}
	win(t, tour, "E") // who beats the fourth
	win(t, tour, "C")
	if got := pairs(tour, 2); got != "AE BC " {
		t.Errorf("round 2: %s", got)
	}
	if final := tour.Bracket()[2][0]; final.Pair != (Pair{}) || final.Pairing != nil {
		t.Errorf("the final is known: %+v", final)
	}
	win(t, tour, "A")
	win(t, tour, "C")
	if got := pairs(tour, 3); got != "AC BE " {
		t.Errorf("round 3: %s", got)
	}
	win(t, tour, "E")
	win(t, tour, "C")
	if got := order(tour); got != "1C 2A 3E 4B 5D 5F " || tour.Phase() != Provisional {
		t.Errorf("it is %v: %s", tour.Phase(), got)
	}
	if third := tour.Bracket()[2][1]; !third.ThirdPlace || third.Winner != "E" {
		t.Errorf("the third place: %+v", third)
	}
}

// A final that nobody plays has no winner, whether both have left or do not come, or the director says so or ends the
// tournament before it is over.
func TestFinalWithoutWinner(t *testing.T) {
	for name, forfeit := range map[string]func(*Tournament){
		"left": func(tour *Tournament) {
			do(t, tour, Event{Kind: Paused, By: "director"})
			win(t, tour, "B")
			do(t, tour, Event{Kind: Withdrew, Player: "A"})
			do(t, tour, Event{Kind: Withdrew, Player: "B"})
			do(t, tour, Event{Kind: Resumed, By: "director"})
		},
		"missed": func(tour *Tournament) {
			win(t, tour, "B")
			do(t, tour, Event{Kind: GameEnded, Pairing: 3, Score: BothForfeit})
		},
		"decided": func(tour *Tournament) {
			win(t, tour, "B")
			do(t, tour, Event{Kind: Paused, By: "director"})
			do(t, tour, Event{Kind: Adjudicated, Pairing: 3, Score: BothForfeit, By: "director"})
			do(t, tour, Event{Kind: Resumed, By: "director"})
		},
		"ended": func(tour *Tournament) {
			win(t, tour, "B")
			do(t, tour, Event{Kind: Ended, By: "director"})
		},
	} {
		tour := begun(t, Declaration{Format: Knockout}, 4)
		win(t, tour, "A")
		forfeit(tour)
		advance(t, tour)
		if got := order(tour); got != "2A 2B 3C 3D " || tour.Phase() < Provisional || tour.Bracket()[1][0].Winner != "" {
			t.Errorf("%s: %v, %s, won by %q", name, tour.Phase(), got, tour.Bracket()[1][0].Winner)
		}
	}
	tour := begun(t, Declaration{Format: Knockout}, 4)
	win(t, tour, "A")
	do(t, tour, Event{Kind: Ended, By: "director"})
	if got := order(tour); got != "2A 2B 2C 4D " {
		t.Errorf("ended before the final: %s", got)
	}
}

// What a director decides can be decided anew for a while before the next round comes of it: not if that is in a pause, or if
// they begin the round.
func TestDecidingAnew(t *testing.T) {
	decide := func(tour *Tournament, at time.Duration, s Score) {
		t.Helper()
		do(t, tour, Event{Kind: Adjudicated, Pairing: 2, Score: s, By: "director", Moment: Moment{At: time.Time{}.Add(at)}})
	}
	for _, d := range []Declaration{{Format: Knockout}, {Format: Swiss, Rounds: 2}, {Format: RoundRobin}} {
		tour := begun(t, d, 4)
		waits := func(after time.Duration, want bool) {
			t.Helper()
			if e, due := tour.Due(Moment{At: time.Time{}.Add(after)}, 0); due == want {
				t.Errorf("%v: after %v it is %t that %v is due", d.Format, after, due, e.Kind)
			}
		}
		do(t, tour, Event{Kind: GameEnded, Pairing: 1, Score: WhiteWins})
		decide(tour, 0, WhiteWins)
		paused, begins := tour.AsOf(tour.Seq()-1), tour.AsOf(tour.Seq())
		waits(time.Minute, d.Format != RoundRobin)
		decide(tour, time.Minute, BlackWins)
		waits(correctionTime, d.Format != RoundRobin)
		waits(correctionTime+time.Minute, false)
		e, _ := tour.Due(Moment{At: time.Time{}.Add(time.Hour)}, 0)
		if do(t, tour, e); d.Format == Knockout && !tour.Pairing(3).Has(tour.Pairing(2).Black) {
			t.Errorf("%v goes on with %v", tour.Pairing(2), tour.Pairing(3))
		}
		if e.Kind == RoundBegan { // the director begins it, and nothing waits after that
			do(t, begins, Event{Kind: RoundBegan, By: "director"})
			advance(t, begins)
			for _, p := range begins.Pairings(2) {
				do(t, begins, Event{Kind: GameEnded, Pairing: p.Number, Score: WhiteWins})
			}
			if _, due := begins.Due(Moment{}, 0); !due {
				t.Errorf("%v: the next round waits for a decision before the one that is over", d.Format)
			}
		}
		tour = paused
		do(t, tour, Event{Kind: Paused, By: "director"})
		decide(tour, 0, WhiteWins)
		do(t, tour, Event{Kind: Resumed, By: "director"})
		waits(0, false)
	}
}

// In a double round robin, everybody meets everybody twice, with both colours, and nobody has one colour three times in
// a row.
func TestDoubleRoundRobin(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(3, 24).Draw(r, "players")
		tour := Restore(Declaration{Format: RoundRobin, Cycles: 2}, nil)
		for i := range n {
			do(t, tour, Event{Kind: Entered, Player: PlayerID(fmt.Sprint(i))})
		}
		do(t, tour, Event{Kind: Started, By: "director"})
		met, colours := map[Pair]int{}, map[PlayerID]string{}
		for round := 1; tour.Phase() == Running; round++ {
			e, _ := tour.Due(Moment{}, 0)
			do(t, tour, e)
			for _, p := range tour.Pairings(round) {
				met[p.Pair]++
				colours[p.White] += "w"
				colours[p.Black] += "b"
				do(t, tour, Event{Kind: GameBegan, Pairing: p.Number, Game: "g"})
				do(t, tour, Event{Kind: GameEnded, Pairing: p.Number, Score: Draw})
			}
		}
		for pair, times := range met {
			if times != 1 {
				r.Errorf("%v met %d times", pair, times)
			}
		}
		if len(met) != n*(n-1) {
			r.Errorf("%d pairs met", len(met))
		}
		for id, had := range colours {
			for i := range len(had) - 2 {
				if had[i] == had[i+1] && had[i] == had[i+2] && n%2 == 0 {
					r.Errorf("%s has the colours %s", id, had)
				}
			}
		}
	})
}

// A player who leaves a round robin before half of it counts for nothing; later, the other games are forfeited.
func TestLeavingRoundRobin(t *testing.T) {
	tour := begun(t, Declaration{Format: RoundRobin}, 4) // AD BC, DC AB, BD CA
	win(t, tour, "A")
	early := tour.AsOf(tour.Seq())
	do(t, early, Event{Kind: Withdrew, Player: "A"})
	if got := order(early); got != "1B 1C 1D 0A " {
		t.Errorf("after one of three rounds: %s", got)
	}
	win(t, tour, "B")
	win(t, tour, "A")
	win(t, tour, "D")
	do(t, tour, Event{Kind: Withdrew, Player: "A"})
	win(t, tour, "D")
	last := tour.PairingsOf("A")[2]
	if last.Score.Forfeit != true || last.For("C").White != Whole(1) || tour.Entrant("A").Status != Withdrawn {
		t.Errorf("the last pairing: %+v", last)
	}
	if got := order(tour); got != "1A 2D 3C 4B " {
		t.Errorf("at the end: %s", got)
	}
	if err := tour.Do(Event{Kind: Removed, Player: "D", By: "B"}); err != OwnPairing {
		t.Errorf("a player removes whom they lost to: %v", err)
	}
	// A player who is removed counts for nothing even then.
	do(t, tour, Event{Kind: Removed, Player: "D", By: "director"})
	if got := tour.Standings(); got[3].Player != "D" || got[3].Rank != 0 {
		t.Errorf("after the removal: %s", order(tour))
	}
}

// drawAll draws all games that are running.
func drawAll(t *testing.T, tour *Tournament) {
	t.Helper()
	for _, p := range tour.Pairings(tour.Round()) {
		if !p.Over {
			do(t, tour, Event{Kind: GameEnded, Pairing: p.Number, Score: Draw})
		}
	}
	advance(t, tour)
}

// Half of the games of a round robin is half of those that a player has, without a bye and without those of players
// who left early.
func TestHalfOfRoundRobin(t *testing.T) {
	for _, left := range []int{0, 1} { // of five players, or of six without the last
		tour := begun(t, Declaration{Format: RoundRobin, Tiebreaks: []Tiebreak{Koya}}, 5+left)
		if left > 0 {
			do(t, tour, Event{Kind: Withdrew, Player: "F"})
		}
		for tour.Round() < 4 {
			drawAll(t, tour)
		}
		half := tour.AsOf(tour.Seq())
		do(t, half, Event{Kind: Withdrew, Player: "A"}) // after two of four
		if half.Standings()[len(half.Entrants())-1].Player == "A" {
			t.Errorf("%d left: who has played half of their games counts for nothing", left)
		}
		for tour.Phase() == Running {
			drawAll(t, tour)
		}
		sameValues(t, tour, Koya, map[PlayerID]float64{"A": 2, "E": 2}) // everybody has half of the points
	}
}

// The challenger of a player who leaves a ladder takes the place, because the game is won.
func TestLeavingLadder(t *testing.T) {
	for _, e := range []Event{{Kind: Withdrew, Player: "A"}, {Kind: Removed, Player: "A", By: "director"}} {
		tour := begun(t, Declaration{Format: Ladder, Reach: 3, Reply: time.Hour}, 4)
		do(t, tour, Event{Kind: Challenged, Player: "C", Opponent: "A"})
		do(t, tour, Event{Kind: Accepted, Player: "A", Opponent: "C"})
		advance(t, tour)
		do(t, tour, e)
		if got := fmt.Sprint(tour.Places()); got != "[C B D]" {
			t.Errorf("after %v of A, whom C has challenged: %s", e.Kind, got)
		}
	}
}

// A player who has played for a place challenges for it again only after the time to reply, unless the other has challenged them since.
func TestChallengingAgain(t *testing.T) {
	tour := begun(t, Declaration{Format: Ladder, Reach: 3, Reply: time.Hour}, 3)
	for _, test := range []struct {
		by, to, winner PlayerID // nobody wins what is refused
		at             time.Duration
	}{
		{"C", "A", "A", 0},
		{"C", "A", "", time.Minute},
		{"C", "B", "B", time.Minute},
		{"C", "A", "", time.Minute},
		{"C", "A", "C", time.Hour},
		{"A", "C", "A", time.Hour},
		{"C", "A", "A", time.Hour},
	} {
		err := tour.Do(Event{Kind: Challenged, Player: test.by, Opponent: test.to, Moment: Moment{At: time.Time{}.Add(test.at)}})
		if test.winner == "" {
			if err != ChallengedBefore {
				t.Errorf("%+v: %v", test, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%+v: %v", test, err)
		}
		do(t, tour, Event{Kind: Accepted, Player: test.to, Opponent: test.by, Moment: Moment{At: time.Time{}.Add(test.at)}})
		advance(t, tour)
		of := tour.PairingsOf(test.winner)
		p, score := of[len(of)-1], BlackWins
		if p.White == test.winner {
			score = WhiteWins
		}
		do(t, tour, Event{Kind: GameEnded, Pairing: p.Number, Score: score, Moment: Moment{At: time.Time{}.Add(test.at)}})
	}
}

// Where everybody has had a bye or a win by forfeit, the next bye is not for the player who had the first.
func TestByeAfterForfeits(t *testing.T) {
	for bye := range 3 { // whose rating says nothing about it
		tour := Restore(Declaration{Format: Swiss, Rounds: 3}, nil)
		for i := range 5 {
			do(t, tour, Event{Kind: Entered, Player: PlayerID('A' + rune(i)), Rating: 2000 - i})
		}
		do(t, tour, Event{Kind: Started, By: "director"})
		players := []PlayerID{"A", "B", "C"}
		rested := players[bye]
		players = slices.Delete(players, bye, bye+1)
		do(t, tour, Event{Kind: RoundBegan, Pairs: []Pair{{players[0], "D"}, {players[1], "E"}, {White: rested}}})
		advance(t, tour)
		for _, p := range tour.Pairings(1) {
			if !p.IsBye() {
				do(t, tour, Event{Kind: GameEnded, Pairing: p.Number, Score: BlackForfeits})
			}
		}
		advance(t, tour)
		for _, p := range tour.Pairings(2) {
			if p.IsBye() && p.White == rested {
				t.Errorf("%s has the byes of both rounds", rested)
			}
		}
		if n := len(tour.Pairings(2)); n != 2 {
			t.Errorf("the second round has %d pairings", n)
		}
	}
}

// Who has lost in a knockout is out, and too late to return; who left a Swiss can, until its last round begins.
func TestReturning(t *testing.T) {
	knockout := begun(t, Declaration{Format: Knockout}, 4)
	win(t, knockout, "A")
	loser := knockout.PairingsOf("A")[0].Opponent("A")
	if err := knockout.Do(Event{Kind: Entered, Player: loser}); err != TooLate || knockout.CanReturn(loser) {
		t.Errorf("who is out of a knockout enters: %v", err)
	}
	swiss := begun(t, Declaration{Format: Swiss, Rounds: 2}, 4)
	if swiss.CanReturn("A") || swiss.CanReturn("E") {
		t.Error("who plays, or has never played, can return to a Swiss")
	}
	do(t, swiss, Event{Kind: Withdrew, Player: "A"})
	if !swiss.CanReturn("A") {
		t.Error("who left a Swiss cannot return")
	}
	drawAll(t, swiss)
	if swiss.CanReturn("A") {
		t.Errorf("who left a Swiss returns in round %d", swiss.Round())
	}
}

// A player may play on as long as a game of theirs goes on, or a round is to come in which they play.
func TestMayPlayOn(t *testing.T) {
	for _, c := range []struct {
		d    Declaration
		want string // after A has won the first game of four players
	}{
		{Declaration{Format: Knockout}, "ABC"},
		{Declaration{Format: Knockout, ThirdPlace: true}, "ABCD"},
		{Declaration{Format: Swiss, Rounds: 1}, "BD"},
		{Declaration{Format: Swiss, Rounds: 2}, "ABCD"},
		{Declaration{Format: TeamMatch, Games: 1}, "CD"},
		{Declaration{Format: TeamMatch, Games: 2}, "ABCD"},
		{Declaration{Format: Arena, Length: time.Hour}, "ABCD"},
	} {
		tour := begun(t, c.d, 4)
		win(t, tour, "A")
		got := ""
		for _, e := range tour.Entrants() {
			if tour.MayPlayOn(e.Player) {
				got += string(e.Player)
			}
		}
		if got != c.want {
			t.Errorf("in %+v may play on %s", c.d, got)
		}
	}
}

// A player who missed the check-in and comes late has the seed of their rating, and is too late after the last round for that.
func TestLateAfterCheckIn(t *testing.T) {
	starts := time.Unix(1e9, 0)
	tour := Restore(Declaration{Format: Swiss, Rounds: 3, LateRounds: 1, Starts: starts, CheckIn: time.Hour}, nil)
	for i, id := range []PlayerID{"A", "B", "C", "D", "F", "G"} {
		do(t, tour, Event{Kind: Entered, Player: id, Rating: 2000 - i})
	}
	do(t, tour, Event{Kind: Removed, Player: "G", By: "director"})
	for _, id := range []PlayerID{"B", "C", "D"} {
		do(t, tour, Event{Kind: CheckedIn, Player: id, Moment: Moment{At: starts}})
	}
	do(t, tour, Event{Kind: Started, Moment: Moment{At: starts}})
	advance(t, tour)
	do(t, tour, Event{Kind: Entered, Player: "A", Rating: 2000, Moment: Moment{At: starts}})
	if err := tour.Do(Event{Kind: Entered, Player: "G", Moment: Moment{At: starts}}); err != WasRemoved {
		t.Errorf("a player who was removed before the check-in comes late: %v", err)
	}
	do(t, tour, Event{Kind: Entered, Player: "E", Rating: 1996, Moment: Moment{At: starts}})
	if a, e := tour.Entrant("A").Seed, tour.Entrant("E").Seed; a != 1 || e != 5 {
		t.Errorf("the seeds of those who came late are %d and %d", a, e)
	}
	drawAll(t, tour)
	if err := tour.Do(Event{Kind: Entered, Player: "F", Moment: Moment{At: starts}}); err != TooLate {
		t.Errorf("a player who missed the check-in and comes in round %d: %v", tour.Round(), err)
	}
}

// Rounds keep the hour and weekday of the planned start, also when the clocks change, when the round before was late or
// the director began it early, and after a downtime or a pause; an extension moves them.
func TestWeeklyRounds(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	starts := time.Date(2026, 10, 10, 18, 0, 0, 0, berlin) // a Saturday, two weeks before the end of summer time
	tour := Restore(Declaration{Format: Swiss, Rounds: 9, Starts: starts, Interval: 7 * 24 * time.Hour, Zone: "Europe/Berlin"}, nil)
	for i := range 12 {
		do(t, tour, Event{Kind: Entered, Player: PlayerID('A' + rune(i)), Rating: 2000 - i})
	}
	begin := Moment{At: starts.Add(20 * time.Minute)} // after a downtime
	do(t, tour, Event{Kind: Extended, Extension: 20 * time.Minute, Moment: begin})
	do(t, tour, Event{Kind: Started, Moment: begin})
	for i, week := range []struct {
		begins string
		do     func(m *Moment)
	}{
		{"2026-10-10 18:20", func(m *Moment) { m.Downtime += time.Hour }},
		{"2026-10-17 18:00", func(m *Moment) { do(t, tour, Event{Kind: Paused, By: "director", Moment: *m}) }},
		{"2026-10-25 09:00", func(m *Moment) {}}, // when the pause is over
		{"2026-10-31 18:00", func(m *Moment) {
			do(t, tour, Event{Kind: Extended, By: "director", Extension: 24 * time.Hour, Moment: *m})
		}},
		{"2026-11-08 18:00", func(m *Moment) { m.At = m.At.AddDate(0, 0, 12) }}, // the games last so long
		{"2026-11-20 18:00", func(m *Moment) {}},
		{"2026-11-22 18:00", nil},
	} {
		at, err := time.ParseInLocation("2006-01-02 15:04", week.begins, berlin)
		if err != nil {
			t.Fatal(err)
		}
		begin.At = at
		if tour.IsPaused() {
			do(t, tour, Event{Kind: Resumed, By: "director", Moment: begin})
		}
		early := begin
		early.At = at.Add(-time.Second)
		if e, ok := tour.Due(early, 0); ok && i > 0 && i != 2 && i != 5 { // before which nothing holds them up
			t.Errorf("round %d: %v is due at %v", i+1, e.Kind, early.At)
		}
		e, ok := tour.Due(begin, 0)
		if !ok || e.Kind != RoundBegan {
			next, _ := tour.Next()
			t.Fatalf("round %d is not due at %v, but at %v", i+1, at, next.At)
		}
		do(t, tour, e)
		if week.do == nil {
			break
		}
		week.do(&begin)
		for _, p := range tour.Pairings(i + 1) {
			do(t, tour, Event{Kind: GameBegan, Pairing: p.Number, Game: "g", Moment: begin})
			do(t, tour, Event{Kind: GameEnded, Pairing: p.Number, Score: Draw, Moment: begin})
		}
	}
}

// Players with the same rating are seeded by lot, not by who came first, and late entrants among them.
func TestEqualSeeds(t *testing.T) {
	tour := Restore(Declaration{Format: Swiss, Rounds: 3, LateRounds: 1}, nil)
	for id, lot := range map[PlayerID]uint64{"A": 7, "B": 1 << 63, "C": 3} {
		do(t, tour, Event{Kind: Entered, Player: id, Rating: 1500, Lot: lot})
	}
	do(t, tour, Event{Kind: Entered, Player: "D", Rating: 1400})
	do(t, tour, Event{Kind: Started, By: "director"})
	do(t, tour, Event{Kind: Entered, Player: "E", Rating: 1500, Lot: 5})
	seeds := ""
	for _, e := range tour.active() {
		seeds += string(e.Player)
	}
	if seeds != "CEABD" {
		t.Errorf("the seeds are %s", seeds)
	}
}

// The director can begin before the check-in, with everybody who has entered; in it, with those who have checked in.
func TestEarlyStart(t *testing.T) {
	starts := time.Unix(1e9, 0)
	for _, test := range []struct {
		at   time.Duration // before the planned beginning
		in   []PlayerID    // who have checked in
		want Refusal
		out  int
	}{
		{at: 2 * time.Hour},
		{at: time.Minute, want: TooFew},
		{at: time.Minute, in: []PlayerID{"A", "B"}, out: 1},
	} {
		tour := Restore(Declaration{Format: Swiss, Rounds: 3, Starts: starts, CheckIn: time.Hour}, nil)
		for _, id := range []PlayerID{"A", "B", "C"} {
			do(t, tour, Event{Kind: Entered, Player: id})
		}
		now := Moment{At: starts.Add(-test.at)}
		for _, id := range test.in {
			do(t, tour, Event{Kind: CheckedIn, Player: id, Moment: now})
		}
		if err := tour.Do(Event{Kind: Started, By: "director", Moment: now}); err != test.want && (test.want != 0 || err != nil) {
			t.Errorf("%+v: %v", test, err)
		}
		out := slices.DeleteFunc(tour.Entrants(), func(e *Entrant) bool { return e.Status != Absent })
		if len(out) != test.out {
			t.Errorf("%+v: %d are left out", test, len(out))
		}
	}
}

// Who has checked in does so anew if the beginning is put off so far that a new check-in comes.
func TestCheckInAfterExtension(t *testing.T) {
	starts := time.Unix(1e9, 0)
	for _, test := range []struct {
		at, extension time.Duration // before the planned beginning, and by how much that is put off
		stays         bool
	}{
		{20 * time.Minute, 24 * time.Hour, false},
		{20 * time.Minute, 39 * time.Minute, true}, // the new check-in has begun
		{20 * time.Minute, 41 * time.Minute, false},
	} {
		tour := Restore(Declaration{Format: Swiss, Rounds: 3, Starts: starts, CheckIn: time.Hour}, nil)
		now := Moment{At: starts.Add(-test.at)}
		do(t, tour, Event{Kind: Entered, Player: "A", Moment: now})
		do(t, tour, Event{Kind: Extended, Extension: test.extension, By: "director", Moment: now})
		if stays := tour.Entrant("A").CheckedIn; stays != test.stays {
			t.Errorf("%+v: it is %t that the player has checked in", test, stays)
		}
	}
}

// A player who withdraws forfeits the rest of a pairing, also of one of two games that count as one.
func TestLeavingBetweenGames(t *testing.T) {
	for _, matchPoints := range []bool{false, true} {
		tour := begun(t, Declaration{Format: Swiss, Rounds: 1, Games: 2, MatchPoints: matchPoints}, 2)
		win(t, tour, "A")
		do(t, tour, Event{Kind: Withdrew, Player: "A"})
		if got := tour.Pairing(1).Score; got.White != got.Black || got.White+got.Black != tour.most() || got.Forfeit {
			t.Errorf("match points %v: after a win and a forfeit the score is %+v", matchPoints, got)
		}
	}
}

// A player who does not come to a game of a Swiss withdraws by that, and can return for the next round.
func TestNoShow(t *testing.T) {
	tour := begun(t, Declaration{Format: Swiss, Rounds: 3}, 4)
	p := tour.Pairing(1)
	do(t, tour, Event{Kind: GameEnded, Pairing: 1, Score: WhiteForfeits})
	advance(t, tour)
	if last := tour.Event(tour.Seq() - 1); last.Kind != Withdrew || last.Player != p.White {
		t.Errorf("after the forfeit comes %+v", last)
	}
	do(t, tour, Event{Kind: Entered, Player: p.White, Rating: 1999})
	win(t, tour, tour.Pairing(2).White)
	if got := len(tour.Pairings(2)); got != 2 || tour.Pairings(2)[1].IsBye() {
		t.Errorf("after the return there are %d pairings: %s", got, pairs(tour, 2))
	}
	if err := tour.Do(Event{Kind: Entered, Player: "E"}); err != TooLate {
		t.Errorf("who enters late: %v", err)
	}
}

// Games that were played count for the players who have met and for colours, also if a removal or a ruling has made them forfeits.
func TestPlayedForfeits(t *testing.T) {
	tour := begun(t, Declaration{Format: Swiss, Rounds: 3}, 4)
	win(t, tour, "A")
	win(t, tour, "B")
	win(t, tour, "A") // against B
	first, second := tour.PairingsOf("A")[0], tour.PairingsOf("A")[1]
	do(t, tour, Event{Kind: Removed, Player: first.Opponent("A"), By: "director"})
	do(t, tour, Event{Kind: Adjudicated, Pairing: second.Number, Score: BothForfeit, By: "director"})
	a := tour.candidate(tour.Entrant("A"))
	if a.byes > 0 || a.met[second.Opponent("A")] != 1 || !slices.Equal(a.colours, []bool{first.White == "A", second.White == "A"}) {
		t.Errorf("it has met %v, with White: %v, byes: %v", a.met, a.colours, a.byes)
	}
}

// A director begins a round only after the games of the one before, and none after the last.
func TestBeginningTooEarly(t *testing.T) {
	for _, d := range []Declaration{
		{Format: Knockout}, {Format: Swiss, Rounds: 2}, {Format: RoundRobin}, {Format: TeamMatch}, {Format: Ladder, Reach: 1, Reply: time.Hour},
	} {
		tour := begun(t, d, 4)
		for {
			if err := tour.Do(Event{Kind: RoundBegan, By: "director"}); err != NotNow {
				t.Errorf("in round %d of a %v: %v", tour.Round(), d.Format, err)
			}
			if tour.Round() == tour.TotalRounds() {
				break
			}
			drawAll(t, tour)
		}
	}
}

// A director pairs players for the next round of a Swiss, if there is one, and those of an arena who are free.
func TestPairingByHand(t *testing.T) {
	for _, test := range []struct {
		Declaration
		want error
	}{
		{Declaration{Format: Swiss, Rounds: 2}, nil},
		{Declaration{Format: Swiss, Rounds: 1}, NotPairable},
		{Declaration{Format: Arena, Length: time.Hour}, NotPairable},
	} {
		tour := begun(t, test.Declaration, 4)
		if err := tour.Do(Event{Kind: Paired, Player: "A", Opponent: "B", By: "director"}); err != test.want {
			t.Errorf("%v, %d rounds: %v", test.Format, test.Rounds, err)
		}
		drawAll(t, tour)
		if met := strings.Contains(pairs(tour, 2), "AB"); met != (test.want == nil) {
			t.Errorf("%v, %d rounds: it is %t that they meet", test.Format, test.Rounds, met)
		}
	}
}

// A director who plays neither chooses their own opponent, nor the moment at which the tournament ends: another director
// does, or the last round decides.
func TestDirectorPlays(t *testing.T) {
	for _, test := range []struct {
		Declaration
		before []Event
		end    error // that the player A gets
	}{
		{Declaration{Format: Swiss, Rounds: 2}, nil, OwnTournament},
		{Declaration{Format: Swiss, Rounds: 2}, []Event{{Kind: Withdrew, Player: "A"}}, OwnTournament}, // the points stay
		{Declaration{Format: Swiss, Rounds: 1}, nil, nil},
		{Declaration{Format: Knockout}, nil, OwnTournament},
		{Declaration{Format: Arena, Length: time.Hour}, nil, OwnTournament},
		{Declaration{Format: Ladder, Reach: 1, Reply: time.Hour},
			[]Event{{Kind: Challenged, Player: "B", Opponent: "A"}, {Kind: Accepted, Player: "A", Opponent: "B"}},
			nil}, // which nobody wins
	} {
		for director, want := range map[PlayerID]error{"A": test.end, "director": nil} {
			tour := begun(t, test.Declaration, 4)
			for _, e := range test.before {
				do(t, tour, e)
			}
			if err := tour.Do(Event{Kind: Ended, By: director}); err != want {
				t.Errorf("%s ends %v of %d rounds: %v, want %v", director, test.Format, test.Rounds, err, want)
			}
		}
	}
	for by, want := range map[PlayerID]error{"A": OwnPairing, "B": OwnPairing, "C": nil} {
		tour := begun(t, Declaration{Format: Swiss, Rounds: 2}, 4)
		if err := tour.Do(Event{Kind: Paired, Player: "A", Opponent: "B", By: by}); err != want {
			t.Errorf("%s pairs A with B: %v, want %v", by, err, want)
		}
	}
}

// An arena to which the director gives more time ends later, and pairs players meanwhile.
func TestExtendedArena(t *testing.T) {
	tour := begun(t, Declaration{Format: Arena, Length: time.Hour}, 2)
	do(t, tour, Event{Kind: Extended, By: "director", Extension: time.Hour})
	if d, _ := tour.Next(); d != (Deadline{Kind: Completed, At: time.Time{}.Add(2 * time.Hour)}) {
		t.Errorf("next comes %+v", d)
	}
	do(t, tour, Event{Kind: GameEnded, Pairing: 1, Score: Draw})
	if d, _ := tour.Next(); d != (Deadline{Kind: RoundBegan, At: time.Time{}.Add(waveGap)}) {
		t.Errorf("after the game comes %+v", d)
	}
}

// A tournament is extended only if a time comes that this puts off.
func TestExtensions(t *testing.T) {
	starts := time.Unix(1e9, 0)
	for _, test := range []struct {
		Declaration
		before, after bool // it has begun
	}{
		{Declaration{Format: Swiss, Rounds: 2}, false, false},
		{Declaration{Format: Swiss, Rounds: 2, Starts: starts}, true, false},
		{Declaration{Format: Swiss, Rounds: 2, Interval: time.Hour}, false, true},
		{Declaration{Format: Swiss, Rounds: 1, Interval: time.Hour}, false, false},
		{Declaration{Format: Arena, Length: time.Hour}, false, true},
		{Declaration{Format: Ladder, Reach: 1, Reply: time.Hour}, false, false},
	} {
		extend := Event{Kind: Extended, By: "director", Extension: time.Hour}
		if err := Restore(test.Declaration, nil).Do(extend); test.before != (err == nil) {
			t.Errorf("%+v, before it begins: %v", test.Declaration, err)
		}
		tour := begun(t, test.Declaration, 2)
		if err := tour.Do(extend); test.after != (err == nil) {
			t.Errorf("%+v, after it began: %v", test.Declaration, err)
		}
		if test.Format == Ladder {
			do(t, tour, Event{Kind: Challenged, Player: "B", Opponent: "A"})
			do(t, tour, extend)
		}
	}
}

func TestTeams(t *testing.T) {
	tour := begun(t, Declaration{Format: TeamMatch, Games: 2}, 5) // A, C and E against B and D
	if got := pairs(tour, 1); got != "AB CD " {
		t.Errorf("the boards are %s", got)
	}
	if err := tour.Do(Event{Kind: Adjudicated, Pairing: 1, By: tour.Pairing(1).Black, Score: BlackWins}); err != OwnPairing {
		t.Errorf("a player decides their own pairing: %v", err)
	}
	if err := tour.Do(Event{Kind: Removed, Player: "A", By: "B"}); err != OwnPairing {
		t.Errorf("a player removes their opponent: %v", err)
	}
	for _, id := range []PlayerID{"A", "A", "D", "C"} {
		win(t, tour, id)
	}
	if got := tour.TeamPoints(); got != [2]Points{Whole(3), Whole(1)} || tour.Phase() != Provisional {
		t.Errorf("the score is %v", got)
	}
	// Of a pairing of two players who are removed, neither has a point.
	do(t, tour, Event{Kind: Removed, Player: "A", By: "director"})
	do(t, tour, Event{Kind: Removed, Player: "B", By: "director"})
	if got := tour.TeamPoints(); got != [2]Points{Whole(1), Whole(1)} {
		t.Errorf("after the removals the score is %v", got)
	}
	full := Restore(Declaration{Format: TeamMatch, MaxPlayers: 2}, nil)
	do(t, full, Event{Kind: Entered, Player: "A", Team: 1})
	if err := full.Do(Event{Kind: Entered, Player: "B", Team: 1}); err != TeamFull {
		t.Errorf("a second player of one board: %v", err)
	}
	do(t, full, Event{Kind: Entered, Player: "B", Team: 2})
}

// The host of a simul plays all others at once, with the colours of the declaration.
func TestSimul(t *testing.T) {
	for _, test := range []struct {
		Colours
		want string
	}{{HostWhite, "HA HB HC "}, {HostBlack, "AH BH CH "}, {HostAlternates, "HA BH HC "}} {
		tour := simul(t, Declaration{Format: Simul, Colours: test.Colours})
		got := ""
		for _, p := range tour.Pairings(1) {
			got += string(p.White+p.Black) + " "
		}
		if got != test.want {
			t.Errorf("with %v the boards are %s", test.Colours, got)
		}
	}
}

// simul returns a running simul with the host H against A, B and C.
func simul(t *testing.T, d Declaration) *Tournament {
	t.Helper()
	tour := Restore(d, nil)
	for _, id := range []PlayerID{"A", "B", "C"} {
		do(t, tour, Event{Kind: Entered, Player: id})
	}
	if err := tour.Do(Event{Kind: Started, By: "director"}); err != TooFew {
		t.Errorf("it begins without a host: %v", err)
	}
	if err := tour.Do(Event{Kind: Entered, Player: "H", Team: hostTeam}); err != NoTeam {
		t.Errorf("a player makes themselves the host: %v", err)
	}
	do(t, tour, Event{Kind: Entered, Player: "H", Team: hostTeam, By: "director"})
	do(t, tour, Event{Kind: Started, By: "director"})
	advance(t, tour)
	return tour
}

// The score of a simul counts the boards that are over. The host cannot end it while others play.
func TestSimulScore(t *testing.T) {
	tour := simul(t, Declaration{Format: Simul, MaxPlayers: 3})
	win(t, tour, "H")
	do(t, tour, Event{Kind: Withdrew, Player: "B"})
	if host, others, running := tour.SimulScore(); host != Whole(2) || others != 0 || running != 1 {
		t.Errorf("the score is %v – %v, and %d boards go on", host, others, running)
	}
	if err := tour.Do(Event{Kind: Ended, By: "H"}); err != OwnTournament {
		t.Errorf("the host ends it: %v", err)
	}
	win(t, tour, "A")
	if host, others, _ := tour.SimulScore(); host != Whole(2) || others != Whole(1) || tour.Phase() != Provisional {
		t.Errorf("it is %v with %v – %v", tour.Phase(), host, others)
	}
}

// From a player who is removed, nobody wins a point of a pairing that the director has taken from both.
func TestTakenFromBoth(t *testing.T) {
	for _, score := range []Score{BothForfeit, {}} {
		tour := begun(t, Declaration{Format: Swiss, Rounds: 2}, 2)
		do(t, tour, Event{Kind: Adjudicated, Pairing: 1, Score: score, By: "director"})
		do(t, tour, Event{Kind: Removed, Player: "A", By: "director"})
		if p := tour.Pairing(1); p.Score != BothForfeit {
			t.Errorf("after %+v it is %+v", score, p.Score)
		}
	}
}

func TestFaults(t *testing.T) {
	for _, test := range []struct {
		Declaration
		want Fault
	}{
		{Declaration{Format: Swiss, Rounds: 5}, 0},
		{Declaration{Format: 99}, NoFormat},
		{Declaration{Format: Swiss, Rounds: 5, Games: 3}, BadGames},
		{Declaration{Format: Arena, Length: time.Hour, Games: 2}, BadGames},
		{Declaration{Format: RoundRobin, MaxPlayers: 200}, BadField},
		{Declaration{Format: RoundRobin, MinRating: 9, MaxRating: 8}, BadRatings},
		{Declaration{Format: Swiss}, BadRounds},
		{Declaration{Format: RoundRobin, Cycles: 3}, BadRounds},
		{Declaration{Format: Knockout, Cycles: 2}, BadRounds},
		{Declaration{Format: Arena}, BadTimes},
		{Declaration{Format: Knockout, NoShow: -1}, BadTimes},
		{Declaration{Format: Ladder, Reply: time.Hour}, BadReach},
		{Declaration{Format: Knockout, CheckIn: time.Hour}, CheckInUnplanned},
		{Declaration{Format: TeamMatch, MaxPlayers: 8, Teams: [2]string{"Lions", "Tigers"}}, 0},
		{Declaration{Format: TeamMatch, MaxPlayers: 7}, BadField},
		{Declaration{Format: TeamMatch, Teams: [2]string{"Lions", "Lions"}}, BadTeams},
		{Declaration{Format: TeamMatch, Teams: [2]string{"Lions", ""}}, BadTeams},
		{Declaration{Format: TeamMatch, Teams: [2]string{"Lions", strings.Repeat("ä", 31)}}, BadTeams},
		{Declaration{Format: Knockout, Teams: [2]string{"Lions", "Tigers"}}, BadTeams},
		{Declaration{Format: Simul, MaxPlayers: 40, Colours: HostAlternates}, 0},
		{Declaration{Format: Simul, MaxPlayers: 41}, BadField},
		{Declaration{Format: Simul, Games: 2}, BadGames},
		{Declaration{Format: Simul, Colours: HostAlternates + 1}, BadColours},
		{Declaration{Format: Knockout, Colours: HostBlack}, BadColours},
		{Declaration{Format: Knockout, Repetition: Weekly, Zone: "Europe/Berlin", Starts: start}, 0},
		{Declaration{Format: Knockout, Repetition: Weekly}, BadRepetition},
		{Declaration{Format: Knockout, Repetition: Weekly, Zone: "Nowhere", Starts: start}, BadRepetition},
		{Declaration{Format: Ladder, Reach: 1, Reply: time.Hour, Repetition: Weekly, Starts: start}, BadRepetition},
		{Declaration{Format: Knockout, From: []string{"A", "B"}, Best: 4, MaxPlayers: 8}, 0},
		{Declaration{Format: Knockout, From: []string{"A", "B"}, Best: 5, MaxPlayers: 8}, BadSources},
		{Declaration{Format: Knockout, From: []string{"A"}}, BadSources},
		{Declaration{Format: Knockout, Best: 2}, BadSources},
		{Declaration{Format: TeamMatch, From: []string{"A"}, Best: 2}, BadSources},
		{Declaration{Format: Knockout, From: []string{"A"}, Best: 2, Repetition: Weekly, Starts: start}, BadSources},
		{Declaration{Format: RoundRobin, Tiebreaks: []Tiebreak{Wins, Wins}}, UnknownTiebreak},
		{Declaration{Format: Arena, Length: time.Hour, Tiebreaks: []Tiebreak{Buchholz}}, ForeignTiebreak},
	} {
		if got := test.Fault(); got != test.want {
			t.Errorf("%+v: %v, want %v", test.Declaration, got, test.want)
		}
	}
}
