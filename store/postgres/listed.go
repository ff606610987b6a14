package postgres

import (
	"errors"
	"fmt"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/store/internal/index"
	"doublecorner/store/internal/record"
)

// listed is a kind of record that is in lists, and that names a rule set. Besides the record, several tables have rows
// that follow from it.
type listed[ID ~string, T any] struct {
	kind          record.Kind
	table, column string // that have the record, and its id
	read          func(ID, []byte, record.Variants) (*T, error)
	write         func(*T) []byte
	rows          func(*T, []byte) []row
}

var (
	games       = listed[game.GameID, game.Game]{record.GameKind, "game_records", "game", record.ReadGame, record.Game, gameRows}
	challenges  = listed[game.ChallengeID, game.Challenge]{record.ChallengeKind, "challenges", "id", record.ReadChallenge, record.Challenge, challengeRows}
	tournaments = listed[game.TournamentID, game.Tournament]{record.TournamentKind, "tournaments", "id", record.ReadTournament, record.Tournament, tournamentRows}
)

// classes are the names of classes in the tables.
var classes = map[index.Class]string{
	index.Running: "running", index.Finished: "finished", index.Ruled: "ruled", index.Followed: "followed",
	index.Made: "made", index.Received: "received", index.Any: "any", index.Won: "won",
}

func (l listed[ID, T]) key(id ID) record.Key { return record.Key{Kind: l.kind, Text: string(id)} }

// get reads a record.
func (l listed[ID, T]) get(t *transaction, id ID) (*T, error) {
	b, err := t.record(l.key(id), fmt.Sprintf("SELECT record FROM %s WHERE %s = $1", l.table, l.column), string(id))
	if err != nil {
		return nil, err
	}
	return l.of(t, id, b)
}

// of reads a record of its bytes, and notes its rows.
func (l listed[ID, T]) of(t *transaction, id ID, b []byte) (*T, error) {
	v, err := l.read(id, b, t.variant)
	if err == nil && t.writes {
		t.learn(l.key(id), b)
		t.rows[l.key(id)] = l.rows(v, b)
	}
	return v, err
}

// rowsOf returns the rows of a record.
func (l listed[ID, T]) rowsOf(i record.Item, variants record.Variants) ([]row, error) {
	v, err := l.read(ID(i.Key.Text), i.Value, variants)
	if err != nil {
		return nil, err
	}
	return l.rows(v, i.Value), nil
}

// before returns the rows of a record as it is stored; none if it is not.
func (l listed[ID, T]) before(t *transaction, id ID) ([]row, error) {
	if before, known := t.rows[l.key(id)]; known {
		return before, nil
	}
	if _, err := l.get(t, id); err != nil && !errors.Is(err, game.ErrNotFound) {
		return nil, err
	}
	return t.rows[l.key(id)], nil
}

// put writes a record, and its rule set.
func (l listed[ID, T]) put(t *transaction, id ID, v *T, rules game.RulesID, variant *draughts.Variant) error {
	before, err := l.before(t, id)
	if err == nil && before == nil {
		err = t.putRules(rules, variant)
	}
	if err != nil {
		return err
	}
	b := l.write(v)
	return t.replace(l.key(id), b, before, l.rows(v, b))
}
