package tournament

import (
	"cmp"
	"slices"
	"time"
)

// Phase says how far a tournament is.
type Phase uint8

const (
	SignUp Phase = iota // players enter
	Running
	Provisional // all games are over, and a director can still decide
	Finished
	CalledOff // it was cancelled
)

func (p Phase) String() string {
	return word(p, "sign-up", "running", "provisional", "finished", "cancelled")
}

// Tournament is a tournament as it stands. Changing a Tournament changes nothing elsewhere. It is not
// safe for use by several goroutines at once.
type Tournament struct {
	Declaration
	events []Event
	state
}

// Restore returns the tournament of a declaration and events. It takes ownership of the events, and
// trusts them.
func Restore(d Declaration, events []Event) *Tournament {
	t := &Tournament{Declaration: d, events: events}
	t.byID, t.of, t.open = map[PlayerID]*Entrant{}, map[PlayerID][]*Pairing{}, map[PlayerID]int{}
	t.entries = map[PlayerID]int{}
	for i := range events {
		t.apply(&events[i])
	}
	return t
}

// Events returns all events of the tournament.
func (t *Tournament) Events() []Event { return slices.Clone(t.events) }

// Event returns one of the events, counted from 0.
func (t *Tournament) Event(i int) Event { return t.events[i] }

// Seq returns the number of events.
func (t *Tournament) Seq() int { return len(t.events) }

// AsOf returns the tournament as it stood after its first seq events.
func (t *Tournament) AsOf(seq int) *Tournament {
	seq = min(max(seq, 0), len(t.events))
	return Restore(t.Declaration, t.events[:seq:seq])
}

// Phase returns how far the tournament is.
func (t *Tournament) Phase() Phase { return t.phase }

// IsOver reports whether the tournament has ended or was cancelled.
func (t *Tournament) IsOver() bool { return t.phase > Provisional }

// Admits reports whether players can enter now by themselves.
func (t *Tournament) Admits() bool { return t.AdmitsByDirector() && len(t.From) == 0 }

// AdmitsByDirector reports whether a director can enter players now.
func (t *Tournament) AdmitsByDirector() bool {
	return t.phase == SignUp && !t.Awaits() || t.phase == Running && t.format().admits(t)
}

// CanReturn reports whether a player who no longer plays can enter again.
func (t *Tournament) CanReturn(id PlayerID) bool {
	e := t.byID[id]
	return e != nil && t.check(&Event{Kind: Entered, Player: id, Rating: e.Rating, Team: e.Team}) == 0
}

// MayPlayOn reports whether a player may have another game: one that is not over, one of a round to come, or one after their
// return.
func (t *Tournament) MayPlayOn(id PlayerID) bool {
	if t.phase != Running {
		return false
	}
	total := t.TotalRounds()
	return t.open[id] > 0 || t.isActive(id) && (total == 0 || t.rounds < total) || t.CanReturn(id)
}

// PlannedStart returns the planned beginning, which the director can postpone; the zero time if there is none.
func (t *Tournament) PlannedStart() time.Time {
	if t.Starts.IsZero() {
		return t.Starts
	}
	return t.Starts.Add(t.postponed)
}

// notice is how long before the beginning players know that it comes, if there is no longer CheckIn.
const notice = 10 * time.Minute

// Delay returns by how much the beginning is to come later after a downtime that has just ended: then players have as much
// time again, up to the CheckIn or the notice. One that repeats and was missed waits for the next time.
func (t *Tournament) Delay(now time.Time, downtime time.Duration) time.Duration {
	delay := now.Add(min(downtime, max(t.CheckIn, notice))).Sub(t.PlannedStart())
	if t.Repeats() && now.Sub(t.PlannedStart()) > isMissed {
		delay = t.nextTime(now).Sub(t.PlannedStart())
	}
	if t.phase != SignUp || t.Starts.IsZero() || delay > maxHeld-t.held {
		return 0
	}
	return max(0, delay)
}

// IsPaused reports whether the director has paused the tournament.
func (t *Tournament) IsPaused() bool { return t.paused }

