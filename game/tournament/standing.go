package tournament

import (
	"cmp"
	"slices"
	"time"
)

// Status says whether a player plays on.
type Status uint8

const (
	Active    Status = iota
	Absent           // did not check in
	Withdrawn        // by their own will, or because they did not come to a game
	Expelled         // by the director
	Out              // lost a pairing of a knockout
)

func (s Status) String() string {
	return word(s, "active", "absent", "withdrawn", "removed", "out")
}

// Entrant is a player of a tournament.
type Entrant struct {
	Player    PlayerID
	Rating    int
	Team      int // of a team match: 1 or 2; of a simul 1 for the host
	Group     int // from which other tournament the player has qualified, from 1; 0: from none
	Place     int // the place there among those who have
	Seed      int // the rank by place and rating among all who have played, from 1; those who are equal draw lots
	CheckedIn bool
	Status    Status

	lot      uint64    // of the entry
	apart    bool      // from others who are
	annulled bool      // the results of a round robin do not count
	missed   bool      // the player did not come to a game, and has not returned since
	leftOver bool      // the last wave of an arena did not pair them
	kept     bool      // the player was removed, and what others have won against them on the board stays
	asked    int       // how often the player was to sit out a round
	seen     time.Time // on a ladder, when the player entered or was there again after a rest
	rested   time.Time // until when the player of a ladder rests, or has rested
	up, down int       // the round in which a Swiss last paired them with more points, or with fewer
}

// Standing is a line of the standings.
type Standing struct {
	*Entrant
	Rank   int // from 1; players who are equal in everything have the same rank
	Points Points
	// Values are those of the tie-breaks of the declaration, in its order.
	Values []float64
	// Wins, Draws and Losses count games that were played; Games is all of them together.
	Games, Wins, Draws, Losses int
	// OnFire tells, in an arena, that the next win counts double.
	OnFire bool
}

// pointsOf returns the points of a player.
func (t *Tournament) pointsOf(id PlayerID) Points {
	points := Points(0)
	if t.format().streaks {
		points, _ = t.streak(id)
		return points
	}
	for _, p := range t.of[id] {
		if p.Over && !p.Annulled {
			points += p.For(id).White
		}
	}
	return points
}

// Standings returns the players in their order: by points and then by the tie-breaks; in a knockout by the
// round in which they lost, and on a ladder by their places. Those who were removed, and those who left a
// round robin so early that their results do not count, are the last, with the rank 0. Players who did not
// check in are left out.
func (t *Tournament) Standings() []Standing {
	s := &scores{t, map[PlayerID]*Standing{}}
	lines := make([]Standing, 0, len(t.entrants))
	for _, e := range t.entrants {
		if e.Status != Absent && (t.Format != Ladder || t.phase == SignUp || t.place(e.Player) >= 0) {
			lines = append(lines, Standing{Entrant: e, Values: make([]float64, len(t.tiebreaks()))})
		}
	}
	for i := range lines {
		s.lines[lines[i].Player] = &lines[i]
		t.fill(&lines[i])
	}
	for _, e := range t.entrants { // the absent, too, because tie-breaks look opponents up
		if s.lines[e.Player] == nil {
			s.lines[e.Player] = &Standing{Entrant: e}
		}
	}
	var ranked, last []*Standing
	for i := range lines {
		if lines[i].Status == Expelled || lines[i].annulled {
			last = append(last, &lines[i])
		} else {
			ranked = append(ranked, &lines[i])
		}
	}
	byPoints := func(a, b *Standing) int { return cmp.Compare(b.Points, a.Points) }
	order := byPoints
	switch {
	case t.phase == SignUp && t.Format != Ladder:
		order = func(a, b *Standing) int {
			return cmp.Or(byPlace(a.Entrant, b.Entrant), cmp.Compare(b.Rating, a.Rating))
		}
	case t.phase != SignUp && t.Format == Ladder:
		order = func(a, b *Standing) int { return cmp.Compare(t.place(a.Player), t.place(b.Player)) }
	case t.Format == Knockout:
		order = func(a, b *Standing) int { return cmp.Compare(t.reached(b.Player), t.reached(a.Player)) }
	}
	s.rank(ranked, order)
	s.rank(last, byPoints)
	for _, line := range last {
		line.Rank = 0
	}
	final := t.final()
	unplayed := t.Format == Knockout && t.phase == Finished && final == nil // the director has ended it before
	for _, line := range ranked {
		if line.Rank == 1 && (unplayed || final != nil && final.Over && final.Winner == "" && final.Has(line.Player)) {
			line.Rank = 2
		}
	}
	sorted := make([]Standing, 0, len(lines))
	for _, line := range append(ranked, last...) {
		sorted = append(sorted, *line)
	}
	return sorted
}

// tiebreaks returns the tie-breaks of the declaration, or those of the format.
func (t *Tournament) tiebreaks() []Tiebreak {
	if len(t.Tiebreaks) > 0 {
		return t.Tiebreaks
	}
	return t.format().tiebreaks
}

// fill fills a line with what the player's games give.
func (t *Tournament) fill(line *Standing) {
	id := line.Player
	line.Points = t.pointsOf(id)
	if t.format().streaks {
		_, line.OnFire = t.streak(id)
	}
	for _, p := range t.of[id] {
		if !p.WasPlayed() {
			continue
		}
		for _, score := range p.results() {
			if p.White != id {
				score = score.Exchanged()
			}
			line.Games++
			switch {
			case score.White > score.Black:
				line.Wins++
			case score.White > 0 && score.White == score.Black:
				line.Draws++
			default: // the director has taken it from both, maybe
				line.Losses++
			}
		}
	}
}

// rank sorts players by an order and then by the tie-breaks, and gives them their ranks.
func (s *scores) rank(players []*Standing, order func(a, b *Standing) int) {
	slices.SortStableFunc(players, func(a, b *Standing) int {
		return cmp.Or(order(a, b), cmp.Compare(a.Seed, b.Seed))
	})
	for from := 0; from < len(players); {
		to := from + 1
		for to < len(players) && order(players[from], players[to]) == 0 {
			to++
		}
		s.breakTies(players[from:to], from, 0)
		from = to
	}
}

// breakTies orders equal players by the tie-breaks from one of them on.
func (s *scores) breakTies(equal []*Standing, above, from int) {
	if from == len(s.tiebreaks()) {
		for _, line := range equal {
			line.Rank = above + 1
		}
		return
	}
	tiebreak := tiebreaks[s.tiebreaks()[from]]
	var encounters map[PlayerID]float64
	if tiebreak.value == nil {
		encounters = s.directEncounter(equal)
	}
	for _, line := range equal {
		line.Values[from] = encounters[line.Player]
		if tiebreak.value != nil {
			line.Values[from] = tiebreak.value(s, line.Entrant)
		}
	}
	slices.SortStableFunc(equal, func(a, b *Standing) int { return compare(b.Values[from], a.Values[from]) })
	for i := 0; i < len(equal); {
		j := i + 1
		for j < len(equal) && compare(equal[i].Values[from], equal[j].Values[from]) == 0 {
			j++
		}
		if value := equal[i].Values[from]; encounters != nil && i+1 < j && j-i < len(equal) { // C.07, 6: those are compared anew
			s.breakTies(equal[i:j], above+i, from)
			for _, line := range equal[i:j] {
				line.Values[from] = value
			}
		} else {
			s.breakTies(equal[i:j], above+i, from+1)
		}
		i = j
	}
}
