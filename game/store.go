package game

import (
	"context"
	"errors"
	"iter"
	"time"
)

// Store stores games and everything else. It commits an update as a whole or not at all, one after
// the other, and durably. The times it gets are whole milliseconds.
type Store interface {
	// View runs f on a snapshot of one moment after its call. It waits for no update. f must not use the
	// Reader after it has returned.
	View(ctx context.Context, f func(Reader) error) error

	// Update runs f and commits what it wrote. If f returns an error, Update writes nothing and
	// returns the same error. When Update returns nil, what was written survives anything that
	// happens to the process.
	//
	// Update may run f again, from the beginning, on another state; only the last run counts. f must
	// have no other effects than on its Tx and on variables that each run sets anew, and must begin
	// no other transaction.
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

// ErrNotFound reports that the store has nothing under an id or key.
var ErrNotFound = errors.New("not in the store")

// ErrNotStored reports that an Update could not be committed, for example because the disk is full.
// What it wrote may be stored or not. The same request may be made again.
var ErrNotStored = errors.New("could not be stored")

// ErrInterrupted reports that a View could not go on, for example because its connection broke. It may be made again.
var ErrInterrupted = errors.New("was interrupted")

// Reader is a transaction that reads. The caller owns what it returns.
type Reader interface {
	Game(GameID) (*Game, error)
	// Games returns a page of a list: running games by their beginning and finished ones by their
	// end, newest first, and all games by id.
	Games(GameList, Cursor, int) (Page[*Game], error)
	// CountGames counts the games of a list up to most.
	CountGames(list GameList, most int) (int, error)
	// Review returns the review of a game.
	Review(GameID) ([]byte, error)
	// Alarms returns up to most games with an Alarm at or before an instant, the
	// earliest first.
	Alarms(until Instant, most int) ([]GameID, error)
	// RatedBetween counts the rated games of two people that ended at or after a time. Either
	// can be a pseudonym, as in FinishedGamesOf and FinishedGamesBetween. With FormerPlayer,
	// it counts the games with all people who are FormerPlayer in them, and
	// FinishedGamesBetween lists those.
	RatedBetween(a, b PersonID, since time.Time) (int, error)
	// Scores returns the scores of two people against each other in a place, or in all places with
	// Everywhere, by pool and level. Games without an outcome do not count. Level is 0 where
	// Game.CountsAgainstComputer is false.
	Scores(a, b PersonID, place PlaceID) ([]Score, error)
	// RatingHistory lists a person's ratings after each rated game in a pool and place, newest
	// first, up to a number.
	RatingHistory(PersonID, Pool, PlaceID, int) ([]RatingPoint, error)

	Challenge(ChallengeID) (*Challenge, error)
	// Challenges lists challenges, newest first.
	Challenges(ChallengeList, Cursor, int) (Page[*Challenge], error)
	// ChallengeAlarms returns up to most challenges with an Alarm at or before an
	// instant, the earliest first.
	ChallengeAlarms(until Instant, most int) ([]ChallengeID, error)

	Tournament(TournamentID) (*Tournament, error)
	// Tournaments lists tournaments by the time at which they were made, newest first.
	Tournaments(TournamentList, Cursor, int) (Page[*Tournament], error)
	// TournamentAlarms returns up to most tournaments with an Alarm at or before a time, the earliest first.
	TournamentAlarms(until time.Time, most int) ([]TournamentID, error)

	// OpenTournaments lists the tournaments of all places that are not over, by id.
	OpenTournaments() ([]TournamentID, error)

	LeaderboardEntry(PersonID, Leaderboard) (*LeaderboardEntry, error)
	// LeaderboardEntries lists all entries of a person by pool, place and month.
	LeaderboardEntries(PersonID) ([]*LeaderboardEntry, error)
	// Leaderboard returns a page of the entries of a leaderboard, the highest first.
	Leaderboard(Leaderboard, Cursor, int) (Page[*LeaderboardEntry], error)
	// Leaderboards lists the leaderboards of a month that have entries, those of Everywhere as well, by pool and place.
	Leaderboards(Month) ([]Leaderboard, error)
	// CountAbove counts the entries with a higher key. Its cost does not depend on their number.
	CountAbove(Leaderboard, RankKey) (int, error)

	// PuzzleRecord returns what became of a puzzle in a place, and PuzzleRecords of all by id.
	PuzzleRecord(PlaceID, PuzzleID) (*PuzzleRecord, error)
	PuzzleRecords(PlaceID) ([]*PuzzleRecord, error)
	Attempt(PersonID, PuzzleID) (*Attempt, error)
	// Attempts lists what a person made of puzzles, by puzzle.
	Attempts(PersonID) ([]*Attempt, error)
	DailyPuzzle(PlaceID) (*DailyPuzzle, error)
	// DailyPuzzles lists those of all places, by place.
	DailyPuzzles() ([]*DailyPuzzle, error)

	// Announcements returns the pending announcements after a given one, oldest first.
	Announcements(after AnnouncementID, most int) ([]Announcement, error)
	AnswerRecord(RequestID) (AnswerRecord, error)
	Settings(SettingsKey) ([]byte, error)
	// Service returns the zero Service from a new store.
	Service() (Service, error)
	// RulesClosed reports whether a rule set is closed for new games in a place.
	RulesClosed(PlaceID, RulesID) (bool, error)
	// Erasures lists those whose erasure is due at a time.
	Erasures(by time.Time) ([]PersonID, error)
	// Erasing reports whether there is an erasure of a person, due or not.
	Erasing(PersonID) (bool, error)
}

// Tx is a transaction that reads and writes. It reads what it has written.
type Tx interface {
	Reader

	// PutGame stores a game, new or not, and its rule set.
	PutGame(*Game) error
	// PutReview stores the review of a game that is stored.
	PutReview(GameID, []byte) error
	PutChallenge(*Challenge) error
	// PutTournament stores a tournament, new or not, and its rule set.
	PutTournament(*Tournament) error
	PutLeaderboardEntry(*LeaderboardEntry) error
	PutPuzzleRecord(*PuzzleRecord) error
	PutAttempt(*Attempt) error
	PutDailyPuzzle(*DailyPuzzle) error
	// Announce stores an announcement under a higher number than any before it.
	Announce(Announcement) (AnnouncementID, error)
	PutAnswerRecord(RequestID, AnswerRecord) error
	PutService(Service) error
	// CloseRules closes a rule set for new games in a place for ever.
	CloseRules(PlaceID, RulesID) error
	// PutErasure stores the time at which the erasure of a person, a pseudonym or FormerPlayer is
	// due. The zero time means at once.
	PutErasure(p PersonID, due time.Time) error
	// PutSettings stores a settings record, or deletes it if it is empty.
	PutSettings(SettingsKey, []byte) error

	// Deleting what is not there is no error.
	DeleteChallenge(ChallengeID) error
	DeleteLeaderboardEntry(PersonID, Leaderboard) error
	// DeleteAttempts deletes all that a person made of puzzles.
	DeleteAttempts(PersonID) error
	Delivered(AnnouncementID) error
	DeleteErasure(PersonID) error
	// DeleteAnswerRecords deletes up to most records from before a time and returns their number.
	DeleteAnswerRecords(before time.Time, most int) (int, error)
}

// Cursor says where a page of a list begins. The zero value is the beginning. Only the store knows
// its form. A store accepts any string, because people's clients hand cursors back.
type Cursor string

// Page is a part of a list.
type Page[T any] struct {
	Items []T
	Next  Cursor // the next page, or zero if there is none
}

// All yields the items of a whole list, and reads them a page at a time.
func All[L, T any](read func(L, Cursor, int) (Page[T], error), list L) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for from := Cursor(""); ; {
			page, err := read(list, from, batch)
			if err != nil {
				yield(*new(T), err)
				return
			}
			for _, item := range page.Items {
				if !yield(item, nil) {
					return
				}
			}
			if from = page.Next; from == "" {
				return
			}
		}
	}
}

