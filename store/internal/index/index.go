// Package index says what records are found by. The entries of a record follow from the record alone, so
// every store writes, changes and checks the same ones, each in its own form.
package index

import (
	"time"

	"doublecorner/game"
)

// Class is a class within which a list is ordered.
type Class byte

// The classes of a person's and a place's games and tournaments, and of a person's challenges.
const (
	Running  Class = 'r'
	Finished Class = 'f'
	Ruled    Class = 'm' // games that the person ended as a moderator
	Followed Class = 'o'
	Decided  Class = 'd' // games of the person that a moderator decided

	Made     Class = 'b'
	Received Class = 't'
	Any      Class = 'w' // also tournaments that name the person
	Won      Class = 'v' // tournaments that the person won
)

// Listed is a person, and the class in whose list of theirs a record is.
type Listed struct {
	Person game.PersonID
	Class  Class
}

// GameKeys holds what a game is found by.
type GameKeys struct {
	Place   game.PlaceID
	Rules   game.RulesID
	Class   Class     // Running or Finished, of its place
	At      time.Time // its beginning, or its end: what lists are ordered by
	People  []Listed
	Alarm   game.Instant
	Alarmed bool  // it has an Alarm
	Pair    *Pair // nil unless it is among the finished games of a pair
	Pool    game.Pool
	Ratings []RatingAfter
}

// Pair is what counts of a finished game among the games of two people.
type Pair struct {
	First, Second game.PersonID // in the order of their ids
	Outcome       PairOutcome
	Rated         bool
	Level         int // of the computer, if the game counts against it
}

// PairOutcome is the outcome of a game for the first of a pair.
type PairOutcome byte

// The outcomes.
const (
	Nothing PairOutcome = '-'
	Win     PairOutcome = 'w'
	Draw    PairOutcome = 'd'
	Loss    PairOutcome = 'l'
)

// RatingAfter is the rating of a person in a place after a game.
type RatingAfter struct {
	Person game.PersonID
	Place  game.PlaceID
	After  game.Rating
}

// OfGame returns what a game is found by.
func OfGame(g *game.Game) GameKeys {
	x := GameKeys{Place: g.Place, Rules: g.Rules, Class: Running, At: g.Started, Pool: g.Pool}
	if g.IsBetween() {
		x.Place = game.Everywhere
	}
	result, over := g.Result()
	if over {
		x.Class, x.At = Finished, g.Ended()
	}
	for _, p := range g.Players {
		if p.IsPerson() {
			x.People = append(x.People, Listed{p, x.Class})
		}
	}
	for _, v := range g.Voters {
		x.People = append(x.People, Listed{v.Person, x.Class})
	}
	for _, f := range g.Followers {
		x.People = append(x.People, Listed{f.Person, Followed})
	}
	x.Alarm, x.Alarmed = g.Alarm()
	if !over {
		return x
	}
	if result.Moderator.IsPerson() {
		x.People = append(x.People, Listed{result.Moderator, Ruled})
	}
	for _, p := range g.Players {
		if g.IsDecided() && p.IsPerson() {
			x.People = append(x.People, Listed{p, Decided})
		}
	}
	if a, b := min(g.Players[0], g.Players[1]), max(g.Players[0], g.Players[1]); a.IsPerson() && b.IsPerson() {
		x.Pair = pairOf(g, result, a, b)
	}
	for side, p := range g.Players {
		if p.IsPerson() {
			for _, c := range result.Changes[side] {
				x.Ratings = append(x.Ratings, RatingAfter{p, c.Place, c.After})
			}
		}
	}
	return x
}

func pairOf(g *game.Game, result game.Result, first, second game.PersonID) *Pair {
	p := &Pair{First: first, Second: second, Outcome: Nothing, Rated: result.Weight > 0}
	winner, won := result.Outcome.Winner()
	switch {
	case result.Outcome == game.Drawn:
		p.Outcome = Draw
	case won && g.Player(winner) == first:
		p.Outcome = Win
	case won:
		p.Outcome = Loss
	}
	if g.CountsAgainstComputer() {
		p.Rated, p.Level = false, g.Level
	}
	return p
}

// ChallengeKeys holds what a challenge is found by.
type ChallengeKeys struct {
	Place  game.PlaceID
	Rules  game.RulesID
	Open   bool // it is in the list of its place
	Made   time.Time
	People []Listed
	Alarm  game.Instant
}

// OfChallenge returns what a challenge is found by.
func OfChallenge(c *game.Challenge) ChallengeKeys {
	x := ChallengeKeys{Place: c.Place, Rules: c.Rules, Open: c.State == game.Open, Made: c.Made, Alarm: c.Alarm()}
	x.People = []Listed{{c.From, Any}}
	if c.To.IsPerson() && c.To != c.From { // who plays against the people of a room challenges nobody else
		x.People = append(x.People, Listed{c.To, Any})
	}
	if !x.Open {
		return x
	}
	x.People = append(x.People, Listed{c.From, Made})
	if c.To.IsPerson() || c.Everywhere {
		x.People = append(x.People, Listed{c.To, Received})
	}
	return x
}

// TournamentKeys holds what a tournament is found by.
type TournamentKeys struct {
	Place   game.PlaceID
	Rules   game.RulesID
	Class   Class // Running or Finished, of its place
	Made    time.Time
	People  []Listed
	Alarm   time.Time // on the wall clock
	Alarmed bool      // it has an Alarm
}

// OfTournament returns what a tournament is found by.
func OfTournament(t *game.Tournament) TournamentKeys {
	x := TournamentKeys{Place: t.Place, Rules: t.Rules, Class: Running, Made: t.Made}
	if t.IsOver() {
		x.Class = Finished
	}
	for _, p := range t.People() {
		x.People = append(x.People, Listed{p, Any})
	}
	for _, p := range t.Winners() {
		x.People = append(x.People, Listed{p, Won})
	}
	x.Alarm, x.Alarmed = t.Alarm()
	return x
}

// TournamentClass returns the class of a list of tournaments.
func TournamentClass(k game.TournamentListKind) Class {
	switch k {
	case game.TournamentsOpenIn:
		return Running
	case game.TournamentsOverIn:
		return Finished
	case game.TournamentsWonBy:
		return Won
	}
	return Any
}

// GameClass returns the class of a list of one person's or place's games.
func GameClass(k game.GameListKind) Class {
	switch k {
	case game.GamesRunningOf, game.GamesRunningIn:
		return Running
	case game.GamesRuledBy:
		return Ruled
	case game.GamesFollowedBy:
		return Followed
	case game.GamesDecidedOf:
		return Decided
	}
	return Finished
}

// ChallengeClass returns the class of a list of one person's challenges.
func ChallengeClass(k game.ChallengeListKind) Class {
	switch k {
	case game.ChallengesBy:
		return Made
	case game.ChallengesTo:
		return Received
	}
	return Any
}

// A rank is read from a tree of counts. Each of its levels counts the entries of a leaderboard by one
// more byte of their rank keys. So a rank costs at most three walks of 255 keys, whether ten people
// play or a million.

// Levels is the number of levels, and of bytes of a rank key.
const Levels = 3

// Prefix returns the first bytes of a rank key by which a level counts, from 1 to Levels.
func Prefix(h game.RankKey, level int) uint32 { return uint32(h) >> (8 * (Levels - level)) }
