package game

import "fmt"

// A Refusal says why a request was not done. It changed nothing. It carries what
// a sentence about it needs, and never a sentence.
type Refusal struct {
	Code      Code
	Game      *Game      // as it stands, if the request was about one
	Challenge *Challenge // the challenge in question
	Limit     int        // the limit in question
	Terms     TermsFault // for BadTerms
	// Move says why a move is not legal, for IllegalMove: a *draughts.Refusal,
	// *draughts.AmbiguousError or *draughts.UnreadableError.
	Move error
}

// Code is why a request was refused.
type Code uint8

const (
	NoRequestID     Code = iota + 1 // the request has no id, or one that is far too long
	RequestReused                   // a request of another kind has had this id
	NobodyAsks                      // the request names no person
	NobodyWatches                   // the request names no place
	BeingErased                     // everything about the person, or the opponent, is being erased
	NoSuchGame                      // there is no game of that id that the viewer may see
	NoSuchChallenge                 // likewise for a challenge, or it was closed long ago

	BadTerms          // what is wrong is Terms
	OwnOpponent       // people do not challenge themselves
	RobotOpponent     // nor robots that do not play here
	OpponentGone      // the opponent has had everything about them erased
	AlreadyChallenged // with the same terms, by Challenge, which is open
	TooManyChallenges // more than Limit open ones by this person
	TooManyGames      // the person is playing Limit games
	OpponentBusy      // the opponent is
	PlaceFull         // Limit games are being played in the place
	RulesClosed       // a game by these rules came to a position whose captures could not be listed
	ChallengeClosed   // its state says how
	NotForYou         // the challenge is to somebody else
	NotYourChallenge  // it was made by somebody else
	OwnChallenge      // people do not accept what they have offered
	SameTerms         // a counter-challenge offers nothing else

	NotAPlayer        // of this game
	NotYourTurn       // it is the other side's
	Stale             // the game has moved on since the request's ply
	Over              // the game is over
	IllegalMove       // for the reason in Move
	TimeIsUp          // a player's time has run out; the game is about to be ended
	OfferedBefore     // the same was offered since the last move
	NotOffered        // there is no such offer
	NothingToTakeBack // the player has not moved yet
	NotOver           // the game is still being played

	NotAModerator // of the game's place
	OwnGame       // moderators do not rule in games of their own
	NoReason      // a ruling needs a reason
	LongReason    // of at most Limit characters
	NoRuling      // a ruling names a winner or a draw

	LongNote // of at most Limit bytes
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

// Codes lists every code there is.
func Codes() []Code {
	codes := make([]Code, 0, len(codeWords)-1)
	for c := range codeWords[1:] {
		codes = append(codes, Code(c+1))
	}
	return codes
}

// Error names the code for logs; sentences for people are made elsewhere, in
// their language.
func (r *Refusal) Error() string {
	switch {
	case r.Move != nil:
		return r.Move.Error() // which says that it is an illegal move
	case r.Terms != 0:
		return fmt.Sprintf("%v: %v", r.Code, r.Terms)
	default:
		return r.Code.String()
	}
}

// Unwrap returns why a move is not legal.
func (r *Refusal) Unwrap() error { return r.Move }

func refuse(c Code) *Refusal { return &Refusal{Code: c} }
