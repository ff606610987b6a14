package tournament

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// crosstable returns a round robin with the results of a cross-table: a line for each player, with 1, = or 0 against
// each of the others.
func crosstable(d Declaration, table string) *Tournament {
	d.Format = RoundRobin
	lines := strings.Fields(table)
	tour := Restore(d, nil)
	do := func(e Event) {
		if err := tour.Do(e); err != nil {
			panic(fmt.Sprint(e, err))
		}
	}
	for i := range lines {
		do(Event{Kind: Entered, Player: PlayerID('A' + rune(i)), Rating: 1000 - i})
	}
	do(Event{Kind: Started, By: "director"})
	for e, ok := tour.Due(Moment{}, 0); ok; e, ok = tour.Due(Moment{}, 0) {
		do(e)
		for _, p := range tour.Waiting() {
			white, black := int(p.White[0]-'A'), int(p.Black[0]-'A')
			do(Event{Kind: GameBegan, Pairing: p.Number, Game: "g"})
			score := map[byte]Score{'1': WhiteWins, '=': Draw, '0': BlackWins}[lines[white][black]]
			do(Event{Kind: GameEnded, Pairing: p.Number, Score: score})
		}
	}
	return tour
}

// values returns the values of a tie-break by player, and the players in their order.
func values(tour *Tournament, b Tiebreak) (values map[PlayerID]float64, order string) {
	i := slices.Index(tour.tiebreaks(), b)
	values = map[PlayerID]float64{}
	for _, line := range tour.Standings() {
		values[line.Player] = line.Values[i]
		order += string(line.Player)
	}
	return values, order
}

// sameValues compares the values of the first players.
func sameValues(t *testing.T, tour *Tournament, b Tiebreak, want map[PlayerID]float64) {
	t.Helper()
	got, _ := values(tour, b)
	for id, value := range want {
		if compare(got[id], value) != 0 {
			t.Errorf("%v of %s is %g, want %g", b, id, got[id], value)
		}
	}
}

// TestSonnebornBerger is the worked example of the German chess encyclopedia's article on the Sonneborn-Berger
// score, in which C and D have 4 points.
func TestSonnebornBerger(t *testing.T) {
	tour := crosstable(Declaration{Tiebreaks: []Tiebreak{SonnebornBerger}}, "x==1111 =x==111 ==x==11 0==x111 00=0x11 00000x1 000000x")
	sameValues(t, tour, SonnebornBerger, map[PlayerID]float64{"A": 11.75, "B": 10, "C": 9, "D": 7.75, "E": 3, "F": 0, "G": 0})
	if _, order := values(tour, SonnebornBerger); order != "ABCDEFG" {
		t.Errorf("the order is %s", order)
	}
}

// TestDirectEncounter has the table of the tie-breaks of the FIDE Arbiters' Seminar: of three equal players, the first
// beat the second and the others drew.
func TestDirectEncounter(t *testing.T) {
	tour := crosstable(Declaration{Tiebreaks: []Tiebreak{DirectEncounter}}, "x1=0= 0x=1= ==x10 100x= ==1=x")
	got, _ := values(tour, DirectEncounter)
	if got["A"] != 1.5 || got["B"] != 0.5 || got["C"] != 1 {
		t.Errorf("direct encounters: %v", got)
	}
}

// TestEncountersAnew has four equal players, of whom two won two games against the others, and two won one: those two each are
// ordered by the game between them (C.07, 6.2).
func TestEncountersAnew(t *testing.T) {
	tour := crosstable(Declaration{Tiebreaks: []Tiebreak{DirectEncounter}}, "x10101 0x1101 10x011 001x11 1100x0 00001x")
	sameValues(t, tour, DirectEncounter, map[PlayerID]float64{"A": 2, "B": 2, "C": 1, "D": 1})
	if got := order(tour); got != "1A 2B 3D 4C 5E 6F " {
		t.Errorf("the order is %s", got)
	}
}

