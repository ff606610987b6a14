package store

import (
	"doublecorner/game"
	"doublecorner/store/internal/index"
	"doublecorner/store/internal/record"
)

func (t *transaction) Challenge(id game.ChallengeID) (*game.Challenge, error) {
	b := t.bucket(challengesBucket).Get([]byte(id))
	if b == nil {
		return nil, game.ErrNotFound
	}
	return record.ReadChallenge(id, b, t.variant)
}

func (t *transaction) PutChallenge(c *game.Challenge) error {
	if err := t.putRules(c.Rules, c.Variant); err != nil {
		return err
	}
	return t.putIndexed(challengesBucket, []byte(c.ID), record.Challenge(c), challengeEntries(c))
}

func (t *transaction) DeleteChallenge(id game.ChallengeID) error {
	return t.putIndexed(challengesBucket, []byte(id), nil, nil)
}

func (t *transaction) Challenges(l game.ChallengeList, from game.Cursor, most int) (game.Page[*game.Challenge], error) {
	challenges := list{bucket: t.bucket(challengesByPlace), prefix: key{}.place(l.Place), order: backward}
	if l.Kind != game.ChallengesIn {
		challenges.bucket, challenges.prefix = t.bucket(challengesByPerson), key{}.person(l.Person).byte(byte(index.ChallengeClass(l.Kind)))
	}
	return page(challenges, from, most, func(suffix, _ []byte) (*game.Challenge, error) {
		return t.Challenge(game.ChallengeID(fields(suffix).after(timeWidth)))
	})
}

func (t *transaction) ChallengeAlarms(until game.Instant, most int) ([]game.ChallengeID, error) {
	return earliest[game.ChallengeID](t.bucket(challengesByAlarm), until, most), nil
}
