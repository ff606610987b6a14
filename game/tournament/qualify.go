package tournament

import (
	"cmp"
	"slices"
	"time"
)

// maxFrom is the greatest number of tournaments from which one takes its players.
const maxFrom = 8

// HasPlaces reports whether the players of a format have places of their own.
func (f Format) HasPlaces() bool { return formats[f].places }

// MostOfEach returns how many players of each of a number of other tournaments can enter at most; 0: none.
func (d *Declaration) MostOfEach(tournaments int) int {
	if tournaments < 1 || tournaments > maxFrom || d.Repetition != Once || !d.Format.HasPlaces() {
		return 0
	}
	return d.seats() / tournaments
}

// Awaits reports whether the players of other tournaments are still to enter. Until then it does not begin.
func (t *Tournament) Awaits() bool { return t.phase == SignUp && len(t.From) > 0 && !t.qualified }

// Qualifiers returns the players who enter from the tournaments of From, which are over: the Best of each who have played there to
// the end, and for whom a condition holds. Who is among the best of several enters once, and makes room for the next one.
func (d *Declaration) Qualifiers(from []*Tournament, holds func(PlayerID) bool) []Event {
	var entries []Event
	best := make([][]PlayerID, len(from))
	for i, t := range from {
		best[i] = t.best()
	}
	hasEntered := func(id PlayerID) bool {
		return slices.ContainsFunc(entries, func(e Event) bool { return e.Player == id })
	}
	for place := 1; place <= d.Best; place++ {
		for i := range from {
			n := slices.IndexFunc(best[i], func(id PlayerID) bool { return !hasEntered(id) && holds(id) })
			if n < 0 {
				continue
			}
			entries = append(entries, Event{Kind: Entered, Player: best[i][n], Group: i + 1, Place: place})
			best[i] = best[i][n+1:]
		}
	}
	return entries
}

// best returns the players who have played to the end, the best first; none if the tournament was cancelled.
func (t *Tournament) best() (ids []PlayerID) {
	if !t.HasFinalPlaces() {
		return nil
	}
	for _, line := range t.Standings() {
		if line.Rank > 0 && line.plays() && len(t.of[line.Player]) > 0 {
			ids = append(ids, line.Player)
		}
	}
	return ids
}

// Lateness returns by how much the beginning is to come later because the players enter at a time: they have as much time to come
// as after a downtime. If the planned beginning is long over, it is at the same hour of the next day that gives them so much.
func (t *Tournament) Lateness(now time.Time) time.Duration {
	start, soonest := t.PlannedStart(), now.Add(max(t.CheckIn, notice))
	switch {
	case t.Starts.IsZero() || !soonest.After(start):
		return 0
	case now.Sub(start) <= isMissed:
		return soonest.Sub(start)
	}
	at := start
	for n := 1; at.Before(soonest); n++ {
		at = start.In(t.zone()).AddDate(0, 0, n)
	}
	return at.Sub(start)
}

// byPlace orders players by their places in other tournaments; those who have none come last.
func byPlace(a, b *Entrant) int {
	return cmp.Or(-cmp.Compare(min(a.Place, 1), min(b.Place, 1)), cmp.Compare(a.Place, b.Place))
}

// separate exchanges players of equal places, so that those of one group do not meet in the first round of a knockout where
// that can be avoided. They are in the order of their seeds.
func separate(seeds []*Entrant) {
	full := 1
	for full < len(seeds) {
		full *= 2
	}
	clashes := func(i int) bool { // of a seed, counted from 0
		j := full - 1 - i
		return j < len(seeds) && seeds[i].Group > 0 && seeds[i].Group == seeds[j].Group
	}
	for i := len(seeds) - 1; i >= 0; i-- {
		for distance := 1; distance < len(seeds) && clashes(i); distance++ {
			for _, j := range []int{i - distance, i + distance} {
				if j < 0 || j >= len(seeds) || seeds[j].Place != seeds[i].Place {
					continue
				}
				clashed := clashes(j)
				seeds[i], seeds[j] = seeds[j], seeds[i]
				if !clashes(i) && (clashed || !clashes(j)) {
					break
				}
				seeds[i], seeds[j] = seeds[j], seeds[i]
			}
		}
	}
}

func (t *Tournament) checkQualified(*Event) Refusal {
	if !t.Awaits() {
		return NotNow
	}
	return 0
}