// Directed returns how often the director has done something.
func (t *Tournament) Directed() int { return t.directed }

// Changed returns the time of the last event.
func (t *Tournament) Changed() time.Time { return t.changed.At }

// Round returns the number of rounds that have begun, or of waves of an arena.
func (t *Tournament) Round() int { return t.rounds }

// Entrants returns the players in the order in which they entered. The caller must not change them.
func (t *Tournament) Entrants() []*Entrant { return slices.Clone(t.entrants) }

// Entrant returns a player, or nil.
func (t *Tournament) Entrant(id PlayerID) *Entrant { return t.byID[id] }

// Pairings returns the pairings of a round in the order of their boards, and all pairings if the
// round is 0. The caller must not change them.
func (t *Tournament) Pairings(round int) []*Pairing {
	return slices.DeleteFunc(slices.Clone(t.pairings), func(p *Pairing) bool { return round != 0 && p.Round != round })
}

// Pairing returns the pairing of a number, or nil.
func (t *Tournament) Pairing(number int) *Pairing {
	if number < 1 || number > len(t.pairings) {
		return nil
	}
	return t.pairings[number-1]
}

// PairingsOf returns the pairings of a player in the order in which they began. The caller must not
// change them.
func (t *Tournament) PairingsOf(id PlayerID) []*Pairing { return slices.Clone(t.of[id]) }

// Waiting returns the pairings whose next game can begin: see NextWhite. In a pause, none can.
func (t *Tournament) Waiting() []*Pairing {
	if t.phase != Running || t.paused {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(t.pairings), func(p *Pairing) bool { return p.Over || p.running() != nil })
}

// active returns the players who play on, the best seeds first.
func (t *Tournament) active() []*Entrant {
	active := slices.DeleteFunc(slices.Clone(t.entrants), func(e *Entrant) bool { return e.Status != Active })
	slices.SortStableFunc(active, func(a, b *Entrant) int { return cmp.Compare(a.Seed, b.Seed) })
	return active
}

// isActive reports whether a player plays on.
func (t *Tournament) isActive(id PlayerID) bool {
	e := t.byID[id]
	return e != nil && e.Status == Active
}

// games returns the number of games of a pairing.
func (t *Tournament) games() int { return max(1, t.Games) }

// most returns the most points that a pairing can give to a player.
func (t *Tournament) most() Points {
	if t.MatchPoints {
		return 2
	}
	return Whole(t.games())
}

// correctionTime is how long a director can decide a pairing anew before anything comes of it, unless the tournament was
// paused: then the end of the pause has it come.
const correctionTime = 5 * time.Minute

// protestTime is how long the standings are provisional after the last game.
const protestTime = 24 * time.Hour

// closes returns when provisional standings become final, in the time of the tournament.
func (t *Tournament) closes() time.Time {
	at := t.completed.Add(protestTime)
	if at.Before(t.decided) {
		return t.decided
	}
	return at
}

// NextWhite returns the player who has White in the next game of a pairing, if there is one.
func (t *Tournament) NextWhite(p *Pairing) (PlayerID, bool) {
	if p.Over || p.running() != nil {
		return "", false
	}
	if len(p.Games)%2 == 1 {
		return p.Black, true
	}
	return p.White, true
}

// winner returns the player who has won a pairing, by the rules of a knockout if it is one, or "".
func (t *Tournament) winner(p *Pairing) PlayerID {
	switch {
	case p.Annulled:
		return ""
	case p.Score.White > p.Score.Black:
		return p.White
	case p.Score.White < p.Score.Black:
		return p.Black
	case t.Format != Knockout, p.Round == t.TotalRounds() && p.Score.White == 0: // nobody wins a final that both forfeit
		return ""
	}
	// Both forfeited, or all replays were drawn.
	first, second := t.byID[p.White], t.byID[p.Black]
	if there := first.plays(); there != second.plays() {
		if there {
			return p.White
		}
		return p.Black
	}
	if first.Seed > second.Seed {
		return p.Black
	}
	return p.White
}

