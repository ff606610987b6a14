package store

import (
	"encoding/binary"
	"time"

	bolt "go.etcd.io/bbolt"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

// transaction is what package game sees of a transaction of the file.
type transaction struct {
	store   *Store
	tx      *bolt.Tx
	buckets map[string]*bolt.Bucket // the indexes that were used
	dirty   bool                    // something was written
}

var _ game.Tx = (*transaction)(nil)

func (t *transaction) top(name []byte) *bolt.Bucket {
	b := t.buckets[string(name)]
	if b == nil {
		b = t.tx.Bucket(name)
		t.buckets[string(name)] = b
	}
	return b
}

func (t *transaction) index(name string) *bolt.Bucket {
	b := t.buckets[name]
	if b == nil {
		b = t.top(indexBucket).Bucket([]byte(name))
		t.buckets[name] = b
	}
	return b
}

// put writes a record.
func (t *transaction) put(bucket []byte, k, value []byte) error {
	t.dirty = true
	return t.top(bucket).Put(k, value)
}

func (t *transaction) Game(id game.GameID) (*game.Game, error) {
	b := t.top(gamesBucket).Get([]byte(id))
	if b == nil {
		return nil, game.ErrMissing
	}
	return record.ReadGame(id, b, t.variant)
}

func (t *transaction) PutGame(g *game.Game) error {
	old, err := t.Game(g.ID)
	var before []entry
	if err == nil {
		before = gameEntries(old)
	} else if err != game.ErrMissing {
		return err
	}
	if err := t.put(gamesBucket, []byte(g.ID), record.Game(g)); err != nil {
		return err
	}
	if err := putRules(t.top(rulesBucket), g.Rules, g.Variant); err != nil {
		return err
	}
	return t.reindex(before, gameEntries(g))
}

// gameList returns the index in which a list of games is.
func gameList(list game.GameList) (index string, prefix key) {
	switch list.Kind {
	case game.GamesRunningOf:
		return gamesByPerson, key{}.person(list.Person).byte(classRunning)
	case game.GamesFinishedOf:
		return gamesByPerson, key{}.person(list.Person).byte(classFinished)
	case game.GamesRuledBy:
		return gamesByPerson, key{}.person(list.Person).byte(classRuled)
	case game.GamesRunningIn:
		return gamesByPlace, key{}.place(list.Place).byte(classRunning)
	case game.GamesFinishedIn:
		return gamesByPlace, key{}.place(list.Place).byte(classFinished)
	default:
		return gamesByPair, key{}.person(min(list.Person, list.Other)).person(max(list.Person, list.Other))
	}
}

// timeWidth is the length of a time in a key.
const timeWidth = 8

func (t *transaction) Games(list game.GameList, from game.Cursor, most int) (game.Page[*game.Game], error) {
	if list.Kind == game.GamesAll {
		return page(t.top(gamesBucket), nil, forward, from, most, func(id, value []byte) (*game.Game, error) {
			return record.ReadGame(game.GameID(id), value, t.variant)
		})
	}
	index, prefix := gameList(list)
	return page(t.index(index), prefix, backward, from, most, func(suffix, _ []byte) (*game.Game, error) {
		f := fields(suffix)
		f.take(timeWidth)
		return t.Game(game.GameID(f))
	})
}

func (t *transaction) CountGames(list game.GameList, most int) (int, error) {
	b, prefix := t.top(gamesBucket), key(nil)
	if list.Kind != game.GamesAll {
		var index string
		index, prefix = gameList(list)
		b = t.index(index)
	}
	return count(b, prefix, most)
}

func count(b *bolt.Bucket, prefix []byte, most int) (int, error) {
	n := 0
	err := walk(b, prefix, nil, forward, func(_, _ []byte) (bool, error) {
		if n < most {
			n++
		}
		return n < most, nil
	})
	return n, err
}

// alarms returns ids from an index that begins with instants.
func alarms[ID ~string](b *bolt.Bucket, until game.Instant, most int) ([]ID, error) {
	var ids []ID
	end := key{}.instant(until)
	err := walk(b, nil, nil, forward, func(k, _ []byte) (bool, error) {
		if len(ids) >= most || string(k[:timeWidth]) > string(end) {
			return false, nil
		}
		ids = append(ids, ID(k[timeWidth:]))
		return true, nil
	})
	return ids, err
}

func (t *transaction) Alarms(until game.Instant, most int) ([]game.GameID, error) {
	return alarms[game.GameID](t.index(gamesByAlarm), until, most)
}

// pairGames visits the finished games of two people, the latest first.
func (t *transaction) pairGames(a, b game.PersonID, visit func(at time.Time, value []byte) bool) error {
	prefix := key{}.person(min(a, b)).person(max(a, b))
	return walk(t.index(gamesByPair), prefix, nil, backward, func(suffix, value []byte) (bool, error) {
		f := fields(suffix)
		return visit(f.time(), value), nil
	})
}

func (t *transaction) RatedBetween(a, b game.PersonID, since time.Time) (int, error) {
	n := 0
	err := t.pairGames(a, b, func(at time.Time, value []byte) bool {
		if at.Before(since) {
			return false
		}
		if value[1] == pairRated {
			n++
		}
		return true
	})
	return n, err
}

func (t *transaction) Scores(a, b game.PersonID) ([]game.Score, error) {
	var scores []game.Score
	where := map[game.Pool]int{}
	err := t.pairGames(a, b, func(_ time.Time, value []byte) bool {
		if value[0] == pairNothing {
			return true
		}
		pool := game.Pool(value[2:])
		i, ok := where[pool]
		if !ok {
			i = len(scores)
			where[pool] = i
			scores = append(scores, game.Score{Pool: pool})
		}
		s := &scores[i]
		switch lowWon := value[0] == pairWin; {
		case value[0] == pairDraw:
			s.Draws++
		case lowWon == (a < b):
			s.Wins++
		default:
			s.Losses++
		}
		return true
	})
	return scores, err
}

func (t *transaction) RatingHistory(p game.PersonID, pool game.Pool, place game.PlaceID, from game.Cursor, most int) (game.Page[game.RatingPoint], error) {
	prefix := key{}.person(p).text(string(pool)).place(place)
	return page(t.index(ratingsByPerson), prefix, backward, from, most, func(suffix, value []byte) (game.RatingPoint, error) {
		f := fields(suffix)
		point := game.RatingPoint{At: f.time()}
		point.Game = game.GameID(f)
		var err error
		point.Rating, err = record.ReadRating(value)
		return point, err
	})
}

func (t *transaction) Challenge(id game.ChallengeID) (*game.Challenge, error) {
	b := t.top(challengesBucket).Get([]byte(id))
	if b == nil {
		return nil, game.ErrMissing
	}
	return record.ReadChallenge(id, b, t.variant)
}

func (t *transaction) challengeEntries(id game.ChallengeID) ([]entry, error) {
	old, err := t.Challenge(id)
	if err == game.ErrMissing {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return challengeEntries(old), nil
}

func (t *transaction) PutChallenge(c *game.Challenge) error {
	before, err := t.challengeEntries(c.ID)
	if err != nil {
		return err
	}
	rules := game.IdentifyRules(c.Variant.Rules())
	if err := t.put(challengesBucket, []byte(c.ID), record.Challenge(c, rules)); err != nil {
		return err
	}
	if err := putRules(t.top(rulesBucket), rules, c.Variant); err != nil {
		return err
	}
	return t.reindex(before, challengeEntries(c))
}

func (t *transaction) DeleteChallenge(id game.ChallengeID) error {
	before, err := t.challengeEntries(id)
	if err != nil || before == nil {
		return err
	}
	t.dirty = true
	if err := t.top(challengesBucket).Delete([]byte(id)); err != nil {
		return err
	}
	return t.reindex(before, nil)
}

// challengeList returns the index in which a list of challenges is.
func challengeList(list game.ChallengeList) (index string, prefix key) {
	switch list.Kind {
	case game.ChallengesBy:
		return challengesByPerson, key{}.person(list.Person).byte(classMade)
	case game.ChallengesTo:
		return challengesByPerson, key{}.person(list.Person).byte(classReceived)
	case game.ChallengesWith:
		return challengesByPerson, key{}.person(list.Person).byte(classAny)
	default:
		return challengesByPlace, key{}.place(list.Place)
	}
}

func (t *transaction) Challenges(list game.ChallengeList, from game.Cursor, most int) (game.Page[*game.Challenge], error) {
	index, prefix := challengeList(list)
	return page(t.index(index), prefix, backward, from, most, func(suffix, _ []byte) (*game.Challenge, error) {
		f := fields(suffix)
		f.take(timeWidth)
		return t.Challenge(game.ChallengeID(f))
	})
}

func (t *transaction) CountChallenges(list game.ChallengeList, most int) (int, error) {
	index, prefix := challengeList(list)
	return count(t.index(index), prefix, most)
}

func (t *transaction) ChallengeAlarms(until game.Instant, most int) ([]game.ChallengeID, error) {
	return alarms[game.ChallengeID](t.index(challengesByAlarm), until, most)
}

func (t *transaction) Standing(p game.PersonID, b game.Board) (*game.Standing, error) {
	value := t.top(standingsBucket).Get(standingKey(p, b))
	if value == nil {
		return nil, game.ErrMissing
	}
	return record.ReadStanding(p, b, value)
}

func (t *transaction) Standings(p game.PersonID) ([]*game.Standing, error) {
	var list []*game.Standing
	err := walk(t.top(standingsBucket), key{}.person(p), nil, forward, func(suffix, value []byte) (bool, error) {
		f := fields(suffix)
		s, err := record.ReadStanding(p, f.board(), value)
		list = append(list, s)
		return true, err
	})
	return list, err
}

func (t *transaction) PutStanding(s *game.Standing) error {
	if err := t.DeleteStanding(s.Person, s.Board); err != nil {
		return err
	}
	if err := t.put(standingsBucket, standingKey(s.Person, s.Board), record.Standing(s)); err != nil {
		return err
	}
	if err := recount(t.index(standingCounts), s.Board, s.Height(), 1); err != nil {
		return err
	}
	return t.reindex(nil, standingEntries(s))
}

func (t *transaction) DeleteStanding(p game.PersonID, b game.Board) error {
	old, err := t.Standing(p, b)
	if err == game.ErrMissing {
		return nil
	} else if err != nil {
		return err
	}
	t.dirty = true
	if err := recount(t.index(standingCounts), b, old.Height(), -1); err != nil {
		return err
	}
	if err := t.reindex(standingEntries(old), nil); err != nil {
		return err
	}
	return t.top(standingsBucket).Delete(standingKey(p, b))
}

func (t *transaction) Leaderboard(b game.Board, from game.Cursor, most int) (game.Page[*game.Standing], error) {
	return page(t.index(standingsByHeight), key{}.board(b), forward, from, most, func(suffix, _ []byte) (*game.Standing, error) {
		f := fields(suffix)
		f.take(levels)
		return t.Standing(f.person(), b)
	})
}

func (t *transaction) Above(b game.Board, h game.Height) (int, error) {
	return countAbove(t.index(standingCounts), b, h)
}

func (t *transaction) Announce(a game.Announcement) (game.AnnouncementID, error) {
	t.dirty = true
	n, err := t.top(announcementsBucket).NextSequence()
	if err != nil {
		return 0, err
	}
	return game.AnnouncementID(n), t.put(announcementsBucket, key{}.uint64(n), record.Announcement(&a))
}

func (t *transaction) Announcements(after game.AnnouncementID, most int) ([]game.Announcement, error) {
	var list []game.Announcement
	err := walk(t.top(announcementsBucket), nil, key{}.uint64(uint64(after)), forward, func(k, value []byte) (bool, error) {
		if len(list) >= most {
			return false, nil
		}
		a, err := record.ReadAnnouncement(game.AnnouncementID(binary.BigEndian.Uint64(k)), value)
		list = append(list, a)
		return true, err
	})
	return list, err
}

func (t *transaction) Delivered(id game.AnnouncementID) error {
	b, k := t.top(announcementsBucket), key{}.uint64(uint64(id))
	if b.Get(k) == nil {
		return nil
	}
	t.dirty = true
	return b.Delete(k)
}

func (t *transaction) Answered(id game.RequestID) (game.Answered, error) {
	value := t.top(answersBucket).Get([]byte(id))
	if value == nil {
		return game.Answered{}, game.ErrMissing
	}
	return record.ReadAnswered(value)
}

func (t *transaction) PutAnswered(id game.RequestID, a game.Answered) error {
	var before []entry
	if old, err := t.Answered(id); err == nil {
		before = answerEntries(id, &old)
	} else if err != game.ErrMissing {
		return err
	}
	if err := t.put(answersBucket, []byte(id), record.Answered(&a)); err != nil {
		return err
	}
	return t.reindex(before, answerEntries(id, &a))
}

func answerEntries(id game.RequestID, a *game.Answered) []entry {
	return []entry{{answersByAge, key{}.time(a.At).last(string(id)), nil}}
}

func (t *transaction) ForgetAnswered(before time.Time, most int) (int, error) {
	end := key{}.time(before)
	var old [][]byte
	if err := walk(t.index(answersByAge), nil, nil, forward, func(k, _ []byte) (bool, error) {
		if len(old) >= most || string(k[:timeWidth]) >= string(end) {
			return false, nil
		}
		old = append(old, append([]byte(nil), k...))
		return true, nil
	}); err != nil {
		return 0, err
	}
	for _, k := range old {
		t.dirty = true
		if err := t.index(answersByAge).Delete(k); err != nil {
			return 0, err
		}
		if err := t.top(answersBucket).Delete(k[timeWidth:]); err != nil {
			return 0, err
		}
	}
	return len(old), nil
}

func (t *transaction) Service() (game.Service, error) {
	value := t.top(metaBucket).Get(serviceKey)
	if value == nil {
		return game.Service{}, nil
	}
	return record.ReadService(value)
}

func (t *transaction) PutService(s game.Service) error {
	return t.put(metaBucket, serviceKey, record.Service(s))
}

func (t *transaction) Erasures() ([]game.PersonID, error) {
	var people []game.PersonID
	err := walk(t.top(erasuresBucket), nil, nil, forward, func(k, _ []byte) (bool, error) {
		f := fields(k)
		people = append(people, f.person())
		return true, nil
	})
	return people, err
}

func (t *transaction) Erasing(p game.PersonID) (bool, error) {
	return t.top(erasuresBucket).Get(key{}.person(p)) != nil, nil
}

func (t *transaction) PutErasure(p game.PersonID) error {
	return t.put(erasuresBucket, key{}.person(p), []byte{})
}

func (t *transaction) DeleteErasure(p game.PersonID) error {
	t.dirty = true
	return t.top(erasuresBucket).Delete(key{}.person(p))
}
