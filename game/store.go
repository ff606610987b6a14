package game

import (
	"context"
	"errors"
	"time"
)

// Store is where games are kept. A store does what its transactions say, all of it
// or nothing, one update after the other; what was committed stays. Times it is given
// are whole milliseconds, as the referee's are.
type Store interface {
	// View runs f on everything as it stands at one moment. It waits for no update.
	// Nothing that f is given may be used after it has returned.
	View(ctx context.Context, f func(Reader) error) error

	// Update runs f and commits what it wrote, unless f returns an error: then nothing
	// was done, and the error is returned as it is. When Update returns nil, what was
	// written survives anything that may happen to the process.
	//
	// f may be run again, from the beginning, on another state; only the last run
	// counts. It must have no effect besides those on tx, except to set variables
	// that each run sets anew, and begins no other transaction.
	Update(ctx context.Context, f func(Tx) error) error

	// Purge overwrites, in the store's files, data that was deleted or replaced before the
	// first call. A call takes about a second at most, and delays an update no longer than
	// another update would. The caller repeats it until done is true: then nothing of that
	// data can be read from the files. If the process is killed in between, a new purge
	// begins, and no other data changes. A store that does not write its files itself, but has
	// a database server do so, tells the server to overwrite the data, or says in its
	// documentation what an operator must do.
	Purge(ctx context.Context) (done bool, err error)
}

// ErrMissing says that what was asked for by its id or key is not there.
var ErrMissing = errors.New("not in the store")

// ErrNotKept is wrapped by the errors of an Update that could not be committed: the
// disk is full, say. It is not known then whether what was written is kept; with a
// request that is no harm, as the same request may be made again.
var ErrNotKept = errors.New("could not be kept")

// Reader is a transaction that reads. What it returns belongs to the caller.
type Reader interface {
	Game(GameID) (*Game, error)
	// Games lists games in pages: running ones by when they began and finished ones
	// by when they ended, newest first; all games by id.
	Games(GameList, Cursor, int) (Page[*Game], error)
	// CountGames counts a list's games, but stops at most.
	CountGames(list GameList, most int) (int, error)
	// Alarms returns up to most games with an Alarm at or before an instant, the
	// earliest first.
	Alarms(until Instant, most int) ([]GameID, error)
	// RatedBetween counts the rated games of two people that ended at or after a time. Either
	// can be a pseudonym, as in FinishedGamesOf and FinishedGamesBetween. With FormerPlayer,
	// it counts the games with all people who are FormerPlayer in them, and
	// FinishedGamesBetween lists those.
	RatedBetween(a, b PersonID, since time.Time) (int, error)
	// Scores sums up, by pool, the games between two people in a place that had an outcome.
	Scores(a, b PersonID, place PlaceID) ([]Score, error)
	// RatingHistory lists what a person's rating was after each rated game in a pool
	// and place, newest first.
	RatingHistory(PersonID, Pool, PlaceID, Cursor, int) (Page[RatingPoint], error)

	Challenge(ChallengeID) (*Challenge, error)
	// Challenges lists challenges, newest first.
	Challenges(ChallengeList, Cursor, int) (Page[*Challenge], error)
	// ChallengeAlarms returns up to most challenges with an Alarm at or before an
	// instant, the earliest first.
	ChallengeAlarms(until Instant, most int) ([]ChallengeID, error)

	Standing(PersonID, Board) (*Standing, error)
	// Standings lists all of a person's, by pool, place and month.
	Standings(PersonID) ([]*Standing, error)
	// Leaderboard lists a board's standings, the highest first.
	Leaderboard(Board, Cursor, int) (Page[*Standing], error)
	// Above counts those on a board who stand higher. Its cost does not depend on
	// how many they are.
	Above(Board, Height) (int, error)

	// Announcements returns those that wait, oldest first, after a given one.
	Announcements(after AnnouncementID, most int) ([]Announcement, error)
	Answered(RequestID) (Answered, error)
	Note(Subject) ([]byte, error)
	// Service is not missing in a new store, but zero.
	Service() (Service, error)
	// RulesClosed tells whether rules are closed for new games in a place.
	RulesClosed(PlaceID, RulesID) (bool, error)
	// Erasures lists those whose erasure PutErasure has set for a time, or before it.
	Erasures(by time.Time) ([]PersonID, error)
	// Erasing tells whether everything about a person is being erased.
	Erasing(PersonID) (bool, error)
}