// GameList is one of the lists of games that a store keeps.
type GameList struct {
	Kind   GameListKind
	Person PersonID
	Other  PersonID
	Place  PlaceID // a list of people's games with Everywhere holds those of all places
}

// In returns the part of a list of people's games in a place.
func (l GameList) In(p PlaceID) GameList {
	l.Place = p
	return l
}

// GameListKind tells the lists of games apart.
type GameListKind uint8

const (
	GamesAll        GameListKind = iota
	GamesRunningOf               // of Person
	GamesFinishedOf              // of Person
	GamesRuledBy                 // finished, in which Person ruled as a moderator
	GamesRunningIn               // in Place
	GamesFinishedIn              // in Place
	GamesBetween                 // finished, of Person and Other
	GamesFollowedBy              // by Person
)

// AllGames lists every game.
func AllGames() GameList { return GameList{} }

// RunningGamesOf lists the games that a person is playing.
func RunningGamesOf(p PersonID) GameList { return GameList{Kind: GamesRunningOf, Person: p} }

// FinishedGamesOf lists the games that a person has finished.
func FinishedGamesOf(p PersonID) GameList { return GameList{Kind: GamesFinishedOf, Person: p} }

// GamesRuled lists the games that a person ended as a moderator.
func GamesRuled(p PersonID) GameList { return GameList{Kind: GamesRuledBy, Person: p} }

