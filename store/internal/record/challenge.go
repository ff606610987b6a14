package record

import (
	"fmt"

	"doublecorner/game"
)

const challengeVersion = 1

// Challenge writes a challenge.
func Challenge(c *game.Challenge, rules game.RulesID) []byte {
	w := begin(challengeVersion)
	w.uint(uint64(c.Place))
	w.uint(uint64(c.Room))
	w.uint(uint64(c.From))
	w.uint(uint64(c.To))
	w.b = append(w.b, rules[:]...)
	w.terms(&c.Terms)
	w.time(c.Made)
	w.span(c.Downtime)
	w.byte(byte(c.State))
	w.time(c.Closed)
	w.text(string(c.Game))
	w.text(string(c.CounterTo))
	w.text(string(c.RematchOf))
	return w.b
}

// ReadChallenge reads a challenge and the id of its rule set.
func ReadChallenge(id game.ChallengeID, b []byte, variants Variants) (*game.Challenge, game.RulesID, error) {
	c, rules, err := readChallenge(id, b, variants)
	if err != nil {
		return nil, game.RulesID{}, fmt.Errorf("challenge %s: %w", id, err)
	}
	return c, rules, nil
}

func readChallenge(id game.ChallengeID, b []byte, variants Variants) (c *game.Challenge, rules game.RulesID, err error) {
	r, version := open(b)
	if version != challengeVersion {
		return nil, rules, unknown(version)
	}
	c = &game.Challenge{
		ID: id, Place: game.PlaceID(r.uint()), Room: game.RoomID(r.uint()),
		From: game.PersonID(r.uint()), To: game.PersonID(r.uint()),
	}
	copy(rules[:], r.take(uint64(len(rules))))
	if r.err != nil {
		return nil, rules, r.err
	}
	v, err := variants(rules)
	if err != nil {
		return nil, rules, err
	}
	c.Terms = r.terms(v)
	c.Made = r.time()
	c.Downtime = r.span()
	c.State = game.ChallengeState(r.byte())
	c.Closed = r.time()
	c.Game = game.GameID(r.text())
	c.CounterTo = game.ChallengeID(r.text())
	c.RematchOf = game.GameID(r.text())
	return c, rules, r.close()
}