// Tx is a transaction that reads and writes. It reads what it has written.
type Tx interface {
	Reader

	// PutGame keeps a game as it is, whether it was there before or not, and the rule
	// set it is played by.
	PutGame(*Game) error
	PutChallenge(*Challenge) error
	PutStanding(*Standing) error
	// Announce keeps an announcement under a number higher than any before it.
	Announce(Announcement) (AnnouncementID, error)
	PutAnswered(RequestID, Answered) error
	PutService(Service) error
	// CloseRules closes rules for new games in a place, for good.
	CloseRules(PlaceID, RulesID) error
	// PutErasure sets the time at which a person, a pseudonym or FormerPlayer is to be
	// erased. The zero time means at once.
	PutErasure(p PersonID, due time.Time) error
	// PutNote keeps a note; an empty one is deleted.
	PutNote(Subject, []byte) error

	// What is not there is deleted without an error.
	DeleteChallenge(ChallengeID) error
	DeleteStanding(PersonID, Board) error
	Delivered(AnnouncementID) error
	DeleteErasure(PersonID) error
	// ForgetAnswered forgets up to most requests that were answered before a time,
	// and returns how many it forgot.
	ForgetAnswered(before time.Time, most int) (int, error)
}

// Cursor is where a page of a list begins. The zero value is the beginning. What
// a cursor looks like is the store's business; a store makes sense of any string,
// so that cursors may come back from people's hands.
type Cursor string

// Page is a part of a list.
type Page[T any] struct {
	Items []T
	Next  Cursor // where the next page begins; zero if there is none
}

// GameList is one of the lists of games that a store keeps.
type GameList struct {
	Kind   GameListKind
	Person PersonID
	Other  PersonID
	Place  PlaceID // in a list of people's games, Everywhere means in any place
}

// In narrows a list of people's games to those of a place.
func (l GameList) In(p PlaceID) GameList {
	l.Place = p
	return l
}

// GameListKind says which list of games it is.
type GameListKind uint8

const (
	GamesAll        GameListKind = iota
	GamesRunningOf               // of Person
	GamesFinishedOf              // of Person
	GamesRuledBy                 // finished, in which Person ruled as a moderator
	GamesRunningIn               // in Place
	GamesFinishedIn              // in Place
	GamesBetween                 // finished, of Person and Other
)

// AllGames lists every game.
func AllGames() GameList { return GameList{} }

// RunningGamesOf lists the games a person is playing.
func RunningGamesOf(p PersonID) GameList { return GameList{Kind: GamesRunningOf, Person: p} }

// FinishedGamesOf lists the games a person has played.
func FinishedGamesOf(p PersonID) GameList { return GameList{Kind: GamesFinishedOf, Person: p} }

// GamesRuled lists the games that a person ended as a moderator.
func GamesRuled(p PersonID) GameList { return GameList{Kind: GamesRuledBy, Person: p} }

// RunningGamesIn lists the games that are being played in a place.
func RunningGamesIn(p PlaceID) GameList { return GameList{Kind: GamesRunningIn, Place: p} }

// FinishedGamesIn lists the games that were played in a place.
func FinishedGamesIn(p PlaceID) GameList { return GameList{Kind: GamesFinishedIn, Place: p} }

// FinishedGamesBetween lists the games two people have played with each other.
func FinishedGamesBetween(p, q PersonID) GameList {
	return GameList{Kind: GamesBetween, Person: min(p, q), Other: max(p, q)}
}

// ChallengeList is one of the lists of challenges that a store keeps.
type ChallengeList struct {
	Kind   ChallengeListKind
	Person PersonID
	Place  PlaceID
}

// ChallengeListKind says which list of challenges it is.
type ChallengeListKind uint8

const (
	ChallengesBy   ChallengeListKind = iota // by Person, open ones
	ChallengesTo                            // to Person, open ones
	ChallengesIn                            // in Place, to anyone or to somebody, open ones
	ChallengesWith                          // by or to Person, open and closed
)

// OpenChallengesBy lists the challenges a person has made that are open.
func OpenChallengesBy(p PersonID) ChallengeList {
	return ChallengeList{Kind: ChallengesBy, Person: p}
}

// OpenChallengesTo lists the challenges to a person that are open.
func OpenChallengesTo(p PersonID) ChallengeList {
	return ChallengeList{Kind: ChallengesTo, Person: p}
}

// OpenChallengesIn lists the challenges in a place that are open.
func OpenChallengesIn(p PlaceID) ChallengeList {
	return ChallengeList{Kind: ChallengesIn, Place: p}
}

// AllChallengesWith lists the challenges that name a person.
func AllChallengesWith(p PersonID) ChallengeList {
	return ChallengeList{Kind: ChallengesWith, Person: p}
}

// Score is what two people have against each other in a pool. Wins are the
// first one's.
type Score struct {
	Pool                Pool
	Wins, Draws, Losses int
}

// RatingPoint is what a rating was after a game.
type RatingPoint struct {
	At     time.Time
	Game   GameID
	Rating Rating
}
