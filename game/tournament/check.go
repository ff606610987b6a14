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
	TeamFull                            // the team has as many players as it may have
	OwnTournament                       // the director plays in the tournament, which is not in its last round
	IsResting                           // the player rests
	RestedBefore                        // the player has rested lately
	NoByeLeft                           // the player has had all rounds off for which there are points, or it is the last round
	NotQualified                        // the players come from other tournaments
)

func (r Refusal) Error() string {
	return word(r, "fine", "not now", "paused", "not the director", "no such player", "entered before", "was removed",
		"is full", "rating outside the bounds", "no team", "too late", "too few players", "no such pairing", "pairing is over",
		"no game of the pairing", "bad score", "not pairable", "out of reach", "player is busy", "no such challenge",
		"challenged before", "own pairing", "team is full", "own tournament", "is resting",
		"rested before", "no bye left", "not qualified")
}

// Do checks an event and adds it. It returns a [Refusal] if the event cannot happen now. When the director begins a
// round, Do pairs it by the Lot of the event.
func (t *Tournament) Do(e Event) error {
	if e.Kind == RoundBegan && e.By != "" && t.phase == Running {
		if next, ok := t.format().next(t); ok && next.Kind == RoundBegan {
			e.Pairs = t.format().pair(t, e.Lot)
		}
	}
	e.Kept = e.Kind == Removed
	if refusal := t.check(&e); refusal != 0 {
		return refusal
	}
	t.events = append(t.events, e)
	t.apply(&e)
	return nil
}

// need is what an event needs to happen at all.
type need uint8

const (
	aDirector need = 1 << iota // who did it
	aPlayer                    // who has not left
	aPairing
)

// eventRules holds in which phases an event can happen, what it needs, and what else refuses it, which may be nothing.
var eventRules = [...]struct {
	in    []Phase
	needs need
	check func(*Tournament, *Event) Refusal
}{
	Entered:     {[]Phase{SignUp, Running}, 0, (*Tournament).checkEntry},
	CheckedIn:   {[]Phase{SignUp}, aPlayer, (*Tournament).checkCheckIn},
	Withdrew:    {[]Phase{SignUp, Running, Provisional}, aPlayer, nil},
	Removed:     {[]Phase{SignUp, Running, Provisional, Finished}, aDirector, (*Tournament).checkRemoval},
	Started:     {[]Phase{SignUp}, 0, (*Tournament).startFault},
	RoundBegan:  {[]Phase{Running}, 0, (*Tournament).checkRound},
	GameBegan:   {[]Phase{Running}, aPairing, (*Tournament).checkNextGame},
	GameEnded:   {[]Phase{Running}, aPairing, (*Tournament).checkGameEnd},
	Adjudicated: {[]Phase{Running, Provisional}, aDirector | aPairing, (*Tournament).checkDecision},
	Paired:      {[]Phase{Running}, aDirector | aPlayer, (*Tournament).checkPair},
	Challenged:  {[]Phase{Running}, aPlayer, (*Tournament).checkChallenge},
	Accepted:    {[]Phase{Running}, aPlayer, (*Tournament).checkReply},
	Refused:     {[]Phase{Running}, aPlayer, (*Tournament).checkReply},
	Paused:      {[]Phase{Running}, aDirector, (*Tournament).checkPause},
	Resumed:     {[]Phase{Running}, aDirector, (*Tournament).checkPause},
	Extended:    {[]Phase{SignUp, Running, Provisional}, 0, (*Tournament).checkExtension},
	Ended:       {[]Phase{Running, Provisional}, 0, (*Tournament).checkEnd},
	Cancelled:   {[]Phase{SignUp, Running, Provisional}, 0, nil},
	Voided:      {[]Phase{Running}, aPairing, (*Tournament).checkGameEnd},
	Parted:      {[]Phase{SignUp, Running}, aDirector, (*Tournament).checkParting},
	Completed:   {[]Phase{Running}, 0, (*Tournament).checkCompletion},
	SatOut:      {[]Phase{SignUp, Running}, aPlayer, (*Tournament).checkSeat},
	Rejoined:    {[]Phase{SignUp, Running}, aPlayer, (*Tournament).checkRejoining},
	Rested:      {[]Phase{Running}, aPlayer, (*Tournament).checkRest},
	Idled:       {[]Phase{Running}, 0, (*Tournament).checkIdleness},
	Qualified:   {[]Phase{SignUp}, 0, (*Tournament).checkQualified},
	Unrepeated: {[]Phase{SignUp, Running}, aDirector, func(t *Tournament, _ *Event) Refusal {
		if !t.Repeats() {
			return NotNow
		}
		return 0
	}},
}

