package tournament

import (
	"cmp"
	"encoding/csv"
	"io"
	"slices"
	"strconv"
)

// GrandPrix is a table over several tournaments: players have points for their places, and the best results count.
type GrandPrix struct {
	Points []int // for the first place, the second, and so on; nil: UsualPoints
	Best   int   // how many results of a player count; 0: all
}

// UsualPoints returns the points for places of a grand prix that declares none.
func UsualPoints() []int { return []int{10, 8, 6, 5, 4, 3, 2, 1} }

// GrandPrixLine is a player in the table of a grand prix.
type GrandPrixLine struct {
	Player  PlayerID
	Rank    int // from 1; players who are equal in everything have the same rank
	Results []GrandPrixResult
	Points  int
}

// GrandPrixResult is what a player has in one of the tournaments.
type GrandPrixResult struct {
	Played bool
	Points int
	Counts bool // it is one of the best
}

// HasFinalPlaces reports whether a tournament counts for a grand prix: it has ended, and its players had places of their own.
func (t *Tournament) HasFinalPlaces() bool {
	return t.phase == Finished && t.Format.HasPlaces()
}

// Table returns the players of some tournaments, the best first, by their points and then by their best results one after
// another. Players who share a place have its points each. Those whom a condition does not hold for are left out.
func (g *GrandPrix) Table(events []*Tournament, holds func(PlayerID) bool) []GrandPrixLine {
	of := map[PlayerID]*GrandPrixLine{}
	var lines []*GrandPrixLine
	for n, event := range events {
		for _, standing := range event.Standings() {
			id := standing.Player
			if standing.Rank == 0 || len(event.of[id]) == 0 || !holds(id) {
				continue
			}
			if of[id] == nil {
				of[id] = &GrandPrixLine{Player: id, Results: make([]GrandPrixResult, len(events))}
				lines = append(lines, of[id])
			}
			of[id].Results[n] = GrandPrixResult{Played: true, Points: g.pointsFor(standing.Rank)}
		}
	}
	best := map[PlayerID][]int{}
	for _, line := range lines {
		best[line.Player] = g.count(line)
	}
	order := func(a, b *GrandPrixLine) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), slices.Compare(best[b.Player], best[a.Player]))
	}
	slices.SortStableFunc(lines, order)
	table := make([]GrandPrixLine, len(lines))
	for i, line := range lines {
		if line.Rank = i + 1; i > 0 && order(lines[i-1], line) == 0 {
			line.Rank = lines[i-1].Rank
		}
		table[i] = *line
	}
	return table
}

func (g *GrandPrix) pointsFor(rank int) int {
	points := g.Points
	if points == nil {
		points = UsualPoints()
	}
	if rank > len(points) {
		return 0
	}
	return points[rank-1]
}

// count adds up the best results of a player, and returns the points of all, the most first.
func (g *GrandPrix) count(line *GrandPrixLine) (points []int) {
	var played []*GrandPrixResult
	for i := range line.Results {
		if line.Results[i].Played {
			played = append(played, &line.Results[i])
		}
	}
	slices.SortStableFunc(played, func(a, b *GrandPrixResult) int { return cmp.Compare(b.Points, a.Points) })
	for i, result := range played {
		points = append(points, result.Points)
		if result.Counts = g.Best == 0 || i < g.Best; result.Counts {
			line.Points += result.Points
		}
	}
	return points
}

// WriteGrandPrix writes the table of a grand prix over some tournaments as CSV, with the names of players. A result that does not
// count is in brackets.
func WriteGrandPrix(w io.Writer, events []*Tournament, table []GrandPrixLine, nameOf func(PlayerID) string) error {
	plain := func(text string) string { return formula.ReplaceAllString(text, "$1'$2") }
	head := []string{"rank", "player", "points"}
	for _, event := range events {
		head = append(head, plain(event.Name)+" "+event.over.Format("2006-01-02"))
	}
	rows := [][]string{head}
	for _, line := range table {
		row := []string{strconv.Itoa(line.Rank), plain(nameOf(line.Player)), strconv.Itoa(line.Points)}
		for _, result := range line.Results {
			row = append(row, result.String())
		}
		rows = append(rows, row)
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// String returns the points of a result: in brackets if they do not count, and nothing if the player did not play.
func (r GrandPrixResult) String() string {
	switch {
	case !r.Played:
		return ""
	case !r.Counts:
		return "(" + strconv.Itoa(r.Points) + ")"
	}
	return strconv.Itoa(r.Points)
}
