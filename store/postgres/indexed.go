package postgres

import (
	"errors"
	"slices"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/store/internal/record"
)

// indexed is a kind of record that is in lists, and that names a rule set. Besides the record, several tables have rows
// that follow from it.
type indexed[ID ~string, T any] struct {
	kind  record.Kind
	table *table // with the record
	read  func(ID, []byte, record.Variants) (*T, error)
	write func(*T) []byte
	rows  func(*T, []byte) []row
}

var (
	games       = indexed[game.GameID, game.Game]{record.GameKind, recordsTable, record.ReadGame, record.Game, gameRows}
	challenges  = indexed[game.ChallengeID, game.Challenge]{record.ChallengeKind, challengesTable, record.ReadChallenge, record.Challenge, challengeRows}
	tournaments = indexed[game.TournamentID, game.Tournament]{record.TournamentKind, tournamentsTable, record.ReadTournament, record.Tournament, tournamentRows}
)

func (k indexed[ID, T]) key(id ID) record.Key { return record.Key{Kind: k.kind, Text: string(id)} }

// get reads a record.
func (k indexed[ID, T]) get(t *transaction, id ID) (*T, error) {
	b, err := t.record(k.key(id))
	if err != nil {
		return nil, err
	}
	return k.of(t, id, b)
}

// of reads a record of its bytes, and notes its rows.
func (k indexed[ID, T]) of(t *transaction, id ID, b []byte) (*T, error) {
	v, err := k.read(id, b, t.variant)
	if err == nil && t.writes {
		t.learn(k.key(id), b)
		t.rows[k.key(id)] = k.rows(v, b)
	}
	return v, err
}

// rowsOf returns the rows of a record.
func (k indexed[ID, T]) rowsOf(i record.Item, variants record.Variants) ([]row, error) {
	v, err := k.read(ID(i.Key.Text), i.Value, variants)
	if err != nil {
		return nil, err
	}
	return k.rows(v, i.Value), nil
}

// before returns the rows of a record as it is stored; none if it is not.
func (k indexed[ID, T]) before(t *transaction, id ID) ([]row, error) {
	if before, known := t.rows[k.key(id)]; known {
		return before, nil
	}
	if _, err := k.get(t, id); err != nil && !errors.Is(err, game.ErrNotFound) {
		return nil, err
	}
	return t.rows[k.key(id)], nil
}

// put writes a record, and its rule set.
func (k indexed[ID, T]) put(t *transaction, id ID, v *T, rules game.RulesID, variant *draughts.Variant) error {
	before, err := k.before(t, id)
	if err == nil && before == nil {
		err = t.putRules(rules, variant)
	}
	if err != nil {
		return err
	}
	b := k.write(v)
	return t.replace(k.key(id), b, before, k.rows(v, b))
}

// delete deletes a record, and its rule set if nothing has it any more.
func (k indexed[ID, T]) delete(t *transaction, id ID) error {
	before, err := k.before(t, id)
	if before == nil || err != nil {
		return err
	}
	t.replace(k.key(id), nil, before, nil)
	return t.write(`DELETE FROM rule_sets WHERE id = $1
		AND NOT EXISTS (SELECT 1 FROM games WHERE games.rules = $1) AND NOT EXISTS (SELECT 1 FROM challenges WHERE challenges.rules = $1)
		AND NOT EXISTS (SELECT 1 FROM tournaments WHERE tournaments.rules = $1)`,
		before[0].values[slices.Index(before[0].table.columns, "rules")])
}
