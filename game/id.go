package game

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

// PersonID identifies a person. The program that uses the referee chooses it, within 63 bits.
// An id with the 64th bit stands for a former player.
type PersonID uint64

const (
	// Anyone is whom an open challenge is for.
	Anyone PersonID = 0
	// FormerPlayer stands in finished games for people who had themselves erased. For the
	// first 24 hours a pseudonym can stand for them instead: see erasure.go.
	FormerPlayer PersonID = math.MaxUint64

	formerBit PersonID = 1 << 63
)

// IsSomebody tells whether p is a certain person, neither Anyone nor a former player.
func (p PersonID) IsSomebody() bool { return p != Anyone && !p.IsFormer() }

// IsFormer tells whether p stands for a person who was erased.
func (p PersonID) IsFormer() bool { return p&formerBit != 0 }

// IsPseudonym tells whether p stands for a certain person who was erased.
func (p PersonID) IsPseudonym() bool { return p.IsFormer() && p != FormerPlayer }

func (p PersonID) String() string {
	switch {
	case p == Anyone:
		return "anyone"
	case p.IsFormer():
		return "former player"
	}
	return strconv.FormatUint(uint64(p), 10)
}

// PlaceID is where people meet: a server, or a conversation outside of any.
type PlaceID uint64

// Everywhere is all places taken together, for ratings and leaderboards.
const Everywhere PlaceID = 0

func (p PlaceID) String() string {
	if p == Everywhere {
		return "everywhere"
	}
	return strconv.FormatUint(uint64(p), 10)
}

// RoomID is where in its place a game is announced. It means nothing to the referee.
type RoomID uint64

func (r RoomID) String() string { return strconv.FormatUint(uint64(r), 10) }

// PostID is the message that shows a game's board. It means nothing to the referee.
type PostID uint64

func (p PostID) String() string { return strconv.FormatUint(uint64(p), 10) }

// RequestID tells one request from another; asking twice with the same is asking once.
type RequestID string

// GameID names a game to people: short, and easy to read out.
type GameID string

// ChallengeID names a challenge.
type ChallengeID string

// idLetters are those of GameID and ChallengeID: no vowels, so that no words come
// about, and none that could be taken for another.
const idLetters = "23456789BCDFGHJKMNPQRSTVWXYZ"

// shortestID is how long ids are while there are few.
const shortestID = 4

// longestID is more than an id will ever need.
const longestID = 12

// ParseGameID reads a game id as people type it.
func ParseGameID(text string) (GameID, bool) {
	id, ok := parseID(text)
	return GameID(id), ok
}

// ParseChallengeID reads a challenge id as people type it.
func ParseChallengeID(text string) (ChallengeID, bool) {
	id, ok := parseID(text)
	return ChallengeID(id), ok
}

func parseID(text string) (string, bool) {
	id := strings.ToUpper(strings.TrimLeft(strings.TrimSpace(text), "#"))
	if len(id) < shortestID || len(id) > longestID {
		return "", false
	}
	for i := range len(id) {
		if strings.IndexByte(idLetters, id[i]) < 0 {
			return "", false
		}
	}
	return id, true
}

// newID draws an id that is not taken: as short as can be found in a few tries, so
// that ids grow with the number of games without anybody counting them.
func newID(dice *rand.Rand, taken func(string) (bool, error)) (string, error) {
	const tries = 3
	for try := 0; ; try++ {
		letters := make([]byte, min(shortestID+try/tries, longestID))
		for i := range letters {
			letters[i] = idLetters[dice.IntN(len(idLetters))]
		}
		if is, err := taken(string(letters)); err != nil {
			return "", err
		} else if !is {
			return string(letters), nil
		}
	}
}

// AnnouncementID numbers announcements in the order in which they came about.
type AnnouncementID uint64
