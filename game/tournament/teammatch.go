package tournament

// pairTeams returns the boards of a match: the best of both teams meet on the first one, and the
// colours alternate from board to board.
func (t *Tournament) pairTeams(lot uint64) []Pair {
	var teams [2][]PlayerID
	for _, e := range t.active() {
		teams[e.Team-1] = append(teams[e.Team-1], e.Player)
	}
	var pairs []Pair
	for i := range min(len(teams[0]), len(teams[1])) {
		pair := Pair{teams[0][i], teams[1][i]}
		if (uint64(i)+lot)%2 == 1 {
			pair.White, pair.Black = pair.Black, pair.White
		}
		pairs = append(pairs, pair)
	}
	return pairs
}

// TeamPoints returns the points of the teams of a team match.
func (t *Tournament) TeamPoints() (points [2]Points) {
	for _, p := range t.pairings {
		if p.Over && !p.Annulled {
			points[t.byID[p.White].Team-1] += p.Score.White
			points[t.byID[p.Black].Team-1] += p.Score.Black
		}
	}
	return points
}

// LeadingTeam returns the team that leads a team match, and 0 if none does.
func (t *Tournament) LeadingTeam() int {
	switch points := t.TeamPoints(); {
	case points[0] > points[1]:
		return 1
	case points[0] < points[1]:
		return 2
	}
	return 0
}
