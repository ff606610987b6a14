package tournament

import (
	"cmp"
	"slices"
	"time"
)

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
	begunAt    []time.Time             // the rounds, on the wall clock
	fixed      []Pair                  // by the director, for the next round
	parted     []Pair                  // by the director, who do not meet
	sitting    []seat                  // who sits out the next round
	completed  time.Time               // when all games were over, in the time of the tournament
	idled      time.Time               // when those on a ladder who had not played last lost places
	challenges []Challenge
	ladder     []PlayerID       // from the first place
	entries    map[PlayerID]int // how often each player entered, also those who left before the beginning
	directed   int              // events by the director
	started    time.Time        // in the time of the tournament
	paused     bool
	pausedAt   time.Time
	held       time.Duration // pauses and extensions
	postponed  time.Duration // extensions before the beginning
	moved      time.Duration // extensions by the director, which move the rounds that are planned
	longer     time.Duration // extensions of a running arena, which pairs on meanwhile
	decided    time.Time     // until when the director can decide anew, in the time of the tournament: see correctionTime
	changed    Moment
	gamesOver  time.Time // when all games were over, on the wall clock
	over       time.Time // when it ended or was cancelled, on the wall clock
	deserted   bool      // it was cancelled for lack of players
	unrepeated bool
	qualified  bool      // the best players of other tournaments have entered
	now        time.Time // of the event that is applied, in the time of the tournament
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
		t.byID[e.Player].kept = e.Kept
		t.leave(e.Player, Expelled)
	case Started:
		t.start(e)
	case RoundBegan:
		t.beginRound(e)
	case GameBegan:
		p := t.pairings[e.Pairing-1]
		white, _ := t.NextWhite(p)
		p.Games = append(p.Games, ScoredGame{ID: e.Game, White: white})
	case GameEnded:
		p := t.pairings[e.Pairing-1]
		g := p.running()
		g.Over, g.Score = true, e.Score
		t.conclude(p)
		if e.Score.Forfeit {
			t.miss(p, g)
		}
		if e.Claimed {
			t.decided = now.Add(correctionTime)
		}
	case Voided:
		p := t.pairings[e.Pairing-1]
		p.Games = slices.Clone(p.Games[:len(p.Games)-1])
		p.voided++
	case Adjudicated:
		p := t.pairings[e.Pairing-1]
		p.Ruling = true
		t.score(p, e.Score)
		if !t.paused {
			t.decided = now.Add(correctionTime)
		}
	case Paired:
		t.fixed = append(t.fixed, Pair{e.Player, e.Opponent})
	case Parted:
		t.part(e.Player, e.Opponent)
	case SatOut:
		t.sitting = append(t.sitting, seat{e.Player, e.Score.White})
		t.byID[e.Player].asked++
	case Rejoined:
		t.dropSeat(e.Player)
	case Rested:
		t.rest(e)
	case Idled:
		t.dropIdle()
	case Challenged:
		if challenger := t.byID[e.Player]; challenger.rested.After(now) {
			challenger.rested = now
		}
		t.challenges = append(t.challenges, Challenge{e.Player, e.Opponent, now})
	case Accepted, Refused:
		t.answer(e)
	case Paused:
		t.paused, t.pausedAt = true, e.At.Add(-e.Downtime)
	case Resumed:
		t.paused = false
		t.held += max(0, e.At.Add(-e.Downtime).Sub(t.pausedAt))
	case Extended:
		if t.format().timed && t.phase == Running {
			t.longer += e.Extension
			break
		}
		t.held += e.Extension
		if e.By != "" {
			t.moved += e.Extension
		}
		if t.phase == SignUp {
			t.postpone(e)
		}
	case Completed:
		t.phase, t.completed, t.gamesOver = Provisional, now, e.At
		t.annulUnfinished()
	case Unrepeated:
		t.unrepeated = true
	case Qualified:
		t.qualified = true
		t.held += e.Extension
		t.postpone(e)
	case Ended, Cancelled:
		t.finish(e)
	}
	t.changed = e.Moment
}

// beginRound begins the pairings of a round.
func (t *Tournament) beginRound(e *Event) {
	t.rounds++
	t.began, t.begunAt = append(t.began, t.now), append(t.begunAt, e.At)
	t.fixed = nil
	if e.By != "" {
		t.decided = time.Time{}
	}
	for i, pair := range e.Pairs {
		t.begin(&Pairing{Round: t.rounds, Board: i + 1, Pair: pair, Lot: e.Lot})
	}
	for i, of := range t.sitting {
		p := &Pairing{Round: t.rounds, Board: len(e.Pairs) + i + 1, Pair: Pair{White: of.player}, Lot: e.Lot, Requested: true}
		p.Score = Score{White: of.points, Forfeit: true}
		t.begin(p)
	}
	t.sitting = nil
	for _, e := range t.entrants {
		e.leftOver = e.Status == Active && t.open[e.Player] == 0
	}
}

