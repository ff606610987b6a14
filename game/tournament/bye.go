package tournament

import "slices"

// seat is a player who sits out the next round, and the points for it.
type seat struct {
	player PlayerID
	points Points
}

// maxAsked is how often a player can be to sit out a round, because they can change their mind.
const maxAsked = 2 * maxRounds

// SitsOut reports whether a player sits out the next round.
func (t *Tournament) SitsOut(id PlayerID) bool {
	return slices.ContainsFunc(t.sitting, func(s seat) bool { return s.player == id })
}

// CanSitOut reports whether a player can sit out the next round, and whether they get half of the points for it.
func (t *Tournament) CanSitOut(id PlayerID) (can, forHalf bool) {
	ask := func(points Points) bool {
		return t.check(&Event{Kind: SatOut, Player: id, Score: Score{White: points}}) == 0
	}
	return ask(0), ask(t.HalfPoints())
}

// CanBeGivenBye reports the same of a player who is given it by a director.
func (t *Tournament) CanBeGivenBye(id, director PlayerID) (can, forHalf bool) {
	give := func(points Points) bool {
		return t.check(&Event{Kind: SatOut, Player: id, By: director, Score: Score{White: points}}) == 0
	}
	return give(0), give(t.HalfPoints())
}

// HalfPoints returns the half of what a won pairing gives.
func (t *Tournament) HalfPoints() Points { return t.most() / 2 }

// ByesLeft returns how many more rounds a player can sit out for half of the points.
func (t *Tournament) ByesLeft(id PlayerID) int {
	had := 0
	for _, p := range t.of[id] {
		if p.Requested && p.Score.White > 0 {
			had++
		}
	}
	return max(0, t.Byes-had)
}

// attending returns the players who do not sit out the next round.
func (t *Tournament) attending(players []*Entrant) []*Entrant {
	return slices.DeleteFunc(players, func(e *Entrant) bool { return t.SitsOut(e.Player) })
}

func (t *Tournament) dropSeat(id PlayerID) {
	t.sitting = slices.DeleteFunc(t.sitting, func(s seat) bool { return s.player == id })
}

// checkSeat refuses that a player sits out a round that there is not, or for more points than that gives. A director can give
// half of the points to others even if they have none left.
func (t *Tournament) checkSeat(e *Event) Refusal {
	player, given := t.byID[e.Player], e.By != "" && e.By != e.Player
	switch {
	case !t.format().byes, t.phase == Running && t.rounds >= t.TotalRounds(), player.Status != Active, t.SitsOut(e.Player),
		player.asked >= maxAsked && !given:
		return NotNow
	case slices.ContainsFunc(t.fixed, func(p Pair) bool { return p.Has(e.Player) }):
		return NotPairable
	case e.Score != Score{} && e.Score != Score{White: t.HalfPoints()}:
		return BadScore
	case e.Score.White > 0 && !given && (t.ByesLeft(e.Player) == 0 || t.rounds+1 >= t.TotalRounds()):
		return NoByeLeft
	}
	return 0
}

func (t *Tournament) checkRejoining(e *Event) Refusal {
	if !t.SitsOut(e.Player) {
		return NotNow
	}
	return 0
}
