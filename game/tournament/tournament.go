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
	Finished
	CalledOff // it was cancelled
)

func (p Phase) String() string { return word(p, "sign-up", "running", "finished", "cancelled") }

// Tournament is a tournament as it stands. Changing a Tournament changes nothing elsewhere. It is not
// safe for use by several goroutines at once.
type Tournament struct {
	Declaration
	events []Event
	state
}

// state holds what follows from a tournament's events.
type state struct {
	phase      Phase
	entrants   []*Entrant // in the order in which they entered
	byID       map[PlayerID]*Entrant
	pairings   []*Pairing
	of         map[PlayerID][]*Pairing // the pairings of each player
	open       map[PlayerID]int        // how many of them are not over
	ended      int                     // how many pairings are over
	rounds     int                     // begun
	began      []time.Time             // the rounds, in the time of the tournament
	fixed      []Pair                  // by the director, for the next round
	challenges []Challenge
	ladder     []PlayerID       // from the first place
	entries    map[PlayerID]int // how often each player entered, also those who left before the beginning
	directed   int              // events by the director
	started    time.Time        // in the time of the tournament
	paused     bool
	pausedAt   time.Time
	held       time.Duration // pauses and extensions
	postponed  time.Duration // extensions before the beginning
	longer     time.Duration // extensions of a running arena, which pairs on meanwhile
	changed    Moment
	now        time.Time // of the event that is applied, in the time of the tournament
}

// Challenge is an open challenge on a ladder.
type Challenge struct {
	By, To PlayerID
	at     time.Time // in the time of the tournament
}

// has reports whether a player is one of the two.
func (c Challenge) has(id PlayerID) bool { return c.By == id || c.To == id }

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
func (t *Tournament) IsOver() bool { return t.phase > Running }

// Admits reports whether players can enter now.
func (t *Tournament) Admits() bool {
	return t.phase == SignUp || t.phase == Running && t.format().admits(t)
}

// CanReturn reports whether a player who no longer plays can enter again.
func (t *Tournament) CanReturn(id PlayerID) bool {
	e := t.byID[id]
	return e != nil && t.check(&Event{Kind: Entered, Player: id, Rating: e.Rating, Team: e.Team}) == 0
}

// PlannedStart returns the planned beginning, which the director can postpone; the zero time if there is none.
func (t *Tournament) PlannedStart() time.Time {
	if t.Starts.IsZero() {
		return t.Starts
	}
	return t.Starts.Add(t.postponed)
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

// Challenges returns the open challenges of a ladder, oldest first.
func (t *Tournament) Challenges() []Challenge { return slices.Clone(t.challenges) }

// AnswerBy returns when the time to answer a challenge is up, on the wall clock, if there is no downtime until then.
func (t *Tournament) AnswerBy(c Challenge) time.Time { return t.wall(c.at.Add(t.Reply)) }

// Places returns the players of a ladder from the first place.
func (t *Tournament) Places() []PlayerID { return slices.Clone(t.ladder) }

// place returns a player's place on the ladder, from 0, or -1.
func (t *Tournament) place(id PlayerID) int { return slices.Index(t.ladder, id) }

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
	Kind EventKind // Started, RoundBegan, Refused, Ended, or Withdrew of a player who did not come to a game
	At   time.Time // on the wall clock, if there is no downtime until then; the zero time is at once
}

// Next returns what Due waits for, unless it waits for games or players only.
func (t *Tournament) Next() (Deadline, bool) {
	switch {
	case t.IsOver() || t.paused:
		return Deadline{}, false
	case t.phase == SignUp && t.Starts.IsZero():
		return Deadline{Kind: Started}, t.Format == Ladder
	case t.phase == SignUp:
		return Deadline{Kind: Started, At: t.PlannedStart()}, true
	}
	if t.missing() != "" {
		return Deadline{Kind: Withdrew}, true
	}
	d, ok := t.format().next(t)
	if ok && !d.At.IsZero() {
		d.At = t.wall(d.At)
	}
	return d, ok
}

// HasDeadline reports whether an extension puts anything off. The clocks of games are not the tournament's.
func (t *Tournament) HasDeadline() bool {
	switch {
	case t.phase == SignUp:
		return !t.Starts.IsZero()
	case t.Format == Ladder:
		return len(t.challenges) > 0
	}
	return t.phase == Running && (t.Format == Arena || t.Interval > 0 && t.rounds < t.TotalRounds())
}

