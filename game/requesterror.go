package game

import (
	"fmt"
	"time"

	"doublecorner/game/draughts"
	"doublecorner/game/tournament"
)

// RequestError is the reason for which the referee refuses a request. A refused request changes
// nothing. The error holds what a sentence about it needs, and no sentence.
type RequestError struct {
	Code      Code
	Game      *Game      // as it stands, if the request was about one
	Challenge *Challenge // the challenge in question
	Limit     int        // the limit in question
	Until     time.Time  // until when it is refused, for ErasedLately
	Terms     TermsFault // for BadTerms
	// Tournament is the tournament as it stands, if the request was about one; Fault is for BadTournament, and Refusal for
	// TournamentRefused.
	Tournament *Tournament
	Fault      tournament.Fault
	Refusal    tournament.Refusal
	// Move says why a move is not legal, for IllegalMove: a *draughts.IllegalMove,
	// *draughts.AmbiguousError or *draughts.UnreadableError. Before is the game up to that move, with the conditional
	// moves that would come before it.
	Move   error
	Before *draughts.History
	// Branch is the number of the branch in question, from 1, of those that a request adds.
	Branch int
}

// Code names the reason for which a request is refused.
type Code uint8

const (
	NoRequestID     Code = iota + 1 // the request has no id, or a very long one
	RequestReused                   // a request of another kind had the same id
	NoPerson                        // the request names no person
	NoPlace                         // the request names no place
	BeingErased                     // the person or the opponent is being erased
	ErasedLately                    // the person was erased less than 24 hours ago, and it is rated
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
	ChallengeClosed   // Challenge is not open any more
	NotForYou         // another person is challenged
	NotYourChallenge  // another person made the challenge
	OwnChallenge      // people cannot accept their own challenges
	SameTerms         // the counter-challenge has the same terms
	TermsChanged      // Challenge has other terms than the person saw

	NotAPlayer        // the person does not play in the game
	NotYourTurn       // it is the other side's turn
	Stale             // the game has moved on since the request's ply
	Over              // the game is over
	IllegalMove       // Move is the reason
	TimeIsUp          // a player's time has run out, which is about to end the game
	OfferedBefore     // the player has made the same offer since the last move
	NotOffered        // there is no such offer
	OwnOffer          // players cannot answer their own offers
	NothingToTakeBack // the player has not moved yet
	NothingToClaim    // the opponent has a clock, or has not stopped moving
	NotOver           // the game is still running
	FollowsOwnGame    // players do not follow their own games
	TooManyFollowers  // the game has Limit followers
	NoBranches        // the game has no conditional moves: see AllowsBranches
	OwnTurn           // the player is to move, and can have conditional moves after that
	NoAnswer          // a branch of conditional moves does not end with the player's answer
	TwoAnswers        // a branch answers otherwise after the same moves than one before it in the request
	BranchTooLong     // a branch has more than Limit moves of each player
	TooManyBranches   // the player has Limit branches
	VotesElsewhere    // the people of another room vote
	TooManyVoters     // Limit people have voted in the game
	AlreadyVoting     // the people of the room vote in Game
	Blocked           // one of the two has blocked the other
	TooManyBlocks     // the person has blocked Limit others
	PeopleVote        // it is not possible where people vote
	BetweenPlaces     // it is not possible between players in two places

	NoHints        // the game is one between people
	ShareWithdrawn // a player does not want everybody to watch the game

	NotAModerator // the person is no moderator in the place of the game
	OwnGame       // moderators cannot rule in their own games
	NoReason      // the ruling has no reason
	ReasonTooLong // the reason has more than Limit characters
	NoRuling      // the ruling names neither a winner nor a draw

	SettingsTooLong // the settings have more than Limit bytes
	VacationDays    // a vacation is not of whole days from tomorrow on, or begins in more than a year
	VacationTooLong // there are Limit days left for a vacation in one of its years

	NoSuchTournament   // the viewer may see no tournament of that id
	BadTournament      // Fault names what is wrong with the declaration
	BadTournamentName  // the name is empty, or has more than Limit characters
	TooManyTournaments // the place has Limit tournaments that are not over
	TournamentRefused  // Refusal says why it cannot happen now

	NoSession // there is no such session of the live board, or it is over
)

func (c Code) String() string {
	return draughts.Word(c, "done",
		"no request id", "request reused", "no person", "no place", "being erased", "erased lately", "no such game", "no such challenge",
		"bad terms", "own opponent", "robot opponent", "opponent gone", "already challenged", "too many challenges",
		"too many games", "opponent busy", "place full", "challenge closed", "not for you", "not your challenge",
		"own challenge", "same terms", "terms changed",
		"not a player", "not your turn", "stale", "over", "illegal move", "time is up",
		"offered before", "not offered", "own offer", "nothing to take back", "nothing to claim", "not over",
		"follows own game", "too many followers",
		"no branches", "own turn", "no answer", "two answers", "branch too long", "too many branches",
		"votes elsewhere", "too many voters", "already voting", "blocked", "too many blocks", "people vote", "between places",
		"no hints", "share withdrawn",
		"not a moderator", "own game", "no reason", "reason too long", "no ruling",
		"settings too long", "vacation days", "vacation too long",
		"no such tournament", "bad tournament", "bad tournament name", "too many tournaments", "tournament refused",
		"no session",
	)
}

// Error names the reason for logs. Sentences for people are made elsewhere, in their language.
func (e *RequestError) Error() string {
	switch {
	case e.Move != nil:
		return e.Move.Error() // it says that the move is illegal
	case e.Fault != 0:
		return fmt.Sprintf("%v: %v", e.Code, e.Fault)
	case e.Refusal != 0:
		return fmt.Sprintf("%v: %v", e.Code, e.Refusal)
	case e.Terms != 0:
		return fmt.Sprintf("%v: %v", e.Code, e.Terms)
	default:
		return e.Code.String()
	}
}

// Unwrap returns the reason for which a move is not legal.
func (e *RequestError) Unwrap() error { return e.Move }

func refuse(c Code) *RequestError { return &RequestError{Code: c} }
