package game

import "iter"

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
	GamesDecidedOf               // of Person, which a moderator decided: see Game.IsDecided
)

// AllGames lists every game.
func AllGames() GameList { return GameList{} }

// RunningGamesOf lists the games that a person is playing.
func RunningGamesOf(p PersonID) GameList { return GameList{Kind: GamesRunningOf, Person: p} }

// FinishedGamesOf lists the games that a person has finished.
func FinishedGamesOf(p PersonID) GameList { return GameList{Kind: GamesFinishedOf, Person: p} }

// GamesRuled lists the games that a person ended as a moderator.
func GamesRuled(p PersonID) GameList { return GameList{Kind: GamesRuledBy, Person: p} }

// DecidedGamesOf lists the games of a person that a moderator decided.
func DecidedGamesOf(p PersonID) GameList { return GameList{Kind: GamesDecidedOf, Person: p} }

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

// OpenChallengesEverywhere lists the open challenges to anyone in any place.
func OpenChallengesEverywhere() ChallengeList {
	return ChallengeList{Kind: ChallengesTo, Person: Anyone}
}

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