// Due returns the event that is due at a moment, with random bits for its lot. Do it, and ask again. A
// round begins when all games of the round before are over, or those of enough rounds if some are played in
// Parallel, and not before the Interval since the round before; with an Interval, a round robin does not
// wait for games.
func (t *Tournament) Due(now Moment, lot uint64) (Event, bool) {
	d, ok := t.Next()
	if !ok {
		return Event{}, false
	}
	at := now.At
	if d.Kind != Started {
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
		if len(e.Pairs) == 0 && t.Format != RoundRobin { // too few players are left
			e.Kind, e.Lot = Ended, 0
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

// apply updates the state after one more event. It trusts the event.
func (t *Tournament) apply(e *Event) {
	now := t.time(e.Moment)
	t.now = now
	if e.By != "" {
		t.directed++
	}
	switch e.Kind {
	case Entered:
		t.enter(e)
	case CheckedIn:
		t.byID[e.Player].CheckedIn = true
	case Withdrew:
		t.leave(e.Player, Withdrawn)
	case Removed:
		t.leave(e.Player, Expelled)
	case Started:
		t.start(e)
	case RoundBegan:
		t.rounds++
		t.began = append(t.began, now)
		t.fixed = nil
		for i, pair := range e.Pairs {
			t.begin(&Pairing{Round: t.rounds, Board: i + 1, Pair: pair, Lot: e.Lot})
		}
		for _, e := range t.entrants {
			e.leftOver = e.Status == Active && t.open[e.Player] == 0
		}
	case GameBegan:
		p := t.pairings[e.Pairing-1]
		white, _ := t.NextWhite(p)
		p.Games = append(p.Games, Game{ID: e.Game, White: white})
	case GameEnded:
		p := t.pairings[e.Pairing-1]
		g := p.running()
		g.Over, g.Score = true, e.Score
		t.conclude(p)
		if e.Score.Forfeit {
			t.miss(p, g)
		}
	case Voided:
		p := t.pairings[e.Pairing-1]
		p.Games = slices.Clone(p.Games[:len(p.Games)-1])
		p.voided++
	case Adjudicated:
		p := t.pairings[e.Pairing-1]
		p.Ruling = true
		t.score(p, e.Score)
	case Paired:
		t.fixed = append(t.fixed, Pair{e.Player, e.Opponent})
	case Challenged:
		t.challenges = append(t.challenges, Challenge{e.Player, e.Opponent, now})
	case Accepted, Refused:
		t.challenges = slices.DeleteFunc(t.challenges, func(c Challenge) bool { return c.By == e.Opponent && c.To == e.Player })
		pair := Pair{e.Opponent, e.Player}
		if e.Lot%2 == 1 {
			pair = Pair{e.Player, e.Opponent}
		}
		p := &Pairing{Pair: pair, Lot: e.Lot, challenger: e.Opponent}
		t.begin(p)
		if e.Kind == Refused {
			t.score(p, t.forfeit(p, e.Player))
		}
	case Paused:
		t.paused, t.pausedAt = true, e.At.Add(-e.Downtime)
	case Resumed:
		t.paused = false
		t.held += max(0, e.At.Add(-e.Downtime).Sub(t.pausedAt))
	case Extended:
		if t.Format == Arena && t.phase == Running {
			t.longer += e.Extension
			break
		}
		t.held += e.Extension
		if t.phase == SignUp {
			t.postponed += e.Extension
		}
	case Ended, Cancelled:
		t.phase = Finished
		if e.Kind == Cancelled {
			t.phase = CalledOff
		}
		t.challenges, t.paused = nil, false
		for _, p := range t.pairings {
			if !p.Over {
				p.Annulled = true
				t.score(p, Score{Forfeit: true})
			}
		}
	}
	t.changed = e.Moment
}

// enter adds a player, or lets one return.
func (t *Tournament) enter(e *Event) {
	t.entries[e.Player]++
	entrant := t.byID[e.Player]
	if entrant == nil {
		entrant = &Entrant{Player: e.Player}
		t.entrants = append(t.entrants, entrant)
		t.byID[e.Player] = entrant
	}
	if t.phase == Running && entrant.Seed == 0 { // also a player who missed the check-in
		entrant.Seed = t.field() + 1
	}
	entrant.Rating, entrant.Team, entrant.Status, entrant.missed = e.Rating, e.Team, Active, false
	entrant.CheckedIn = t.CheckIn > 0 && !e.At.Before(t.PlannedStart().Add(-t.CheckIn))
	if t.Format == Ladder {
		t.ladder = append(t.ladder, e.Player)
	}
}

// start gives seeds to those who are there.
func (t *Tournament) start(e *Event) {
	for _, player := range t.active() {
		if t.leavesOut(player, e) {
			player.Status = Absent
		}
	}
	t.phase, t.started = Running, t.now
	seeds := t.active()
	slices.SortStableFunc(seeds, func(a, b *Entrant) int { return cmp.Compare(b.Rating, a.Rating) })
	for i, e := range seeds {
		e.Seed = i + 1
	}
	t.ladder = slices.DeleteFunc(t.ladder, func(id PlayerID) bool { return !t.isActive(id) })
}

// leave takes a player out. Before the beginning, it is as if the player had never entered.
func (t *Tournament) leave(id PlayerID, status Status) {
	e := t.byID[id]
	t.challenges = slices.DeleteFunc(t.challenges, func(c Challenge) bool { return c.has(id) })
	t.fixed = slices.DeleteFunc(t.fixed, func(p Pair) bool { return p.Has(id) })
	if t.phase == SignUp && status == Withdrawn {
		t.entrants = slices.DeleteFunc(t.entrants, func(other *Entrant) bool { return other == e })
		delete(t.byID, id)
		t.dropFromLadder(id)
		return
	}
	e.Status = status
	done := 0
	for _, p := range t.of[id] {
		if p.Over && !p.Annulled {
			done++
		}
	}
	if t.Format == RoundRobin && (status == Expelled || t.phase == Running && 2*done < t.pairingsOfEach()) {
		e.annulled = true
	}
	again := status == Expelled && (t.Format == Swiss || t.Format == Arena || t.Format == TeamMatch)
	for _, p := range t.of[id] {
		if e.annulled {
			p.Annulled = true
		}
		switch {
		case !p.Over:
			t.score(p, t.forfeit(p, id))
		case again && !p.IsBye():
			score := t.forfeit(p, id)
			if p.Score.Forfeit && p.For(id).Black == 0 { // the other has forfeited it, too
				score = BothForfeit
			}
			t.score(p, score)
		}
	}
	t.dropFromLadder(id) // after a challenger has taken the place
}

func (t *Tournament) dropFromLadder(id PlayerID) {
	t.ladder = slices.DeleteFunc(t.ladder, func(other PlayerID) bool { return other == id })
}

// LeavesByForfeit reports whether a player who forfeits a game has left the tournament until they return.
func (t *Tournament) LeavesByForfeit() bool {
	return t.Format == Arena || t.Format == Swiss && t.rounds < t.Rounds
}

// miss notes that players did not come to a game of a Swiss or an arena, which would pair them again. By that they
// withdraw, and can return.
func (t *Tournament) miss(p *Pairing, g *Game) {
	if t.LeavesByForfeit() {
		t.byID[g.White].missed = g.Score.White == 0
		t.byID[p.Opponent(g.White)].missed = g.Score.Black == 0
	}
}

// missing returns a player who has not withdrawn, but did not come to a game; or "".
func (t *Tournament) missing() PlayerID {
	for _, e := range t.entrants {
		if e.missed && e.Status == Active {
			return e.Player
		}
	}
	return ""
}

// forfeit returns the score of a pairing whose remaining games a player forfeits, or all if the player was
// removed.
func (t *Tournament) forfeit(p *Pairing, id PlayerID) Score {
	won := Score{White: t.most(), Forfeit: true}
	if e := t.byID[id]; t.Format != Knockout && e != nil && e.Status != Expelled { // a stranger is in a broken tournament
		var played Score
		over := 0
		for _, g := range p.Games {
			if g.Over {
				over++
				played = played.plus(g.of(p))
			}
		}
		if over > 0 {
			rest := Score{White: Whole(t.games() - over)}
			if p.White == id {
				rest = rest.Exchanged()
			}
			if played = played.plus(rest); t.MatchPoints {
				played = played.match()
			}
			return played
		}
	}
	if p.White == id {
		return won.Exchanged()
	}
	return won
}

// begin adds a pairing. A bye is over at once, and so is a pairing with a player who has left.
func (t *Tournament) begin(p *Pairing) {
	p.Number = len(t.pairings) + 1
	t.pairings = append(t.pairings, p)
	if t.Format == Swiss {
		t.float(p)
	}
	for _, id := range []PlayerID{p.White, p.Black} {
		if id != "" {
			t.of[id] = append(t.of[id], p)
			t.open[id]++
		}
	}
	switch {
	case p.IsBye():
		t.score(p, Score{White: t.most(), Forfeit: true})
	case !t.isActive(p.White) && !t.isActive(p.Black):
		t.score(p, BothForfeit)
	case !t.isActive(p.White):
		t.score(p, t.forfeit(p, p.White))
	case !t.isActive(p.Black):
		t.score(p, t.forfeit(p, p.Black))
	}
}

// conclude gives a pairing its score if it needs no more games.
func (t *Tournament) conclude(p *Pairing) {
	sum := Score{Forfeit: true, Quick: true}
	for _, g := range p.Games {
		sum = sum.plus(g.of(p))
		sum.Forfeit, sum.Quick = sum.Forfeit && g.Score.Forfeit, sum.Quick && g.Score.Quick
	}
	n := len(p.Games)
	switch {
	case sum.Forfeit && n == 1 && (sum.White == 0 || sum.Black == 0): // a player who does not come loses all games
		for _, points := range []*Points{&sum.White, &sum.Black} {
			if *points > 0 {
				*points = t.most()
			}
		}
	case n%t.games() != 0:
		return
	case t.Format == Knockout && sum.White == sum.Black && n < t.games()*(1+t.Replays):
		return
	case t.MatchPoints:
		sum = sum.match()
	}
	t.score(p, sum)
}

// score ends a pairing with a score, or corrects the score of one that is over.
func (t *Tournament) score(p *Pairing, s Score) {
	p.Score = s
	if !p.Over {
		p.Over = true
		t.ended++
		p.ended, p.endedAt = t.ended, t.now
		t.open[p.White]--
		t.open[p.Black]--
	}
	p.Winner = t.winner(p)
	if after := t.format().after; after != nil {
		after(t, p)
	}
}