// TestMissingEncounters has players of whom not all have met: those come first who cannot be overtaken, and the others are
// compared anew.
func TestMissingEncounters(t *testing.T) {
	for _, test := range []struct {
		wins, draws string // pairs, the winner first
		want        string // the values of players 1, 2 and so on
	}{
		{"12 13", "", "2 0 0"},               // whatever 2 against 3 would have brought
		{"12 13", "23 34", "0 0 0 0"},        // 4 could have beaten 1 and 2
		{"12 13 24 34", "23", "2 1.5 1.5 0"}, // without 1, all have met
		{"24 21 34", "23 13", "0 2.5 2 0"},   // 2 comes before all, and 3 before 1 and 4
		{"12 31 23", "12", "0.75 1.25 1"},    // 1 and 2 have met twice; the average counts
	} {
		event := published{}
		for i, pairs := range []string{test.wins, test.draws} {
			for _, pair := range strings.Fields(pairs) {
				event.rounds = append(event.rounds, []Pair{{PlayerID(pair[:1]), PlayerID(pair[1:])}})
				event.scores = append(event.scores, []Score{[]Score{WhiteWins, Draw}[i]})
			}
		}
		tour := event.replay(Declaration{Format: Swiss, Rounds: 9, Tiebreaks: []Tiebreak{DirectEncounter}})
		var equal []*Standing
		for i := range strings.Fields(test.want) {
			equal = append(equal, &Standing{Entrant: tour.Entrant(PlayerID(fmt.Sprint(i + 1))), Values: []float64{0}})
		}
		got := ""
		(&scores{tour, nil}).breakTies(slices.Clone(equal), 0, 0)
		for _, line := range equal {
			got += fmt.Sprint(line.Values[0], " ")
		}
		if got != test.want+" " {
			t.Errorf("won %s, drawn %s: %swant %s", test.wins, test.draws, got, test.want)
		}
	}
}

// TestProgressive is the player of the FIDE Arbiters' Seminar who won six games and then drew two and lost one:
// 1, 2, 3, 4, 5, 6, 6½, 7 and 7 points are 41½ together.
func TestProgressive(t *testing.T) {
	event := published{}
	scores := []Score{WhiteWins, WhiteWins, WhiteWins, WhiteWins, WhiteWins, WhiteWins, Draw, Draw, BlackWins}
	for i, score := range scores {
		event.rounds = append(event.rounds, []Pair{{"1", PlayerID(fmt.Sprint(i + 2))}})
		event.scores = append(event.scores, []Score{score})
	}
	tour := event.replay(Declaration{Format: Swiss, Rounds: 9, Tiebreaks: []Tiebreak{Progressive}})
	sameValues(t, tour, Progressive, map[PlayerID]float64{"1": 41.5})
}

// TestUnplayedRounds has what an opponent's rounds count who lost the first one, by the FIDE Handbook, C.07, 16.3: a draw if the
// opponent stayed away, and did not come again or only forfeited.
func TestUnplayedRounds(t *testing.T) {
	for later, want := range map[string]float64{ // they win, forfeit, have a bye, or stay away
		"---": 1.5, "+--": 2, "f--": 1, "-f-": 1, "--f": 1, "-+-": 1.5, "-f+": 1, "--b": 1,
	} {
		event := published{rounds: [][]Pair{{{"1", "2"}}}, scores: [][]Score{{WhiteWins}}}
		for i, what := range later {
			pairs := []Pair{{"2", PlayerID(fmt.Sprint(3 + i))}}
			switch what {
			case '-':
				pairs = nil
			case 'b':
				pairs[0].Black = ""
			}
			event.rounds = append(event.rounds, pairs)
			event.scores = append(event.scores, []Score{map[rune]Score{'+': WhiteWins, 'f': WhiteForfeits}[what]})
		}
		tour := event.replay(Declaration{Format: Swiss, Rounds: 4, Tiebreaks: []Tiebreak{Buchholz}})
		const own = 3 // player 1 has a point, and stays away three times
		if got, _ := values(tour, Buchholz); got["1"] != own+want {
			t.Errorf("%q counts %g, want %g", later, got["1"]-own, want)
		}
	}
}

// TestRoundsWithoutGame has, by the FIDE Handbook, C.07, 16.4, a player who beat an opponent that stayed away after that, had a bye,
// which counts half of all points, and met one who forfeited, which counts the draws of that one for the rounds before, or had half
// a point without a game.
func TestRoundsWithoutGame(t *testing.T) {
	unplayedDraw := Draw
	unplayedDraw.Forfeit = true
	for _, test := range []struct {
		last Score
		want float64
	}{
		{BlackForfeits, 1 + 1.5 + 1}, {unplayedDraw, 1 + 1.5 + 1.5},
	} {
		event := published{
			rounds: [][]Pair{{{"1", "2"}}, {{White: "1"}}, {{"1", "3"}}}, scores: [][]Score{{WhiteWins}, {{}}, {test.last}},
		}
		tour := event.replay(Declaration{Format: Swiss, Rounds: 3, Tiebreaks: []Tiebreak{Buchholz}})
		sameValues(t, tour, Buchholz, map[PlayerID]float64{"1": test.want})
	}
}

