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

// nextReply returns when the time for the oldest challenge is up.
func (t *Tournament) nextReply() (Deadline, bool) {
	if len(t.pairings) >= maxLadderPairings {
		return Deadline{Kind: Ended}, true
	}
	if len(t.challenges) == 0 {
		return Deadline{}, false
	}
	return Deadline{Kind: Refused, At: t.challenges[0].at.Add(t.Reply)}, true
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
	case from <= to || from-to > t.Reach:
		return OutOfReach
	case t.open[e.Player] > 0 || t.open[e.Opponent] > 0,
		slices.ContainsFunc(t.challenges, func(c Challenge) bool { return c.has(e.Player) || c.has(e.Opponent) }):
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
