package tournament

import (
	"fmt"
	"strings"
	"testing"
)

// knockouts returns finished knockouts: in each, the named players meet in a final, and the first one wins.
func knockouts(t *testing.T, finals ...string) (all []*Tournament) {
	t.Helper()
	for _, final := range finals {
		tour := Restore(Declaration{Format: Knockout}, nil)
		for _, id := range final {
			do(t, tour, Event{Kind: Entered, Player: PlayerID(id)})
		}
		do(t, tour, Event{Kind: Started, By: "director"})
		advance(t, tour)
		win(t, tour, PlayerID(final[0]))
		do(t, tour, Event{Kind: Ended, By: "director"})
		all = append(all, tour)
	}
	return all
}

// The best results count, and players who are equal share a rank, unless one of them has the better results.
func TestGrandPrix(t *testing.T) {
	for _, test := range []struct {
		GrandPrix
		finals []string
		want   string
	}{
		{GrandPrix{}, []string{"AB", "AC", "BA"}, "1A 28 [10 10 8], 2B 18 [8 - 10], 3C 8 [- 8 -], "},
		{GrandPrix{Best: 2}, []string{"AB", "AC", "BA"}, "1A 20 [10 10 (8)], 2B 18 [8 - 10], 3C 8 [- 8 -], "},
		{GrandPrix{Best: 1}, []string{"AB", "AC", "BA"}, "1A 10 [10 (10) (8)], 2B 10 [(8) - 10], 3C 8 [- 8 -], "},
		{GrandPrix{Points: []int{3}}, []string{"AB", "CD"}, "1A 3 [3 -], 1C 3 [- 3], 3B 0 [0 -], 3D 0 [- 0], "},
		{GrandPrix{}, nil, ""},
	} {
		got := ""
		for _, line := range test.Table(knockouts(t, test.finals...), func(PlayerID) bool { return true }) {
			results := []string{}
			for _, r := range line.Results {
				text := r.String()
				if !r.Played {
					text = "-"
				}
				results = append(results, text)
			}
			got += fmt.Sprintf("%d%s %d %v, ", line.Rank, line.Player, line.Points, results)
		}
		if got != test.want {
			t.Errorf("%+v: %s, want %s", test.GrandPrix, got, test.want)
		}
	}
}

// The file has a column for each tournament, and no name in it is a formula.
func TestGrandPrixFile(t *testing.T) {
	events := knockouts(t, "AB", "BA")
	events[0].Name, events[1].Name = "Friday", "=Cup"
	var out strings.Builder
	table := (&GrandPrix{Best: 1}).Table(events, func(PlayerID) bool { return true })
	if err := WriteGrandPrix(&out, events, table, func(id PlayerID) string { return "@" + string(id) }); err != nil {
		t.Fatal(err)
	}
	want := "rank,player,points,Friday 0001-01-01,'=Cup 0001-01-01\n1,'@A,10,10,(8)\n1,'@B,10,(8),10\n"
	if out.String() != want {
		t.Errorf("it is\n%s, want\n%s", out.String(), want)
	}
}

// A tournament that is cancelled, or in which players have no places of their own, does not count.
func TestHasFinalPlaces(t *testing.T) {
	if !knockouts(t, "AB")[0].HasFinalPlaces() {
		t.Error("a knockout does not count")
	}
	cancelled := Restore(Declaration{Format: Knockout}, nil)
	do(t, cancelled, Event{Kind: Cancelled})
	over := simul(t, Declaration{Format: Simul})
	do(t, over, Event{Kind: Ended, By: "director"})
	if cancelled.HasFinalPlaces() || over.HasFinalPlaces() {
		t.Error("one that was cancelled, or a simul, counts")
	}
}