// check returns the reason for which an event cannot happen, or 0.
func (t *Tournament) check(e *Event) Refusal {
	if int(e.Kind) >= len(eventRules) {
		return NotNow
	}
	rule := &eventRules[e.Kind]
	switch entrant := t.byID[e.Player]; {
	case !slices.Contains(rule.in, t.phase), e.By != "" && t.directed >= maxDirected && e.Kind != Ended && e.Kind != Cancelled:
		return NotNow
	case rule.needs&aDirector != 0 && e.By == "":
		return NotDirector
	case rule.needs&aPlayer != 0 && (entrant == nil || !entrant.plays()):
		return NoSuchPlayer
	case rule.needs&aPairing != 0 && t.Pairing(e.Pairing) == nil:
		return NoSuchPairing
	case rule.check == nil:
		return 0
	}
	return rule.check(t, e)
}

func (t *Tournament) checkCheckIn(e *Event) Refusal {
	if t.CheckIn == 0 || t.byID[e.Player].CheckedIn || e.At.Before(t.PlannedStart().Add(-t.CheckIn)) {
		return NotNow
	}
	return 0
}

func (t *Tournament) checkRemoval(e *Event) Refusal {
	switch entrant := t.byID[e.Player]; {
	case entrant == nil || entrant.Status == Expelled:
		return NoSuchPlayer
	case e.By != e.Player && slices.ContainsFunc(t.of[e.Player], func(p *Pairing) bool { return p.Has(e.By) }):
		return OwnPairing // which the removal would win for the director, or annul
	}
	return 0
}

func (t *Tournament) checkNextGame(e *Event) Refusal {
	if _, ok := t.NextWhite(t.Pairing(e.Pairing)); !ok || e.Game == "" {
		return NoGame
	}
	return 0
}

// checkGameEnd refuses the end of a game that is not running, with a score or without one.
func (t *Tournament) checkGameEnd(e *Event) Refusal {
	switch p := t.Pairing(e.Pairing); {
	case p.Over:
		return PairingOver
	case p.running() == nil:
		return NoGame
	case e.Kind == Voided && !p.CanReplay():
		return NotNow
	case e.Kind == GameEnded && !e.Score.isOf(2):
		return BadScore
	}
	return 0
}

func (t *Tournament) checkDecision(e *Event) Refusal {
	switch p := t.Pairing(e.Pairing); {
	case p.Has(e.By):
		return OwnPairing
	case p.Annulled, p.IsBye(), p.Over && (t.Format == Knockout && p.Round < t.rounds || t.Format == Ladder):
		return PairingOver
	case !e.Score.isOf(t.most()):
		return BadScore
	}
	return 0
}

func (t *Tournament) checkPause(e *Event) Refusal {
	switch {
	case e.Kind == Paused && t.paused:
		return IsPaused
	case e.Kind == Resumed && !t.paused:
		return NotNow
	}
	return 0
}

