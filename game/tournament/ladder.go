package tournament

import (
	"slices"
	"time"
)

// Challenge is an open challenge on a ladder.
type Challenge struct {
	By, To PlayerID
	at     time.Time // in the time of the tournament
}

// maxLadderPairings is the number of pairings after which a ladder ends, so that it does not grow without end.
const maxLadderPairings = 2000

// nextReply returns when the time for the oldest challenge is up, or those who do not play lose places.
func (t *Tournament) nextReply() (Deadline, bool) {
	if len(t.pairings) >= maxLadderPairings {
		return Deadline{Kind: Ended}, true
	}
	idle := Deadline{Kind: Idled, At: t.idled.Add(t.Idle)}
	if len(t.challenges) == 0 {
		return idle, t.Idle > 0
	}
	reply := Deadline{Kind: Refused, At: t.challenges[0].at.Add(t.Reply)}
	if t.Idle > 0 && idle.At.Before(reply.At) {
		return idle, true
	}
	return reply, true
}

// climb gives the challenger the place of a player who lost to them; those in between move down.
func (t *Tournament) climb(p *Pairing) {
	from := t.place(p.challenger)
	to := t.place(p.Opponent(p.challenger))
	if p.climbed || p.Annulled || p.For(p.challenger).White <= p.For(p.challenger).Black || from < 0 || to < 0 || from < to {
		return
	}
	p.climbed = true
	copy(t.ladder[to+1:from+1], t.ladder[to:from])
	t.ladder[to] = p.challenger
}

// has reports whether a player is one of the two.
func (c Challenge) has(id PlayerID) bool { return c.By == id || c.To == id }

// Challenges returns the open challenges of a ladder, oldest first.
func (t *Tournament) Challenges() []Challenge { return slices.Clone(t.challenges) }

// AnswerBy returns when the time to answer a challenge is up, on the wall clock, if there is no downtime until then, and a
// pause that goes on ends now.
func (t *Tournament) AnswerBy(c Challenge, now Moment) time.Time {
	return now.At.Add(c.at.Add(t.Reply).Sub(t.time(now)))
}

// Places returns the players of a ladder from the first place.
func (t *Tournament) Places() []PlayerID { return slices.Clone(t.ladder) }

// place returns a player's place on the ladder, from 0, or -1.
func (t *Tournament) place(id PlayerID) int { return slices.Index(t.ladder, id) }

func (t *Tournament) dropFromLadder(id PlayerID) {
	t.ladder = slices.DeleteFunc(t.ladder, func(other PlayerID) bool { return other == id })
}

func (t *Tournament) checkChallenge(e *Event) Refusal {
	from, to := t.place(e.Player), t.place(e.Opponent)
	lately, again := 0, false // challenges of the player, and whether one was the last time that the two met
	for _, p := range t.of[e.Player] {
		isNew := p.challenger == e.Player && t.time(e.Moment).Before(p.endedAt.Add(t.Reply))
		if isNew {
			lately++
		}
		if p.Has(e.Opponent) {
			again = isNew
		}
	}
	switch {
	case t.paused:
		return IsPaused
	case to < 0:
		return NoSuchPlayer
	case t.Rests(e.Opponent, e.Moment):
		return IsResting
	case from <= to || from-to > t.Reach:
		return OutOfReach
	case t.isBusy(e.Player), t.isBusy(e.Opponent):
		return PlayerBusy
	case again, lately >= maxChallenges:
		return ChallengedBefore
	}
	return 0
}

func (t *Tournament) checkReply(e *Event) Refusal {
	if !slices.ContainsFunc(t.challenges, func(c Challenge) bool { return c.By == e.Opponent && c.To == e.Player }) {
		return NoSuchChallenge
	}
	return 0
}

// answer begins the pairing of a challenge that was accepted, or that is lost because it was not.
func (t *Tournament) answer(e *Event) {
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
}

// Rests reports whether a player of a ladder rests at a moment, so that nobody can challenge them.
func (t *Tournament) Rests(id PlayerID, now Moment) bool {
	e := t.byID[id]
	return e != nil && e.rested.After(t.time(now))
}

// RestsUntil returns when the rest of a player is over, on the wall clock, as AnswerBy does.
func (t *Tournament) RestsUntil(id PlayerID, now Moment) time.Time {
	return now.At.Add(t.byID[id].rested.Sub(t.time(now)))
}

// checkRest refuses a rest that is longer than the ladder has, of a player who is to play, or who has just rested: between two
// rests is as much time as one can have, so that nobody rests on a place.
func (t *Tournament) checkRest(e *Event) Refusal {
	player, now := t.byID[e.Player], t.time(e.Moment)
	switch {
	case t.Rest == 0, t.paused, e.Extension < 0 || e.Extension > t.Rest, e.Extension == 0 && !player.rested.After(now):
		return NotNow
	case e.Extension == 0:
		return 0
	case player.rested.After(now):
		return IsResting
	case t.isBusy(e.Player):
		return PlayerBusy
	case !player.rested.IsZero() && now.Before(player.rested.Add(t.Rest)):
		return RestedBefore
	}
	return 0
}

// checkIdleness refuses that people lose places by a director's will.
func (t *Tournament) checkIdleness(e *Event) Refusal {
	if t.Idle == 0 || e.By != "" {
		return NotNow
	}
	return 0
}

// isBusy reports whether a player of a ladder has a challenge or a game.
func (t *Tournament) isBusy(id PlayerID) bool {
	return t.open[id] > 0 || slices.ContainsFunc(t.challenges, func(c Challenge) bool { return c.has(id) })
}

// rest begins a player's rest, or ends it.
func (t *Tournament) rest(e *Event) { t.byID[e.Player].rested = t.now.Add(e.Extension) }

// dropIdle has each player who has not played for the time of Idle change places with the next one, if that one has.
func (t *Tournament) dropIdle() {
	t.idled = t.now
	for i := 0; i+1 < len(t.ladder); i++ {
		if t.isIdle(t.ladder[i]) && !t.isIdle(t.ladder[i+1]) {
			t.ladder[i], t.ladder[i+1] = t.ladder[i+1], t.ladder[i]
			i++ // so that each moves by one place
		}
	}
}

// isIdle reports whether a player of a ladder has not played for the time of Idle, nor rested, nor entered since.
func (t *Tournament) isIdle(id PlayerID) bool {
	e := t.byID[id]
	if t.isBusy(id) {
		return false
	}
	last := e.seen
	for _, p := range t.of[id] {
		if (p.WasPlayed() || p.challenger == id) && p.endedAt.After(last) {
			last = p.endedAt
		}
	}
	if e.rested.After(last) {
		last = e.rested
	}
	return !last.Add(t.Idle).After(t.now)
}
