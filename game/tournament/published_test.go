package tournament

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// published is an event with its results as they were published.
type published struct {
	rounds    [][]Pair
	scores    [][]Score
	standings [][]string // rank, player, points, tie-breaks
}

// readPublished reads a file of testdata.
func readPublished(t *testing.T, name string) published {
	file, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var event published
	results := map[string]Score{"1-0": WhiteWins, "½-½": Draw, "0-1": BlackWins}
	for in := bufio.NewScanner(file); in.Scan(); {
		fields := strings.Fields(in.Text())
		switch {
		case len(fields) == 0 || fields[0] == "#" || fields[0] == "standings":
		case fields[0] == "round":
			event.rounds = append(event.rounds, nil)
			event.scores = append(event.scores, nil)
		case len(fields) > 3:
			event.standings = append(event.standings, fields)
		default:
			last := len(event.rounds) - 1
			pair, score := Pair{White: PlayerID(fields[0])}, Score{}
			if fields[1] != "bye" {
				pair.Black, score = PlayerID(fields[1]), results[fields[2]]
			}
			event.rounds[last] = append(event.rounds[last], pair)
			event.scores[last] = append(event.scores[last], score)
		}
	}
	return event
}

// replay plays the event with its own pairings.
func (p *published) replay(d Declaration) *Tournament {
	tour := Restore(d, nil)
	do := func(e Event) {
		tour.events = append(tour.events, e)
		tour.apply(&e)
	}
	enter := func(id PlayerID) {
		number, _ := strconv.Atoi(string(id))
		do(Event{Kind: Entered, Player: id, Rating: 2000 - number})
	}
	var players []PlayerID
	for _, line := range p.standings {
		players = append(players, PlayerID(line[1]))
	}
	later := slices.DeleteFunc(slices.Clone(players), func(id PlayerID) bool {
		return slices.ContainsFunc(p.rounds[0], func(pair Pair) bool { return pair.Has(id) })
	})
	for _, id := range players {
		if !slices.Contains(later, id) {
			enter(id)
		}
	}
	do(Event{Kind: Started})
	for i, pairs := range p.rounds {
		for _, pair := range pairs {
			for _, id := range []PlayerID{pair.White, pair.Black} {
				if id != "" && tour.byID[id] == nil {
					enter(id)
				}
			}
		}
		do(Event{Kind: RoundBegan, Pairs: pairs})
		for j, pairing := range tour.Pairings(i + 1) {
			if !pairing.Over {
				do(Event{Kind: GameBegan, Pairing: pairing.Number, Game: fmt.Sprint("g", pairing.Number)})
				do(Event{Kind: GameEnded, Pairing: pairing.Number, Score: p.scores[i][j]})
			}
		}
	}
	return tour
}

// check compares the standings with those that were published, where players who are equal in everything stand in
// any order.
func (p *published) check(t *testing.T, tour *Tournament) {
	lines := map[string]Standing{}
	for _, line := range tour.Standings() {
		lines[string(line.Player)] = line
	}
	for _, want := range p.standings {
		line := lines[want[1]]
		got := fmt.Sprintf("%.1f", line.Points.Float())
		for _, value := range line.Values {
			got += fmt.Sprintf(" %.1f", value)
		}
		place, _ := strconv.Atoi(want[0])
		equal := 0
		for _, other := range lines {
			if other.Rank == line.Rank {
				equal++
			}
		}
		if place < line.Rank || place >= line.Rank+equal || got != strings.Join(want[2:], " ") {
			t.Errorf("player %s: %d. %s, published are %s. %s", want[1], line.Rank, got, want[0], strings.Join(want[2:], " "))
		}
	}
}

func TestPublishedSwiss(t *testing.T) {
	event := readPublished(t, "swiss.txt")
	event.check(t, event.replay(Declaration{Format: Swiss, Rounds: 9, Tiebreaks: []Tiebreak{Buchholz, BuchholzCut1}}))
}

func TestPublishedRoundRobin(t *testing.T) {
	event := readPublished(t, "roundrobin.txt")
	tour := event.replay(Declaration{Format: RoundRobin, Tiebreaks: []Tiebreak{SonnebornBerger}})
	event.check(t, tour)
	for i, pairs := range event.rounds {
		var table []Pair
		for _, pair := range bergerRound(8, i+1) {
			table = append(table, Pair{PlayerID(fmt.Sprint(pair[0])), PlayerID(fmt.Sprint(pair[1]))})
		}
		if !slices.Equal(table, pairs) {
			t.Errorf("round %d: %v, published is %v", i+1, table, pairs)
		}
	}
}
