package keyed

import (
	"doublecorner/game"
	"doublecorner/store/internal/index"
	"doublecorner/store/internal/record"
)

// entry is a key of an index with its value. The entries of a record follow from the record alone, so
// that the same functions write, change and check them.
type entry struct {
	index string
	key   key
	value []byte
}

// The classes within which what a rule set names is ordered.
const (
	classGame       = 'g'
	classChallenge  = 'c'
	classTournament = 't'
)

// gameEntries returns the index entries of a game.
func gameEntries(g *game.Game) []entry {
	id, x := string(g.ID), index.OfGame(g)
	var list []entry
	add := func(index string, k key, value []byte) { list = append(list, entry{index, k, value}) }
	for _, p := range x.People {
		for _, place := range placesOf(x.Place) {
			add(gamesByPerson, newKey().person(p.Person).place(place).byte(byte(p.Class)).time(x.At).last(id), nil)
		}
	}
	add(gamesByPlace, newKey().place(x.Place).byte(byte(x.Class)).time(x.At).last(id), nil)
	add(byRules, newKey().rules(x.Rules).byte(classGame).last(id), nil)
	if x.Alarmed {
		add(gamesByAlarm, newKey().instant(x.Alarm).last(id), nil)
	}
	if x.Pair != nil {
		for _, place := range placesOf(x.Place) {
			add(gamesByPair, pairPrefix(x.Pair.First, x.Pair.Second, place).time(x.At).last(id), pairValue(x))
		}
	}
	for _, r := range x.Ratings {
		add(ratingsByPerson, newKey().person(r.Person).text(string(x.Pool)).place(r.Place).time(x.At).last(id), record.Rating(r.After))
	}
	return list
}

// placesOf returns the places in whose lists a record of a place is: its own, and Everywhere.
func placesOf(p game.PlaceID) []game.PlaceID {
	if p == game.Everywhere {
		return []game.PlaceID{p}
	}
	return []game.PlaceID{game.Everywhere, p}
}

// A value of gamesByPair has the outcome, then pairRated, the level of the computer or another byte, and the pool.
const (
	pairRated = 'r' // the second byte of a rated game
	pairLevel = '0' // the second byte of a game at level 0 of the computer, if there were one
)

func pairValue(x index.GameKeys) []byte {
	value := []byte{byte(x.Pair.Outcome), '-'}
	switch {
	case x.Pair.Rated:
		value[1] = pairRated
	case x.Pair.Level > 0:
		value[1] = pairLevel + byte(x.Pair.Level)
	}
	return append(value, x.Pool...)
}

// levelOfPair returns the level of the computer in a value of gamesByPair, or 0.
func levelOfPair(value []byte) int {
	if level := int(value[1]) - pairLevel; level >= 1 && level <= game.Levels {
		return level
	}
	return 0
}

// challengeEntries returns the index entries of a challenge.
func challengeEntries(c *game.Challenge) []entry {
	id, x := string(c.ID), index.OfChallenge(c)
	var list []entry
	add := func(index string, k key) { list = append(list, entry{index, k, nil}) }
	for _, p := range x.People {
		add(challengesByPerson, newKey().person(p.Person).byte(byte(p.Class)).time(x.Made).last(id))
	}
	add(byRules, newKey().rules(x.Rules).byte(classChallenge).last(id))
	add(challengesByAlarm, newKey().instant(x.Alarm).last(id))
	if x.Open {
		add(challengesByPlace, newKey().place(x.Place).time(x.Made).last(id))
	}
	return list
}

// tournamentEntries returns the index entries of a tournament. The list of people's titles is also one by place.
func tournamentEntries(t *game.Tournament) []entry {
	id, x := string(t.ID), index.OfTournament(t)
	var list []entry
	add := func(index string, k key) { list = append(list, entry{index, k, nil}) }
	for _, p := range x.People {
		places := []game.PlaceID{game.Everywhere}
		if p.Class == index.Won {
			places = placesOf(x.Place)
		}
		for _, place := range places {
			add(tournamentsByPerson, newKey().person(p.Person).byte(byte(p.Class)).place(place).time(x.Made).last(id))
		}
	}
	add(tournamentsByPlace, newKey().byte(byte(x.Class)).place(x.Place).time(x.Made).last(id))
	add(byRules, newKey().rules(x.Rules).byte(classTournament).last(id))
	if x.Alarmed {
		add(tournamentsByAlarm, newKey().time(x.Alarm).last(id))
	}
	return list
}

// rankEntries returns the index entries of an entry of a leaderboard, without the counts.
func rankEntries(s *game.LeaderboardEntry) []entry {
	return []entry{{leaderboardsByRank, newKey().leaderboard(s.Leaderboard).rankKeyDown(s.RankKey()).person(s.Person), nil}}
}

// leaderboardKey returns the key of an entry of a leaderboard.
func leaderboardKey(p game.PersonID, b game.Leaderboard) key {
	return newKey().person(p).leaderboard(b)
}

// answerEntries returns the index entry of an answer.
func answerEntries(id game.RequestID, a *game.AnswerRecord) []entry {
	return []entry{{answersByAge, newKey().time(a.At).last(string(id)), nil}}
}
