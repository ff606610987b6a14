package tournament

import (
	"slices"
)

// Refusal is the reason for which a tournament refuses an event. A refused event changes nothing.
type Refusal uint8

const (
	NotNow           Refusal = iota + 1 // it does not fit how far the tournament is
	IsPaused                            // the tournament is paused already
	NotDirector                         // only the director does that
	NoSuchPlayer                        // the player is not in the tournament, or has left it
	EnteredBefore                       // the player is in the tournament
	WasRemoved                          // the director removed the player
	IsFull                              // there are as many players as there may be
	RatingOutside                       // the rating is outside the bounds
	NoTeam                              // the team is neither 1 nor 2
	TooLate                             // the format does not let players enter any more
	TooFew                              // there are not enough players to begin
	NoSuchPairing                       // there is no such pairing
	PairingOver                         // the pairing has its score, or a later round builds on it
	NoGame                              // no game of the pairing can begin, or none can end
	BadScore                            // the score is none that there can be
	NotPairable                         // the two cannot be paired by hand, now or in this format
	OutOfReach                          // the place is too far above, or below
	PlayerBusy                          // one of the two has a challenge or a game
	NoSuchChallenge                     // there is no such challenge
	ChallengedBefore                    // the two have just played for the place
	OwnPairing                          // the director plays in the pairing
)

func (r Refusal) Error() string {
	return word(r, "fine", "not now", "paused", "not the director", "no such player", "entered before", "was removed",
		"is full", "rating outside the bounds", "no team", "too late", "too few players", "no such pairing", "pairing is over",
		"no game of the pairing", "bad score", "not pairable", "out of reach", "player is busy", "no such challenge",
		"challenged before", "own pairing")
}

// Do checks an event and adds it. It returns a Refusal if the event cannot happen now. When the director begins a
// round, Do pairs it by the Lot of the event.
func (t *Tournament) Do(e Event) error {
	if e.Kind == RoundBegan && e.By != "" && t.phase == Running {
		if next, ok := t.format().next(t); ok && next.Kind == RoundBegan {
			e.Pairs = t.format().pair(t, e.Lot)
		}
	}
	if refusal := t.check(&e); refusal != 0 {
		return refusal
	}
	t.events = append(t.events, e)
	t.apply(&e)
	return nil
}

// phases holds in which phases an event can happen.
var phases = [...][]Phase{
	Entered: {SignUp, Running}, CheckedIn: {SignUp}, Withdrew: {SignUp, Running}, Removed: {SignUp, Running, Finished},
	Started: {SignUp}, RoundBegan: {Running}, GameBegan: {Running}, GameEnded: {Running}, Adjudicated: {Running},
	Paired: {Running}, Challenged: {Running}, Accepted: {Running}, Refused: {Running}, Paused: {Running},
	Resumed: {SignUp, Running}, Extended: {SignUp, Running}, Ended: {Running}, Cancelled: {SignUp, Running},
	Voided: {Running},
}

// check returns the reason for which an event cannot happen, or 0.
func (t *Tournament) check(e *Event) Refusal {
	if int(e.Kind) >= len(phases) || !slices.Contains(phases[e.Kind], t.phase) {
		return NotNow
	}
	if e.By != "" && t.directed >= maxDirected && e.Kind != Ended && e.Kind != Cancelled {
		return NotNow
	}
	entrant, pairing := t.byID[e.Player], t.Pairing(e.Pairing)
	switch e.Kind {
	case Removed, Adjudicated, Paired, Paused, Resumed, Extended:
		if e.By == "" && (e.Kind != Extended || t.phase != SignUp) { // see Delay
			return NotDirector
		}
	}
	switch e.Kind {
	case CheckedIn, Withdrew, Paired, Challenged, Accepted, Refused:
		if entrant == nil || !entrant.plays() {
			return NoSuchPlayer
		}
	case GameBegan, GameEnded, Voided, Adjudicated:
		if pairing == nil {
			return NoSuchPairing
		}
	}
	switch e.Kind {
	case Entered:
		return t.checkEntry(e)
	case CheckedIn:
		if t.CheckIn == 0 || entrant.CheckedIn || e.At.Before(t.PlannedStart().Add(-t.CheckIn)) {
			return NotNow
		}
	case Removed:
		switch {
		case entrant == nil || entrant.Status == Expelled:
			return NoSuchPlayer
		case e.By != e.Player && slices.ContainsFunc(t.of[e.Player], func(p *Pairing) bool { return p.Has(e.By) }):
			return OwnPairing // which the removal would win for the director, or annul
		}
	case Started:
		return t.startFault(e)
	case RoundBegan:
		return t.checkRound(e)
	case GameBegan:
		if _, ok := t.NextWhite(pairing); !ok || e.Game == "" {
			return NoGame
		}
	case GameEnded, Voided:
		switch {
		case pairing.Over:
			return PairingOver
		case pairing.running() == nil:
			return NoGame
		case e.Kind == Voided && !pairing.CanReplay():
			return NotNow
		case e.Kind == GameEnded && !e.Score.isOf(2):
			return BadScore
		}
	case Adjudicated:
		switch {
		case pairing.Has(e.By):
			return OwnPairing
		case pairing.Annulled, pairing.IsBye(), pairing.Over && (t.Format == Knockout && pairing.Round < t.rounds || t.Format == Ladder):
			return PairingOver
		case !e.Score.isOf(t.most()):
			return BadScore
		}
	case Paired:
		return t.checkPair(entrant, t.byID[e.Opponent])
	case Challenged:
		return t.checkChallenge(e)
	case Accepted, Refused:
		if !slices.ContainsFunc(t.challenges, func(c Challenge) bool { return c.By == e.Opponent && c.To == e.Player }) {
			return NoSuchChallenge
		}
	case Paused:
		if t.paused {
			return IsPaused
		}
	case Resumed:
		if !t.paused {
			return NotNow
		}
	case Extended:
		if e.Extension <= 0 || e.Extension > maxHeld-t.held-t.longer || !t.HasDeadline() {
			return NotNow
		}
	}
	return 0
}