// FollowedGamesOf lists the games that a person follows.
func FollowedGamesOf(p PersonID) GameList { return GameList{Kind: GamesFollowedBy, Person: p} }

// RunningGamesIn lists the games that are being played in a place.
func RunningGamesIn(p PlaceID) GameList { return GameList{Kind: GamesRunningIn, Place: p} }

// FinishedGamesIn lists the games that were finished in a place.
func FinishedGamesIn(p PlaceID) GameList { return GameList{Kind: GamesFinishedIn, Place: p} }

// FinishedGamesBetween lists the games that two people have finished with each other.
func FinishedGamesBetween(p, q PersonID) GameList {
	return GameList{Kind: GamesBetween, Person: min(p, q), Other: max(p, q)}
}

// ChallengeList is one of the lists of challenges that a store keeps.
type ChallengeList struct {
	Kind   ChallengeListKind
	Person PersonID
	Place  PlaceID
}

// ChallengeListKind tells the lists of challenges apart.
type ChallengeListKind uint8

const (
	ChallengesBy   ChallengeListKind = iota // by Person, open ones
	ChallengesTo                            // to Person, open ones
	ChallengesIn                            // in Place, to anyone or to a person, open ones
	ChallengesWith                          // by or to Person, open and closed
)

// OpenChallengesBy lists the open challenges by a person.
func OpenChallengesBy(p PersonID) ChallengeList { return ChallengeList{Kind: ChallengesBy, Person: p} }

// OpenChallengesTo lists the open challenges to a person.
func OpenChallengesTo(p PersonID) ChallengeList { return ChallengeList{Kind: ChallengesTo, Person: p} }

// OpenChallengesIn lists the open challenges in a place.
func OpenChallengesIn(p PlaceID) ChallengeList { return ChallengeList{Kind: ChallengesIn, Place: p} }

// AllChallengesWith lists the open and closed challenges by and to a person.
func AllChallengesWith(p PersonID) ChallengeList {
	return ChallengeList{Kind: ChallengesWith, Person: p}
}

// TournamentList is one of the lists of tournaments that a store keeps.
type TournamentList struct {
	Kind   TournamentListKind
	Place  PlaceID // Everywhere for a person's tournaments; TournamentsWonBy can have a place
	Person PersonID
}

// TournamentListKind tells the lists of tournaments apart.
type TournamentListKind uint8

const (
	TournamentsOpenIn TournamentListKind = iota // in Place, not over
	TournamentsOverIn                           // in Place
	TournamentsNaming                           // Person: see Tournament.People
	TournamentsWonBy                            // Person: see Tournament.Winners
)

// OpenTournamentsIn lists the tournaments of a place that are not over.
func OpenTournamentsIn(p PlaceID) TournamentList {
	return TournamentList{Kind: TournamentsOpenIn, Place: p}
}

// OverTournamentsIn lists the tournaments of a place that are over.
func OverTournamentsIn(p PlaceID) TournamentList {
	return TournamentList{Kind: TournamentsOverIn, Place: p}
}

// TournamentsOf lists the tournaments that name a person, of all places.
func TournamentsOf(p PersonID) TournamentList {
	return TournamentList{Kind: TournamentsNaming, Person: p}
}

// TitlesOf lists the tournaments that a person has won in a place.
func TitlesOf(p PersonID, place PlaceID) TournamentList {
	return TournamentList{Kind: TournamentsWonBy, Person: p, Place: place}
}

// Score is the score of two people against each other in a pool, or of a person against the Computer at a
// level. Wins are those of the first.
type Score struct {
	Pool                Pool
	Level               int
	Wins, Draws, Losses int
}

// RatingPoint is a rating after a game.
type RatingPoint struct {
	At     time.Time
	Game   GameID
	Rating Rating
}
