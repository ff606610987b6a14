package postgres

import (
	"errors"

	"github.com/jackc/pgx/v5"

	"doublecorner/game"
	"doublecorner/store/internal/index"
	"doublecorner/store/internal/record"
)

// challengeRows returns the rows of a challenge.
func challengeRows(id game.ChallengeID, x index.Challenge, b []byte) []row {
	made := stamp(x.Made)
	rows := []row{{challengesTable, []any{string(id), int64(x.Place), x.Open, made, int64(x.Alarm), x.Rules[:], b}}}
	for _, p := range x.People {
		rows = append(rows, row{peopleTable, []any{int64(p.Person), classes[p.Class], made, string(id)}})
	}
	return rows
}

func challengeKey(id game.ChallengeID) record.Key {
	return record.Key{Kind: record.ChallengeKind, Text: string(id)}
}

func (t *transaction) Challenge(id game.ChallengeID) (*game.Challenge, error) {
	if !isText(string(id)) {
		return nil, game.ErrNotFound
	}
	b, err := t.record(challengeKey(id), "SELECT record FROM challenges WHERE id = $1", string(id))
	if err != nil {
		return nil, err
	}
	return t.readChallenge(id, b)
}

// readChallenge reads a challenge, and notes its rows.
func (t *transaction) readChallenge(id game.ChallengeID, b []byte) (*game.Challenge, error) {
	c, rules, err := record.ReadChallenge(id, b, t.variant)
	if err == nil && t.writes {
		t.learn(challengeKey(id), b)
		t.rows[challengeKey(id)] = challengeRows(id, index.OfChallenge(c, rules), b)
	}
	return c, err
}

// challengeBefore returns the rows of a challenge as it is stored; none if it is not.
func (t *transaction) challengeBefore(id game.ChallengeID) ([]row, error) {
	if before, known := t.rows[challengeKey(id)]; known {
		return before, nil
	}
	_, err := t.Challenge(id)
	if errors.Is(err, game.ErrNotFound) {
		return nil, nil
	}
	return t.rows[challengeKey(id)], err
}

func (t *transaction) PutChallenge(c *game.Challenge) error {
	before, err := t.challengeBefore(c.ID)
	if err != nil {
		return err
	}
	rules := game.IdentifyRules(c.Variant.Rules())
	if before == nil {
		if err := t.putRules(rules, c.Variant); err != nil {
			return err
		}
	}
	k, b := challengeKey(c.ID), record.Challenge(c, rules)
	t.learn(k, b)
	t.rows[k] = challengeRows(c.ID, index.OfChallenge(c, rules), b)
	return t.replace(before, t.rows[k])
}

func (t *transaction) DeleteChallenge(id game.ChallengeID) error {
	before, err := t.challengeBefore(id)
	if before == nil || err != nil {
		return err
	}
	k := challengeKey(id)
	t.learn(k, nil)
	t.rows[k] = nil
	t.replace(before, nil)
	return t.write(`DELETE FROM rules WHERE id = $1
		AND NOT EXISTS (SELECT 1 FROM games WHERE games.rules = $1) AND NOT EXISTS (SELECT 1 FROM challenges WHERE challenges.rules = $1)
		AND NOT EXISTS (SELECT 1 FROM tournaments WHERE tournaments.rules = $1)`,
		before[0].values[rulesOfChallenge])
}

// rulesOfChallenge is the column with the rule set of a challenge.
const rulesOfChallenge = 5

func (t *transaction) Challenges(l game.ChallengeList, from game.Cursor, most int) (game.Page[*game.Challenge], error) {
	own := [2]string{"challenges", "id"}
	challenges := list{"challenges", "place = $1 AND open", []any{int64(l.Place)}, "made", "id", own}
	if l.Kind != game.ChallengesIn {
		challenges = list{"challenge_people", "person = $1 AND class = $2", []any{int64(l.Person), classes[index.ChallengeClass(l.Kind)]}, "made", "challenge", own}
	}
	return page(t, challenges, from, most, func(i item) (*game.Challenge, error) { return t.readChallenge(game.ChallengeID(i.id), i.record) })
}

func (t *transaction) ChallengeAlarms(until game.Instant, most int) ([]game.ChallengeID, error) {
	return query(t, pgx.RowTo[game.ChallengeID], "SELECT id FROM challenges WHERE alarm <= $1 ORDER BY alarm, id LIMIT $2", int64(until), most)
}
