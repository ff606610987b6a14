package game

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

// PersonID identifies a person, or the Computer. The program that uses the referee chooses it, within 63
// bits.
type PersonID uint64

const (
	// Anyone stands for the opponent in an open challenge.
	Anyone PersonID = 0
	// FormerPlayer stands for all erased people in finished games: see Erase.
	FormerPlayer PersonID = math.MaxUint64
	// Stranger stands for the player in another place, about whom nothing is told here: see Game.seenFrom.
	Stranger PersonID = 1 << 63
)

// TeamOf returns the player that the people of a room are together: they vote for its moves.
func TeamOf(r RoomID) PersonID { return Stranger | PersonID(r) }

// IsTeam reports whether p is the team of a room.
func (p PersonID) IsTeam() bool { return p > Stranger && p != FormerPlayer }

// TeamRoom returns the room of a team.
func (p PersonID) TeamRoom() RoomID { return RoomID(p &^ Stranger) }

// IsPerson reports whether p identifies a player who can be found again: a person, a team or the Computer.
func (p PersonID) IsPerson() bool { return p != Anyone && p != FormerPlayer && p != Stranger }

// IsHuman reports whether p identifies a person.
func (p PersonID) IsHuman() bool { return p.IsPerson() && p != Computer && !p.IsTeam() }

func (p PersonID) String() string {
	switch {
	case p == Anyone:
		return "anyone"
	case p == Computer:
		return "computer"
	case p == FormerPlayer:
		return "former player"
	case p == Stranger:
		return "stranger"
	case p.IsTeam():
		return "team of room " + p.TeamRoom().String()
	}
	return strconv.FormatUint(uint64(p), 10)
}

// PlaceID identifies a place where people meet, such as a server or a private conversation.
type PlaceID uint64

// Everywhere stands for all places together, in ratings and leaderboards.
const Everywhere PlaceID = 0

func (p PlaceID) String() string {
	if p == Everywhere {
		return "everywhere"
	}
	return strconv.FormatUint(uint64(p), 10)
}

// RoomID identifies a room of a place, in which a game is shown. It means nothing to the referee.
type RoomID uint64

func (r RoomID) String() string { return strconv.FormatUint(uint64(r), 10) }

// PostID identifies the post that shows a game's board. It means nothing to the referee.
type PostID uint64

func (p PostID) String() string { return strconv.FormatUint(uint64(p), 10) }

// RoleID identifies a role that people of a place have. It means nothing to the referee.
type RoleID uint64

func (r RoleID) String() string { return strconv.FormatUint(uint64(r), 10) }

// RequestID identifies a request: requests of the same id are one request.
type RequestID string

// GameID identifies a game. It is short and easy to read out.
type GameID string

// ChallengeID identifies a challenge. It looks like a GameID.
type ChallengeID string

// TournamentID identifies a tournament. It looks like a GameID.
type TournamentID string

// idLetters are the letters of GameID, ChallengeID and TournamentID. They hold no vowels, so that ids are no
// words, and no two that look alike.
const idLetters = "23456789BCDFGHJKMNPQRSTVWXYZ"

const (
	shortestID = 4  // letters, while there are few ids
	longestID  = 12 // letters, more than an id will ever need
)

// ParseGameID reads a game id as people type it.
func ParseGameID(text string) (GameID, bool) { return parseID[GameID](text) }

// ReadGameID reads a game id as programs write it: see Game.ID.
func ReadGameID(text string) (GameID, bool) {
	id, ok := ParseGameID(string(GameID(text).home()))
	if ok && GameID(text).isAbroad() {
		id = id.abroad()
	}
	return id, ok
}

// ParseChallengeID reads a challenge id as people type it.
func ParseChallengeID(text string) (ChallengeID, bool) { return parseID[ChallengeID](text) }

// ParseTournamentID reads a tournament id as people type it.
func ParseTournamentID(text string) (TournamentID, bool) { return parseID[TournamentID](text) }

func parseID[ID ~string](text string) (ID, bool) {
	id := strings.ToUpper(strings.Trim(text, " \t\r\n#`"))
	strange := func(r rune) bool { return !strings.ContainsRune(idLetters, r) }
	if len(id) < shortestID || len(id) > longestID || strings.ContainsFunc(id, strange) {
		return "", false
	}
	return ID(id), true
}

// newID returns a random id under which get finds nothing. It tries longer ids after a few tries, so
// that ids grow with the number of games.
func newID[ID ~string, T any](rng *rand.Rand, get func(ID) (T, error)) (ID, error) {
	const tries = 3
	for try := 0; ; try++ {
		letters := make([]byte, min(shortestID+try/tries, longestID))
		for i := range letters {
			letters[i] = idLetters[rng.IntN(len(idLetters))]
		}
		id := ID(letters)
		if _, err := get(id); isNotFound(err) {
			return id, nil
		} else if err != nil {
			return "", err
		}
	}
}

// AnnouncementID numbers announcements in the order in which they were stored.
type AnnouncementID uint64
