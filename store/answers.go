package store

import (
	"bytes"
	"time"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

func (t *transaction) AnswerRecord(id game.RequestID) (game.AnswerRecord, error) {
	value := t.top(answersBucket).Get([]byte(id))
	if value == nil {
		return game.AnswerRecord{}, game.ErrNotFound
	}
	return record.ReadAnswered(value)
}

func (t *transaction) PutAnswerRecord(id game.RequestID, a game.AnswerRecord) error {
	var before []entry
	if old, err := t.AnswerRecord(id); err == nil {
		before = answerEntries(id, &old)
	} else if err != game.ErrNotFound {
		return err
	}
	if err := t.put(answersBucket, []byte(id), record.Answered(&a)); err != nil {
		return err
	}
	return t.reindex(before, answerEntries(id, &a))
}

func answerEntries(id game.RequestID, a *game.AnswerRecord) []entry {
	return []entry{{answersByAge, key{}.time(a.At).last(string(id)), nil}}
}

func (t *transaction) DeleteAnswerRecords(before time.Time, most int) (int, error) {
	end := key{}.time(before)
	var old [][]byte
	if err := walk(t.index(answersByAge), nil, nil, forward, func(k, _ []byte) (bool, error) {
		if len(old) >= most || string(k[:timeWidth]) >= string(end) {
			return false, nil
		}
		old = append(old, bytes.Clone(k))
		return true, nil
	}); err != nil {
		return 0, err
	}
	for _, k := range old {
		if err := t.delete(answersBucket, k[timeWidth:]); err != nil {
			return 0, err
		}
		if err := t.reindex([]entry{{answersByAge, k, nil}}, nil); err != nil {
			return 0, err
		}
	}
	return len(old), nil
}
