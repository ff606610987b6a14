// Package keyed implements game.Tx over pairs of keys and values in buckets. It knows which records there are, under
// which keys, and which indexes lead to them. A store provides the five methods of [Pairs].
//
// Records have the form of package record. Every list that package game needs is an index: a bucket whose keys consist of
// what the list is about, what it is ordered by, and the id of a record, so that a list is one range of keys. Indexes follow
// from the records alone (entries.go); [Check] compares them.
//
//	bucket of records      key                          value
//	rule sets              rule set                     its JSON
//	games                  game                         game
//	reviews                game                         review
//	challenges             challenge                    challenge
//	tournaments            tournament                   tournament
//	leaderboard entries    person, leaderboard          entry
//	announcements          number                       announcement
//	answers                request                      answer
//	erasures               person                       until when nothing rated
//	settings               owner                        settings
//	puzzles                place, puzzle                what became of it
//	attempts               person, puzzle               what they made of it
//	daily puzzles          place                        daily puzzle
//	sessions               person, hash                 session
//	service                "service"                    service
//
//	index                  key                                               value
//	games by person        person, place*, class, time, game
//	games by place         place, class, time, game
//	games by pair          person, person, place*, end, game                 outcome, whether rated, pool
//	games by alarm         instant, game
//	ratings by person      person, pool, place, end, game                    rating
//	challenges by person   person, class, made, challenge
//	challenges by place    place, made, challenge (open ones)
//	challenges by alarm    instant, challenge
//	tournaments by person  person, class, place*, made, tournament
//	tournaments by place   class, place, made, tournament
//	tournaments by alarm   time, tournament
//	records by rule set    rule set, kind, game, challenge or tournament
//	answers by age         time, request
//	leaderboard entries by rank   leaderboard, rank key downwards, person
//	rank counts            month, level, pool, place, rank key's first bytes how many
//
// A place* is the place of the record, or Everywhere: such a record has two entries. A leaderboard is its pool, place and
// month. Numbers and times are big-endian, so that they are ordered by value.
package keyed

// The buckets of records.
const (
	rulesBucket        = "rule sets"
	gamesBucket        = "games"
	reviewsBucket      = "reviews"
	challengesBucket   = "challenges"
	tournamentsBucket  = "tournaments"
	leaderboardsBucket = "leaderboard entries"
	answersBucket      = "answers"
	settingsBucket     = "settings"
	puzzlesBucket      = "puzzles"
	attemptsBucket     = "attempts"
	dailyBucket        = "daily puzzles"
	serviceBucket      = "service"

	Announcements = "announcements"
	Erasures      = "erasures"
	Sessions      = "sessions"
)

// The indexes.
const (
	gamesByPerson       = "games by person"
	gamesByPlace        = "games by place"
	gamesByPair         = "games by pair"
	gamesByAlarm        = "games by alarm"
	ratingsByPerson     = "ratings by person"
	challengesByPerson  = "challenges by person"
	challengesByPlace   = "challenges by place"
	challengesByAlarm   = "challenges by alarm"
	tournamentsByPerson = "tournaments by person"
	tournamentsByPlace  = "tournaments by place"
	tournamentsByAlarm  = "tournaments by alarm"
	byRules             = "records by rule set"
	answersByAge        = "answers by age"
	leaderboardsByRank  = "leaderboard entries by rank"
	rankCounts          = "rank counts"
)

// Indexes are the buckets that follow from the records.
var Indexes = []string{
	gamesByPerson, gamesByPlace, gamesByPair, gamesByAlarm, ratingsByPerson, challengesByPerson, challengesByPlace, challengesByAlarm,
	tournamentsByPerson, tournamentsByPlace, tournamentsByAlarm, byRules, answersByAge, leaderboardsByRank, rankCounts,
}

// Buckets returns the buckets of records.
func Buckets() (buckets []string) {
	for _, k := range kinds {
		buckets = append(buckets, k.bucket)
	}
	return buckets
}
