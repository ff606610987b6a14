package store

import (
	"slices"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
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
		add(gamesByPerson, key{}.person(p.Person).byte(byte(p.Class)).time(x.At).last(id), nil)
		add(gamesByPersonPlace, key{}.person(p.Person).place(x.Place).byte(byte(p.Class)).time(x.At).last(id), nil)
	}
	add(gamesByPlace, key{}.place(x.Place).byte(byte(x.Class)).time(x.At).last(id), nil)
	add(byRules, key{}.rules(x.Rules).byte(classGame).last(id), nil)
	if x.Alarmed {
		add(gamesByAlarm, key{}.instant(x.Alarm).last(id), nil)
	}
	if x.Pair != nil {
		add(gamesByPair, key{}.person(x.Pair.First).person(x.Pair.Second).time(x.At).last(id), pairValue(x))
	}
	for _, r := range x.Ratings {
		add(ratingsByPerson, key{}.person(r.Person).text(string(x.Pool)).place(r.Place).time(x.At).last(id), record.Rating(r.After))
	}
	return list
}

// A value of gamesByPair has the outcome, then pairRated, the level of the computer or another byte, the
// place, and the pool.
const (
	pairRated = 'r' // the second byte of a rated game
	pairLevel = '0' // the second byte of a game at level 0 of the computer, if there were one
)

func pairValue(x index.Game) []byte {
	value := []byte{byte(x.Pair.Outcome), '-'}
	switch {
	case x.Pair.Rated:
		value[1] = pairRated
	case x.Pair.Level > 0:
		value[1] = pairLevel + byte(x.Pair.Level)
	}
	return key(value).place(x.Place).last(string(x.Pool))
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

// challengeEntries returns the index entries of a challenge.
func challengeEntries(c *game.Challenge) []entry {
	id, x := string(c.ID), index.OfChallenge(c)
	var list []entry
	add := func(index string, k key) { list = append(list, entry{index, k, nil}) }
	for _, p := range x.People {
		add(challengesByPerson, key{}.person(p.Person).byte(byte(p.Class)).time(x.Made).last(id))
	}
	add(byRules, key{}.rules(x.Rules).byte(classChallenge).last(id))
	add(challengesByAlarm, key{}.instant(x.Alarm).last(id))
	if x.Open {
		add(challengesByPlace, key{}.place(x.Place).time(x.Made).last(id))
	}
	return list
}

// tournamentEntries returns the index entries of a tournament. The list of people's titles is also one by place.
func tournamentEntries(t *game.Tournament) []entry {
	id, x := string(t.ID), index.OfTournament(t)
	var list []entry
	add := func(index string, k key) { list = append(list, entry{index, k, nil}) }
	for _, p := range x.People {
		of := key{}.person(p.Person).byte(byte(p.Class))
		add(tournamentsByPerson, slices.Clone(of).place(game.Everywhere).time(x.Made).last(id))
		if p.Class == index.Won {
			add(tournamentsByPerson, of.place(x.Place).time(x.Made).last(id))
		}
	}
	add(tournamentsByPlace, key{}.place(x.Place).byte(byte(x.Class)).time(x.Made).last(id))
	add(byRules, key{}.rules(x.Rules).byte(classTournament).last(id))
	if x.Alarmed {
		add(tournamentsByAlarm, key{}.time(x.Alarm).last(id))
	}
	return list
}

// rankEntries returns the index entries of an entry of a leaderboard, without the counts.
func rankEntries(s *game.LeaderboardEntry) []entry {
	return []entry{{leaderboardsByRank, key{}.leaderboard(s.Leaderboard).rankKeyDown(s.RankKey()).person(s.Person), nil}}
}

// leaderboardKey returns the key of an entry of a leaderboard.
func leaderboardKey(p game.PersonID, b game.Leaderboard) key { return key{}.person(p).leaderboard(b) }

// answerEntries returns the index entry of an answer.
func answerEntries(id game.RequestID, a *game.AnswerRecord) []entry {
	return []entry{{answersByAge, key{}.time(a.At).last(string(id)), nil}}
}

// indexed is a kind of record that is in lists, and that names a rule set.
type indexed[ID ~string, T any] struct {
	bucket  string
	read    func(ID, []byte, record.Variants) (*T, error)
	write   func(*T) []byte
	entries func(*T) []entry
}

var (
	games       = indexed[game.GameID, game.Game]{gamesBucket, record.ReadGame, record.Game, gameEntries}
	challenges  = indexed[game.ChallengeID, game.Challenge]{challengesBucket, record.ReadChallenge, record.Challenge, challengeEntries}
	tournaments = indexed[game.TournamentID, game.Tournament]{tournamentsBucket, record.ReadTournament, record.Tournament, tournamentEntries}
)

// get reads a record.
func (k indexed[ID, T]) get(t *transaction, id ID) (*T, error) {
	b := t.bucket(k.bucket).Get([]byte(id))
	if b == nil {
		return nil, game.ErrNotFound
	}
	v, err := k.read(id, b, t.variant)
	if err == nil && t.entries != nil {
		t.entries[location{k.bucket, string(id)}] = k.entries(v)
	}
	return v, err
}

// page reads a page of a list of records by time.
func (k indexed[ID, T]) page(t *transaction, l list, from game.Cursor, most int) (game.Page[*T], error) {
	return page(l, from, most, func(suffix, _ []byte) (*T, error) { return k.get(t, ID(fields(suffix).after(timeWidth))) })
}

// entriesOf returns the index entries of a record.
func (k indexed[ID, T]) entriesOf(t *transaction, id ID, b []byte) ([]entry, error) {
	v, err := k.read(id, b, t.variant)
	if err != nil {
		return nil, err
	}
	return k.entries(v), nil
}

// put writes a record, and its rule set.
func (k indexed[ID, T]) put(t *transaction, id ID, v *T, rules game.RulesID, variant *draughts.Variant) error {
	if err := t.putRules(rules, variant); err != nil {
		return err
	}
	return t.putIndexed(k.bucket, []byte(id), k.write(v), k.entries(v))
}

// recordEntries reads a record and returns its index entries.
func (t *transaction) recordEntries(bucket string, k, value []byte) ([]entry, error) {
	switch f := fields(k); bucket {
	case gamesBucket:
		return games.entriesOf(t, game.GameID(k), value)
	case challengesBucket:
		return challenges.entriesOf(t, game.ChallengeID(k), value)
	case tournamentsBucket:
		return tournaments.entriesOf(t, game.TournamentID(k), value)
	case leaderboardsBucket:
		s := game.LeaderboardEntry{Person: f.person(), Leaderboard: f.leaderboard()}
		err := record.Entry.Read(value, &s)
		return rankEntries(&s), err
	case answersBucket:
		var a game.AnswerRecord
		err := record.Answered.Read(value, &a)
		return answerEntries(game.RequestID(k), &a), err
	case puzzlesBucket: // this and the others are in no index
		return nil, record.Puzzle.Read(value, new(game.PuzzleRecord))
	case attemptsBucket:
		return nil, record.Attempt.Read(value, new(game.Attempt))
	case erasuresBucket:
		return nil, record.Erasure.Read(value, new(time.Time))
	case dailyBucket:
		return nil, record.Daily.Read(value, new(game.DailyPuzzle))
	default:
		return nil, record.Announcement.Read(value, new(game.Announcement))
	}
}