// plays reports whether a player has not left.
func (e *Entrant) plays() bool { return e.Status == Active || e.Status == Out }

// time returns a moment in the time of the tournament, which stands still in downtimes and pauses.
func (t *Tournament) time(m Moment) time.Time {
	at := m.At.Add(-m.Downtime)
	if t.paused {
		at = t.pausedAt
	}
	return at.Add(-t.held)
}

// wall returns a time of the tournament on the wall clock, if there is no downtime until then.
func (t *Tournament) wall(at time.Time) time.Time { return at.Add(t.held + t.changed.Downtime) }

// Deadline is something that happens at a time of its own.
type Deadline struct {
	Kind EventKind // Started, RoundBegan, Refused, Idled, Completed, Ended, or Withdrew of a player who did not come to a game
	At   time.Time // on the wall clock, if there is no downtime until then; the zero time is at once
	// Planned tells that no downtime puts it off.
	Planned bool
}

// Next returns what Due waits for, unless it waits for games or players only.
func (t *Tournament) Next() (Deadline, bool) {
	switch {
	case t.IsOver() || t.paused:
		return Deadline{}, false
	case t.Awaits():
		return Deadline{}, false
	case t.phase == SignUp && t.Starts.IsZero():
		return Deadline{Kind: Started}, t.Format == Ladder
	case t.phase == SignUp:
		return Deadline{Kind: Started, At: t.PlannedStart(), Planned: true}, true
	case t.phase == Provisional:
		return Deadline{Kind: Ended, At: t.wall(t.closes())}, true
	}
	if t.missing() != "" {
		return Deadline{Kind: Withdrew}, true
	}
	d, ok := t.format().next(t)
	if ok && !d.At.IsZero() && !d.Planned {
		d.At = t.wall(d.At)
	}
	return d, ok
}

// HasDeadline reports whether an extension puts anything off. The clocks of games are not the tournament's.
func (t *Tournament) HasDeadline() bool {
	switch {
	case t.phase == SignUp:
		return !t.Starts.IsZero()
	case t.phase == Provisional:
		return true
	case t.Format == Ladder:
		return t.phase == Running && (len(t.challenges) > 0 || t.Idle > 0)
	}
	return t.phase == Running && (t.format().timed || t.Interval > 0 && t.rounds < t.TotalRounds())
}

// Due returns the event that is due at a moment, with random bits for its lot. Do it, and ask again. A
// round begins when all games of the round before are over, or those of enough rounds if some are played in
// Parallel, and not before the Interval since the round before, or not before it is planned; with an Interval, a round
// robin does not wait for games.
func (t *Tournament) Due(now Moment, lot uint64) (Event, bool) {
	d, ok := t.Next()
	if !ok {
		return Event{}, false
	}
	at := now.At
	if !d.Planned {
		at = at.Add(-max(0, now.Downtime-t.changed.Downtime))
	}
	if d.At.After(at) {
		return Event{}, false
	}
	e := Event{Kind: d.Kind, Moment: now, Lot: lot}
	switch d.Kind {
	case Started:
		if t.startFault(&e) != 0 {
			e.Kind, e.Lot = Cancelled, 0
		}
	case RoundBegan:
		e.Pairs = t.format().pair(t, lot)
		if len(e.Pairs) == 0 && !t.format().emptyRounds && len(t.sitting) == 0 { // too few players are left
			e.Kind, e.Lot = Completed, 0
		}
	case Withdrew:
		e.Player, e.Lot = t.missing(), 0
	case Refused:
		c := t.challenges[0]
		e.Player, e.Opponent, e.Lot = c.To, c.By, 0
	default:
		e.Lot = 0
	}
	return e, true
}

// LeavesByForfeit reports whether a player who forfeits a game has left the tournament until they return.
func (t *Tournament) LeavesByForfeit() bool { return t.format().pairsOn(t) }

// missing returns a player who has not withdrawn, but did not come to a game; or "".
func (t *Tournament) missing() PlayerID {
	for _, e := range t.entrants {
		if e.missed && e.Status == Active {
			return e.Player
		}
	}
	return ""
}
