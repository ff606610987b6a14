package game

import (
	"fmt"
	"sync"
)

// RequestError is the reason for which the referee refuses a request. A refused request changes
// nothing. The error holds what a sentence about it needs, and no sentence.
type RequestError struct {
	Code      Code
	Game      *Game      // as it stands, if the request was about one
	Challenge *Challenge // the challenge in question
	Limit     int        // the limit in question
	Terms     TermsFault // for BadTerms
	// Move says why a move is not legal, for IllegalMove: a *draughts.IllegalMove,
	// *draughts.AmbiguousError or *draughts.UnreadableError.
	Move error
}

// Code names the reason for which a request is refused.
type Code uint8

const (
	NoRequestID     Code = iota + 1 // the request has no id, or a very long one
	RequestReused                   // a request of another kind had the same id
	NoPerson                        // the request names no person
	NoPlace                         // the request names no place
	BeingErased                     // the person or the opponent is being erased
	NoSuchGame                      // the viewer may see no game of that id
	NoSuchChallenge                 // the viewer may see no challenge of that id

	BadTerms          // Terms names the fault
	OwnOpponent       // people cannot challenge themselves
	RobotOpponent     // robots do not play
	OpponentGone      // the opponent was erased
	AlreadyChallenged // Challenge is open and has the same terms
	TooManyChallenges // the person has Limit open challenges
	TooManyGames      // the person has Limit running games
	OpponentBusy      // the opponent has Limit running games
	PlaceFull         // the place has Limit running games
	RulesClosed       // a game by these rules came to captures that could not be listed
	ChallengeClosed   // Challenge is not open any more
	NotForYou         // another person is challenged
	NotYourChallenge  // another person made the challenge
	OwnChallenge      // people cannot accept their own challenges
	SameTerms         // the counter-challenge has the same terms

	NotAPlayer        // the person does not play in the game
	NotYourTurn       // it is the other side's turn
	Stale             // the game has moved on since the request's ply
	Over              // the game is over
	IllegalMove       // Move is the reason
	TimeIsUp          // a player's time has run out, and Tick is about to end the game
	OfferedBefore     // the player has made the same offer since the last move
	NotOffered        // there is no such offer
	NothingToTakeBack // the player has not moved yet
	NotOver           // the game is still running

	NotAModerator // the person is no moderator in the place of the game
	OwnGame       // moderators cannot rule in their own games
	NoReason      // the ruling has no reason
	ReasonTooLong // the reason has more than Limit characters
	NoRuling      // the ruling names neither a winner nor a draw

	SettingsTooLong // the settings have more than Limit bytes
)

var codeWords = []string{
	"done",
	"no request id", "request id reused", "nobody asks", "no place", "being erased", "no such game", "no such challenge",
	"bad terms", "own opponent", "robot opponent", "opponent gone", "already challenged", "too many challenges",
	"too many games", "opponent busy", "place full", "rules closed", "challenge closed", "not for you", "not your challenge",
	"own challenge", "same terms",
	"not a player", "not your turn", "stale", "over", "illegal move", "time is up",
	"offered before", "not offered", "nothing to take back", "not over",
	"not a moderator", "own game", "no reason", "long reason", "no ruling",
	"long note",
}

func (c Code) String() string { return word(codeWords, c) }

// Codes returns all codes.
func Codes() []Code {
	codes := make([]Code, 0, len(codeWords)-1)
	for c := range codeWords[1:] {
		codes = append(codes, Code(c+1))
	}
	return codes
}

// Error names the reason for logs. Sentences for people are made elsewhere, in their language.
func (e *RequestError) Error() string {
	switch {
	case e.Move != nil:
		return e.Move.Error() // it says that the move is illegal
	case e.Terms != 0:
		return fmt.Sprintf("%v: %v", e.Code, e.Terms)
	default:
		return e.Code.String()
	}
}

// Unwrap returns the reason for which a move is not legal.
func (e *RequestError) Unwrap() error { return e.Move }

func refuse(c Code) *RequestError { return &RequestError{Code: c} }

// clone returns a copy of the error with a game and a challenge of its own.
func (e *RequestError) clone() *RequestError {
	c := *e
	if e.Game != nil {
		c.Game = e.Game.AsOf(e.Game.Seq())
	}
	if e.Challenge != nil {
		challenge := *e.Challenge
		c.Challenge = &challenge
	}
	return &c
}

// refusals remembers why the last requests were refused, so that a request that arrives twice
// is not refused first and done later. It is not stored, so that a refusal costs nothing. After
// a restart a request that arrives again is a new one.
type refusals struct {
	running sync.Map // of channels by RequestID, each closed when the request is answered

	mu    sync.Mutex
	known map[RequestID]pastRefusal
	ring  [maxRefusals]RequestID // the keys of known
	next  int                    // the index in ring of the oldest
}

type pastRefusal struct {
	kind RequestKind
	err  *RequestError
}

// maxRefusals bounds the memory: a refusal holds a game of about 15 KB.
const maxRefusals = 1024

// wait waits until no other request of that id is running. The next one then waits until the
// caller calls leave.
func (r *refusals) wait(id RequestID) (leave func()) {
	mine := make(chan struct{})
	for {
		other, busy := r.running.LoadOrStore(id, mine)
		if !busy {
			return func() { r.running.Delete(id); close(mine) }
		}
		<-other.(chan struct{})
	}
}

// find returns the refusal of a request, or nil if the request was not refused.
func (r *refusals) find(id RequestID, kind RequestKind) *RequestError {
	r.mu.Lock()
	defer r.mu.Unlock()
	past, ok := r.known[id]
	switch {
	case !ok:
		return nil
	case past.kind != kind:
		return refuse(RequestReused)
	}
	return past.err.clone()
}

// put remembers the refusal of a request.
func (r *refusals) put(id RequestID, kind RequestKind, err *RequestError) {
	if err.Code == RequestReused { // the request that has this id was not refused
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known == nil {
		r.known = map[RequestID]pastRefusal{}
	}
	if _, ok := r.known[id]; ok {
		return
	}
	delete(r.known, r.ring[r.next])
	r.known[id] = pastRefusal{kind, err.clone()}
	r.ring[r.next] = id
	r.next = (r.next + 1) % maxRefusals
}