// finish ends the tournament.
func (t *Tournament) finish(e *Event) {
	if t.phase != Provisional {
		t.gamesOver = e.At
	}
	t.phase, t.over = Finished, e.At
	if e.Kind == Cancelled {
		t.phase, t.deserted = CalledOff, e.By == ""
	}
	t.challenges, t.paused = nil, false
	t.annulUnfinished()
}

// annulUnfinished annuls the pairings that are not over.
func (t *Tournament) annulUnfinished() {
	for _, p := range t.pairings {
		if !p.Over {
			p.Annulled = true
			t.score(p, Score{Forfeit: true})
		}
	}
}

// postpone puts off the planned beginning. Who has checked in does so anew, unless the new check-in has begun.
func (t *Tournament) postpone(e *Event) {
	t.postponed += e.Extension
	if t.PlannedStart().Add(-t.CheckIn).After(e.At) {
		for _, there := range t.entrants {
			there.CheckedIn = false
		}
	}
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
	entrant.Rating, entrant.Team, entrant.Status, entrant.missed = e.Rating, e.Team, Active, false
	entrant.apart = e.Apart
	if entrant.Seed == 0 {
		entrant.lot, entrant.Group, entrant.Place = e.Lot, e.Group, e.Place
	}
	if t.phase == Running && entrant.Seed == 0 { // also a player who missed the check-in
		t.seedLate(entrant)
	}
	entrant.CheckedIn = t.CheckIn > 0 && !e.At.Before(t.PlannedStart().Add(-t.CheckIn)) && e.Place == 0
	if t.Format == Ladder {
		t.ladder = append(t.ladder, e.Player)
		entrant.seen, entrant.rested = t.now, time.Time{}
	}
}

// start gives seeds to those who are there.
func (t *Tournament) start(e *Event) {
	for _, player := range t.active() {
		if t.leavesOut(player, e) {
			player.Status = Absent
		}
	}
	t.phase, t.started, t.idled = Running, t.now, t.now
	seeds := t.active()
	slices.SortStableFunc(seeds, bySeeding)
	if t.Format == Knockout {
		separate(seeds)
	}
	for i, e := range seeds {
		e.Seed = i + 1
	}
	t.ladder = slices.DeleteFunc(t.ladder, func(id PlayerID) bool { return !t.isActive(id) })
}

// bySeeding orders players by their places in other tournaments, then by their ratings, and by lot if those are equal.
func bySeeding(a, b *Entrant) int {
	return cmp.Or(byPlace(a, b), cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.lot, b.lot))
}

// seedLate gives a late entrant the seed of their rating, behind those who are equal by lot, too.
func (t *Tournament) seedLate(late *Entrant) {
	seed := 1
	for _, e := range t.entrants {
		if e.Seed > 0 && bySeeding(e, late) <= 0 {
			seed = max(seed, e.Seed+1)
		}
	}
	for _, e := range t.entrants {
		if e.Seed >= seed {
			e.Seed++
		}
	}
	late.Seed = seed
}

// leave takes a player out. Before the beginning, it is as if the player had never entered.
func (t *Tournament) leave(id PlayerID, status Status) {
	e := t.byID[id]
	t.challenges = slices.DeleteFunc(t.challenges, func(c Challenge) bool { return c.has(id) })
	t.fixed = slices.DeleteFunc(t.fixed, func(p Pair) bool { return p.Has(id) })
	t.dropSeat(id)
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
	if t.format().annuls && (status == Expelled || t.phase == Running && 2*done < t.pairingsOfEach()) {
		e.annulled = true
	}
	again := status == Expelled && t.format().strikes
	for _, p := range t.of[id] {
		if e.annulled {
			p.Annulled = true
		}
		switch {
		case !p.Over:
			t.score(p, t.forfeit(p, id))
		case again && !p.IsBye() && !(e.kept && p.WasPlayed() && p.For(id).White < p.For(id).Black):
			score := t.forfeit(p, id)
			if p.For(id).Black == 0 && (p.Score.Forfeit || p.For(id).White == 0) { // the other has forfeited it, too, or lost it
				score = BothForfeit
			}
			t.score(p, score)
		}
	}
	t.dropFromLadder(id) // after a challenger has taken the place
}

// miss notes that players did not come to a game of a Swiss or an arena, which would pair them again. By that they
// withdraw, and can return.
func (t *Tournament) miss(p *Pairing, g *ScoredGame) {
	if t.LeavesByForfeit() {
		t.byID[g.White].missed = g.Score.White == 0
		t.byID[p.Opponent(g.White)].missed = g.Score.Black == 0
	}
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
	case p.Requested:
		t.score(p, p.Score)
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
