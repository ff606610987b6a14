package game

import "time"

// Request is what every request has.
type Request struct {
	// ID makes the request one, however often it arrives.
	ID RequestID
	By Actor
	// Place is where it is made.
	Place PlaceID
}

// Actor is who asks.
type Actor struct {
	Person PersonID
	// Moderator tells whether the person may rule in the request's place.
	Moderator bool
}

// GameRequest is what every request about a game has.
type GameRequest struct {
	Request
	Game GameID
	// Ply is the position the request was made at.
	Ply Ply
}

// Answer is what came of a request that was done.
type Answer struct {
	Game      *Game      // as it stood then, if it was about one
	Challenge *Challenge // likewise
	// Announced are the announcements that the request gave rise to. Who tells
	// people of them along with the answer can say that they are Delivered.
	Announced []AnnouncementID
	// Again tells that this very request had been done before, and nothing was done
	// now.
	Again bool
}

// Answered is an Answer as it is kept: what is needed to give it again. It names
// no people, and no more of a game than how many events it had then.
type Answered struct {
	At        time.Time
	Verb      Verb
	Game      GameID
	Seq       int
	Challenge ChallengeID
	State     ChallengeState
	Announced []AnnouncementID
}

// Verb is what kind of request something is.
type Verb uint8

const (
	challengeVerb Verb = iota + 1
	acceptVerb
	declineVerb
	withdrawVerb
	rematchVerb
	moveVerb
	proposeVerb
	dismissVerb
	resignVerb
	adjudicateVerb
	annulVerb
)

// maxRequestID is longer than any id a request needs.
const maxRequestID = 128

func (a *Answer) kept(verb Verb, at time.Time) Answered {
	kept := Answered{At: at, Verb: verb, Announced: a.Announced}
	if a.Game != nil {
		kept.Game, kept.Seq = a.Game.ID, a.Game.Seq()
	}
	if a.Challenge != nil {
		kept.Challenge, kept.State = a.Challenge.ID, a.Challenge.State
	}
	return kept
}

// again returns the answer to a request as it was.
func again(tx Reader, verb Verb, kept Answered) (Answer, error) {
	if kept.Verb != verb {
		return Answer{}, refuse(RequestReused)
	}
	answer := Answer{Announced: kept.Announced, Again: true}
	if kept.Game != "" {
		g, err := tx.Game(kept.Game)
		if err != nil {
			return Answer{}, err
		}
		answer.Game = g.AsOf(kept.Seq)
	}
	if kept.Challenge != "" {
		c, err := tx.Challenge(kept.Challenge)
		if missing(err) { // erased with a person since
			return Answer{}, refuse(NoSuchChallenge)
		} else if err != nil {
			return Answer{}, err
		}
		if kept.State == Open {
			c.Closed, c.Game = time.Time{}, ""
		}
		c.State = kept.State
		answer.Challenge = c
	}
	return answer, nil
}
