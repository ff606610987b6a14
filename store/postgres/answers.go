package postgres

import (
	"time"

	"github.com/jackc/pgx/v5"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

func answerKey(id game.RequestID) record.Key {
	return record.Key{Kind: record.AnswerKind, Text: string(id)}
}

func (t *transaction) AnswerRecord(id game.RequestID) (a game.AnswerRecord, err error) {
	b, err := t.record(answerKey(id))
	if err != nil {
		return a, err
	}
	return a, record.Answered.Read(b, &a)
}

// PutAnswerRecord fails if the answer was read, was not there, and is there now: then the update is run
// again.
func (t *transaction) PutAnswerRecord(id game.RequestID, a game.AnswerRecord) error {
	if !isText(string(id)) {
		return errNoText
	}
	k, b := answerKey(id), record.Answered.Write(&a)
	before, known := t.known[k]
	t.learn(k, b)
	r := answerRow(id, a, b)
	if known && before == nil {
		return t.write("INSERT INTO answers (request, at, record) VALUES ($1, $2, $3)", r.values...)
	}
	return t.put(r)
}

func answerRow(id game.RequestID, a game.AnswerRecord, b []byte) row {
	return row{answersTable, []any{string(id), stamp(a.At), b}}
}

func (t *transaction) DeleteAnswerRecords(before time.Time, most int) (int, error) {
	old, err := query(t, pgx.RowTo[game.RequestID], "SELECT request FROM answers WHERE at < $1 ORDER BY at LIMIT $2", before, most)
	if err != nil {
		return 0, err
	}
	for _, id := range old {
		t.DeleteRecord(answerKey(id))
	}
	return len(old), t.err
}