// isOf reports whether a score can be that of a game or pairing in which both together win a number of points at most.
func (s Score) isOf(most Points) bool {
	sum := s.White + s.Black
	return s.White >= 0 && s.Black >= 0 && (sum == most || sum == 0)
}

func (t *Tournament) checkEntry(e *Event) Refusal {
	before := t.byID[e.Player]
	n, seats := 0, t.seats()
	if t.Format == TeamMatch {
		seats /= 2 // of each team
	}
	for _, other := range t.entrants {
		if other.plays() && other.Team == e.Team {
			n++
		}
	}
	switch {
	case e.Player == "":
		return NoSuchPlayer
	case before != nil && before.Status == Expelled:
		return WasRemoved
	case before != nil && before.Status == Active:
		return EnteredBefore
	case t.entries[e.Player] >= maxEntries:
		return NotNow
	case !t.Admits() && (before == nil || before.Seed == 0 || t.Format != Swiss || t.rounds == t.Rounds): // a player who never played enters late
		return TooLate
	case t.Format == TeamMatch && e.Team != 1 && e.Team != 2, t.Format != TeamMatch && e.Team != 0:
		return NoTeam
	case n >= seats, before == nil && len(t.entrants) >= 2*MaxPlayers:
		return IsFull
	case e.By == "" && (e.Rating < t.MinRating || t.MaxRating != 0 && e.Rating > t.MaxRating):
		return RatingOutside
	}
	return 0
}

// leavesOut reports whether a beginning leaves out a player, who has not checked in. If the director begins before
// anybody could check in, it leaves out nobody.
func (t *Tournament) leavesOut(player *Entrant, e *Event) bool {
	early := e.By != "" && e.At.Before(t.PlannedStart().Add(-t.CheckIn))
	return t.CheckIn > 0 && !player.CheckedIn &&
		(!early || slices.ContainsFunc(t.entrants, func(other *Entrant) bool { return other.CheckedIn }))
}

// startFault refuses a beginning with too few players.
func (t *Tournament) startFault(e *Event) Refusal {
	n, teams := 0, [3]int{}
	for _, player := range t.active() {
		if !t.leavesOut(player, e) {
			n++
			teams[player.Team]++
		}
	}
	if t.Format != Ladder && n < 2 || t.Format == TeamMatch && (teams[1] == 0 || teams[2] == 0) {
		return TooFew
	}
	return 0
}

// checkRound refuses a round with players who cannot play, or before the round before is over.
func (t *Tournament) checkRound(e *Event) Refusal {
	next, ok := t.format().next(t)
	switch {
	case t.paused:
		return IsPaused
	case !ok || next.Kind != RoundBegan, len(e.Pairs) == 0 && t.Format != RoundRobin:
		return NotNow
	}
	paired := map[PlayerID]bool{}
	for _, pair := range e.Pairs {
		if pair.White == "" || paired[pair.White] || paired[pair.Black] || t.byID[pair.White] == nil ||
			pair.Black != "" && t.byID[pair.Black] == nil || pair.White == pair.Black {
			return NotPairable
		}
		paired[pair.White] = true
		if pair.Black != "" {
			paired[pair.Black] = true
		}
	}
	return 0
}

func (t *Tournament) checkPair(a, b *Entrant) Refusal {
	switch {
	case !t.format().pairsByHand, t.Format == Swiss && t.rounds == t.Rounds:
		return NotPairable
	case b == nil || a == b || a.Status != Active || b.Status != Active:
		return NoSuchPlayer
	case t.Format == Arena && (t.open[a.Player] > 0 || t.open[b.Player] > 0),
		slices.ContainsFunc(t.fixed, func(p Pair) bool { return p.Has(a.Player) || p.Has(b.Player) }):
		return NotPairable
	}
	return 0
}
