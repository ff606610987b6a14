package game

import "time"

// Request holds what all requests have in common.
type Request struct {
	ID    RequestID // a request that arrives twice is done once
	By    Actor
	Place PlaceID // where the request is made
	// Unanswered says that no answer delivers what it announces, which is due at once.
	Unanswered bool
	// Arrived is when the request reached the process, which decides whether it is in time: it may have waited for others
	// since. The zero time is now.
	Arrived time.Time
}

// arrivedBy returns when the request reached the process, or now.
func (q *Request) arrivedBy(now time.Time) time.Time {
	if !q.Arrived.IsZero() && q.Arrived.Before(now) {
		return q.Arrived
	}
	return now
}

// Actor is the person who makes a request.
type Actor struct {
	Person    PersonID
	Moderator bool // the person may rule in the request's place
}

// GameRequest holds what all requests about a game have in common.
type GameRequest struct {
	Request
	Game GameID
	Ply  Ply // that the person saw
}

// Answer is the result of a request that was done.
type Answer struct {
	Game       *Game            // the game at that time, if the request was about one
	Challenge  *Challenge       // the challenge at that time, if the request was about one
	Tournament *Tournament      // the tournament at that time, if the request was about one
	Announced  []AnnouncementID // that the request caused: if the answer delivers them, pass them to Delivered
	Again      bool             // the request had been done before, and was not done again
}

// AnswerRecord is an Answer as a store keeps it, with what is needed to give it again. It
// names no people, and of a game only the number of events it had.
type AnswerRecord struct {
	At        time.Time
	Kind      RequestKind
	Game      GameID
	Seq       int
	Challenge ChallengeID
	State     ChallengeState
	Announced []AnnouncementID

	Tournament    TournamentID
	TournamentSeq int
}

// RequestKind tells the kinds of request apart. Stores keep its values.
type RequestKind uint8

const (
	challengeKind RequestKind = iota + 1
	acceptKind
	declineKind
	withdrawKind
	rematchKind
	moveKind
	proposeKind
	dismissKind
	resignKind
	adjudicateKind
	annulKind
	claimWinKind
	followKind
	playComputerKind
	addBranchKind
	removeBranchesKind
	hintKind
	createTournamentKind
	actInTournamentKind
	pauseKind
	setRatedKind
)

// maxRequestID is the greatest length of a request id in bytes.
const maxRequestID = 128

// record returns the answer as a store keeps it.
func (a *Answer) record(kind RequestKind, at time.Time) AnswerRecord {
	record := AnswerRecord{At: at, Kind: kind, Announced: a.Announced}
	if a.Game != nil {
		record.Game, record.Seq = a.Game.ID, a.Game.Seq()
	}
	if a.Challenge != nil {
		record.Challenge, record.State = a.Challenge.ID, a.Challenge.State
	}
	if a.Tournament != nil {
		record.Tournament, record.TournamentSeq = a.Tournament.ID, a.Tournament.Seq()
	}
	return record
}

// answer returns the recorded answer to a request of a kind.
func (a AnswerRecord) answer(tx Reader, kind RequestKind) (Answer, error) {
	if a.Kind != kind {
		return Answer{}, refuse(RequestReused)
	}
	answer := Answer{Announced: a.Announced, Again: true}
	if a.Game != "" {
		g, err := tx.Game(a.Game)
		if err != nil {
			return Answer{}, err
		}
		answer.Game = g.AsOf(a.Seq)
	}
	if a.Challenge != "" {
		c, err := tx.Challenge(a.Challenge)
		if isNotFound(err) { // it was erased with a person
			return Answer{}, refuse(NoSuchChallenge)
		} else if err != nil {
			return Answer{}, err
		}
		if a.State == Open {
			c.Closed, c.Game = time.Time{}, ""
		}
		c.State = a.State
		answer.Challenge = c
	}
	if a.Tournament != "" {
		t, err := tx.Tournament(a.Tournament)
		if err != nil {
			return Answer{}, err
		}
		answer.Tournament = t.AsOf(a.TournamentSeq)
	}
	return answer, nil
}
