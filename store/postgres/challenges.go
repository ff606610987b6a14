package postgres

import (
	"github.com/jackc/pgx/v5"

	"doublecorner/game"
	"doublecorner/store/internal/index"
)

// challengeRows returns the rows of a challenge.
func challengeRows(c *game.Challenge, b []byte) []row {
	x := index.OfChallenge(c)
	id, made := string(c.ID), stamp(x.Made)
	rows := []row{{challengesTable, []any{id, int64(x.Place), x.Open, made, int64(x.Alarm), x.Rules[:], b}}}
	for _, p := range x.People {
		rows = append(rows, row{challengePeopleTable, []any{int64(p.Person), classes[p.Class], made, id}})
	}
	return rows
}

func (t *transaction) Challenge(id game.ChallengeID) (*game.Challenge, error) {
	return challenges.get(t, id)
}

func (t *transaction) PutChallenge(c *game.Challenge) error {
	return challenges.put(t, c.ID, c, c.Rules, c.Variant)
}

func (t *transaction) DeleteChallenge(id game.ChallengeID) error { return challenges.delete(t, id) }

func (t *transaction) Challenges(l game.ChallengeList, from game.Cursor, most int) (game.Page[*game.Challenge], error) {
	of := list{"challenges", "place = $1 AND open", []any{int64(l.Place)}, "made", "id"}
	if l.Kind != game.ChallengesIn {
		of = list{"challenge_people", "person = $1 AND class = $2", []any{int64(l.Person), classes[index.ChallengeClass(l.Kind)]}, "made", "challenge"}
	}
	return challenges.page(t, of, from, most)
}

func (t *transaction) ChallengeAlarms(until game.Instant, most int) ([]game.ChallengeID, error) {
	return query(t, pgx.RowTo[game.ChallengeID], "SELECT id FROM challenges WHERE alarm <= $1 ORDER BY alarm, id LIMIT $2", int64(until), most)
}