func (t *Tournament) checkExtension(e *Event) Refusal {
	switch {
	case e.By == "" && t.phase != SignUp: // before, a downtime extends it, too: see Delay
		return NotDirector
	case e.Extension <= 0 || e.Extension > maxHeld-t.held-t.longer || !t.HasDeadline():
		return NotNow
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
	switch {
	case t.format().teams:
		seats /= 2 // of each team
	case t.format().host && e.Team == hostTeam:
		seats = 1
	}
	for _, other := range t.entrants {
		if other.plays() && other.Team == e.Team {
			n++
		}
	}
	switch {
	case e.Player == "":
		return NoSuchPlayer
	case t.Awaits() && e.Group == 0: // else they could stand in the way of those who qualify
		return NotQualified
	case e.Group > 0 && !t.Awaits():
		return NotNow
	case before != nil && before.Status == Expelled:
		return WasRemoved
	case before != nil && before.Status == Active:
		return EnteredBefore
	case t.entries[e.Player] >= maxEntries:
		return NotNow
	case e.Group == 0 && !t.AdmitsByDirector() && (before == nil || before.Seed == 0 || !t.format().pairsOn(t)): // a player who never played enters late
		return TooLate
	case len(t.From) > 0 && e.By == "" && e.Group == 0 && (before == nil || before.Seed == 0):
		return NotQualified
	case !t.hasTeam(e):
		return NoTeam
	case n >= seats && e.Team != 0:
		return TeamFull
	case n >= seats, before == nil && len(t.entrants) >= 2*MaxPlayers:
		return IsFull
	case e.By == "" && e.Group == 0 && (e.Rating < t.MinRating || t.MaxRating != 0 && e.Rating > t.MaxRating):
		return RatingOutside
	}
	return 0
}

// hasTeam reports whether there is the team that a player enters. Only a director names a host.
func (t *Tournament) hasTeam(e *Event) bool {
	switch {
	case t.format().teams:
		return e.Team == 1 || e.Team == 2
	case t.format().host:
		return e.Team == 0 || e.Team == hostTeam && e.By != ""
	}
	return e.Team == 0
}

// leavesOut reports whether a beginning leaves out a player, who has not checked in. If the director begins before
// anybody could check in, it leaves out nobody.
func (t *Tournament) leavesOut(player *Entrant, e *Event) bool {
	early := e.By != "" && e.At.Before(t.PlannedStart().Add(-t.CheckIn))
	return t.CheckIn > 0 && !player.CheckedIn && !t.SitsOut(player.Player) &&
		(!early || slices.ContainsFunc(t.entrants, func(other *Entrant) bool { return other.CheckedIn }))
}

// startFault refuses a beginning with too few players.
func (t *Tournament) startFault(e *Event) Refusal {
	if t.Awaits() {
		return NotNow
	}
	n, teams := 0, [3]int{}
	for _, player := range t.active() {
		if !t.leavesOut(player, e) {
			n++
			teams[player.Team]++
		}
	}
	if n < t.format().least || t.format().teams && (teams[1] == 0 || teams[2] == 0) || t.format().host && teams[hostTeam] == 0 {
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
	case !ok || next.Kind != RoundBegan, len(e.Pairs) == 0 && !t.format().emptyRounds && len(t.sitting) == 0:
		return NotNow
	}
	paired := map[PlayerID]bool{}
	for _, pair := range e.Pairs {
		delete(paired, t.Host()) // who plays on all boards
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

func (t *Tournament) checkPair(e *Event) Refusal {
	switch a, b := t.byID[e.Player], t.byID[e.Opponent]; {
	case !t.format().pairsOn(t):
		return NotPairable
	case e.By == e.Player, e.By == e.Opponent:
		return OwnPairing // with an opponent whom the director has chosen
	case b == nil || a == b || a.Status != Active || b.Status != Active:
		return NoSuchPlayer
	case t.SitsOut(a.Player), t.SitsOut(b.Player), t.Format == Arena && (t.open[a.Player] > 0 || t.open[b.Player] > 0),
		slices.ContainsFunc(t.fixed, func(p Pair) bool { return p.Has(a.Player) || p.Has(b.Player) }):
		return NotPairable
	}
	return 0
}

// checkCompletion refuses that a tournament is complete before its time. A director ends one early.
func (t *Tournament) checkCompletion(e *Event) Refusal {
	if next, ok := t.format().next(t); !ok || e.By != "" || next.Kind != Completed && next.Kind != RoundBegan {
		return NotNow
	}
	return 0
}

// checkEnd refuses an end by a director who plays, and could choose a moment at which they lead: the host of a simul could
// leave out the boards that go badly. A ladder has no rounds, and no winner.
func (t *Tournament) checkEnd(e *Event) Refusal {
	if len(t.of[e.By]) > 0 && t.phase == Running && (t.format().timed || t.format().host || t.rounds < t.TotalRounds()) {
		return OwnTournament
	}
	return 0
}
