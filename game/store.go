package game

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Store stores games and everything else. It commits an update as a whole or not at all, one after
// the other, and durably. The times it gets are whole milliseconds.
type Store interface {
	// View runs f on a snapshot of one moment after its call. It waits for no update. f must not use the
	// Reader after it has returned. View may run f again if its first read failed.
	View(ctx context.Context, f func(Reader) error) error

	// Update runs f and commits what it wrote. If f returns an error, Update writes nothing and
	// returns the same error. When Update returns nil, what was written survives anything that
	// happens to the process.
	//
	// Update may run f again, from the beginning, on another state; only the last run counts. f must
	// have no other effects than on its Tx and on variables that each run sets anew, and must begin
	// no other transaction.
	Update(ctx context.Context, f func(Tx) error) error
}

// ErrNotFound reports that the store has nothing under an id or key.
var ErrNotFound = errors.New("not in the store")

// ErrNotStored reports that an Update could not be committed, for example because the disk is full. Unless it is an
// ErrUncertain, nothing was stored.
var ErrNotStored = errors.New("could not be stored")

// ErrUncertain is an ErrNotStored of an Update that may be stored, because its commit began, and how it ended is not known. The
// same request finds out, if the store can be used.
var ErrUncertain = fmt.Errorf("%w for certain", ErrNotStored)

// SetupError is the error of a store that cannot be opened until somebody changes something, so that another try does not help.
type SetupError struct{ Err error }

func (e *SetupError) Error() string { return e.Err.Error() }
func (e *SetupError) Unwrap() error { return e.Err }

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
	// RatedBetween counts the rated games of two people that ended at or after a time.
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

	// Session returns a session of a person by its hash, and Sessions all by person and hash, or those of all people for
	// Anyone.
	Session(PersonID, string) (*Session, error)
	Sessions(PersonID) ([]*Session, error)

	// Announcement returns a pending announcement.
	Announcement(AnnouncementID) (Announcement, error)
	// Announcements returns the pending announcements after a given one, oldest first.
	Announcements(after AnnouncementID, most int) ([]Announcement, error)
	AnswerRecord(RequestID) (AnswerRecord, error)
	Settings(SettingsKey) ([]byte, error)
	// SettingsOfPlaces returns the settings records of all places.
	SettingsOfPlaces() (map[PlaceID][]byte, error)
	// Service returns the zero Service from a new store.
	Service() (Service, error)
	// Erasure returns until when a person who was erased can begin nothing rated; the zero time while they are being
	// erased.
	Erasure(PersonID) (time.Time, error)
	// Erasures lists the people who are being erased, and those whose time is over at a time.
	Erasures(by time.Time) ([]PersonID, error)
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
	PutSession(*Session) error
	// Announce stores an announcement under a higher number than any before it.
	Announce(Announcement) (AnnouncementID, error)
	PutAnswerRecord(RequestID, AnswerRecord) error
	PutService(Service) error
	// PutErasure stores what Erasure returns. A store that writes its own file zeroes what was deleted when it is
	// opened next after PutErasure or DeleteErasure.
	PutErasure(p PersonID, until time.Time) error
	// PutSettings stores a settings record, or deletes it if it is empty.
	PutSettings(SettingsKey, []byte) error

	// Deleting what is not there is no error.

	// DeleteGame deletes a game and its review.
	DeleteGame(GameID) error
	DeleteChallenge(ChallengeID) error
	DeleteLeaderboardEntry(PersonID, Leaderboard) error
	// DeleteAttempts deletes all that a person made of puzzles.
	DeleteAttempts(PersonID) error
	// DeletePuzzles deletes the puzzle records and the puzzle of the day of a place.
	DeletePuzzles(PlaceID) error
	DeleteSession(PersonID, string) error
	Delivered(AnnouncementID) error
	DeleteErasure(PersonID) error
	// DeleteAnswerRecords deletes up to most records from before a time and returns their number.
	DeleteAnswerRecords(before time.Time, most int) (int, error)
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
