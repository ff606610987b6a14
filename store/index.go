package store

import (
	"doublecorner/game"
	"doublecorner/store/internal/record"
)

// entry is a key of an index with its value. The entries of a record follow from the record alone, so
// that the same functions write, change and check them.
type entry struct {
	index string
	key   key
	value []byte
}

// The classes within which records are ordered.
const (
	classRunning  = 'r' // a person's and a place's games
	classFinished = 'f'
	classRuled    = 'm' // games that the person ended as a moderator
	classFollowed = 'o'

	classGame      = 'g' // of a rule set
	classChallenge = 'c'

	classMade     = 'b' // a person's challenges
	classReceived = 't'
	classAny      = 'w'
)

// isOne reports whether an id is that of one person, or a pseudonym.
func isOne(p game.PersonID) bool { return p.IsPerson() || p.IsPseudonym() }

// gameEntries returns the index entries of a game.
func gameEntries(g *game.Game) []entry {
	id := string(g.ID)
	var list []entry
	add := func(index string, k key, value []byte) { list = append(list, entry{index, k, value}) }

	class, at := byte(classRunning), g.Started
	result, over := g.Result()
	if over {
		class, at = classFinished, g.Ended()
	}
	of := func(p game.PersonID, class byte) {
		add(gamesByPerson, key{}.person(p).byte(class).time(at).last(id), nil)
		add(gamesByPersonPlace, key{}.person(p).place(g.Place).byte(class).time(at).last(id), nil)
	}
	for _, p := range g.Players {
		if isOne(p) {
			of(p, class)
		}
	}
	for _, f := range g.Followers {
		of(f.Person, classFollowed)
	}
	add(gamesByPlace, key{}.place(g.Place).byte(class).time(at).last(id), nil)
	add(byRules, key{}.rules(g.Rules).byte(classGame).last(id), nil)
	if i, ok := g.Alarm(); ok {
		add(gamesByAlarm, key{}.instant(i).last(id), nil)
	}
	if !over {
		return list
	}
	if result.Moderator.IsPerson() {
		of(result.Moderator, classRuled)
	}
	a, b := min(g.Players[0], g.Players[1]), max(g.Players[0], g.Players[1]) // a former player is last
	if isOne(a) {
		add(gamesByPair, key{}.person(a).person(b).time(at).last(id), pairValue(g, result, a))
	}
	for side, p := range g.Players {
		if p.IsPerson() {
			for _, c := range result.Changes[side] {
				add(ratingsByPerson, key{}.person(p).text(string(g.Pool)).place(c.Place).time(at).last(id), record.Rating(c.After))
			}
		}
	}
	return list
}

// A value of gamesByPair has the first of these bytes, then pairRated, the level of the computer or another
// byte, the place, and the pool.
const (
	pairNothing = '-'
	pairWin     = 'w' // of the person with the lower id
	pairDraw    = 'd'
	pairLoss    = 'l'
	pairRated   = 'r' // the second byte of a rated game
	pairLevel   = '0' // the second byte of a game at level 0 of the computer, if there were one
)

func pairValue(g *game.Game, result game.Result, first game.PersonID) []byte {
	value := []byte{pairNothing, '-'}
	winner, won := result.Outcome.Winner()
	switch {
	case result.Outcome == game.Drawn:
		value[0] = pairDraw
	case won && g.Player(winner) == first:
		value[0] = pairWin
	case won:
		value[0] = pairLoss
	}
	if result.Weight > 0 {
		value[1] = pairRated
	}
	if g.CountsAgainstComputer() {
		value[1] = pairLevel + byte(g.Level)
	}
	return key(value).place(g.Place).last(string(g.Pool))
}

// levelOfPair returns the level of the computer in a value of gamesByPair, or 0.
func levelOfPair(value []byte) int {
	if level := int(value[1]) - pairLevel; level >= 1 && level <= game.Levels {
		return level
	}
	return 0
}

// pairGame returns the place and the pool in a value of gamesByPair.
func pairGame(value []byte) (game.PlaceID, game.Pool) {
	f := fields(value[2:])
	place := f.place()
	return place, game.Pool(f)
}

// challengeEntries returns the index entries of a challenge and its rule set.
func challengeEntries(c *game.Challenge, rules game.RulesID) []entry {
	id := string(c.ID)
	var list []entry
	add := func(index string, k key) { list = append(list, entry{index, k, nil}) }
	for _, p := range []game.PersonID{c.From, c.To} {
		if p.IsPerson() {
			add(challengesByPerson, key{}.person(p).byte(classAny).time(c.Made).last(id))
		}
	}
	add(byRules, key{}.rules(rules).byte(classChallenge).last(id))
	add(challengesByAlarm, key{}.instant(c.Alarm()).last(id))
	if c.State != game.Open {
		return list
	}
	add(challengesByPerson, key{}.person(c.From).byte(classMade).time(c.Made).last(id))
	if c.To.IsPerson() {
		add(challengesByPerson, key{}.person(c.To).byte(classReceived).time(c.Made).last(id))
	}
	add(challengesByPlace, key{}.place(c.Place).time(c.Made).last(id))
	return list
}

// standingEntries returns the index entries of a standing, without the counts.
func standingEntries(s *game.LeaderboardEntry) []entry {
	return []entry{{standingsByRank, key{}.board(s.Leaderboard).rankKeyDown(s.RankKey()).person(s.Person), nil}}
}

// standingKey returns the key of a standing.
func standingKey(p game.PersonID, b game.Leaderboard) key { return key{}.person(p).board(b) }

// answerEntries returns the index entry of an answer.
func answerEntries(id game.RequestID, a *game.AnswerRecord) []entry {
	return []entry{{answersByAge, key{}.time(a.At).last(string(id)), nil}}
}

// recordEntries reads a record and returns its index entries.
func (t *transaction) recordEntries(bucket string, k, value []byte) ([]entry, error) {
	switch f := fields(k); bucket {
	case gamesBucket:
		g, err := record.ReadGame(game.GameID(k), value, t.variant)
		if err != nil {
			return nil, err
		}
		return gameEntries(g), nil
	case challengesBucket:
		c, rules, err := record.ReadChallenge(game.ChallengeID(k), value, t.variant)
		if err != nil {
			return nil, err
		}
		return challengeEntries(c, rules), nil
	case standingsBucket:
		s := game.LeaderboardEntry{Person: f.person(), Leaderboard: f.board()}
		err := record.Standing.Read(value, &s)
		return standingEntries(&s), err
	case answersBucket:
		var a game.AnswerRecord
		err := record.Answered.Read(value, &a)
		return answerEntries(game.RequestID(k), &a), err
	case puzzlesBucket: // this and the others are in no index
		return nil, record.Puzzle.Read(value, new(game.PuzzleRecord))
	case attemptsBucket:
		return nil, record.Attempt.Read(value, new(game.Attempt))
	case dailyBucket:
		return nil, record.Daily.Read(value, new(game.DailyPuzzle))
	default:
		return nil, record.Announcement.Read(value, new(game.Announcement))
	}
}
