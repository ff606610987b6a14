package keyed

import (
	"bytes"
	"slices"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/store/internal/record"
)

// indexed is a kind of record that is in lists, and that names a rule set.
type indexed[ID ~string, T any] struct {
	bucket  string
	read    func(ID, []byte, record.Variants) (*T, error)
	write   func(*T) []byte
	entries func(*T) []entry
}

var (
	games       = indexed[game.GameID, game.Game]{gamesBucket, record.ReadGame, record.Game, gameEntries}
	challenges  = indexed[game.ChallengeID, game.Challenge]{challengesBucket, record.ReadChallenge, record.Challenge, challengeEntries}
	tournaments = indexed[game.TournamentID, game.Tournament]{tournamentsBucket, record.ReadTournament, record.Tournament, tournamentEntries}
)

// get reads a record.
func (k indexed[ID, T]) get(t *Tx, id ID) (*T, error) {
	b, err := t.get(k.bucket, []byte(id))
	if err != nil {
		return nil, err
	}
	return k.of(t, id, b)
}

// of reads a record of its bytes, and notes its index entries.
func (k indexed[ID, T]) of(t *Tx, id ID, b []byte) (*T, error) {
	v, err := k.read(id, b, t.variant)
	if err == nil && t.entries != nil {
		t.entries[location{k.bucket, string(id)}] = k.entries(v)
	}
	return v, err
}

// page reads a page of a list of records by time.
func (k indexed[ID, T]) page(t *Tx, l list, from game.Cursor, most int) (game.Page[*T], error) {
	return page(t, l, from, most, func(line fields, _ []byte) (*T, error) { return k.get(t, ID(line.after(timeWidth))) })
}

// entriesOf returns the index entries of a record.
func (k indexed[ID, T]) entriesOf(t *Tx, id, b []byte) ([]entry, error) {
	v, err := k.read(ID(id), b, t.variant)
	if err != nil {
		return nil, err
	}
	return k.entries(v), nil
}

// put writes a record, and its rule set.
func (k indexed[ID, T]) put(t *Tx, id ID, v *T, rules game.RulesID, variant *draughts.Variant) error {
	before, err := t.storedEntries(k.bucket, []byte(id))
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(before, func(e entry) bool { return e.index == byRules && bytes.HasPrefix(e.key, rules[:]) }) {
		if err := t.putRules(rules, variant); err != nil {
			return err
		}
	}
	return t.putIndexed(k.bucket, []byte(id), k.write(v), k.entries(v))
}
