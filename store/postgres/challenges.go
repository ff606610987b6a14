package postgres

import (
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
		rows = append(rows, row{challengePeopleTable, []any{int64(p.Person), classes[p.Class], made, string(id)}})
	}
	return rows
}

func challengeKey(id game.ChallengeID) record.Key {
	return record.Key{Kind: record.ChallengeKind, Text: string(id)}
}

func (t *transaction) Challenge(id game.ChallengeID) (*game.Challenge, error) {
	b, err := t.record(challengeKey(id), "SELECT record FROM challenges WHERE id = $1", string(id))
	if err != nil {
		return nil, err
	}
	return t.readChallenge(id, b)
}

// readChallenge reads a challenge, and notes its rows.
func (t *transaction) readChallenge(id game.ChallengeID, b []byte) (*game.Challenge, error) {
	c, err := record.ReadChallenge(id, b, t.variant)
	if err == nil && t.writes {
		t.learn(challengeKey(id), b)
		t.rows[challengeKey(id)] = challengeRows(id, index.OfChallenge(c), b)
	}
	return c, err
}

func (t *transaction) PutChallenge(c *game.Challenge) error {
	before, err := rowsBefore(t, challengeKey(c.ID), t.Challenge, c.ID)
	if err == nil && before == nil {
		err = t.putRules(c.Rules, c.Variant)
	}
	if err != nil {
		return err
	}
	b := record.Challenge(c)
	return t.replace(challengeKey(c.ID), b, before, challengeRows(c.ID, index.OfChallenge(c), b))
}

func (t *transaction) DeleteChallenge(id game.ChallengeID) error {
	before, err := rowsBefore(t, challengeKey(id), t.Challenge, id)
	if before == nil || err != nil {
		return err
	}
	t.replace(challengeKey(id), nil, before, nil)
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
