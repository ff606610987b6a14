package keyed

import (
	"doublecorner/game"
	"doublecorner/store/internal/index"
)

func (t *Tx) Challenge(id game.ChallengeID) (*game.Challenge, error) {
	return challenges.get(t, id)
}

func (t *Tx) PutChallenge(c *game.Challenge) error {
	return challenges.put(t, c.ID, c, c.Rules, c.Variant)
}

func (t *Tx) DeleteChallenge(id game.ChallengeID) error {
	return t.putIndexed(challengesBucket, []byte(id), nil, nil)
}

func (t *Tx) Challenges(l game.ChallengeList, from game.Cursor, most int) (game.Page[*game.Challenge], error) {
	of := list{challengesByPlace, newKey().place(l.Place), true}
	if l.Kind != game.ChallengesIn {
		of.bucket, of.prefix = challengesByPerson, newKey().person(l.Person).byte(byte(index.ChallengeClass(l.Kind)))
	}
	return challenges.page(t, of, from, most)
}

func (t *Tx) ChallengeAlarms(until game.Instant, most int) ([]game.ChallengeID, error) {
	return earliest[game.ChallengeID](t, challengesByAlarm, until, most)
}