// TestKoyaOfShortSwiss has half of the points of the rounds that were played, once the director has ended the others.
func TestKoyaOfShortSwiss(t *testing.T) {
	event := published{rounds: [][]Pair{{{"1", "2"}}}, scores: [][]Score{{Draw}}}
	tour := event.replay(Declaration{Format: Swiss, Rounds: 3, Tiebreaks: []Tiebreak{Koya}})
	sameValues(t, tour, Koya, map[PlayerID]float64{"1": 0})
	do(t, tour, Event{Kind: Ended, By: "director"})
	sameValues(t, tour, Koya, map[PlayerID]float64{"1": .5})
}

// TestOtherTiebreaks has the club championship of testdata, with values by the definitions of the FIDE Handbook, C.07.
func TestOtherTiebreaks(t *testing.T) {
	event := readPublished(t, "roundrobin.txt")
	tour := event.replay(Declaration{Format: RoundRobin, Tiebreaks: []Tiebreak{Koya, Wins, AverageRating, Buchholz, MedianBuchholz}})
	// Players 1, 2, 3, 4, 5 and 7 have at least 3½ points of 7.
	sameValues(t, tour, Koya, map[PlayerID]float64{"1": 3, "2": 2.5, "3": 3, "5": 2.5})
	sameValues(t, tour, Wins, map[PlayerID]float64{"1": 4, "2": 4, "3": 4, "7": 4, "6": 0})
	sameValues(t, tour, AverageRating, map[PlayerID]float64{"1": 1995, "8": 1996})
	sameValues(t, tour, Buchholz, map[PlayerID]float64{"1": 23, "6": 27.5})
	sameValues(t, tour, MedianBuchholz, map[PlayerID]float64{"1": 18, "6": 20})
}

// TestArenaStreaks has the points of an arena as lichess explains them: two points for a win and one for a draw; after two wins in a
// row, games count double until one is not won; and of quick draws in a row, only the first counts, until a win.
func TestArenaStreaks(t *testing.T) {
	quick := Draw
	quick.Quick = true
	for _, test := range []struct {
		scores []Score
		points int
		onFire bool
	}{
		{[]Score{WhiteWins}, 2, false},
		{[]Score{WhiteWins, WhiteWins}, 4, true},
		{[]Score{WhiteWins, WhiteWins, WhiteWins, Draw, WhiteWins}, 12, false},
		{[]Score{WhiteWins, WhiteWins, BlackWins, WhiteWins}, 6, false},
		{[]Score{Draw, Draw, quick, quick, BlackWins, quick, WhiteWins, quick}, 5, false},
	} {
		event := published{}
		for i, score := range test.scores {
			event.rounds = append(event.rounds, []Pair{{"1", PlayerID(fmt.Sprint(i + 2))}})
			event.scores = append(event.scores, []Score{score})
		}
		tour := event.replay(Declaration{Format: Arena, Length: 1})
		points, onFire := tour.streak("1")
		if points != Whole(test.points) || onFire != test.onFire {
			t.Errorf("%v: %v points, on fire: %v", test.scores, points, onFire)
		}
	}
}

// TestFractional checks that points and tie-breaks are written as players write them.
func TestFractional(t *testing.T) {
	for value, want := range map[float64]string{0: "0", .5: "½", 1.5: "1½",
		2.25: "2¼", 10.75: "10¾", 7: "7", 1532: "1532", 3.125: "3.125", 4. / 3: "1.333"} {
		if got := Fractional(value); got != want {
			t.Errorf("%v is written %s, want %s", value, got, want)
		}
	}
}

// What average of the opponents' ratings a performance of 2600 needs, by the points of nine games: the FIDE Handbook, B.01,
// has this table for norms of grandmasters.
func TestPerformance(t *testing.T) {
	for _, norm := range []struct {
		halfPoints, average int
	}{{6, 2725}, {7, 2680}, {8, 2643}, {9, 2600}, {10, 2557}, {11, 2520}, {12, 2475}, {13, 2434}, {14, 2380}} {
		tour := Restore(Declaration{Format: RoundRobin, Tiebreaks: []Tiebreak{Performance}}, nil)
		do(t, tour, Event{Kind: Entered, Player: "A", Rating: 2400})
		for i := range 9 {
			do(t, tour, Event{Kind: Entered, Player: PlayerID('B' + rune(i)), Rating: norm.average - 4 + i})
		}
		do(t, tour, Event{Kind: Started, By: "director"})
		advance(t, tour)
		for won := norm.halfPoints; tour.Phase() == Running; {
			of := tour.PairingsOf("A")
			p, score := of[len(of)-1], WhiteWins
			if won == 1 {
				score = Draw
			} else if won == 0 != (p.White != "A") {
				score = BlackWins
			}
			won = max(0, won-2)
			do(t, tour, Event{Kind: GameEnded, Pairing: p.Number, Score: score})
			drawAll(t, tour)
		}
		sameValues(t, tour, Performance, map[PlayerID]float64{"A": 2600})
	}
}
