package store

import (
	"doublecorner/game"
	"doublecorner/store/internal/record"
)

func (t *transaction) Challenge(id game.ChallengeID) (*game.Challenge, error) {
	c, _, err := t.challenge(id)
	return c, err
}

func (t *transaction) challenge(id game.ChallengeID) (*game.Challenge, game.RulesID, error) {
	b := t.top(challengesBucket).Get([]byte(id))
	if b == nil {
		return nil, game.RulesID{}, game.ErrNotFound
	}
	return record.ReadChallenge(id, b, t.variant)
}

func (t *transaction) challengeEntries(id game.ChallengeID) ([]entry, error) {
	old, rules, err := t.challenge(id)
	if err == game.ErrNotFound {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return challengeEntries(old, rules), nil
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
	if err := t.putRules(rules, c.Variant); err != nil {
		return err
	}
	return t.reindex(before, challengeEntries(c, rules))
}

func (t *transaction) DeleteChallenge(id game.ChallengeID) error {
	before, err := t.challengeEntries(id)
	if err != nil || before == nil {
		return err
	}
	if err := t.delete(challengesBucket, []byte(id)); err != nil {
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
	return page(t.index(index), prefix, nil, backward, from, most, func(suffix, _ []byte) (*game.Challenge, error) {
		f := fields(suffix)
		f.take(timeWidth)
		return t.Challenge(game.ChallengeID(f))
	})
}

func (t *transaction) ChallengeAlarms(until game.Instant, most int) ([]game.ChallengeID, error) {
	return alarms[game.ChallengeID](t.index(challengesByAlarm), until, most)
}
