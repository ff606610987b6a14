package store

import (
	"doublecorner/game"
	"doublecorner/store/internal/index"
)

func (t *transaction) Challenge(id game.ChallengeID) (*game.Challenge, error) {
	return challenges.get(t, id)
}

func (t *transaction) PutChallenge(c *game.Challenge) error {
	return challenges.put(t, c.ID, c, c.Rules, c.Variant)
}

func (t *transaction) DeleteChallenge(id game.ChallengeID) error {
	return t.putIndexed(challengesBucket, []byte(id), nil, nil)
}

func (t *transaction) Challenges(l game.ChallengeList, from game.Cursor, most int) (game.Page[*game.Challenge], error) {
	of := list{bucket: t.bucket(challengesByPlace), prefix: key{}.place(l.Place), order: backward}
	if l.Kind != game.ChallengesIn {
		of.bucket, of.prefix = t.bucket(challengesByPerson), key{}.person(l.Person).byte(byte(index.ChallengeClass(l.Kind)))
	}
	return challenges.page(t, of, from, most)
}

func (t *transaction) ChallengeAlarms(until game.Instant, most int) ([]game.ChallengeID, error) {
	return earliest[game.ChallengeID](t.bucket(challengesByAlarm), until, most), nil
}
